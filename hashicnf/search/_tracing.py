"""Trace any search through its space: states carry their place in the search tree.

``Traced`` looks like the space it wraps, so algorithms need not know that they are watched, and a search that nobody
watches pays nothing. A space that can narrate explains each child; any other only names its actions.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator
from itertools import chain, count
from typing import Generic, TypeAlias, TypeVar

from hashicnf.core.statespace import Estimate, Judged, Narrated, Reversible, StateSpace, Tried
from hashicnf.trace import Tracer
from hashicnf.trace.steps import Backtrack, Decision, Expand, Record, Solution, Step

S = TypeVar("S")
A = TypeVar("A")
Placed: TypeAlias = tuple[int, int, S]
ROOT = -1


class Traced(Generic[S, A]):
    """The states of a space with their node and its parent; ``steps_back`` means that the end of the children is a step."""

    def __init__(self, space: StateSpace[S, A], tracer: Tracer, *, steps_back: bool) -> None:
        """Watch ``space`` for ``tracer``."""
        self._space, self._tracer, self._steps_back = space, tracer, steps_back
        self._narrated = space if isinstance(space, Narrated) else None
        self._judged = space if isinstance(space, Judged) else None
        self._nodes = count()

    def initial(self) -> Iterator[Placed[S]]:
        """Record the first steps, and place the initial states."""
        first = next(self._nodes)
        if self._narrated is not None:
            self._emit(first, ROOT, self._narrated.begin())
        for i, state in enumerate(self._space.initial()):
            yield (next(self._nodes) if i else first), ROOT, state

    def successors(self, placed: Placed[S]) -> Iterator[tuple[A, Placed[S], float]]:
        """Record every attempt and yield the successful ones; where there is none, record why the state is no goal."""
        parent, grandparent, state = placed
        attempts = iter(self._attempts(state))
        first = next(attempts, None)
        if first is None:
            self._end(placed)
            return
        self._emit(parent, grandparent, (Expand(),))
        for action, child, cost, steps in chain((first,), attempts):
            node = next(self._nodes)
            self._emit(node, parent, steps)
            if child is not None:
                yield action, (node, parent, child), cost
        if self._steps_back:
            self._emit(parent, grandparent, (Backtrack(),))

    def goal_states(self) -> Iterator[Placed[S] | None]:
        """Place the goals: each is the root of a tree of its own."""
        if isinstance(self._space, Reversible):
            for state in self._space.goal_states():
                yield None if state is None else (next(self._nodes), ROOT, state)

    def predecessors(self, placed: Placed[S]) -> Iterator[tuple[A, Placed[S], float]]:
        """Record and yield every action that leads to a state."""
        parent, grandparent, state = placed
        self._emit(parent, grandparent, (Expand(),))
        if isinstance(self._space, Reversible):
            for branch, (action, before, cost) in enumerate(self._space.predecessors(state), 1):
                node = next(self._nodes)
                self._emit(node, parent, (Decision((), f"backwards: {action}", branch),))
                yield action, (node, parent, before), cost

    def is_goal(self, placed: Placed[S]) -> bool:
        """Record a solution; a space with a formula has recorded its literals."""
        node, parent, state = placed
        found = self._space.is_goal(state)
        if found:
            self._emit(node, parent, (Solution(),))
        return found

    def _end(self, placed: Placed[S]) -> None:
        """Record a dead end; goals are recorded by ``is_goal``."""
        node, parent, state = placed
        if self._space.is_goal(state):
            return
        why = () if self._judged is None else self._judged.refute(state)
        self._emit(node, parent, (*why, Backtrack()) if self._steps_back else (Expand(), *why))

    def key(self, placed: Placed[S]) -> Hashable:
        """Name the state alone: places do not matter for it."""
        return self._space.key(placed[2])

    @staticmethod
    def lift(estimate: Estimate[S]) -> Estimate[Placed[S]]:
        """Apply an estimate to states with places."""
        return lambda placed: estimate(placed[2])

    @staticmethod
    def bare(placed: Placed[S]) -> S:
        """Take the place off a state."""
        return placed[2]

    def _attempts(self, state: S) -> Iterable[Tried[A, S]]:
        if self._narrated is not None:
            return self._narrated.narrate(state)
        return (
            (action, child, cost, (Decision((), str(action), branch),))
            for branch, (action, child, cost) in enumerate(self._space.successors(state), 1)
        )

    def _emit(self, node: int, parent: int, steps: Iterable[Step]) -> None:
        for step in steps:
            self._tracer.emit(Record(node, parent, step))
