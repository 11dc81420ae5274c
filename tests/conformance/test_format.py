"""Every format: examples are recognised by it alone, what is written reads back, and what cannot be held is refused.

A new format is tested here without being named, be it for any family or a family's own.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest

import hashicnf
from hashicnf.core.document import DEFAULT_FAMILY
from hashicnf.families import FAMILIES
from hashicnf.formats import Format
from hashicnf.pipeline.puzzles import (
    NATIVE,
    build,
    detect,
    format_named,
    formats,
    parse_all,
    parse_documents,
    write_puzzles,
)
from tests.oracles.families import ORACLES
from tests.plugins.registered import added

with added():
    EVERY = formats()
each_format = pytest.mark.parametrize("name", sorted(EVERY))


@pytest.fixture(autouse=True)
def families() -> Iterator[None]:
    with added():
        yield


def test_the_package_has_these() -> None:
    assert {"native", "csv", "has", "tatham", "line"} <= set(EVERY)
    assert [name for name, chosen in EVERY.items() if chosen.looks_like is None] == [NATIVE]


@each_format
def test_a_format_explains_itself(name: str) -> None:
    chosen = EVERY[name]
    assert 10 < len(chosen.summary) < 90
    assert chosen.suffixes
    assert all(suffix.startswith(".") for suffix in chosen.suffixes)
    assert chosen.families is None or set(chosen.families) <= set(FAMILIES.names())


@each_format
def test_the_example_is_recognised_by_its_format_alone(name: str) -> None:
    text = EVERY[name].example
    assert text.endswith("\n")
    for variant in (text, text.replace("\n", "\r\n"), f"\n\n{text}\n\n", text.rstrip("\n")):
        assert detect(variant) == name
        (document,) = parse_documents(variant)
        assert document.cells.tolist() == parse_documents(text, name)[0].cells.tolist()
        build(document)


@each_format
def test_what_is_written_reads_back_or_is_refused(name: str) -> None:
    held = 0
    for family, oracle in ORACLES.items():
        for text in oracle.puzzles:
            puzzle = hashicnf.parse(text)
            may = EVERY[name].families
            try:
                written = write_puzzles([puzzle], name)
            except hashicnf.UsageError as problem:
                assert f"the {name} format cannot express" in str(problem)  # noqa: PT017 - one of two outcomes
                continue
            assert may is None or family in may
            assert detect(written) == name
            assert hashicnf.parse(written) == puzzle
            assert hashicnf.parse(written, name) == puzzle
            held += 1
    assert held


@each_format
def test_a_file_holds_several_puzzles_or_says_that_it_does_not(name: str) -> None:
    puzzle = hashicnf.parse(EVERY[name].example, name)
    if EVERY[name].separator is None:
        with pytest.raises(hashicnf.UsageError, match=f"the {name} format holds one puzzle, and there are 2"):
            write_puzzles([puzzle, puzzle], name)
    else:
        assert parse_all(write_puzzles([puzzle, puzzle], name), name) == [puzzle, puzzle]


@each_format
def test_nothing_is_parsed_into_nothing(name: str) -> None:
    for text in ("", " \n\n", "\t"):
        with pytest.raises(hashicnf.InputError):
            parse_documents(text, name)


def test_two_claims_are_an_error_that_names_both(monkeypatch: pytest.MonkeyPatch) -> None:
    from dataclasses import replace

    from hashicnf.formats import FORMATS

    rival: Format = replace(format_named("csv"), summary="a rival of csv")
    monkeypatch.setitem(FORMATS.added, "rival", rival)
    with pytest.raises(hashicnf.UsageError, match="the text could be csv or rival: name its format with --format"):
        hashicnf.parse("2, 0, 2\n")
    assert hashicnf.parse("2, 0, 2\n", "rival").family == DEFAULT_FAMILY


def test_a_wrong_name_is_answered_with_the_right_ones() -> None:
    with pytest.raises(
        hashicnf.UsageError, match="no format is named 'nosuch'; there are: csv, has, line, native, tatham"
    ):
        format_named("nosuch")
