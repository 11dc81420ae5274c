"""Small random planning tasks with conditional effects, and their semantics in plain Python."""

from __future__ import annotations

import random
from collections.abc import Iterator

from hashicnf.planning.task import Action, Effect, Task

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
    """Return the state after an action, by the definition; None if the action is not possible."""
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


def random_moves(seed: int) -> Task:
    """Make a task of three variables of three values: actions change one, undo that, and perhaps change others along with it."""
    rng = random.Random(seed)
    variables = tuple(tuple(range(3 * v, 3 * v + 3)) for v in range(3))
    actions: list[Action] = []
    for number in range(rng.randint(4, 8)):
        moved, *others = rng.sample(variables, 3)
        here, there = rng.sample(moved, 2)
        extra = tuple(rng.choice(other) for other in others if rng.random() < 0.2)
        effects: tuple[Effect, ...] = ()
        if rng.random() < 0.3 and not extra:
            x, y = rng.sample(others[0], 2)
            needed = (rng.choice([x, *others[1]]),) if rng.random() < 0.5 else ()
            effects, extra = (Effect((x,), (y,), (x,)),), needed
        actions.append(Action(f"a{number}", (here, *extra), (there,), (here,), effects))
        if rng.random() < 0.7:
            back = tuple(Effect(e.adds, e.deletes, e.adds) for e in effects)
            actions.append(Action(f"b{number}", (there, *extra), (here,), (there,), back))
    start = tuple(rng.choice(values) for values in variables)
    goal = tuple((rng.choice(values),) for values in variables)
    return Task(tuple(f"f{fact}" for fact in range(9)), start, goal, tuple(actions), variables)
