"""Unit and theory propagation of partial assignments, for states that are immutable values.

Codes are those of ``propagation.codes``. A search that jumps between states cannot keep watches or counters, so every clause that
contains a literal which has just become false is examined; the clauses of puzzles are short.

Theories are examined at a fixed point of propagation if new assignments concern them. Their clauses are used
at once and not kept: the consequences of an assignment must not depend on the search before it.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Final, TypeAlias

from hashicnf.arrays.blocking import in_pieces
from hashicnf.core.constraints import Clauses
from hashicnf.core.deadline import NEVER, Deadline
from hashicnf.propagation.codes import code, codes_of
from hashicnf.propagation.theory import Explained, Theory

DECIDED: Final = -1
TheoryClause: TypeAlias = tuple[Theory, Explained]  # a clause, and the theory that explains it


@dataclass(slots=True)
class Closure:
    """An assignment while it is propagated.

    ``truth`` has a 1 at each true code, ``trail`` lists the codes that became true here, in order, and ``reasons`` the reason of
    each: DECIDED, the number of a clause, or a clause of a theory. ``conflict`` is a reason all of whose literals are false.
    """

    truth: bytearray
    trail: list[int] = field(default_factory=list)
    reasons: list[int | TheoryClause] = field(default_factory=list)
    conflict: int | TheoryClause | None = None

    def assign(self, code: int, reason: int | TheoryClause) -> None:
        """Make an undecided code true."""
        self.truth[code] = 1
        self.trail.append(code)
        self.reasons.append(reason)


class Consequences:
    """Clauses and theories over ``variables`` variables, which propagate partial assignments."""

    def __init__(
        self,
        variables: int,
        blocks: Sequence[Clauses],
        theories: Iterable[Theory] = (),
        deadline: Deadline = NEVER,
    ) -> None:
        """Index the clauses by the codes that they contain. Raises GaveUp at the deadline."""
        self.variables, self.theories = variables, tuple(theories)
        self._blocks = [block for block in blocks if len(block)]
        self._first: list[int] = []
        self._short: list[tuple[tuple[int, ...], int]] = []
        self._pairs: list[list[tuple[int, int]]] = [[] for _ in range(2 * variables + 2)]
        self._longer: list[list[tuple[tuple[int, ...], int]]] = [[] for _ in range(2 * variables + 2)]
        number = 0
        for block in self._blocks:
            self._first.append(number)
            for _, rows in in_pieces(block.rows):
                deadline.require()
                for row in codes_of(rows).tolist():
                    self._note(tuple(sorted(set(row))), number)
                    number += 1

    def _note(self, clause: tuple[int, ...], number: int) -> None:
        if len(clause) < 2:
            self._short.append((clause, number))
        elif len(clause) == 2:
            for mine, other in (clause, clause[::-1]):
                self._pairs[mine].append((other, number))
        else:
            for mine in clause:
                self._longer[mine].append((clause, number))

    def origin(self, number: int) -> tuple[Clauses, int]:
        """Return the block of a clause, by its number, and its row there."""
        at = bisect_right(self._first, number) - 1
        return self._blocks[at], number - self._first[at]

    def mentioned(self) -> set[int]:
        """Return the variables that occur in clauses and theories."""
        held = {
            c >> 1 for c, (pairs, longer) in enumerate(zip(self._pairs, self._longer, strict=True)) if pairs or longer
        }
        held.update(c >> 1 for clause, _ in self._short for c in clause)
        return held.union(c >> 1 for theory in self.theories for c in theory.concerns)

    def root(self) -> Closure:
        """Propagate without any decision."""
        closure = Closure(bytearray(2 * self.variables + 2))
        for clause, number in self._short:
            if not clause or closure.truth[clause[0] ^ 1]:
                closure.conflict = number
                return closure
            if not closure.truth[clause[0]]:
                closure.assign(clause[0], number)
        self._settle(closure, everything=True)
        return closure

    def decide(self, truth: bytearray, decision: int) -> Closure:
        """Make one more code true and propagate; ``truth`` is a fixed point of propagation, and is changed in place."""
        closure = Closure(truth)
        closure.assign(decision, DECIDED)
        self._settle(closure)
        return closure

    def _settle(self, closure: Closure, *, everything: bool = False) -> None:
        """Propagate clauses and theories to a fixed point or a conflict."""
        asked, head = 0, self._propagate(closure, 0)
        while head >= 0:
            fresh, asked = closure.trail[asked:], head
            for theory in self.theories:
                if (everything or not theory.concerns.isdisjoint(fresh)) and not self._use(closure, theory):
                    return
            everything = False
            if len(closure.trail) == head:
                return
            head = self._propagate(closure, head)

    def _use(self, closure: Closure, theory: Theory) -> bool:
        """Examine a theory, and assign the literals that it forces; return False for a conflict."""
        for explained in theory.examine(closure.truth):
            clause = [code(lit) for lit in explained.clause]
            if any(closure.truth[c] for c in clause):
                continue
            free = [c for c in clause if not closure.truth[c ^ 1]]
            if not free:
                closure.conflict = (theory, explained)
                return False
            if len(free) == 1:
                closure.assign(free[0], (theory, explained))
        return True

    def _propagate(self, closure: Closure, head: int) -> int:
        """Propagate the trail from ``head`` on; return its length, or -1 for a conflict."""
        truth, trail, reasons, pairs = closure.truth, closure.trail, closure.reasons, self._pairs
        while head < len(trail):
            false = trail[head] ^ 1
            head += 1
            for other, number in pairs[false]:
                if truth[other]:
                    continue
                if truth[other ^ 1]:
                    closure.conflict = number
                    return -1
                truth[other] = 1
                trail.append(other)
                reasons.append(number)
            if self._longer[false] and not self._visit(closure, false):
                return -1
        return head

    def _visit(self, closure: Closure, false: int) -> bool:
        """Propagate the clauses of three or more literals that contain a false code; return False for a conflict."""
        truth = closure.truth
        for clause, number in self._longer[false]:
            free = 0
            for c in clause:
                if truth[c]:
                    break
                if not truth[c ^ 1]:
                    if free:
                        break
                    free = c
            else:
                if not free:
                    closure.conflict = number
                    return False
                closure.assign(free, number)
        return True
