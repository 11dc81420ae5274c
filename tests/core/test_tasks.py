"""Planning tasks: formula, state space and replay against the definition, on random small tasks."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest

from hashicnf.core.horizons import bounded, decode
from hashicnf.core.planning import bits
from hashicnf.core.plans import replay
from hashicnf.core.taskspace import TaskSpace
from hashicnf.core.variables import VariablePool
from hashicnf.families import Puzzle
from hashicnf.pipeline.compile import Lowering, Stated, lower
from hashicnf.testing.models import projected
from tests.core.tasks import after, plans, random_task

MOST = 3


@pytest.mark.parametrize("with_variables", [False, True])
@pytest.mark.parametrize("seed", range(40))
def test_the_models_of_a_horizon_are_the_plans(seed: int, with_variables: bool) -> None:
    task = random_task(seed, with_variables=with_variables)
    pool = VariablePool()
    batches = bounded(task, pool, MOST)
    problem = pool.freeze()
    stated = Stated(Puzzle("test", "test", None, None), pool, problem, batches)  # type: ignore[arg-type]
    blocks = lower(stated, Lowering()).formula.blocks
    models = projected(blocks, list(range(1, problem.count + 1)))
    found = [decode(task, problem, np.array([False, *values])) for values in models]
    assert set(found) == plans(task, MOST)
    assert len(found) == len(set(found)), "a plan has one model"


@pytest.mark.parametrize("with_variables", [False, True])
@pytest.mark.parametrize("seed", range(40))
def test_successors_and_replay_follow_the_definition(seed: int, with_variables: bool) -> None:
    task = random_task(seed, with_variables=with_variables)
    space, wanted = TaskSpace(task), plans(task, MOST)
    states, seen = [frozenset(task.start)], {frozenset(task.start)}
    for state in states:
        children = {action.name: child for action in task.actions if (child := after(action, state)) is not None}
        assert {name: child for name, child, _ in space.successors(bits(state))} == {
            name: bits(child) for name, child in children.items()
        }
        states += {*children.values()} - seen
        seen |= {*children.values()}
    names = [action.name for action in task.actions]
    for length in range(MOST + 1):
        for plan in product(names, repeat=length):
            assert (replay(task, plan) == []) == (plan in wanted)
