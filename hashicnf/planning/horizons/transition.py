"""The clauses of one step: preconditions, effects, and that no other fact changes.

They are made once for a task and stamped over all steps, so their literals are abstract. With F facts, literal f + 1 is fact f
before the step, F + f + 1 fact f after it, and 2 F + a + 1 action a.

Of an action a and a fact f, which it adds or deletes under the conditions U and V (a conjunction of facts each; the empty one is
always true), the clauses state that f holds after the step exactly if some condition of U holds, or f held before and no condition
of V holds:

    a and u -> f'                    for every u of U
    a and v -> not f' or some u      for every v of V
    a and f -> f' or some v          unless a always deletes f
    a and f' -> f or some u          unless a always adds f

The second is left out where another value of a variable in binary is added whenever v holds: its code excludes f'.

"Some u" is a disjunction of conjunctions; with conditions of one fact, the usual case, it is part of the clause, and otherwise
there is a clause for each choice of one fact from every u. All actions that do not touch f share two clauses (explanatory frame
axioms):

    f and not f' -> some action that may delete f
    f' and not f -> some action that may add f
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import product
from typing import NamedTuple, Self, TypeAlias

from hashicnf.core.progress import Observer, reporting
from hashicnf.planning.task import Action, Task

Clause: TypeAlias = tuple[int, ...]
Condition: TypeAlias = frozenset[int]
ALWAYS: Condition = frozenset()


class Touched(NamedTuple):
    """The conditions under which an action adds a fact, and those under which it deletes it."""

    adds: list[Condition]
    deletes: list[Condition]


def transition(task: Task, exclusive: Sequence[Sequence[int]], observe: Observer) -> Mapping[str, list[Clause]]:
    """Return the clauses of a step by rule, over abstract literals.

    At most one fact of each group in ``exclusive`` can hold in a layer, by the way in which states are encoded. ``observe`` is
    called for each action, several times.
    """
    groups: dict[int, list[frozenset[int]]] = {}
    for group in exclusive:
        for fact in group:
            groups.setdefault(fact, []).append(frozenset(group))
    count = len(task.facts)
    needs: list[Clause] = [(-(2 * count + a + 1), fact + 1) for a, one in enumerate(task.actions) for fact in one.needs]
    every = enumerate(reporting("constraints", task.actions, observe))
    steps = [_Step.of(task, one, 2 * count + a + 1) for a, one in every]
    touched = [_touched(step) for step in reporting("constraints", steps, observe)]
    effects = [
        clause
        for step, facts in zip(reporting("constraints", steps, observe), touched, strict=True)
        for clause in _effects(count, step, facts, groups)
    ]
    return {"precondition": needs, "effect": effects, "frame": [*_frames(count, touched)]}


def _touched(step: _Step) -> Mapping[int, Touched]:
    """Return the facts that an action may change; conditions that contradict its preconditions are left out."""
    found: dict[int, Touched] = {}
    action = step.action
    for effect in action.all_effects:
        condition = frozenset(effect.when).difference(action.needs)
        if not step.ruled_out.isdisjoint(condition):
            continue
        for fact in effect.adds:
            found.setdefault(fact, Touched([], [])).adds.append(condition)
        for fact in effect.deletes:
            found.setdefault(fact, Touched([], [])).deletes.append(condition)
    return {
        fact: Touched([ALWAYS], []) if ALWAYS in adds else Touched(adds, [ALWAYS] if ALWAYS in deletes else deletes)
        for fact, (adds, deletes) in found.items()
    }


def excluded(task: Task, action: Action) -> frozenset[int]:
    """Return the facts that cannot hold where an action is possible, because it needs another fact of an exclusive group."""
    return frozenset(rivals_of(task, action.needs))


def rivals_of(task: Task, facts: Iterable[int]) -> set[int]:
    """Return the facts, other than ``facts``, that cannot hold together with all of them."""
    chosen = {*facts}
    return {other for fact in chosen for group in task.rivalries.get(fact, ()) for other in group} - chosen


class _Step(NamedTuple):
    """An action with its literal, the facts that cannot hold before it, and the literals that are true before it."""

    action: Action
    literal: int
    ruled_out: frozenset[int]
    held: frozenset[int]

    @classmethod
    def of(cls, task: Task, action: Action, literal: int) -> Self:
        """Prepare an action."""
        ruled_out = excluded(task, action)
        held = {fact + 1 for fact in action.needs} | {-fact - 1 for fact in ruled_out}
        return cls(action, literal, ruled_out, frozenset(held))

    def clauses(self, rest: Iterable[int], some: Sequence[Condition]) -> Iterator[Clause]:
        """Yield clauses that state that the action implies one of the literals ``rest`` or one of the conditions.

        They are simplified: facts that the action needs are true before it, and facts that it rules out are false.
        """
        held = self.held
        for choice in product(*(sorted(condition) for condition in some)):
            clause = {*rest, *(fact + 1 for fact in choice)}
            if any(-literal in clause or literal in held for literal in clause):
                continue
            yield (-self.literal, *sorted((literal for literal in clause if -literal not in held), key=abs))


def _effects(
    count: int, step: _Step, facts: Mapping[int, Touched], groups: Mapping[int, list[frozenset[int]]]
) -> Iterator[Clause]:
    for fact, (adds, deletes) in facts.items():
        before, after = fact + 1, count + fact + 1
        for condition in adds:
            yield from step.clauses([after, *(-f - 1 for f in condition)], ())
        if ALWAYS in adds:
            continue
        rivals = {other for group in groups.get(fact, ()) for other in group & facts.keys()} - {fact}
        for condition in deletes:
            if not any(when <= condition for other in rivals for when in facts[other].adds):
                yield from step.clauses([-after, *(-f - 1 for f in condition)], adds)
        if deletes and ALWAYS not in deletes:
            yield from step.clauses([-before, after], deletes)
        if adds and ALWAYS not in deletes:
            yield from step.clauses([before, -after], adds)


def _frames(count: int, touched: Sequence[Mapping[int, Touched]]) -> Iterator[Clause]:
    makers: list[list[int]] = [[] for _ in range(count)]
    breakers: list[list[int]] = [[] for _ in range(count)]
    for a, facts in enumerate(touched):
        for fact, (adds, deletes) in facts.items():
            if adds:
                makers[fact].append(2 * count + a + 1)
            if deletes:
                breakers[fact].append(2 * count + a + 1)
    for fact in range(count):
        before, after = fact + 1, count + fact + 1
        yield (before, -after, *makers[fact])
        yield (-before, after, *breakers[fact])
