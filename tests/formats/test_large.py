"""Large boards: formats read them into arrays, without an object per cell, and within the time limit."""

from __future__ import annotations

import tracemalloc
from collections.abc import Callable
from typing import TypeVar

import pytest

import hashicnf
from hashicnf.core.document import Source
from hashicnf.errors import GaveUp, InputError
from hashicnf.files import inputs
from hashicnf.files.inputs import limited_waiting
from hashicnf.formats import Passage, parsing
from hashicnf.formats.wordtable import word_table
from hashicnf.pipeline.puzzles import parse_documents
from hashicnf.pipeline.writing import write_puzzles

SIDE = 300
TEXT = "\n".join(
    ".".join("2" if (row + column) % 7 == 0 else "." for column in range(SIDE // 2)) + "." for row in range(SIDE)
)
FORMATS = ("pzprv3", "json", "janko", "csv", "native")

T = TypeVar("T")


def peaked(call: Callable[[], T]) -> tuple[T, int]:
    """Return the result of a call, and the most bytes that were allocated meanwhile."""
    tracemalloc.start()
    try:
        return call(), tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


@pytest.mark.parametrize("name", FORMATS)
def test_a_cell_takes_no_object(name: str) -> None:
    puzzle = hashicnf.parse(TEXT)
    text = write_puzzles([puzzle], name)
    parse_documents(text, name)  # the grammar's tables, once
    documents, peak = peaked(lambda: parse_documents(text, name))
    assert documents[0].cells.shape == (SIDE, SIDE)
    assert peak < 64 * SIDE * SIDE


@pytest.mark.parametrize(
    ("name", "head", "cells"),
    [
        ("native", "", "2 .  "),
        ("csv", "", "2,0,"),
        ("csv", "", '"2";;'),
        ("csv", "", "2\t\t"),
        ("has", "1 20000 10000\n", "2 0 "),
    ],
)
def test_a_cell_takes_no_object_in_one_long_row_either(name: str, head: str, cells: str) -> None:
    """Nor does the pattern keep backtracking positions; a last cell more is empty."""
    text = f"{head}{cells * 10_000}\n"
    parse_documents(text, name)  # the grammar's tables, once
    documents, peak = peaked(lambda: parse_documents(text, name))
    assert documents[0].cells[0, :20_000].tolist() == [2, 0] * 10_000
    assert peak < 64 * 20_000


@pytest.mark.parametrize("text", ['["{}"]', '[{{"grid": "{}"}}]'])
def test_a_long_string_of_json_is_one_word(text: str) -> None:
    text = text.format(".2" * 10_000)
    parse_documents(text, "json")
    (document,), peak = peaked(lambda: parse_documents(text, "json"))
    assert document.cells.shape == (1, 20_000)
    assert peak < 64 * 20_000


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("sdk", "[Puzzle]\n{}"),
        ("ss", "{}"),
        ("korf", "{}"),
        ("pzprv3", "pzprv3/hashikake/1/3/{}"),
        ("native", "2 2\n{}"),
    ],
)
def test_the_cells_of_a_row_that_is_too_long_are_no_objects(name: str, text: str) -> None:
    text = text.format("1 " * 20_000)

    def refuse() -> None:
        with pytest.raises(InputError, match=r"a line of 39,999 characters|this row has 20,000 cells"):
            parse_documents(text, name)

    refuse()
    _, peak = peaked(refuse)
    assert peak < 32 * 20_000


@pytest.mark.parametrize(("row", "at"), [("2" * 20_000, 20_000), ("2 " * 20_000, 39_999)])
def test_a_cell_is_found_without_an_object_for_each(row: str, at: int) -> None:
    (document,) = parse_documents(f"title: x # 2 2\n{row}\n", "native")
    where, peak = peaked(lambda: document.whereabouts(0, 19_999))
    assert where == (2, at)
    assert peak < 16 * 20_000


@pytest.mark.parametrize("name", FORMATS)
def test_the_time_limit_holds_while_a_large_text_is_parsed(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(inputs, "CHUNK", 1_000)
    small, large = (write_puzzles([hashicnf.parse(f"2.2\n{rows}")], name) for rows in ("", "...\n" * 1_000))
    with limited_waiting(0):
        assert len(parse_documents(small, name, "board")) == 1
        with pytest.raises(GaveUp, match="board: time limit of 0 s reached while reading"):
            parse_documents(large, name, "board")


@pytest.mark.parametrize("row", ["1.1", "1 . 1", "AA."])
@pytest.mark.parametrize("limit", ["MOST_CELLS", "MOST_CLUES"])
def test_no_kind_of_row_exceeds_the_limits(row: str, limit: str, monkeypatch: pytest.MonkeyPatch) -> None:
    text = f"family: {'klotski' if 'A' in row else 'hashi'}\n{row}\n{row}\n"
    monkeypatch.setattr(parsing, limit, 4 if limit == "MOST_CLUES" else 6)
    assert len(parse_documents(text, "native")) == 1
    monkeypatch.setattr(parsing, limit, 3 if limit == "MOST_CLUES" else 5)
    with pytest.raises(InputError, match=r"a board with (6 cells|4 numbers)") as caught:
        parse_documents(text, "native")
    assert (caught.value.line, caught.value.column) == (2, 1)


def test_each_different_word_is_read_once_where_it_first_stands() -> None:
    source = Source("x", "1 .  1\n.\t22 1")
    table = word_table([Passage(source, 1, 1, "1 .  1"), Passage(source, 2, 1, ".\t22 1")], 3)
    seen: list[tuple[int, int]] = []

    def read(word: Passage) -> int:
        seen.append((word.line, word.column))
        return len(word.text) if word.text != "." else -1

    assert table.numbers(read).tolist() == [[1, -1, 1], [-1, 2, 1]]
    assert seen == [(1, 1), (1, 3), (2, 3)]
    among = table.codes != table.codes[0, 0]
    assert table.numbers(read, among).tolist() == [[0, -1, 0], [-1, 2, 0]]
    assert table.place(1, 2) == (2, 6)


@pytest.mark.parametrize(
    ("odd", "message"), [("true", "true is no cell"), ("1.0", "1.0 is no cell"), ("[]", "[] is no cell")]
)
def test_json_tells_values_apart_that_python_takes_for_equal(odd: str, message: str) -> None:
    with pytest.raises(InputError) as caught:
        hashicnf.parse(f"[[1, 0, 1],\n [0, 0, {odd}]]", "json")
    assert (caught.value.message, caught.value.line, caught.value.column) == (message, 2, 9)
