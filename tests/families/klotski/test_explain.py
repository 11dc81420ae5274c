"""Moves in sentences, and the pieces on the stage of a trace."""

from __future__ import annotations

import pytest

from hashicnf.families.klotski import FAMILY
from hashicnf.families.klotski.explain import motion, stage, words
from hashicnf.planning.stage import ANY, Motion
from tests.families.klotski.boards import METRICS, SMALL, board_of, classic


def test_the_stage() -> None:
    found = stage(classic())
    assert found.subject == "a Klotski board of 5 by 4 cells with 10 pieces, of which A goes to row 4, column 2"
    assert [piece.label for piece in found.pieces] == list("BACDEFGHIJ")
    sizes = {piece.label: (piece.height, piece.width) for piece in found.pieces}
    assert (sizes["A"], sizes["B"], sizes["E"], sizes["J"]) == ((2, 2), (2, 1), (1, 2), (1, 1))
    kinds = {piece.label: piece.kind for piece in found.pieces}
    assert kinds["A"] == 0
    assert len(set(kinds.values())) == 4
    assert kinds["B"] == kinds["C"] == kinds["D"] == kinds["F"] != kinds["E"]
    assert found.homes == ((1, 3, 1),)


@pytest.mark.parametrize(
    ("action", "moves", "sentence"),
    [
        (
            "2x1 at row 3, column 1 down 1",
            Motion(ANY, 1, 0, (2, 0)),
            "the 2x1 piece at row 3, column 1 moves down by 1",
        ),
        (
            "1x1 at row 5, column 1 to row 4, column 3",
            Motion(ANY, -1, 2, (4, 0)),
            "the 1x1 piece at row 5, column 1 moves to row 4, column 3",
        ),
        ("backwards: 1x1 at row 5, column 1 up 1", None, "backwards: 1x1 at row 5, column 1 up 1"),
        ("", None, ""),
    ],
)
def test_moves(action: str, moves: Motion | None, sentence: str) -> None:
    assert motion(action, None) == moves
    assert words(action) == sentence


def test_every_move_of_a_space_is_one_on_the_stage() -> None:
    """Moves of a space, carried out on the stage piece by piece, reach the places that the space gives."""
    assert FAMILY.planning is not None
    for text in SMALL:
        for metric in METRICS:
            board = board_of(text)
            space = FAMILY.planning.spaces["moves"](board, metric).space
            (state,) = space.initial()
            places = [(piece.row, piece.column) for piece in stage(board).pieces]
            for name, _, _ in space.successors(state):
                found = motion(name, None)
                assert found is not None
                assert found.at in places
                assert (found.rows, found.columns) != (0, 0)


def test_frames_of_a_plan() -> None:
    assert FAMILY.planning is not None
    assert FAMILY.planning.frames is not None
    frames = list(FAMILY.planning.frames(classic(), ("G down 1", "G right 1")))
    assert len(frames) == 3
    assert frames[0] == FAMILY.styles["unicode"](classic(), None)
