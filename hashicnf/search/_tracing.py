"""Trace any search by wrapping its space: each state carries its node in the search tree.

``Traced`` has the interface of the space that it wraps, so algorithms need no code for traces, and a search without a trace has no
overhead. A space that is ``Narrated`` explains each child; of any other only the actions are named. An algorithm reports the events
that the space cannot see to its ``Watcher``: a new round with a new bound, a node that is not entered, and why, a step back.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import chain, count
from typing import Generic, Literal, NamedTuple, Protocol, TypeAlias, TypeVar

from hashicnf.core.statespace import DEAD_END, Estimate, Judged, Narrated, Reversible, Staged, StateSpace, Tried
from hashicnf.trace import Tracer
from hashicnf.trace.steps import (
    BACKWARDS,
    CLOSED,
    OPEN,
    Backtrack,
    Cheaper,
    Decision,
    Expand,
    Goal,
    Goals,
    Meet,
    Record,
    Round,
    Skip,
    Solution,
    Step,
)

S = TypeVar("S")
A = TypeVar("A")
A_co = TypeVar("A_co", covariant=True)
OrdersBy: TypeAlias = Literal["f", "h", ""]
ROOT = -1


class Placed(NamedTuple, Generic[S]):
    """A state with its node in the search tree, the parent of that node, and the cost so far."""

    node: int
    parent: int
    cost: float
    state: S


class Watcher(Protocol[S, A_co]):
    """Receives the events of a search that cannot be seen from its space."""

    def skip(self, state: S, why: Skip) -> None:
        """Note that a state is not entered."""

    def cheapen(self, state: S, cost: float, *, was_expanded: bool) -> None:
        """Note that a state is reached at less than ``cost``, at which it was reached (and perhaps expanded) before."""

    def step_back(self, state: S) -> None:
        """Note that all children of a state have been tried, and the search steps back."""

    def meet(self, state: S, other: S) -> None:
        """Note that a state equals ``other``, which was reached from the other side."""

    def follow(self, state: S, key: Hashable) -> tuple[A_co, S, float] | None:
        """Return and record only the step from a state to the state with this key: action, state, cost; None if there is none."""

    def begin_round(self, number: int, measure: str, bound: float) -> None:
        """Note that the search begins again, as round ``number`` from 1, with a bound on a measure: f or steps."""


class Traced(Generic[S, A]):
    """A space whose states carry their node, the parent of that node, and their cost, that of the initial states included.

    Records of a node contain the values that the search ``orders_by``. A ``depth_first`` search expands a node when it enters it.
    """

    def __init__(
        self,
        space: StateSpace[S, A],
        tracer: Tracer,
        estimate: Estimate[S],
        *,
        orders_by: OrdersBy,
        depth_first: bool,
        offset: float = 0,
    ) -> None:
        """Wrap ``space``; records go to ``tracer``. ``offset``: cost of the initial states, 0 unless the search orders by f."""
        self._space, self._tracer, self._depth_first = space, tracer, depth_first
        self._estimate, self._orders_by, self._offset = estimate, orders_by, offset
        self._narrated = space if isinstance(space, Narrated) else None
        self._judged = space if isinstance(space, Judged) else None
        self._nodes = count()
        self._holders: dict[Hashable, int] = {}  # by key of a state, for searches with an open list
        self._starts: list[int] = []
        self._node = ROOT  # node of the last record

    def initial(self) -> Iterator[Placed[S]]:
        """Record the steps before the first decision, and yield the initial states, at the same nodes in every round."""
        if not self._starts:
            self._starts.append(next(self._nodes))
            if self._narrated is not None:
                self._emit(self._starts[0], ROOT, self._narrated.begin())
        for i, state in enumerate(self._space.initial()):
            if i == len(self._starts):
                self._starts.append(next(self._nodes))
            self._hold(state, self._starts[i])
            yield Placed(self._starts[i], ROOT, self._offset, state)

    def successors(self, placed: Placed[S]) -> Iterator[tuple[A, Placed[S], float]]:
        """Record every attempt and yield the successful ones; if there is no attempt, record why the state is no goal."""
        attempts = iter(self._attempts(placed.state))
        first = next(attempts, None)
        if first is None:
            self._end(placed)
            return
        self._note(placed, Expand(), **self._values(placed))
        for action, child, cost, steps in chain((first,), attempts):
            node = next(self._nodes)
            if child is None:
                self._emit(node, placed.node, steps)
            else:
                reached = Placed(node, placed.node, placed.cost + cost, child)
                self._emit(node, placed.node, steps, **self._values(reached))
                self._hold(child, node)
                yield action, reached, cost

    def goal_states(self) -> Iterator[Placed[S] | None]:
        """Yield the goals, each at the root of a tree of its own, and record their number."""
        number = 0
        if isinstance(self._space, Reversible):
            for state in self._space.goal_states():
                number += state is not None
                yield None if state is None else Placed(next(self._nodes), ROOT, 0, state)
        self._emit(0, ROOT, (Goals(number),))

    def predecessors(self, placed: Placed[S]) -> Iterator[tuple[A, Placed[S], float]]:
        """Record and yield every action that leads to a state."""
        is_goal = placed.parent == ROOT
        places = self._space.places(placed.state) if is_goal and isinstance(self._space, Staged) else ()
        self._note(placed, Goal(places) if is_goal else Expand())
        if isinstance(self._space, Reversible):
            for branch, (action, before, cost) in enumerate(self._space.predecessors(placed.state), 1):
                reached = Placed(next(self._nodes), placed.node, placed.cost + cost, before)
                self._note(reached, Decision((), BACKWARDS + self._words(before, action), branch))
                yield action, reached, cost

    def meet(self, placed: Placed[S], other: Placed[S]) -> None:
        """Record that two nodes have one state."""
        self._note(placed, Meet(other.node))

    def follow(self, placed: Placed[S], key: Hashable) -> tuple[A, Placed[S], float] | None:
        """Return and record only the step from a state to the state with this key; None if there is none."""
        for action, child, cost, steps in self._attempts(placed.state):
            if child is not None and self._space.key(child) == key:
                if placed.node != self._node:
                    self._note(placed, Expand())
                reached = Placed(next(self._nodes), placed.node, placed.cost + cost, child)
                first = [replace(step, branch=1) if isinstance(step, Decision) else step for step in steps]
                self._emit(reached.node, placed.node, first)
                return action, reached, cost
        return None

    def is_goal(self, placed: Placed[S]) -> bool:
        """Return whether a state is a goal, and record a solution if it is; the steps of a formula recorded its literals."""
        found = self._space.is_goal(placed.state)
        if found:
            values = self._values(placed) if placed.parent == ROOT else {}  # no other record has those of a start
            self._note(placed, Solution(), **values)
        return found

    def skip(self, placed: Placed[S], why: Skip) -> None:
        """Record that a state is not entered."""
        self._note(placed, why)

    def cheapen(self, placed: Placed[S], cost: float, *, was_expanded: bool) -> None:
        """Record that a state is reached more cheaply."""
        key = self.key(placed)
        other, self._holders[key] = self._holders.get(key, ROOT), placed.node
        self._note(placed, Cheaper(cost + self._offset, CLOSED if was_expanded else OPEN, other))

    def step_back(self, placed: Placed[S]) -> None:
        """Record that all children of a state have been tried."""
        self._note(placed, Backtrack())

    def begin_round(self, number: int, measure: str, bound: float) -> None:
        """Record that the search begins again."""
        self._emit(0, ROOT, (Round(number, measure, bound + self._offset),))

    def _hold(self, state: S, node: int) -> None:
        """Store the first node of a state, for searches with an open list."""
        if self._orders_by and not self._depth_first:
            self._holders.setdefault(self._space.key(state), node)

    def _end(self, placed: Placed[S]) -> None:
        """Record a dead end; goals are recorded by ``is_goal``."""
        if self._space.is_goal(placed.state):
            return
        why = () if self._judged is None else self._judged.refute(placed.state)
        self._emit(placed.node, placed.parent, why if self._depth_first else (Expand(), *why))

    def key(self, placed: Placed[S]) -> Hashable:
        """Return the key of the state, whatever its node."""
        return self._space.key(placed.state)

    @staticmethod
    def lift(estimate: Estimate[S]) -> Estimate[Placed[S]]:
        """Return an estimate as a function of states with nodes."""
        return lambda placed: estimate(placed.state)

    @staticmethod
    def bare(placed: Placed[S]) -> S:
        """Return a state without its node."""
        return placed.state

    def _attempts(self, state: S) -> Iterable[Tried[A, S]]:
        if self._narrated is not None:
            return self._narrated.narrate(state)
        return (
            (action, child, cost, (Decision((), str(action), branch),))
            for branch, (action, child, cost) in enumerate(self._space.successors(state), 1)
        )

    def _words(self, state: S, action: A) -> str:
        """Return the name of an action in a state, from the narration of the space if it has one."""
        if self._narrated is not None:
            for taken, _, _, steps in self._narrated.narrate(state):
                if taken == action:
                    return next((step.text for step in steps if isinstance(step, Decision)), str(action))
        return str(action)

    def _note(self, placed: Placed[S], step: Step, **values: float) -> None:
        self._emit(placed.node, placed.parent, (step,), **values)

    def _emit(self, node: int, parent: int, steps: Sequence[Step], **values: float) -> None:
        """Emit the steps of a node; the record of the last step contains the values of its state."""
        self._node = node
        for left, step in zip(range(len(steps) - 1, -1, -1), steps, strict=True):
            self._tracer.emit(Record(node, parent, step, **({} if left else values)))

    def _values(self, placed: Placed[S]) -> dict[str, float]:
        """Return the values by which the search orders a node, by name; empty for a dead end."""
        if not self._orders_by or (h := self._estimate(placed.state)) == DEAD_END:
            return {}
        return {"h": h, "g": placed.cost} if self._orders_by == "f" else {"h": h}
