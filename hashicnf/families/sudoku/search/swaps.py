"""Search on full grids: swap two free cells until no unit holds a number twice; as published, and in a corrected form.

The start is a random filling of the free cells such that each number from 1 to n occurs n times in the grid; every state is such a
filling. Its score is the sum, over all cells, of the other places in the row and the column, and then in the rest of the box, that
hold the same number. It is 0 exactly on solutions. A place that counts, counts for both cells; a place in the row and one in the
column with the same index count as one, an oversight of the published program that is kept.

The published program pairs a cell (i, j) only with cells (k, l) where k > i and l > j. So no swap is within a row, within a
column or along a rising diagonal, and the first cell of the last row and the last cell of the first row are in no pair at all:
their numbers never change. On an empty 9 x 9 board the cells fall into sets of 79, 1 and 1 between which no number moves, so
unless these two cells are given, only about one random filling in a hundred can reach a solution. ``swap`` is that search, and
exhausting its space proves nothing. ``swap-all`` has all pairs.

The score is no lower bound on swaps: one swap away from a solution it is 4 to 12. So A* does not find shortest paths, but any
path to a solution will do. The published program has no closed list, which is why adding the length of the path helped it: that
alone kept it from visiting the same grids for ever.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from typing import Final, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from hashicnf.core.constraints import Claim, Restricted
from hashicnf.core.randomness import RandomStream
from hashicnf.core.statespace import ZERO, Heuristic, Searchable, Tried
from hashicnf.families.sudoku.board import Board, Grid
from hashicnf.families.sudoku.search.grid import Rules
from hashicnf.logic import Ints
from hashicnf.trace.steps import Decision, Step

Bytes: TypeAlias = NDArray[np.uint8]
Scores: TypeAlias = NDArray[np.int64]
AT_ONCE: Final = 256  # swaps that are scored together, so that their comparisons fit into the processor's cache
WHY: Final = "the published pairs leave cells that never change: another filling, or swap-all, may reach a solution"
WITHOUT: Final = f"no grid that the swaps lead to is a solution; {WHY}"


class Full(NamedTuple):
    """A full grid: a byte for each cell, and its score."""

    cells: bytes
    score: int


class Swap(NamedTuple):
    """An action: the two cells that exchange their numbers, and the side of the board."""

    one: int
    other: int
    side: int

    def __str__(self) -> str:
        """Return the words for the swap; rows and columns count from 1."""
        places = (f"row {p // self.side + 1}, column {p % self.side + 1}" for p in (self.one, self.other))
        return f"{' and '.join(places)} are swapped"


class Swaps:
    """The space of one board: with ``is_complete`` all pairs of free cells are swapped, else only the published ones."""

    def __init__(self, board: Board, *, is_complete: bool, seed: int = 0) -> None:
        """Fill the board at random by a seed, and compute the pairs."""
        self.board, self._n = board, board.side
        self.pairs = pairs(board, is_complete=is_complete)
        self._start = filling(board, seed)
        self._box = _same_box(board)

    def initial(self) -> Iterator[Full]:
        """Yield the random filling as the start; no start if a number is given more than n times."""
        if self._start is not None:
            yield Full(self._start.tobytes(), int(self.scores(self._start[None])[0]))

    def successors(self, state: Full) -> Iterator[tuple[Swap, Full, float]]:
        """Yield the children in which a pair of cells with different numbers is swapped."""
        cells = np.frombuffer(state.cells, dtype=np.uint8)
        every = self.pairs[cells[self.pairs[:, 0]] != cells[self.pairs[:, 1]]]
        for first in range(0, len(every), AT_ONCE):
            pairs = every[first : first + AT_ONCE]
            children = np.repeat(cells[None], len(pairs), axis=0)
            each = np.arange(len(pairs))
            children[each, pairs[:, 0]] = cells[pairs[:, 1]]
            children[each, pairs[:, 1]] = cells[pairs[:, 0]]
            scores: list[int] = self.scores(children).tolist()
            for (one, other), child, score in zip(pairs.tolist(), children, scores, strict=True):
                yield Swap(one, other, self._n), Full(child.tobytes(), score), 1

    def begin(self) -> tuple[Step, ...]:
        """Return the steps of the givens, and the random filling as one decision."""
        if self._start is None:
            return ()
        rules, numbers = Rules(self.board), self._start.tolist()
        filled = tuple(rules.literal(p, numbers[p]) for p in rules.free)
        rows = (" ".join(map(str, row)) for row in self._start.reshape(self._n, self._n).tolist())
        return *rules.given(), Decision(filled, f"the grid is filled at random, row by row: {', '.join(rows)}")

    def narrate(self, state: Full) -> Iterator[Tried[Swap, Full]]:
        """Yield the swaps as decisions, each of which gives two cells the number of the other, and takes their own."""
        literal = Rules(self.board).literal
        for branch, (swap, child, cost) in enumerate(self.successors(state), 1):
            given = tuple(literal(p, child.cells[p]) for p in swap[:2])
            taken = tuple(-literal(p, state.cells[p]) for p in swap[:2])
            yield swap, child, cost, (Decision(given + taken, str(swap), branch),)

    def is_goal(self, state: Full) -> bool:
        """Return whether no unit holds a number twice."""
        return state.score == 0

    def key(self, state: Full) -> Hashable:
        """Return the cells of a state, which identify it."""
        return state.cells

    def scores(self, grids: Bytes) -> Scores:
        """Return the scores, int64[m], of full grids, uint8[m, n * n]."""
        n = self._n
        square = grids.reshape(-1, n, n)
        at = np.arange(n)
        row = square[:, :, :, None] == square[:, :, None, :]  # [m, i, j, k]: row i has the same number at j and k
        row &= at[:, None] != at
        # [m, i, j, k]: column j has that number in row k.
        column = square.transpose(0, 2, 1)[:, None, :, :] == square[:, :, :, None]
        column &= (at[:, None] != at)[:, None, :]
        found: Scores = np.count_nonzero(row | column, axis=(1, 2, 3)).astype(np.int64)
        one, other = self._box
        extra: Scores = 2 * np.count_nonzero(grids[:, one] == grids[:, other], axis=1).astype(np.int64)
        if self.board.diagonals:
            extra += sum(_repeats(grids[:, line]) for line in (slice(0, n * n, n + 1), slice(n - 1, n * n - 1, n - 1)))
        return found + extra


def _repeats(lines: Bytes) -> Scores:
    """Return the number of ordered pairs of equal numbers in each line, uint8[m, n]: int64[m]."""
    equal: Scores = np.count_nonzero(lines[:, :, None] == lines[:, None, :], axis=(1, 2)).astype(np.int64)
    return np.subtract(equal, lines.shape[1])


def pairs(board: Board, *, is_complete: bool) -> Ints:
    """Return the pairs of free cells that may be swapped, int32[p, 2]: all, or those of the published loops."""
    n = board.side
    free = np.flatnonzero(board.givens.ravel() == 0).astype(np.int32)
    one, other = (free[index] for index in np.triu_indices(len(free), 1))
    if not is_complete:
        below = (other // n > one // n) & (other % n > one % n)
        one, other = one[below], other[below]
    return np.stack((one, other), axis=1)


def filling(board: Board, seed: int) -> Bytes | None:
    """Return a random filling, uint8[n * n], with n times each number; None if a number is given more than n times."""
    n, cells = board.side, board.givens.ravel().astype(np.uint8)
    left = n - np.bincount(cells, minlength=n + 1)[1:]
    if (left < 0).any():
        return None
    rest = np.repeat(np.arange(1, n + 1, dtype=np.uint8), left)
    cells[cells == 0] = rest[RandomStream(seed).order(len(rest))]
    return cells


def _same_box(board: Board) -> tuple[Ints, Ints]:
    """Return the pairs of cells of a box that share neither row nor column: first and second cells, int32[p] each."""
    n, (tall, wide) = board.side, board.box
    one, other = (cells.astype(np.int32) for cells in np.triu_indices(n * n, 1))
    same = (one // n // tall == other // n // tall) & (one % n // wide == other % n // wide)
    same &= (one // n != other // n) & (one % n != other % n)
    return one[same], other[same]


def _score(state: Full) -> float:
    return state.score


def _searchable(space: Swaps, title: str, claim: Claim) -> Searchable[Full]:
    def grid(state: Full, _: Sequence[Swap]) -> Grid:
        return Grid(np.frombuffer(state.cells, dtype=np.uint8).astype(np.int32).reshape(board.givens.shape))

    board = space.board
    guide = "for each cell, the cells in its units with the same number, summed; not a lower bound"
    known = (Heuristic("score", _score, admissible=False, consistent=False, title=guide), ZERO)
    return Searchable(space, {h.name: h for h in known}, grid, title=title, claim=claim)


def published(board: Board) -> Searchable[Full]:
    """Return the space of a board with the published pairs."""
    space = Swaps(board, is_complete=False)
    return _searchable(space, "full grids, two cells swapped: the published pairs", Claim.of(Restricted(WHY, WITHOUT)))


def complete(board: Board) -> Searchable[Full]:
    """Return the space of a board with all pairs."""
    return _searchable(Swaps(board, is_complete=True), "full grids, any two cells swapped", Claim())
