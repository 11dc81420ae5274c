"""IDA* on spaces in arrays: the same plans and figures as node by node, with thousands of nodes expanded at once.

Open nodes are rows of one stack; the first in depth-first order is on top, and last in the arrays. A batch is popped and its
children are pushed, so the search goes deep like a depth-first search, and memory grows with depth times the size of a batch.
A ``Trail`` holds the paths to open nodes, so that states that repeat one of their path can be dropped.

A batch is expanded as a whole, so some of its nodes may come after a goal, or after the limit of nodes, in depth-first order. Then
all rows after this point, the *edge*, are dropped, and the round goes on until no row before it is left. The trail counts the nodes
that were expanded although they come after an open node, so that the figures count the nodes of a depth-first search alone. Only if
the limit of nodes ends the search, the generated nodes and the depth may include some behind the edge.
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
    """The end of a round: a goal, the limit of nodes, or the last row; and the numbers of nodes expanded and generated after it."""

    goal: Found[S, A] | None = None
    is_limit: bool = False
    expanded: int = 0
    generated: int = 0


def deepen(task: Task[S, A], batches: Batches[S, A]) -> Outcome[S, A]:
    """Search in rounds, each bounded by the least f that the one before cut off, until a goal is found."""
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
        """Run the round; return the outcome of the search, None if another round is needed."""
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
        """Return the rows within the limit of nodes; if that drops any, drop all other rows of the stack, too."""
        size, behind = len(rows.g), self._trail.expanded_behind(rows)
        before = self._meter.statistics.expanded - self._before - behind + np.arange(size)[::-1]
        if beyond := int(np.count_nonzero(before >= self._room)):
            self._cut(rows, beyond - 1)
            self._edge.is_limit = True
        return rows.some(slice(beyond, None))

    def _expand(self, parents: Rows) -> None:
        """Expand rows that were popped off the stack, and push their children."""
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
        """Return f, infinite for states that are on their path already: these are not entered, and do not raise the next bound."""
        next_ = np.flatnonzero((f > self._bound) & (f < self.over))
        suspects = self._trail.suspects(parents, children, f, next_)
        repeated = self._trail.repeated(parents, children, f, suspects)
        if len(repeated):
            f = f.astype(np.float64)
            f[repeated] = INFINITE
        self.over = min(self.over, _least(f[next_]))
        return f

    def _put(self, rows: Rows) -> None:
        """Push the rows before the first goal in depth-first order; record that goal, if there is one."""
        if (goals := np.flatnonzero(self._batches.goals(rows.states))).size:
            first = int(goals[-1])
            self._cut(rows, first)
            self._edge.goal = self._found(rows, first)
            rows = rows.some(slice(first + 1, None))
        self._stack.push(rows.columns)

    def _cut(self, rows: Rows, at: int) -> None:
        """Drop all rows of the stack, which come after row ``at``, the new edge."""
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
