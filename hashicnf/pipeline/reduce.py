"""Reduce the constraints of a puzzle before they are encoded: propagate, probe, contract.

Unit propagation fixes half of the variables of many boards. With connectivity, two nodes must not use up each other's degrees.
Probing fixes more: a literal that leads to a contradiction or disconnects the graph is false, and literals that follow from both
values of a variable hold. All variables stay in the formula, the fixed ones as unit clauses.

Probing propagates both values of every variable, which is worthwhile if a formula is solved as a whole.

If sums leave nothing to spare (``core.spare``), the undecided part of a solution is a tree: literals that are counted but join
nothing are false, and undecided edges form no loop. A solver could derive that only by counting, for which it has no short proofs.

Then the graphs are contracted. Edges that are certainly chosen merge their ends into one node, edges that cannot be chosen are
removed. A choice of the others connects the groups if and only if it connects all nodes together with the decided edges.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from itertools import chain

import numpy as np

from hashicnf.arrays.cuts import cut_labels, hold_cut
from hashicnf.arrays.graph import components
from hashicnf.core.constraints import Batch, Cardinality, Clauses, Connected
from hashicnf.core.spare import spare, surplus
from hashicnf.core.stats import Observer, unobserved
from hashicnf.core.variables import VariablePool
from hashicnf.logic import Ints
from hashicnf.passes.connectivity import clause_block
from hashicnf.passes.connectivity.choice import ConnectivityChoice
from hashicnf.passes.simplify import Simplified, simplified
from hashicnf.propagation.bounds import Truth

Encode = Callable[[Batch, VariablePool], list[Clauses]]


def reduced(
    batches: tuple[Batch, ...],
    variables: int,
    encode: Encode,
    *,
    connecting: bool,
    probing: bool,
    observe: Observer = unobserved,
) -> Simplified:
    """Return the remaining batches, and the fixed literals.

    ``encode`` lowers a batch for the solver that probes. With ``connecting``, connectivity constraints fix literals; not all
    encodings enforce them. ``observe`` is called repeatedly while variables are probed.
    """
    pairs = [closed_pairs(batch) for batch in batches if connecting and isinstance(batch, Connected)]
    simple = simplified(batches, variables, np.concatenate(pairs) if pairs else None)
    counted = list[Cardinality]()
    if probing and not simple.truth[1 : variables + 1].all():
        counted = [batch for batch in batches if isinstance(batch, Cardinality) and not batch.redundant]
        simple = _without_surplus(simple, counted, variables)
    if probing:
        value = simple.truth[: variables + 1]
        found = value if value[1:].all() else probed(simple, variables, encode, counted, observe)
        simple = simplified(simple.batches, variables, np.flatnonzero(found).astype(np.int32) * found[found != 0])
    if counted:
        simple = _without_surplus(simple, counted, variables)
    left = (
        marked(batch, simple.truth, counted) if isinstance(batch, Connected) else [batch] for batch in simple.batches
    )
    return replace(simple, batches=tuple(chain.from_iterable(left)))


def _without_surplus(simple: Simplified, counted: Sequence[Cardinality], variables: int) -> Simplified:
    """Fix literals that are counted but join nothing to false, if there is nothing to spare."""
    known = simple.truth[: variables + 1].astype(np.int32)
    graphs = [batch for batch in simple.batches if isinstance(batch, Connected) and not batch.redundant]
    more = [surplus(graph, counted, known) for graph in graphs if spare(graph, counted, known) == 0]
    return simplified(simple.batches, variables, -np.concatenate(more)) if any(map(len, more)) else simple


def probed(
    simple: Simplified,
    variables: int,
    encode: Encode,
    counted: Sequence[Cardinality] = (),
    observe: Observer = unobserved,
) -> Ints:
    """Return what probing finds to hold in all models: 1 or -1 for true or false variables, 0 for others, int32[v + 1]."""
    from hashicnf.backends.probing import fix
    from hashicnf.backends.pysat import ABLE, PysatSession

    pool = VariablePool()
    pool.declare("problem", variables, meaning="as in the formula")
    rest = [batch for batch in simple.batches if not isinstance(batch, Connected)]
    blocks = [block.made() for batch in rest for block in encode(batch, pool)]
    known = simple.truth[: variables + 1].astype(np.int32)
    graphs = [
        replace(batch, acyclic=batch.acyclic or spare(batch, counted, known) == 0)
        for batch in simple.batches
        if isinstance(batch, Connected) and not batch.redundant
    ]
    value = [*simple.truth[: variables + 1].tolist(), *[0] * (pool.count - variables)]
    with PysatSession(ABLE, pool.count) as session:
        session.add(blocks)
        fix(session, value, rule=lambda known: disconnecting(graphs, np.array(known, dtype=np.int8)), observe=observe)
    return np.array(value[: variables + 1], dtype=np.int32)


def separating(graphs: Sequence[Connected], value: Truth) -> Callable[[Iterable[int]], bool]:
    """Return a function that decides whether literals disconnect some graph, because they exclude all edges of a cut.

    ``value`` is 1 or -1 for variables that are true or false in all solutions, 0 for others, [v + 1].
    """
    labels = [label for graph in graphs if (label := _ruled_out(graph, value))]

    def separate(literals: Iterable[int]) -> bool:
        return any(hold_cut([label[lit] for lit in literals if lit in label]) for label in labels)

    return separate


def disconnecting(graphs: Sequence[Connected], value: Truth) -> Callable[[Iterable[int]], bool]:
    """Return a function that decides whether literals disconnect a graph, as ``separating`` does, or close a forbidden loop."""
    separate, trees = separating(graphs, value), [_open_ends(graph, value) for graph in graphs if graph.acyclic]

    def break_it(literals: Iterable[int]) -> bool:
        return separate(literals) or any(has_cycle([ends[lit] for lit in literals if lit in ends]) for ends in trees)

    return break_it


def _open_ends(graph: Connected, value: Truth) -> dict[int, tuple[int, int]]:
    """Return for the literal of each undecided edge the two groups that it joins."""
    known = value[np.abs(graph.lits)] * np.sign(graph.lits)
    left = np.flatnonzero(known == 0)
    ends = components(graph.nodes, graph.ends[known > 0])[graph.ends[left]]
    return {lit: (u, v) for lit, (u, v) in zip(graph.lits[left].tolist(), ends.tolist(), strict=True)}


def has_cycle(pairs: Iterable[tuple[int, int]]) -> bool:
    """Return whether edges, given by their ends, contain a cycle; two edges with the same ends are a cycle."""
    above: dict[int, int] = {}

    def root(node: int) -> int:
        while (parent := above.get(node, node)) != node:
            above[node] = node = above.get(parent, parent)
        return node

    for one, other in pairs:
        u, v = root(one), root(other)
        if u == v:
            return True
        above[u] = v
    return False


def _ruled_out(graph: Connected, value: Truth) -> dict[int, int]:
    """Return the cut label of each undecided edge between two groups, by the negation of the edge's literal."""
    known = value[np.abs(graph.lits)] * np.sign(graph.lits)
    group = components(graph.nodes, graph.ends[known > 0])
    ends = group[graph.ends]
    left = np.flatnonzero((known == 0) & (ends[:, 0] != ends[:, 1]))
    labels = cut_labels(int(group.max(initial=-1)) + 1, ends[left])
    return dict(zip((-graph.lits[left]).tolist(), labels, strict=True))


def marked(batch: Connected, value: Truth, counted: Sequence[Cardinality] = ()) -> list[Batch]:
    """Return a graph with its edges marked as known, and clauses for consequences that contraction would lose.

    ``value`` is 1 or -1 for variables that are true or false in all solutions, 0 for others, [v + 1]. If loops are forbidden, so
    are edges inside a group, and a loop of decided edges is a contradiction. Edges that cross a chosen edge are not chosen. If the
    ``counted`` sums leave nothing to spare, the undecided edges between groups form no loop; if they leave less than nothing, there
    is no solution; nor is there one without loops if more is to spare than there are literals that join no groups.
    """
    known = (value[np.abs(batch.lits)] * np.sign(batch.lits)).astype(np.int8)
    known[batch.crossed(known > 0)] = -1
    values = value.astype(np.int32)
    room = spare(batch, counted, values) if counted and not batch.redundant else None
    if not batch.acyclic:
        graph = replace(batch, known=known, acyclic=room == 0)
        return [graph, _contradiction(batch)] if room is not None and room < 0 else [graph]
    chosen = known > 0
    group = components(batch.nodes, batch.ends[chosen])
    graph = replace(batch, known=known)
    blocks = [none_inside(graph, group)]
    is_over = room is not None and room > len(surplus(batch, counted, values))
    if is_over or np.count_nonzero(chosen) >= batch.nodes - int(group.max(initial=-1)):
        blocks.append(_contradiction(batch))
    return [graph, *(block for block in blocks if len(block))]


def none_inside(batch: Connected, group: Ints) -> Clauses:
    """Return unit clauses against undecided edges inside groups, int32[n] by node, which would close loops."""
    is_open = np.ones(len(batch.ends), dtype=np.bool_) if batch.known is None else batch.known == 0
    inside = np.flatnonzero(is_open & (group[batch.ends[:, 0]] == group[batch.ends[:, 1]])).astype(np.int32)
    return clause_block(batch, -batch.lits[inside].reshape(-1, 1), inside)


def _contradiction(batch: Connected) -> Clauses:
    """Return the empty clause."""
    return clause_block(batch, np.empty((1, 0), dtype=np.int32))


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
