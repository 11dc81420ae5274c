"""Boards of two lattices joined by few pairs: counting refutes some at the neck, and what it derives holds in all solutions."""

from __future__ import annotations

import random

import numpy as np
import pytest
from pysat.solvers import Solver

from hashicnf.core.deadline import Deadline
from hashicnf.logic import Unsat
from hashicnf.pipeline import necks as room
from hashicnf.pipeline.compile import compile_puzzle
from hashicnf.pipeline.compiled import Compiled
from hashicnf.pipeline.encodings import Encodings
from hashicnf.pipeline.necks import decided_at_necks
from hashicnf.pipeline.refute import refuted
from hashicnf.solving.roads.choice import Stage
from hashicnf.solving.roads.runner import StageRunner
from hashicnf.solving.run import Run
from tests.oracles import hashi
from tests.oracles.puzzles import puzzle_of

SIDE = 4


def joined(seed: int, joints: int) -> hashi.Grid:
    """Plant a solution in each of two lattices, which see each other in so many rows."""
    rng = random.Random(seed)
    grid = [[0] * (2 * SIDE) for _ in range(2 * SIDE - joints)]
    for corner in ((0, 0), (SIDE - joints, SIDE)):
        half = [[1] * SIDE for _ in range(SIDE)]
        load = {pair: 1 + (rng.random() < 0.1) for pair in hashi.network(rng, half, loops=rng.random() < 0.3)}
        for i, (r, c) in enumerate(hashi.islands(half)):
            grid[corner[0] + r][corner[1] + c] = sum(k for pair, k in load.items() if i in pair)
    return grid


def lazy(grid: hashi.Grid) -> Compiled:
    return compile_puzzle(puzzle_of(grid), Encodings(connectivity="lazy"))


def allowed(grid: hashi.Grid, *clause: int) -> bool:
    """Return whether some solution satisfies a clause; without literals, whether there is a solution."""
    whole = compile_puzzle(puzzle_of(grid), Encodings(connectivity="planar"))
    with Solver("minisat22", bootstrap_with=[*whole.clauses(), *([clause] if clause else [])]) as solver:
        return bool(solver.solve())


@pytest.mark.parametrize("joints", [2, 3])
def test_what_is_derived_at_necks_holds_in_all_solutions(joints: int) -> None:
    derived = 0
    for seed in range(4):
        grid = joined(seed, joints)
        if refuted(formula := lazy(grid)) is not None:
            continue
        found = decided_at_necks(formula)
        if isinstance(found, Unsat):
            assert not allowed(grid)
        elif len(found):
            assert not allowed(grid, *(-found).tolist())
        derived += isinstance(found, Unsat) or len(found) > int(np.count_nonzero(formula.formula.known()))
    assert derived


def test_a_board_is_refuted_at_its_neck_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    grids = (joined(seed, 2) for seed in range(20))
    grid = next(
        grid for grid in grids if isinstance(decided_at_necks(lazy(grid)), Unsat) and refuted(lazy(grid)) is None
    )
    assert not allowed(grid)
    with StageRunner(Run(lazy(grid))) as runner:
        assert isinstance(runner.run([Stage("counting")]), Unsat)
    assert not isinstance(decided_at_necks(lazy(grid), Deadline.after(0)), Unsat)
    monkeypatch.setattr(room, "MOST_NODES", 2 * SIDE * SIDE - 1)
    assert not isinstance(decided_at_necks(lazy(grid)), Unsat)
