"""The paths of a search in arrays: every expanded node with open nodes below it, in a tree, and a stack of columns to keep it on.

Nodes are numbered in the order in which they were expanded, a batch at a time; node 0 is above all starts. In a batch the first
node in depth-first order is the last. So those behind a node that are expanded before it are of the batch of a node above it, and
counts of them add up along its path.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from hashicnf.core.statespace import Batches, Columns, Expansion
from hashicnf.records import record

Numbers: TypeAlias = NDArray[np.number[Any]]
Integers: TypeAlias = NDArray[np.integer[Any]]

FIRST_ROWS: Final = 1 << 13
CROWDED: Final = 1 << 17  # nodes of a trail, so many times those it needs, before others are forgotten
GROWTH: Final = 3
ROUNDING: Final = 1e-9  # of a bound: sums of costs and weighted estimates differ by less
TOP: Final = 0  # the node above all starts


@record
class Rows:
    """Open nodes: their states, costs so far and estimates, and how each was reached.

    ``above`` int[n] is the number of the node that each is a child of, ``action`` int[n] that of the action between them, ``left``
    int[n] counts the successors of that node behind each.
    """

    states: Columns
    g: Numbers
    h: Numbers
    above: NDArray[np.int32]
    action: Integers
    left: Integers

    @property
    def columns(self) -> Columns:
        """List all arrays."""
        return *self.states, self.g, self.h, self.above, self.action, self.left

    @classmethod
    def of(cls, columns: Columns) -> Rows:
        """Take the arrays that ``columns`` lists."""
        *states, g, h, above, action, left = columns
        return cls(tuple(states), g, h, above, action, left)

    def some(self, which: Integers | slice) -> Rows:
        """Take some rows."""
        return Rows.of(tuple(column[which] for column in self.columns))


class Stack:
    """Rows of columns in memory that grows by doubling; the last is on top."""

    def __init__(self, columns: Columns) -> None:
        """Start empty, for rows like those of ``columns``."""
        self.size = 0
        self.columns = [np.empty((FIRST_ROWS, *column.shape[1:]), dtype=column.dtype) for column in columns]

    @property
    def row_bytes(self) -> int:
        """Count the bytes of a row."""
        return sum(column.nbytes // len(column) for column in self.columns)

    def push(self, columns: Columns) -> None:
        """Put rows on top."""
        end = self.size + len(columns[0])
        while end > len(self.columns[0]):
            self.columns = [np.concatenate((column, np.empty_like(column))) for column in self.columns]
        for column, new in zip(self.columns, columns, strict=True):
            column[self.size : end] = new
        self.size = end

    def keep(self, which: Integers) -> None:
        """Leave only some rows, by their numbers in ascending order."""
        for column in self.columns:
            column[: len(which)] = column.take(which, axis=0)
        self.size = len(which)

    def pop(self, count: int) -> Columns:
        """Take rows off the top."""
        self.size -= count
        return tuple(column[self.size : self.size + count].copy() for column in self.columns)


class Nodes(NamedTuple):
    """Columns of expanded nodes.

    ``above`` is the number of each one's parent and ``action`` that of the action between them, ``depth`` counts steps, ``h`` is
    the estimate, ``name`` [n, k] names the state. Of the path to each, itself included, ``lowest`` is the least f, and ``near`` the
    least estimate of nodes whose states may come again below the bound, as their f is so low. ``expanded`` and ``generated`` count
    nodes behind its last child.
    """

    above: NDArray[np.int32]
    action: Integers
    depth: NDArray[np.int32]
    h: Numbers
    lowest: NDArray[np.float64]
    near: NDArray[np.float64]
    name: NDArray[Any]
    expanded: NDArray[np.int64]
    generated: NDArray[np.int64]


class Trail:
    """Expanded nodes, from which paths are read."""

    def __init__(self, batches: Batches[Any, Any], rows: Rows, bound: float) -> None:
        """Start with the node above all starts, for rows like those of ``rows``."""
        self._batches, self._bound, self._rounding = batches, bound, ROUNDING * abs(bound)
        self._nearby = bound - batches.cycles.start + self._rounding
        none, count, infinite = np.zeros(1, dtype=np.int32), np.zeros(1, dtype=np.int64), np.full(1, np.inf)
        action, name = none.astype(rows.action.dtype), np.zeros_like(batches.names(rows.states)[:1])
        top = Nodes(none, action, none - 1, np.full(1, np.nan), infinite, infinite, name, count, count)
        self._stack = Stack(top)
        self._stack.push(top)
        self._crowded = CROWDED

    @property
    def _nodes(self) -> Nodes:
        return Nodes(*self._stack.columns)

    @property
    def size(self) -> int:
        """Count the nodes."""
        return self._stack.size

    @property
    def row_bytes(self) -> int:
        """Count the bytes of a node."""
        return self._stack.row_bytes

    def cut(self, above: int) -> None:
        """Forget the nodes behind which nothing is open: all after number ``above``."""
        self._stack.size = above + 1

    def compact(self, above: NDArray[np.int32]) -> NDArray[np.int32]:
        """Forget the nodes that are above no open one, where they are many; return the new numbers ``above`` the open ones."""
        if self.size < self._crowded:
            return above
        parent, live = self._nodes.above[: self.size], np.zeros(self.size, dtype=np.bool_)
        live[above] = live[TOP] = True
        fresh = np.flatnonzero(live)
        while fresh.size:
            more = np.zeros_like(live)
            more[parent[fresh]] = True
            more &= ~live
            live |= more
            fresh = np.flatnonzero(more)
        number, kept = live.cumsum(dtype=np.int32) - 1, np.flatnonzero(live)
        parent[:] = number[parent]
        self._stack.keep(kept)
        self._crowded = max(CROWDED, GROWTH * len(kept))
        return number[above]

    def deepest(self, rows: Rows) -> int:
        """Return the greatest depth of open nodes."""
        return int(self._nodes.depth.take(rows.above).max()) + 1

    def extend(self, rows: Rows, degree: Integers, which: Integers) -> None:
        """Add those of the rows that have open nodes below them; all are expanded, and have ``degree`` int[n] successors."""
        generated = self.generated_behind(rows)
        generated[1:] += degree[:-1].cumsum()
        nodes, above, h = self._nodes, rows.above.take(which), rows.h.take(which)
        f = rows.g.take(which) + h
        lowest = np.minimum(nodes.lowest.take(above), f)
        near = np.minimum(nodes.near.take(above), np.where(f <= self._nearby, h, np.inf))
        names = self._batches.names(rows.states).take(which, axis=0)
        depth, expanded = nodes.depth.take(above) + 1, nodes.expanded.take(above) + which
        self._stack.push(
            Nodes(above, rows.action.take(which), depth, h, lowest, near, names, expanded, generated.take(which))
        )

    def expanded_behind(self, rows: Rows) -> NDArray[np.int64]:
        """Count the nodes expanded that lie behind open ones."""
        return self._nodes.expanded.take(rows.above)

    def generated_behind(self, rows: Rows) -> NDArray[np.int64]:
        """Count the nodes made that lie behind open ones."""
        return self._nodes.generated.take(rows.above) + rows.left

    def suspects(self, parents: Rows, children: Expansion, f: Numbers, over: Integers) -> Integers:
        """Return which children of open nodes may have a state of their path: some of those below the bound, and ``over``."""
        near = self._nodes.near.take(parents.above)
        if near.min() == np.inf:
            return over
        below = (children.h >= near.take(children.parent)) & (f <= self._bound)
        return np.concatenate((np.flatnonzero(below), over))

    def repeated(self, parents: Rows, children: Expansion, f: Numbers, suspects: Integers) -> Integers:
        """Return which of the suspects have a state that is on the path to them.

        A state that comes again has its estimate again, so what leads from it to itself costs f less its f then, and has no more
        steps.
        """
        nodes, cycles, found = self._nodes, self._batches.cycles, [np.zeros(0, dtype=np.intp)]
        which, steps, at = suspects, 2, parents.above[children.parent[suspects]]
        slack = f[which] - nodes.lowest[at] + self._rounding
        while which.size:
            if steps in cycles:
                near = (at > TOP) & (slack >= steps)
                which, at, slack = which[near], at[near], slack[near]
                alike = nodes.h[at] == children.h[which]
                there, here = nodes.name[at[alike]], self._batches.names(children.take(which[alike]))
                found.append(which[alike][(there == here).all(axis=1)])
            at = nodes.above[at]
            steps += 1
        return np.concatenate(found)

    def path(self, above: int, action: int) -> tuple[int, list[int]]:
        """Return the number of the start that a node comes from, and the actions that lead to it, ``action`` the last."""
        nodes, actions = self._nodes, [action]
        while above != TOP:
            actions.append(int(nodes.action[above]))
            above = int(nodes.above[above])
        start, *steps = reversed(actions)
        return start, steps
