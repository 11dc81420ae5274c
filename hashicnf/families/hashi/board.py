"""The Hashiwokakero board and its solutions as arrays, and its settings: from documents to boards and back.

Islands are numbered from 0 in reading order. An edge is a candidate bridge: two islands that see each other along a row or a
column with no island between. Edges are numbered from 0, sorted by their first island, horizontal before vertical. Two
edges cross when a horizontal and a vertical one pass over the same empty cell. This module only represents boards; it solves none.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import field, replace
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from hashicnf.arrays.blocking import pieces
from hashicnf.core.document import EMPTY, UNKNOWN, Document, Source
from hashicnf.core.options import Choices, Option, show_yes_or_no, whole, yes_or_no
from hashicnf.errors import UsageError, counted
from hashicnf.logic import Bools, Ints, constant, is_iterable
from hashicnf.records import record

DEFAULT_MAX_BRIDGES = 2
MOST_MAX_BRIDGES: Final = 1000

MAX_BRIDGES: Final = Option(
    "max-bridges",
    whole(1, MOST_MAX_BRIDGES),
    DEFAULT_MAX_BRIDGES,
    f"a number from 1 to {MOST_MAX_BRIDGES}",
    "Most bridges per pair.",
    metavar="M",
    words=lambda most: f"up to {counted(most, 'bridge')}",
)
LOOPS: Final = Option(
    "loops",
    yes_or_no,
    True,
    "yes or no",
    'Whether loops are allowed; "no": the bridges form a tree.',
    show_yes_or_no,
    words=lambda _: "no loops",
)
SETTINGS: Final = (MAX_BRIDGES, LOOPS)


@record
class Board:
    """A puzzle with n islands, m edges and x crossings; all arrays int32 unless noted.

    ``shape`` is (rows, columns). ``row``, ``column``, ``clue`` are [n], 0-based, clue UNKNOWN (-1) for ``?``: any number >= 1.
    ``edge`` is [m, 2], smaller island first; ``horizontal`` bool[m]; ``crossing`` [x, 2]: a horizontal and a vertical edge.
    At most ``max_bridges`` >= 1 bridges connect a pair; without ``loops`` the connected pairs form a tree.
    Boards are equal if all fields except their names are.
    """

    shape: tuple[int, int]
    row: Ints
    column: Ints
    clue: Ints
    edge: Ints
    horizontal: Bools
    crossing: Ints
    max_bridges: int
    loops: bool
    name: str = field(default="<puzzle>", compare=False)

    def __post_init__(self) -> None:
        """Make the arrays read-only, since the board is hashed by its content."""
        for part in (self.row, self.column, self.clue, self.edge, self.horizontal, self.crossing):
            part.setflags(write=False)

    @property
    def islands(self) -> int:
        """Count the islands."""
        return len(self.clue)

    @property
    def edges(self) -> int:
        """Count the candidate bridges."""
        return len(self.edge)

    @property
    def load(self) -> int:
        """Return the most bridges that one edge can carry: ``max_bridges``, or the largest clue if that is less."""
        largest = int(self.clue.max(initial=0))
        unbounded = bool((self.clue == UNKNOWN).any())
        return self.max_bridges if unbounded else max(1, min(self.max_bridges, largest))

    @property
    def ends(self) -> Ints:
        """Return the places of both ends of each edge, as in a solution: row, column, row, column, int32[m, 4]."""
        return np.stack((self.row, self.column), axis=1)[self.edge].reshape(-1, 4)

    def cells(self) -> Ints:
        """Return the grid of clues: int32[rows, columns], EMPTY (0) where there is no island."""
        grid = np.full(self.shape, EMPTY, dtype=np.int32)
        grid[self.row, self.column] = self.clue
        return grid

    def __repr__(self) -> str:
        """Return the size in one line."""
        rows, columns = self.shape
        return f"<board of {rows} x {columns} cells: {counted(self.islands, 'island')}, {counted(self.edges, 'edge')}>"


class Bridge(NamedTuple):
    """The bridges between two islands: places of the upper or left end and of the other one, 0-based, and how many, >= 1."""

    row: int
    column: int
    to_row: int
    to_column: int
    multiplicity: int


@record
class Solution:
    """Bridges by the coordinates of their ends: int32[b, 5] of (row, column, row, column, count), count >= 1, 0-based.

    The first end is the upper or left one; rows are sorted. Ends are coordinates instead of edge numbers, so that a solution
    from any source can be represented, even a wrong one.
    """

    bridges: Ints

    def __post_init__(self) -> None:
        """Copy the bridges, which cannot be changed then. Raises UsageError unless they are an array of integers [b, 5].

        Integers of all types become int32; UsageError is also raised for those that are too large.
        """
        given = self.bridges
        is_array = isinstance(given, np.ndarray) and np.issubdtype(given.dtype, np.integer)
        if not is_array or given.shape[1:] != (len(Bridge._fields),) or not _fit(given):
            raise UsageError(
                "bridges: expected an array int32[b, 5]; Solution.of makes a solution of a list of bridges"
            )
        if given.flags.writeable or given.dtype != np.int32:
            object.__setattr__(self, "bridges", constant(given.astype(np.int32)))

    @classmethod
    def of(cls, bridges: Iterable[Bridge | tuple[int, int, int, int, int]]) -> Solution:
        """Return the solution of bridges in any order and direction. Raises UsageError for an item that is no bridge."""
        if not is_iterable(bridges):
            raise UsageError(f"bridges: expected a list of bridges, not {type(bridges).__name__}")
        every = [*bridges]
        try:
            given = np.array(every) if every else np.empty((0, 5), dtype=np.int32)
        except ValueError:  # items of different lengths
            given = np.empty(0)
        is_whole = np.issubdtype(given.dtype, np.integer)
        if given.shape[1:] != (len(Bridge._fields),) or not is_whole or not _fit(given):
            raise UsageError(f"a bridge has five whole numbers: {', '.join(Bridge._fields)}")
        row, column, to_row, to_column, _ = given.T
        is_turned = (row > to_row) | ((row == to_row) & (column > to_column))
        rows = np.where(is_turned[:, None], given[:, [2, 3, 0, 1, 4]], given).astype(np.int32)
        return cls(rows[np.lexsort(rows.T[::-1])])

    def __iter__(self) -> Iterator[Bridge]:
        """Yield the bridges in order."""
        return (Bridge(*row) for row in self.bridges.tolist())

    def __repr__(self) -> str:
        """Return the numbers of bridges and connected pairs in one line."""
        number = int(np.maximum(self.bridges[:, 4], 0).sum())
        return f"<solution: {counted(number, 'bridge')} between {counted(len(self.bridges), 'pair')} of islands>"


def _fit(numbers: NDArray[np.integer]) -> bool:
    """Return whether int32 holds all these numbers."""
    return numbers.dtype == np.int32 or np.array_equal(numbers, numbers.astype(np.int32))


def build(document: Document, settings: Choices) -> Board:
    """Return the board of a document. Raises InputError for an empty line within it: an empty row is written as dots."""
    if document.starts:
        raise document.error(
            "an empty line before this row",
            document.starts[0],
            0,
            "dots for a row without islands, or a line --- between puzzles",
        )
    return build_board(document, settings[MAX_BRIDGES], loops=settings[LOOPS])


def document_of(board: Board) -> Document:
    """Return the board as a document, with the settings that differ from the defaults."""
    settings = Choices({MAX_BRIDGES: board.max_bridges, LOOPS: board.loops}).settings()
    return Document(board.cells(), Source(board.name, ""), settings)


def build_board(document: Document, max_bridges: int, *, loops: bool) -> Board:
    """Return the board of a document's grid, with its islands, edges and crossings."""
    cells = document.cells
    rows, columns = cells.shape
    row, column = (a.astype(np.int32) for a in np.nonzero(cells != EMPTY))
    clue = cells[row, column].astype(np.int32)
    edge, horizontal, crossing = _edges((rows, columns), row, column)
    return Board(
        (rows, columns), row, column, clue, edge, horizontal, crossing, max_bridges, loops, document.source.name
    )


def _edges(shape: tuple[int, int], row: Ints, column: Ints) -> tuple[Ints, Bools, Ints]:
    """Return the edges, int32[m, 2], which are horizontal, bool[m], and which pairs of them cross, int32[x, 2], horizontal first.

    Crossings are in reading order of their cells.
    """
    islands = len(row)
    here = np.full(shape, -1, dtype=np.int32)
    here[row, column] = np.arange(islands, dtype=np.int32)
    above = np.maximum.accumulate(here, axis=0)  # the last island up to each cell
    following = np.full((islands + 1, 2), -1, dtype=np.int32)  # the next island to the right, and the next one below
    beside, lower = (row[1:] == row[:-1]).nonzero()[0], row.nonzero()[0]
    following[beside, 0] = beside + 1
    following[above[row[lower] - 1, column[lower]], 1] = lower
    following[islands] = -1  # after no island
    first, way = (following >= 0).nonzero()
    edge = np.stack((first, following[first, way]), axis=1, dtype=np.int32, casting="same_kind")
    number = np.full((islands + 1, 2), -1, dtype=np.int32)  # of the edge to each of ``following``
    number[first, way] = np.arange(len(edge), dtype=np.int32)
    across, down = number[np.maximum.accumulate(here, axis=1), 0], number[above, 1]
    crossed = (across >= 0) & (down >= 0) & (here < 0)
    return edge, way == 0, np.stack((across[crossed], down[crossed]), axis=1)


def solution_of(board: Board, count: Ints) -> Solution:
    """Return bridges per edge, int32[m], as a Solution; edges with 0 are left out."""
    used = np.flatnonzero(count)
    rows = np.empty((len(used), 5), dtype=np.int32)
    for some in pieces(*rows.shape):
        u, v = board.edge.take(used[some], axis=0).T
        for at, column in enumerate((board.row[u], board.column[u], board.row[v], board.column[v], count[used[some]])):
            rows[some, at] = column
    return Solution(rows)


def loads_of(board: Board, solution: Solution) -> Ints:
    """Return a solution as bridges per edge, int32[m]. Requires that all its bridges lie on edges of the board."""
    count = np.zeros(board.edges, dtype=np.int32)
    count[edges_under(board, solution.bridges)] = solution.bridges[:, 4]
    return count


def clue_cells(board: Board) -> list[tuple[int, int]]:
    """List the cells (row, column) of the islands, from 0."""
    return list(zip(board.row.tolist(), board.column.tolist(), strict=True))


def mended(board: Board, solution: Solution) -> Board:
    """Return a board with every shown clue replaced by the number of a solution's bridges."""
    number = shown(board, solution).clue
    return replace(board, clue=np.where(board.clue == UNKNOWN, board.clue, number))


def shown(board: Board, solution: Solution) -> Board:
    """Return a board with every clue, also unknown ones, replaced by the number of a solution's bridges."""
    return with_loads(board, loads_of(board, solution))


def with_loads(board: Board, load: Ints) -> Board:
    """Return a board with the clues for these bridges on its edges, int32[m]."""
    clue = np.bincount(board.edge.ravel(), weights=np.repeat(load, 2), minlength=board.islands)
    return replace(board, clue=clue.astype(np.int32))


def numbers(board: Board, island: int) -> list[int]:
    """List the other clues for which an island has room and the sum of all is even, as every bridge counts at two islands."""
    ends = board.edge[(board.edge == island).any(axis=1)]
    near = board.clue[ends[ends != island]]
    room = int(np.where(near == UNKNOWN, board.max_bridges, np.minimum(near, board.max_bridges)).sum())
    rest = np.delete(board.clue, island)
    known = int(rest.sum()) if (rest != UNKNOWN).all() else None
    return [n for n in range(1, room + 1) if n != board.clue[island] and (known is None or (known + n) % 2 == 0)]


def only(board: Board, islands: Ints) -> Board:
    """Return a board with the clues of all islands hidden except those of ``islands``, int32[k]."""
    clue = np.full(board.islands, UNKNOWN, dtype=np.int32)
    clue[islands] = board.clue[islands]
    return replace(board, clue=clue)


def edges_under(board: Board, bridges: Ints) -> NDArray[np.int64]:
    """Return the edge under each bridge, int64[b]; -1 without an edge, for a count below 1, and for pairs listed twice.

    Requires that edges are sorted by the places of their ends, as ``build_board`` sorts them.
    """
    rows, columns = board.shape
    key = _pairs(*(board.row * columns + board.column)[board.edge].T)
    wanted = _pairs(bridges[:, 0] * columns + bridges[:, 1], bridges[:, 2] * columns + bridges[:, 3])
    found = np.searchsorted(key, wanted)
    good = (np.append(key, -1)[found] == wanted) & (bridges[:, 4] > 0)
    for place, limit in zip(bridges.T, (rows, columns, rows, columns), strict=False):
        good &= (place >= 0) & (place < limit)
    return np.where(good & (np.bincount(found, minlength=1)[found] == 1), found, -1)


def _pairs(first: Ints, second: Ints) -> NDArray[np.int64]:
    """Return pairs of int32 packed into int64."""
    return first.astype(np.int64) << 32 | second


def size(board: Board) -> Mapping[str, int]:
    """Return the sizes of the board by name, with which statistics start."""
    rows, columns = board.shape
    return {
        "rows": rows,
        "columns": columns,
        "islands": board.islands,
        "edges": board.edges,
        "crossings": len(board.crossing),
    }


__all__ = ["DEFAULT_MAX_BRIDGES", "UNKNOWN", "Board", "Bridge", "Solution", "build_board", "size", "solution_of"]
