"""Additive pattern databases: exact distances of groups of tiles, whose sum is a lower bound.

The tiles are divided into patterns. Of a pattern only its own tiles have faces, and only their slides count; so no slide counts
twice, and the distances of all patterns add up. On a square board whose goal has the blank on the diagonal, the board mirrored
in it gives a second sum, of which the larger counts; a goal with the blank in another corner is turned until it is in the last
one, so that it shares the tables.

Patterns are groups of cells of the goal: 6, 6 and 3 of them on 4 x 4 cells (Korf and Felner), on other boards runs of cells in
reading order, as long as the number of entries allows. An index is a number with a digit for each tile, its cell, to the base of
the number of cells.

A table is built by breadth-first search from the goal over pairs of a placement of the pattern's tiles and a region of other
cells that hang together, in which the blank moves at no cost: regions are sets of bits, and all placements of a distance are
moved at once. The table holds for each placement the least distance over all regions. That is why the estimate is not
consistent. Reference: Korf and Felner 2002, "Disjoint pattern database heuristics"; Felner, Korf and Hanan 2004, "Additive
pattern databases".
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from time import perf_counter
from typing import TYPE_CHECKING, Any, Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from hashicnf.arrays.blocking import pieces
from hashicnf.core.statespace import Batches, Heuristic
from hashicnf.core.stats import Observer, unobserved
from hashicnf.families.tiles.board import BLANK, Board
from hashicnf.families.tiles.heuristics.guides import Numbers, PatternGuide
from hashicnf.files.cache import kept

if TYPE_CHECKING:
    from hashicnf.families.tiles.heuristics import Batched

Cells: TypeAlias = tuple[int, ...]
TITLE: Final = "sum of the distances of groups of tiles, from tables that are built once"
VERSION: Final = 1  # of the tables: another one makes files stale
SMALL: Final = 16  # cells of a board whose regions are bits of 16
LARGEST: Final = 32  # cells of a board whose regions are bits of 32
MOST_ENTRIES: Final = 1 << 24  # of a table
MOST_ENTRIES_IF_LARGE: Final = 1 << 19  # of a table of a board that is not small
FAR: Final = 255
BEST: Final[dict[tuple[int, int], tuple[Cells, ...]]] = {
    (4, 4): ((1, 2, 3), (0, 4, 5, 8, 9, 12), (6, 7, 10, 11, 13, 14)),
}


def partition(shape: tuple[int, int], blank: int) -> tuple[Cells, ...]:
    """Divide the cells of the goal but that of the blank into patterns."""
    cells = shape[0] * shape[1]
    if shape in BEST and blank == cells - 1:
        return BEST[shape]
    longest, entries = 0, 1
    while entries * cells <= (MOST_ENTRIES if cells <= SMALL else MOST_ENTRIES_IF_LARGE):
        longest, entries = longest + 1, entries * cells
    others = [cell for cell in range(cells) if cell != blank]
    return tuple(tuple(others[at : at + longest]) for at in range(0, len(others), longest))


def build(shape: tuple[int, int], pattern: Cells, blank: int, observe: Observer = unobserved) -> NDArray[np.uint8]:
    """Build the table of a pattern: uint8[cells ** tiles], FAR where no placement is."""
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
                    arriving[after[new]] |= bit[new]  # a tile and a way take no two placements to the same one
    return distance


class _Grid:
    """The cells of a board as bits."""

    def __init__(self, shape: tuple[int, int], kind: type[np.uint16 | np.uint32]) -> None:
        """Make the masks of the borders."""
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
        """Grow regions through the cells that hold none of the tiles."""
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
        """List for each way the cells there, and the numbers of those tiles that can go: the blank's region holds the cell."""
        found = [there[cell] for there in self._there]
        return [(there, np.flatnonzero(region & self.bit[there])) for there in found]


def symmetries(shape: tuple[int, int], blank: int) -> list[NDArray[np.int32]]:
    """List the turns and mirrorings of the board that take the blank of the goal as close to the last cell as any does.

    Each as int32[cells], the cell to which a cell goes.
    """
    grid = np.arange(shape[0] * shape[1], dtype=np.int32).reshape(shape)
    turned = [np.rot90(grid, turns) for turns in range(4)]
    every = [other for one in turned for other in (one, one.T) if other.shape == shape]
    found = {tuple(np.argsort(one.ravel()).tolist()) for one in every}
    most = max(one[blank] for one in found)
    return [np.array(one, dtype=np.int32) for one in sorted(found) if one[blank] == most]


@dataclass(frozen=True)
class Database:
    """The tables of all patterns, one after the other; ``base`` int[patterns] is where each begins."""

    patterns: tuple[Cells, ...]
    table: NDArray[np.uint8]
    base: NDArray[np.int64]
    seconds: float
    is_new: bool


def database(
    shape: tuple[int, int], blank: int, patterns: tuple[Cells, ...], observe: Observer = unobserved
) -> Database:
    """Read the tables from the cache, or build and keep them."""
    began = perf_counter()
    cells = shape[0] * shape[1]
    sizes = [cells ** len(pattern) for pattern in patterns]
    what = {"tables": VERSION, "shape": shape, "blank": blank, "patterns": patterns}
    name = f"tiles-{shape[0]}x{shape[1]}-{blank}-{'-'.join(str(len(pattern)) for pattern in patterns)}.patterns"
    found = kept(name, what, lambda: b"".join(build(shape, pattern, blank, observe).tobytes() for pattern in patterns))
    base = np.cumsum([0, *sizes[:-1]])
    return Database(patterns, np.frombuffer(found.data, np.uint8), base, perf_counter() - began, found.is_new)


class Lookup:
    """The database of a board, with what a tile in a cell adds to which index, for each symmetry."""

    def __init__(self, board: Board, observe: Observer = unobserved) -> None:
        """Read or build the tables."""
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
        self._terms = [
            [
                (
                    int(begin),
                    [(tile, self.share[number, tile].tolist()) for tile in self._tiles(number, number * count + g)],
                )
                for g, begin in enumerate(self.database.base)
            ]
            for number in range(len(turns))
        ]

    def _tiles(self, number: int, group: int) -> list[int]:
        return [tile for tile in range(1, self.group.shape[1]) if self.group[number, tile] == group]

    def estimate(self, state: bytes) -> int:
        """Return the larger sum of a position."""
        table = self.database.table
        return max(
            sum(int(table[base + sum(share[state.index(tile)] for tile, share in tiles)]) for base, tiles in terms)
            for terms in self._terms
        )

    def guide(self) -> PatternGuide:
        """Return the guide for positions in arrays."""
        return PatternGuide(self.group, self.share, self.base, self.database.table)


def heuristic(board: Board, batched: Batched) -> Heuristic[bytes] | None:
    """Make the heuristic; None for boards that are too large."""
    if not 1 < board.cells <= LARGEST:
        return None
    made: list[Lookup] = []

    def lookup(observe: Observer = unobserved) -> Lookup:
        if not made:
            made.append(Lookup(board, observe))
        return made[0]

    def prepare(observe: Observer) -> dict[str, str | int | float]:
        found = lookup(observe).database
        how = "built" if found.is_new else "read"
        sizes = "-".join(str(len(pattern)) for pattern in found.patterns)
        return {"patterns": sizes, "table_bytes": len(found.table), f"table_seconds_{how}": round(found.seconds, 3)}

    def batches() -> Batches[bytes, Any]:
        return batched(lookup().guide())

    return Heuristic(
        "pattern-database",
        lambda state: lookup().estimate(state),
        admissible=True,
        consistent=False,
        title=TITLE,
        prepare=prepare,
        batches=batches,
    )
