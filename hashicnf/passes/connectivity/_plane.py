"""Planarise a graph drawn on the grid: crossing points become nodes, edges become chains of segments, and faces appear.

Nodes 0..n-1 are the graph's own, node n + i is crossing i. Segments are the pieces of edges between consecutive nodes.
A segment s has two darts, 2s from its first end to its second and 2s + 1 back; directions are 0 east, 1 north, 2 west,
3 south. Faces are the orbits of "go to the end of the dart, take the leftmost turn", so each face lies left of its darts.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from hashicnf.arrays.blocking import gather, indices, pieces, stable_order
from hashicnf.arrays.graph import orbits
from hashicnf.core.constraints import Connected, Embedding
from hashicnf.logic import Bools, Ints
from hashicnf.passes.connectivity import embedding_of
from hashicnf.records import record


@record
class Plane:
    """A plane graph; all arrays int32.

    ``nodes`` counts graph nodes and crossing points, ``faces`` the faces. Per segment s: ``edge`` [s] it is a piece of, ``end``
    [s, 2] its nodes (left or upper first), ``side`` [s, 2] the face left of its dart 2s and that of dart 2s + 1.
    """

    nodes: int
    faces: int
    edge: Ints
    end: Ints
    side: Ints


def planarise(batch: Connected) -> Plane:
    """Cut edges at their crossings and walk the faces. Requires a connected graph for Euler's formula to hold.

    Raises InternalError for a graph without an embedding.
    """
    lie = embedding_of(batch)
    edge, end, horizontal = _segments(batch, lie)
    nodes = batch.nodes + len(lie.crossing)
    face = _faces(nodes, end, horizontal)
    return Plane(nodes, int(face.max(initial=-1)) + 1, edge, end, face.reshape(-1, 2))


def _segments(batch: Connected, lie: Embedding) -> tuple[Ints, Ints, Bools]:
    """List the pieces of all edges, sorted by edge and position: edge [s], end [s, 2], horizontal [s]."""
    each = np.arange(len(batch.ends), dtype=np.int32)
    point = np.arange(batch.nodes, batch.nodes + len(lie.crossing), dtype=np.int32)
    edge = np.concatenate((each, lie.crossing[:, 0], lie.crossing[:, 1], each))
    node = np.concatenate((batch.ends[:, 0], point, point, batch.ends[:, 1]))
    order = stable_order(edge)  # crossings come in reading order, so along each edge too
    edge, node = gather(edge, order), gather(node, order)
    first = indices(edge[:-1] == edge[1:])
    edge = gather(edge, first)
    end = np.empty((len(first), 2), dtype=np.int32)
    for some in pieces(len(first)):
        end[some, 0], end[some, 1] = node.take(first[some]), node.take(first[some] + 1)
    return edge, end, lie.horizontal[edge]


def _faces(nodes: int, end: Ints, horizontal: Bools) -> Ints:
    """Label every dart with the face left of it, int32[2s]."""
    return orbits(_followers(nodes, end, horizontal))


def _followers(nodes: int, end: Ints, horizontal: Bools) -> Ints:
    """Find the next dart around the face left of every dart, int32[2s]."""
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
    """Turn left as far as possible: the first dart there is, counting from back through right and straight on to left."""
    follow = np.full(len(node), -1, dtype=np.int32)
    for turn in (2, 3, 0, 1):
        candidate = leaving.take(4 * node + (heading + turn) % 4)
        follow = np.where(candidate >= 0, candidate, follow)
    return follow
