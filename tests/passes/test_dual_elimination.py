"""The dual forest: its size, and Hamiltonian cycles found without a lazy loop."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest
from pysat.solvers import Solver

import hashicnf
from hashicnf.families.hashi.generate import lattice
from hashicnf.passes.connectivity import dual_elimination
from hashicnf.pipeline.compile import compile_puzzle
from hashicnf.pipeline.encodings import Encodings
from hashicnf.testing.graphs import DRAWN, drawn
from tests.oracles.puzzles import puzzle_of


def lattice_of(k: int) -> hashicnf.Puzzle:
    cells = [[2 * (i % 2 == j % 2 == 0) for j in range(2 * k - 1)] for i in range(2 * k - 1)]
    return puzzle_of(cells, 2, loops=True)


@pytest.mark.parametrize("k", [3, 4, 7])
def test_a_lattice_has_the_size_that_the_docstring_gives(k: int) -> None:
    """No crossings: s segments, (k - 1)^2 faces of four segments, and the outer face, the root, with 4 (k - 1)."""
    formula = compile_puzzle(lattice_of(k), Encodings(connectivity="dual-elimination")).formula
    s, inner = 2 * k * (k - 1), (k - 1) ** 2
    groups = {group.name: group.size for group in formula.variables.groups}
    assert set(groups) == {"bridge", "cotree", "reach"}
    assert groups["cotree"] == 2 * s
    blocks = [block.lits.shape for block in formula.blocks if block.origin.rule == "connectivity"]
    reach = formula.variables["reach"].first
    own = sum(
        int((abs(block.lits) < reach).all(axis=1).sum())
        for block in formula.blocks
        if block.origin.rule == "connectivity"
    )
    assert own == 4 * s + 4 * (k - 1) + 6 * inner
    within = 2 * (s - 4 * (k - 1))
    assert sum(c for c, _ in blocks) - own == within + cycles(k - 1)


def cycles(side: int) -> int:
    """Return the number of clauses of elimination on a square lattice, smallest degree first, by a plain computation."""
    near = {
        (i, j): {
            (a, b) for a, b in ((i - 1, j), (i + 1, j), (i, j - 1), (i, j + 1)) if 0 <= min(a, b) <= max(a, b) < side
        }
        for i in range(side)
        for j in range(side)
    }
    count = 0
    while near:
        x = min(near, key=lambda v: (len(near[v]), v))
        around = near.pop(x)
        count += len(around) ** 2
        for u in around:
            near[u] = (near[u] | around) - {x, u}
    return count


def test_a_face_of_many_segments_gets_a_ladder() -> None:
    batch, pool = drawn(DRAWN["long face"]).batch(loops=True)
    blocks = dual_elimination.encode(batch, pool)
    taken = pool.freeze()["taken"]
    assert taken.shape == (1, 7)
    ladder = [c for block in blocks for c in abs(block.lits).tolist() if max(c) in taken.lits.ravel()]
    assert len(ladder) == 3 * 8 - 4


def test_a_closed_ring_is_refuted_by_propagation_once_one_segment_is_directed() -> None:
    """Try the ring around each rectangle of islands, with each of its segments directed both ways."""
    batch, pool = drawn(" ".join(["?????"] * 5)).batch(loops=True)
    clauses = [clause for block in dual_elimination.encode(batch, pool) for clause in block.lits.tolist()]
    cotree = pool.freeze()["cotree"].lits
    row, column = np.divmod(np.arange(25), 5)
    with Solver("minisat22", bootstrap_with=clauses) as solver:
        for top, bottom, left, right in product(range(5), repeat=4):
            inside = (row >= top) & (row <= bottom) & (column >= left) & (column <= right)
            if not inside.any() or inside.all():
                continue
            ring = np.flatnonzero(inside[batch.ends].sum(axis=1) == 1)
            closed = (-batch.lits[ring]).tolist()
            for arc in cotree[ring].ravel().tolist():
                assert not solver.propagate([*closed, arc])[0]


@pytest.mark.parametrize("k", [8, 12, 16])
def test_cycles_come_out_of_one_shot(k: int) -> None:
    puzzle = lattice_of(k)
    assert lattice(k).solution is not None
    answer = hashicnf.solve(puzzle, solver="cadical153", connectivity="dual-elimination")
    assert isinstance(answer.verdict, hashicnf.Sat)
    assert answer.stats.rounds == 1


def test_odd_lattices_are_refuted() -> None:
    for k in (3, 5, 7):
        formula = compile_puzzle(lattice_of(k), Encodings(connectivity="dual-elimination")).formula
        clauses = [clause for block in formula.blocks for clause in block.lits.tolist()]
        with Solver("cadical153", bootstrap_with=clauses) as solver:
            assert not solver.solve()
