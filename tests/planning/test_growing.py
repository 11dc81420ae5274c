"""Formulas that grow with the horizon: shortest plans of random tasks, of sliding tiles and of Klotski."""

from __future__ import annotations

from itertools import chain, islice

import numpy as np
import pytest
from pysat.solvers import Solver

from hashicnf.core.variables import VariablePool
from hashicnf.families import Puzzle
from hashicnf.logic import model_of
from hashicnf.pipeline.compile import Stated, lower
from hashicnf.pipeline.compiled import Lowering
from hashicnf.planning.horizons import bounded
from hashicnf.planning.horizons.growing import Growing
from hashicnf.planning.horizons.reach import Reach
from hashicnf.planning.plans import replay
from hashicnf.planning.space import TaskSpace
from hashicnf.planning.task import Actions, Task
from tests.planning.puzzles import HENG_DAO_LI_MA, klotski, tiles
from tests.planning.tasks import plans, random_moves, random_task
from tests.portions import each

MOST = 4
FARTHEST = [(6, 4, 7, 8, 5, 0, 3, 2, 1), (8, 6, 7, 2, 5, 4, 3, 0, 1)]  # the two boards of 31 slides


def shortest(task: Task, most: int, *, in_binary: bool = False) -> tuple[Actions | None, int, int]:
    """Raise the horizon until there is a plan; return it with the variables and clauses of its formula."""
    pool, clauses = VariablePool(), 0
    growing = Growing(task, pool, in_binary=in_binary)
    with Solver("cadical153") as solver:
        for horizon in range(task.least, most + 1, task.stride):
            layers = [*chain.from_iterable(growing.grow(horizon))]
            asked, batches = growing.reach(horizon)
            stated = Stated(Puzzle("test", "test", None, None), pool, pool.freeze(), (*layers, *batches))  # type: ignore[arg-type]
            blocks = lower(stated, Lowering()).formula.blocks
            for block in blocks:
                solver.append_formula(block.lits.tolist())
            clauses += sum(map(len, blocks))
            if solver.solve(assumptions=[asked]):
                literals = np.array(solver.get_model(), dtype=np.int32)
                literals = literals[np.abs(literals) <= pool.count]
                plan, cost = growing.decode(model_of(literals, pool.count), horizon)
                assert cost == len(plan)
                return plan, pool.count, clauses
            solver.add_clause([-asked])
    return None, pool.count, clauses


@pytest.mark.parametrize("in_binary", [False, True])
@pytest.mark.parametrize("with_variables", [False, True])
@each("seed", range(24), 12)
def test_the_first_horizon_with_a_model_is_the_length_of_a_shortest_plan(
    seed: int, with_variables: bool, in_binary: bool
) -> None:
    task = random_task(seed, with_variables=with_variables) if seed % 2 else random_moves(seed)
    wanted = min(map(len, plans(task, MOST)), default=None)
    plan, _, _ = shortest(task, MOST, in_binary=in_binary)
    assert (None if plan is None else len(plan)) == wanted
    assert plan is None or replay(task, plan) == []


@pytest.mark.parametrize(
    ("start", "in_binary", "variables", "clauses"),
    [
        pytest.param(FARTHEST[0], False, 3_400, 50_500, marks=pytest.mark.slow),
        (FARTHEST[1], True, 2_200, 26_500),
    ],
)
def test_the_farthest_boards_of_nine_cells(
    start: tuple[int, ...], in_binary: bool, variables: int, clauses: int
) -> None:
    task = tiles(3, 3, start)
    plan, *size = shortest(task, 40, in_binary=in_binary)
    assert plan is not None
    assert (len(plan), replay(task, plan)) == (31, [])
    assert size[0] < variables
    assert size[1] < clauses


def test_klotski_some_steps_away() -> None:
    task = klotski(HENG_DAO_LI_MA)
    space = TaskSpace(task)
    levels, seen = [[*space.initial()]], {*space.initial()}
    while len(levels) <= 12:
        after = {child for state in levels[-1] for _, child, _ in space.successors(state)} - seen
        seen |= after
        levels.append(sorted(after))
    goal = levels[12][0]
    asked = klotski(HENG_DAO_LI_MA, goal=[fact for fact in range(len(task.facts)) if goal >> fact & 1])
    plan, _, clauses = shortest(asked, 20)
    assert plan is not None
    assert (len(plan), replay(asked, plan)) == (12, [])
    assert clauses < 12 * 4_500, "an exclusion of 188 actions by pairs alone is four times as much"


@pytest.mark.parametrize("with_variables", [False, True])
@each("seed", range(60))
def test_nothing_reachable_is_ruled_out(seed: int, with_variables: bool) -> None:
    task = random_task(seed, with_variables=with_variables)
    space, reach = TaskSpace(task), Reach.of(task)
    paths = [[state] for state in space.initial()]
    for _ in range(MOST):
        paths += [[*path, child] for path in paths for _, child, _ in space.successors(path[-1]) if len(path) <= MOST]
        paths = [list(path) for path in {tuple(path) for path in paths}]
    after, before = (list(islice(facts, MOST + 1)) for facts in (reach.after(), reach.before()))
    for path in paths:
        for step, state in enumerate(path):
            for fact in range(len(task.facts)):
                if state >> fact & 1:
                    assert after[step][fact]
                    assert before[len(path) - 1 - step][fact] or not task.is_goal(path[-1])


def test_shortly_before_the_goal_tiles_that_the_blank_cannot_have_passed_are_in_their_places() -> None:
    task = tiles(4, 4, (*range(1, 16), 0))
    for steps, facts in enumerate(islice(Reach.of(task).before(), 4)):
        for fact in np.flatnonzero(facts).tolist():
            cell, tile = divmod(fact, 16)
            home = (tile - 1) % 16
            assert cell == home or min(sum(divmod(15 - place, 4)) for place in (cell, home)) < steps or not tile


@pytest.mark.parametrize("is_growing", [True, False])
def test_every_action_is_reported_by_each_part_of_a_formula(is_growing: bool) -> None:
    """So the work ends at a limit of time, however many actions there are."""
    task = klotski(HENG_DAO_LI_MA)
    calls = []

    def observe(phase: str, share: float | None = None, size: int | None = None) -> None:
        calls.append(phase)

    if is_growing:
        growing = Growing(task, VariablePool(), observe=observe)
        assert len(calls) >= len(task.actions)  # what can be reached
        layers = growing.grow(2)
        next(layers)
        for least in (3, 2):  # the clauses of a step, then pairs of actions of two steps
            before = len(calls)
            next(layers)
            assert len(calls) - before >= least * len(task.actions)
    else:
        bounded(task, VariablePool(), 2, observe=observe)
        assert len(calls) >= 6 * len(task.actions)
    assert {*calls} == {"constraints"}
