"""Make boards of a grade: remove givens while techniques up to that grade solve the board, then exchange some for others.

A board that human techniques solve has a unique solution, and a board that they do not solve they do not solve with fewer givens
either: so a given that cannot be removed is never tried again. Most of the resulting boards still need no hard technique. Therefore
a few numbers are added again and others removed, repeatedly: of two boards, the one that needs the harder technique is kept, or
the one with more steps beyond singles.

A second solution that is found yields an unavoidable set: cells of which at least one must be given on all boards with the same
full grid. Most givens that cannot be removed are recognised by these sets alone.
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
from hashicnf.families.sudoku.techniques.effort import SINGLES, Effort, effort_of
from hashicnf.logic import Ints

EXCHANGES: Final = 100  # per full grid
RETURNED: Final = 0.075  # share of the orbits that are given again in an exchange


class Exchanges:
    """A generator of boards of one full grid that techniques up to the last of some grades solve."""

    def __init__(
        self, full: Board, together: Orbits, random: RandomStream, grades: range, *, clues: int, enough: int
    ) -> None:
        """Begin with the full grid. Boards keep at least ``clues`` givens, and ``enough`` once they have the first grade."""
        self._full, self._together, self._random = full, together, random
        self._least, self._most = grades[0], grades[-1]
        self._clues, self._enough = clues, enough
        self._reached: Effort | None = None  # the effort of the board that was tried last
        self._unavoidable: list[int] = []  # unavoidable sets of cells, as bit masks

    def boards(self) -> Iterator[tuple[Board, int]]:
        """Yield each board with its grade, or 0 if singles solve it."""
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

    def _thin(self, givens: Ints, step: int = 1) -> Effort:
        """Remove givens in place, in random order, ``step`` orbits at once while singles suffice; return the board's effort."""
        orbits = self._shuffled([orbit for orbit in self._together if givens.flat[orbit[0]] != EMPTY])
        reached = effort_of(self._at(givens), self._most) or SINGLES
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
        """Remove the givens of one or several orbits in place, all or none; return whether they were removed."""
        if len(some) == 1:
            return bool(taken(givens, self._full, some[0], self._is_spare))
        cells = [cell for orbit in some for cell in orbit]
        givens.flat[cells] = EMPTY
        self._reached = effort_of(self._at(givens), 0)
        if self._reached is None:
            givens.flat[cells] = self._full.givens.flat[cells]
        return self._reached is not None

    def _is_spare(self, board: Board, known: tuple[int, int]) -> bool:
        """Return whether the techniques solve a board from which the ``known`` (cell, number) was removed."""
        givens = sum(1 << p for p in np.flatnonzero(board.givens).tolist())
        if any(not cells & givens for cells in self._unavoidable):
            return False
        if board.side <= SURE and (other := another(board, known)) is not None:
            differing = np.flatnonzero(other != self._full.givens).tolist()
            self._unavoidable.append(sum(1 << p for p in differing))
            return False
        self._reached = effort_of(board, self._most)
        return self._reached is not None

    def _shuffled(self, orbits: Orbits) -> Orbits:
        return [orbits[i] for i in self._random.order(len(orbits)).tolist()]

    def _at(self, givens: Ints) -> Board:
        return Board(givens.copy(), self._full.box, self._full.diagonals)
