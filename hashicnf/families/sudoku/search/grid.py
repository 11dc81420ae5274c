"""The rules of a board as plain numbers, for searches on the grid. A set of cells is an integer, bit p for cell p."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache, reduce
from operator import or_

import numpy as np

from hashicnf.families.sudoku.board import Board, Grid, Shape, units
from hashicnf.records import record
from hashicnf.trace.steps import Conflict, Decision, Forced


@record(eq=False)
class _Shape:
    """Units and peers of all boards of one shape, as described in ``Rules``; the lists are shared and must not be changed."""

    units: Sequence[Sequence[int]]
    kinds: Sequence[tuple[str, int]]
    around: Sequence[Sequence[int]]
    within: Sequence[int]
    sets: Sequence[int]
    peers: Sequence[int]
    beside: Sequence[Sequence[int]]


@lru_cache(maxsize=16)
def _shape(side: int, box: Shape, diagonals: bool) -> _Shape:
    """Return the units and peers of a shape, computed once, since generators make thousands of boards of one shape."""
    groups = units(Board(np.zeros((side, side), dtype=np.int32), box, diagonals))
    lists: list[list[int]] = [cells for group in groups.values() for cells in group.tolist()]
    around: list[list[int]] = [[] for _ in range(side**2)]
    for unit, cells in enumerate(lists):
        for p in cells:
            around[p].append(unit)
    sets = [sum(1 << p for p in cells) for cells in lists]
    return _Shape(
        lists,
        [(kind, number) for kind, group in groups.items() for number in range(len(group))],
        around,
        [sum(1 << unit for unit in some) for some in around],
        sets,
        [reduce(or_, (sets[unit] for unit in some)) & ~(1 << p) for p, some in enumerate(around)],
        [sorted({q for unit in some for q in lists[unit]} - {p}) for p, some in enumerate(around)],
    )


class Rules:
    """A board, prepared for examining one cell at a time.

    ``units[u]`` lists the cells of unit u, ``sets[u]`` is the same as a set, ``kinds[u]`` its kind and its index within the kind;
    ``around[p]`` are the units of cell p, ``within[p]`` these as a set, ``beside[p]`` the other cells in them, ``peers[p]`` those
    as a set. ``givens`` lists the number of each cell, 0 for an empty one; ``free`` are the empty cells in reading order.
    """

    def __init__(self, board: Board) -> None:
        """Take the givens of a board, and the units and peers of its shape."""
        self.side, self.count = board.side, board.side**2
        self.givens: list[int] = board.givens.ravel().tolist()
        self.free = [p for p, given in enumerate(self.givens) if not given]
        shape = _shape(board.side, board.box, board.diagonals)
        self.units, self.kinds, self.around = shape.units, shape.kinds, shape.around
        self.within, self.sets, self.peers, self.beside = shape.within, shape.sets, shape.peers, shape.beside

    def clash(self, p: int, number: int, numbers: Sequence[int]) -> Conflict | None:
        """Return the conflict in a unit of cell p that holds the number elsewhere; None if none does."""
        for unit in self.around[p]:
            if any(q != p and numbers[q] == number for q in self.units[unit]):
                kind, which = self.kinds[unit]
                return Conflict(kind, kind, which * self.side + number - 1)
        return None

    def given(self) -> list[Forced]:
        """List the steps of the givens."""
        return [Forced(self.literal(p, k), "given", "cell", p) for p, k in enumerate(self.givens) if k]

    def literal(self, p: int, number: int) -> int:
        """Return the literal of the formula that is true if cell p holds the number; these variables come first."""
        return p * self.side + number

    def decision(self, p: int, number: int, branch: int) -> Decision:
        """Return the decision that cell p holds the number."""
        return Decision((self.literal(p, number),), "", branch)

    def numbers(self, done: int, digits: int) -> list[int]:
        """Return the numbers of all cells, 0 for empty ones; the first ``done`` free cells have the last digits of base n + 1."""
        found = list(self.givens)
        for p in reversed(self.free[:done]):
            digits, found[p] = divmod(digits, self.side + 1)
        return found

    def grid(self, numbers: Sequence[int]) -> Grid:
        """Return a grid of the numbers of all cells."""
        return Grid(np.array(numbers, dtype=np.int32).reshape(self.side, self.side))


def lowest(members: int) -> int:
    """Return the smallest member of a set: the index of its lowest bit."""
    return (members & -members).bit_length() - 1


def each(members: int) -> Iterator[int]:
    """Yield the members of a set (the indices of its bits) in ascending order."""
    while members:
        yield (members & -members).bit_length() - 1
        members &= members - 1
