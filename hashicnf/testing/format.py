"""Cases for formats: only the format itself detects its example, texts are read back, and unsupported puzzles are refused.

The puzzles to be written are those of an oracle and the examples of all families.
"""

from __future__ import annotations

import hashicnf
from hashicnf.families import FAMILIES
from hashicnf.formats import Format
from hashicnf.formats.parsing import plain
from hashicnf.pipeline.puzzles import build, detect, formats, parse_all, parse_documents
from hashicnf.pipeline.writing import write_puzzles
from hashicnf.testing.cases import Case, case, raises
from hashicnf.testing.oracle import Oracle


def format_of(name: str) -> Format:
    """Return a format by its name, be it for any family or a family's own."""
    return formats()[name]


def a_format_explains_itself(name: str) -> None:
    chosen = format_of(name)
    assert 10 < len(chosen.summary) < 90
    assert chosen.suffixes
    assert all(suffix.startswith(".") for suffix in chosen.suffixes)
    assert chosen.families is None or set(chosen.families) <= set(FAMILIES.names())


def the_example_is_recognised_by_its_format_alone(name: str) -> None:
    text = format_of(name).example
    assert text.endswith("\n")
    for variant in (text, text.replace("\n", "\r\n"), text.replace("\n", "\r"), f"\n\n{text}\n\n", text.rstrip("\n")):
        assert detect(plain(variant)) == name
        (document,) = parse_documents(variant)
        assert document.cells.tolist() == parse_documents(text, name)[0].cells.tolist()
        build(document)


def what_is_written_reads_back_or_is_refused(name: str, oracle: Oracle) -> None:
    held = 0
    for texts in (oracle.puzzles, [family.example for family in FAMILIES.all().values()]):
        for text in texts:
            puzzle = hashicnf.parse(text)
            may = format_of(name).families
            try:
                written = write_puzzles([puzzle], name)
            except hashicnf.UsageError as problem:
                assert f"the {name} format cannot express" in str(problem)  # noqa: PT017 - one of two outcomes
                continue
            assert may is None or puzzle.family in may
            assert detect(written) == name
            assert hashicnf.parse(written) == puzzle
            assert hashicnf.parse(written, name) == puzzle
            held += 1
    assert held


def a_file_holds_several_puzzles_or_says_that_it_does_not(name: str) -> None:
    puzzle = hashicnf.parse(format_of(name).example, name)
    if format_of(name).separator is None:
        with raises(hashicnf.UsageError, match=f"the {name} format holds one puzzle, and there are 2"):
            write_puzzles([puzzle, puzzle], name)
    else:
        assert parse_all(write_puzzles([puzzle, puzzle], name), name) == [puzzle, puzzle]


def nothing_is_parsed_into_nothing(name: str) -> None:
    for text in ("", " \n\n", "\t", "# nothing\n"):
        with raises(hashicnf.InputError):
            parse_documents(text, name)


def cases(name: str, oracle: Oracle = Oracle(())) -> list[Case]:  # noqa: B008 - it is frozen
    """List the cases for a format by its name."""
    alone = (
        a_format_explains_itself,
        the_example_is_recognised_by_its_format_alone,
        a_file_holds_several_puzzles_or_says_that_it_does_not,
        nothing_is_parsed_into_nothing,
    )
    return [case(check, name) for check in alone] + [case(what_is_written_reads_back_or_is_refused, name, oracle)]
