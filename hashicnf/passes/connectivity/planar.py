"""Connectivity by a spanning tree and a spanning tree of the dual graph: linear in the size of the board, without a lazy loop.

The candidate edges, cut at their crossing points, form a plane graph (see ``_plane``). Choose a root node r and a root face f that
touches r. Each segment s is exactly one of four things, one variable each: a tree arc along one of its two directions
(``tree[s, d]``), or a co-tree arc between its two faces one way or the other (``cotree[s, d]``). Every node but r has an outgoing
tree arc; every face but f has an outgoing co-tree arc. A tree arc that leaves a graph node along edge e means that e is
chosen; one that leaves a crossing point along e means that e is chosen or that the edge it crosses is not.

Sound: follow tree arcs from any node. If they led into a directed cycle, r would not be on it, so r and f lie on the same side of
it. On the other side Euler's formula gives nodes + faces = segments + 1 strictly inside: one more outgoing arc than there are
segments for it. So all arcs lead to r, and from a graph node they lead along chosen edges: a path that enters a crossing point
along a chosen edge cannot turn, since the crossing edge is not chosen.

Complete: take a spanning tree of the chosen edges, directed to r; connect the other crossing points along a chosen edge through
them, or along their horizontal edge; direct the dual of the remaining segments, a tree, to f.

If loops are forbidden, a chosen edge must lie in the tree: each of its segments is a tree arc.

Since the counts match (one arc per segment), "at least one outgoing arc" suffices; "at most one" for nodes, which have at most four
segments, is implied but helps propagation. Contracted nodes may have more segments; above six it is omitted. Size: 4 variables per
segment; s (1 + 6) clauses for the segments, and at most 12 per node that is not contracted.

No clause is written twice. Each contains an arc, so none equals a clause of another constraint. Every arc leaves one node or face,
so the clauses of nodes and faces have no arc in common; two arcs that exclude each other share a segment or leave the same node,
never both; and the clauses on edges each have an arc or, if loops are forbidden, a segment of their own.

Reference: Williams 2002, "A linear-size zero-one programming model for the minimum spanning tree problem in planar
graphs"; Validi and Buchanan 2019, "A note on 'A linear-size ...'", for the root face that touches the root.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations
from typing import Final

import numpy as np

from hashicnf.arrays.blocking import deferred, indices, picked, without
from hashicnf.arrays.graph import ragged_by_width
from hashicnf.core.constraints import Clauses, Connected
from hashicnf.core.variables import Group, VariablePool
from hashicnf.logic import Ints
from hashicnf.passes.connectivity import MOST_PAIRED, ConnectivityEncoding, clause_block, not_both
from hashicnf.passes.connectivity._plane import Plane, plane_of


def encode(batch: Connected, pool: VariablePool) -> list[Clauses]:
    """Declare the arcs of tree and co-tree and return the clauses."""
    if (plane := plane_of(batch)) is None:
        return []
    s = len(plane.edge)
    tree = pool.declare("tree", s, 2, meaning="segment s is a tree arc: 0 forwards (right, down), 1 backwards")
    cotree = pool.declare("cotree", s, 2, meaning="segment s is a cotree arc: 0 out of its left face, 1 into it")
    root = 0
    root_face = int(plane.side.ravel()[np.flatnonzero(plane.end.ravel() == root)[0]])
    blocks = [
        *_one_of_four(batch, s, tree, cotree),
        *_outgoing(batch, plane.end, tree, plane.nodes, root, at_most=True),
        *_outgoing(batch, plane.side, cotree, plane.faces, root_face, at_most=False),
        *_arcs_need_edges(batch, plane, tree),
        *(_edges_need_arcs(batch, plane, tree) if batch.acyclic else ()),
    ]
    return [replace(block, distinct=True) for block in blocks]


def _one_of_four(batch: Connected, segments: int, tree: Group, cotree: Group) -> list[Clauses]:
    """Return clauses that each segment is exactly one of its four arcs."""
    first = (tree.first, tree.first + 1, cotree.first, cotree.first + 1)

    def arcs(which: tuple[int, ...], sign: int) -> Clauses:
        def make(some: slice) -> Ints:
            twice = np.arange(2 * some.start, 2 * some.stop, 2, dtype=np.int32)
            return np.stack([np.int32(sign) * (twice + np.int32(arc)) for arc in which], axis=1)

        return clause_block(batch, deferred(make, segments, len(which)))

    return [arcs(first, 1), *(arcs(pair, -1) for pair in combinations(first, 2))]


def _outgoing(batch: Connected, end: Ints, arc: Group, count: int, root: int, *, at_most: bool) -> list[Clauses]:
    """Return clauses that every node (or face) but the root has an outgoing arc; arc[s, d] leaves end[s, d]."""
    blocks = []
    for who, rows in ragged_by_width(end.ravel(), None, count):
        rows += np.int32(arc.first)
        gone = np.flatnonzero(who == root).astype(np.int32)
        others, arcs = without(who, gone), without(rows, gone)
        blocks.append(clause_block(batch, arcs, others))
        if at_most and rows.shape[1] <= MOST_PAIRED:
            blocks += not_both(batch, arcs, others)
    return [block for block in blocks if len(block)]


def _arcs_need_edges(batch: Connected, plane: Plane, tree: Group) -> list[Clauses]:
    """Return clauses that a tree arc is along a chosen edge, or leaves a crossing point whose other edge is not chosen."""
    # Deferred clauses keep references to these arrays only, not to the whole plane graph.
    tail, edge, crosses, nodes = plane.end.ravel(), plane.edge, plane.crossing, plane.own
    own = tail < nodes
    dart, passing = indices(own), indices(~own)

    def leaving(some: slice) -> Ints:
        return np.stack(_along(batch, edge, tree, dart[some]), axis=1)

    def crossing(some: slice) -> Ints:
        darts = passing[some]
        both = crosses[tail[darts] - nodes]
        other = both.sum(axis=1, dtype=np.int32) - edge[darts >> 1]
        return np.stack((*_along(batch, edge, tree, darts), -batch.lits[other]), axis=1)

    blocks = [
        clause_block(batch, deferred(leaving, len(dart), 2), picked(tail, dart)),
        clause_block(batch, deferred(crossing, len(passing), 3), picked(tail, passing)),
    ]
    return [block for block in blocks if len(block)]


def _along(batch: Connected, edge: Ints, tree: Group, darts: Ints) -> tuple[Ints, Ints]:
    """Return the literals of the clauses by which the tree arc along a dart implies that its edge is chosen."""
    return -(darts + np.int32(tree.first)), batch.lits[edge[darts >> 1]]


def _edges_need_arcs(batch: Connected, plane: Plane, tree: Group) -> list[Clauses]:
    """Return clauses that all segments of a chosen edge are tree arcs, so that chosen edges form no loop."""
    edge = plane.edge

    def make(some: slice) -> Ints:
        forwards = np.arange(2 * some.start, 2 * some.stop, 2, dtype=np.int32) + np.int32(tree.first)
        return np.stack((-batch.lits[edge[some]], forwards, forwards + np.int32(1)), axis=1)

    return [clause_block(batch, deferred(make, len(edge), 3), edge)]


ENCODING: Final = ConnectivityEncoding(
    "spanning tree and dual spanning tree of the plane graph, linear size",
    complete=True,
    encode=encode,
    needs_embedding=True,
)
