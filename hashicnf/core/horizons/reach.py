"""Facts that cannot hold so many steps after the start, or so many before the goal.

Two over-approximations of the reachable states, both of the task alone:

    relaxed reachability    what is true stays true: a fact cannot hold before all that some action adding it needs can
                            (Blum and Furst 1997, "Fast planning through planning graph analysis")
    variables               the values that a variable can take after exactly so many steps, all others forgotten; also backwards
    from the
                            goal. A variable that every action changes, such as the place of a blank, alternates between two sets

Constraints that exactly one of some facts holds count as variables, written as such or as invariants.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from hashicnf.core.horizons.transition import excluded
from hashicnf.core.planning import Action, Task
from hashicnf.logic import Bools

Steps: TypeAlias = NDArray[np.bool_]
FAR = np.iinfo(np.int32).max


def exactly_one(task: Task) -> tuple[tuple[int, ...], ...]:
    """List the groups of facts of which exactly one holds in every state, as variables or by invariants, each once."""
    stated = (one.facts for one in task.invariants if one.op == "eq" and one.bound == 1)
    return tuple(dict.fromkeys((*task.variables, *stated)))


@dataclass(frozen=True)
class Reach:
    """Possible facts ``after(t)``, exactly t steps behind the start, and ``before(d)``, exactly d steps ahead of the goal."""

    task: Task
    relaxed: NDArray[np.int32]
    groups: tuple[tuple[int, ...], ...]
    steps: tuple[Steps, ...]

    @classmethod
    def of(cls, task: Task) -> Reach:
        """Examine a task."""
        groups = exactly_one(task)
        return cls(task, _relaxed(task), groups, tuple(_steps(task, groups)))

    def after(self) -> Iterator[Bools]:
        """Yield bool[F] for t = 0, 1, ...: the facts that may hold after exactly t steps."""
        start = np.zeros(len(self.task.facts), dtype=np.bool_)
        start[list(self.task.start)] = True
        values = [start[list(group)] for group in self.groups]
        t = 0
        while True:
            yield self._facts(values) & (self.relaxed <= t)
            values = [step.T @ some for step, some in zip(self.steps, values, strict=True)]
            t += 1

    def before(self) -> Iterator[Bools]:
        """Yield bool[F] for d = 0, 1, ...: the facts that may hold where the goal is reached after exactly d more steps."""
        goal = [frozenset(group) for group in self.task.goal]
        values = []
        for group in self.groups:
            inside = [some for some in goal if some <= {*group}]
            values.append(np.array([all(fact in some for some in inside) for fact in group], dtype=np.bool_))
        while True:
            yield self._facts(values)
            values = [step @ some for step, some in zip(self.steps, values, strict=True)]

    def _facts(self, values: Iterable[Bools]) -> Bools:
        """Intersect what the variables allow."""
        found = np.ones(len(self.task.facts), dtype=np.bool_)
        for group, some in zip(self.groups, values, strict=True):
            found[list(group)] &= some
        return found


def _relaxed(task: Task) -> NDArray[np.int32]:
    """Return the least steps after which each fact may hold, where nothing ceases to: int32[F]."""
    level = np.full(len(task.facts), FAR, dtype=np.int32)
    level[list(task.start)] = 0
    ways = [
        (frozenset((*action.needs, *when)), adds)
        for action in task.actions
        for when, adds in (((), action.adds), *((e.when, e.adds) for e in action.effects))
        if adds
    ]
    known, t = {*task.start}, 0
    while True:
        t += 1
        new = {fact for wanted, adds in ways if wanted <= known for fact in adds} - known
        if not new:
            return level
        level[list(new)] = t
        known |= new
        ways = [(wanted, adds) for wanted, adds in ways if not known.issuperset(adds)]


def _steps(task: Task, groups: tuple[tuple[int, ...], ...]) -> list[Steps]:
    """Return which value of each variable may follow which in one step: bool[v, v] each."""
    found = [np.zeros((len(group), len(group)), dtype=np.bool_) for group in groups]
    holders: dict[int, list[tuple[int, int]]] = {}
    for g, group in enumerate(groups):
        for value, fact in enumerate(group):
            holders.setdefault(fact, []).append((g, value))
    for action in task.actions:
        ruled_out = excluded(task, action)
        touched = {g for fact in _mentioned(action) for g, _ in holders.get(fact, ())}
        for g, group in enumerate(groups):
            if g in touched:
                _step(action, group, ruled_out, found[g])
            else:
                np.fill_diagonal(found[g], val=True)
    return found


def _mentioned(action: Action) -> Iterator[int]:
    yield from (*action.needs, *action.adds, *action.deletes)
    for effect in action.effects:
        yield from (*effect.when, *effect.adds, *effect.deletes)


def _step(action: Action, group: tuple[int, ...], ruled_out: frozenset[int], step: NDArray[Any]) -> None:
    """Mark the values that may follow each value that the action allows."""
    number = {fact: value for value, fact in enumerate(group)}
    needed = [number[fact] for fact in action.needs if fact in number]
    always = [number[fact] for fact in action.adds if fact in number]
    effects = [
        (frozenset(e.when), [number[fact] for fact in e.adds if fact in number])
        for e in action.effects
        if not ruled_out.intersection(e.when) and any(fact in number for fact in (*e.when, *e.adds, *e.deletes))
    ]
    for value in needed[:1] or range(len(group)):
        fact = group[value]
        if fact in ruled_out:
            continue
        if always:
            step[value, always] = True
            continue
        given = {fact, *action.needs}
        stays = fact not in action.deletes
        for when, adds in effects:
            if adds and not any(other in number and other != fact for other in when):
                step[value, adds] = True
                stays = stays and not when <= given
        if stays:
            step[value, value] = True
