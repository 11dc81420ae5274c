"""Declare the variables and constraints of a Hashiwokakero board.

Variables: ``bridge[e, j]`` means that edge e carries at least j bridges, j from 1 to the most it can carry (the order encoding).

    dependency     bridge[e, j + 1] -> bridge[e, j]
    crossing       not both bridge[h, 1] and bridge[v, 1] where h and v cross
    capacity       of the literals of an island's edges, exactly as many as its clue are true; at least one for "?"
    connectivity   the edges with bridge[e, 1] connect all islands (as a tree where loops are forbidden)
"""

from __future__ import annotations

from itertools import pairwise

import numpy as np

from hashicnf.core.constraints import Batch, Cardinality, Connected, Degrees, Embedding, Exclusive, Implies, Op, Origin
from hashicnf.core.options import Choices
from hashicnf.core.variables import VariablePool, Variables
from hashicnf.families.hashi.board import UNKNOWN, Board, Solution, loads_of, solution_of
from hashicnf.logic import Bools, Ints

DEPENDENCY = Origin("dependency", "edge")
CROSSING = Origin("crossing", "crossing")
CAPACITY = Origin("capacity", "island")
CONNECTIVITY = Origin("connectivity", "set")


def constraints(board: Board, pool: VariablePool, options: Choices | None = None) -> tuple[Batch, ...]:  # noqa: ARG001
    """Declare the variables of bridges and return all rules as batches, in the order in which they are written."""
    bridge = declare(board, pool)
    return (
        _ordered(board, bridge),
        Exclusive(bridge[:, 0][board.crossing], CROSSING, _count(len(board.crossing))),
        *_capacity(board, bridge),
        _connected(board, bridge),
    )


def declare(board: Board, pool: VariablePool) -> Ints:
    """Declare the variables of bridges, before all others, and return their literals, int32[m, load]."""
    meaning = "edge e carries at least j bridges"
    return pool.declare("bridge", board.edges, board.load, meaning=meaning, base=1).lits


def decode(board: Board, variables: Variables, model: Bools) -> Solution:
    """Return the solution of a model, bool[v + 1]; a board without edges has no variables."""
    if not board.edges:
        return solution_of(board, np.zeros(0, dtype=np.int32))
    return solution_of(board, variables["bridge"].values(model).sum(axis=1, dtype=np.int32))


def model_of(board: Board, solution: Solution) -> Bools:
    """Return the values of the variables of bridges in a solution, bool[v + 1]."""
    carried = loads_of(board, solution)[:, None] > np.arange(board.load)
    return np.append(False, carried.ravel())


def incidence_table(board: Board) -> tuple[Ints, Ints]:
    """Return each island's edges, int32[n, 4] in the order right, down, left, up with -1 last, and their numbers, int32[n]."""
    table = np.full((board.islands, 4), -1, dtype=np.int32)
    across, down = board.horizontal.nonzero()[0], (~board.horizontal).nonzero()[0]
    for column, (chosen, end) in enumerate(((across, 0), (down, 0), (across, 1), (down, 1))):
        table[board.edge[chosen, end], column] = chosen
    degree = (table >= 0).sum(axis=1, dtype=np.int32)
    order = (table < 0).argsort(axis=1, kind="stable")
    return table[np.arange(len(table))[:, None], order], degree


def edges_around(board: Board) -> list[list[int]]:
    """Return each island's edges as lists, in the order of ``incidence_table``."""
    table, degree = incidence_table(board)
    return [row[:count] for row, count in zip(table.tolist(), degree.tolist(), strict=True)]


def _count(n: int) -> Ints:
    return np.arange(n, dtype=np.int32)


def _ordered(board: Board, bridge: Ints) -> Implies:
    """Return the implications from each literal of an edge to the one before it."""
    source = _count(board.edges).repeat(bridge.shape[1] - 1)
    return Implies(bridge[:, 1:].reshape(-1, 1), bridge[:, :-1].reshape(-1, 1), DEPENDENCY, source)


def _capacity(board: Board, bridge: Ints) -> list[Cardinality]:
    """Return the cardinality constraints of the islands: one batch for each clue and number of edges."""
    table, degree = incidence_table(board)
    load = bridge.shape[1]
    batches = []
    key = board.clue.astype(np.int64) * 5 + degree
    order = key.argsort(kind="stable").astype(np.int32)
    key, widest = key[order], int(degree.max(initial=0))
    every = bridge[table[order, :widest]].reshape(len(order), widest * load)
    cuts = ((key[1:] != key[:-1]).nonzero()[0] + 1).tolist()
    for start, stop in pairwise([0, *cuts, len(key)]) if len(key) else ():
        who = order[start:stop]
        clue, edges = divmod(int(key[start]), 5)
        lits = np.ascontiguousarray(every[start:stop, : edges * load])
        op, bound = _demand(clue)
        batches.append(Cardinality(lits, op, bound, CAPACITY, who, load))
    return batches


def _demand(clue: int) -> tuple[Op, int]:
    return ("ge", 1) if clue == UNKNOWN else ("eq", clue)


def _connected(board: Board, bridge: Ints) -> Connected:
    return Connected(
        nodes=board.islands,
        ends=board.edge,
        lits=np.ascontiguousarray(bridge[:, 0]),
        origin=CONNECTIVITY,
        acyclic=not board.loops,
        embedding=Embedding(board.row, board.column, board.horizontal, board.crossing),
        degrees=Degrees(board.clue, bridge.shape[1], bridge),
        node="island",
    )
