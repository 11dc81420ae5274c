"""Every format: examples are recognised by it alone, what is written reads back, and what cannot be held is refused.

A new format is tested here without being named, be it for any family or a family's own.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest

import hashicnf
from hashicnf.core.document import DEFAULT_FAMILY
from hashicnf.formats import Format
from hashicnf.pipeline.puzzles import NATIVE, format_named, formats
from hashicnf.testing.cases import Case
from hashicnf.testing.oracle import Oracle
from tests.conformance.every import every_case
from tests.oracles.families import ORACLES
from tests.plugins.registered import added

with added():
    EVERY = formats()


PUZZLES = Oracle(tuple(text for oracle in ORACLES.values() for text in oracle.puzzles))
with added():
    EVERY = formats()
    CASES = every_case("hashicnf.formats", sorted(EVERY), PUZZLES)


@pytest.fixture(autouse=True)
def families() -> Iterator[None]:
    with added():
        yield


@pytest.mark.parametrize("check", CASES)
def test_it_keeps_its_promises(check: Case) -> None:
    check()


def test_the_package_has_these() -> None:
    ours = {"native", "csv", "has", "janko", "json", "puzzlink", "pzprv3", "savedgame", "tatham", "sdk", "sdm", "ss"}
    assert ours | {"line"} <= set(EVERY)
    assert [name for name, chosen in EVERY.items() if chosen.looks_like is None] == [NATIVE]


def test_two_claims_are_an_error_that_names_both(monkeypatch: pytest.MonkeyPatch) -> None:
    from dataclasses import replace

    from hashicnf.formats import FORMATS

    rival: Format = replace(format_named("csv"), summary="a rival of csv")
    monkeypatch.setitem(FORMATS.added, "rival", rival)
    with pytest.raises(hashicnf.UsageError, match="format: the text could be csv or rival; name one of them"):
        hashicnf.parse("2, 0, 2\n")
    assert hashicnf.parse("2, 0, 2\n", "rival").family == DEFAULT_FAMILY


def test_a_wrong_name_is_answered_with_the_right_ones() -> None:
    with pytest.raises(
        hashicnf.UsageError,
        match="no format is named 'nosuch'; there are: csv, has, hrd, hrd-digits, janko, json, korf, line, native, puzzlink, "
        "pzprv3, savedgame, sdk, sdm, sized, ss, tatham",
    ):
        format_named("nosuch")
