"""Trim a proof of unsatisfiability: keep the clauses and lemmas that it needs.

The proof is replayed (``rup``). For each lemma the clauses on which its conflict depends are recorded; clauses and lemmas on which
the final conflict does not depend, directly or through lemmas, are left out. A lemma is deleted after its last use.
Reference: Goldberg and Novikov 2003, "Verification of proofs of unsatisfiability for CNF formulas".
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from hashicnf.core.deadline import Deadline
from hashicnf.dimacs.drup import closed
from hashicnf.proofs.rup import ASSUMED, Clause, Known, ProofStep, Refused
from hashicnf.records import record


@record
class Trimmed:
    """The clauses of the formula that a proof needs, by their numbers from 0 in order, and its steps (is a deletion, clause)."""

    core: tuple[int, ...]
    steps: tuple[tuple[bool, Clause], ...]

    def lines(self) -> Iterator[str]:
        """Yield the steps in DRUP."""
        return ("d " * deletes + closed(clause) for deletes, clause in self.steps)


@record
class Grounds:
    """The reasons of a conflict: ``clauses`` by their numbers, and ``facts``, literals that are true without assumptions."""

    clauses: set[int]
    facts: set[int]


class Trimming:
    """A formula whose proof is to be trimmed; ``done`` is the trimmed proof if unit propagation alone refutes it, else None."""

    def __init__(self, formula: Iterable[Sequence[int]]) -> None:
        """Propagate the formula, clause by clause, until it is refuted."""
        self._known = Known()
        for clause in formula:
            self._known.add(clause)
            if self._known.refuted:
                break
        self._first = len(self._known.clauses)
        self.done = _needed(self._known, self._first, [_behind(self._known)]) if self._known.refuted else None

    def replay(self, steps: Iterable[ProofStep], deadline: Deadline) -> Trimmed | Refused:
        """Replay a proof and trim it. Refused names the step that does not follow, or the end of a proof that ends too early.

        Raises GaveUp past the deadline.
        """
        known, behind, index = self._known, list[Grounds](), 0
        for index, (deletes, literals) in enumerate(steps, 1):
            if known.refuted:
                break
            deadline.require(" while the proof was replayed")
            if deletes:
                known.remove(literals)
                continue
            if not known.assume(literals):
                return Refused(index - 1, tuple(literals))
            behind.append(_behind(known, known.trail[known.root :]))
            known.retract()
            known.add(literals)
        if not known.refuted:
            return Refused(index, None)
        return _needed(known, self._first, [*behind, _behind(known)])


def _behind(known: Known, assumed: Sequence[int] = ()) -> Grounds:
    """Return the reasons of the conflict; ``assumed`` are the literals that are true only under the assumptions."""
    above = {*assumed}
    clauses, facts = {known.conflict} - {ASSUMED}, set[int]()
    left = [*clauses]
    while left:
        for literal in known.clauses[left.pop()]:
            number = known.reason.get(-literal, ASSUMED)
            if number == ASSUMED:
                continue
            if -literal not in above:
                facts.add(-literal)
            elif number not in clauses:
                clauses.add(number)
                left.append(number)
    return Grounds(clauses, facts)


class _Needs:
    """The clauses that are needed, and the lemma that uses each of them last; lemmas are added from the last one on."""

    def __init__(self, known: Known) -> None:
        self._known, self._facts = known, set[int]()
        self.last_use: dict[int, int] = {}

    def add(self, grounds: Grounds, lemma: int) -> None:
        """Record the clauses on which a lemma depends, and those on which its facts depend; each fact is followed once."""
        for number in grounds.clauses:
            self.last_use.setdefault(number, lemma)
        left = [*grounds.facts]
        while left:
            fact = left.pop()
            if fact in self._facts:
                continue
            self._facts.add(fact)
            number = self._known.reason[fact]
            self.last_use.setdefault(number, lemma)
            left += [-literal for literal in self._known.clauses[number] if literal != fact]


def _needed(known: Known, first: int, behind: list[Grounds]) -> Trimmed:
    """Return the trimmed proof, by marking lemmas backwards; lemma i is the clause ``first + i`` and depends on ``behind[i]``."""
    needs = _Needs(known)
    for lemma in range(len(behind) - 1, -1, -1):
        if lemma == len(behind) - 1 or first + lemma in needs.last_use:
            needs.add(behind[lemma], lemma)
    last_use = needs.last_use
    superfluous: dict[int, list[int]] = {}
    for number, lemma in last_use.items():
        if number >= first:
            superfluous.setdefault(lemma, []).append(number)
    steps: list[tuple[bool, Clause]] = []
    for lemma in range(len(behind) - 1):
        if first + lemma in last_use:
            steps.append((False, known.clauses[first + lemma]))
            steps += [(True, known.clauses[number]) for number in sorted(superfluous.get(lemma, ()))]
    return Trimmed(tuple(sorted(number for number in last_use if number < first)), (*steps, (False, ())))
