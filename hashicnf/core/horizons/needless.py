"""Pairs of actions that no shortest plan takes one right after the other: together they do nothing, or what one action does.

An action is known by its change: the facts it makes true that were false, and those it makes false that were true. Where needs and
variables do not settle that, the action is left alone. Changes compose exactly, so a pair is needless where its change is empty, or
that of a single action which needs no more. Conditional effects are inverted, not composed.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple, TypeAlias

import numpy as np

from hashicnf.core.horizons.transition import excluded
from hashicnf.core.planning import Action, Effect, Task
from hashicnf.logic import Ints

Facts: TypeAlias = frozenset[int]
NOTHING: Facts = frozenset()


class NetEffect(NamedTuple):
    """The facts that an action makes true and those it makes false, whatever the state, and what it needs for that."""

    needs: Facts
    adds: Facts
    deletes: Facts

    def then(self, other: NetEffect) -> NetEffect:
        """Compose with the change of the next action."""
        return NetEffect(
            self.needs | (other.needs - self.adds),
            (self.adds - other.deletes) | (other.adds - self.deletes),
            (self.deletes - other.adds) | (other.deletes - self.adds),
        )


def needless_pairs(task: Task) -> Ints:
    """List the pairs of actions that need not follow each other: int32[p, 2], in order."""
    changes = [_change(task, action) for action in task.actions]
    plain = [None if action.effects else change for action, change in zip(task.actions, changes, strict=True)]
    found = {*_replaced(plain), *_undone(task, changes)}
    return np.array(sorted(found), dtype=np.int32).reshape(-1, 2)


def _change(task: Task, action: Action) -> NetEffect | None:
    """Return the change by the unconditional effects, None where it depends on the state."""
    adds, needs = frozenset(action.adds), frozenset(action.needs)
    deletes = frozenset(action.deletes) - adds
    return NetEffect(needs, adds, deletes) if deletes <= needs and adds <= excluded(task, action) else None


def _replaced(changes: Sequence[NetEffect | None]) -> Iterator[tuple[int, int]]:
    """Find pairs that do nothing, or what one action does."""
    needing: dict[int, list[int]] = {}
    single: dict[tuple[Facts, Facts], list[Facts]] = {(NOTHING, NOTHING): [NOTHING]}
    for b, change in enumerate(changes):
        if change is not None:
            single.setdefault((change.adds, change.deletes), []).append(change.needs)
            for fact in change.needs:
                needing.setdefault(fact, []).append(b)
    for a, change in enumerate(changes):
        if change is None:
            continue
        for b in {b for fact in change.adds for b in needing.get(fact, ())}:
            second = changes[b]
            if second is not None and second.needs.isdisjoint(change.deletes):
                both = change.then(second)
                if any(needs <= both.needs for needs in single.get((both.adds, both.deletes), ())):
                    yield a, b


def _undone(task: Task, changes: Sequence[NetEffect | None]) -> Iterator[tuple[int, int]]:
    """Find pairs of actions with conditional effects of which the second undoes the first."""
    by_change: dict[tuple[Facts, Facts], list[int]] = {}
    for b, change in enumerate(changes):
        if change is not None and task.actions[b].effects:
            by_change.setdefault((change.adds, change.deletes), []).append(b)
    for a, change in enumerate(changes):
        if change is not None and _is_invertible(task, task.actions[a]):
            inverse = {_shape(Effect(e.adds, e.deletes, e.adds)) for e in task.actions[a].effects}
            for b in by_change.get((change.deletes, change.adds), ()):
                if {_shape(e) for e in task.actions[b].effects} == inverse:
                    yield a, b


def _is_invertible(task: Task, action: Action) -> bool:
    """Return whether each conditional effect fires exactly if what it adds holds afterwards, and then deletes what held."""
    added = [fact for effect in action.effects for fact in effect.adds]
    return (
        len({*added, *action.adds}) == len(added) + len(action.adds)
        and excluded(task, action).issuperset(added)
        and all(e.adds and {*e.deletes} == {*e.when} for e in action.effects)
    )


def _shape(effect: Effect) -> tuple[Facts, Facts, Facts]:
    return frozenset(effect.when), frozenset(effect.adds), frozenset(effect.deletes)
