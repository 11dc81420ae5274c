"""Best-first search: always expand the open node of least priority; A* and greedy search differ only in the priority.

``waiting`` and ``closed`` map keys to the least known cost of open and of expanded states. A state that is reached again at
less cost is opened again, which never happens to an expanded one under a consistent heuristic. Entries cannot be removed from the
middle of a heap, so superseded ones stay in it and are skipped when they are popped.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from typing import Any, Final, Generic, TypeVar

from hashicnf.core.statespace import DEAD_END
from hashicnf.logic import Stopped
from hashicnf.search import HOPELESS, KNOWN, Exhausted, Found, Outcome, Task
from hashicnf.search._openlist import Entry, Link, OpenList, path_of
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
    starts = [(None, state, 0) for state in space.initial()]
    stop = lists.offer(starts, 0, 0, None)
    statistics.generated -= len(starts)  # which are no children
    while stop is None and (node := lists.take()) is not None:
        f, _, _, g, depth, state, key, link = node
        stop = meter.step(len(lists.frontier) + 1, len(lists.closed))
        statistics.open = lists.count_open() + 1  # states: superseded entries are in memory only
        if stop is not None:
            return stop
        statistics.best_f = f
        if depth > statistics.depth:
            statistics.depth = depth
        if space.is_goal(state):
            statistics.open -= 1
            return Found(state, path_of(link)[1:], g)  # without the step to the start
        if meter.wants_weight():
            meter.weigh((*node[:7], (None, 0)), key)
        lists.closed[key] = g
        stop = lists.offer(space.successors(state), g, depth + 1, link)
    if stop is not None:
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
        self._task, self._priority, self._reopen = task, priority, reopen

    def count_open(self) -> int:
        """Count the open states."""
        return len(self._waiting)

    def take(self) -> Entry[S] | None:
        """Remove and return the best open node, skipping superseded entries; None if no node is open."""
        waiting, pop = self._waiting, self.frontier.pop
        while (node := pop()) is not None:
            key = node[6]
            if waiting.get(key) == node[3]:
                del waiting[key]
                return node
        return None

    def offer(self, steps: Iterable[tuple[Any, S, float]], cost: float, depth: int, link: Link) -> Stopped | None:
        """Open the states of ``steps`` from a node of this cost, unless known at no higher cost or without a way to a goal.

        ``depth`` is theirs, ``link`` the path to the node. Returns the reason to stop if a limit is reached among very many steps.
        """
        name, estimate, meter, watcher = self._task.space.key, self._task.estimate, self._task.meter, self._task.watcher
        waiting, closed, push, priority = self._waiting, self.closed, self.frontier.push, self._priority
        number = 0
        for number, (action, state, paid) in enumerate(steps, 1):
            key, g = name(state), cost + paid
            if (known := waiting.get(key)) is None:
                known = closed.get(key)
            if known is not None and (known <= g or not self._reopen):
                if watcher is not None:
                    watcher.skip(state, AS_CHEAPLY if self._reopen else KNOWN)
            elif (h := estimate(state)) == DEAD_END:
                if watcher is not None:
                    watcher.skip(state, HOPELESS)
            else:
                if known is not None:
                    self._note_cheaper(state, known, was_expanded=closed.pop(key, None) is not None)
                waiting[key] = g
                push(priority(g, h), g, depth, state, key, (link, action))
            if number % MANY == 0:
                meter.statistics.generated += MANY
                if (stop := meter.look(len(self.frontier), len(closed))) is not None:
                    return stop
        meter.statistics.generated += number % MANY
        return None

    def _note_cheaper(self, state: S, known: float, *, was_expanded: bool) -> None:
        self._task.meter.statistics.reopened += was_expanded
        if self._task.watcher is not None:
            self._task.watcher.cheapen(state, known, was_expanded=was_expanded)
