"""Gaps: the places where an assignment violates connectivity: surplus components and, if edges must form a tree, cycles."""

from __future__ import annotations

from functools import cached_property
from typing import Self

import numpy as np

from hashicnf.arrays.blocking import stable_order
from hashicnf.arrays.cycles import cycles, on_cycles
from hashicnf.arrays.graph import components
from hashicnf.core.constraints import Connected
from hashicnf.logic import Bools, Ints, truth
from hashicnf.records import record
from hashicnf.windows.state import State
from hashicnf.windows.subformula import numbers_of, renamed


class Gaps:
    """The gaps of a graph ``batch`` with ``chosen`` edges, bool[m]: its components but one and, if it must be acyclic, its cycles.

    ``label`` int32[n] is the component of each node. Gaps are numbered from 0: first the cycles, ``cycles`` in number, then the
    components ``apart``, int32[k]: all but the largest.
    """

    def __init__(self, batch: Connected, chosen: Bools) -> None:
        """Find the components, and count the cycles."""
        self.batch, self.chosen = batch, chosen
        self._edges = np.flatnonzero(chosen).astype(np.int32)
        self._ends = batch.ends.take(self._edges, axis=0)
        self.label = components(batch.nodes, self._ends)
        self.apart: Ints = np.argsort(np.bincount(self.label, minlength=1), kind="stable")[:-1].astype(np.int32)
        too_many = len(self._edges) - (batch.nodes - len(self.apart) - 1)
        self.cycles = too_many if batch.acyclic else 0

    def __len__(self) -> int:
        """Count the gaps."""
        return self.cycles + len(self.apart)

    @cached_property
    def closed(self) -> list[Ints]:
        """The edges of each cycle that is a gap, int32[k] each."""
        if not self.cycles:
            return []
        return [self._edges[cycle] for cycle in cycles(self.batch.nodes, self._ends, self.label)]

    @cached_property
    def cyclic(self) -> Ints:
        """The chosen edges on cycles, ascending, int32[k]: without one of them the same nodes are connected."""
        if self.cycles:  # listed anyway: each edge on a cycle is on one of those that edges outside a forest close
            return np.unique(np.concatenate(self.closed))
        return self._edges[on_cycles(self.batch.nodes, self._ends, self.label)]

    @cached_property
    def side(self) -> Ints:
        """The components of both ends of each edge, int32[m, 2]."""
        return self.label.take(self.batch.ends)

    @cached_property
    def uncrossed(self) -> Bools:
        """Which edges, bool[m], cross no chosen edge."""
        able = np.ones(len(self.chosen), dtype=np.bool_)
        able[self.batch.crossed(self.chosen)] = False
        return able

    @cached_property
    def _leaving(self) -> tuple[Ints, Ints]:
        """The edges between components, grouped by component and ascending, and where each component's edges begin."""
        leaving = np.flatnonzero(self.side[:, 0] != self.side[:, 1]).astype(np.int32)
        owner = self.side[leaving].ravel()
        start = np.cumsum(np.bincount(owner, minlength=len(self.apart) + 1))
        return np.repeat(leaving, 2)[stable_order(owner)], np.append(0, start).astype(np.int32)

    def edges(self, gap: int) -> Ints:
        """Return the edges of which one must change to close a gap, int32[k]: those of a cycle, or those that leave a component."""
        if gap < self.cycles:
            return self.closed[gap]
        leaving, start = self._leaving
        component = self.apart[gap - self.cycles]
        edges: Ints = leaving[start[component] : start[component + 1]]
        return edges

    def least(self, values: Ints, other: int) -> Ints:
        """Return the least of the ``values`` int32[m] of edges that leave each component apart, int32[k]; ``other`` without any."""
        leaving, start = self._leaving
        found = np.full(len(self.apart) + 1, other, dtype=np.int32)
        np.minimum.at(found, np.arange(len(found)).repeat(np.diff(start)), values.take(leaving))
        return found.take(self.apart)

    def cut(self, gap: int) -> Ints:
        """Return the clause, int32[k], that demands that a gap be closed; all of its literals are false now."""
        edges = self.edges(gap)
        literals: Ints = self.batch.lits[edges]
        return -literals if gap < self.cycles else literals


def contracted(batch: Connected, chosen: Bools, free: Ints) -> tuple[Ints, Ints, Ints]:
    """Contract the ``chosen`` edges, bool[m], except those with the indices ``free``, int32[e].

    Return the part of each node, int32[n], the parts that free edges touch, int32[p], and the ends of these edges among them,
    int32[e, 2].
    """
    held = chosen.copy()
    held[free] = False
    part = components(batch.nodes, batch.ends.take(held.nonzero()[0], axis=0))
    touched, ends = np.unique(part[batch.ends[free]], return_inverse=True)
    return part, touched, ends.reshape(-1, 2).astype(np.int32)


@record
class WindowGaps:
    """The gaps of a window: those of its graph, in which the chosen edges outside the window are contracted.

    ``lits`` int32[e] are the literals of the edges that may change, and ``ends`` int32[e, 2] the parts that they join, ``parts``
    in number. If ``acyclic``, cycles are gaps too.
    """

    lits: Ints
    ends: Ints
    parts: int
    acyclic: bool

    @classmethod
    def seen(cls, batch: Connected, chosen: Bools, free: Ints, lits: Ints) -> Self:
        """Contract the ``chosen`` edges, bool[m], except those of indices ``free`` and literals ``lits``, both int32[e]."""
        _, touched, ends = contracted(batch, chosen, free)
        return cls(lits, ends, len(touched), batch.acyclic)

    @classmethod
    def opened(cls, state: State) -> tuple[Self, Ints]:
        """Return the gaps of the state's open window, and the numbers in it of the variables that may change, int32[v + 1].

        The numbers of all other variables are 0.
        """
        originals, assignment, batch = state.subformula.originals, state.assignment, state.demands.inner
        number = numbers_of(originals, len(assignment.model) - 1)
        number[assignment.decided] = 0
        edges = state.edge_of[originals[number[originals] > 0]]
        edges = edges[edges >= 0]
        chosen = truth(assignment.model, batch.lits)
        return cls.seen(batch, chosen, edges, renamed(batch.lits[edges], number)), number

    def broken(self, model: Bools) -> tuple[int, Ints]:
        """Count the gaps of a model, bool[v + 1]: components beyond the first, and cycles with edges of the window.

        Return also clauses that the model falsifies, int32[c, k], one for each gap that the window can close. A clause may contain
        a literal several times.
        """
        chosen = np.flatnonzero(truth(model, self.lits))
        label = components(self.parts, self.ends[chosen])
        count = int(label.max(initial=0))
        side = label[self.ends]
        leaving = np.flatnonzero(side[:, 0] != side[:, 1])
        owner, lits = [side[leaving].T.ravel()], [self.lits[leaving], self.lits[leaving]]
        if self.acyclic:
            closed = cycles(self.parts, self.ends[chosen], label)
            owner += [np.full(len(cycle), count + 1 + number, dtype=np.int32) for number, cycle in enumerate(closed)]
            lits += [-self.lits[chosen[cycle]] for cycle in closed]
            count += len(closed)
        return count, _filled(np.concatenate(owner), np.concatenate(lits))


def _filled(owner: Ints, items: Ints) -> Ints:
    """Gather the items of each owner, both int32[t], in rows of the same width: shorter rows repeat their last item."""
    order = np.argsort(owner, kind="stable")
    start = np.flatnonzero(np.diff(owner[order], prepend=-1))
    width = np.diff(start, append=len(owner))
    place = np.minimum(np.arange(width.max(initial=0)), width[:, None] - 1)
    rows: Ints = items[order][start[:, None] + place]
    return rows
