"""Heuristics for sliding tiles, where each slide costs 1.

    walking-distance    the slides that sort the tiles into their rows, plus those that sort them into their columns
    linear-conflict     manhattan, plus two for each tile that must leave its line to let another pass
    manhattan           the steps of each tile to its cell in the goal, on an empty board; the blank is not counted
    hamming             the tiles that are not in their cells of the goal; the blank is not counted
    pattern-database    the sum of the distances of disjoint groups of tiles, with all other tiles indistinguishable
    m3h                 manhattan + 3 hamming: exceeds the true distance almost everywhere

All but m3h are admissible. All but m3h and pattern-database are consistent: if the blank may be in several regions around a
pattern, the database has the minimum over them, so its estimate can drop by more than 1, the cost of a slide. References: Korf
1985; Hansson, Mayer and Yung 1992, "Criticizing solutions to relaxed models yields powerful admissible heuristics"; Takahashi
2001, "Walking distance"; Korf and Felner 2002, "Disjoint pattern database heuristics".
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np

from hashicnf.core.progress import Observer, unobserved
from hashicnf.core.statespace import Batches, Heuristic
from hashicnf.families.tiles.board import BLANK, Board

if TYPE_CHECKING:
    from hashicnf.families.tiles.heuristics.guides import Guide, Numbers

Batched = Callable[["Guide"], Batches[bytes, Any]]


class Tables(Protocol):
    """Tables from which positions are estimated."""

    def estimate(self, state: bytes) -> float:
        """Return the estimate of a position."""

    def guide(self) -> Guide:
        """Return the guide for the space over arrays."""

    def figures(self) -> Mapping[str, str | int | float]:
        """Return figures of the tables for statistics."""


def heuristics(board: Board, batched: Batched) -> Mapping[str, Heuristic[bytes]]:
    """Return the heuristics for a board by name, the default first; ``batched`` returns the space over arrays for a guide."""
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
    """Return the steps of a tile in a cell to its cell in the goal: int32[tiles, cells], 0 for the blank."""
    row, column = np.divmod(np.arange(board.cells), board.shape[1])
    home = np.argsort(np.array(board.goal))
    found = np.abs(row - row[home][:, None]) + np.abs(column - column[home][:, None])
    found[BLANK] = 0
    steps: Numbers = found.astype(np.int32)
    return steps


def strangers(board: Board) -> Numbers:
    """Return 1 for a tile in another cell than in the goal, else 0: int32[tiles, cells], 0 for the blank."""
    found: Numbers = (distances(board) > 0).astype(np.int32)
    return found


def with_tables(
    name: str, title: str, make: Callable[[Observer], Tables], batched: Batched, *, consistent: bool
) -> Heuristic[bytes]:
    """Return the admissible heuristic with the tables that ``make`` reads or computes; it is called on first use."""
    made: Tables | None = None

    def tables(observe: Observer = unobserved) -> Tables:
        nonlocal made
        if made is None:
            made = make(observe)
        return made

    return Heuristic(
        name,
        lambda state: tables().estimate(state),
        admissible=True,
        consistent=consistent,
        title=title,
        prepare=lambda observe: tables(observe).figures(),
        batches=lambda: batched(tables().guide()),
    )


def _by_cells(name: str, title: str, cost: Numbers, batched: Batched, *, admissible: bool = True) -> Heuristic[bytes]:
    """Return the heuristic that is the sum of each tile's ``cost`` in its cell, int32[tiles, cells]."""

    def batches() -> Batches[bytes, Any]:
        from hashicnf.families.tiles.heuristics.guides import CellGuide

        return batched(CellGuide(cost))

    return Heuristic(name, partial(_sum, cost.T.tolist()), admissible, admissible, title, batches=batches)


def _sum(cost: list[list[int]], state: bytes) -> int:
    return sum(map(list.__getitem__, cost, state))
