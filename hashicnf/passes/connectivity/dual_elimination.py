"""Connectivity by a forest in the dual graph: the edges that are not chosen enclose no node.

The candidate edges, cut at their crossing points, form a plane graph (see ``_plane``). A segment is *kept* if its edge is chosen;
if neither edge through a crossing point is chosen, the segment left of that point is kept too, so that the point is connected to
its left neighbour only. So the kept segments connect all nodes of the plane graph if and only if the chosen edges connect all nodes
of the graph; and this holds if and only if the segments that are not kept form no cycle in the dual graph, since such a cycle of
faces encloses a part that is cut off.

A forest can be directed towards roots, one for each of its trees: each segment that is not kept is an arc between its two faces, in
one of two directions (``cotree[s, d]``); at most one arc leaves a face, none leaves the root face r; and there are no directed
cycles of arcs (see ``_elimination``, on the faces without r, which is on no directed cycle). An undirected cycle whose faces have
at most one outgoing arc each would be a directed cycle. If loops are forbidden, the kept segments must form a tree, so the others
must form a tree in the dual graph: every face but r has an outgoing arc.

In contrast to ``planar``, the solver does not guess a tree of the chosen edges: it searches only for the chosen edges, and for
directions of the others. ``planar`` refutes a group that is cut off by counting its nodes, faces and segments, for which solvers
that learn clauses take long; here the ring around the group is refuted by directing one of its segments, both ways: unit
propagation directs the others and closes the cycle.

The root face is the face with the most segments. Size: 2 variables for each of the s segments and one for each pair of faces that
elimination makes neighbours, with width w of the dual graph at most 2 f w for f faces; 4 s to 6 s clauses for the segments, f w^2
for the cycles, and for a face of k segments k (k - 1) / 2 up to k = 6, otherwise 3 k - 4 with k - 1 further variables.

Reference: Whitney 1932, "Non-separable and planar graphs" (the complement of a spanning tree is one of the dual); Rankooh
and Rintanen 2022, "Propositional encodings of acyclicity and reachability by using vertex elimination"; Sinz 2005, "Towards
an optimal CNF encoding of Boolean cardinality constraints", for the faces of many segments.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from hashicnf.arrays.graph import ragged_by_width
from hashicnf.core.constraints import Clauses, Connected
from hashicnf.core.progress import Observer, unobserved
from hashicnf.core.variables import VariablePool
from hashicnf.logic import Bools, Ints
from hashicnf.passes.connectivity import (
    MOST_PAIRED,
    ConnectivityEncoding,
    clause_block,
    embedding_of,
    is_connectable,
    not_both,
)
from hashicnf.passes.connectivity._elimination import MOST_STEPS, count_steps, forbid_cycles
from hashicnf.passes.connectivity._plane import Plane, plane_of
from hashicnf.passes.exclusive import template_of
from hashicnf.passes.exclusive.ladder import ENCODING as LADDER
from hashicnf.passes.template import stamp_template


def encode(
    batch: Connected, pool: VariablePool, observe: Observer = unobserved, widest: int | None = None
) -> list[Clauses]:
    """Declare the arcs of the dual forest and return the clauses.

    With ``widest``, faces that would have more neighbours are not eliminated, and cycles through several of them not excluded.
    ``observe`` is called repeatedly.
    """
    if (plane := plane_of(batch)) is None:
        return []
    s = len(plane.edge)
    cotree = pool.declare("cotree", s, 2, meaning="segment s is a cotree arc: 0 out of its left face, 1 into it").lits
    root, inner = _inner(plane)
    blocks = [
        *_arcs_or_kept(batch, plane, cotree),
        *_outgoing(batch, pool, plane, cotree, root),
        *forbid_cycles(batch, pool, plane.faces, plane.side[inner], cotree[inner], observe, widest),
    ]
    return [block for block in blocks if len(block)]


def size(batch: Connected, most: int, observe: Observer) -> int | None:
    """Count the clauses that exclude cycles; None if there are more than ``most`` per face, or more than MOST_STEPS."""
    if batch.nodes <= 1 or not is_connectable(batch) or (plane := plane_of(batch)) is None:
        return 0
    _, inner = _inner(plane)
    return count_steps(plane.faces, plane.side[inner], min(MOST_STEPS, most * plane.faces), observe)


def _inner(plane: Plane) -> tuple[int, Bools]:
    """Return the root face, that with the most segments, and which segments lie between two other faces, bool[s]."""
    root = int(np.bincount(plane.side.ravel()).argmax())
    return root, (plane.side != root).all(axis=1) & (plane.side[:, 0] != plane.side[:, 1])


def _arcs_or_kept(batch: Connected, plane: Plane, cotree: Ints) -> list[Clauses]:
    """Return clauses that each segment is kept or an arc in one direction; it must be kept if both its sides are the same face."""
    chosen = batch.lits[plane.edge]
    at = plane.end[:, 1] - plane.own
    left = (at >= 0) & embedding_of(batch).horizontal[plane.edge]
    upright = batch.lits[plane.crossing[at[left], 1]]
    either = np.concatenate((chosen[:, None], cotree), axis=1)
    same = plane.side[:, 0] == plane.side[:, 1]
    blocks = [
        clause_block(batch, either[~left], plane.edge[~left]),
        clause_block(batch, np.concatenate((either[left], -upright[:, None]), axis=1), plane.edge[left]),
        clause_block(batch, -cotree, plane.edge),
        clause_block(batch, -cotree[same].reshape(-1, 1), np.repeat(plane.edge[same], 2)),
    ]
    for arc in cotree.T:
        blocks.append(clause_block(batch, np.stack((-arc, -chosen), axis=1), plane.edge))
        blocks.append(clause_block(batch, np.stack((-arc[left], upright), axis=1), plane.edge[left]))
    return blocks


def _outgoing(batch: Connected, pool: VariablePool, plane: Plane, cotree: Ints, root: int) -> list[Clauses]:
    """Return clauses that no arc leaves the root face, and at most one each other face (exactly one if loops are forbidden)."""
    tail, arc = plane.side.ravel(), cotree.ravel()
    blocks = [clause_block(batch, -arc[tail == root].reshape(-1, 1))]
    for who, rows in ragged_by_width(tail, arc, plane.faces):
        rows, who = rows[who != root], who[who != root]
        if not len(who):
            continue
        if batch.acyclic:
            blocks.append(clause_block(batch, rows, who))
        if rows.shape[1] <= MOST_PAIRED:
            blocks += not_both(batch, rows, who)
        else:
            meaning = f"one of the first i + 1 of {rows.shape[1]} arcs out of a face is taken"
            ladder = template_of(LADDER, rows.shape[1])
            blocks += stamp_template(ladder, rows, batch.origin, who, pool=pool, name="taken", meaning=meaning)
    return blocks


ENCODING: Final = ConnectivityEncoding(
    "edges that are not used form a forest of the dual graph; best for cycles and mazes",
    complete=True,
    encode=encode,
    observed=True,
    needs_embedding=True,
)
