"""Planarise a graph drawn on the grid: crossing points become nodes, edges become chains of segments, and faces appear.

Nodes 0..n-1 are the graph's own, node n + i is crossing i. Segments are the pieces of edges between consecutive nodes.
A segment s has two darts, 2s from its first end to its second and 2s + 1 back; directions are 0 east, 1 north, 2 west,
3 south. Faces are the orbits of "go to the end of the dart, take the leftmost turn", so each face lies left of its darts.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from hashicnf.constraints import Connected
from hashicnf.graph import components
from hashicnf.logic import Ints


@dataclass(frozen=True, slots=True)
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
    """Cut edges at their crossings and walk the faces. Requires a connected graph for Euler's formula to hold."""
    edge, end, horizontal = _segments(batch)
    nodes = batch.nodes + len(batch.embedding.crossing)
    face = _faces(nodes, end, horizontal)
    return Plane(nodes, int(face.max(initial=-1)) + 1, edge, end, face.reshape(-1, 2))


def _segments(batch: Connected) -> tuple[Ints, Ints, Ints]:
    """List the pieces of all edges, sorted by edge and position: edge [s], end [s, 2], horizontal [s]."""
    lie = batch.embedding
    m, x = len(batch.ends), len(lie.crossing)
    across, upright = lie.crossing[:, 0], lie.crossing[:, 1]
    point = np.arange(batch.nodes, batch.nodes + x, dtype=np.int32)
    each = np.arange(m, dtype=np.int32)
    edge = np.concatenate((each, each, across, upright))
    node = np.concatenate((batch.ends[:, 0], batch.ends[:, 1], point, point))
    row = np.concatenate((lie.row, lie.row[batch.ends[across, 0]]))
    column = np.concatenate((lie.column, lie.column[batch.ends[upright, 0]]))
    place = np.where(lie.horizontal[edge], column[node], row[node])
    order = np.lexsort((place, edge))
    edge, node = edge[order], node[order]
    inside = edge[:-1] == edge[1:]
    pieces = np.stack((node[:-1][inside], node[1:][inside]), axis=1)
    return edge[:-1][inside], pieces, lie.horizontal[edge[:-1][inside]].astype(np.int32)


def _faces(nodes: int, end: Ints, horizontal: Ints) -> Ints:
    """Label every dart with the face left of it, int32[2s]."""
    darts = 2 * len(end)
    heading = np.empty(darts, dtype=np.int32)
    heading[0::2] = np.where(horizontal, 0, 3)
    heading[1::2] = heading[0::2] ^ 2
    tail, head = end.ravel(), end[:, ::-1].ravel()
    leaving = np.full((nodes, 4), -1, dtype=np.int32)
    leaving[tail, heading] = np.arange(darts, dtype=np.int32)
    follow = np.full(darts, -1, dtype=np.int32)
    for turn in (2, 3, 0, 1):
        candidate = leaving[head, (heading + turn) % 4]
        follow = np.where(candidate >= 0, candidate, follow)
    steps = np.stack((np.arange(darts, dtype=np.int32), follow), axis=1)
    return components(darts, steps)
