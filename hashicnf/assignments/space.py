"""The state space of partial assignments: a state is an assignment that is closed under propagation.

Each state has two successors: an undecided variable, chosen by ``saturation``, becomes true, or false. Unit propagation and the
theories are part of the step, and a step that ends in a conflict is left out. A goal has a value for every variable that occurs in
clauses, theories or cardinality constraints; as a fixed point of propagation it satisfies all clauses and theories.

A step costs 1 for each *priced* literal that becomes true, by decision or by propagation. Literals that are true before any
decision belong to the initial state, and their price is ``settled``; on a puzzle where every solution has the same number of true
priced literals, such as the bridges of Hashiwokakero without ``?``, all goals cost the same.

States are numbers: bit 2v of ``codes`` means that variable v is true, bit 2v + 1 that it is false. The key holds the same bits as
bytes, two bits for each variable. With a fixed choice of variables the space is a tree.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Sequence
from typing import Final, NamedTuple, TypeAlias

import numpy as np

from hashicnf.assignments.clauses import DECIDED, Closure, Consequences, TheoryClause
from hashicnf.core.constraints import Cardinality, Formula
from hashicnf.core.deadline import NEVER, Deadline
from hashicnf.core.statespace import Tried
from hashicnf.logic import Bools
from hashicnf.propagation.codes import NOTHING, code, literal
from hashicnf.propagation.saturation import Saturation
from hashicnf.propagation.theory import Theory
from hashicnf.trace.steps import Conflict, Decision, Forced, Prune, Step

BITS: Final = bytes.maketrans(b"01", b"\0\1")
Action: TypeAlias = int


class Assignment(NamedTuple):
    """True codes as bits, and the number of the cardinality constraint from which the last decision was taken."""

    codes: int
    last: int


class Assignments:
    """The space of one formula; an action is the literal decided."""

    def __init__(
        self,
        formula: Formula,
        theories: Iterable[Theory] = (),
        groups: Sequence[Cardinality] = (),
        priced: Iterable[int] = (),
        deadline: Deadline = NEVER,
    ) -> None:
        """Prepare clauses, theories and cardinality constraints; ``priced`` are the literals that cost 1 when they become true.

        Raises GaveUp at the deadline.
        """
        self.consequences = Consequences(formula.variables.count, formula.blocks, theories, deadline)
        matter = self.consequences.mentioned() | {abs(lit) for g in groups for lit in g.lits.ravel().tolist()}
        self._matter = len(matter)
        self._branching = Saturation(groups, matter)
        self._priced = sum(1 << code(lit) for lit in set(priced))
        self._width = 2 * formula.variables.count + 2
        self._bytes = (self._width + 7) // 8
        self._root = self.consequences.root()
        self._start = Assignment(sum(1 << c for c in self._root.trail), 0)
        self.settled = self.price(self._start)

    def price(self, state: Assignment) -> int:
        """Count the priced literals that are true."""
        return (state.codes & self._priced).bit_count()

    def model(self, state: Assignment) -> Bools:
        """Return the model of a goal, bool[V + 1]."""
        return np.frombuffer(bytes(self._truth(state)[::2]), dtype=np.bool_)

    def initial(self) -> tuple[Assignment, ...]:
        """Return the state after propagation without decisions; no state if that ends in a conflict."""
        return () if self._root.conflict is not None else (self._start,)

    def successors(self, state: Assignment) -> Iterator[tuple[Action, Assignment, float]]:
        """Yield the states after one more decision and its propagation, without conflicts."""
        for action, closure, row in self._children(state):
            if closure.conflict is None:
                child = self._after(state, closure, row)
                yield action, child, ((child.codes ^ state.codes) & self._priced).bit_count()

    def is_goal(self, state: Assignment) -> bool:
        """Return whether every variable that occurs in a constraint has a value."""
        return state.codes.bit_count() == self._matter

    def key(self, state: Assignment) -> Hashable:
        """Return the bits of a state as bytes."""
        return state.codes.to_bytes(self._bytes, "little")

    def begin(self) -> tuple[Step, ...]:
        """Return the steps forced before the first decision."""
        return tuple(self._steps_of(self._root))

    def narrate(self, state: Assignment) -> Iterator[Tried[Action, Assignment]]:
        """Yield each child, None for a conflict, with its decision and the literals that it forces."""
        for branch, (action, closure, row) in enumerate(self._children(state), 1):
            steps = (Decision((action,), "", branch), *self._steps_of(closure))
            if closure.conflict is not None:
                yield action, None, 0, steps
            else:
                child = self._after(state, closure, row)
                yield action, child, ((child.codes ^ state.codes) & self._priced).bit_count(), steps

    def _children(self, state: Assignment) -> Iterator[tuple[Action, Closure, int]]:
        """Yield the result of both values of the chosen variable: the literal, its propagation, and the constraint chosen."""
        truth = self._truth(state)
        decision, row = self._branching.choose(truth, state.last)
        if decision != NOTHING:
            for c in (decision, decision ^ 1):
                yield literal(c), self.consequences.decide(truth[:], c), row

    def _after(self, state: Assignment, closure: Closure, row: int) -> Assignment:
        codes = state.codes
        for c in closure.trail:
            codes |= 1 << c
        return Assignment(codes, row)

    def _truth(self, state: Assignment) -> bytearray:
        """Return a state as an array with a byte, 0 or 1, for each code."""
        digits = bin(state.codes | 1 << self._width)[:2:-1]
        return bytearray(digits.encode().translate(BITS))

    def _steps_of(self, closure: Closure) -> Iterator[Step]:
        """Yield the steps of a closure: each forced literal with its clause, and the conflict if there is one."""
        for c, reason in zip(closure.trail, closure.reasons, strict=True):
            if reason != DECIDED:
                yield from self._forced(literal(c), reason)
        conflict = closure.conflict
        if isinstance(conflict, int):
            block, row = self.consequences.origin(conflict)
            source, clause = int(block.source[row]), tuple(block.lits[row].tolist())
            yield Conflict(block.origin.rule, block.origin.kind, source, clause)
        elif conflict is not None:
            theory, explained = conflict
            origin = theory.origin
            yield Prune(f"{origin.rule} can no longer be kept", origin.kind, explained.sources)

    def _forced(self, lit: int, reason: int | TheoryClause) -> Iterator[Step]:
        if isinstance(reason, int):
            block, row = self.consequences.origin(reason)
            source, clause = int(block.source[row]), tuple(block.lits[row].tolist())
            yield Forced(lit, block.origin.rule, block.origin.kind, source, clause)
        else:
            theory, explained = reason
            origin = theory.origin
            yield Forced(lit, origin.rule, origin.kind, min(explained.sources, default=-1), explained.clause)
