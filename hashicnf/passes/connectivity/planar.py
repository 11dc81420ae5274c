"""Connectivity by a spanning tree and the spanning tree of the dual graph: linear in the board, one shot.

The candidate edges, cut at their crossing points, form a plane graph (see ``_plane``). Choose a root node r and a root face f that
touches r. Each segment s is exactly one of four things, one variable each: a tree arc along one of its two directions
(``tree[s, d]``), or a co-tree arc between its two faces one way or the other (``cotree[s, d]``). Every node but r has an outgoing
tree arc; every face but f has an outgoing co-tree arc. A tree arc that leaves a graph node along edge e says that e is
chosen; one that leaves a crossing point along e says that e is chosen or that the edge it crosses is not.

Sound: follow tree arcs from any node. If they ran into a directed cycle, r would not be on it, so r and f lie on one side. On
the other side Euler's formula gives nodes + faces = segments + 1 strictly inside: one more outgoing arc than there are
segments to carry it. So all arcs lead to r, and from a graph node they lead along chosen edges: a path that enters a crossing
point along a chosen edge cannot turn, since the crossing edge is not chosen.
Complete: take a spanning tree of the chosen edges, directed to r; hang the other crossing points along a chosen edge through
them, or along their horizontal one; direct the dual of the remaining segments, a tree, to f.
Where loops are forbidden, a chosen edge must lie in the tree: each of its segments is a tree arc.

Since the counts match (one arc per segment), "at least one outgoing arc" is enough; "at most one" for nodes, which have at
most four segments, is implied but helps propagation. Size: 4 variables per segment; s (1 + 6) clauses for the segments, and
at most 12 per node.

No clause is written twice. Each says something about an arc, so none is another rule's. Every arc leaves one node or face, so
their clauses have no arc in common; two arcs that exclude each other share a segment or leave the same node, never both;
and the clauses on edges each have an arc or, where loops are forbidden, a segment of their own.

Reference: Williams 2002, "A linear-size zero-one programming model for the minimum spanning tree problem in planar
graphs"; Validi and Buchanan 2019, "A note on 'A linear-size ...'", for the root face that touches the root.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations
from typing import Final

import numpy as np

from hashicnf.chunks import gather, indices, pieces
from hashicnf.constraints import Clauses, Connected
from hashicnf.graph import ragged_by_width
from hashicnf.logic import Ints
from hashicnf.passes.connectivity import ConnectivityEncoding, clause_block, impossible
from hashicnf.passes.connectivity._plane import Plane, planarise
from hashicnf.variables import VariablePool


def encode(batch: Connected, pool: VariablePool) -> list[Clauses]:
    """Declare the arcs of tree and co-tree and write the clauses."""
    if batch.nodes <= 1:
        return []
    if no := impossible(batch):
        return no
    plane = planarise(batch)
    s = len(plane.edge)
    tree = pool.declare("tree", s, 2, meaning="segment s is a tree arc: 0 forwards (right, down), 1 backwards").lits
    cotree = pool.declare("cotree", s, 2, meaning="segment s is a cotree arc: 0 out of its left face, 1 into it").lits
    root = 0
    root_face = int(plane.side[np.flatnonzero(plane.end[:, 0] == root)[0], 0])
    blocks = [
        *_one_of_four(batch, tree, cotree),
        *_outgoing(batch, plane.end, tree, plane.nodes, root, at_most=True),
        *_outgoing(batch, plane.side, cotree, plane.faces, root_face, at_most=False),
        *_arcs_need_edges(batch, plane, tree),
        *(_edges_need_arcs(batch, plane, tree) if batch.acyclic else ()),
    ]
    return [replace(block, distinct=True) for block in blocks]


def _one_of_four(batch: Connected, tree: Ints, cotree: Ints) -> list[Clauses]:
    """Make each segment exactly one of its four arcs."""
    four = np.concatenate((tree, cotree), axis=1)
    segment = np.arange(len(four), dtype=np.int32)
    return [clause_block(batch, four, segment), *_not_both(batch, four, segment)]


def _outgoing(batch: Connected, end: Ints, arc: Ints, count: int, root: int, *, at_most: bool) -> list[Clauses]:
    """Give every node (or face) but the root an outgoing arc: arc[s, 0] leaves end[s, 0], arc[s, 1] leaves end[s, 1]."""
    blocks = []
    for who, rows in ragged_by_width(end.ravel(), arc.ravel(), count):
        at = np.searchsorted(who, root)
        others, arcs = (np.delete(who, at), np.delete(rows, at, axis=0)) if root in who[at : at + 1] else (who, rows)
        blocks.append(clause_block(batch, arcs, others))
        if at_most:
            blocks += _not_both(batch, arcs, others)
    return [block for block in blocks if len(block)]


def _not_both(batch: Connected, rows: Ints, source: Ints) -> list[Clauses]:
    """Forbid any two literals of the same row to be true together: each block shows two columns of one array."""
    never = -rows
    pairs = combinations(range(rows.shape[1]), 2)
    return [Clauses(never[:, i : j + 1 : j - i], batch.origin, source) for i, j in pairs]


def _arcs_need_edges(batch: Connected, plane: Plane, tree: Ints) -> list[Clauses]:
    """Let tree arcs run along chosen edges only, or past crossing points that the other edge does not use."""
    tail = plane.end.ravel()
    own = tail < batch.nodes
    dart, passing = indices(own), indices(~own)
    plain = np.empty((len(dart), 2), dtype=np.int32)
    for rows in pieces(len(dart), 2):
        _along(batch, plane, tree, dart[rows], plain[rows])
    crossed = np.empty((len(passing), 3), dtype=np.int32)
    for rows in pieces(len(passing), 3):
        _along(batch, plane, tree, passing[rows], crossed[rows])
        both = batch.embedding.crossing[tail[passing[rows]] - batch.nodes]
        other = both.sum(axis=1, dtype=np.int32) - plane.edge[passing[rows] // 2]
        crossed[rows, 2] = -batch.lits[other]
    blocks = [clause_block(batch, plain, gather(tail, dart)), clause_block(batch, crossed, gather(tail, passing))]
    return [block for block in blocks if len(block)]


def _along(batch: Connected, plane: Plane, tree: Ints, dart: Ints, clause: Ints) -> None:
    """Begin clauses: the tree arc along the dart implies that its edge is chosen."""
    clause[:, 0] = -tree.ravel()[dart]
    clause[:, 1] = batch.lits[plane.edge[dart // 2]]


def _edges_need_arcs(batch: Connected, plane: Plane, tree: Ints) -> list[Clauses]:
    """Put all segments of a chosen edge into the tree, so that chosen edges form no loop."""
    chosen = gather(batch.lits, plane.edge)
    return [clause_block(batch, np.concatenate((-chosen[:, None], tree), axis=1), plane.edge)]


ENCODING: Final = ConnectivityEncoding(
    "spanning tree and dual spanning tree of the plane graph, linear size", complete=True, encode=encode
)
