"""Links: express that a window closes one gap and opens none, as connectivity of a graph.

The edges outside the window are contracted if chosen. The other gaps are bridged by *links*: edges that count as chosen whatever
the values of their variables; and of each cycle that may stay, one edge counts as removed. If the graph with k links is connected,
at most k components stay apart without them; so any encoding of connectivity can express the demand, and all of it at once. Edges
that cross a link cannot be chosen, so each window draws its links at random: where gaps lie close together, it has a model with
some choices of links and none with others.
"""

from __future__ import annotations

from dataclasses import replace
from random import Random

import numpy as np
from numpy.typing import NDArray

from hashicnf.arrays.cycles import without_leaves
from hashicnf.arrays.graph import components, forest
from hashicnf.core.constraints import Clauses, Connected
from hashicnf.core.subgraph import both_among, subgraph
from hashicnf.core.variables import VariablePool
from hashicnf.logic import Bools, Ints
from hashicnf.windows.gaps import Gaps
from hashicnf.windows.subformula import window_clauses


def demand(gaps: Gaps, free: Bools, gap: int, random: Random, *, together: bool = False) -> tuple[Connected, Ints]:
    """Return the graph that is connected if the ``free`` edges, bool[m], close a gap, and the groups that the fixed edges join.

    If ``together``, they also close all other gaps that they touch, so there are no links. Parts that no free edge touches are left
    out, except the gap itself, and so are the far ends of the others. The groups are given for each node left, int32[n].
    """
    batch = gaps.batch
    known = np.where(free, 0, np.where(gaps.chosen, 1, -1)).astype(np.int8)
    closing = -1 if gap < gaps.cycles else int(gaps.apart[gap - gaps.cycles])
    if not together:
        known[[cycle[0] for number, cycle in enumerate(gaps.closed) if number != gap]] = -1
        known[_links(gaps, free, closing, random)] = 1
    known[batch.crossed(known > 0)] = -1
    inside = batch.ends[gaps.closed[gap][0], 0] if closing < 0 else (gaps.label == closing).argmax()
    return _touched(batch, known, free, int(inside))


def one_more(graph: Connected, places: Ints, pool: VariablePool) -> tuple[Connected, list[Clauses]]:
    """Let at most one of the edges with the literals ``places``, int32[k], be a further link: return the new graph and the clauses.

    Each of these edges counts as chosen if it is chosen or is the link; a link crosses no edge that counts as chosen. Literals of
    fixed edges may be 0.
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
    """Choose random edges, int32[k], that join the components touched by free edges, except the component to be connected."""
    batch, (one, other) = gaps.batch, gaps.side.T
    touched = np.zeros(len(gaps.apart) + 1, dtype=np.bool_)
    touched[gaps.side[free]] = True
    touched[closing] &= closing < 0
    usable = touched.take(one) & touched.take(other) & (one != other) & gaps.uncrossed
    places = np.flatnonzero(usable)
    lot = np.full(len(usable), -1, dtype=np.int32)
    lot[places] = random.sample(range(len(places)), len(places))
    if batch.embedding is not None:
        one, other = both_among(usable, batch.embedding.crossing).T
        usable[np.where(lot[one] < lot[other], other, one)] = False
    places = places[usable[places]]
    places = places[np.argsort(lot[places])]
    found: Ints = places[forest(len(touched), gaps.side[places])].astype(np.int32)
    return found


def _touched(batch: Connected, known: NDArray[np.int8], free: Bools, inside: int) -> tuple[Connected, Ints]:
    """Leave out the parts of a graph that no undecided edge touches, with their edges, but not the part of the node ``inside``.

    Each of the other parts keeps its first node, those that a ``free`` edge touches, and what connects these: otherwise a window
    would be drawn with all of a part that spans the board. Return the graph, and the part of each of its nodes, int32[n].
    """
    part = components(batch.nodes, batch.ends.take((known > 0).nonzero()[0], axis=0))
    is_touched = np.zeros(int(part.max(initial=-1)) + 1, dtype=np.bool_)
    is_touched[part[batch.ends[known == 0]]] = True
    if not is_touched.any():
        is_touched[:2] = True  # two parts that nothing can connect
    is_touched[part[inside]] = True
    node = is_touched[part]
    is_kept = np.diff(np.maximum.accumulate(part), prepend=-1) > 0  # parts are numbered by their first nodes
    is_kept[batch.ends[free]] = True
    chosen = np.flatnonzero(node.take(batch.ends[:, 0]) & (known > 0))
    is_kept[batch.ends[without_leaves(batch.nodes, batch.ends, chosen, is_kept)]] = True
    node &= is_kept
    edge = node.take(batch.ends[:, 0]) & node.take(batch.ends[:, 1])
    graph = subgraph(replace(batch, degrees=None, known=known), node, edge)
    number = is_touched.cumsum(dtype=np.int32) - np.int32(1)
    return graph, number[part[node]]
