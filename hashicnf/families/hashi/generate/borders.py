"""Move the outer islands of a board to its borders, so that it is as large as was asked for.

The rows from the first one with islands to the last one are drawn anew from those of the board, the first and the last included,
and so are the columns. They stay in order, and what lies between islands of a row or column only grows: the same islands see each
other, and the same bridges cross. So clues and solutions are kept, and the formula of the board is the same.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from hashicnf.core.randomness import RandomStream
from hashicnf.families.hashi.board import Board
from hashicnf.families.hashi.generate.growth import some_of
from hashicnf.families.hashi.generate.symmetry import NONE, ROTATE
from hashicnf.logic import Bools, Ints


def reaching(board: Board, random: RandomStream, symmetry: str = NONE) -> Board:
    """Return a board that has islands in its first and last row and column, and the given ``symmetry`` still.

    Rows are left as they are if all islands lie in one of them, and so are columns.
    """
    rows, columns = board.shape
    return replace(
        board,
        row=_moved(board.row, rows, random, is_even=symmetry != NONE),
        column=_moved(board.column, columns, random, is_even=symmetry == ROTATE),
    )


def _moved(line: Ints, lines: int, random: RandomStream, *, is_even: bool) -> Ints:
    """Return the row (or column) of each island, int32[n], among so many; if ``is_even``, gaps are the same from both ends."""
    first, last = int(line.min()), int(line.max())
    if first == last or last - first == lines - 1:
        return line
    taken = _halves(lines, lines // 2 - first, random) if is_even else _ends(lines, last - first + 1, random)
    return np.flatnonzero(taken).astype(np.int32)[line - first]


def _ends(lines: int, count: int, random: RandomStream) -> Bools:
    """Return a random choice of ``count`` lines, bool[lines], with the first and the last one."""
    return np.concatenate(([True], some_of(lines - 2, count - 2, random), [True]))


def _halves(lines: int, count: int, random: RandomStream) -> Bools:
    """Return a random choice of ``count`` lines of the first half, its mirror image, and the middle one if any, bool[lines]."""
    half = np.concatenate(([True], some_of(lines // 2 - 1, count - 1, random)))
    return np.concatenate((half, [True] * (lines % 2), half[::-1]))
