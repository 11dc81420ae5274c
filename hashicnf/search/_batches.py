"""IDA* on spaces in arrays: the same plans and figures as node by node, with thousands of nodes expanded at once.

What is open lies on one stack of rows, the first in depth-first order on top, which is the last in arrays. A batch is taken off its
top and its children are put there, so the search dives like a depth-first search, and memory grows with depth times the size of a
batch. Paths are read from a ``Trail``, and so is whether a state is on the path to it already.

A batch is expanded as a whole, so some of its nodes may lie behind a goal or behind the limit of nodes. Either cuts off all rows
behind it, and the round goes on until no row is left before it. The trail counts what was expanded behind an open node, so the
nodes counted are those that a depth-first search takes up.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Generic, TypeVar

import numpy as np

from hashicnf.core.statespace import Batches, Expansion
from hashicnf.search import NOTHING_ABOVE, Exhausted, Found, Outcome, Task
from hashicnf.search._trail import Numbers, Rows, Stack, Trail

S = TypeVar("S")
A = TypeVar("A")

BATCH: Final = 1 << 13  # rows: their columns stay in the processor's cache
INFINITE: Final = float("inf")


@dataclass(slots=True)
class Edge(Generic[S, A]):
    """Where a round ends: at a goal, at the limit of nodes, or behind all rows; and what was expanded and made behind it."""

    goal: Found[S, A] | None = None
    is_limit: bool = False
    expanded: int = 0
    generated: int = 0


def deepen(task: Task[S, A], batches: Batches[S, A]) -> Outcome[S, A]:
    """Raise the bound on f to the least that was cut off until a goal is found."""
    bound = _least(batches.initial()[1])
    while bound < INFINITE:
        task.meter.statistics.begin_round(bound)
        a_round = _Round(task, batches, bound)
        if (outcome := a_round.run()) is not None:
            return outcome
        bound = a_round.over
    return Exhausted(NOTHING_ABOVE)


class _Round(Generic[S, A]):
    """A search below a bound on f; ``over`` is the least f that was cut off."""

    def __init__(self, task: Task[S, A], batches: Batches[S, A], bound: float) -> None:
        self._meter, self._batches, self._bound = task.meter, batches, bound
        self._room, self._before = task.meter.nodes_left, task.meter.statistics.expanded
        self._edge = Edge[S, A]()
        states, h = batches.initial()
        self.over = _least(h[h > bound])
        zero = np.zeros(len(h), dtype=np.int32)
        few = np.min_scalar_type(max(batches.actions, len(h)))
        rows = Rows(states, zero.astype(h.dtype), h, zero, np.arange(len(h), dtype=few), zero.astype(few))
        self._stack, self._trail = Stack(rows.columns), Trail(batches, rows, bound)
        self._put(rows.some(np.flatnonzero(h <= bound)[::-1]))

    def run(self) -> Outcome[S, A] | None:
        """Search; return how the search ends, None where the next round has to go on."""
        meter, statistics, stack, trail = self._meter, self._meter.statistics, self._stack, self._trail
        meter.weigh(bytes(max(stack.row_bytes, trail.row_bytes)), None)
        while stack.size:
            if (stop := meter.look(stack.size + trail.size)) is not None:
                return stop
            above = Rows.of(tuple(stack.columns)).above[: stack.size]
            above[:] = trail.compact(above)
            parents = Rows.of(stack.pop(min(BATCH, stack.size)))
            trail.cut(int(parents.above[-1]))
            if statistics.expanded + len(parents.g) > self._before + self._room:
                parents = self._within_the_limit(parents)
            if len(parents.g):
                self._expand(parents)
        edge, stop = self._edge, None
        statistics.expanded -= edge.expanded
        statistics.generated -= edge.generated
        statistics.expanded += edge.goal is not None
        if edge.is_limit or statistics.expanded > self._before + self._room:
            statistics.expanded, edge.goal, stop = int(self._before + self._room), None, meter.out_of_nodes()
        return edge.goal or stop

    def _within_the_limit(self, rows: Rows) -> Rows:
        """Leave out the rows on top of the stack that lie behind the limit of nodes, and then all below them."""
        size, behind = len(rows.g), self._trail.expanded_behind(rows)
        before = self._meter.statistics.expanded - self._before - behind + np.arange(size)[::-1]
        if beyond := int(np.count_nonzero(before >= self._room)):
            self._cut(rows, beyond - 1)
            self._edge.is_limit = True
        return rows.some(slice(beyond, None))

    def _expand(self, parents: Rows) -> None:
        """Put the children of the rows that lay on top of the stack there."""
        statistics, trail = self._meter.statistics, self._trail
        children = self._batches.expand(parents.states)
        statistics.expanded += len(parents.g)
        statistics.generated += int(children.degree.sum())
        statistics.depth = max(statistics.depth, trail.deepest(parents))
        g = parents.g.take(children.parent) + children.cost
        f = self._without_repeated(g + children.h, parents, children)
        kept = np.flatnonzero(f <= self._bound)
        parent, few = children.parent.take(kept), parents.action.dtype
        is_above = np.zeros(len(parents.g), dtype=np.bool_)
        is_above[parent] = True
        above = (is_above.cumsum(dtype=np.int32) + np.int32(trail.size - 1)).take(parent)
        trail.extend(parents, children.degree, np.flatnonzero(is_above))
        action, left = children.action.take(kept).astype(few), children.left.take(kept).astype(few)
        self._put(Rows(children.take(kept), g.take(kept), children.h.take(kept), above, action, left))

    def _without_repeated(self, f: Numbers, parents: Rows, children: Expansion) -> Numbers:
        """Return f, infinite where a state is on the path already: it is not entered, and no bound is raised for it."""
        next_ = np.flatnonzero((f > self._bound) & (f < self.over))
        suspects = self._trail.suspects(parents, children, f, next_)
        repeated = self._trail.repeated(parents, children, f, suspects)
        if len(repeated):
            f = f.astype(np.float64)
            f[repeated] = INFINITE
        self.over = min(self.over, _least(f[next_]))
        return f

    def _put(self, rows: Rows) -> None:
        """Put rows on the stack up to the first goal."""
        if (goals := np.flatnonzero(self._batches.goals(rows.states))).size:
            first = int(goals[-1])
            self._cut(rows, first)
            self._edge.goal = self._found(rows, first)
            rows = rows.some(slice(first + 1, None))
        self._stack.push(rows.columns)

    def _cut(self, rows: Rows, at: int) -> None:
        """Leave out all rows of the stack, which lie behind an edge: that row."""
        self._stack.size = 0
        behind = self._trail.expanded_behind(rows)[at], self._trail.generated_behind(rows)[at]
        self._edge = Edge(expanded=int(behind[0]), generated=int(behind[1]))

    def _found(self, rows: Rows, at: int) -> Found[S, A]:
        """Return the path to a goal."""
        start, actions = self._trail.path(int(rows.above[at]), int(rows.action[at]))
        self._meter.statistics.depth = max(self._meter.statistics.depth, len(actions))
        return Found(*self._batches.retrace(start, actions), float(rows.g[at]))


def _least(values: Numbers) -> float:
    return float(values.min()) if len(values) else INFINITE
