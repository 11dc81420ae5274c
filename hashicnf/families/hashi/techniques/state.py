"""The state of a board that is solved by hand: bounds of each edge, and the groups of islands that used edges connect.

The only deduction made here is the obvious one: a bridge rules out the edges that cross it.
"""

from __future__ import annotations

import heapq
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Final, NamedTuple

import numpy as np

from hashicnf.families.hashi.board import UNKNOWN, Board
from hashicnf.families.hashi.constraints import edges_around

ENDLESS: Final = 1 << 30  # the most bridges of an island without a number


class Change(NamedTuple):
    """New bounds of an edge; ``low`` and ``high`` are the old ones, so that a sentence can mention only those that are new."""

    edge: int
    least: int
    most: int
    low: int = 0
    high: int = ENDLESS


class Finding(NamedTuple):
    """A finding of a technique: new bounds, or (``dead``) a contradiction.

    ``islands`` are those that its sentence mentions, the main one first; ``reads`` the edges on whose bounds it relies where easier
    techniques find nothing, or single bounds (``low_of``, ``high_of``); ``facts`` numbers for its sentence; ``kind`` selects one of
    several sentences of the technique; ``within`` are the findings under a supposition.
    """

    rung: str
    kind: str
    islands: tuple[int, ...]
    changes: tuple[Change, ...] = ()
    facts: tuple[int, ...] = ()
    reads: Iterable[int] = ()
    dead: bool = False
    within: tuple[Finding, ...] = ()


def low_of(edge: int) -> int:
    """Return the number that stands for the lower bound of an edge alone in ``reads``."""
    return -2 * edge - 1


def high_of(edge: int) -> int:
    """Return the number that stands for the upper bound of an edge alone in ``reads``."""
    return -2 * edge - 2


class Queue:
    """A queue of islands to examine, without duplicates, in reading order; ``waits`` is 1 for its members."""

    def __init__(self, size: int, full: bool = False) -> None:
        """Begin empty, or with all islands."""
        self._heap = list(range(size)) if full else []
        self.waits = bytearray([full]) * size

    def add(self, island: int) -> None:
        """Add an island, unless it is in the queue."""
        if not self.waits[island]:
            self.waits[island] = 1
            heapq.heappush(self._heap, island)

    def pop(self) -> int | None:
        """Remove and return the first island; None if the queue is empty."""
        while self._heap:
            island = heapq.heappop(self._heap)
            if self.waits[island]:
                self.waits[island] = 0
                return island
        return None

    def drop(self, islands: Iterable[int]) -> None:
        """Remove islands from the queue."""
        for island in islands:
            self.waits[island] = 0

    def clear(self) -> None:
        """Remove all islands."""
        self.drop(self._heap)
        self._heap.clear()

    def drop_group(self, islands: Sequence[int], label: Sequence[int]) -> None:
        """Remove the islands of a group, given the label of each island."""
        few = islands if len(islands) < len(self._heap) else [i for i in self._heap if label[i] == label[islands[0]]]
        self.drop(few)


class Ground:
    """The unchanging data of a board as plain lists, for quick access."""

    def __init__(self, board: Board) -> None:
        """Compute the least and most bridges of each island and the most of each edge, from the clues alone."""
        self.board, self.loops = board, board.loops
        self.ends: list[tuple[int, int]] = [(u, v) for u, v in board.edge.tolist()]
        self.around = edges_around(board)
        self.near = [[(self.other(edge, i), edge) for edge in edges] for i, edges in enumerate(self.around)]
        limit = np.where(board.clue == UNKNOWN, ENDLESS, board.clue)
        self.need: list[int] = np.where(board.clue == UNKNOWN, 1, board.clue).tolist()
        self.limit: list[int] = limit.tolist()
        self.cap: list[int] = np.minimum(board.load, limit[board.edge].min(axis=1)).tolist()
        self.crossing: list[tuple[int, ...]] = [()] * board.edges
        for one, other in board.crossing.tolist():
            self.crossing[one] += (other,)
            self.crossing[other] += (one,)

    def other(self, edge: int, island: int) -> int:
        """Return the island at the other end of an edge."""
        u, v = self.ends[edge]
        return v if u == island else u


class State:
    """Bounds ``low`` and ``high`` of each edge and their sums at each island; groups of connected islands by label.

    ``low`` may exceed ``high``: then techniques find the contradiction at the edge's ends. ``whole`` is a mark at which no unused
    edge was a cut edge; ``parted`` a mark at which the parts behind islands gave no finding, with the edges into each part, by
    island. ``now`` counts changes, including undone ones; ``fruitless``, by island, is the count at which its distributions last
    gave no finding. ``undecided`` counts the edges. ``last_way``, by label, is the last way found out of a group, (island, edge),
    which may no longer be one.
    """

    def __init__(self, ground: Ground, rungs: Iterable[str], wide: Iterable[str] = ()) -> None:
        """Begin without deductions; every technique must examine all islands.

        Techniques in ``wide`` examine an island again when the bridges of its neighbours change.
        """
        n = len(ground.need)
        self.ground, self.rungs, self._wide = ground, tuple(rungs), frozenset(wide)
        self.low, self.high = [0] * len(ground.ends), list(ground.cap)
        self.low_sum, self.high_sum = [0] * n, [sum(ground.cap[e] for e in edges) for edges in ground.around]
        self.label, self.members = list(range(n)), [[i] for i in range(n)]
        self._fringe = [dict.fromkeys((i,)) for i in range(n)]  # by label: members that may have a way out
        self._inner: list[int] = []  # members of fringes that have none for good
        self.last_way: list[tuple[int, int] | None] = [None] * n
        self._is_supposing = False
        self.undecided = sum(cap > 0 for cap in ground.cap)
        self.queues = {rung: Queue(n, full=True) for rung in self.rungs}
        self.whole: int | None = None
        self.parted: tuple[int, Mapping[int, Sequence[Sequence[int]]]] = 0, {}
        self.now, self.fruitless = 0, [-1] * n
        self._moved = [0] * n  # by label: the count at the last change of an edge at the group or at a neighbour of it
        # an edge with its bounds before a change, or the labels of two groups that were united
        self._trail: list[tuple[int, int, int] | tuple[int, int]] = []

    def room(self, island: int) -> int:
        """Return the number of bridges that an island can still take."""
        return self.ground.limit[island] - self.low_sum[island]

    def most(self, edge: int) -> int:
        """Return the most bridges of an edge for which its two islands have room."""
        u, v = self.ground.ends[edge]
        limit, low_sum, low, most = self.ground.limit, self.low_sum, self.low[edge], self.high[edge]
        for end in (u, v):
            if (room := low + limit[end] - low_sum[end]) < most:
                most = room
        return most

    def beside(self, found: Finding) -> Finding:
        """Return a finding with the present bounds of its edges as the old ones of its changes."""
        changes = (Change(c.edge, c.least, c.most, self.low[c.edge], self.most(c.edge)) for c in found.changes)
        return found._replace(changes=tuple(changes))

    def is_open(self, edge: int) -> bool:
        """Return whether an edge is undecided."""
        return self.low[edge] < self.high[edge]

    def narrow(self, change: Change) -> None:
        """Tighten the bounds of an edge; its first bridge rules out the edges that cross it, and unites two groups."""
        edge, least, most = change.edge, change.least, change.most
        first = least > 0 and self.low[edge] == 0
        self._set(edge, max(least, self.low[edge]), min(most, self.high[edge]))
        if first:
            for crossed in self.ground.crossing[edge]:
                self._set(crossed, self.low[crossed], 0)
            self._join(*self.ground.ends[edge])

    def narrow_all(self, changes: Iterable[Change]) -> list[int]:
        """Tighten the bounds of edges; list the edges that changed, and which bounds, as numbers for ``reads`` of a finding."""
        mark = self.mark()
        for change in changes:
            self.narrow(change)
        replaced = self._replaced(mark)
        changed = [edge for edge, _, _ in replaced]
        for edge, low, high in replaced:
            changed += [low_of(edge)] * (low != self.low[edge]) + [high_of(edge)] * (high != self.high[edge])
        return changed

    def _set(self, edge: int, low: int, high: int) -> None:
        old_low, old_high = self.low[edge], self.high[edge]
        if (low, high) == (old_low, old_high):
            return
        self._trail.append((edge, old_low, old_high))
        self.low[edge], self.high[edge] = low, high
        self.undecided += (low != high) - (old_low != old_high)
        self.now += 1
        for island in self.ground.ends[edge]:
            self.low_sum[island] += low - old_low
            self.high_sum[island] += high - old_high
            for near, _ in self.ground.near[island]:  # the other end is one of them
                self._moved[self.label[near]] = self.now
            for rung, queue in self.queues.items():
                if not queue.waits[island]:  # most wait already
                    queue.add(island)
                if low != old_low and rung in self._wide:
                    for near, _ in self.ground.near[island]:
                        queue.add(near)

    def _join(self, u: int, v: int) -> None:
        one, other = self.label[u], self.label[v]
        if one == other:
            return
        if len(self.members[one]) < len(self.members[other]):
            one, other = other, one
        moved = self.members[other]
        for island in moved:
            self.label[island] = one
        self.members[one] += moved
        self._fringe[one] |= self._fringe[other]
        self._trail.append((one, other))

    def fringe(self, group: int) -> Iterable[int]:
        """List the members of a group, given its label, that may have a way out to another group, in order."""
        while self._inner and not self._is_supposing:
            island = self._inner.pop()
            self._fringe[self.label[island]].pop(island, None)
        return self._fringe[group]

    def leave(self, island: int) -> None:
        """Leave an island without a way out off the fringe of its group, for good unless something is supposed."""
        if not self._is_supposing:
            self._inner.append(island)

    def is_quiet(self, island: int, since: int) -> bool:
        """Return whether nothing has changed since a count in the groups of an island and its neighbours, and next to them.

        Changes under a supposition count, though they were undone.
        """
        if since == self.now:
            return True
        label, moved = self.label, self._moved
        # the island's own group is covered: it contains a neighbour, or is the island alone, next to all its neighbours
        return all(moved[label[near]] <= since for near, _ in self.ground.near[island])

    def mark(self) -> int:
        """Return a mark of this moment, for ``islands_changed_since`` and ``bounds``."""
        return len(self._trail)

    def _replaced(self, mark: int) -> list[tuple[int, int, int]]:
        """List the edges whose bounds have changed since a mark, with the bounds before, in the order of the changes."""
        return [entry for entry in self._trail[mark:] if len(entry) == 3]

    def islands_changed_since(self, mark: int) -> Iterator[int]:
        """Yield the islands of the edges whose bounds have changed since a mark, some of them repeatedly."""
        return (island for edge, _, _ in self._replaced(mark) for island in self.ground.ends[edge])

    def before(self, mark: int) -> dict[int, tuple[int, int]]:
        """Return the bounds at a mark, ``low`` and ``high``, of the edges whose bounds have changed since."""
        return {edge: (low, high) for edge, low, high in reversed(self._replaced(mark))}

    def bounds(self, mark: int) -> tuple[list[int], list[int]]:
        """Return the bounds of all edges, ``low`` and ``high``, as they were at a mark."""
        low, high = [*self.low], [*self.high]
        for edge, (old_low, old_high) in self.before(mark).items():
            low[edge], high[edge] = old_low, old_high
        return low, high

    @contextmanager
    def supposed(self, change: Change, rungs: Iterable[str]) -> Iterator[None]:
        """Set bounds within a context, with queues of the affected islands only; restore the state at its end."""
        kept, whole, mark = self.queues, self.whole, self.mark()
        self.queues = {rung: Queue(len(self.label)) for rung in rungs}
        self._is_supposing = True
        try:
            self.narrow(change)
            yield
        finally:
            self._undo(mark)
            self.queues, self.whole, self._is_supposing = kept, whole, False

    def _undo(self, mark: int) -> None:
        while len(self._trail) > mark:
            entry = self._trail.pop()
            if len(entry) == 2:
                one, other = entry
                moved = self.members[other]
                del self.members[one][-len(moved) :]
                for island in moved:
                    self.label[island] = other
                for island in self._fringe[other]:
                    del self._fringe[one][island]
                continue
            edge, low, high = entry
            for island in self.ground.ends[edge]:
                self.low_sum[island] += low - self.low[edge]
                self.high_sum[island] += high - self.high[edge]
            self.undecided += (low != high) - (self.low[edge] != self.high[edge])
            self.low[edge], self.high[edge] = low, high


def around_all(state: State, islands: Iterable[int]) -> tuple[int, ...]:
    """List the edges around some islands."""
    return tuple(dict.fromkeys(e for i in islands for e in state.ground.around[i]))


def lows_around(state: State, islands: Iterable[int]) -> tuple[int, ...]:
    """List the lower bounds of the edges around some islands, as numbers for ``reads``."""
    return tuple(map(low_of, around_all(state, islands)))


def highs_around(state: State, island: int) -> tuple[int, ...]:
    """List the upper bounds of the edges of an island, as numbers for ``reads``."""
    return tuple(map(high_of, state.ground.around[island]))


def connection(state: State, one: int, other: int) -> list[int]:
    """List the used edges of a shortest path between two islands of a group."""
    came = {one: (one, -1)}
    for island in (waiting := [one]):
        for near, edge in state.ground.near[island]:
            if state.low[edge] > 0 and near not in came:
                came[near] = island, edge
                waiting.append(near)
        if other in came:
            break
    path = list[int]()
    while other != one:
        other, edge = came[other]
        path.append(edge)
    return path
