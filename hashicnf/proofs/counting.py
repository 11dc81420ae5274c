"""State a counting argument as clauses, each with a reason of its own, for certificates.

Facts that a sum shows in one line have only long proofs by clauses, so a certificate may contain clauses that follow from sums.
Such a clause contains the negations of the literals that unit propagation had derived before the sum: so it holds unconditionally,
and once these literals are derived it forces the same literal as the sum.

References: Haken 1985, "The intractability of resolution"; Cook, Coullard and Turán 1987, "On the complexity of cutting-plane
proofs".
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from hashicnf.arrays.graph import components
from hashicnf.core.constraints import Batch, Clauses, Connected, Origin, sums_of
from hashicnf.logic import NO_LITERALS, Bools, Ints, Truth, fixed_literals
from hashicnf.passes.connectivity.lazy import cuts
from hashicnf.passes.connectivity.loops import loop_clauses
from hashicnf.passes.simplify import closure
from hashicnf.propagation.bounds import Contradiction
from hashicnf.propagation.counting.argument import Argument, too_few, with_weights
from hashicnf.records import record

STATED: Final = "reason"  # the kind of origins whose rule is the complete reason in a certificate
SPANNING: Final = Origin("spanning", STATED)
MOST_LITERALS: Final = 2_000_000  # of the clauses of a sum; more are left to the solver


@record
class Names:
    """A family's texts for reasons: ``sums`` takes sources and their weights, ``crowded`` the nodes that show a crowded part."""

    sums: Callable[[Ints, Ints], str]
    crowded: Callable[[Ints], str] | None


def stated(argument: Argument, batches: Sequence[Batch], variables: int, named: Names) -> list[Clauses] | None:
    """Return clauses that follow from the sums of an argument that refutes the batches, so that unit propagation refutes them, too.

    If the argument has premises, unit propagation from these derives a contradiction. Returns None if a sum includes a constraint
    that is no equality, clauses are too large, or the family has no such reason.
    """
    if argument.crowded is not None and named.crowded is None:
        return None
    found: list[Clauses] = []
    known = argument.premises
    try:
        for weights in argument.steps:
            value = closure(batches, variables, known)[: variables + 1]
            rows, forced = _follows(*_added(batches, weights, variables), value)
            if rows.size > MOST_LITERALS or any(
                some.any() for batch, some in with_weights(batches, weights) if batch.op != "eq"
            ):
                return None
            found.append(Clauses.of(rows, Origin(named.sums(*_weighing(batches, weights)), STATED)))
            known = np.concatenate((known, forced))
        truth = closure(batches, variables, known)
        found += _of_graphs(batches, truth)
        if argument.crowded is not None and named.crowded is not None:
            found.append(_of_part(batches, truth, argument.crowded, Origin(named.crowded(argument.crowded), STATED)))
    except Contradiction:  # unit propagation refutes the clauses so far
        pass
    return found


def _weighing(batches: Sequence[Batch], weights: Ints) -> tuple[Ints, Ints]:
    """Return the sources of the rows with a weight other than 0, and these weights."""
    source = np.concatenate([batch.source for batch in sums_of(batches)])
    return source[weights != 0], weights[weights != 0]


def _added(batches: Sequence[Batch], weights: Ints, variables: int) -> tuple[NDArray[np.int64], int]:
    """Return the factor of each variable in a weighted sum, int64[v + 1], and its total. Requires: no literal is negative."""
    factor, total = np.zeros(variables + 1, dtype=np.int64), 0
    for batch, some in with_weights(batches, weights):
        np.add.at(factor, batch.lits, some[:, None])
        total += batch.bound * int(some.sum())
    return factor, total


def _follows(factor: NDArray[np.int64], total: int, value: Truth) -> tuple[Ints, Ints]:
    """Return the clauses of a sum, int32[c, k], and the literals that they force, int32[c], or none for a contradiction.

    ``value`` int8[v + 1] is the value of each variable, 0 if unknown. Clauses mention only values that keep the sum low, or, for an
    argument by parity, variables with an odd factor.
    """
    is_open, true = value == 0, int(factor[value > 0].sum())
    most = true + int(np.maximum(factor, 0)[is_open].sum())
    if total <= most and not (factor[is_open] % 2).any() and (total - true) % 2:
        return -_known(value, factor % 2 != 0)[None], NO_LITERALS
    since = -_known(value, (factor > 0) & (value < 0) | (factor < 0) & (value > 0))
    if total > most:
        return since[None], NO_LITERALS
    variable = np.flatnonzero(is_open & (factor != 0) & (total == most))
    forced = (variable * np.sign(factor[variable])).astype(np.int32)
    return np.concatenate((np.tile(since, (len(forced), 1)), forced[:, None]), axis=1), forced


def _known(value: Truth, chosen: Bools) -> Ints:
    """Return the true literals, int32[k], of the decided variables that a mask bool[v + 1] chooses."""
    return fixed_literals(value * chosen)


def _of_graphs(batches: Sequence[Batch], truth: Truth) -> Iterator[Clauses]:
    """Yield the clauses of graphs that cannot be connected any more, or with too few edges for that, or with forbidden loops."""
    for graph in batches:
        if isinstance(graph, Connected) and not graph.redundant and graph.nodes > 1:
            label = components(graph.nodes, graph.ends[truth[graph.lits] >= 0])
            if count := int(label.max()):
                yield from cuts(graph, label, count + 1)
            if graph.acyclic:
                yield from loop_clauses(graph, truth[graph.lits] > 0)
    sums = sums_of(batches)
    if all(batch.op == "eq" for batch in sums) and too_few(batches, truth) is not None:
        yield _of_part(batches, truth, NO_LITERALS, SPANNING)


def _of_part(batches: Sequence[Batch], truth: Truth, nodes: Ints, origin: Origin) -> Clauses:
    """Return the clause of a crowded part, or of all nodes: it negates the true literals, and the false ones at these nodes."""
    sums = sums_of(batches)
    true = np.unique(np.concatenate([batch.lits.ravel() for batch in sums]))
    there = np.unique(np.concatenate([batch.lits[np.isin(batch.source, nodes)].ravel() for batch in sums]))
    return Clauses.of(np.concatenate((-true[truth[true] > 0], there[truth[there] < 0]))[None], origin)
