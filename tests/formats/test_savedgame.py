"""Games saved by Simon Tatham's puzzles are read as the game IDs that they contain."""

from __future__ import annotations

import pytest

import hashicnf

IDS = {
    "Bridges": "7x7m3L:a3c3a1e1c2a3b3d3h2c1a2e2",
    "Solo": "2x2:1e3b4e2",
    "Fifteen": "3x3:8,1,3,4,0,2,7,6,5",
}


def saved(game: str, end: str = "\n") -> str:
    parameters, board = IDS[game].split(":")
    fields = {
        "SAVEFILE": "Simon Tatham's Portable Puzzle Collection",
        "VERSION": "1",
        "GAME": game,
        "PARAMS": "9x9",  # of the next game
        "CPARAMS": parameters,
        "DESC": board,
        "NSTATES": "2",
        "STATEPOS": "2",
        "MOVE": "L0,0,2,0,1",
    }
    return "".join(f"{name:8}:{len(value)}:{value}{end}" for name, value in fields.items())


@pytest.mark.parametrize("end", ["\n", "\r\n"])
@pytest.mark.parametrize("game", IDS)
def test_a_saved_game_is_the_board_of_its_id(game: str, end: str) -> None:
    puzzle, other = hashicnf.parse(saved(game, end)), hashicnf.parse(IDS[game], "tatham")
    assert puzzle.family == other.family
    assert hashicnf.convert(puzzle) == hashicnf.convert(other)
