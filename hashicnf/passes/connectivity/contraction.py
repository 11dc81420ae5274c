"""Graphs some of whose edges are known: mark the edges, contract the graph, and derive literals from it.

Edges that are certainly chosen merge their ends into one node, edges that cannot be chosen are removed. A choice of the others
connects the groups if and only if it connects all nodes together with the decided edges.

If sums leave nothing to spare (``core.spare``), the undecided part of a solution is a tree, so undecided edges form no loop. A
solver could derive that only by counting, for which it has no short proofs.

Leaves (``core.leaves``), groups that lack a single load, connect nothing else: they are left out of the graph.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from hashicnf.arrays.graph import components
from hashicnf.core.constraints import Cardinality, Clauses, Connected
from hashicnf.core.leaves import without_leaves
from hashicnf.core.progress import Observer, unobserved
from hashicnf.core.spare import spare, surplus
from hashicnf.core.variables import VariablePool
from hashicnf.logic import Ints, Truth
from hashicnf.passes.connectivity import clause_block
from hashicnf.passes.connectivity.choice import ConnectivityChoice


def marked(
    batch: Connected, value: Truth, counted: Sequence[Cardinality] = (), *, connecting: bool = True
) -> list[Connected | Clauses]:
    """Return a graph with its edges marked as known, and clauses for consequences that contraction would lose.

    ``value`` is 1 or -1 for variables that are true or false in all solutions, 0 for others, [v + 1]. If loops are forbidden, so
    are edges inside a group, and a loop of decided edges is a contradiction. Edges that cross a chosen edge are not chosen. If the
    ``counted`` sums leave nothing to spare, the undecided edges between groups form no loop; if they leave less than nothing, there
    is no solution; nor is there one without loops if more is to spare than there are literals that join no groups. If
    ``connecting``, the graph is returned without its leaves.
    """
    known = (value[np.abs(batch.lits)] * np.sign(batch.lits)).astype(np.int8)
    known[batch.crossed(known > 0)] = -1
    values = value.astype(np.int32)
    room = spare(batch, counted, values) if counted and not batch.redundant else None
    graph, blocks = replace(batch, known=known), list[Clauses]()
    if batch.acyclic:
        chosen = known > 0
        group = components(batch.nodes, batch.ends[chosen])
        blocks.append(none_inside(graph, group))
        is_over = room is not None and room > len(surplus(batch, counted, values))
        is_over = is_over or int(np.count_nonzero(chosen)) >= batch.nodes - int(group.max(initial=-1))
    else:
        graph = replace(graph, acyclic=room == 0)
        is_over = room is not None and room < 0
    if is_over:
        blocks.append(clause_block(batch, np.empty((1, 0), dtype=np.int32)))
    if connecting and not batch.redundant and not known.all():
        graph, apart = _inner(graph, values)
        blocks.append(apart)
    return [graph, *(block for block in blocks if len(block))]


def _inner(graph: Connected, value: Ints) -> tuple[Connected, Clauses]:
    """Return a graph without its leaves, and unit clauses against undecided edges between two leaves."""
    inner, after = without_leaves(graph, value)
    variable = np.abs(graph.lits)
    apart = np.flatnonzero(after[variable] != value[variable]).astype(np.int32)
    return inner, clause_block(graph, -graph.lits[apart].reshape(-1, 1), apart)


def none_inside(batch: Connected, group: Ints) -> Clauses:
    """Return unit clauses against undecided edges inside groups, int32[n] by node, which would close loops."""
    is_open = np.ones(len(batch.ends), dtype=np.bool_) if batch.known is None else batch.known == 0
    inside = np.flatnonzero(is_open & (group[batch.ends[:, 0]] == group[batch.ends[:, 1]])).astype(np.int32)
    return clause_block(batch, -batch.lits[inside].reshape(-1, 1), inside)


def contracted(batch: Connected) -> Connected:
    """Return the graph of the groups that known edges connect; it has no embedding and no degrees."""
    known = batch.known
    if known is None:
        return batch
    group = components(batch.nodes, batch.ends[known > 0])
    ends = np.sort(group[batch.ends], axis=1).astype(np.int32)
    left = (known == 0) & (ends[:, 0] != ends[:, 1])
    nodes = int(group.max(initial=-1)) + 1
    return replace(batch, nodes=nodes, ends=ends[left], lits=batch.lits[left], embedding=None, degrees=None, known=None)


def demanded(
    batch: Connected, choice: ConnectivityChoice, pool: VariablePool, observe: Observer = unobserved
) -> list[Clauses]:
    """Return clauses that a graph is connected; known edges are contracted, unless the encoding needs an embedding."""
    return choice.encode(batch if choice.is_drawn else contracted(batch), pool, observe)


def closed_pairs(batch: Connected) -> Ints:
    """Return literals that hold because two nodes must not use up each other's degrees, int32[k].

    If an edge between two nodes of the same degree carried that load, no other edge could leave the two: in a graph of more than
    two nodes they would be disconnected from the rest.
    """
    known = batch.degrees
    if known is None or known.lits is None or batch.nodes <= 2 or batch.redundant:
        return np.zeros(0, dtype=np.int32)
    degree = known.degree[batch.ends]
    closing = np.flatnonzero((degree[:, 0] == degree[:, 1]) & (degree[:, 0] >= 1) & (degree[:, 0] <= known.most))
    literals: Ints = -known.lits[closing, degree[closing, 0] - 1]
    return literals
