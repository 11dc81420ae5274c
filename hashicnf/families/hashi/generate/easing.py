"""Change a board where people would need hard techniques, so that easier ones solve it: a board to order is mended, not made anew.

A solver that looks for other solutions and a person who looks for the next step are in the same position: they cannot exclude that
some edges carry more bridges than they do. ``repair`` fills such an edge up to ``max_bridges`` if another solution raises it; here
an edge is filled up if the techniques used so far leave it undecided. Bounds of these edges are those of a position where no easy
enough technique applies. There is always an edge that can be raised: if all undecided edges carried as many bridges as they can,
their islands would need all of these, which is the easiest step of all. Loads only grow and islands are only added, so the changes
end at a board that is solved in this way, and has one solution for that reason.

Undecided edges far from each other do not depend on each other, so many are filled up at once, a few islands apart.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np

from hashicnf.errors import GaveUp
from hashicnf.families import Generated
from hashicnf.families.hashi.board import Board, Solution, loads_of, with_loads
from hashicnf.families.hashi.generate.planting import PlantedBoard
from hashicnf.families.hashi.generate.repair import blocked, is_fillable, repaired
from hashicnf.logic import Bools, Ints

REACH: Final = 2  # edges from an edge that is filled up to the nearest other one


def eased(made: Generated[Board, Solution], low: Ints, high: Ints) -> PlantedBoard:
    """Return a board with some undecided edges filled up, or else with an island that blocks one of them.

    ``low`` and ``high``, int32[m], are the bounds of each edge that techniques have found. Raises GaveUp if no change is possible.
    """
    board = made.board
    if made.solution is None:
        raise GaveUp("an unsolvable board is not made easier")
    load = loads_of(board, made.solution)
    able = np.flatnonzero((low < high) & (load < high)).tolist()
    filled = [edge for edge in sorted(able, key=lambda edge: load[edge] == 0) if is_fillable(board, load, edge)]
    if not filled:
        return repaired(made, *blocked(made, load, [np.array([edge]) for edge in able]))
    new = load.copy()
    new[_spread(board, filled, low < high)] = board.max_bridges
    return repaired(made, with_loads(board, new), new)


def _spread(board: Board, edges: Sequence[int], is_open: Bools) -> list[int]:
    """Return the first of some edges, and each further one that is more than REACH open edges away from those before."""
    near: list[list[int]] = [[] for _ in range(board.islands)]
    for one, other in board.edge[is_open].tolist():
        near[one].append(other)
        near[other].append(one)
    taken, chosen = set[int](), list[int]()
    for edge in edges:
        ends = board.edge[edge].tolist()
        if taken.intersection(ends):
            continue
        chosen.append(edge)
        front = {*ends}
        for _ in range(REACH):
            taken |= front
            front = {other for island in front for other in near[island]} - taken
        taken |= front
    return chosen
