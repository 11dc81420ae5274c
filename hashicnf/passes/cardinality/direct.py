"""Counting without auxiliaries over ordered runs: the default.

The literals of a constraint are runs x[i,1..c_i] with x[i,j+1] -> x[i,j], so run i stands for the number a_i of its true
literals, 0 <= a_i <= c_i, and ``x[i,j]`` means "a_i >= j" (the order encoding). Then

    sum >= k   one clause for each tuple a with sum k - 1:   some a_i must be exceeded:        OR of x[i, a_i + 1]  over a_i < c_i
    sum <= k   one clause for each tuple a with sum k + 1:   some a_i must not be reached:     OR of -x[i, a_i]     over a_i > 0

These are exactly the prime implicates of the constraint over ordered runs, so unit propagation derives all consequences,
contradictions included (Bailleux and Boufkhad's property for unordered literals; here by the same argument on numbers). No clause
is redundant. No auxiliary variables; for four runs of two at most 19 clauses for either inequality, and 16 + 16 for an equation.
With runs of length 1 this is the binomial encoding.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import accumulate
from typing import Final

from hashicnf.passes.cardinality import CardinalityEncoding, Shape, most_tuples
from hashicnf.passes.template import AbstractClauses, require_small


def clauses(shape: Shape) -> AbstractClauses:
    """Return the prime implicates. Raises UsageError if there are too many."""
    runs = shape.runs
    starts = tuple(sum(runs[:i]) for i in range(len(runs)))
    found: AbstractClauses = []
    if shape.op in ("eq", "ge"):
        _refuse_explosion(shape, shape.bound - 1)
        found += [_at_least(a, runs, starts) for a in tuples(runs, shape.bound - 1)]
    if shape.op in ("eq", "le"):
        _refuse_explosion(shape, shape.bound + 1)
        found += [_at_most(a, starts) for a in tuples(runs, shape.bound + 1)]
    return found


def tuples(runs: tuple[int, ...], total: int) -> Iterator[tuple[int, ...]]:
    """Yield all tuples with a given sum, whose i-th entry is between 0 and the length of run i, in lexicographic order.

    Requires: there is such a tuple.
    """
    room = [0, *accumulate(reversed(runs))][::-1]
    found, at, left = [0] * len(runs), 0, total
    while True:
        for i in range(at, len(runs)):
            found[i] = max(0, left - room[i + 1])
            left -= found[i]
        yield tuple(found)
        for at in range(len(runs), 0, -1):
            if left and found[at - 1] < runs[at - 1]:
                break
            left += found[at - 1]
        else:
            return
        found[at - 1] += 1
        left -= 1


def _at_least(a: tuple[int, ...], runs: tuple[int, ...], starts: tuple[int, ...]) -> tuple[int, ...]:
    """Return the clause "some run has more than a_i"."""
    return tuple(start + a_i + 1 for start, a_i, length in zip(starts, a, runs, strict=True) if a_i < length)


def _at_most(a: tuple[int, ...], starts: tuple[int, ...]) -> tuple[int, ...]:
    """Return the clause "some run has fewer than a_i"."""
    return tuple(-(start + a_i) for start, a_i in zip(starts, a, strict=True) if a_i > 0)


def _refuse_explosion(shape: Shape, total: int) -> None:
    """Raise UsageError if there are too many tuples with a sum; a tuple's clause has at most a literal per run."""
    runs = shape.runs
    what = f"the direct encoding of {shape.bound} of {len(runs)} x {max(runs)} literals"
    require_small(most_tuples(runs, total) * len(runs), what, "--cardinality adder, seqcounter or totalizer")


ENCODING: Final = CardinalityEncoding("prime implicates over ordered runs, no auxiliaries", clauses, needs_order=True)
