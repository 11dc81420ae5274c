"""Planarise a graph drawn on the grid: crossing points become nodes, edges become chains of segments, with faces between them.

Nodes 0..n-1 are the graph's own, node n + i is crossing i. Segments are the pieces of edges between consecutive nodes.
A segment s has two darts, 2s from its first end to its second and 2s + 1 back; directions are 0 east, 1 north, 2 west,
3 south. Faces are the orbits of "go to the end of the dart, take the leftmost turn", so each face lies left of its darts.

If some edges are known, a forest of the chosen ones is contracted. This changes no face, only which segments lie around it, so
faces are traversed before the contraction. Edges that cannot be chosen, and edges between nodes that the forest connects, are left
out before, which merges the two faces beside each; a crossing point remains if both its edges do.

Reference: Whitney 1932, "Non-separable and planar graphs": an edge contracted in a plane graph is deleted from its dual.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from hashicnf.arrays.blocking import gather, indices, pieces, stable_order
from hashicnf.arrays.graph import components, forest, orbits
from hashicnf.core.constraints import Connected
from hashicnf.logic import Bools, Ints
from hashicnf.passes.connectivity import embedding_of
from hashicnf.records import record


@record
class Plane:
    """A plane graph; all arrays int32.

    ``own`` counts the nodes of the graph, ``nodes`` these and the crossing points, ``faces`` the faces. Per segment s: ``edge`` [s]
    is the edge of which it is a piece, ``end`` [s, 2] its nodes (left or upper first), ``side`` [s, 2] the faces left of its darts
    2s and 2s + 1. Per crossing point, ``crossing`` [x, 2] are the horizontal and the vertical edge.
    """

    own: int
    nodes: int
    faces: int
    edge: Ints
    end: Ints
    side: Ints
    crossing: Ints


def plane_of(batch: Connected) -> Plane | None:
    """Return the plane graph of a graph that is connected; None if at most one node is left."""
    plane = planarise(batch)
    return plane if plane.own > 1 else None


def planarise(batch: Connected) -> Plane:
    """Cut edges at their crossings, find the faces, and contract the known edges.

    Requires a connected graph, for which Euler's formula holds. Raises InternalError for a graph without an embedding.
    """
    lie = embedding_of(batch)
    if batch.known is None:
        return _drawn(batch.nodes, batch.ends, lie.horizontal, lie.crossing)
    kept, group = _kept(batch, batch.known)
    number = np.full(len(batch.ends), -1, dtype=np.int32)
    number[kept] = np.arange(len(kept), dtype=np.int32)
    crossing = number[lie.crossing]
    crossing = crossing[(crossing >= 0).all(axis=1)]
    plane = _drawn(batch.nodes, batch.ends[kept], lie.horizontal[kept], crossing)
    return _contracted(plane, kept, batch.known[kept] > 0, group)


def _kept(batch: Connected, known: NDArray[np.int8]) -> tuple[Ints, Ints]:
    """Return a forest of the chosen edges and the undecided edges between its trees, int32[k], and the tree of each node."""
    chosen = np.flatnonzero(known > 0)
    group = components(batch.nodes, batch.ends[chosen])
    is_kept = (known == 0) & (group[batch.ends[:, 0]] != group[batch.ends[:, 1]])
    is_kept[chosen[forest(batch.nodes, batch.ends[chosen])]] = True
    return np.flatnonzero(is_kept).astype(np.int32), group


def _contracted(plane: Plane, kept: Ints, is_held: Bools, group: Ints) -> Plane:
    """Contract the edges ``is_held``, bool[k], which connect each ``group``; ``kept`` int32[k] are their indices in the batch."""
    own = int(group.max(initial=-1)) + 1
    nodes = own + len(plane.crossing)
    node = np.concatenate((group, np.arange(own, nodes, dtype=np.int32)))
    is_open = ~is_held[plane.edge]
    edge, end, side = plane.edge[is_open], plane.end[is_open], plane.side[is_open]
    return Plane(own, nodes, plane.faces, kept[edge], node[end], side, kept[plane.crossing])


def _drawn(own: int, ends: Ints, horizontal: Bools, crossing: Ints) -> Plane:
    """Return the plane graph of edges drawn on the grid."""
    edge, end = _segments(own, ends, crossing)
    nodes = own + len(crossing)
    face = _faces(nodes, end, horizontal[edge])
    return Plane(own, nodes, int(face.max(initial=-1)) + 1, edge, end, face.reshape(-1, 2), crossing)


def _segments(own: int, ends: Ints, crossing: Ints) -> tuple[Ints, Ints]:
    """Return the segments of all edges, sorted by edge and position: edge int32[s], end int32[s, 2]."""
    each = np.arange(len(ends), dtype=np.int32)
    point = np.arange(own, own + len(crossing), dtype=np.int32)
    edge = np.concatenate((each, crossing[:, 0], crossing[:, 1], each))
    node = np.concatenate((ends[:, 0], point, point, ends[:, 1]))
    order = stable_order(edge)  # crossings come in reading order, so along each edge too
    edge, node = gather(edge, order), gather(node, order)
    first = indices(edge[:-1] == edge[1:])
    edge = gather(edge, first)
    end = np.empty((len(first), 2), dtype=np.int32)
    for some in pieces(len(first)):
        end[some, 0], end[some, 1] = node.take(first[some]), node.take(first[some] + 1)
    return edge, end


def _faces(nodes: int, end: Ints, horizontal: Bools) -> Ints:
    """Return the face left of every dart, int32[2s]."""
    return orbits(_followers(nodes, end, horizontal))


def _followers(nodes: int, end: Ints, horizontal: Bools) -> Ints:
    """Return for every dart the next dart around the face left of it, int32[2s]."""
    heading = np.where(horizontal[:, None], np.array([0, 2], dtype=np.int8), np.array([3, 1], dtype=np.int8)).ravel()
    tail = end.ravel()
    leaving = np.full(nodes * 4, -1, dtype=np.int32)
    for some in pieces(len(tail)):
        leaving[4 * tail[some].astype(np.int64) + heading[some]] = np.arange(some.start, some.stop, dtype=np.int32)
    follow = np.empty(len(tail), dtype=np.int32)
    for some in pieces(len(tail)):
        head = tail.take(np.arange(some.start, some.stop) ^ 1)
        follow[some] = _leftmost(leaving, head.astype(np.int64), heading[some])
    return follow


def _leftmost(leaving: Ints, node: NDArray[np.int64], heading: NDArray[np.int8]) -> Ints:
    """Return the leftmost dart that leaves each node: the last that exists of back, right, straight on, left."""
    follow = np.full(len(node), -1, dtype=np.int32)
    for turn in (2, 3, 0, 1):
        candidate = leaving.take(4 * node + (heading + turn) % 4)
        follow = np.where(candidate >= 0, candidate, follow)
    return follow
