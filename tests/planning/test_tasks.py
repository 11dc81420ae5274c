"""Planning tasks: formula, state space and replay compared with the definition, on random small tasks."""

from __future__ import annotations

import tracemalloc
from dataclasses import replace
from itertools import product

import numpy as np
import pytest

import hashicnf
from hashicnf.core.constraints import Clauses
from hashicnf.core.variables import VariablePool, Variables
from hashicnf.families import Puzzle
from hashicnf.passes import template
from hashicnf.passes.cardinality import CARDINALITY, Shape
from hashicnf.pipeline.compile import Stated, lower
from hashicnf.pipeline.compiled import Lowering
from hashicnf.planning.horizons import bounded, decode, distinguishing, rules
from hashicnf.planning.horizons.exclusion import compatible
from hashicnf.planning.horizons.transition import transition
from hashicnf.planning.plans import replay
from hashicnf.planning.space import TaskSpace
from hashicnf.planning.task import Action, Task, bits
from hashicnf.testing.models import projected
from tests.planning.tasks import after, plans, random_task
from tests.portions import each

MOST = 3


def lowered(task: Task, *, redundant: bool, in_binary: bool) -> tuple[tuple[Clauses, ...], Variables]:
    """Return the clauses of a formula, and its variables without auxiliaries."""
    pool = VariablePool()
    batches = bounded(task, pool, MOST, in_binary=in_binary)
    problem = pool.freeze()
    kept = tuple(batch for batch in batches if redundant or not batch.redundant)
    stated = Stated(Puzzle("test", "test", None, None), pool, problem, kept)  # type: ignore[arg-type]
    return lower(stated, Lowering()).formula.blocks, problem


def modelled(task: Task, *, redundant: bool, in_binary: bool = False) -> list[tuple[str, ...]]:
    """List the plans of all models of a formula."""
    blocks, problem = lowered(task, redundant=redundant, in_binary=in_binary)
    models = projected(blocks, list(range(1, problem.count + 1)))
    return [decode(task, problem, np.array([False, *values])) for values in models]


def counted_by_others(task: Task, *, in_binary: bool) -> int:
    """Count the models of a formula by the variables that distinguish plans."""
    blocks, problem = lowered(task, redundant=False, in_binary=in_binary)
    return len(projected(blocks, distinguishing(task, problem).tolist()))


@pytest.mark.parametrize("in_binary", [False, True])
@pytest.mark.parametrize("with_variables", [False, True])
@each("seed", range(36), 12)
def test_the_models_of_a_horizon_are_the_plans(seed: int, with_variables: bool, in_binary: bool) -> None:
    task = random_task(seed, with_variables=with_variables)
    wanted = plans(task, MOST)
    found = modelled(task, redundant=False, in_binary=in_binary)
    assert sorted(found) == sorted(wanted), "every plan has one model"
    assert counted_by_others(task, in_binary=in_binary) == len(wanted)
    least = min(map(len, wanted), default=0)
    shortest = {plan for plan in wanted if len(plan) == least}
    found = modelled(replace(task, least=least), redundant=True, in_binary=in_binary)
    assert shortest <= {*found} <= wanted


@pytest.mark.parametrize("in_binary", [False, True])
@pytest.mark.parametrize(
    ("family", "board", "metric"),
    [
        ("klotski", "goal: A at 1,1\nA.\n..\n", "move"),  # both ways around the corner are one move
        ("klotski", "goal: A at 1,0\nAB.\n..C\n", "move"),
        ("klotski", "goal: A at 1,1\nAB\n..\n", "slide"),
        ("tiles", "1 .\n3 2\n", "slides"),
    ],
)
def test_plans_are_counted_once_whatever_actions_share_a_name(
    family: str, board: str, metric: str, in_binary: bool
) -> None:
    task = hashicnf.parse(f"family: {family}\n{board}").task(metric=metric)
    wanted = plans(task, MOST)
    assert wanted
    assert counted_by_others(task, in_binary=in_binary) == len(wanted)


@pytest.mark.parametrize("with_variables", [False, True])
@each("seed", range(40))
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


@pytest.mark.parametrize("with_variables", [False, True])
@each("seed", range(36), 12)
def test_compatible_actions_are_those_of_the_definition(seed: int, with_variables: bool) -> None:
    task = random_task(seed, with_variables=with_variables)

    def contradict(one: Action, other: Action) -> bool:
        kept = {*other.adds, *(fact for effect in other.effects for fact in effect.adds)}
        pairs = product(one.needs, other.needs)
        rival = any(a != b and {a, b} <= {*group} for a, b in pairs for group in task.exclusive)
        return rival or not {*one.adds}.isdisjoint({*other.deletes} - kept)

    every = range(len(task.actions))
    wanted = [
        [a, b]
        for a, b in product(every, every)
        if a < b
        and not contradict(task.actions[a], task.actions[b])
        and not contradict(task.actions[b], task.actions[a])
    ]
    found = compatible(task, (), None)
    assert found is not None
    assert found.tolist() == wanted


def test_the_work_on_a_large_task_is_watched_and_takes_no_table_of_all_actions_and_facts() -> None:
    numbers = [*range(1, 35), 0, 35]
    rows = [" ".join(map(str, numbers[first : first + 6])) for first in range(0, 36, 6)]
    task = hashicnf.parse("\n".join(["family: tiles", *rows, ""])).task()
    actions, facts = len(task.actions), len(task.facts)
    tracemalloc.start()
    try:
        compatible(task, (), None)
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert peak < actions * facts * np.float32().itemsize
    reports: list[str] = []
    transition(task, (), lambda phase, *_: reports.append(phase))
    assert len(reports) == 3 * actions


def test_wide_counts_of_facts_have_an_encoding_that_is_not_refused_as_too_large(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for module, limit in ((template, "MOST_LITERALS"), (rules, "MOST_COUNTED")):
        monkeypatch.setattr(module, limit, getattr(module, limit) // 100)
    shapes = ((9, 1), (20, 2), (65, 25), (80, 40))  # the first counter is small, the second nearly too large
    names = [rules._counting(facts, bound) for facts, bound in shapes]
    assert names == [None, "seqcounter", "seqcounter", "cardnetwrk"]
    for name, (facts, bound) in zip(names, shapes, strict=True):
        assert name is None or CARDINALITY.get(name).clauses(Shape(facts, "eq", bound))
