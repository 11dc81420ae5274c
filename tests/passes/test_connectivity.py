"""Every connectivity encoding against breadth-first search, on every choice of edges of small boards."""

from __future__ import annotations

import random
from itertools import product

import numpy as np
import pytest
from pysat.solvers import Solver

from hashicnf.constraints import Connected
from hashicnf.document import Document, Source
from hashicnf.families.hashi.board import Board, build_board
from hashicnf.families.hashi.constraints import constraints
from hashicnf.passes.connectivity import ConnectivityEncoding
from hashicnf.pipeline.compile import CONNECTIVITY
from hashicnf.variables import VariablePool
from tests.oracles import hashi

ENCODINGS = sorted((n, e) for n, e in CONNECTIVITY.all().items() if e.complete or e.refine)
SMALL = [
    [[1]],
    [[1, 1]],
    [[1], [0], [1]],
    [[1, 0], [0, 1]],
    [[1, 0, 1], [0, 0, 0], [1, 0, 1]],
    [[1, 1, 1], [1, 1, 1]],
    [[0, 1, 0], [1, 0, 1], [0, 1, 0]],
    [[2, 2, 0], [2, 0, 1], [0, 1, 0]],
    [[1, 0, 1, 0], [0, 1, 0, 1], [1, 0, 1, 0], [0, 1, 0, 1]],
    [[1, 1, 1], [1, 1, 1], [1, 1, 1]],
]


def boards() -> list[hashi.Grid]:
    rng = random.Random(7)
    grids = list(SMALL)
    while len(grids) < 40:
        rows, columns = rng.randint(2, 6), rng.randint(2, 6)
        grid = [[int(rng.random() < 0.35) for _ in range(columns)] for _ in range(rows)]
        if len(hashi.islands(grid)) >= 2 and len(hashi.pairs(grid)) <= 9:
            grids.append(grid)
    return grids


def batch_of(grid: hashi.Grid, *, loops: bool) -> tuple[Board, Connected, VariablePool]:
    document = Document(np.array(grid, dtype=np.int32), Source("test", ""))
    board = build_board(document, 1, loops=loops)
    pool = VariablePool()
    (batch,) = (b for b in constraints(board, pool) if isinstance(b, Connected))
    return board, batch, pool


def accepts(solver: Solver, encoding: ConnectivityEncoding, batch: Connected, chosen: list[bool], top: int) -> bool:
    """Ask the clauses about one choice of edges, refining as the lazy loop would."""
    fixed = [int(lit) if on else -int(lit) for lit, on in zip(batch.lits, chosen, strict=True)]
    while solver.solve(assumptions=fixed):
        if encoding.refine is None:
            return True
        model = np.zeros(top + 1, dtype=np.bool_)
        model[[lit for lit in fixed if lit > 0]] = True
        cuts = encoding.refine(batch, model)
        if not cuts:
            return True
        assert all(len(block.violated(model)) == len(block) for block in cuts), "a cut that does not cut"
        for block in cuts:
            for clause in block.lits.tolist():
                if not clause:
                    return False
                solver.add_clause(clause)
    return False


@pytest.mark.parametrize(("name", "encoding"), ENCODINGS)
@pytest.mark.parametrize("loops", [True, False])
def test_every_choice_of_edges(name: str, encoding: ConnectivityEncoding, loops: bool) -> None:
    for grid in boards():
        board, batch, pool = batch_of(grid, loops=loops)
        blocks = encoding.encode(batch, pool)
        bad = hashi.crosses(grid)
        edges = hashi.pairs(grid)
        with Solver("cadical153") as solver:
            empty = False
            for block in blocks:
                for clause in block.lits.tolist():
                    empty |= not clause
                    if clause:
                        solver.add_clause(clause)
            for chosen in product([False, True], repeat=len(edges)):
                if any(chosen[a] and chosen[b] for a, b in bad):
                    continue
                wanted = hashi.connected(
                    board.islands, [e for e, on in zip(edges, chosen, strict=True) if on], tree=not loops
                )
                found = not empty and accepts(solver, encoding, batch, list(chosen), pool.count)
                assert found == wanted, (name, grid, chosen)


def test_edges_of_the_array_board_are_those_of_the_oracle() -> None:
    for grid in boards():
        board, _, _ = batch_of(grid, loops=True)
        assert board.edge.tolist() == [list(pair) for pair in hashi.pairs(grid)]
        found = {frozenset(pair) for pair in board.crossing.tolist()}
        assert found == {frozenset(pair) for pair in hashi.crosses(grid)}
