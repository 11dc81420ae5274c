"""Notations by shapes and by digits: read, detected, written, refused."""

from __future__ import annotations

from pathlib import Path

import pytest

import hashicnf
from hashicnf.pipeline.puzzles import detect, parse_all
from hashicnf.pipeline.writing import write_puzzles
from tests.families.klotski.boards import classic

SHAPES = "^11^\nv11v\n^<>^\nv22v\n2..2\n"
DIGITS = "2113\n2113\n4665\n4775\n7007\n"


@pytest.mark.parametrize(("name", "text"), [("hrd", SHAPES), ("hrd-digits", DIGITS)])
def test_the_classic_board(name: str, text: str) -> None:
    for variant in (text, text.replace("\n", "\r\n"), text.replace("\n", "  \n"), f"\n\n{text}\n\n"):
        assert detect(variant) == name
        (puzzle,) = parse_all(variant)
        assert (puzzle.family, puzzle.board) == ("klotski", classic())
    assert write_puzzles([hashicnf.parse(text)], "hrd") == SHAPES
    assert len(parse_all(f"{text}\n{text}", name)) == 2


def test_a_native_board_is_written_by_digits() -> None:
    text = write_puzzles([hashicnf.parse(SHAPES)], "hrd-digits")
    assert detect(text) == "hrd-digits"
    assert hashicnf.parse(text).board == classic()


def test_pieces_get_letters_by_size_then_in_reading_order() -> None:
    assert hashicnf.parse("2<>.\n.11^\n.11v\n").lines == ["family: klotski", "BCC.", ".AAD", ".AAD"]


@pytest.mark.parametrize(
    ("text", "family"),
    [
        ("2.2\n...\n2.2\n", "native"),
        ("1122\n1122\n", "native"),
        ("2113\n2113\n4665\n4775\n7777\n", "native"),  # no blank cell: nothing tells it from islands
        ("2113\n2113\n4665\n4775\n", "native"),
        ("2113\n2113\n4665\n4785\n7007\n", "native"),
        ("2113\n2213\n4665\n4775\n7007\n", "native"),
    ],
)
def test_what_islands_could_be_stays_islands(text: str, family: str) -> None:
    assert detect(text) == family
    assert hashicnf.parse(text).family == "hashi"


@pytest.mark.parametrize(
    ("text", "form", "place", "message"),
    [
        ("^11^\nv11.\n", "hrd", (1, 4), "'^' is no whole piece"),
        ("11\n1.\n", "hrd", (1, 1), "'1' is no whole piece"),
        ("<2>\n", "hrd", (1, 1), "'<' is no whole piece"),
        ("  2>\n", "hrd", (1, 4), "'>' belongs to no piece"),
        ("2.\n.v\n", "hrd", (2, 2), "'v' belongs to no piece"),
        ("^^\nv<\n", "hrd", (1, 2), "'^' is no whole piece"),
        ("111\n111\n", "hrd", (1, 3), "'1' is no whole piece"),
        ("<>\n<>2\n", "hrd", (2, 3), "this row has 3 cells"),
        ("<>\n<x\n", "hrd", (2, 2), "'x' does not belong here"),
        ("<> <>\n", "hrd", (1, 4), "'<>' does not belong here"),
        ("", "hrd", (None, None), "the file is empty"),
        (f"{'2' * 60}\n", "hrd", (1, 1), "more than 52 pieces"),
        ("2113\n2113\n", "hrd-digits", (1, 1), "a board of 2 x 4 cells"),
        ("2113\n2113\n6665\n4775\n4007\n", "hrd-digits", (3, 1), "the cells of 6 are no domino"),
        ("2223\n2113\n4665\n4775\n7007\n", "hrd-digits", (2, 2), "the cells of 1 are no 2x2 piece"),
        ("7113\n7113\n4665\n4775\n7007\n", "hrd-digits", (1, 1), "there is no 2"),
        ("2113\n2113\n4665\n4785\n7007\n", "hrd-digits", (4, 3), "'8' does not belong here"),
    ],
)
def test_wrong_boards(text: str, form: str, place: tuple[int | None, int | None], message: str) -> None:
    with pytest.raises(hashicnf.InputError) as caught:
        hashicnf.parse(text, form)
    assert caught.value.message.startswith(message)
    assert (caught.value.line, caught.value.column) == place


@pytest.mark.parametrize(
    ("text", "form", "what"),
    [
        ("goal: A at 3,0\nBAAC\nBAAC\nDEEF\nDGHF\nI..J\n", "hrd", "goal"),
        ("goal: A at 3,0\nBAAC\nBAAC\nDEEF\nDGHF\nI..J\n", "hrd-digits", "goal"),
        ("goal: B at 0,0\nAAAB\n....\n", "hrd", "goal"),
        (".AAA.\n.AAA.\n.....\n", "hrd", "a piece of 2x3"),
        (".AA.\n.AA.\nB...\n", "hrd", "a board without dominoes"),
        (".AA.\n.AA.\nB...\n", "hrd-digits", "boards without a 2x2 piece and five dominoes in 5 rows of 4 cells"),
        ("AABC\nAABC\nDEFF\nDEGH\nIJKL\n", "hrd-digits", "boards without a blank cell"),
    ],
)
def test_what_a_notation_has_no_way_to_write(text: str, form: str, what: str) -> None:
    with pytest.raises(hashicnf.UsageError, match=f"the {form} format cannot express {what}"):
        write_puzzles([hashicnf.parse(f"family: klotski\n{text}")], form)


def test_text_files_are_read_by_what_they_hold(tmp_path: Path) -> None:
    for text, family in ((SHAPES, "klotski"), (DIGITS, "klotski"), ("0, 2, 0, 2\n", "hashi")):
        path = tmp_path / "board.txt"
        path.write_text(text)
        assert hashicnf.read(str(path)).family == family
