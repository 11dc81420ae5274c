"""Take givens from a full grid as long as there is one solution: one by one, or those that a symmetry exchanges all together.

Givens are looked at in random order, each once: those that cannot be taken now cannot be taken later either, when fewer are
left. So the board that remains is minimal where they are taken one by one. Whether there is one solution is decided by the search
on candidates, which has nothing to do with the formula. On boards above ``SURE`` cells to a side that search may take too long;
there a solver does better (``Generator.thinned``); without one a given stays too if ``EFFORT`` nodes do not decide its case.
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
Spare: TypeAlias = Callable[
    [Board, tuple[int, int]], bool | None
]  # of a board without a given, and its cell and number

IMAGES: Final[Mapping[str, Callable[[int, int, int], tuple[int, int]]]] = {
    NONE: lambda _, r, c: (r, c),
    "rotate": lambda n, r, c: (n - 1 - r, n - 1 - c),
    "quarter": lambda n, r, c: (c, n - 1 - r),
    "mirror": lambda n, r, c: (r, n - 1 - c),
    "diagonal": lambda _, r, c: (c, r),
}


def orbits(side: int, symmetry: str) -> Orbits:
    """List the cells that a symmetry exchanges with each other, by their first ones."""
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
    """Return the largest number of givens, up to a number, of which orbits are wholly given: large ones, and cells alone."""
    largest, alone = max(map(len, together)), sum(len(orbit) == 1 for orbit in together)
    return number - max(0, number % largest - alone)


def thinned(board: Board, random: RandomStream, least: int, together: Orbits) -> tuple[Ints, bool]:
    """Take givens, in random order, as long as there is one solution and no fewer than ``least`` are left.

    Return those that stay, int32[side, side], and whether it is certain that none of them can be spared.
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
    """Take the givens of an orbit, or none of them; return whether they are spare, None where that is not certain.

    ``is_spare`` is asked of the board without each of them, and without those before it.
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
    """Return whether a board without a given has one solution, None where that is not certain."""
    return is_unique(board, known, None if board.side <= SURE else EFFORT)
