"""Heuristics over arrays: compute the estimates of children from those of their parents, for whole batches of positions.

A guide has columns of its own beside those of the positions. A batch of k children is given by the row of each child's parent, the
tile that moves, the cell it leaves and the cell it enters: arrays of k numbers each.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol, TypeAlias

import numpy as np
from numpy.typing import NDArray

from hashicnf.core.statespace import DEAD_END, Columns

Numbers: TypeAlias = NDArray[np.integer[Any]]
Taken: TypeAlias = Callable[[Numbers], Columns]


class Guide(Protocol):
    """A heuristic that is updated incrementally by slides."""

    def start(self, tiles: NDArray[np.uint8]) -> tuple[NDArray[np.number[Any]], Columns]:
        """Return the estimates number[n] of positions uint8[n, cells], DEAD_END for dead ends, and the guide's columns."""

    def follow(
        self, columns: Columns, parent: Numbers, tile: Numbers, here: Numbers, there: Numbers
    ) -> tuple[Numbers, Taken]:
        """Return the estimates int[k] of children, and a function from indices of children to their columns."""


class CellGuide:
    """A sum over the cells: ``cost`` int[tiles, cells] is the cost of a tile in a cell."""

    def __init__(self, cost: Numbers) -> None:
        """Take the table."""
        self._cost = cost.astype(np.int32)

    def start(self, tiles: NDArray[np.uint8]) -> tuple[Numbers, Columns]:
        """Return the sums, which are also the only column."""
        h = self._cost[tiles, np.arange(tiles.shape[1])].sum(axis=1, dtype=np.int32)
        return h, (h,)

    def follow(
        self, columns: Columns, parent: Numbers, tile: Numbers, here: Numbers, there: Numbers
    ) -> tuple[Numbers, Taken]:
        """Return the parents' sums plus the difference for the moved tile."""
        tile = tile * np.int32(self._cost.shape[1])
        h = columns[0].take(parent) + (self._cost.take(tile + there) - self._cost.take(tile + here))
        return h, lambda rows: (h.take(rows),)


class LineGuide:
    """Manhattan plus twice the tiles that must leave their line: a code for each row and column, and a table of conflicts.

    ``share`` int32[2, tiles, cells] is the share of a tile in a cell of the code of its row and of its column, ``line`` int32[2,
    cells] the indices of row and column, ``conflicts`` int32[codes] the value of a code.
    """

    def __init__(self, distance: Numbers, share: Numbers, line: Numbers, conflicts: Numbers) -> None:
        """Take the tables."""
        self._distance, self._share, self._line = distance.astype(np.int32), share, line
        self._conflicts = conflicts.astype(np.int32)

    def start(self, tiles: NDArray[np.uint8]) -> tuple[Numbers, Columns]:
        """Compute the codes of all lines, and look them up."""
        count, cells = tiles.shape
        codes = np.zeros((count, int(self._line.max()) + 1), dtype=np.int32)
        for axis in (0, 1):
            for cell in range(cells):
                codes[:, self._line[axis, cell]] += self._share[axis, tiles[:, cell], cell]
        distance = self._distance[tiles, np.arange(cells)].sum(axis=1, dtype=np.int32)
        return distance + self._conflicts[codes].sum(axis=1, dtype=np.int32), (distance, codes)

    def follow(
        self, columns: Columns, parent: Numbers, tile: Numbers, here: Numbers, there: Numbers
    ) -> tuple[Numbers, Taken]:
        """Update the codes of the lines that the tile leaves and enters, and look all codes up."""
        distance = columns[0][parent] + (self._distance[tile, there] - self._distance[tile, here])
        codes, each = columns[1][parent], np.arange(len(parent))
        for axis in (0, 1):
            codes[each, self._line[axis, here]] -= self._share[axis, tile, here]
            codes[each, self._line[axis, there]] += self._share[axis, tile, there]
        h = distance + self._conflicts[codes].sum(axis=1, dtype=np.int32)
        return h, lambda rows: (distance[rows], codes[rows])


class WalkGuide:
    """Walking distance: an abstract state by rows and one by columns, and tables from state and slide to state.

    Both have ``distance`` int32[states] and ``follows`` int32[states, 2, lines]: the state after a tile whose goal is in a given
    line came into the blank's line from the line before it (0) or after it (1). ``home`` int32[2, tiles] is the line of a tile in
    the goal, ``line`` int32[2, cells] that of a cell; ``find`` returns the states of a position.
    """

    def __init__(
        self,
        distance: tuple[Numbers, Numbers],
        follows: tuple[Numbers, Numbers],
        home: Numbers,
        line: Numbers,
        find: Callable[[bytes], tuple[int, int] | None],
    ) -> None:
        """Take the tables."""
        self._distance, self._find = distance, find
        self._cells = line.shape[1]
        self._codes, self._after = zip(*map(_slides_of_lines, follows, line, home), strict=True)

    def start(self, tiles: NDArray[np.uint8]) -> tuple[NDArray[np.float64], Columns]:
        """Look up the abstract states; positions without one are dead ends."""
        found = [self._find(row.tobytes()) for row in tiles]
        by_row, by_column = np.array([states or (0, 0) for states in found], dtype=np.int32).reshape(-1, 2).T
        h = self._distance[0][by_row] + self._distance[1][by_column]
        dead = np.array([states is None for states in found], dtype=np.bool_)
        return np.where(dead, DEAD_END, h), (by_row.copy(), by_column.copy())

    def follow(
        self, columns: Columns, parent: Numbers, tile: Numbers, here: Numbers, there: Numbers
    ) -> tuple[Numbers, Taken]:
        """Look up the state after each slide, by rows and by columns."""
        slide = (here * self._cells + there) * self._cells + tile
        after = []
        for state, code, table in zip(columns, self._codes, self._after, strict=True):
            after.append(table.ravel().take(state.take(parent) * table.shape[1] + code.take(slide)))
        h = self._distance[0].take(after[0]) + self._distance[1].take(after[1])
        return h, lambda rows: (after[0].take(rows), after[1].take(rows))


class PatternGuide:
    """The maximum of several sums of pattern distances, one sum for each symmetry of the board.

    ``group`` int64[symmetries, tiles] is the index of a tile's pattern, consecutive over all symmetries; ``share``
    int64[symmetries, tiles, cells] the share of the tile in a cell of its pattern's index, ``base`` int64[patterns] the offset of
    a pattern in ``table`` uint8[entries]; here patterns are those of all symmetries.
    """

    def __init__(self, group: Numbers, share: Numbers, base: Numbers, table: NDArray[np.uint8]) -> None:
        """Take the tables."""
        self._group, self._share, self._base, self._table = group, share, base, table

    def start(self, tiles: NDArray[np.uint8]) -> tuple[Numbers, Columns]:
        """Compute the indices of all patterns, and look them up."""
        symmetries, cells = self._group.shape[0], tiles.shape[1]
        index = np.repeat(self._base[None, :], len(tiles), axis=0)
        for symmetry in range(symmetries):
            for tile in range(1, cells):
                cell = (tiles == tile).argmax(axis=1)
                index[:, self._group[symmetry, tile]] += self._share[symmetry, tile, cell]
        value = self._table[index]
        sums = value.reshape(len(tiles), symmetries, -1).sum(axis=2, dtype=np.int32)
        return sums.max(axis=1), (index, value, sums)

    def follow(
        self, columns: Columns, parent: Numbers, tile: Numbers, here: Numbers, there: Numbers
    ) -> tuple[Numbers, Taken]:
        """Look up, for each symmetry, the one pattern to which the moved tile belongs."""
        index, value, sums = columns
        found = []
        # a tile is a byte, which its product with the number of cells may exceed
        cost, row = tile * np.int32(self._share.shape[2]), parent * index.shape[1]
        before, after = cost + here, cost + there
        for symmetry, share in enumerate(self._share):
            group = self._group[symmetry].take(tile)
            place = row + group
            now = index.take(place) + (share.take(after) - share.take(before))
            is_ = self._table.take(now)
            total = sums[:, symmetry].take(parent) - value.take(place) + is_
            found.append((group, now, is_, total))
        h = np.maximum.reduce([total for *_, total in found])

        def take(rows: Numbers) -> Columns:
            above = parent.take(rows)
            made = (
                index.take(above, axis=0),
                value.take(above, axis=0),
                np.empty((len(rows), len(found)), dtype=np.int32),
            )
            first = np.arange(0, made[0].size, index.shape[1])
            for symmetry, (group, now, is_, total) in enumerate(found):
                place = first + group.take(rows)
                made[0].put(place, now.take(rows))
                made[1].put(place, is_.take(rows))
                made[2][:, symmetry] = total.take(rows)
            return made

        return h, take


def _slides_of_lines(follows: Numbers, line: Numbers, home: Numbers) -> tuple[Numbers, Numbers]:
    """Return the abstract action of each slide (along rows or columns), and the table of states after abstract actions.

    The first is int32[cells, cells, tiles] by cell left, cell entered and tile, the second int32[states, actions]; the last action
    leaves a state unchanged.
    """
    states, _, lines = follows.shape
    source, target = line[:, None, None], line[None, :, None]
    number = np.where(source == target, 2 * lines, (source > target) * lines + home)
    after = np.concatenate((follows.reshape(states, -1), np.arange(states)[:, None]), axis=1)
    return number.astype(np.int32), after.astype(np.int32)
