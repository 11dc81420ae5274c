"""Boards of a grade: givens are taken as long as techniques up to that grade solve what is left, then exchanged for others.

What people's techniques solve has one solution, and what they do not solve they do not with fewer givens either: so a given that
cannot be taken stays. Most boards that are left still need no hard technique. Then a few numbers are given again and others taken,
again and again: of two boards the one that climbs higher is kept, or the one with more steps beyond singles.

A second solution that was found tells for good which cells must not all be empty (an unavoidable set), for all boards with the same
full grid: most givens that stay are held against those alone.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import numpy as np

from hashicnf.core.document import EMPTY
from hashicnf.core.randomness import RandomStream
from hashicnf.families.sudoku.board import Board
from hashicnf.families.sudoku.generate.counting import another
from hashicnf.families.sudoku.generate.thinning import SURE, Orbits, taken
from hashicnf.families.sudoku.techniques.climbing import SINGLES, Climb, climb
from hashicnf.logic import Ints

EXCHANGES: Final = 100  # on one full grid, before another is begun
RETURNED: Final = 0.075  # of the cells, given again in an exchange


class Exchanges:
    """The boards of one full grid that techniques up to the last of some grades solve, one after the other."""

    def __init__(
        self, full: Board, together: Orbits, random: RandomStream, grades: range, *, clues: int, enough: int
    ) -> None:
        """Begin with the full grid. Boards keep ``clues`` givens, and ``enough`` where they have the first grade by then."""
        self._full, self._together, self._random = full, together, random
        self._least, self._most = grades[0], grades[-1]
        self._clues, self._enough = clues, enough
        self._reached: Climb | None = None  # of the board that was looked at last
        self._unavoidable: list[int] = []  # sets of cells

    def boards(self) -> Iterator[tuple[Board, int]]:
        """Yield boards, and the grade of each as far as it is beyond singles, else 0."""
        best = self._full.givens.copy()
        reached = self._thin(best, step=len(self._together) // 2)
        yield self._at(best), reached.grade
        for _ in range(EXCHANGES):
            givens = best.copy()
            empty = self._shuffled([orbit for orbit in self._together if givens.flat[orbit[0]] == EMPTY])
            for orbit in empty[: max(1, round(RETURNED * len(self._together)))]:
                givens.flat[orbit] = self._full.givens.flat[orbit]
            other = self._thin(givens)
            if other >= reached:
                best, reached = givens, other
            yield self._at(givens), other.grade

    def _thin(self, givens: Ints, step: int = 1) -> Climb:
        """Take givens in random order, ``step`` orbits at once as long as singles solve the rest; return how high that climbs."""
        orbits = self._shuffled([orbit for orbit in self._together if givens.flat[orbit[0]] != EMPTY])
        reached = climb(self._at(givens), self._most) or SINGLES
        while orbits:
            left = np.count_nonzero(givens)
            if left <= self._enough and reached.grade >= self._least:
                break
            some = orbits[:step]
            spare = left - sum(map(len, some)) >= self._clues and self._are_spare(givens, some)
            reached = self._reached if spare and self._reached is not None else reached
            if spare or step == 1:
                orbits = orbits[step:]
            step = 2 * step if spare and step > 1 else max(1, step // 2)
        return reached

    def _are_spare(self, givens: Ints, some: Orbits) -> bool:
        """Take the givens of an orbit, or of several at once, or none of them; return whether they are taken."""
        if len(some) == 1:
            return bool(taken(givens, self._full, some[0], self._is_spare))
        cells = [cell for orbit in some for cell in orbit]
        givens.flat[cells] = EMPTY
        self._reached = climb(self._at(givens), 0)
        if self._reached is None:
            givens.flat[cells] = self._full.givens.flat[cells]
        return self._reached is not None

    def _is_spare(self, board: Board, known: tuple[int, int]) -> bool:
        """Return whether the techniques solve a board without a given."""
        givens = sum(1 << p for p in np.flatnonzero(board.givens).tolist())
        if any(not cells & givens for cells in self._unavoidable):
            return False
        if board.side <= SURE and (other := another(board, known)) is not None:
            differing = np.flatnonzero(other != self._full.givens).tolist()
            self._unavoidable.append(sum(1 << p for p in differing))
            return False
        self._reached = climb(board, self._most)
        return self._reached is not None

    def _shuffled(self, orbits: Orbits) -> Orbits:
        return [orbits[i] for i in self._random.order(len(orbits)).tolist()]

    def _at(self, givens: Ints) -> Board:
        return Board(givens.copy(), self._full.box, self._full.diagonals)
