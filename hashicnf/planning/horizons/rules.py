"""Constraints on one layer and on two successive layers, over abstract literals, made once for a task and stamped over its layers.

A layer is the state between two steps. Stamping takes the literals of several layers or steps at once, int32[n, ...], and the
number of each as its source. Formulas of a fixed horizon and formulas that grow by one layer at a time use the same constraints.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence, Set
from dataclasses import dataclass
from functools import cached_property
from math import comb, isqrt
from typing import Final

import numpy as np

from hashicnf.core.constraints import Batch, Cardinality, Clauses, Exclusive, Implies, Origin
from hashicnf.core.progress import Observer, reporting, unobserved
from hashicnf.logic import Ints, by_width
from hashicnf.planning.horizons.exclusion import compatible
from hashicnf.planning.horizons.layout import Layout, binary, one_hot
from hashicnf.planning.horizons.needless import needless_pairs
from hashicnf.planning.horizons.transition import Clause, excluded, rivals_of, transition
from hashicnf.planning.task import Task

KIND: Final = "step"
PAIRS_PER_ACTION: Final = 4  # beyond, a grid of the actions is smaller than pairs
COUNTED_DIRECTLY: Final = 200  # clauses of a count of facts without auxiliaries; beyond, they pay
COUNTER: Final = "seqcounter"
MOST_COUNTED: Final = 100_000  # auxiliaries of a counter; beyond, a network takes far fewer
NETWORK: Final = "cardnetwrk"


@dataclass(frozen=True)
class Rules:
    """The rules of a task, with its states laid out as literals; ``observe`` is called often while they are made."""

    task: Task
    layout: Layout
    observe: Observer = unobserved

    @classmethod
    def of(cls, task: Task, *, in_binary: bool, observe: Observer) -> Rules:
        """Return the rules of a task, with its states in binary or with a literal for each fact."""
        return cls(task, binary(task) if in_binary else one_hot(task), observe)

    @cached_property
    def _pairs(self) -> Ints | None:
        """Return the pairs of actions that need an exclusion, int32[p, 2]; None where a grid of the actions states it."""
        return compatible(self.task, self._coded, PAIRS_PER_ACTION * len(self.task.actions))

    @cached_property
    def _grid(self) -> int:
        """Return the number of columns of the grid of actions, 0 if exclusions are stated by pairs."""
        actions = len(self.task.actions)
        return isqrt(actions - 1) + 1 if self._pairs is None else 0

    @property
    def parts(self) -> int:
        """Count the rows and columns of the grid of actions: literals of each step beside the actions."""
        return self._grid and self._grid - (-len(self.task.actions) // self._grid)

    @cached_property
    def _needless(self) -> Ints:
        return needless_pairs(self.task, self.observe)

    @cached_property
    def _transition(self) -> list[tuple[str, list[Ints]]]:
        facts = len(self.task.facts)
        return [
            (rule, [*by_width(self._shortened(self.layout.rewrite(clauses, facts, 2)))])
            for rule, clauses in transition(self.task, self._coded, self.observe).items()
        ]

    @property
    def _coded(self) -> list[tuple[int, ...]]:
        """List the variables in binary; no assignment gives one of them two values."""
        return [one.values for one in self.layout.coded]

    def _shortened(self, clauses: Iterable[Clause]) -> list[Clause]:
        """Drop literals of facts that cannot hold before or after the action of a clause, and duplicate clauses."""
        width, found = self.layout.width, dict[Clause, None]()
        for clause in reporting("constraints", clauses, self.observe):
            taken = [abs(literal) - 2 * width - 1 for literal in clause if abs(literal) > 2 * width]
            is_of_one = len(taken) == 1 and -taken[0] - 2 * width - 1 in clause
            found[tuple(self._possible(clause, taken[0])) if is_of_one else clause] = None
        return list(found)

    def _possible(self, clause: Clause, action: int) -> Iterator[int]:
        """Yield the literals of a clause, except those of facts that cannot hold before the action, or after it."""
        impossible = self._impossible[action]
        for literal in clause:
            layer, fact = self._fact_of.get(literal, (0, -1))
            if fact not in impossible[layer]:
                yield literal

    @cached_property
    def _impossible(self) -> list[tuple[Set[int], Set[int]]]:
        """List, for each action, the facts that cannot hold before it, and those that cannot hold after it."""
        actions = reporting("constraints", self.task.actions, self.observe)
        return [(excluded(self.task, action), rivals_of(self.task, action.adds)) for action in actions]

    @cached_property
    def _fact_of(self) -> dict[int, tuple[int, int]]:
        """Map the literals of facts to their layer (0 before, 1 after an action) and fact."""
        width, own = self.layout.width, self.layout.own
        return {layer * width + number: (layer, fact) for layer in (0, 1) for number, fact in enumerate(own, 1)}

    @cached_property
    def _stated(self) -> list[tuple[int, ...]]:
        """List the variables whose values have a literal each."""
        return [group for group in self.task.variables if self.layout.has_literals(group)]

    @cached_property
    def _ties(self) -> list[Ints]:
        return [*by_width([*self.layout.ties()])]

    def layers(self, state: Ints, source: Ints) -> Iterator[Batch]:
        """Yield the constraints on each layer, literals int32[n, W]: those of variables and invariants."""
        yield from _stamp("values", self._ties, state, source)
        literals = self.layout.facts
        for groups in by_width(self._stated):
            own = np.array([[literals[fact][0] for fact in group] for group in groups.tolist()], dtype=np.int32)
            rows = state[:, own - 1].reshape(-1, own.shape[1])
            step = np.repeat(source, len(own))
            yield Exclusive(rows, Origin("values", KIND), step, redundant=True)
            yield implies(none(len(rows)), rows, "values", step, redundant=True)
        for one in self.task.invariants:
            if self.layout.has_literals(one.facts):
                rows = np.ascontiguousarray(state[:, [literals[fact][0] - 1 for fact in one.facts]])
                origin, encoding = Origin(one.name, KIND), _counting(len(one.facts), one.bound)
                yield Cardinality(rows, one.op, one.bound, origin, source, redundant=True, encoding=encoding)

    def steps(self, before: Ints, after: Ints, action: Ints, part: Ints, source: Ints) -> Iterator[Batch]:
        """Yield the constraints on steps between layers, int32[n, W], by actions int32[n, A]; ``part`` is int32[n, parts]."""
        table = np.concatenate((before, after, action), axis=1)
        for rule, rows in self._transition:
            yield from _stamp(rule, rows, table, source)
        origin = Origin("exclusion", KIND)
        if columns := self._grid:
            number = np.arange(len(self.task.actions), dtype=np.int32)
            rows_of, columns_of = part[:, columns:], part[:, :columns]
            for lits, index in ((columns_of, number % columns), (rows_of, number // columns)):
                yield Exclusive(lits, origin, source)
                yield from _membership(action, lits, index, source)
        elif self._pairs is not None and len(self._pairs):
            lits = action[:, self._pairs].reshape(-1, 2)
            yield Exclusive(lits, origin, np.repeat(source, len(self._pairs)))

    def successions(self, first: Ints, second: Ints, source: Ints) -> Iterator[Batch]:
        """Yield redundant clauses that forbid needless pairs of actions int32[n, A] of one step and of the next."""
        if len(pairs := self._needless):
            lits = -np.stack((first[:, pairs[:, 0]], second[:, pairs[:, 1]]), axis=-1).reshape(-1, 2)
            yield Clauses(lits, Origin("needless", KIND), np.repeat(source, len(pairs)), redundant=True)

    def forbid(self, facts: Iterable[int]) -> list[Clause]:
        """Make clauses over the literals of a layer that state that none of the facts holds."""
        return self.layout.rewrite([(-fact - 1,) for fact in facts], len(self.task.facts))

    def require(self, clauses: Iterable[Sequence[int]]) -> list[Clause]:
        """Make clauses over the literals of a layer that state that at least one fact of each group holds."""
        return self.layout.rewrite([tuple(fact + 1 for fact in group) for group in clauses], len(self.task.facts))

    def exactly(self, facts: Iterable[int]) -> list[Clause]:
        """Make clauses over the literals of a layer that state that these facts hold and no others."""
        held = {*facts}
        return self.layout.rewrite(
            [(fact + 1 if fact in held else -fact - 1,) for fact in range(len(self.task.facts))], len(self.task.facts)
        )


def _counting(facts: int, bound: int) -> str | None:
    """Return the encoding of a count of so many facts; None for that of the formula, if few clauses without auxiliaries do."""
    if comb(facts, min(bound + 1, facts)) <= COUNTED_DIRECTLY:
        return None
    return COUNTER if bound * (facts - bound) <= MOST_COUNTED else NETWORK


def _membership(action: Ints, part: Ints, index: Ints, source: Ints) -> Iterator[Batch]:
    """Define parts of the grid, int32[n, p], each true exactly if one of its actions is taken; ``index`` maps actions to parts."""
    lits = np.stack((-action, part[:, index]), axis=-1).reshape(-1, 2)
    yield Clauses(lits, Origin("exclusion", KIND), np.repeat(source, action.shape[1]))
    for number in range(part.shape[1]):
        inside = action[:, index == number]
        yield implies(part[:, number, None], inside, "exclusion", source)


def _stamp(rule: str, templates: Iterable[Ints], table: Ints, source: Ints) -> Iterator[Clauses]:
    """Yield a copy of the template clauses for each row of a table, with abstract literals replaced by those of the row."""
    for rows in templates:
        lits = (table[:, np.abs(rows) - 1] * np.sign(rows)).reshape(-1, rows.shape[1])
        yield Clauses(lits, Origin(rule, KIND), np.repeat(source, len(rows)))


def stamp(
    rule: str, clauses: Sequence[Clause], layer: Ints, source: int, *, redundant: bool = False
) -> Iterator[Clauses]:
    """Make clauses over the literals of one layer, int32[W]."""
    for rows in by_width(clauses):
        lits = layer[np.abs(rows) - 1] * np.sign(rows)
        yield Clauses(lits, Origin(rule, KIND), np.full(len(rows), source, dtype=np.int32), redundant=redundant)


def implies(body: Ints, head: Ints, rule: str, step: Ints, *, redundant: bool = False) -> Implies:
    """Make a batch of implications from bodies int32[..., k] to heads int32[..., j]; a row for each source in ``step``."""
    rows = len(step)
    return Implies(
        body.reshape(rows, body.shape[-1]), head.reshape(rows, head.shape[-1]), Origin(rule, KIND), step, redundant
    )


def none(rows: int) -> Ints:
    """Return bodies without literals: int32[rows, 0]."""
    return np.empty((rows, 0), dtype=np.int32)
