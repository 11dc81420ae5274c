"""IDA* on spaces in arrays: the same bounds and the same promises as node by node, with thousands of nodes expanded at once.

What is open lies on one stack of rows, of any depth. A batch is taken off its top and its children are put there, so the search
dives like a depth-first search, and memory grows with depth times the size of a batch. Nothing is remembered: every row has the
actions that lead to it packed into a few words.
"""

from __future__ import annotations

from typing import Any, Final, TypeAlias, TypeVar

import numpy as np
from numpy.typing import NDArray

from hashicnf.core.limits import Meter
from hashicnf.core.statespace import Batches, Columns
from hashicnf.logic import Stopped
from hashicnf.records import record
from hashicnf.search import Exhausted, Found, Outcome, Task

S = TypeVar("S")
A = TypeVar("A")
Numbers: TypeAlias = NDArray[np.number[Any]]

BATCH: Final = 1 << 13  # rows: their columns stay in the processor's cache
WORD: Final = 64  # bits
INFINITE: Final = float("inf")


@record
class Rows:
    """Open nodes: their states, costs so far and depths, the numbers of the initial states they come from, and their paths.

    ``path`` uint64[n, words] holds the actions of each, packed, the first in the lowest bits.
    """

    states: Columns
    g: Numbers
    depth: NDArray[np.int32]
    start: NDArray[np.int32]
    path: NDArray[np.uint64]

    @property
    def columns(self) -> Columns:
        """List all arrays."""
        return *self.states, self.g, self.depth, self.start, self.path


def deepen(task: Task[S, A], batches: Batches[S, A]) -> Outcome[S, A]:
    """Raise the bound on f to the least that was cut off until a goal is found."""
    statistics = task.meter.statistics
    states, h = batches.initial()
    statistics.rounds = 0
    each = np.arange(len(h), dtype=np.int32)
    roots = Rows(states, each.astype(np.float64) * 0, each * 0, each, np.zeros((len(h), 1), dtype=np.uint64))
    bound = _least(h)
    while bound < INFINITE:
        statistics.rounds += 1
        statistics.best_f = bound
        if (at := np.flatnonzero(batches.goals(states) & (h <= bound))).size:
            statistics.expanded += 1
            return Found(*batches.retrace(int(at[0]), ()), 0)
        found, bound = _round(
            task.meter, batches, _chosen(roots, np.flatnonzero(h <= bound)), bound, _least(h[h > bound])
        )
        if found is not None:
            return found
    return Exhausted()


def _round(
    meter: Meter, batches: Batches[S, A], roots: Rows, bound: float, over: float
) -> tuple[Found[S, A] | Stopped | None, float]:
    """Search below a bound; return how the search ends, if it does, and the least f that was cut off."""
    stack, bits = (
        _Stack(roots),
        1 << max(0, (batches.actions - 1).bit_length() - 1).bit_length(),
    )  # no action across two words
    meter.weigh(bytes(stack.row_bytes), None)
    while stack.size:
        count = meter.steps(min(BATCH, stack.size), stack.size)
        if isinstance(count, Stopped):
            return count, bound
        parents = stack.pop(count)
        children = batches.expand(parents.states)
        meter.statistics.generated += len(children.h)
        g = parents.g[children.parent] + children.cost
        f = g + children.h
        is_over = f > bound
        over = min(over, _least(f[is_over]))
        kept = np.flatnonzero(~is_over)
        if not len(kept):
            continue
        made, parent = children.take(kept), children.parent[kept]
        path = _extended(parents.path[parent], parents.depth[parent] * bits, children.action[kept])
        rows = Rows(made, g[kept], parents.depth[parent] + 1, parents.start[parent], path)
        meter.statistics.depth = max(meter.statistics.depth, int(rows.depth.max()))
        if (goals := np.flatnonzero(batches.goals(made))).size:
            meter.statistics.expanded += 1
            at = int(goals[rows.g[goals].argmin()])
            goal, actions = batches.retrace(int(rows.start[at]), _unpacked(path[at], int(rows.depth[at]), bits))
            return Found(goal, actions, float(rows.g[at])), bound
        stack.push(rows)
    return None, over


def _least(values: Numbers) -> float:
    return float(values.min()) if len(values) else INFINITE


def _chosen(rows: Rows, which: NDArray[Any]) -> Rows:
    """Copy some rows."""
    *states, g, depth, start, path = (column[which] for column in rows.columns)
    return Rows(tuple(states), g, depth, start, path)


def _extended(path: NDArray[np.uint64], at: NDArray[np.int32], action: NDArray[Any]) -> NDArray[np.uint64]:
    """Write actions behind paths, ``at`` int[n] bits from their beginnings."""
    word, shift = np.divmod(at, WORD)
    if (more := int(word.max()) + 1 - path.shape[1]) > 0:
        path = np.pad(path, ((0, 0), (0, more)))
    path[np.arange(len(at)), word] |= action.astype(np.uint64) << shift.astype(np.uint64)
    return path


def _unpacked(path: NDArray[np.uint64], depth: int, bits: int) -> list[int]:
    """Read the actions of a path."""
    whole = int.from_bytes(path.astype("<u8").tobytes(), "little")
    return [whole >> number * bits & ((1 << bits) - 1) for number in range(depth)]


class _Stack:
    """Rows in memory that grows by doubling."""

    def __init__(self, rows: Rows) -> None:
        self.size = 0
        self._columns = [np.empty((BATCH, *column.shape[1:]), dtype=column.dtype) for column in rows.columns]
        self.push(rows)

    @property
    def row_bytes(self) -> int:
        """Count the bytes of a row."""
        return sum(column.nbytes // len(column) for column in self._columns)

    def push(self, rows: Rows) -> None:
        """Put rows on top."""
        end = self.size + len(rows.g)
        while end > len(self._columns[0]):
            self._columns = [np.concatenate((column, np.empty_like(column))) for column in self._columns]
        if (more := rows.path.shape[1] - self._columns[-1].shape[1]) > 0:
            self._columns[-1] = np.pad(self._columns[-1], ((0, 0), (0, more)))
        for column, new in zip(self._columns, rows.columns, strict=True):
            column[self.size : end] = new
        self.size = end

    def pop(self, count: int) -> Rows:
        """Take rows off the top."""
        self.size -= count
        *states, g, depth, start, path = (column[self.size : self.size + count].copy() for column in self._columns)
        return Rows(tuple(states), g, depth, start, path)
