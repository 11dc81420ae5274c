"""Small random planning tasks with conditional effects, and what they do, in plain Python."""

from __future__ import annotations

import random
from collections.abc import Iterator

from hashicnf.core.planning import Action, Effect, Task

Facts = frozenset[int]


def random_task(seed: int, *, with_variables: bool = False) -> Task:
    """Make a task of a few facts and actions; with variables the first three facts are the values of one."""
    rng = random.Random(seed)
    count = rng.randint(4, 5)
    value = range(3) if with_variables else range(0)
    others = range(len(value), count)

    def some(most: int) -> tuple[int, ...]:
        return tuple(rng.sample(others, min(rng.randint(0, most), len(others))))

    def change() -> tuple[tuple[int, ...], tuple[int, ...]]:
        adds, deletes = some(1), some(1)
        if not value or rng.random() < 0.4:
            return adds, deletes
        chosen = rng.choice(value)
        return (*adds, chosen), (*deletes, *(v for v in value if v != chosen))

    def effects() -> Iterator[Effect]:
        if value:  # one change of the variable at most, so that exactly one value holds
            yield Effect(some(2), some(1), some(1))
        else:
            for _ in range(rng.randint(0, 3)):
                yield Effect(some(2), some(2), some(2))

    actions = []
    for number in range(rng.randint(2, 4)):
        adds, deletes = change()
        needs = (*some(1), *((rng.choice(value),) if value and rng.random() < 0.5 else ()))
        actions.append(Action(f"a{number}", needs, adds, deletes, tuple(effects())))
    start = (*some(3), *((rng.choice(value),) if value else ()))
    goal = tuple(tuple(rng.sample(range(count), rng.randint(1, 2))) for _ in range(rng.randint(1, 2)))
    facts = tuple(f"f{fact}" for fact in range(count))
    return Task(facts, start, goal, tuple(actions), variables=((0, 1, 2),) if value else ())


def after(action: Action, state: Facts) -> Facts | None:
    """Carry out an action by the definition, None where it is not possible."""
    if not state >= set(action.needs):
        return None
    deletes, adds = set(action.deletes), set(action.adds)
    for effect in action.effects:
        if state >= set(effect.when):
            deletes |= set(effect.deletes)
            adds |= set(effect.adds)
    return frozenset((state - deletes) | adds)


def plans(task: Task, most: int) -> set[tuple[str, ...]]:
    """List all plans of at most so many steps."""
    found: set[tuple[str, ...]] = set()
    paths: list[tuple[tuple[str, ...], Facts]] = [((), frozenset(task.start))]
    for length in range(most + 1):
        found |= {path for path, state in paths if all(not state.isdisjoint(group) for group in task.goal)}
        if length < most:
            paths = [
                ((*path, action.name), child)
                for path, state in paths
                for action in task.actions
                if (child := after(action, state)) is not None
            ]
    return found
