"""Pairs of actions that no shortest plan has in immediate succession: together they change nothing, or as much as one action.

The *change* of an action is the facts that it makes true that were false, and those that it makes false that were true. An action
whose preconditions and variables do not determine its change is skipped. Changes compose exactly, so a pair is needless if its
change is empty, or that of a single action with no further preconditions. Of actions with conditional effects only pairs are found
in which the second action inverts the first.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import chain
from typing import NamedTuple

import numpy as np

from hashicnf.core.progress import Observer, reporting, unobserved
from hashicnf.logic import Ints
from hashicnf.planning.horizons.transition import excluded
from hashicnf.planning.task import Action, Effect, State, Task, bits

NOTHING: State = 0


class NetEffect(NamedTuple):
    """The facts that an action makes true, and those that it makes false, in every state in which it is possible."""

    adds: State
    deletes: State

    def then(self, other: NetEffect) -> NetEffect:
        """Compose with the change of the next action."""
        adds = (self.adds & ~other.deletes) | (other.adds & ~self.deletes)
        return NetEffect(adds, (self.deletes & ~other.adds) | (other.deletes & ~self.adds))


def needless_pairs(task: Task, observe: Observer = unobserved) -> Ints:
    """List the pairs of actions that need not follow each other: int32[p, 2], sorted; ``observe`` is called often."""
    changes = [_change(task, action) for action in reporting("constraints", task.actions, observe)]
    plain: dict[NetEffect, list[int]] = {}
    for number, (action, change) in enumerate(zip(task.actions, changes, strict=True)):
        if change is not None and not action.effects:
            plain.setdefault(change, []).append(number)
    pairs = chain(_replaced(task, plain, observe), _undone(task, changes))
    found = np.fromiter(chain.from_iterable(pairs), np.int32).reshape(-1, 2)
    return found[np.lexsort((found[:, 1], found[:, 0]))]


def _change(task: Task, action: Action) -> NetEffect | None:
    """Return the change made by the unconditional effects, None where it depends on the state."""
    adds = frozenset(action.adds)
    deletes = frozenset(action.deletes) - adds
    if not (deletes.issubset(action.needs) and adds <= excluded(task, action)):
        return None
    return NetEffect(bits(adds), bits(deletes))


def _replaced(task: Task, actions: Mapping[NetEffect, Sequence[int]], observe: Observer) -> Iterator[tuple[int, int]]:
    """Yield pairs of actions that together change nothing, or as much as one action; ``actions`` lists those of each change."""
    needs = [bits(action.needs) for action in task.actions]
    for first, second in _enabling(task, actions, observe):
        both = first.then(second)
        singles = [needs[one] for one in actions.get(both, ())] if any(both) else [NOTHING]
        for b in actions[second] if singles else ():
            if needs[b] & first.adds and not needs[b] & first.deletes:
                left = needs[b] & ~first.adds
                more = {single & ~left for single in singles}  # what a single action needs beyond that
                yield from ((a, b) for a in actions[first] if any(one & needs[a] == one for one in more))


def _enabling(
    task: Task, actions: Mapping[NetEffect, Sequence[int]], observe: Observer
) -> Iterator[tuple[NetEffect, NetEffect]]:
    """Yield pairs of changes of which the first adds a fact that an action of the second needs."""
    needing: dict[int, set[NetEffect]] = {}
    for change, numbers in actions.items():
        for fact in {fact for number in numbers for fact in task.actions[number].needs}:
            needing.setdefault(fact, set()).add(change)
    for change, numbers in reporting("constraints", actions.items(), observe):
        enabled = set[NetEffect]().union(*(needing.get(fact, ()) for fact in task.actions[numbers[0]].adds))
        yield from ((change, after) for after in enabled)


def _undone(task: Task, changes: Sequence[NetEffect | None]) -> Iterator[tuple[int, int]]:
    """Yield pairs of actions with conditional effects of which the second undoes the first."""
    by_change: dict[NetEffect, list[int]] = {}
    for b, change in enumerate(changes):
        if change is not None and task.actions[b].effects:
            by_change.setdefault(change, []).append(b)
    for a, change in enumerate(changes):
        if change is not None and _is_invertible(task, task.actions[a]):
            inverse = {_shape(Effect(e.adds, e.deletes, e.adds)) for e in task.actions[a].effects}
            for b in by_change.get(NetEffect(change.deletes, change.adds), ()):
                if {_shape(e) for e in task.actions[b].effects} == inverse:
                    yield a, b


def _is_invertible(task: Task, action: Action) -> bool:
    """Return whether each conditional effect fires exactly if its added facts hold afterwards, and then deletes its condition."""
    added = [fact for effect in action.effects for fact in effect.adds]
    return (
        len({*added, *action.adds}) == len(added) + len(action.adds)
        and excluded(task, action).issuperset(added)
        and all(e.adds and {*e.deletes} == {*e.when} for e in action.effects)
    )


def _shape(effect: Effect) -> tuple[State, State, State]:
    return bits(effect.when), bits(effect.adds), bits(effect.deletes)
