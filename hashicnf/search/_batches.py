"""IDA* on spaces in arrays: the same plans and figures as node by node, with thousands of nodes expanded at once.

What is open lies on one stack of rows, the first in depth-first order on top, which is the last in arrays. A batch is taken off its
top and its children are put there, so the search dives like a depth-first search, and memory grows with depth times the size of a
batch. Nothing is remembered: every row has the actions that lead to it packed into a few words.

A batch is expanded as a whole, so some of its nodes may lie behind a goal or behind the limit of nodes. Either cuts off all rows
behind it, and the round goes on until no row is left before it. Each row knows how many nodes were expanded and generated between
the row before it and itself, so the nodes counted are those that a depth-first search takes up. One difference is left: a state
that is on the path already is not noticed, so it counts, and all that follows from it. Below a bound that is no more than the least
cost these are few, and none leads to a goal; so estimates have to be admissible.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final, Generic, TypeAlias, TypeVar

import numpy as np
from numpy.typing import NDArray

from hashicnf.core.statespace import Batches, Columns
from hashicnf.records import record
from hashicnf.search import NOTHING_ABOVE, Exhausted, Found, Outcome, Task

S = TypeVar("S")
A = TypeVar("A")
Numbers: TypeAlias = NDArray[np.number[Any]]
Counts: TypeAlias = NDArray[np.int64]

BATCH: Final = 1 << 13  # rows: their columns stay in the processor's cache
WORD: Final = 64  # bits
INFINITE: Final = float("inf")
EXPANDED, GENERATED = -3, -2  # places among the columns of rows


@record
class Rows:
    """Open nodes: their states, costs so far and depths, the numbers of the initial states they come from, and their paths.

    ``path`` uint64[n, words] holds the actions of each, packed, the first in the lowest bits. ``expanded`` and ``generated`` count
    nodes behind the row before, in depth-first order, and before this one, which is among those generated.
    """

    states: Columns
    g: Numbers
    depth: NDArray[np.int32]
    start: NDArray[np.int32]
    expanded: Counts
    generated: Counts
    path: NDArray[np.uint64]

    @property
    def columns(self) -> Columns:
        """List all arrays."""
        return *self.states, self.g, self.depth, self.start, self.expanded, self.generated, self.path


@dataclass(slots=True)
class Edge(Generic[S, A]):
    """Where a round ends: at a goal, at the limit of nodes, or behind all rows.

    ``expanded`` and ``generated`` count nodes behind the last row and before the edge.
    """

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
        self._bits = 1 << max(0, (batches.actions - 1).bit_length() - 1).bit_length()  # no action across two words
        self._room = self._meter.nodes_left
        self._edge = Edge[S, A]()
        states, h = batches.initial()
        self.over = _least(h[h > bound])
        zero = np.zeros(len(h), dtype=np.int32)
        counts, words = zero.astype(np.int64), np.zeros((len(h), 1), dtype=np.uint64)
        rows = Rows(states, zero.astype(np.float64), zero, np.arange(len(h), dtype=np.int32), counts, counts, words)
        rows = _chosen(rows, np.flatnonzero(h <= bound)[::-1])
        self._stack = _Stack(rows)
        self._put(rows, 0, 0)

    def run(self) -> Outcome[S, A] | None:
        """Search; return how the search ends, None where the next round has to go on."""
        meter, statistics, stack = self._meter, self._meter.statistics, self._stack
        counted = statistics.expanded, statistics.generated
        meter.weigh(bytes(stack.row_bytes), None)
        while stack.size:
            if (stop := meter.look(stack.size)) is not None:
                return stop
            self._expand(stack.pop(min(BATCH, stack.size)))
        edge, stop = self._edge, None
        statistics.generated = counted[1] + edge.generated
        if edge.is_limit or (edge.goal is not None and edge.expanded >= self._room):
            edge.expanded, edge.goal, stop = int(self._room), None, meter.out_of_nodes()
        statistics.expanded = counted[0] + edge.expanded + (edge.goal is not None)
        return edge.goal or stop

    def _expand(self, parents: Rows) -> None:
        """Put the children of the rows that lay on top of the stack there; rows behind the limit of nodes are left out."""
        statistics = self._meter.statistics
        expanded, generated = _all_before(parents.expanded), _all_before(parents.generated)
        beyond = int(np.count_nonzero(expanded + np.arange(len(expanded))[::-1] >= self._room))
        last = max(beyond - 1, 0)
        all_expanded, all_generated = int(expanded[last]), int(generated[last])
        if beyond:
            self._cut(Edge(is_limit=True))
            parents = _chosen(parents, slice(beyond, None))
            expanded, generated = expanded[beyond:], generated[beyond:]
        if not len(expanded):
            self._edge.expanded, self._edge.generated = all_expanded, all_generated
            return
        children = self._batches.expand(parents.states)
        size, made = len(expanded), len(children.h)
        statistics.expanded += size
        statistics.generated += made
        g = parents.g[children.parent] + children.cost
        f = g + children.h
        is_over = f > self._bound
        self.over = min(self.over, _least(f[is_over]))
        kept = np.flatnonzero(~is_over)
        parent = children.parent[kept]
        path = _extended(parents.path[parent], parents.depth[parent] * self._bits, children.action[kept])
        rows = Rows(
            children.take(kept),
            g[kept],
            parents.depth[parent] + 1,
            parents.start[parent],
            expanded[parent] + (size - parent),
            generated[parent] + (made - kept),
            path,
        )
        self._put(rows, all_expanded + size, all_generated + made)

    def _put(self, rows: Rows, expanded: int, generated: int) -> None:
        """Put rows on the stack up to the first goal; so many nodes lie before the row that was below those they come from.

        Their own counts are all that lie before them.
        """
        if (goals := np.flatnonzero(self._batches.goals(rows.states))).size:
            first = int(goals[-1])
            self._cut(Edge(self._found(rows, first)))
            expanded, generated = int(rows.expanded[first]), int(rows.generated[first])
            rows = _chosen(rows, slice(first + 1, None))
        if len(rows.g):
            self._meter.statistics.depth = max(self._meter.statistics.depth, int(rows.depth.max()))
            expanded, generated = expanded - int(rows.expanded[0]), generated - int(rows.generated[0])
        if self._stack.size:
            self._stack.count(expanded, generated)
        else:
            self._edge.expanded += expanded
            self._edge.generated += generated
        if len(rows.g):
            self._stack.push(rows)

    def _cut(self, edge: Edge[S, A]) -> None:
        """Leave out all rows of the stack, which lie behind an edge."""
        self._stack.size, self._edge = 0, edge

    def _found(self, rows: Rows, at: int) -> Found[S, A]:
        """Return the path to a goal."""
        depth = int(rows.depth[at])
        self._meter.statistics.depth = max(self._meter.statistics.depth, depth)
        actions = _unpacked(rows.path[at], depth, self._bits)
        return Found(*self._batches.retrace(int(rows.start[at]), actions), float(rows.g[at]))


def _least(values: Numbers) -> float:
    return float(values.min()) if len(values) else INFINITE


def _all_before(counts: Counts) -> Counts:
    """Sum the counts of each row and of those before it, which lie behind it in the array."""
    return counts[::-1].cumsum()[::-1]


def _chosen(rows: Rows, which: NDArray[Any] | slice) -> Rows:
    """Take some rows."""
    *states, g, depth, start, expanded, generated, path = (column[which] for column in rows.columns)
    return Rows(tuple(states), g, depth, start, expanded, generated, path)


def _extended(path: NDArray[np.uint64], at: NDArray[np.int32], action: NDArray[Any]) -> NDArray[np.uint64]:
    """Write actions behind paths, ``at`` int[n] bits from their beginnings."""
    word, shift = np.divmod(at, WORD)
    if (more := int(word.max(initial=0)) + 1 - path.shape[1]) > 0:
        path = np.pad(path, ((0, 0), (0, more)))
    path[np.arange(len(at)), word] |= action.astype(np.uint64) << shift.astype(np.uint64)
    return path


def _unpacked(path: NDArray[np.uint64], depth: int, bits: int) -> list[int]:
    """Read the actions of a path."""
    whole = int.from_bytes(path.astype("<u8").tobytes(), "little")
    return [whole >> number * bits & ((1 << bits) - 1) for number in range(depth)]


class _Stack:
    """Rows in memory that grows by doubling, the first in depth-first order on top."""

    def __init__(self, rows: Rows) -> None:
        self.size = 0
        self._columns = [np.empty((BATCH, *column.shape[1:]), dtype=column.dtype) for column in rows.columns]

    @property
    def row_bytes(self) -> int:
        """Count the bytes of a row."""
        return sum(column.nbytes // len(column) for column in self._columns)

    def count(self, expanded: int, generated: int) -> None:
        """Note so many more nodes before the top row."""
        self._columns[EXPANDED][self.size - 1] += expanded
        self._columns[GENERATED][self.size - 1] += generated

    def push(self, rows: Rows) -> None:
        """Put rows on top; they come with all that lies before them, and keep what lies between each and the one before it."""
        end = self.size + len(rows.g)
        while end > len(self._columns[0]):
            self._columns = [np.concatenate((column, np.empty_like(column))) for column in self._columns]
        if (more := rows.path.shape[1] - self._columns[-1].shape[1]) > 0:
            self._columns[-1] = np.pad(self._columns[-1], ((0, 0), (0, more)))
        for column, new in zip(self._columns, rows.columns, strict=True):
            column[self.size : end] = new
        for counts in (self._columns[EXPANDED], self._columns[GENERATED]):
            counts[self.size : end - 1] -= counts[self.size + 1 : end]
        self.size = end

    def pop(self, count: int) -> Rows:
        """Take rows off the top."""
        self.size -= count
        taken = slice(self.size, self.size + count)
        *states, g, depth, start, expanded, generated, path = (column[taken].copy() for column in self._columns)
        return Rows(tuple(states), g, depth, start, expanded, generated, path)
