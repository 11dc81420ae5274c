"""Best-first search: always expand the open node of least priority; A* and greedy search differ only in the priority.

``waiting`` and ``closed`` map keys to the least known cost of open and of expanded states. A state that is reached again at
less cost is opened again, which never happens to an expanded one under a consistent heuristic. Entries cannot be removed from the
middle of a heap, so superseded ones stay in it and are skipped when they are popped.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Final, Generic, TypeVar

from hashicnf.core.statespace import DEAD_END
from hashicnf.search import HOPELESS, KNOWN, Exhausted, Found, Outcome, Task
from hashicnf.search._openlist import Link, OpenList, path_of
from hashicnf.trace.steps import Skip

S = TypeVar("S")
A = TypeVar("A")
MANY: Final = 256  # children of one node between two checks of the limits
AS_CHEAPLY: Final = Skip("this state was reached before at no higher cost", "known")


def best_first(task: Task[S, A], priority: Callable[[float, float], float], *, reopen: bool) -> Outcome[S, A]:
    """Expand nodes by ``priority(g, h)``, least first, and test for goals there; without ``reopen`` only the first path counts."""
    space, meter = task.space, task.meter
    statistics = meter.statistics
    lists = _Lists(task, priority, reopen=reopen)
    for state in space.initial():
        lists.offer(state, 0, 0, None)
    while (node := lists.take()) is not None:
        f, g, depth, state, key, link = node
        stop = meter.step(len(lists.frontier) + 1, len(lists.closed))
        statistics.open = lists.count_open() + 1  # states: superseded entries are in memory only
        if stop is not None:
            return stop
        statistics.best_f, statistics.depth = f, max(depth, statistics.depth)
        if space.is_goal(state):
            statistics.open -= 1
            return Found(state, path_of(link), g)
        if meter.wants_weight():
            meter.weigh((f, (depth, depth), g, state, key, (None, 0)), key)
        lists.closed[key] = g
        for number, (action, child, cost) in enumerate(space.successors(state), 1):
            statistics.generated += 1
            lists.offer(child, g + cost, depth + 1, (link, action))
            if number % MANY == 0 and (stop := meter.look(len(lists.frontier), len(lists.closed))) is not None:
                statistics.open = lists.count_open()
                return stop
    meter.exhaust(len(lists.closed))
    return Exhausted()


class _Lists(Generic[S, A]):
    """The open and the closed list."""

    def __init__(self, task: Task[S, A], priority: Callable[[float, float], float], *, reopen: bool) -> None:
        self.closed: dict[Hashable, float] = {}
        self.frontier: OpenList[S] = OpenList(task.tie_break)
        self._waiting: dict[Hashable, float] = {}
        self._key, self._estimate, self._priority, self._reopen = task.space.key, task.estimate, priority, reopen
        self._watcher, self._statistics = task.watcher, task.meter.statistics

    def count_open(self) -> int:
        """Count the open states."""
        return len(self._waiting)

    def take(self) -> tuple[float, float, int, S, Hashable, Link] | None:
        """Remove and return the best open node, skipping superseded entries; None if no node is open."""
        while self.frontier:
            node = self.frontier.pop()
            _, g, _, _, key, _ = node
            if self._waiting.get(key) == g:
                del self._waiting[key]
                return node
        return None

    def offer(self, state: S, g: float, depth: int, link: Link) -> None:
        """Open a state unless it is known at this cost or less, or cannot reach a goal."""
        key = self._key(state)
        known = self._waiting.get(key, self.closed.get(key))
        if known is not None and (known <= g or not self._reopen):
            self._skip(state, AS_CHEAPLY if self._reopen else KNOWN)
        elif (h := self._estimate(state)) == DEAD_END:
            self._skip(state, HOPELESS)
        else:
            if known is not None:
                self._note_cheaper(state, known, was_expanded=self.closed.pop(key, None) is not None)
            self._waiting[key] = g
            self.frontier.push(self._priority(g, h), g, depth, state, key, link)

    def _note_cheaper(self, state: S, known: float, *, was_expanded: bool) -> None:
        self._statistics.reopened += was_expanded
        if self._watcher is not None:
            self._watcher.cheapen(state, known, was_expanded=was_expanded)

    def _skip(self, state: S, why: Skip) -> None:
        if self._watcher is not None:
            self._watcher.skip(state, why)
