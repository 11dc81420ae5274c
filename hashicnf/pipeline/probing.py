"""Probe the variables of a puzzle with attention to connectivity.

Probing fixes more than unit propagation: a literal that leads to a contradiction, disconnects a graph or closes a forbidden loop is
false, and literals that follow from both values of a variable hold. It propagates both values of every variable, which is
worthwhile if a formula is solved as a whole.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence, Set
from dataclasses import replace

import numpy as np

from hashicnf.arrays.cuts import cut_labels, hold_cut
from hashicnf.arrays.graph import components
from hashicnf.core.constraints import Batch, Cardinality, Clauses, Connected
from hashicnf.core.progress import Observer, reporting
from hashicnf.core.spare import spare
from hashicnf.core.variables import VariablePool
from hashicnf.logic import Ints, Truth
from hashicnf.passes.simplify import Simplified

Encode = Callable[[Batch, VariablePool], list[Clauses]]


def probed(
    simple: Simplified,
    variables: int,
    counted: Sequence[Cardinality],
    encode: Encode,
    observe: Observer,
) -> Ints:
    """Return what probing finds to hold in all models: 1 or -1 for true or false variables, 0 for others, int32[v + 1].

    ``encode`` lowers a batch for the solver that probes; ``observe`` is called repeatedly.
    """
    from hashicnf.backends.abilities import ABLE
    from hashicnf.backends.probing import PHASE, fix
    from hashicnf.backends.pysat import PysatSession

    pool = VariablePool()
    pool.declare("problem", variables, meaning="as in the formula")
    rest = [batch for batch in simple.batches if not isinstance(batch, Connected)]
    blocks = [block.made() for batch in reporting(PHASE, rest, observe) for block in encode(batch, pool)]
    known = simple.truth[: variables + 1].astype(np.int32)
    graphs = [
        replace(batch, acyclic=batch.acyclic or spare(batch, counted, known) == 0)
        for batch in simple.batches
        if isinstance(batch, Connected) and not batch.redundant
    ]
    value = [*simple.truth[: variables + 1].tolist(), *[0] * (pool.count - variables)]
    with PysatSession(ABLE, pool.count) as session:
        session.add(reporting(PHASE, blocks, observe))

        def rule(known: Sequence[int]) -> Callable[[Iterable[int]], bool]:
            return disconnecting(graphs, np.array(known, dtype=np.int8), lambda: observe(PHASE))

        fix(session, value, rule=rule, observe=observe)
    return np.array(value[: variables + 1], dtype=np.int32)


def separating(
    graphs: Sequence[Connected], value: Truth, check: Callable[[], object]
) -> Callable[[Iterable[int]], bool]:
    """Return a function that decides whether literals disconnect some graph, because they exclude all edges of a cut.

    ``value`` is 1 or -1 for variables that are true or false in all solutions, 0 for others, [v + 1]. ``check`` is called as
    ``cut_labels`` does.
    """
    labels = [label for graph in graphs if (label := _ruled_out(graph, value, check))]

    def separate(literals: Iterable[int]) -> bool:
        return any(hold_cut([label[lit] for lit in literals if lit in label]) for label in labels)

    return separate


def disconnecting(
    graphs: Sequence[Connected], value: Truth, check: Callable[[], object]
) -> Callable[[Iterable[int]], bool]:
    """Return a function that decides whether literals disconnect a graph, as ``separating`` does, or close a forbidden loop."""
    separate, trees = separating(graphs, value, check), [_open_ends(graph, value) for graph in graphs if graph.acyclic]

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


def _ruled_out(graph: Connected, value: Truth, check: Callable[[], object]) -> dict[int, Set[int]]:
    """Return the cut label of each undecided edge between two groups, by the negation of the edge's literal."""
    known = value[np.abs(graph.lits)] * np.sign(graph.lits)
    group = components(graph.nodes, graph.ends[known > 0])
    ends = group[graph.ends]
    left = np.flatnonzero((known == 0) & (ends[:, 0] != ends[:, 1]))
    labels = cut_labels(int(group.max(initial=-1)) + 1, ends[left], check)
    return dict(zip((-graph.lits[left]).tolist(), labels, strict=True))
