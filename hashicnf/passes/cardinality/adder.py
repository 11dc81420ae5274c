"""The direct encoding over few numbers: ordered runs are added up first, as long as the direct encoding of all would be large.

Runs are numbers in the order encoding (see ``direct``). The two shortest, a and b, become a fresh one s = a + b:

    a >= i and b >= j  ->  s >= i + j        a <= i and b <= j  ->  s <= i + j

Only lower and upper bounds of numbers are propagated, which suffices to derive all consequences. Sums are represented up to the
bound of the constraint plus 1. Auxiliaries are functions of the literals. Four runs of c take O(c^2) clauses
instead of O(c^3); runs of length 1 make a totalizer.
Reference: Bailleux and Boufkhad 2003, "Efficient CNF encoding of Boolean cardinality constraints", for leaves that are bits.
"""

from __future__ import annotations

from itertools import pairwise, product
from typing import Final

from hashicnf.passes.cardinality import CardinalityEncoding, Shape, is_large
from hashicnf.passes.cardinality.direct import clauses as direct
from hashicnf.passes.template import AbstractClauses


def clauses(shape: Shape) -> AbstractClauses:
    """Add up the two shortest runs until there are few tuples, then encode directly."""
    runs, fresh = list[range](), 1
    for length in shape.runs:
        runs.append(range(fresh, fresh + length))
        fresh += length
    found: AbstractClauses = []
    while is_large(left := shape._replace(width=sum(map(len, runs)), chain=tuple(map(len, runs)))):
        one, other, *rest = sorted(runs, key=len)
        total = range(fresh, fresh + min(len(one) + len(other), shape.bound + 1))
        found += _added(one, other, total)
        runs, fresh = [*rest, total], total.stop
    lits = [lit for run in runs for lit in run]
    return found + [tuple(lits[lit - 1] if lit > 0 else -lits[-lit - 1] for lit in clause) for clause in direct(left)]


def _added(one: range, other: range, total: range) -> AbstractClauses:
    """Return the clauses that define a number as the sum of two others, limited to its own length."""
    found: AbstractClauses = [(-more, less) for less, more in pairwise(total)]
    for i, j in product(range(len(one) + 1), range(len(other) + 1)):
        if 0 < i + j <= len(total):
            reached = [-run[count - 1] for run, count in ((one, i), (other, j)) if count]
            found.append((*reached, total[i + j - 1]))
        if i + j < len(total):
            exceeded = [run[count] for run, count in ((one, i), (other, j)) if count < len(run)]
            found.append((*exceeded, -total[i + j]))
    return found


ENCODING: Final = CardinalityEncoding(
    "direct, after runs are added up where it would be large", clauses, needs_order=True, functional=True
)
