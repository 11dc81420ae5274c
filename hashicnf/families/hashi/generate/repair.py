"""Change a planted board step by step so that other solutions are ruled out, until the planted solution is the only one.

The difference of two solutions sums to 0 at every island, so in each connected part of the difference some edge carries more
bridges in the other solution: it is raised. If the planted solution is changed to fill such an edge up to ``max_bridges``, no
solution can raise it any more, which rules that difference out. Loads only grow, so no excluded solution returns, and the process
ends. An edge can be filled up if it has bridges already, or if it has none, no bridge crosses it, and loops are allowed.

If none of the raised edges of a part can be filled up, an island is placed to block one of them: onto a bridge that crosses the
edge, or else onto the edge itself, near one of its ends, at the end of new bridges. That is done for one part at a time, and only
if no edge at all could be filled up. On boards whose islands are apart, the new island touches none either; where islands lie
symmetrically, a second one is placed on the cell that is symmetric to its cell.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import takewhile

import numpy as np

from hashicnf.arrays.graph import components
from hashicnf.core.document import EMPTY
from hashicnf.errors import GaveUp
from hashicnf.families import Generated
from hashicnf.families.hashi.board import Board, Solution, clue_cells, loads_of, solution_of, with_loads
from hashicnf.families.hashi.generate.planting import PlantedBoard, board_of, described
from hashicnf.families.hashi.generate.symmetry import partner
from hashicnf.logic import Bools, Ints


def repair(made: Generated[Board, Solution], others: Sequence[Solution]) -> PlantedBoard:
    """Return a changed board and solution: in each connected part of a difference a raised edge is filled up, or else one blocked.

    Raises GaveUp if neither is possible.
    """
    board, planted = made.board, made.solution
    if planted is None:
        raise GaveUp("an unsolvable board is not made unique")
    load = loads_of(board, planted)
    stuck = []
    before = load.copy()
    for raised in (part for other in others for part in _raised(board, before, loads_of(board, other))):
        if (load[raised] >= board.max_bridges).any():
            continue
        if (edge := _fillable(board, load, raised)) is None:
            stuck.append(raised)
        else:
            load[edge] = board.max_bridges
    if (load != before).any():
        return repaired(made, with_loads(board, load), load)
    return repaired(made, *blocked(made, load, stuck))


def repaired(made: Generated[Board, Solution], board: Board, load: Ints) -> PlantedBoard:
    """Return the generated board with a changed board, its bridges, int32[m], and a title that counts them."""
    return replace(made, board=board, solution=solution_of(board, load), title=described(board, load, made.title))


def _raised(board: Board, load: Ints, other: Ints) -> Iterator[Ints]:
    """Yield, for each connected part of a difference, the edges that it raises, int32[k]."""
    changed = np.flatnonzero(other != load).astype(np.int32)
    part = components(board.islands, board.edge[changed])[board.edge[changed, 0]]
    for one in sorted(set(part.tolist())):
        mine = changed[part == one]
        yield mine[other[mine] > load[mine]]


def _fillable(board: Board, load: Ints, raised: Ints) -> int | None:
    """Return a raised edge that can be filled up, preferably one that has bridges; None if there is none."""
    for edge in sorted(raised.tolist(), key=lambda edge: load[edge] == 0):
        if is_fillable(board, load, edge):
            return int(edge)
    return None


def is_fillable(board: Board, load: Ints, edge: int) -> bool:
    """Return whether an edge has bridges, or can get some: loops are allowed, and no bridge crosses it."""
    return bool(load[edge] > 0 or (board.loops and not load[_rivals(board, edge)].any()))


def _rivals(board: Board, edge: int) -> Ints:
    """Return the edges that cross an edge, int32[k]."""
    mine = (board.crossing == edge).any(axis=1)
    crossing = board.crossing[mine]
    rivals: Ints = crossing[crossing != edge]
    return rivals


def blocked(made: Generated[Board, Solution], load: Ints, stuck: Iterable[Ints]) -> tuple[Board, Ints]:
    """Return board and loads after an island was placed to block some edge, with a second one on the cell symmetric to its cell.

    Raises GaveUp if no edge can be blocked.
    """
    board = made.board
    taken = _beside_islands(board) if made.apart else np.zeros(board.shape, dtype=np.bool_)
    for edge in (edge for raised in stuck for edge in raised.tolist()):
        for cell, grown in _blocking(board, load, edge, taken):
            second = partner(made.symmetry, board.shape, cell)
            if second == cell:
                return grown
            if not (made.apart and _beside_islands(grown[0])[second]) and (both := _with_second(*grown, second)):
                return both
    raise GaveUp("the board cannot be made unique; try another seed")


def _blocking(
    board: Board, load: Ints, edge: int, taken: Bools
) -> Iterator[tuple[tuple[int, int], tuple[Board, Ints]]]:
    """Yield cells for an island that blocks an edge, with the board and loads then: on bridges that cross it, then on itself."""
    for rival in _rivals(board, edge).tolist():
        if load[rival] and not taken[cell := _meeting(board, edge, rival)]:
            yield cell, _with_island(board, load, cell, rival)
    for cell, end in _places(board, load, edge, taken):
        yield cell, _with_island(board, load, cell, None, end)


def _with_second(board: Board, load: Ints, cell: tuple[int, int]) -> tuple[Board, Ints] | None:
    """Return board and loads with an island on a cell: on the bridge over it, or at the end of new bridges to an island in sight.

    None if no island is in sight.
    """
    over, clue, (row, column) = _is_bridged(board, load), board.cells(), cell
    if over[cell]:
        split = next(edge for edge in np.flatnonzero(load).tolist() if cell in _between(board, edge))
        return _with_island(board, load, cell, split)
    rows, columns = range(board.shape[0]), range(board.shape[1])
    across = [[(row, k) for k in line] for line in (columns[:column][::-1], columns[column + 1 :])]
    down = [[(k, column) for k in line] for line in (rows[:row][::-1], rows[row + 1 :])]
    for line in (*across, *down):
        met = next((place for place in line if over[place] or clue[place] != EMPTY), None)
        if met is not None and clue[met] != EMPTY:
            return _with_island(board, load, cell, None, clue_cells(board).index(met))
    return None


def _meeting(board: Board, edge: int, rival: int) -> tuple[int, int]:
    """Return the cell where two edges cross."""
    across, down = (edge, rival) if board.horizontal[edge] else (rival, edge)
    return int(board.row[board.edge[across, 0]]), int(board.column[board.edge[down, 0]])


def _beside_islands(board: Board) -> Bools:
    """Return which cells are next to an island, bool[rows, columns]."""
    walled = np.pad(board.cells() != EMPTY, 1)
    beside: Bools = walled[:-2, 1:-1] | walled[2:, 1:-1] | walled[1:-1, :-2] | walled[1:-1, 2:]
    return beside


def _places(board: Board, load: Ints, edge: int, taken: Bools) -> Iterator[tuple[tuple[int, int], int]]:
    """Yield the cells of an edge that are not taken, from each end up to the first bridge over it, with that end."""
    over = _is_bridged(board, load)
    first, second = board.edge[edge].tolist()
    cells = _between(board, edge)
    for end, line in ((first, cells), (second, cells[::-1])):
        for cell in takewhile(lambda cell: not over[cell], line):
            if not taken[cell]:
                yield cell, end


def _between(board: Board, edge: int) -> list[tuple[int, int]]:
    """List the cells between the islands of an edge."""
    first, second = board.edge[edge].tolist()
    rows, columns = (range(line[first], line[second] + 1) for line in (board.row, board.column))
    return [(row, column) for row in rows for column in columns][1:-1]


def _is_bridged(board: Board, load: Ints) -> Bools:
    """Return which cells a bridge passes over, bool[rows, columns]."""
    over = np.zeros(board.shape, dtype=np.bool_)
    for edge in np.flatnonzero(load).tolist():
        (one, other) = board.edge[edge]
        over[board.row[one] : board.row[other] + 1, board.column[one] : board.column[other] + 1] = True
    return over


def _with_island(
    board: Board, load: Ints, cell: tuple[int, int], split: int | None, beside: int | None = None
) -> tuple[Board, Ints]:
    """Return board and loads with an island on a cell: splitting the edge ``split``, or with new bridges to island ``beside``."""
    cells, place = board.cells(), clue_cells(board)
    cells[cell] = 1
    bridges = {((r, c), (y, x)): count for r, c, y, x, count in solution_of(board, load)}
    if split is not None:
        one, other = (place[k] for k in board.edge[split].tolist())
        count = bridges.pop((one, other))
        bridges |= {(one, cell): count, (cell, other): count}
    if beside is not None:
        bridges[place[beside], cell] = board.max_bridges
    grown = board_of(cells, board.name, board.max_bridges, loops=board.loops)
    grown_load = loads_of(grown, Solution.of((*one, *other, count) for (one, other), count in bridges.items()))
    return with_loads(grown, grown_load), grown_load
