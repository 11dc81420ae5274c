"""Check a proof of unsatisfiability by reverse unit propagation.

A lemma has the RUP property (reverse unit propagation) if its negation, all its literals false, leads to a conflict by unit
propagation alone. Each lemma must have it with respect to the formula and the lemmas before it that are not deleted; when
unit propagation refutes the present clauses, the proof is complete.

This module checks solvers, those of hashicnf among them, so it shares no code with them, and is as simple as possible: there is a
count of literals that are not false for each clause, and a list of clauses for each literal; counts are restored one by one. Lemmas
are checked forward, in order.

As in other checkers, deletions of clauses that force a literal without assumptions, and of clauses that do not exist, are ignored
and counted: ignoring them cannot make a wrong proof pass.
References: Goldberg and Novikov 2003, "Verification of proofs of unsatisfiability for CNF formulas"; Heule, Hunt and Wetzler
2013, "Trimming while checking clausal proofs" (DRUP).
"""

from __future__ import annotations

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import Final, TypeAlias

from hashicnf.records import record

Clause: TypeAlias = tuple[int, ...]
ProofStep: TypeAlias = tuple[bool, Sequence[int]]  # whether the step deletes, and the clause
ASSUMED: Final = -1


@record
class Verified:
    """The clauses are refuted after ``lemmas`` lemmas; ``skipped`` deletions were ignored."""

    lemmas: int
    skipped: int


@record
class Refused:
    """Step ``index``, 0-based, is a lemma that does not follow; ``clause`` is None where the proof ends too early."""

    index: int
    clause: Clause | None


def replay(formula: Iterable[Sequence[int]], steps: Iterable[ProofStep]) -> Verified | Refused:
    """Check the steps of a proof against a formula; literals as in DIMACS."""
    known = Known()
    for clause in formula:
        known.add(clause)
    lemmas = index = skipped = 0
    for index, (deletes, literals) in enumerate(steps, 1):
        if known.refuted:
            break
        if deletes:
            skipped += not known.remove(literals)
        elif known.implies(literals):
            known.add(literals)
            lemmas += 1
        else:
            return Refused(index - 1, tuple(literals))
    return Verified(lemmas, skipped) if known.refuted else Refused(index, None)


class Known:
    """Clauses, and the literals that are true: ``reason`` maps each to the clause that forces it, ``trail`` lists them in order.

    ``not_false`` counts each clause's literals except those that the first ``counted`` literals of the trail make false.
    ``conflict`` is the clause that was last found false, ASSUMED if assumptions contradict each other; clauses are numbered in the
    order in which they are added, so every list of them is ascending. The trail up to ``root`` depends on no assumptions.
    """

    def __init__(self) -> None:
        """Start without clauses."""
        self.refuted = False
        self.clauses: list[Clause] = []
        self.numbers: defaultdict[Clause, list[int]] = defaultdict(list)
        self.holders: defaultdict[int, list[int]] = defaultdict(list)
        self.not_false: list[int] = []
        self.reason: dict[int, int] = {}
        self.trail: list[int] = []
        self.counted = self.root = self.conflict = 0

    def add(self, literals: Sequence[int]) -> None:
        """Add a clause, and propagate without assumptions."""
        clause = tuple(sorted(set(literals)))
        number = len(self.clauses)
        self.clauses.append(clause)
        self.numbers[clause].append(number)
        for literal in clause:
            self.holders[literal].append(number)
        self.not_false.append(len([literal for literal in clause if -literal not in self.reason]))
        self.refuted = self.refuted or self.look_at(number) or self.propagate()

    def remove(self, literals: Sequence[int]) -> bool:
        """Remove a clause unless it forces a literal; return whether a clause was removed."""
        clause = tuple(sorted(set(literals)))
        for number in reversed(self.numbers[clause]):
            if all(self.reason.get(literal) != number for literal in clause):
                for numbers in (self.numbers[clause], *(self.holders[literal] for literal in clause)):
                    del numbers[bisect_left(numbers, number)]
                return True
        return False

    def implies(self, literals: Sequence[int]) -> bool:
        """Return whether unit propagation refutes the negation of a clause; the state is restored."""
        conflict = self.assume(literals)
        self.retract()
        return conflict

    def assume(self, literals: Sequence[int]) -> bool:
        """Make all literals of a clause false and propagate; return whether there is a conflict. ``retract`` has to follow."""
        self.root, conflict = len(self.trail), False
        for literal in literals:
            if literal in self.reason and not conflict:
                self.conflict, conflict = self.reason[literal], True
            self.make_true(-literal, ASSUMED)
        return conflict or self.propagate()

    def retract(self) -> None:
        """Retract the assumptions and their consequences."""
        not_false = self.not_false
        for literal in self.trail[self.root : self.counted]:
            for number in self.holders[-literal]:
                not_false[number] += 1
        for literal in self.trail[self.root :]:
            del self.reason[literal]
        del self.trail[self.root :]
        self.counted = min(self.counted, self.root)

    def propagate(self) -> bool:
        """Propagate the trail to a fixed point; return whether there is a conflict."""
        not_false = self.not_false
        while self.counted < len(self.trail):
            short = []
            for number in self.holders[-self.trail[self.counted]]:
                not_false[number] -= 1
                if not_false[number] < 2:
                    short.append(number)
            self.counted += 1
            if any(map(self.look_at, short)):
                return True
        return False

    def look_at(self, number: int) -> bool:
        """Make the last literal of a clause true if all others are false; return whether all are."""
        left = [literal for literal in self.clauses[number] if -literal not in self.reason]
        if len(left) == 1:
            self.make_true(left[0], number)
        if not left:
            self.conflict = number
        return not left

    def make_true(self, literal: int, reason: int) -> None:
        """Append a literal to the trail, unless it is true already."""
        if literal not in self.reason:
            self.reason[literal] = reason
            self.trail.append(literal)
