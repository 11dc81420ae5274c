"""What a family contributes to its conformance suite: small puzzles, and their solutions found in another way."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from hashicnf.families import Puzzle
from hashicnf.testing.family import Oracle
from outside_puzzles import latin, sliding
from tests.oracles import hashi
from tests.oracles.puzzles import board_of, solution_of


def latin_board(puzzle: Puzzle) -> latin.Board:
    assert isinstance(puzzle.board, latin.Board)
    return puzzle.board


def sliding_board(puzzle: Puzzle) -> sliding.Board:
    assert isinstance(puzzle.board, sliding.Board)
    return puzzle.board


def _hashi(puzzle: Puzzle) -> list[Any]:
    board = board_of(puzzle)
    grid = board.cells().tolist()
    found = hashi.solutions(grid, board.max_bridges, loops=board.loops)
    return [solution_of(grid, counts) for counts in found]


ORACLES: Final[Mapping[str, Oracle]] = {
    "hashi": Oracle(
        (
            "2.2\n...\n2.2\n",
            "1.1\n",
            "2.3.1\n.....\n?.2..\n",
            "loops: no\n2.3\n...\n1.2\n",
            "max-bridges: 3\n3.3\n",
            "1.2\n",
        ),
        solutions=_hashi,
    ),
    "latin": Oracle(
        (
            "family: latin\nA.\n..\n",
            "family: latin\n...\n.B.\n...\n",
            "family: latin\ndiagonals: yes\nAB..\n....\n....\n....\n",
            "family: latin\ndiagonals: yes\n...\n...\n...\n",
            "family: latin\nAA\n..\n",
        ),
        solutions=lambda puzzle: latin.oracle(latin_board(puzzle)),
    ),
    "sliding": Oracle(
        (
            "family: sliding\n1 2\n3 .\n",
            "family: sliding\n.1\n32\n",
            "family: sliding\nblank: first\n1 2\n. 3\n",
            "family: sliding\n1.3\n425\n",
            "family: sliding\n12\n3.\n\n31\n2.\n",
            "family: sliding\n2 1\n3 .\n",
        ),
        shortest=lambda puzzle, metric: sliding.shortest(sliding_board(puzzle), metric),
    ),
}
