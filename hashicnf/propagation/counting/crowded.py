"""Crowded parts: sums that put more edges on some nodes than are possible if all nodes are to be connected.

Connecting n groups of nodes takes n - 1 edges; the sums may leave some *spare* edges beyond these. At most k - 1 edges can join k
of the groups, so at most k - 1 edges within these groups are chosen, plus the spare ones. Take nodes of which no two are
neighbours: the edges that their sums still demand are all different, and lie within the groups of these nodes and of their
neighbours. If they are more, there is no solution.

Reference: Lovász 1970, "A generalization of König's theorem" (which hypergraphs have trees for edges that form a forest).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Self

import numpy as np

from hashicnf.core.constraints import Batch, Connected, sums_of
from hashicnf.core.flaws import Crowded
from hashicnf.core.spare import counted_twice, groups_of, spare
from hashicnf.logic import Ints, Truth
from hashicnf.records import record


@record
class Demand:
    """The remaining demand of the sums in a graph of n nodes of a ``kind``, of which some are connected already.

    ``lack`` int32[n] is the number of literals that the sum of each node still demands, ``ends`` int32[k, 2] are the two nodes at
    which each undecided literal counts, ``group`` int32[n] is the group of connected nodes of each node, and ``spare`` is the
    number of demanded literals that need not join groups.
    """

    kind: str
    lack: Ints
    ends: Ints
    group: Ints
    spare: int

    @classmethod
    def of(cls, batches: Sequence[Batch], truth: Truth) -> Self | None:
        """Compute the demand from the constraints; ``truth`` is the truth of each literal, int8[2 v + 1].

        None unless there is one graph, and each of its nodes has an exact sum of literals that count at two neighbours.
        """
        sums = sums_of(batches)
        graphs = [batch for batch in batches if isinstance(batch, Connected) and not batch.redundant]
        if len(graphs) != 1 or any(batch.op != "eq" for batch in sums):
            return None
        (graph,) = graphs
        source = np.concatenate([np.zeros(0, dtype=np.int32), *(batch.source for batch in sums)])
        if len(source) != graph.nodes or len(np.unique(source)) < graph.nodes or source.max(initial=0) >= graph.nodes:
            return None
        known = truth[: len(truth) // 2 + 1].astype(np.int32)
        if (left := spare(graph, sums, known)) is None:
            return None
        lits, rows = counted_twice(sums)
        ends = np.sort(source[rows], axis=1)
        edges = truth[graph.lits] == 0
        if (ends[np.searchsorted(lits, graph.lits[edges])] != graph.ends[edges]).any():
            return None
        lack = np.zeros(graph.nodes, dtype=np.int32)
        for batch in sums:
            lack[batch.source] = batch.bound - np.count_nonzero(truth[batch.lits] > 0, axis=1)
        return cls(graph.node, lack, ends[truth[lits] == 0], groups_of(graph, known), left)


def crowded(batches: Sequence[Batch], truth: Truth, nodes: Ints) -> Crowded | None:
    """Return the crowded part that some nodes, int32[k], show; None if they show none."""
    left = Demand.of(batches, truth)
    if left is None or not len(nodes):
        return None
    inside = np.zeros(len(left.lack), dtype=np.bool_)
    inside[nodes] = True
    chosen = inside[left.ends]
    if chosen.all(axis=1).any():
        return None
    groups = np.unique(left.group[np.append(left.ends[chosen.any(axis=1)].ravel(), nodes)])
    need, room = int(left.lack[inside].sum()), len(groups) - 1 + left.spare
    if need <= room:
        return None
    return Crowded(left.kind, np.flatnonzero(inside).astype(np.int32), need, len(groups), left.spare)
