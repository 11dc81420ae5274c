"""Trim a proof in LRAT, where each lemma comes with its hints: the clauses that refute its negation, one after the other.

Lemmas on which the empty lemma does not depend are left out, which takes no replay. A lemma of one literal is also left out if its
hints are one clause and such lemmas, as a checker derives it by unit propagation. Only the form of the proof is checked here;
a checker uses the hints to verify that the lemmas follow.
References: Cruz-Filipe, Heule, Hunt, Kaufmann and Schneider-Kamp 2017, "Efficient certified RAT verification"; Pollitt, Fleury
and Biere 2023, "Faster LRAT checking than solving with CaDiCaL".
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Final

import numpy as np

from hashicnf.core.deadline import Deadline
from hashicnf.dimacs.drup import closed
from hashicnf.dimacs.varints import decoded
from hashicnf.logic import Bools, Ints
from hashicnf.records import record

PIECE: Final = 1 << 22  # bytes that are decoded at once


class NoLratError(Exception):
    """The bytes are no proof in LRAT of these clauses; the argument is the end of a message about the fault."""


@record(eq=False)
class Lemmas:
    """A proof as read: ``tokens`` int32[t] are literals and numbers, doubled, plus 1 if they are negative.

    ``numbers`` int32[l] are those of the lemmas, ascending; ``literals`` and ``hints``, int32[l, 2], are the spans of their tokens.
    """

    tokens: Ints
    numbers: Ints
    literals: Ints
    hints: Ints

    def clause(self, lemma: int) -> list[int]:
        """List the literals of a lemma."""
        first, end = self.literals[lemma].tolist()
        return [-(token >> 1) if token & 1 else token >> 1 for token in self.tokens[first:end].tolist()]

    def behind(self, lemma: int) -> Ints:
        """Return the numbers of the clauses that a lemma follows from. Raises NoLratError unless all come before it."""
        first, end = self.hints[lemma].tolist()
        tokens = self.tokens[first:end]
        if (tokens & 1).any() or tokens.max(initial=2) >= 2 * self.numbers[lemma] or tokens.min(initial=2) < 2:
            raise NoLratError(f"has lemma {lemma + 1} that does not follow from clauses before it")
        return tokens >> 1


@record(eq=False)
class Hinted:
    """A trimmed refutation: ``core``, clauses of the formula by their numbers from 0 in order, and the lemmas ``kept``.

    ``sources`` int32[core] are the numbers of these clauses in the proof. By such numbers, ``is_fact`` is True for clauses of one
    literal, and ``last_use`` int32 is the last lemma that needs a clause.
    """

    lemmas: Lemmas
    core: tuple[int, ...]
    kept: Ints
    sources: Ints
    is_fact: Bools
    last_use: Ints

    def lines(self, order: Sequence[int]) -> Iterator[str]:
        """Yield lemmas and deletions in DRUP, before each lemma a comment with its hints.

        ``order`` lists the indices in ``core`` of the clauses as they are written; clauses are numbered from 1, then lemmas.
        """
        numbers = self.lemmas.numbers[self.kept]
        new = np.zeros_like(self.last_use)
        new[np.concatenate([self.sources[[*order]], numbers])] = np.arange(1, len(order) + len(numbers) + 1)
        new[self.is_fact] = 0  # these are always propagated, and need not be named
        superfluous, copies = self._superfluous(numbers), Counter[tuple[int, ...]]()
        for lemma in self.kept.tolist():
            hints, clause = new[self.lemmas.behind(lemma)], self.lemmas.clause(lemma)
            if (hints > 0).any():
                yield f"c {' '.join(map(str, hints[hints > 0].tolist()))}"
            yield closed(clause)
            copies[tuple(sorted(clause))] += 1
            for clause in map(self.lemmas.clause, superfluous.get(lemma, ())):
                copies[key := tuple(sorted(clause))] -= 1
                if not copies[key]:  # a deletion cannot tell a checker which of two copies is meant
                    yield f"d {closed(clause)}"

    def _superfluous(self, numbers: Ints) -> dict[int, list[int]]:
        """Return, by lemma, the lemmas to be deleted after it."""
        found: dict[int, list[int]] = {}
        stays = self.is_fact[numbers] | (numbers == self.lemmas.numbers[-1])
        for other, user in zip(self.kept[~stays].tolist(), self.last_use[numbers[~stays]].tolist(), strict=True):
            found.setdefault(user, []).append(other)
        return found


def trim(proof: bytes, is_unit: Bools, deadline: Deadline) -> Hinted:
    """Trim a proof in binary LRAT; ``is_unit`` is True for those clauses of the formula, in order, that have one literal.

    Raises NoLratError if it is invalid, GaveUp past the deadline.
    """
    lemmas = _lemmas(proof)
    numbers, widths = lemmas.numbers, np.diff(lemmas.literals)[:, 0]
    if not len(numbers) or widths[-1] or (np.diff(numbers, prepend=0) < 1).any():
        raise NoLratError("ends too early")
    sources = np.delete(np.arange(numbers[-1], dtype=np.int32), [0, *numbers[:-1].tolist()])  # units come between them
    if len(sources) > len(is_unit):  # fewer, if the solver refutes the first clauses before it reads the others
        raise NoLratError(f"is about {len(sources):,} clauses, not {len(is_unit):,}")
    is_fact = np.zeros(numbers[-1] + 1, dtype=np.bool_)
    is_fact[sources], is_fact[numbers] = is_unit[: len(sources)], widths == 1
    last_use, kept = _needs(lemmas, is_fact, deadline)
    used = np.flatnonzero(last_use[sources] >= 0)
    return Hinted(lemmas, tuple(used.tolist()), kept, sources[used], is_fact, last_use)


def _needs(lemmas: Lemmas, is_fact: Bools, deadline: Deadline) -> tuple[Ints, Ints]:
    """Return the last use of each clause, -1 for none, and the lemmas to keep, from a pass over the lemmas from the last one."""
    last_use = np.full(len(is_fact), -1, dtype=np.int32)
    last_use[-1] = len(lemmas.numbers)
    kept: list[int] = []
    for lemma in range(len(lemmas.numbers) - 1, -1, -1):
        number = lemmas.numbers[lemma]
        if last_use[number] < 0:
            continue
        deadline.require(" while the proof was trimmed")
        hints = lemmas.behind(lemma)
        if not is_fact[number] or np.count_nonzero(~is_fact[hints]) > 1:
            kept.append(lemma)
        last_use[hints[last_use[hints] < 0]] = kept[-1]
    return last_use, np.array(kept[::-1], dtype=np.int32)


def _lemmas(proof: bytes) -> Lemmas:
    """Return the lemmas: a, a number, literals, 0, hints, 0. A deletion begins with another letter, and hints are even."""
    tokens = _tokens(proof)
    ends = np.flatnonzero(tokens == 0).astype(np.int32)
    starts = np.append(np.int32(0), ends[:-1] + np.int32(1)) if len(ends) else ends
    heads = np.flatnonzero(tokens[starts] == ord("a"))
    if len(heads) and heads[-1] + 1 == len(ends):
        raise NoLratError("ends in the middle of a lemma")
    literals = np.stack([starts[heads] + 2, ends[heads]], axis=1)
    if (literals[:, 0] > literals[:, 1]).any():
        raise NoLratError("has a lemma without a number")
    return Lemmas(
        tokens, tokens[starts[heads] + 1] >> 1, literals, np.stack([starts[heads + 1], ends[heads + 1]], axis=1)
    )


def _tokens(proof: bytes) -> Ints:
    """Decode the numbers of a proof, in pieces."""
    code, found, start = np.frombuffer(proof, dtype=np.uint8), [np.zeros(0, dtype=np.int32)], 0
    while start < len(code):
        numbers, ends = decoded(code[start : start + PIECE])
        if not len(ends):
            raise NoLratError("ends in the middle of a number")
        found.append(numbers.view(np.int32))
        start += int(ends[-1]) + 1
    return np.concatenate(found)
