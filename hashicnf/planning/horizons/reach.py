"""Facts that cannot hold a given number of steps after the start, or before the goal.

Two over-approximations of the reachable states, both computed from the task alone:

    relaxed reachability    facts stay true: a fact cannot hold before all preconditions of some action that adds it can hold
                            (Blum and Furst 1997, "Fast planning through planning graph analysis"); backwards from the goal,
                            a fact that cannot hold later must be deleted by an action, after which all that it adds can hold
    variables               the values that a variable can take after exactly so many steps, whatever the other variables;
                            also backwards from the goal. A variable that every action changes, such as the place of a blank,
                            may alternate between two sets

A group of facts of which exactly one holds is treated as a variable, be it declared as a variable or as an invariant.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence, Set
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from hashicnf.core.progress import Observer, reporting, unobserved
from hashicnf.logic import Bools
from hashicnf.planning.horizons.transition import excluded
from hashicnf.planning.task import Action, Effect, Task

Levels: TypeAlias = NDArray[np.int32]
"""For each fact, a number of steps, int32[F]; FAR for never."""
Steps: TypeAlias = NDArray[np.bool_]
Way: TypeAlias = tuple[Set[int], Sequence[int]]
"""Facts that are conditions, and the facts found once all of them are."""
FAR = np.iinfo(np.int32).max


def exactly_one(task: Task) -> tuple[tuple[int, ...], ...]:
    """List the groups of facts of which exactly one holds in every state, as variables or by invariants, each once."""
    stated = (one.facts for one in task.invariants if one.op == "eq" and one.bound == 1)
    return tuple(dict.fromkeys((*task.variables, *stated)))


@dataclass(frozen=True)
class Reach:
    """The facts that may hold exactly t steps after the start (``after``), and exactly d steps before the goal (``before``)."""

    task: Task
    relaxed: Levels
    regressed: Levels
    groups: tuple[tuple[int, ...], ...]
    steps: tuple[Steps, ...]

    @classmethod
    def of(cls, task: Task, observe: Observer = unobserved) -> Reach:
        """Examine a task; ``observe`` is called for each action."""
        groups = exactly_one(task)
        return cls(task, _relaxed(task), _regressed(task, groups), groups, tuple(_steps(task, groups, observe)))

    def after(self) -> Iterator[Bools]:
        """Yield bool[F] for t = 0, 1, ...: the facts that may hold after exactly t steps."""
        start = np.zeros(len(self.task.facts), dtype=np.bool_)
        start[list(self.task.start)] = True
        values = [start[list(group)] for group in self.groups]
        t = 0
        while True:
            yield _allowed(self.task, self.groups, values) & (self.relaxed <= t)
            values = [step.T @ some for step, some in zip(self.steps, values, strict=True)]
            t += 1

    def before(self) -> Iterator[Bools]:
        """Yield bool[F] for d = 0, 1, ...: the facts that may hold where the goal is reached after exactly d more steps."""
        values = _at_goal(self.task, self.groups)
        d = 0
        while True:
            yield _allowed(self.task, self.groups, values) & (self.regressed <= d)
            values = [step @ some for step, some in zip(self.steps, values, strict=True)]
            d += 1


def _at_goal(task: Task, groups: Sequence[tuple[int, ...]]) -> list[Bools]:
    """Return, for each variable, the values that it may have where the goal is reached: bool[v]."""
    goal = [frozenset(group) for group in task.goal]
    found = []
    for group in groups:
        inside = [some for some in goal if some <= {*group}]
        found.append(np.array([all(fact in some for some in inside) for fact in group], dtype=np.bool_))
    return found


def _allowed(task: Task, groups: Sequence[tuple[int, ...]], values: Iterable[Bools]) -> Bools:
    """Return the facts, bool[F], that all variables allow, each with these possible values."""
    found = np.ones(len(task.facts), dtype=np.bool_)
    for group, some in zip(groups, values, strict=True):
        found[list(group)] &= some
    return found


def _relaxed(task: Task) -> Levels:
    """Return the fewest steps after which each fact may hold if facts stay true."""
    ways = [
        ({*action.needs, *effect.when}, effect.adds)
        for action in task.actions
        for effect in action.all_effects
        if effect.adds
    ]
    return _levels(len(task.facts), task.start, ways)


def _regressed(task: Task, groups: Sequence[tuple[int, ...]]) -> Levels:
    """Return the fewest steps to the goal at which each fact may hold if facts that may hold later may hold now."""
    ways: list[Way] = []
    for action in task.actions:
        lost = {fact for effect in action.all_effects for fact in effect.deletes}
        for effect in action.all_effects:
            if effect.deletes:
                kept = {*action.needs, *effect.when} - lost
                ways.append(({*action.adds, *effect.adds, *kept}, effect.deletes))
    return _levels(len(task.facts), np.flatnonzero(_allowed(task, groups, _at_goal(task, groups))).tolist(), ways)


def _levels(facts: int, first: Iterable[int], ways: Sequence[Way]) -> Levels:
    """Return the round in which each fact is found: the first ones in round 0, those of a way after all its conditions."""
    level = np.full(facts, FAR, dtype=np.int32)
    missing = [len(conditions) for conditions, _ in ways]
    ways_of: dict[int, list[int]] = {}  # by condition
    for way, (conditions, _) in enumerate(ways):
        for fact in conditions:
            ways_of.setdefault(fact, []).append(way)
    new, t = {*first}, 0
    ready = [way for way, count in enumerate(missing) if not count]
    while new or ready:
        level[[*new]] = t
        for fact in new:
            for way in ways_of.get(fact, ()):
                missing[way] -= 1
                if not missing[way]:
                    ready.append(way)
        new = {fact for way in ready for fact in ways[way][1] if level[fact] == FAR}
        ready = []
        t += 1
    return level


def _steps(task: Task, groups: Sequence[tuple[int, ...]], observe: Observer) -> list[Steps]:
    """Return, for each variable, which values may follow each value in one step: bool[v, v], from row to column."""
    variables = [_Variable(group) for group in groups]
    holders: dict[int, list[int]] = {}
    for g, group in enumerate(groups):
        for fact in group:
            holders.setdefault(fact, []).append(g)
    for action in reporting("constraints", task.actions, observe):
        ruled_out = excluded(task, action)
        is_open = np.ones(len(task.facts), dtype=np.bool_)
        is_open[[*ruled_out]] = False
        effects: dict[int, list[Effect]] = {}
        for effect in action.effects:
            if ruled_out.isdisjoint(effect.when):
                for g in {g for fact in effect.adds for g in holders.get(fact, ())}:
                    effects.setdefault(g, []).append(effect)
        for g in {g for fact in _mentioned(action) for g in holders.get(fact, ())}:
            variables[g].follow(action, effects.get(g, ()), is_open)
    return [variable.steps(len(task.actions)) for variable in variables]


def _mentioned(action: Action) -> Iterator[int]:
    yield from action.needs
    for effect in action.all_effects:
        yield from (*effect.when, *effect.adds, *effect.deletes)


class _Variable:
    """A variable, and the values that may follow each of its values by the actions added so far."""

    def __init__(self, group: tuple[int, ...]) -> None:
        """Begin without actions."""
        self._facts = np.array(group, dtype=np.intp)
        self._value = {fact: value for value, fact in enumerate(group)}
        self._found = np.zeros((len(group), len(group)), dtype=np.bool_)
        self._actions = 0

    def follow(self, action: Action, effects: Iterable[Effect], is_open: Bools) -> None:
        """Add an action that mentions the variable, and its effects that add values; ``is_open`` bool[F]: facts that may hold."""
        self._actions += 1
        before = is_open[self._facts]
        if needed := self._values(action.needs):
            before = np.zeros_like(before)
            before[needed[0]] = True
        if always := self._values(action.adds):
            self._found[np.flatnonzero(before)[:, None], always] = True
            return
        stays = before.copy()
        stays[self._values(action.deletes)] = False
        for effect in effects:
            held, adds = self._values({*effect.when}), self._values(effect.adds)
            if len(held) > 1 or (held and not before[held[0]]):
                continue
            rows = np.array(held) if held else np.flatnonzero(before)
            self._found[rows[:, None], adds] = True
            if {*effect.when} <= {*action.needs, *(self._facts[value] for value in held)}:
                stays[rows] = False
        self._found[stays, stays] = True

    def steps(self, actions: int) -> Steps:
        """Return the steps, bool[v, v]; if any of all ``actions`` does not mention the variable, it may keep its value."""
        if self._actions < actions:
            np.fill_diagonal(self._found, val=True)
        return self._found

    def _values(self, facts: Iterable[int]) -> list[int]:
        return [self._value[fact] for fact in facts if fact in self._value]
