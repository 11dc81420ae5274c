"""Additive pattern databases: exact distances of groups of tiles, whose sum is a lower bound.

The tiles are divided into patterns. In a pattern only its own tiles are distinguished, and only their slides count; so no slide
is counted twice, and the distances of all patterns can be added. On a square board whose goal has the blank on the diagonal, the
board mirrored in the diagonal gives a second sum, and the larger one is used; a goal with the blank in another corner is turned
until it is in the last one, so that it shares the tables.

Patterns are groups of cells of the goal: 6, 6 and 3 of them on 4 x 4 cells (Korf and Felner), on other boards runs of cells in
reading order, as long as the number of entries allows. An index is a number with one digit per tile, the tile's cell, in the base
of the number of cells.

A table is built by breadth-first search from the goal over pairs of a placement of the pattern's tiles and a connected region of
other cells, in which the blank moves at no cost: regions are bit masks, and all placements of a distance are moved at once. The
table holds for each placement the minimum distance over all regions. That is why the estimate is not consistent. Reference:
Korf and Felner 2002, "Disjoint pattern database heuristics"; Felner, Korf and Hanan 2004, "Additive pattern database heuristics".
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from time import perf_counter
from typing import Any, Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from hashicnf.arrays.blocking import pieces
from hashicnf.core.progress import Observer
from hashicnf.core.statespace import Heuristic
from hashicnf.families.tiles.board import BLANK, Board
from hashicnf.families.tiles.heuristics import Batched, with_tables
from hashicnf.families.tiles.heuristics.guides import Numbers, PatternGuide
from hashicnf.files.cache import kept

Cells: TypeAlias = tuple[int, ...]
TITLE: Final = "sum of the distances of groups of tiles, from tables that are built once"
VERSION: Final = 1  # of the tables; files of another version are not used
SMALL: Final = 16  # up to so many cells, regions are masks of 16 bits
LARGEST: Final = 32  # up to so many cells, regions are masks of 32 bits; larger boards have no tables
MOST_ENTRIES: Final = 1 << 24  # of a table
MOST_ENTRIES_IF_LARGE: Final = 1 << 19  # of a table of a board with more than SMALL cells
FAR: Final = 255
BEST: Final[dict[tuple[int, int], tuple[Cells, ...]]] = {
    (4, 4): ((1, 2, 3), (0, 4, 5, 8, 9, 12), (6, 7, 10, 11, 13, 14)),
}


def partition(shape: tuple[int, int], blank: int) -> tuple[Cells, ...]:
    """Return the cells of the goal, except that of the blank, divided into patterns."""
    cells = shape[0] * shape[1]
    if shape in BEST and blank == cells - 1:
        return BEST[shape]
    longest, entries = 0, 1
    while entries * cells <= (MOST_ENTRIES if cells <= SMALL else MOST_ENTRIES_IF_LARGE):
        longest, entries = longest + 1, entries * cells
    others = [cell for cell in range(cells) if cell != blank]
    return tuple(tuple(others[at : at + longest]) for at in range(0, len(others), longest))


def build(shape: tuple[int, int], pattern: Cells, blank: int, observe: Observer) -> NDArray[np.uint8]:
    """Return the table of a pattern: distances uint8[cells ** tiles], FAR for indices that are no reachable placement."""
    phase = f"build the table of {len(pattern)} of the tiles on {shape[0]} x {shape[1]} cells"
    cells = shape[0] * shape[1]
    size, weight = cells ** len(pattern), cells ** np.arange(len(pattern))
    kind = np.uint16 if cells <= SMALL else np.uint32
    distance = np.full(size, FAR, dtype=np.uint8)
    visited, arriving = np.zeros(size, dtype=kind), np.zeros(size, dtype=kind)
    grid = _Grid(shape, kind)
    arriving[int((weight * pattern).sum())] = 1 << blank
    for steps in range(FAR):
        placements = np.flatnonzero(arriving)
        if not len(placements):
            break
        regions = arriving[placements]
        arriving[placements] = 0
        for piece in pieces(len(placements)):
            observe(phase)
            some = placements[piece]
            at = [some // power % cells for power in weight.tolist()]
            region = grid.flooded(regions[piece], at) & ~visited[some]
            visited[some] |= region
            distance[some] = np.minimum(distance[some], steps)
            for power, cell in zip(weight.tolist(), at, strict=True):
                for there, legal in grid.ways(cell, region):
                    after = some[legal] + power * (there[legal] - cell[legal])
                    bit = grid.bit[cell[legal]]
                    new = visited[after] & bit == 0
                    arriving[after[new]] |= bit[new]  # no index twice: tile and direction determine the parent
    return distance


class _Grid:
    """The cells of a board as bits of masks."""

    def __init__(self, shape: tuple[int, int], kind: type[np.uint16 | np.uint32]) -> None:
        """Compute the masks of the borders, and the neighbours of cells."""
        rows, columns = shape
        cell = np.arange(rows * columns)
        self.bit: NDArray[Any] = (1 << cell).astype(kind)
        self._columns, self._all = columns, kind(self.bit.sum())
        inside = cell % columns < columns - 1, cell % columns > 0
        self._not_last, self._not_first = (kind(self.bit[mask].sum()) for mask in inside)
        below = (cell + columns < rows * columns, columns), (cell >= columns, -columns)
        ways = ((inside[0], 1), (inside[1], -1), *below)
        self._there = [np.where(mask, cell + step, cell) for mask, step in ways]

    def flooded(self, region: NDArray[Any], at: Sequence[Numbers]) -> NDArray[Any]:
        """Return regions (masks) grown through all connected cells that hold none of the tiles, whose cells are ``at``."""
        free: NDArray[Any] = np.full(len(region), self._all)
        for cell in at:
            free &= ~self.bit[cell]
        while True:
            sides = (region & self._not_last) << 1 | (region & self._not_first) >> 1
            grown = (region | sides | region << self._columns | region >> self._columns) & free
            if (grown == region).all():
                return region
            region = grown

    def ways(self, cell: Numbers, region: NDArray[Any]) -> list[tuple[Numbers, Numbers]]:
        """List, for each direction, the neighbours of cells, and the indices of tiles that can move: the region contains them."""
        found = [there[cell] for there in self._there]
        return [(there, np.flatnonzero(region & self.bit[there])) for there in found]


def symmetries(shape: tuple[int, int], blank: int) -> list[NDArray[np.int32]]:
    """List the rotations and reflections of the board that move the blank of the goal to the highest possible cell.

    Each is int32[cells], the cell to which each cell is mapped.
    """
    grid = np.arange(shape[0] * shape[1], dtype=np.int32).reshape(shape)
    turned = [np.rot90(grid, turns) for turns in range(4)]
    every = [other for one in turned for other in (one, one.T) if other.shape == shape]
    found = {tuple(np.argsort(one.ravel()).tolist()) for one in every}
    most = max(one[blank] for one in found)
    return [np.array(one, dtype=np.int32) for one in sorted(found) if one[blank] == most]


@dataclass(frozen=True)
class Database:
    """The tables of all patterns, concatenated; ``base`` int64[patterns] is the offset of each."""

    patterns: tuple[Cells, ...]
    table: NDArray[np.uint8]
    base: NDArray[np.int64]
    seconds: float
    is_new: bool


def database(shape: tuple[int, int], blank: int, patterns: tuple[Cells, ...], observe: Observer) -> Database:
    """Return the tables of patterns, from the cache or built and then cached."""
    began = perf_counter()
    cells = shape[0] * shape[1]
    sizes = [cells ** len(pattern) for pattern in patterns]
    what = {"tables": VERSION, "shape": shape, "blank": blank, "patterns": patterns}
    name = f"tiles-{shape[0]}x{shape[1]}-{blank}-{'-'.join(str(len(pattern)) for pattern in patterns)}.patterns"
    found = kept(name, what, lambda: b"".join(build(shape, pattern, blank, observe).tobytes() for pattern in patterns))
    base = np.cumsum([0, *sizes[:-1]])
    return Database(patterns, np.frombuffer(found.data, np.uint8), base, perf_counter() - began, found.is_new)


class Lookup:
    """The database of a board, with the share of each tile in a cell of its pattern's index, for each symmetry."""

    def __init__(self, board: Board, observe: Observer) -> None:
        """Read or build the tables, and compute the shares."""
        turns = symmetries(board.shape, board.goal.index(BLANK))
        corner = int(turns[0][board.goal.index(BLANK)])
        self.database = database(board.shape, corner, partition(board.shape, corner), observe)
        count = len(self.database.patterns)
        self.group = np.zeros((len(turns), board.cells), dtype=np.int64)
        self.share = np.zeros((len(turns), board.cells, board.cells), dtype=np.int64)
        self.base = np.tile(self.database.base, len(turns))
        home = np.argsort(np.array(board.goal))
        for number, turn in enumerate(turns):
            for group, pattern in enumerate(self.database.patterns):
                for digit, cell in enumerate(pattern):
                    tile = int(np.flatnonzero(turn[home] == cell)[0])
                    self.group[number, tile] = number * count + group
                    self.share[number, tile] = turn * board.cells**digit
        # One number has a field for the index of each pattern, so one sum over the cells finds all indices.
        width = len(self.database.table).bit_length()
        self._mask = (1 << width) - 1
        fields = width * np.arange(len(self.base))
        self._start = _packed(self.base, fields)
        self._shares = [
            [_packed(self.share[:, tile, cell], fields[self.group[:, tile]]) for tile in range(board.cells)]
            for cell in range(board.cells)
        ]
        self._fields = fields.reshape(len(turns), count).tolist()
        self._distances = self.database.table.data

    def estimate(self, state: bytes) -> int:
        """Return the estimate of a position: the largest sum over all symmetries."""
        indices = sum(map(list.__getitem__, self._shares, state), self._start)
        distances, mask = self._distances, self._mask
        return max([sum([distances[indices >> field & mask] for field in fields]) for fields in self._fields])

    def guide(self) -> PatternGuide:
        """Return the guide for the space over arrays."""
        return PatternGuide(self.group, self.share, self.base, self.database.table)

    def figures(self) -> Mapping[str, str | int | float]:
        """Return the sizes of the patterns and of the tables, and the time in which these were read or built."""
        found = self.database
        how = "built" if found.is_new else "read"
        sizes = "-".join(str(len(pattern)) for pattern in found.patterns)
        return {"patterns": sizes, "table_bytes": len(found.table), f"table_seconds_{how}": round(found.seconds, 3)}


def _packed(numbers: Numbers, fields: Numbers) -> int:
    """Return the sum of numbers shifted to fields, given by their lowest bits; it may have any length."""
    return sum(number << field for number, field in zip(numbers.tolist(), fields.tolist(), strict=True))


def heuristic(board: Board, batched: Batched) -> Heuristic[bytes] | None:
    """Return the heuristic; None for boards that are too large."""
    if not 1 < board.cells <= LARGEST:
        return None
    return with_tables("pattern-database", TITLE, partial(Lookup, board), batched, consistent=False)
