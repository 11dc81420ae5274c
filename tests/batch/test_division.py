"""Texts cut at the lines between their puzzles: the parts are parsed like the whole text."""

from __future__ import annotations

import pytest

from hashicnf.batch.division import cut
from hashicnf.batch.items import Item
from hashicnf.errors import InputError
from hashicnf.pipeline.puzzles import NATIVE, parse, parse_all


@pytest.mark.parametrize(
    "text",
    [
        "1.1\n---\n2.2\n",
        "1.1\r\n \t---- # two\r\n2.2\r\n",
        "1.1\r---\r2.2\r",
        "1.1\n\f---\v\n2.2\n",
        "# ---\ntitle: a --- b\n1.1 # ---\n---\n2.2",
    ],
)
def test_parts_are_the_puzzles_of_the_text(text: str) -> None:
    parts = list(cut(Item("x", "x", text), NATIVE))
    assert [parse(part.text).title for part in parts] == [puzzle.title for puzzle in parse_all(text)]
    assert [part.number for part in parts] == [1, 2]


@pytest.mark.parametrize(
    ("text", "errors"),
    [
        ("1.1 ---\n2.2\n", {1: (1, "'-' does not belong here")}),
        ("1.1\n--- 2.2\n", {1: (2, "'-' does not belong here")}),
        ("---\n1.1\n", {1: (1, "'---' does not belong here")}),
        ("1.1\n---\n\n---\n2.2\n", {2: (4, "'---' does not belong here")}),
        ("1.1\n---\n", {2: (2, "'---' does not belong here")}),
        ("", {1: (0, "the file is empty")}),
    ],
)
def test_what_separates_no_puzzles_is_an_error_where_it_stands(text: str, errors: dict[int, tuple[int, str]]) -> None:
    with pytest.raises(InputError):
        parse_all(text)
    found = {}
    for part in cut(Item("x", "x", text), NATIVE):
        try:
            parse(part.text)
        except InputError as problem:
            found[part.number] = (part.line + (problem.line or 0), problem.message)
    assert found == errors
