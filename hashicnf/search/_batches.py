"""IDA* on spaces in arrays: the same bounds and the same promises as node by node, with thousands of nodes expanded at once.

What is open lies on one stack of rows, of any depth. A batch is taken off its top and its children are put there, so the search
dives like a depth-first search and memory grows with depth times the size of a batch. Nothing is remembered but what the paths
of the open nodes need: each batch keeps, for its rows, the batch and row of their parents, until nothing above it on the stack
is left.
"""

from __future__ import annotations

from typing import Any, Final, TypeVar

import numpy as np
from numpy.typing import NDArray

from hashicnf.core.statespace import Batches, Columns
from hashicnf.logic import Stopped
from hashicnf.search import Exhausted, Found, Outcome, Task

S = TypeVar("S")
A = TypeVar("A")
Indices = NDArray[np.int32]

BATCH: Final = 1 << 13  # rows: their columns stay in the processor's cache
ROOT: Final = -1


def deepen(task: Task[S, A], batches: Batches[S, A]) -> Outcome[S, A]:
    """Raise the bound on f to the least that was cut off until a goal is found."""
    statistics = task.meter.statistics
    states, h = batches.initial()
    statistics.rounds = 0
    if not len(h):
        return Exhausted()
    bound = float(h.min())
    while True:
        statistics.rounds += 1
        statistics.best_f = bound
        found, bound = _round(task, batches, states, h, bound)
        if found is not None:
            return found


def _round(
    task: Task[S, A], batches: Batches[S, A], states: Columns, h: NDArray[np.number[Any]], bound: float
) -> tuple[Found[S, A] | Stopped | None, float]:
    """Search below a bound; return how the search ends, if it does, and the least f that was cut off."""
    inside = np.flatnonzero(h <= bound)
    over = _least(h[h > bound])
    zeros = np.zeros(len(inside), dtype=np.int32)
    ahead = *(column[inside] for column in states), zeros.astype(np.float64), zeros, zeros + ROOT, inside, zeros
    stack = _Stack(ahead)
    trail = _Trail()
    goals = batches.goals(states) & (h <= bound)
    if goals.any():
        return Found(*batches.retrace(int(goals.argmax()), ()), 0), bound
    meter = task.meter
    meter.weigh(bytes(stack.row_bytes), None)
    while stack.size:
        trail.forget(stack.size)
        count = meter.steps(stack.next_batch(trail.base), stack.size)
        if isinstance(count, Stopped):
            return count, bound
        *popped, g, depth, segment, row, action = stack.pop(count)
        number = trail.add(stack.size, segment, row, action)
        children = batches.expand(tuple(popped))
        meter.statistics.generated += len(children.h)
        after = g[children.parent] + children.cost
        f = after + children.h
        is_over = f > bound
        over = min(over, _least(f[is_over]))
        kept = np.flatnonzero(~is_over)
        if not len(kept):
            continue
        made, after, parent = children.take(kept), after[kept], children.parent[kept]
        is_goal = batches.goals(made)
        deeper = depth[parent] + 1
        meter.statistics.depth = max(meter.statistics.depth, int(deeper.max()))
        if is_goal.any():
            best = int(np.where(is_goal, after, np.inf).argmin())
            start, actions = trail.path(number, int(parent[best]))
            goal, path = batches.retrace(start, [*actions, int(children.action[kept[best]])])
            return Found(goal, path, float(after[best])), bound
        segments = np.full(len(kept), number, dtype=np.int32)
        stack.push((*made, after, deeper, segments, parent, children.action[kept]))
    return None, over


def _least(values: NDArray[np.number[Any]]) -> float:
    return float(values.min()) if len(values) else np.inf


class _Stack:
    """Rows of several arrays, in memory that grows by doubling."""

    def __init__(self, columns: Columns) -> None:
        self.size = len(columns[0])
        self._columns = [np.empty((max(BATCH, self.size), *c.shape[1:]), dtype=c.dtype) for c in columns]
        self.size = 0
        self.push(columns)

    @property
    def row_bytes(self) -> int:
        """Count the bytes of a row."""
        return sum(column.nbytes // len(column) for column in self._columns)

    def next_batch(self, base: int) -> int:
        """Return how many rows to take: those above ``base`` alone if they make half a batch, so that few batches overlap."""
        fresh = self.size - base
        return min(self.size, BATCH if fresh < BATCH // 2 else min(fresh, BATCH))

    def push(self, columns: Columns) -> None:
        """Put rows on top."""
        end = self.size + len(columns[0])
        while end > len(self._columns[0]):
            self._columns = [np.concatenate((column, np.empty_like(column))) for column in self._columns]
        for column, new in zip(self._columns, columns, strict=True):
            column[self.size : end] = new
        self.size = end

    def pop(self, count: int) -> list[NDArray[Any]]:
        """Take rows off the top: copies."""
        self.size -= count
        return [column[self.size : self.size + count].copy() for column in self._columns]


class _Trail:
    """The batches that the paths of open nodes go through: where the parents of their rows are, and by which action."""

    def __init__(self) -> None:
        self._segments: list[tuple[int, Indices, Indices, NDArray[Any]]] = []

    @property
    def base(self) -> int:
        """Return the height of the stack below the children of the last batch."""
        return self._segments[-1][0] if self._segments else 0

    def forget(self, height: int) -> None:
        """Forget batches of whose children none is left on the stack."""
        while self._segments and self._segments[-1][0] >= height:
            self._segments.pop()

    def add(self, base: int, segment: Indices, row: Indices, action: NDArray[Any]) -> int:
        """Add a batch; return its number."""
        self._segments.append((base, segment, row, action))
        return len(self._segments) - 1

    def path(self, number: int, row: int) -> tuple[int, list[int]]:
        """Follow a row up to an initial state: its number, and the actions from there on."""
        actions: list[int] = []
        while True:
            _, segment, rows, action = self._segments[number]
            number, above = int(segment[row]), int(rows[row])
            if number == ROOT:
                return above, actions[::-1]
            actions.append(int(action[row]))
            row = above
