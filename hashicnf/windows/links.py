"""Links: ask a window to close one gap, and to open no new one, in terms of a graph that must be connected.

What a window holds is contracted. The other gaps are bridged by *links*: edges that count as chosen, whatever their variables say;
and a cycle that may stay counts as cut. What connects all nodes with so many links leaves at most so many components apart, so
any encoding of connectivity can ask for it, and a solver sees all of the demand at once.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Self

import numpy as np
from numpy.typing import NDArray

from hashicnf.arrays.graph import Forest, components, cycles
from hashicnf.core.constraints import Connected, Embedding
from hashicnf.logic import Bools, Ints
from hashicnf.records import record


@record
class AllGaps:
    """The gaps of a graph whose ``chosen`` edges, bool[m], leave nodes apart or close cycles.

    ``label`` int32[n] is the component of each node, ``main`` the largest one. Of each cycle that must not be, ``closed`` has the
    edges. Gaps are numbered from 0 on: first the components but ``main``, then the cycles.
    """

    chosen: Bools
    label: Ints
    main: int
    closed: tuple[Ints, ...]

    @classmethod
    def of(cls, batch: Connected, chosen: Bools) -> Self:
        """Find the gaps."""
        label, edges = components(batch.nodes, batch.ends[chosen]), np.flatnonzero(chosen).astype(np.int32)
        closed = cycles(batch.nodes, batch.ends[edges]) if batch.acyclic else []
        return cls(
            chosen,
            label,
            int(np.argsort(np.bincount(label), kind="stable")[-1]),
            tuple(edges[cycle] for cycle in closed),
        )

    def __len__(self) -> int:
        """Count the gaps."""
        return self._apart + len(self.closed)

    @property
    def _apart(self) -> int:
        """Count the components but the largest."""
        return int(self.label.max(initial=0))

    def edges(self, batch: Connected, gap: int) -> Ints:
        """List the edges that close a gap, int32[k]: those that leave a component, or those of a cycle."""
        if gap >= self._apart:
            return self.closed[gap - self._apart]
        inside = self.label[batch.ends] == gap + (gap >= self.main)
        return np.flatnonzero(inside[:, 0] != inside[:, 1]).astype(np.int32)

    def demand(self, batch: Connected, free: Bools, gap: int, more: Ints) -> Connected:
        """Return what the ``free`` edges, bool[m], must do to close a gap, with all others as they are.

        At ``more`` links, int32[k], another gap may open. What no free edge touches is left out.
        """
        known = np.where(free, 0, np.where(self.chosen, 1, -1)).astype(np.int8)
        known[[cycle[0] for number, cycle in enumerate(self.closed, self._apart) if number != gap]] = -1
        closing = gap + (gap >= self.main) if gap < self._apart else -1
        known[np.concatenate((self._links(batch, free, closing), more))] = 1
        if batch.embedding is not None:
            crossing = batch.embedding.crossing
            known[crossing[known[crossing[:, ::-1]] > 0]] = -1
        return _touched(batch, known)

    def possible_links(self, batch: Connected) -> Bools:
        """Return which edges, bool[m], can count as chosen: they cross none that is."""
        able = np.ones(len(batch.ends), dtype=np.bool_)
        if batch.embedding is not None:
            crossing = batch.embedding.crossing
            able[crossing[self.chosen[crossing[:, ::-1]]]] = False
        return able

    def _links(self, batch: Connected, free: Bools, closing: int) -> Ints:
        """Choose edges, int32[k], that join the components which free edges touch, but for the one to be closed."""
        pairs = self.label[batch.ends]
        touched = np.zeros(self._apart + 1, dtype=np.bool_)
        touched[pairs[free]] = True
        touched[closing] &= closing < 0
        usable = (pairs[:, 0] != pairs[:, 1]) & touched[pairs].all(axis=1) & self.possible_links(batch)
        if batch.embedding is not None:
            crossing = batch.embedding.crossing
            usable[crossing[usable[crossing].all(axis=1), 1]] = False
        near: list[list[tuple[int, int]]] = [[] for _ in touched]
        for edge, (u, v) in zip(np.flatnonzero(usable).tolist(), pairs[usable].tolist(), strict=True):
            near[u].append((v, edge))
            near[v].append((u, edge))
        forest = Forest(len(near))
        for component in range(len(near)):
            forest.grow(component, near.__getitem__)
        return np.array([edge for edge in forest.edge if edge >= 0], dtype=np.int32)


def _touched(batch: Connected, known: NDArray[np.int8]) -> Connected:
    """Leave out the parts of a graph that no open edge touches, and the edges there."""
    part = components(batch.nodes, batch.ends[known > 0])
    is_touched = np.zeros(int(part.max(initial=-1)) + 1, dtype=np.bool_)
    is_touched[part[batch.ends[known == 0]]] = True
    node = is_touched[part]
    edge = node[batch.ends[:, 0]] & node[batch.ends[:, 1]]
    ends = (node.cumsum(dtype=np.int32) - 1)[batch.ends[edge]].astype(np.int32)
    drawn = None if batch.embedding is None else _kept(batch.embedding, node, edge)
    nodes, known = int(np.count_nonzero(node)), known[edge]
    return replace(batch, nodes=nodes, ends=ends, lits=batch.lits[edge], embedding=drawn, degrees=None, known=known)


def _kept(embedding: Embedding, node: Bools, edge: Bools) -> Embedding:
    """Return how some nodes, bool[n], and edges, bool[m], are drawn."""
    crossing = embedding.crossing[edge[embedding.crossing].all(axis=1)]
    number = edge.cumsum(dtype=np.int32) - 1
    return Embedding(
        embedding.row[node],
        embedding.column[node],
        embedding.horizontal[edge],
        number[crossing].astype(np.int32).reshape(-1, 2),
    )
