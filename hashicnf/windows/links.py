"""Links: ask a window to close one gap, and to open no new one, in terms of a graph that must be connected.

What a window holds is contracted. The other gaps are bridged by *links*: edges that count as chosen, whatever their variables say;
and a cycle that may stay counts as cut. What connects all nodes with so many links leaves at most so many components apart, so
any encoding of connectivity can ask for it, and a solver sees all of the demand at once. What crosses a link is lost, so each
window draws lots for its links: where gaps lie close together, it has a model by some and none by others.
"""

from __future__ import annotations

from dataclasses import replace
from random import Random

import numpy as np
from numpy.typing import NDArray

from hashicnf.arrays.graph import components, forest
from hashicnf.core.constraints import Clauses, Connected, Embedding
from hashicnf.core.variables import VariablePool
from hashicnf.logic import Bools, Ints
from hashicnf.windows.gaps import Gaps
from hashicnf.windows.subformula import window_clauses


def demand(gaps: Gaps, free: Bools, gap: int, random: Random) -> tuple[Connected, Ints]:
    """Return what the ``free`` edges, bool[m], must do to close a gap, with all others as they are, and the groups that these join.

    What no free edge touches is left out, but for the gap itself. A group is given for each node, int32[n].
    """
    batch = gaps.batch
    known = np.where(free, 0, np.where(gaps.chosen, 1, -1)).astype(np.int8)
    known[[cycle[0] for number, cycle in enumerate(gaps.closed) if number != gap]] = -1
    closing = -1 if gap < gaps.cycles else int(gaps.apart[gap - gaps.cycles])
    known[_links(gaps, free, closing, random)] = 1
    known[batch.crossed(known > 0)] = -1
    inside = batch.ends[gaps.closed[gap][0], 0] if closing < 0 else (gaps.label == closing).argmax()
    return _touched(batch, known, int(inside))


def one_more(graph: Connected, places: Ints, pool: VariablePool) -> tuple[Connected, list[Clauses]]:
    """Let one of the edges with these literals, int32[k], be a link: return the graph and the clauses for that.

    Such an edge counts as chosen if it is, or if it is the link, which crosses none that counts as chosen. Literals of
    what is held may be 0.
    """
    either = pool.declare("either", len(places), meaning="place i counts as chosen").lits
    link = pool.declare("link", len(places), meaning="place i is the link").lits
    order = np.argsort(graph.lits)
    at = order[np.searchsorted(graph.lits, places, sorter=order)]
    lits, link_at = graph.lits.copy(), np.zeros(len(graph.lits), dtype=np.int32)
    lits[at], link_at[at] = either, link
    first, second = np.triu_indices(len(places), 1)
    rows = [
        np.stack((-either, places, link), axis=1),
        np.stack((either, -places), axis=1),
        np.stack((either, -link), axis=1),
        np.stack((-link[first], -link[second]), axis=1),
    ]
    if graph.embedding is not None:
        crossing = graph.embedding.crossing
        both = np.concatenate((crossing, crossing[:, ::-1]))
        both = both[(link_at[both[:, 0]] > 0) & (lits[both[:, 1]] != 0)]
        rows.append(np.stack((-link_at[both[:, 0]], -lits[both[:, 1]]), axis=1))
    return replace(graph, lits=lits), [window_clauses(some) for some in rows]


def _links(gaps: Gaps, free: Bools, closing: int, random: Random) -> Ints:
    """Choose edges, int32[k], by lot, that join the components which free edges touch, but for the one to be closed."""
    batch, (one, other) = gaps.batch, gaps.side.T
    touched = np.zeros(len(gaps.apart) + 1, dtype=np.bool_)
    touched[gaps.side[free]] = True
    touched[closing] &= closing < 0
    usable = touched.take(one) & touched.take(other) & (one != other) & gaps.uncrossed
    places = np.flatnonzero(usable)
    lot = np.full(len(usable), -1, dtype=np.int32)
    lot[places] = random.sample(range(len(places)), len(places))
    if batch.embedding is not None:
        one, other = _both(usable, batch.embedding.crossing).T
        usable[np.where(lot[one] < lot[other], other, one)] = False
    places = places[usable[places]]
    places = places[np.argsort(lot[places])]
    found: Ints = places[forest(len(touched), gaps.side[places])].astype(np.int32)
    return found


def _touched(batch: Connected, known: NDArray[np.int8], inside: int) -> tuple[Connected, Ints]:
    """Leave out the parts of a graph that no open edge touches, but that of a node ``inside`` the gap, and the edges there.

    Return the part of each other node too.
    """
    part = components(batch.nodes, batch.ends.take((known > 0).nonzero()[0], axis=0))
    is_touched = np.zeros(int(part.max(initial=-1)) + 1, dtype=np.bool_)
    is_touched[part[batch.ends[known == 0]]] = True
    if not is_touched.any():
        is_touched[:2] = True  # two parts that nothing can connect
    is_touched[part[inside]] = True
    node = is_touched[part]
    edge = node.take(batch.ends[:, 0]) & node.take(batch.ends[:, 1])
    ends = (node.cumsum(dtype=np.int32) - np.int32(1)).take(batch.ends.take(edge.nonzero()[0], axis=0))
    drawn = None if batch.embedding is None else _kept(batch.embedding, node, edge)
    nodes, known = int(np.count_nonzero(node)), known[edge]
    graph = replace(batch, nodes=nodes, ends=ends, lits=batch.lits[edge], embedding=drawn, degrees=None, known=known)
    number = is_touched.cumsum(dtype=np.int32) - np.int32(1)
    return graph, number[part[node]]


def _kept(embedding: Embedding, node: Bools, edge: Bools) -> Embedding:
    """Return how some nodes, bool[n], and edges, bool[m], are drawn."""
    number = edge.cumsum(dtype=np.int32) - np.int32(1)
    crossing = number.take(_both(edge, embedding.crossing))
    return Embedding(embedding.row[node], embedding.column[node], embedding.horizontal[edge], crossing)


def _both(edges: Bools, crossing: Ints) -> Ints:
    """Return the crossings, int32[x, 2], of two of these edges, bool[m]."""
    return crossing.take((edges.take(crossing[:, 0]) & edges.take(crossing[:, 1])).nonzero()[0], axis=0)
