"""Linear conflict: tiles in their goal line that block each other.

Of the tiles in a row whose goal is in the same row, those that never leave the row keep their order. So all but a longest
increasing subsequence of them must leave the row and come back: two vertical slides each, beyond Manhattan distance, which are
counted for no column; and likewise for columns. The estimate is consistent: a slide changes the distance of its tile by one, and
changes the number of tiles that must leave a line by at most one, in the one line that its tile enters or leaves. Reference:
Hansson, Mayer and Yung 1992, "Criticizing solutions to relaxed models yields powerful admissible heuristics".
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
LONGEST: Final = 6  # cells of a line up to which all its contents are tabulated


def leaving(order: Sequence[int]) -> int:
    """Return the fewest numbers to remove from a sequence so that the others increase."""
    ends: list[int] = []  # by length: the smallest last number of an increasing subsequence
    for number in order:
        at = next((i for i, end in enumerate(ends) if end >= number), len(ends))
        ends[at : at + 1] = [number]
    return len(order) - len(ends)


def heuristic(board: Board, batched: Batched) -> Heuristic[bytes]:
    """Return the heuristic; boards with lines beyond ``LONGEST`` cells have no space over arrays."""
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
    """Return the function that estimates a position; values of lines are cached by their contents."""
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
    """Return, by the code of a line's contents, twice the tiles that must leave it: int32[(longest + 1) ** longest].

    Digit i of a code, in base longest + 1, is the goal place, from 1, of the tile in cell i; 0 for the blank and for tiles of other
    lines.
    """
    codes = np.arange((longest + 1) ** longest)
    digit = codes[:, None] // (longest + 1) ** np.arange(longest) % (longest + 1)
    run = np.zeros_like(digit)  # the length of the longest increasing subsequence that ends in each cell
    for at in range(longest):
        before = np.where((digit[:, :at] > 0) & (digit[:, :at] < digit[:, at : at + 1]), run[:, :at], 0)
        run[:, at] = np.where(digit[:, at] > 0, before.max(axis=1, initial=0) + 1, 0)
    found: Numbers = (2 * ((digit > 0).sum(axis=1) - run.max(axis=1))).astype(np.int32)
    return found
