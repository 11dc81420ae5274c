"""State a counting argument as clauses, each with a reason of its own, for certificates.

Clauses have only long proofs of what a sum shows in a line, so a certificate may hold clauses that follow from sums. What unit
propagation knows when a sum is drawn up stands in its clause: as soon as that is known the clause forces what the sum forces, and
by itself it holds in any case.

References: Haken 1985, "The intractability of resolution"; Cook, Coullard and Turán 1987, "On the complexity of cutting-plane
proofs".
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Final, TypeAlias

import numpy as np

from hashicnf.arrays.graph import components
from hashicnf.core.constraints import Batch, Clauses, Connected, Origin
from hashicnf.logic import Bools, Ints
from hashicnf.passes.connectivity.lazy import cuts
from hashicnf.passes.simplify import closure
from hashicnf.propagation.bounds import Contradiction, Truth
from hashicnf.propagation.counting.argument import Argument, too_few
from hashicnf.propagation.counting.matching import counted

STATED: Final = "reason"  # the kind of origins whose rule is all of the reason that a certificate gives
SPANNING: Final = Origin("spanning", STATED)
MOST_LITERALS: Final = 2_000_000  # of the clauses of a sum; more are left to the solver

Named: TypeAlias = Callable[[Ints, Ints], str]  # sources and their weights as a reason


def stated(argument: Argument, batches: Sequence[Batch], variables: int, named: Named) -> list[Clauses]:
    """List clauses that follow from the sums of an argument without premises; most often unit propagation then refutes them.

    Sums of what is not counted exactly state nothing.
    """
    found: list[Clauses] = []
    known = np.zeros(0, dtype=np.int32)
    try:
        for weights in argument.steps:
            truth = closure(batches, variables, known)
            rows, forced = _summed(batches, weights, truth[: variables + 1])
            if not len(rows) or rows.size > MOST_LITERALS:
                return found
            sources, weighing = _weighing(batches, weights)
            found.append(_block(rows, Origin(named(sources, weighing), STATED)))
            known = np.concatenate((known, forced))
        found += _of_graphs(batches, closure(batches, variables, known))
    except Contradiction:  # there unit propagation is enough
        pass
    return found


def _block(rows: Ints, origin: Origin) -> Clauses:
    return Clauses(rows, origin, np.zeros(len(rows), dtype=np.int32))


def _weighing(batches: Sequence[Batch], weights: Ints) -> tuple[Ints, Ints]:
    """List the sources of the rows that have a weight, and these weights."""
    source = np.concatenate([batch.source for batch in counted(batches)])
    return source[weights != 0], weights[weights != 0]


def _summed(batches: Sequence[Batch], weights: Ints, value: Truth) -> tuple[Ints, Ints]:
    """Write the clauses of a weighted sum, int32[c, k], and list the literals that they force, int32[c] or none.

    ``value`` int8[v + 1] is what is known of each variable; all that are counted are positive literals.
    """
    factor, total = np.zeros(len(value), dtype=np.int64), 0
    weight = iter(np.split(weights.astype(np.int64), np.cumsum([len(batch.lits) for batch in counted(batches)])))
    for batch, some in zip(counted(batches), weight, strict=False):
        if batch.op != "eq" and some.any():
            return np.empty((0, 0), dtype=np.int32), np.empty(0, dtype=np.int32)
        total += batch.bound * int(some.sum())
        np.add.at(factor, batch.lits, some[:, None])
    factor[0] = 0
    is_open, true = value == 0, int(factor[value > 0].sum())
    most = true + int(np.maximum(factor, 0)[is_open].sum())
    if total <= most and not (factor[is_open] % 2).any() and (total - true) % 2:
        return -_known(value, factor % 2 != 0)[None], np.empty(0, dtype=np.int32)
    since = -_known(value, (factor > 0) & (value < 0) | (factor < 0) & (value > 0))
    if total > most:
        return since[None], np.empty(0, dtype=np.int32)
    forced = (np.flatnonzero(is_open & (factor != 0)) * np.sign(factor[is_open & (factor != 0)])).astype(np.int32)
    forced = forced[: len(forced) * (total == most)]
    return np.concatenate((np.tile(since, (len(forced), 1)), forced[:, None]), axis=1), forced


def _known(value: Truth, chosen: Bools) -> Ints:
    """List what is known of the variables that a mask bool[v + 1] chooses, as true literals int32[k]."""
    variable = np.flatnonzero(chosen & (value != 0)).astype(np.int32)
    literals: Ints = variable * value[variable]
    return literals


def _of_graphs(batches: Sequence[Batch], truth: Truth) -> Iterator[Clauses]:
    """Make the clauses of a graph that falls apart, or for which the sums leave too few edges."""
    for graph in batches:
        if isinstance(graph, Connected) and not graph.redundant and graph.nodes > 1:
            label = components(graph.nodes, graph.ends[truth[graph.lits] >= 0])
            if count := int(label.max()):
                yield from cuts(graph, label, count + 1)
    sums = counted(batches)
    if all(batch.op == "eq" for batch in sums) and too_few(batches, truth) is not None:
        lits = np.unique(np.concatenate([batch.lits.ravel() for batch in sums]))
        yield _block(-lits[truth[lits] > 0][None], SPANNING)
