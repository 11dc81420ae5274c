"""Fill an empty board at random: by search on small boards and with diagonals, otherwise by exchanges within a shuffled pattern.

Searches find no full grid of large boards. There, two rows of a band exchange their numbers in some columns, chosen such that
both rows keep their numbers: the columns of a cycle of the permutation that takes one row to the other. That keeps the numbers of
columns and boxes too, and so do exchanges between two columns of a stack. An exchange and its reverse are equally probable, so
no grid that the exchanges reach is preferred (Jacobson and Matthews 1996, "Generating uniformly distributed random latin squares",
mix Latin squares by a walk of this kind). They may not reach all grids: of 6 x 6 cells they reach 29,952 of the 39,168 grids
with a given first row.
"""

from __future__ import annotations

from typing import Final, TypeAlias

import numpy as np

from hashicnf.core.randomness import RandomStream
from hashicnf.errors import UsageError
from hashicnf.families.sudoku.board import Board
from hashicnf.families.sudoku.generate.counting import random_solution
from hashicnf.families.sudoku.generate.thinning import SURE
from hashicnf.logic import Ints

TRIES = 50  # searches for a random full grid
EXCHANGES: Final = 5  # per cell; one per cell leaves as few equal segments of lines as twenty

Lines: TypeAlias = list[list[int]]


def filled(empty: Board, random: RandomStream) -> Ints:
    """Return a random full grid, int32[n, n]. Raises UsageError if none with diagonals is found."""
    if empty.side <= SURE or empty.diagonals:
        for _ in range(TRIES):
            if (found := random_solution(empty, random)) is not None:
                return found
        if empty.diagonals:
            raise UsageError(f"no full grid of {empty.side} x {empty.side} cells with diagonals was found")
    return _mixed(_pattern(empty, random), empty, random)


def _mixed(grid: Ints, board: Board, random: RandomStream) -> Ints:
    """Return a full grid, int32[n, n], after random exchanges between rows of a band or columns of a stack."""
    n, (tall, wide) = board.side, board.box
    rows: Lines = grid.tolist()
    columns: Lines = grid.T.tolist()
    pairs = [(rows, columns, i, j) for i, j in _neighbours(n, tall)]
    pairs += [(columns, rows, i, j) for i, j in _neighbours(n, wide)]
    count = EXCHANGES * n * n
    for which, start in zip(random.below(len(pairs), count).tolist(), random.below(n, count).tolist(), strict=True):
        lines, across, i, j = pairs[which]
        for place in _cycle(lines[i], lines[j], start):
            lines[i][place], lines[j][place] = lines[j][place], lines[i][place]
            across[place][i], across[place][j] = across[place][j], across[place][i]
    return np.array(rows, dtype=np.int32)


def _neighbours(n: int, each: int) -> list[tuple[int, int]]:
    """List the pairs of ``n`` lines that are in the same band of ``each`` lines."""
    return [(i, j) for i in range(n) for j in range(i + 1, n) if i // each == j // each]


def _cycle(one: list[int], other: list[int], start: int) -> list[int]:
    """List the places, from ``start``, at which two lines of the same numbers hold a cycle of the permutation between them."""
    places = [start]
    while (number := other[places[-1]]) != one[start]:
        places.append(one.index(number))
    return places


def _pattern(empty: Board, random: RandomStream) -> Ints:
    """Return a full grid of shifted rows with numbers, rows and columns shuffled such that boxes stay valid."""
    n, (tall, wide) = empty.side, empty.box
    r, c = np.indices((n, n))
    grid = (wide * (r % tall) + r // tall + c) % n
    rows, columns = _order(n // tall, tall, random), _order(n // wide, wide, random)
    numbers: Ints = (random.order(n) + 1).astype(np.int32)
    shuffled: Ints = numbers[grid][rows][:, columns]
    return shuffled


def _order(bands: int, each: int, random: RandomStream) -> Ints:
    """Return a random order of lines that keeps bands together: bands are shuffled, and the lines of each band."""
    lines = [band * each + random.order(each) for band in random.order(bands)]
    return np.concatenate(lines).astype(np.int32)
