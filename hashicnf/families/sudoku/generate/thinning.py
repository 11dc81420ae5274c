"""Remove givens from a full grid while the solution remains unique: one by one, or all cells that a symmetry exchanges together.

Givens are tried in random order, each once: one that cannot be removed now cannot be removed later either, when fewer givens are
left. So the board that remains is minimal if givens are removed one by one. Uniqueness is decided by the search on candidates,
which is independent of the formula. On boards with sides above ``SURE`` that search may take too long, and a solver does better
(``Generator.thinned``); without a solver a given is also kept if ``EFFORT`` nodes do not decide the question.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final, TypeAlias

import numpy as np

from hashicnf.core.document import EMPTY
from hashicnf.core.randomness import RandomStream
from hashicnf.families.sudoku.board import Board
from hashicnf.families.sudoku.generate.counting import is_unique
from hashicnf.logic import Ints

SURE: Final = 10
EFFORT: Final = 60
NONE: Final = "none"

Orbits: TypeAlias = list[list[int]]  # cells that a symmetry exchanges, from 0 in reading order
# Takes a board without a given, and the given's (cell, number); None: not certain.
Spare: TypeAlias = Callable[[Board, tuple[int, int]], bool | None]

IMAGES: Final[Mapping[str, Callable[[int, int, int], tuple[int, int]]]] = {
    NONE: lambda _, r, c: (r, c),
    "rotate": lambda n, r, c: (n - 1 - r, n - 1 - c),
    "quarter": lambda n, r, c: (c, n - 1 - r),
    "mirror": lambda n, r, c: (r, n - 1 - c),
    "diagonal": lambda _, r, c: (c, r),
}


def orbits(side: int, symmetry: str) -> Orbits:
    """Return the orbits of a symmetry: lists of cells that it exchanges with each other, in the order of their first cells."""
    image, found = IMAGES[symmetry], Orbits()
    seen: set[int] = set()
    for first in range(side * side):
        cell, orbit = first, list[int]()
        while cell not in seen:
            seen.add(cell)
            orbit.append(cell)
            row, column = image(side, *divmod(cell, side))
            cell = row * side + column
        found += [orbit] if orbit else []
    return found


def fitting(number: int, together: Orbits) -> int:
    """Return the largest number of givens, up to ``number``, that is a sum of sizes of orbits."""
    largest, alone = max(map(len, together)), sum(len(orbit) == 1 for orbit in together)
    return number - max(0, number % largest - alone)


def thinned(board: Board, random: RandomStream, least: int, together: Orbits) -> tuple[Ints, bool]:
    """Remove givens in random order while the solution remains unique and at least ``least`` are left.

    Return the remaining givens, int32[side, side], and whether it is certain that none of them can be spared.
    """
    givens, is_minimal = board.givens.copy(), all(len(orbit) == 1 for orbit in together)
    for number in random.order(len(together)).tolist():
        orbit = together[number]
        if np.count_nonzero(givens) - len(orbit) < least:
            is_minimal = False
            continue
        spare = taken(givens, board, orbit, _is_spare)
        is_minimal = is_minimal and spare is not None
    return givens, is_minimal


def taken(givens: Ints, board: Board, orbit: list[int], is_spare: Spare) -> bool | None:
    """Remove the givens of an orbit in place, all or none; return whether all can be spared, None if that is not certain.

    ``is_spare`` is called for each of them, on the board without it and without those before it.
    """
    for count, place in enumerate(orbit, 1):
        givens.flat[place] = EMPTY
        number = int(board.givens.flat[place])
        spare = is_spare(Board(givens.copy(), board.box, board.diagonals), (place, number))
        if not spare:
            givens.flat[orbit[:count]] = board.givens.flat[orbit[:count]]
            return spare
    return True


def _is_spare(board: Board, known: tuple[int, int]) -> bool | None:
    """Return whether a board without the ``known`` (cell, number) has a unique solution; None if that is not certain."""
    return is_unique(board, known, None if board.side <= SURE else EFFORT)
