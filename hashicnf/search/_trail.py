"""The paths of a search in arrays: a tree of the expanded nodes that have open nodes below them, stored in a stack of columns.

Nodes are numbered in the order in which they were expanded, one batch after the other; node 0 is the parent of all starts. In a
batch the first node in depth-first order is last. A node that is expanded before a given node, but comes after it in depth-first
order (here: *behind* it), is of the batch of one of its ancestors, so counts of such nodes add up along its path.
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
CROWDED: Final = 1 << 17  # nodes of a trail before those that are not needed are dropped
GROWTH: Final = 3  # factor by which a trail may grow, from the nodes that it needs, before it is compacted again
ROUNDING: Final = 1e-9  # of a bound: sums of costs and weighted estimates differ by less
TOP: Final = 0  # the parent of all starts


@record
class Rows:
    """Open nodes: their states, costs so far and estimates, and the step by which each was reached.

    ``above`` int[n] is the number of each node's parent, ``action`` int[n] the number of the action between them, ``left``
    int[n] counts the successors of the parent that come after the node.
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
        """Return the rows of the arrays that ``columns`` lists."""
        *states, g, h, above, action, left = columns
        return cls(tuple(states), g, h, above, action, left)

    def some(self, which: Integers | slice) -> Rows:
        """Return some rows, by their numbers."""
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
        """Remove and return rows from the top."""
        self.size -= count
        return tuple(column[self.size : self.size + count].copy() for column in self.columns)


class Nodes(NamedTuple):
    """Columns of expanded nodes.

    ``above`` is the number of each node's parent and ``action`` that of the action between them, ``depth`` counts steps, ``h`` is
    the estimate, ``name`` [n, k] the key of the state. On the path to the node, itself included, ``lowest`` is the least f, and
    ``near`` the least estimate of nodes whose f is so low that their states may be repeated below the bound. ``expanded`` and
    ``generated`` count the nodes expanded and generated behind its last child.
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
    """The tree of expanded nodes, which gives the path to each open node."""

    def __init__(self, batches: Batches[Any, Any], rows: Rows, bound: float) -> None:
        """Start with the parent of all starts, for rows of the types of ``rows``."""
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
        """Drop the nodes after number ``above``, which have no open nodes below them."""
        self._stack.size = above + 1

    def compact(self, above: NDArray[np.int32]) -> NDArray[np.int32]:
        """Drop the nodes without open nodes below them, if they may be many; return the new numbers of the parents ``above``."""
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
        """Return the greatest depth of the rows."""
        return int(self._nodes.depth.take(rows.above).max()) + 1

    def extend(self, rows: Rows, degree: Integers, which: Integers) -> None:
        """Add the rows ``which``, those with open nodes below them; all rows are expanded, with ``degree`` int[n] successors."""
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
        """Return the number of expanded nodes behind each row, int64[n]."""
        return self._nodes.expanded.take(rows.above)

    def generated_behind(self, rows: Rows) -> NDArray[np.int64]:
        """Return the number of generated nodes behind each row, int64[n]."""
        return self._nodes.generated.take(rows.above) + rows.left

    def suspects(self, parents: Rows, children: Expansion, f: Numbers, over: Integers) -> Integers:
        """Return the children whose state may be on their path: some of those with f within the bound, and ``over``."""
        near = self._nodes.near.take(parents.above)
        if near.min() == np.inf:
            return over
        below = (children.h >= near.take(children.parent)) & (f <= self._bound)
        return np.concatenate((np.flatnonzero(below), over))

    def repeated(self, parents: Rows, children: Expansion, f: Numbers, suspects: Integers) -> Integers:
        """Return the suspects whose state is on the path to them.

        A repeated state has the same estimate, so the cycle costs the difference between the two values of f, and as each step
        costs at least 1, it has no more steps than that.
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
        """Return the number of the start of a path, and its actions: those that lead to node ``above``, and then ``action``."""
        nodes, actions = self._nodes, [action]
        while above != TOP:
            actions.append(int(nodes.action[above]))
            above = int(nodes.above[above])
        start, *steps = reversed(actions)
        return start, steps
