"""Tiles on the stage of a trace: slides and facts are read as motions and pieces."""

from __future__ import annotations

import pytest

from hashicnf.families.tiles.board import BLANK, Board
from hashicnf.families.tiles.explain import motion, placed, stage
from hashicnf.planning.stage import ANY, FREE, Motion, Piece


@pytest.mark.parametrize(
    ("action", "read"),
    [
        ("5 left", Motion(4, 0, -1)),
        ("1 down", Motion(0, 1, 0)),
        ("right", Motion(ANY, 0, 1)),
        ("0 left", None),
        ("x left", None),
        ("5 aside", None),
        ("9" * 5000 + " left", None),
    ],
)
def test_slides_are_motions(action: str, read: Motion | None) -> None:
    assert motion(action) == read


@pytest.mark.parametrize(
    ("fact", "read"),
    [
        ("tile 3 in row 2, column 1", Piece("3", 1, 0)),
        ("the blank in row 1, column 2", Piece("·", 0, 1, kind=FREE)),
        ("tile x in row 1, column 2", None),
    ],
)
def test_facts_are_pieces(fact: str, read: Piece | None) -> None:
    assert placed(fact) == read


def test_tiles_stand_on_the_stage_in_their_order() -> None:
    found = stage(Board((2, 2), (3, BLANK, 1, 2), (1, 2, 3, BLANK)))
    assert found.pieces == (Piece("1", 1, 0), Piece("2", 1, 1), Piece("3", 0, 0))
    assert found.homes == ((0, 0, 0), (1, 0, 1), (2, 1, 0))
    assert [found.words(action) for action in ("2 up", "up")] == ["tile 2 moves up", "a tile moves up"]
