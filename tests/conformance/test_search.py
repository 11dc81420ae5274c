"""Every search keeps what searches promise; a new one is tested here without being named anywhere."""

from __future__ import annotations

import pytest

from hashicnf.search import SEARCHES
from hashicnf.testing.cases import Case
from tests.conformance.every import every_case


@pytest.mark.parametrize("check", every_case("hashicnf.search", SEARCHES.names()))
def test_it_keeps_its_promises(check: Case) -> None:
    check()
