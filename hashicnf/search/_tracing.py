"""Trace any search through its space: states carry their place in the search tree.

``Traced`` looks like the space it wraps, so algorithms need not know that they are watched, and a search that nobody
watches pays nothing. A space that can narrate explains each child; any other only names its actions. What the algorithm alone
knows it tells its ``Watcher``: when it begins again with a new bound, which nodes it does not enter, and why, and when it steps
back.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Sequence
from itertools import chain, count
from typing import Generic, Literal, NamedTuple, Protocol, TypeAlias, TypeVar

from hashicnf.core.statespace import DEAD_END, Estimate, Judged, Narrated, Reversible, StateSpace, Tried
from hashicnf.trace import Tracer
from hashicnf.trace.steps import Backtrack, Decision, Expand, Record, Round, Skip, Solution, Step

S = TypeVar("S")
A = TypeVar("A")
S_contra = TypeVar("S_contra", contravariant=True)
OrdersBy: TypeAlias = Literal["f", "h", ""]
ROOT = -1


class Placed(NamedTuple, Generic[S]):
    """A state with its node in the search tree, the parent of that node, and the cost so far."""

    node: int
    parent: int
    cost: float
    state: S


class Watcher(Protocol[S_contra]):
    """Receives rounds and skipped nodes from an algorithm."""

    def skip(self, state: S_contra, reason: str) -> None:
        """Note that a state is not entered."""

    def step_back(self, state: S_contra) -> None:
        """Note that all below a state is tried, and the search goes back."""

    def begin_round(self, number: int, measure: str, bound: float) -> None:
        """Note that the search begins again, as round ``number`` from 1, with a bound on a measure: f or steps."""


class Traced(Generic[S, A]):
    """The states of a space with their node, its parent and cost.

    Records of a node have the values that the search ``orders_by``. A ``depth_first`` search takes up a node as soon as it has it.
    """

    def __init__(
        self, space: StateSpace[S, A], tracer: Tracer, estimate: Estimate[S], *, orders_by: OrdersBy, depth_first: bool
    ) -> None:
        """Watch ``space`` for ``tracer``."""
        self._space, self._tracer, self._depth_first = space, tracer, depth_first
        self._estimate, self._orders_by = estimate, orders_by
        self._narrated = space if isinstance(space, Narrated) else None
        self._judged = space if isinstance(space, Judged) else None
        self._nodes = count()

    def initial(self) -> Iterator[Placed[S]]:
        """Record the first steps, and place the initial states."""
        first = next(self._nodes)
        if self._narrated is not None:
            self._emit(first, ROOT, self._narrated.begin())
        for i, state in enumerate(self._space.initial()):
            yield Placed(next(self._nodes) if i else first, ROOT, 0, state)

    def successors(self, placed: Placed[S]) -> Iterator[tuple[A, Placed[S], float]]:
        """Record every attempt and yield the successful ones; where there is none, record why the state is no goal."""
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
                yield action, reached, cost

    def goal_states(self) -> Iterator[Placed[S] | None]:
        """Place the goals: each is the root of a tree of its own."""
        if isinstance(self._space, Reversible):
            for state in self._space.goal_states():
                yield None if state is None else Placed(next(self._nodes), ROOT, 0, state)

    def predecessors(self, placed: Placed[S]) -> Iterator[tuple[A, Placed[S], float]]:
        """Record and yield every action that leads to a state."""
        self._note(placed, Expand())
        if isinstance(self._space, Reversible):
            for branch, (action, before, cost) in enumerate(self._space.predecessors(placed.state), 1):
                reached = Placed(next(self._nodes), placed.node, placed.cost + cost, before)
                self._note(reached, Decision((), f"backwards: {action}", branch))
                yield action, reached, cost

    def is_goal(self, placed: Placed[S]) -> bool:
        """Record a solution; a space with a formula has recorded its literals."""
        found = self._space.is_goal(placed.state)
        if found:
            self._note(placed, Solution())
        return found

    def skip(self, placed: Placed[S], reason: str) -> None:
        """Record that a state is not entered."""
        self._note(placed, Skip(reason))

    def step_back(self, placed: Placed[S]) -> None:
        """Record that a state is done with."""
        self._note(placed, Backtrack())

    def begin_round(self, number: int, measure: str, bound: float) -> None:
        """Record that the search begins again."""
        self._emit(0, ROOT, (Round(number, measure, bound),))

    def _end(self, placed: Placed[S]) -> None:
        """Record a dead end; goals are recorded by ``is_goal``."""
        if self._space.is_goal(placed.state):
            return
        why = () if self._judged is None else self._judged.refute(placed.state)
        self._emit(placed.node, placed.parent, why if self._depth_first else (Expand(), *why))

    def key(self, placed: Placed[S]) -> Hashable:
        """Name the state alone: places do not matter for it."""
        return self._space.key(placed.state)

    @staticmethod
    def lift(estimate: Estimate[S]) -> Estimate[Placed[S]]:
        """Apply an estimate to states with places."""
        return lambda placed: estimate(placed.state)

    @staticmethod
    def bare(placed: Placed[S]) -> S:
        """Take the place off a state."""
        return placed.state

    def _attempts(self, state: S) -> Iterable[Tried[A, S]]:
        if self._narrated is not None:
            return self._narrated.narrate(state)
        return (
            (action, child, cost, (Decision((), str(action), branch),))
            for branch, (action, child, cost) in enumerate(self._space.successors(state), 1)
        )

    def _note(self, placed: Placed[S], step: Step, **values: float) -> None:
        self._emit(placed.node, placed.parent, (step,), **values)

    def _emit(self, node: int, parent: int, steps: Sequence[Step], **values: float) -> None:
        """Emit the steps of a node, the last of them with the values of its state."""
        for left, step in zip(range(len(steps) - 1, -1, -1), steps, strict=True):
            self._tracer.emit(Record(node, parent, step, **({} if left else values)))

    def _values(self, placed: Placed[S]) -> dict[str, float]:
        """Return what the search orders by."""
        if not self._orders_by or (h := self._estimate(placed.state)) == DEAD_END:
            return {}
        return {"h": h, "g": placed.cost} if self._orders_by == "f" else {"h": h}
