"""Links: ask a window to close one gap, and to open no new one, in terms of a graph that must be connected.

What a window holds is contracted. The other gaps are bridged by *links*: edges that count as chosen, whatever their variables say;
and a cycle that may stay counts as cut. What connects all nodes with so many links leaves at most so many components apart, so
any encoding of connectivity can ask for it, and a solver sees all of the demand at once.
"""

from __future__ import annotations

from dataclasses import replace
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from hashicnf.arrays.graph import Forest, components, cycles
from hashicnf.core.constraints import Connected, Embedding
from hashicnf.logic import Bools, Ints


class AllGaps:
    """The gaps of a graph whose ``chosen`` edges, bool[m], leave nodes apart or close cycles that must not be.

    ``label`` int32[n] is the component of each node. Gaps are numbered from 0 on: first the cycles, then the components but the
    largest.
    """

    def __init__(self, batch: Connected, chosen: Bools) -> None:
        """Count the gaps."""
        self._batch, self.chosen = batch, chosen
        self.label = components(batch.nodes, batch.ends[chosen])
        self._apart: Ints = np.argsort(np.bincount(self.label, minlength=1), kind="stable")[:-1].astype(np.int32)
        too_many = int(np.count_nonzero(chosen)) - (batch.nodes - len(self._apart) - 1)
        self.cycles = too_many if batch.acyclic else 0

    def __len__(self) -> int:
        """Count the gaps."""
        return self.cycles + len(self._apart)

    @cached_property
    def _closed(self) -> list[Ints]:
        """The edges of each cycle."""
        edges = np.flatnonzero(self.chosen).astype(np.int32)
        return [edges[cycle] for cycle in cycles(self._batch.nodes, self._batch.ends[edges])] if self.cycles else []

    def edges(self, gap: int) -> Ints:
        """List the edges that close a gap, int32[k]: those of a cycle, or those that leave a component."""
        if gap < self.cycles:
            return self._closed[gap]
        inside = self.label[self._batch.ends] == self._apart[gap - self.cycles]
        return np.flatnonzero(inside[:, 0] != inside[:, 1]).astype(np.int32)

    def cut(self, gap: int) -> Ints:
        """Return the clause, int32[k], that says to close a gap: each of its literals is false."""
        edges = self.edges(gap)
        literals: Ints = self._batch.lits[edges]
        return -literals if gap < self.cycles else literals

    def demand(self, free: Bools, gap: int, more: Ints) -> Connected:
        """Return what the ``free`` edges, bool[m], must do to close a gap, with all others as they are.

        At ``more`` links, int32[k], another gap may open. What no free edge touches is left out.
        """
        batch = self._batch
        known = np.where(free, 0, np.where(self.chosen, 1, -1)).astype(np.int8)
        known[[cycle[0] for number, cycle in enumerate(self._closed) if number != gap]] = -1
        closing = -1 if gap < self.cycles else int(self._apart[gap - self.cycles])
        known[np.concatenate((self._links(free, closing), more))] = 1
        known[batch.crossed(known > 0)] = -1
        return _touched(batch, known)

    def possible_links(self) -> Bools:
        """Return which edges, bool[m], can count as chosen: they cross none that is."""
        able = np.ones(len(self._batch.ends), dtype=np.bool_)
        able[self._batch.crossed(self.chosen)] = False
        return able

    def _links(self, free: Bools, closing: int) -> Ints:
        """Choose edges, int32[k], that join the components which free edges touch, but for the one to be closed."""
        batch, pairs = self._batch, self.label[self._batch.ends]
        touched = np.zeros(len(self._apart) + 1, dtype=np.bool_)
        touched[pairs[free]] = True
        touched[closing] &= closing < 0
        usable = (pairs[:, 0] != pairs[:, 1]) & touched[pairs].all(axis=1) & self.possible_links()
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
