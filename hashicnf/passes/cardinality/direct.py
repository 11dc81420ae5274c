"""Counting without auxiliaries over ordered runs: the default.

The literals of a constraint are runs x[i,1..c] with x[i,j+1] -> x[i,j], so run i stands for the number a_i of its true
literals, 0 <= a_i <= c, and ``x[i,j]`` says "a_i >= j" (the order encoding). Then

    sum >= k   one clause for each tuple a with sum k - 1:   some a_i must be exceeded:        OR of x[i, a_i + 1]  over a_i < c
    sum <= k   one clause for each tuple a with sum k + 1:   some a_i must not be reached:     OR of -x[i, a_i]     over a_i > 0

These are exactly the prime implicates of the constraint over ordered runs, so unit propagation finds everything that follows
from it, contradictions included (Bailleux and Boufkhad's property for unordered literals; here by the same argument on
numbers). No clause makes another one superfluous. No auxiliary variables; for four runs of two at most 19 clauses for
either half and 16 + 16 for both. With runs of length 1 this is the binomial encoding.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import comb
from typing import Final

from hashicnf.errors import UsageError
from hashicnf.passes.cardinality import CardinalityEncoding, Shape
from hashicnf.passes.template import AbstractClauses

MOST_CLAUSES = 300_000


def clauses(shape: Shape) -> AbstractClauses:
    """List the prime implicates. Raises UsageError where there are too many to write down."""
    runs, length = shape.width // shape.chain, shape.chain
    found: AbstractClauses = []
    if shape.op in ("eq", "ge"):
        _refuse_explosion(runs, length, shape.bound - 1)
        found += [_at_least(a, length) for a in tuples(runs, length, shape.bound - 1)]
    if shape.op in ("eq", "le"):
        _refuse_explosion(runs, length, shape.bound + 1)
        found += [_at_most(a, length) for a in tuples(runs, length, shape.bound + 1)]
    return found


def tuples(runs: int, length: int, total: int) -> Iterator[tuple[int, ...]]:
    """Yield all tuples of ``runs`` numbers from 0 to ``length`` with the given sum, in lexicographic order."""
    if runs == 0:
        if total == 0:
            yield ()
        return
    for first in range(max(0, total - length * (runs - 1)), min(length, total) + 1):
        for rest in tuples(runs - 1, length, total - first):
            yield (first, *rest)


def _at_least(a: tuple[int, ...], length: int) -> tuple[int, ...]:
    """Return the clauses "some run has more than a_i"."""
    return tuple(i * length + a_i + 1 for i, a_i in enumerate(a) if a_i < length)


def _at_most(a: tuple[int, ...], length: int) -> tuple[int, ...]:
    """Return the clauses "some run has less than a_i"."""
    return tuple(-(i * length + a_i) for i, a_i in enumerate(a) if a_i > 0)


def _refuse_explosion(runs: int, length: int, total: int) -> None:
    """Raise UsageError if there are too many tuples, counted by inclusion and exclusion."""
    step = length + 1
    count = sum(
        (-1) ** j * comb(runs, j) * comb(total - j * step + runs - 1, runs - 1)
        for j in range(runs + 1)
        if total - j * step >= 0
    )
    if count > MOST_CLAUSES:
        raise UsageError(
            f"the direct encoding of {total} of {runs} x {length} literals has {count:,} clauses; "
            "use --cardinality seqcounter or totalizer"
        )


ENCODING: Final = CardinalityEncoding("prime implicates over ordered runs, no auxiliaries", clauses, needs_order=True)
