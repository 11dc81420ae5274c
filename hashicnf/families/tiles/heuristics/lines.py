"""Linear conflict: tiles in their line of the goal that stand in each other's way.

Of the tiles in a row whose place is in the same row, those that keep to the row keep their order. So all but a longest
increasing run of them have to leave it and come back: two slides each beyond Manhattan, up or down, which no column counts as
its own; columns likewise. The estimate is consistent: a slide changes the distance of its tile by one, and at most one tile
more or less has to leave the one line that it crosses into or out of. Reference: Hansson, Mayer and Yung 1992, "Criticizing
solutions to relaxed models yields powerful admissible heuristics".
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from hashicnf.core.statespace import Batches, Heuristic
from hashicnf.families.tiles.board import BLANK, Board

if TYPE_CHECKING:
    from hashicnf.families.tiles.heuristics import Batched
    from hashicnf.families.tiles.heuristics.guides import Numbers

TITLE: Final = "manhattan, and two for each tile that must let another pass"
LONGEST: Final = 6  # cells of a line, for a table of all its contents


def leaving(order: Sequence[int]) -> int:
    """Return how few numbers of a sequence have to go so that the others increase."""
    ends: list[int] = []  # of the increasing runs of each length, the one that ends least
    for number in order:
        at = next((i for i, end in enumerate(ends) if end >= number), len(ends))
        ends[at : at + 1] = [number]
    return len(order) - len(ends)


def heuristic(board: Board, batched: Batched) -> Heuristic[bytes]:
    """Make the heuristic; lines beyond ``LONGEST`` cells are not looked up in arrays."""
    has_arrays = max(board.shape) <= LONGEST
    return Heuristic(
        "linear-conflict",
        estimate_of(board),
        admissible=True,
        consistent=True,
        title=TITLE,
        batches=(lambda: _batches(board, batched)) if has_arrays else None,
    )


def estimate_of(board: Board) -> Callable[[bytes], int]:
    """Return the estimate of a position; what a line counts is remembered by its contents."""
    from hashicnf.families.tiles.heuristics import distances

    rows, columns = board.shape
    cost = distances(board).T.tolist()
    home = {tile: divmod(cell, columns) for cell, tile in enumerate(board.goal) if tile != BLANK}

    @cache
    def extra(axis: int, line: int, tiles: bytes) -> int:
        return 2 * leaving([home[t][1 - axis] for t in tiles if t != BLANK and home[t][axis] == line])

    def estimate(state: bytes) -> int:
        total: int = sum(map(list.__getitem__, cost, state))
        for r in range(rows):
            total += extra(0, r, state[r * columns : (r + 1) * columns])
        for c in range(columns):
            total += extra(1, c, state[c::columns])
        return total

    return estimate


def _batches(board: Board, batched: Batched) -> Batches[bytes, Any]:
    from hashicnf.families.tiles.heuristics import distances
    from hashicnf.families.tiles.heuristics.guides import LineGuide

    rows, columns = board.shape
    longest = max(rows, columns)
    cell = np.arange(board.cells)
    line = np.array([cell // columns, rows + cell % columns], dtype=np.int32)
    within = np.array([cell % columns, cell // columns])
    home = np.argsort(np.array(board.goal))
    power = (longest + 1) ** np.arange(longest)
    share = np.zeros((2, board.cells, board.cells), dtype=np.int32)
    for axis in (0, 1):
        is_home = line[axis][home][:, None] == line[axis]
        share[axis] = np.where(is_home, (within[axis][home] + 1)[:, None] * power[within[axis]], 0)
    share[:, BLANK] = 0
    return batched(LineGuide(distances(board), share, line, conflicts(longest)))


def conflicts(longest: int) -> Numbers:
    """Count for each content of a line, as a code, twice the tiles that have to leave: int32[(longest + 1) ** longest].

    Digit i of a code, to the base longest + 1, is the place from 1 in the goal of the tile in cell i, 0 for what belongs
    elsewhere.
    """
    codes = np.arange((longest + 1) ** longest)
    digit = codes[:, None] // (longest + 1) ** np.arange(longest) % (longest + 1)
    run = np.zeros_like(digit)  # the longest increasing run that ends in each cell
    for at in range(longest):
        before = np.where((digit[:, :at] > 0) & (digit[:, :at] < digit[:, at : at + 1]), run[:, :at], 0)
        run[:, at] = np.where(digit[:, at] > 0, before.max(axis=1, initial=0) + 1, 0)
    found: Numbers = (2 * ((digit > 0).sum(axis=1) - run.max(axis=1))).astype(np.int32)
    return found
