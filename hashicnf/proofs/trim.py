"""Trim a proof of unsatisfiability: keep the clauses and lemmas that it needs.

The proof is replayed (``rup``). Of each lemma those clauses are noted that its conflict rests on; what the final conflict does not
rest on, directly or through lemmas, is left out. A lemma is deleted after its last use.
Reference: Goldberg and Novikov 2003, "Verification of proofs of unsatisfiability for CNF formulas".
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TypeAlias

from hashicnf.core.deadline import NEVER, Deadline
from hashicnf.proofs.rup import ASSUMED, Clause, Known, Refused
from hashicnf.records import record

ProofStep: TypeAlias = tuple[bool, Sequence[int]]


@record
class Trimmed:
    """The clauses of the formula that a proof needs, by their numbers from 0 in order, and its steps: is a deletion, clause."""

    core: tuple[int, ...]
    steps: tuple[tuple[bool, Clause], ...]


class Trimming:
    """A formula that waits for its proof; ``done`` is the trimmed one if unit propagation alone refutes it."""

    def __init__(self, formula: Iterable[Sequence[int]]) -> None:
        """Propagate the formula, clause by clause, until it is refuted."""
        self._known = Known()
        for clause in formula:
            self._known.add(clause)
            if self._known.refuted:
                break
        self._first = len(self._known.clauses)

    @property
    def done(self) -> Trimmed | None:
        """Return what a refutation by unit propagation needs, None if there is none."""
        return _needed(self._known, self._first, [_behind(self._known)]) if self._known.refuted else None

    def replay(self, steps: Iterable[ProofStep], deadline: Deadline = NEVER) -> Trimmed | Refused:
        """Replay a proof and trim it. Refused names the step that does not follow, or the end where the proof ends too early.

        Raises GaveUp past the deadline.
        """
        known, behind, index = self._known, list[set[int]](), 0
        for index, (deletes, literals) in enumerate(steps, 1):
            if known.refuted:
                break
            deadline.require(" while the proof was replayed")
            if deletes:
                known.remove(literals)
                continue
            if not known.assume(literals):
                return Refused(index - 1, tuple(literals))
            behind.append(_behind(known))
            known.retract()
            known.add(literals)
        if not known.refuted:
            return Refused(index, None)
        return _needed(known, self._first, [*behind, _behind(known)])


def _behind(known: Known) -> set[int]:
    """List the clauses that the conflict rests on."""
    found = {known.conflict}
    left = [known.conflict]
    while left:
        for literal in known.clauses[left.pop()]:
            number = known.reason.get(-literal, ASSUMED)
            if number != ASSUMED and number not in found:
                found.add(number)
                left.append(number)
    return found


def _needed(known: Known, first: int, behind: list[set[int]]) -> Trimmed:
    """Mark lemmas backwards from the final conflict; lemma i is the clause ``first + i`` and rests on ``behind[i]``."""
    needed = set(behind[-1])
    last_use = dict.fromkeys(needed, len(behind) - 1)
    for lemma in range(len(behind) - 2, -1, -1):
        if first + lemma in needed:
            for number in behind[lemma] - needed:
                needed.add(number)
                last_use[number] = lemma
    superfluous: dict[int, list[int]] = {}
    for number, lemma in last_use.items():
        if number >= first:
            superfluous.setdefault(lemma, []).append(number)
    steps: list[tuple[bool, Clause]] = []
    for lemma in range(len(behind) - 1):
        if first + lemma in needed:
            steps.append((False, known.clauses[first + lemma]))
            steps += [(True, known.clauses[number]) for number in sorted(superfluous.get(lemma, ()))]
    return Trimmed(tuple(sorted(number for number in needed if number < first)), (*steps, (False, ())))
