"""Heuristics for sliding tiles, and what they promise when slides are counted.

    walking-distance    the tiles sorted into their rows, and into their columns, by moves of the blank between lines
    linear-conflict     manhattan, and two for each tile that has to leave its line to let another pass
    manhattan           the steps of each tile to its cell of the goal, on an empty board; the blank is not counted
    hamming             the tiles that are not in their cells of the goal, the blank not counted
    pattern-database    the sum of the distances of disjoint groups of tiles, all other tiles being alike
    m3h                 manhattan + 3 hamming: exceeds the true distance almost everywhere

All but m3h are admissible. All but m3h and pattern-database are consistent: where the blank may stand in several regions around
a pattern, the database takes the least over them, so its estimate can drop by more than the one slide costs. References: Korf
1985; Hansson, Mayer and Yung 1992, "Criticizing solutions to relaxed models yields powerful admissible heuristics"; Takahashi
2001, "Walking distance"; Korf and Felner 2002, "Disjoint pattern database heuristics".
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np

from hashicnf.core.statespace import Batches, Heuristic
from hashicnf.families.tiles.board import BLANK, Board

if TYPE_CHECKING:
    from hashicnf.families.tiles.heuristics.guides import Guide, Numbers

Batched = Callable[["Guide"], Batches[bytes, Any]]


def heuristics(board: Board, batched: Batched) -> Mapping[str, Heuristic[bytes]]:
    """List the heuristics for a board, the default first; ``batched`` makes the space in arrays of a guide."""
    from hashicnf.families.tiles.heuristics import lines, patterns, walking

    distance, misplaced = distances(board), strangers(board)
    found = [
        walking.heuristic(board, batched),
        lines.heuristic(board, batched),
        _by_cells("manhattan", "distance of each tile from its place, as if the board were empty", distance, batched),
        _by_cells("hamming", "tiles that are not in their places", misplaced, batched),
        patterns.heuristic(board, batched),
        _by_cells("m3h", "manhattan + 3 hamming", distance + 3 * misplaced, batched, admissible=False),
    ]
    return {one.name: one for one in found if one is not None}


def distances(board: Board) -> Numbers:
    """Count the steps of a tile in a cell to its cell of the goal: int32[tiles, cells], 0 for the blank."""
    row, column = np.divmod(np.arange(board.cells), board.shape[1])
    home = np.argsort(np.array(board.goal))
    found = np.abs(row - row[home][:, None]) + np.abs(column - column[home][:, None])
    found[BLANK] = 0
    steps: Numbers = found.astype(np.int32)
    return steps


def strangers(board: Board) -> Numbers:
    """Mark tiles in other cells than that of the goal: int32[tiles, cells], 0 for the blank."""
    found: Numbers = (distances(board) > 0).astype(np.int32)
    return found


def _by_cells(name: str, title: str, cost: Numbers, batched: Batched, *, admissible: bool = True) -> Heuristic[bytes]:
    """Make the heuristic that adds up what each tile costs in its cell."""

    def batches() -> Batches[bytes, Any]:
        from hashicnf.families.tiles.heuristics.guides import CellGuide

        return batched(CellGuide(cost))

    return Heuristic(name, partial(_sum, cost.T.tolist()), admissible, admissible, title, batches=batches)


def _sum(cost: list[list[int]], state: bytes) -> int:
    return sum(map(list.__getitem__, cost, state))
