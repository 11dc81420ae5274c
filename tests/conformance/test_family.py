"""Every family keeps its contract, held against an oracle of its own; those of another package are among them.

A new family is tested here without being named; it contributes its oracle to ``tests/oracles/families``.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from hashicnf.families import FAMILIES
from hashicnf.testing.cases import Case
from tests.conformance.every import every_case
from tests.oracles.families import ORACLES
from tests.plugins.registered import added

with added():
    NAMES = FAMILIES.names()
    CASES = [
        found for name in NAMES if name in ORACLES for found in every_case("hashicnf.families", [name], ORACLES[name])
    ]


@pytest.fixture(autouse=True)
def families() -> Iterator[None]:
    with added():
        yield


def test_every_family_has_an_oracle() -> None:
    assert sorted(ORACLES) == NAMES, "contribute an oracle to tests/oracles/families"


@pytest.mark.parametrize("check", CASES)
def test_it_keeps_its_promises(check: Case) -> None:
    check()
