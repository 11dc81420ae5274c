"""The loop of all depth-first searches, with a stack of one iterator over children per node, so memory grows with depth alone."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any, Final, Generic, TypeAlias, TypeVar

from hashicnf.core.limits import UNLIMITED
from hashicnf.core.statespace import DEAD_END
from hashicnf.errors import counted
from hashicnf.logic import Stopped
from hashicnf.search import HOPELESS, Exhausted, Found, Outcome, Task
from hashicnf.trace.steps import Skip

S = TypeVar("S")
A = TypeVar("A")
Order: TypeAlias = Callable[[Iterable[tuple[A, S, float]]], Iterable[tuple[A, S, float]]]
Refusal: TypeAlias = Callable[[S, float, int], Skip | None]  # why a state of this cost and depth is not entered
ON_PATH: Final = Skip("this state is on the path already", "cycle")
TOO_DEEP: Final = Skip("more steps than the limit", "above")


@dataclass(slots=True)
class Frame(Generic[S, A]):
    """A node on the current path: the action that led to it, its state and cost, and its children still to be tried."""

    action: A | None
    state: S
    key: Hashable
    g: float
    children: Iterator[tuple[A, S, float]]


def least_estimate(task: Task[Any, Any]) -> float:
    """Return the least estimate of an initial state; if it is DEAD_END, or there is no such state, no search need begin."""
    starts = [*task.space.initial()]
    least = min(map(task.estimate, starts), default=DEAD_END)
    if least == DEAD_END and task.watcher is not None:
        for state in starts:
            task.watcher.skip(state, HOPELESS)
    return least


def _enter_all(_: object, __: float, ___: int) -> None:
    return None


def dive(
    task: Task[S, A], refusal: Refusal[S] = _enter_all, order: Order[A, S] | None = None, limit: float | None = None
) -> Outcome[S, A]:
    """Search depth first; enter the children that are not on the path and for which ``refusal`` returns no reason.

    ``order`` sorts all children of a node before the first is tried; without it they are made one by one. The goal test is made
    when a state is entered. If a ``limit`` of depth (None: that of the meter) cut nodes off and no goal was found, the outcome is
    Stopped.
    """
    limit, is_cut = task.meter.max_depth if limit is None else limit, False

    def limited(state: S, g: float, depth: int) -> Skip | None:
        nonlocal is_cut
        if (why := refusal(state, g, depth)) is not None or depth <= limit:
            return why
        is_cut = True
        return TOO_DEEP

    for state in task.space.initial():
        if (why := refusal(state, 0, 0)) is None:
            outcome = _dive_from(task, state, limited if limit < UNLIMITED else refusal, order)
            if not isinstance(outcome, Exhausted):
                return outcome
        elif task.watcher is not None:
            task.watcher.skip(state, why)
    if not is_cut:
        return Exhausted()
    return Stopped("depth", f"cutoff: no solution within the limit of {counted(int(limit), 'step')}")


def _dive_from(task: Task[S, A], start: S, refusal: Refusal[S], order: Order[A, S] | None) -> Outcome[S, A]:
    space, statistics, watcher = task.space, task.meter.statistics, task.watcher
    frames: list[Frame[Any, Any]] = []
    on_path: set[Hashable] = set()
    entering: tuple[Any, S, float] | None = (None, start, 0)
    while True:
        if entering is not None:
            action, state, g = entering
            outcome = _enter(task, frames, on_path, action, state, g, order)
            if outcome is not None:
                return outcome
        frame = frames[-1]
        entering = None
        for action, child, cost in frame.children:
            statistics.generated += order is None
            # The path is checked first, so that a repeated state does not raise a bound in ``refusal``.
            why = ON_PATH if space.key(child) in on_path else refusal(child, frame.g + cost, len(frames))
            if why is None:
                entering = (action, child, frame.g + cost)
                break
            if watcher is not None:
                watcher.skip(child, why)
        else:
            if watcher is not None:
                watcher.step_back(frame.state)
            on_path.discard(frame.key)
            frames.pop()
            if not frames:
                return Exhausted()


def _enter(
    task: Task[S, A],
    frames: list[Frame[S, A]],
    on_path: set[Hashable],
    action: A | None,
    state: S,
    g: float,
    order: Order[A, S] | None,
) -> Found[S, A] | Stopped | None:
    """Put a state on the path; return the outcome if the search ends with it, else None."""
    space, meter = task.space, task.meter
    if (stop := meter.step(len(frames) + 1)) is not None:
        return stop
    meter.statistics.depth = max(meter.statistics.depth, len(frames))
    if space.is_goal(state):
        actions: list[Any] = [frame.action for frame in frames[1:]]
        return Found(state, tuple(actions + [action] * bool(frames)), g)
    key = space.key(state)
    if meter.wants_weight():
        meter.weigh((action, state, g, key, key), key)
    on_path.add(key)
    children = iter(space.successors(state))
    if order is not None:
        every = [*order(children)]
        meter.statistics.generated += len(every)
        children = iter(every)
    frames.append(Frame(action, state, key, g, children))
    return None
