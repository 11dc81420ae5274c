"""The narrow waist between puzzles and search: states, steps with costs, a goal.

A family describes a puzzle as a ``StateSpace``; the algorithms of ``search`` find a way from an initial state to a goal and
know nothing else. States are values: they are never changed after they were handed out, so an algorithm may keep them, drop
them and come back in any order.

A heuristic is kept apart from the space. It estimates the cost that is still to come, and declares what it promises:

    admissible   never more than the true remaining cost, so that A* and IDA* return a cheapest path
    consistent   never drops by more than a step costs (and is 0 at goals), so that A* expands no state twice

The declarations are part of the program: tests hold them against every reachable state of small puzzles.
Reference: Hart, Nilsson and Raphael 1968, "A formal basis for the heuristic determination of minimum cost paths".
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final, Generic, Protocol, Self, TypeAlias, TypeVar, runtime_checkable

from hashicnf.core.constraints import EXACT, Claim
from hashicnf.errors import counted
from hashicnf.records import record
from hashicnf.trace.steps import Step

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from hashicnf.core.stats import Observer

S = TypeVar("S")
A = TypeVar("A")
A_co = TypeVar("A_co", covariant=True)
S_co = TypeVar("S_co", covariant=True)

Estimate: TypeAlias = Callable[[S], float]
Columns: TypeAlias = "tuple[NDArray[Any], ...]"  # arrays of one length: row i of all of them is state i
Tried: TypeAlias = tuple[A, S | None, float, tuple[Step, ...]]
DEAD_END: Final = float("inf")


class StateSpace(Protocol[S, A_co]):
    """States S and actions A of one puzzle. Costs are not negative."""

    def initial(self) -> Iterable[S]:
        """Give the states to start from; none where the puzzle contradicts itself at once."""

    def successors(self, state: S) -> Iterable[tuple[A_co, S, float]]:
        """Give each action with the state that it leads to and its cost, the most promising first.

        Requires: an iterable that may be read once, lazily. What cannot lead to a goal may be left out.
        """

    def is_goal(self, state: S) -> bool:
        """Return whether the puzzle is solved."""

    def key(self, state: S) -> Hashable:
        """Name a state as compactly as possible: equal keys exactly for states with the same future."""


@runtime_checkable
class Narrated(StateSpace[S, A_co], Protocol[S, A_co]):
    """A space that can explain ``successors``: each step with its reason, failed attempts included.

    It is only called when a trace is wanted.
    """

    def begin(self) -> tuple[Step, ...]:
        """Yield the steps known before the first decision."""

    def narrate(self, state: S) -> Iterable[Tried[A_co, S]]:
        """Give each action with its state, None where it fails, its cost, and the steps from one to the other."""


@runtime_checkable
class Judged(Narrated[S, A_co], Protocol[S, A_co]):
    """A space with ends that are no goals, because rules are checked only there."""

    def refute(self, state: S) -> tuple[Step, ...]:
        """Yield why a state without successors is no goal; nothing if it is one."""


@runtime_checkable
class Reversible(StateSpace[S, A_co], Protocol[S, A_co]):
    """A space that lists its goals and can be walked backwards from them."""

    def goal_states(self) -> Iterable[S | None]:
        """Give every goal that might be reached, each once; those that no path leads to may be among them.

        None may come between them, where the next one takes long to find: so a caller can look at the clock in between.
        """

    def predecessors(self, state: S) -> Iterable[tuple[A_co, S, float]]:
        """Give each action that leads to a state, with the state that it leads from and its cost."""


@runtime_checkable
class Staged(StateSpace[S, A_co], Protocol[S, A_co]):
    """A space whose states can be drawn with the pieces of a ``Stage``."""

    def places(self, state: S) -> tuple[int, ...]:
        """Give row and column (from 0) of each piece, by its number, one after the other."""


@record
class Expansion:
    """The children of a batch of states, k of them, as they lie on a stack: by their parents, the first successor of each last.

    ``parent`` int[k] is the row of each one's parent, ``action`` int[k] the number of the action between them, ``cost``
    number[k] its cost, ``h`` number[k] the estimate of the child. ``take`` makes the states of some children, by their numbers.
    ``degree`` int[n] counts the successors of each state, and ``left`` int[k] those of the parent that come after each child, in
    the order of the space: both with those that are left out.
    """

    parent: NDArray[np.integer[Any]]
    action: NDArray[np.integer[Any]]
    cost: NDArray[np.number[Any]]
    h: NDArray[np.number[Any]]
    take: Callable[[NDArray[np.integer[Any]]], Columns]
    degree: NDArray[np.integer[Any]]
    left: NDArray[np.integer[Any]]


class Batches(Protocol[S_co, A_co]):
    """A space and one of its heuristics in arrays, so that thousands of states are expanded at once.

    Requires: every step costs at least 1, and equal states have equal estimates. Actions are numbered from 0 below ``actions``.
    ``cycles`` are the numbers of steps, some of them perhaps impossible, in which a state may be reached again.
    """

    actions: int
    cycles: range

    def initial(self) -> tuple[Columns, NDArray[np.number[Any]]]:
        """Give the initial states, and the estimate of each."""

    def expand(self, states: Columns) -> Expansion:
        """Give the children; those with no way to a goal, and a step back to the parent's parent, may be left out."""

    def goals(self, states: Columns) -> NDArray[np.bool_]:
        """Return which states are goals."""

    def names(self, states: Columns) -> NDArray[Any]:
        """Name each state by a row [n, k]: equal rows exactly for equal states, whatever else their columns hold."""

    def retrace(self, start: int, actions: Sequence[int]) -> tuple[S_co, tuple[A_co, ...]]:
        """Carry out numbered actions from an initial state; return the last state and the actions as the space names them."""


@record
class Heuristic(Generic[S]):
    """An estimate with its promises; ``estimate`` may be DEAD_END where no goal can be reached. ``title`` describes it.

    ``prepare`` makes ready what takes long before the first estimate, such as tables, and returns figures about it for
    statistics. ``batches`` is the space with this heuristic in arrays, for searches that can use that.
    """

    name: str
    estimate: Estimate[S]
    admissible: bool
    consistent: bool
    title: str = ""
    prepare: Callable[[Observer], Mapping[str, str | int | float]] | None = None
    batches: Callable[[], Batches[S, Any]] | None = None

    @property
    def promises(self) -> str:
        """Describe its properties: admissible, consistent."""
        words = {"admissible": self.admissible, "consistent": self.consistent}
        return ", ".join(word for word, holds in words.items() if holds) or "not admissible"


@record
class Plan:
    """A path to a goal that is an answer by itself: its actions in order, and what it costs by a ``metric`` such as "moves".

    ``optimal`` is only True where the method guarantees that no plan costs less; ``doubt`` is why it does not.
    """

    actions: tuple[object, ...]
    cost: float
    metric: str
    optimal: bool = False
    doubt: str = ""

    @classmethod
    def judged(cls, actions: tuple[object, ...], cost: float, metric: str, doubt: str, least: float = 0.0) -> Self:
        """Make a plan that is optimal where there is no ``doubt``, or no plan can cost less than the ``least``."""
        doubt = doubt if cost > least else ""
        return cls(actions, cost, metric, not doubt, doubt)

    def __repr__(self) -> str:
        """Name length and cost in one line."""
        optimal = ", optimal" if self.optimal else ""
        return f"<plan: {counted(self.length, 'action')}, cost {self.price} by {self.metric}{optimal}>"

    @property
    def price(self) -> str:
        """Write the cost with all its digits."""
        return f"{self.cost:,.12g}"

    @property
    def length(self) -> int:
        """Count the actions."""
        return len(self.actions)

    def named(self, solution: object) -> Plan:
        """Return the plan with its actions as the solution of the puzzle names them, where it names as many."""
        return replace(self, actions=solution) if isinstance(solution, tuple) and len(solution) == self.length else self


@record
class Searchable(Generic[S]):
    """A puzzle as a space, its heuristics by name, and a function from a goal and the path to it to the solution.

    ``offset`` is the cost of the initial state, part of every path. ``title`` describes the states.
    ``metric`` names what the cost of a path counts where the path is an answer, a ``Plan``; None where only the goal matters.
    ``unit_costs``: every step costs 1. ``constructive``: paths build solutions up, so none comes back to a state, and
    goals are where paths end. ``claim`` is that of the formula, where the space is one's.
    """

    space: StateSpace[S, Any]
    heuristics: Mapping[str, Heuristic[S]]
    solution: Callable[[S, tuple[Any, ...]], Any]
    offset: float = 0
    title: str = ""
    metric: str | None = None
    unit_costs: bool = False
    constructive: bool = False
    claim: Claim = EXACT


def zero(_: object) -> float:
    """Estimate nothing: A* becomes uniform-cost search."""
    return 0


ZERO: Final[Heuristic[Any]] = Heuristic(
    "zero", zero, admissible=True, consistent=True, title="always 0: A* becomes uniform-cost search"
)
