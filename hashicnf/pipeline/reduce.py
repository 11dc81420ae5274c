"""Reduce the constraints of a puzzle before they are encoded: propagate, probe, contract.

Unit propagation fixes half of the variables of many boards, and where connectivity is demanded no two nodes may use each other up.
Probing fixes more: what runs into a contradiction or leaves nodes apart is false, and what follows from both values of a variable
holds. All variables stay in the formula, the fixed ones as clauses of one literal.

Probing asks a solver about every variable, which pays where a formula is solved as a whole.

Then the graphs are contracted. Edges that are chosen for certain join their ends to one node, those that cannot be chosen vanish.
A choice of the others connects the groups if and only if it connects, with the decided ones, all nodes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace

import numpy as np

from hashicnf.arrays.cuts import cut_labels, hold_cut
from hashicnf.arrays.graph import components
from hashicnf.core.constraints import Batch, Clauses, Connected
from hashicnf.core.variables import VariablePool
from hashicnf.logic import Ints
from hashicnf.passes.connectivity import clause_block
from hashicnf.passes.simplify import Simplified, simplified
from hashicnf.propagation.bounds import Truth

Encode = Callable[[Batch, VariablePool], list[Clauses]]


def reduced(
    batches: tuple[Batch, ...], variables: int, encode: Encode, *, connecting: bool, probing: bool
) -> Simplified:
    """Return the batches that are left, and what is fixed.

    ``encode`` lowers a batch for the solver that probes. With ``connecting`` the connectivity constraints count; some encodings
    leave them out.
    """
    pairs = [closed_pairs(batch) for batch in batches if connecting and isinstance(batch, Connected)]
    simple = simplified(batches, variables, np.concatenate(pairs) if pairs else None)
    if not probing:
        return simple
    value = simple.truth[: variables + 1]
    found = value if value[1:].all() else probed(simple, variables, encode)
    literals = np.flatnonzero(found).astype(np.int32) * found[found != 0]
    return simplified(simple.batches, variables, literals)


def probed(simple: Simplified, variables: int, encode: Encode) -> Ints:
    """Return what probing finds to hold in all models: 1 or -1 for variables that are true or false, 0 for others, int32[v + 1]."""
    from hashicnf.backends.probing import fix
    from hashicnf.backends.pysat import PysatSession

    pool = VariablePool()
    pool.declare("problem", variables, meaning="as in the formula")
    rest = [batch for batch in simple.batches if not isinstance(batch, Connected)]
    blocks = [block.made() for batch in rest for block in encode(batch, pool)]
    graphs = [batch for batch in simple.batches if isinstance(batch, Connected) and not batch.redundant]
    value = [*simple.truth[: variables + 1].tolist(), *[0] * (pool.count - variables)]
    with PysatSession("minisat22", pool.count) as session:
        session.add(blocks)
        fix(session, value, rule=lambda known: separating(graphs, np.array(known, dtype=np.int8)))
    return np.array(value[: variables + 1], dtype=np.int32)


def separating(graphs: Sequence[Connected], value: Truth) -> Callable[[Iterable[int]], bool]:
    """Return a function that tells whether literals leave the nodes of some graph apart, for they rule out a cut.

    ``value`` is 1 or -1 for variables that are true or false in all solutions, 0 for others, [v + 1].
    """
    labels = [label for graph in graphs if (label := _ruled_out(graph, value))]

    def separate(literals: Iterable[int]) -> bool:
        return any(hold_cut([label[lit] for lit in literals if lit in label]) for label in labels)

    return separate


def _ruled_out(graph: Connected, value: Truth) -> dict[int, int]:
    """Give the literals that rule out an edge between two groups the edge's label."""
    known = value[np.abs(graph.lits)] * np.sign(graph.lits)
    group = components(graph.nodes, graph.ends[known > 0])
    ends = group[graph.ends]
    left = np.flatnonzero((known == 0) & (ends[:, 0] != ends[:, 1]))
    labels = cut_labels(int(group.max(initial=-1)) + 1, ends[left])
    return dict(zip((-graph.lits[left]).tolist(), labels, strict=True))


def contracted(batch: Connected, value: Truth) -> list[Batch]:
    """Return the graph of the groups, and clauses for what no choice of its edges says.

    ``value`` is 1 or -1 for variables that are true or false in all solutions, 0 for others, [v + 1]. The graph is not drawn any
    more, and says nothing of loads. Where loops are forbidden, edges inside a group are, and decided ones that form a loop are a
    contradiction.
    """
    known = value[np.abs(batch.lits)] * np.sign(batch.lits)
    chosen, is_open = known > 0, known == 0
    group = components(batch.nodes, batch.ends[chosen])
    groups = int(group.max(initial=-1)) + 1
    ends = np.sort(group[batch.ends[is_open]], axis=1).astype(np.int32)
    lits, apart = batch.lits[is_open], ends[:, 0] != ends[:, 1]
    left = replace(batch, nodes=groups, ends=ends[apart], lits=lits[apart], embedding=None, degrees=None)
    if not batch.acyclic:
        return [left]
    blocks = [clause_block(batch, -lits[~apart].reshape(-1, 1), np.flatnonzero(is_open)[~apart])]
    if np.count_nonzero(chosen) > batch.nodes - groups:
        blocks.append(clause_block(batch, np.empty((1, 0), dtype=np.int32)))
    return [left, *(block for block in blocks if len(block))]


def closed_pairs(batch: Connected) -> Ints:
    """List literals that hold because two nodes must not use each other up, int32[k].

    An edge between nodes of one degree that carries so much leaves nothing for other edges: more than two nodes would be apart.
    """
    known = batch.degrees
    if known is None or known.lits is None or batch.nodes <= 2 or batch.redundant:
        return np.zeros(0, dtype=np.int32)
    degree = known.degree[batch.ends]
    closing = np.flatnonzero((degree[:, 0] == degree[:, 1]) & (degree[:, 0] >= 1) & (degree[:, 0] <= known.most))
    literals: Ints = -known.lits[closing, degree[closing, 0] - 1]
    return literals
