"""Boards that are unsolvable only because their islands cannot all be connected, which no single clue or crossing reveals.

In one corner of the board lies a pocket: islands one empty cell apart, in rows of s + 1, s, ..., 1. Colour them like a
chessboard so that the slanting side is black:

    ●─○─●        The pocket is planted on its own, and so is the rest of the board. No bridge of the plan connects the
    │ │          two, though the black islands of the slanting side see the rest, so candidate bridges connect all.
    ○─●          A bridge inside the pocket connects a black island and a white one. So in the plan the black clues of
    │            the pocket have the same sum as the white ones. A bridge out of the pocket starts at a black island.
    ●            So in every solution the black sum exceeds the white one by the number of bridges that leave: 0.

No bridge can leave the pocket, but connectivity needs one: there is no solution. The plan satisfies all rules except
connectivity, so no reasoning about clues and crossings alone refutes the board. Nor does it reveal the pocket: plans are
drawn until bounds propagation over the whole board leaves at least two bridges out of the pocket possible. A refutation
has to sum over the pocket. A board gets the largest pocket for which it has room, s from 2 to ``MOST_SIDE``. (For s = 1
propagation always closes the pocket.)
"""

from __future__ import annotations

import numpy as np

from hashicnf.core.randomness import RandomStream
from hashicnf.errors import UsageError
from hashicnf.families import Generated
from hashicnf.families.hashi.board import Board, Solution, solution_of
from hashicnf.families.hashi.constraints import incidence_table
from hashicnf.families.hashi.generate.apart import no_room, require_room
from hashicnf.families.hashi.generate.borders import reaching
from hashicnf.families.hashi.generate.growth import DOWN, ISLAND, RIGHT, Flags, grow
from hashicnf.families.hashi.generate.planting import (
    USUAL,
    Mixture,
    PlantedBoard,
    board_of,
    plant,
    require_islands,
    require_size,
)
from hashicnf.logic import Bools
from hashicnf.propagation.bounds import Bounded, propagate

LEAST_SIDE, MOST_SIDE = 2, 4
TRIES = 100
APART = 4


def unsolvable(
    rows: int,
    columns: int,
    islands: int,
    wanted: Mixture = USUAL,
    *,
    seed: int,
    is_apart: bool = False,
) -> PlantedBoard:
    """Return a board that looks like a planted one and has no solution; arguments as for ``generate``.

    It has at least 5 rows and columns, and from 8 islands up to 9 fewer than cells. Raises UsageError for other sizes, and if
    propagation closes the pocket in ``TRIES`` plans: on small boards, with only single or only double bridges.
    """
    require_size(rows, columns)
    if min(rows, columns) < 5:
        raise UsageError(f"an unsolvable board has at least 5 rows and 5 columns, not {rows} x {columns}")
    require_islands(islands, 8, rows * columns - 9, f"an unsolvable board of {rows} x {columns} cells")
    random = RandomStream(seed)
    plan = _hidden(rows, columns, islands, wanted, random, is_apart=is_apart)
    turned = int(random.below(4, 1)[0])
    cells = plan.cells()[:: -1 if turned & 1 else 1, :: -1 if turned & 2 else 1]
    name = f"unsolvable-{rows}x{columns}-{islands}-{seed}"
    board = reaching(board_of(cells, name, wanted.max_bridges, loops=wanted.allow_loops), random)
    why = "unsolvable: one corner cannot be connected to the rest"
    title = f"{islands:,} islands on {rows} x {columns} cells, seed {seed}; {why}"
    return Generated(board, None, title)


def _hidden(rows: int, columns: int, islands: int, wanted: Mixture, random: RandomStream, *, is_apart: bool) -> Board:
    """Draw plans until propagation leaves two edges out of the pocket: with one, connectivity and propagation refute the board."""
    if is_apart:
        require_room(rows, columns, islands)
    side = largest_side(rows, columns, islands, is_apart=is_apart)
    short = most = 0  # plans without room for all islands, and the most islands of one
    for _ in range(TRIES):
        board, _ = planned(rows, columns, islands, wanted, random, is_apart=is_apart)
        if board.islands < islands:
            short, most = short + 1, max(most, board.islands)
        elif exits(board, side) > 1:
            return board
    if short == TRIES:
        raise no_room(rows, columns, islands, most)
    raise UsageError(
        f"all of {TRIES - short} boards tried give away at once that they are unsolvable; "
        "give more rows, columns or islands, or change the share of doubles"
    )


def exits(plan: Board, side: int) -> int:
    """Return the number of edges out of the pocket (in the upper left) that bounds propagation leaves possible."""
    inside = (plan.row + plan.column <= 2 * side)[plan.edge]
    return int(((inside[:, 0] != inside[:, 1]) & possible(plan)).sum())


def possible(board: Board) -> Bools:
    """Return which edges bounds propagation of clues and crossings leaves possible, bool[m].

    Requires that all clues are known. Raises Contradiction if propagation refutes the board.
    """
    load = board.max_bridges
    bridge = np.arange(1, board.edges * load + 1, dtype=np.int32).reshape(-1, load)  # [e, j]: more than j bridges
    around = np.append(bridge, np.zeros((1, load), dtype=np.int32), axis=0)[incidence_table(board)[0]]
    clauses = np.concatenate(
        (np.stack((-bridge[:, 1:], bridge[:, :-1]), axis=2).reshape(-1, 2), -bridge[board.crossing, 0].reshape(-1, 2))
    )
    one, both = np.full((2, len(clauses)), [[1], [2]], dtype=np.int32)
    rows = (Bounded(around.reshape(len(around), -1), board.clue, board.clue, load), Bounded(clauses, one, both))
    truth, _ = propagate(rows, bridge.size)
    is_possible: Bools = truth[bridge[:, 0]] >= 0
    return is_possible


def planned(
    rows: int, columns: int, islands: int, wanted: Mixture, random: RandomStream, *, is_apart: bool = False
) -> tuple[Board, Solution]:
    """Return a board with a pocket in the upper left corner, and bridges that satisfy all rules except connectivity.

    If ``is_apart``, there may be fewer islands.
    """
    side = largest_side(rows, columns, islands, is_apart=is_apart)
    r, c = np.indices((rows, columns), sparse=True)
    pocket, free = r + c <= 2 * side, r + c > 2 * side + is_apart
    in_sight = free & (((r % 2 == 0) & (r <= 2 * side)) | ((c % 2 == 0) & (c <= 2 * side)))
    flags = grow(free, islands - _islands(side), np.flatnonzero(in_sight), random, is_apart=is_apart)
    corner = _corner(side, random)
    flags[: 2 * side + 1, : 2 * side + 1] |= corner
    board, count = plant(flags, wanted, random, "plan", pocket)
    return board, solution_of(board, count)


def largest_side(rows: int, columns: int, islands: int, *, is_apart: bool = False) -> int:
    """Return the largest side of a pocket that leaves room for the other islands, at least two.

    If ``is_apart``, each of them takes ``APART`` cells.
    """
    for side in range(MOST_SIDE, LEAST_SIDE, -1):
        others = islands - _islands(side)
        diagonals = 2 * side + 1 + is_apart
        room = rows * columns - diagonals * (diagonals + 1) // 2
        if min(rows, columns) > 2 * side and others >= 2 and others * (APART if is_apart else 1) <= room:
            return side
    return LEAST_SIDE


def _islands(side: int) -> int:
    return (side + 1) * (side + 2) // 2


def _corner(side: int, random: RandomStream) -> Flags:
    """Return the layout of the pocket, a tree: each island but the first is connected to the one above or on its left."""
    size = 2 * side + 1
    flags = np.zeros((size, size), dtype=np.uint8)
    i, j = np.nonzero(_triangle(side))
    up = (j == 0) | ((i > 0) & (random.below(2, len(i)) == 1))
    left = ~up & (j > 0)
    up &= i > 0
    flags[2 * i, 2 * j] = ISLAND
    for back in (1, 2):
        flags[2 * i[up] - back, 2 * j[up]] |= DOWN
        flags[2 * i[left], 2 * j[left] - back] |= RIGHT
    return flags


def _triangle(side: int) -> Bools:
    i, j = np.indices((side + 1, side + 1), sparse=True)
    inside: Bools = i + j <= side
    return inside
