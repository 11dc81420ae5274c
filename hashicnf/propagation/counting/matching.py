"""The b-matching of a puzzle: cardinality constraints are nodes, and each variable is an edge between the two that count it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Self

import numpy as np

from hashicnf.core.constraints import Batch, sums_of
from hashicnf.logic import Ints, Truth
from hashicnf.records import record


@record
class Matching:
    """A b-matching: from ``least`` to ``most`` edges are chosen at each node, int32[n]; variable v is an edge of nodes ``ends[v]``.

    ``ends`` is int32[v + 1, 2]. Node n, the ground, has no demand: it is one end of variables that one constraint counts, and both
    ends of variables that none counts.
    """

    least: Ints
    most: Ints
    ends: Ints

    @classmethod
    def of(cls, batches: Sequence[Batch], variables: int) -> Self | None:
        """Build the b-matching of constraints; None if a counted literal is negative, or a variable is counted more than twice."""
        rows = sums_of(batches)
        sizes = [len(batch.lits) for batch in rows]
        least, most = np.repeat(np.array([batch.bounds for batch in rows]).reshape(-1, 2), sizes, axis=0).T
        lits = np.concatenate([np.zeros(0, dtype=np.int32), *(batch.lits.ravel() for batch in rows)])
        node = np.repeat(np.arange(len(least)), np.repeat([batch.lits.shape[1] for batch in rows], sizes).astype(int))
        if (lits < 0).any() or (times := np.bincount(lits, minlength=variables + 1)).max(initial=0) > 2:
            return None
        ends = np.full((variables + 1, 2), len(least), dtype=np.int32)
        ends[lits[::-1], 0] = node[::-1]  # numpy keeps the last of several values
        ends[lits, 1] = node
        ends[times == 1, 1] = len(least)
        return cls(least.astype(np.int32), most.astype(np.int32), ends)

    def left(self, truth: Truth) -> Left:
        """Return the b-matching without known variables; ``truth`` of each literal, int8[2 v + 1], must violate no constraint."""
        value = truth[: len(self.ends)].copy()
        value[0] = -1
        nodes = len(self.least)
        true = np.bincount(self.ends[value > 0].ravel(), minlength=nodes + 1)[:nodes]
        edges = np.flatnonzero(value == 0)
        ends = np.sort(self.ends[edges], axis=1)
        first = np.flatnonzero(np.append(True, (ends[1:] != ends[:-1]).any(axis=1)))[: len(edges)]
        ends, capacity = ends[first], np.diff(np.append(first, len(edges)))
        free = np.bincount(ends.ravel(), np.repeat(capacity, 2), minlength=nodes + 1)[:nodes]
        least, most = np.maximum(self.least - true, 0), np.minimum(self.most - true, free)
        return Left(*(part.astype(np.int32) for part in (least, most, ends, capacity)))


@record
class Left:
    """The rest of a b-matching: bounds int32[n], and edges with ``ends`` int32[m, 2], each with a multiplicity ``capacity``."""

    least: Ints
    most: Ints
    ends: Ints
    capacity: Ints
