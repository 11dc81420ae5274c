"""State spaces, the interface between puzzles and search: states, steps with costs, a goal.

A family describes a puzzle as a ``StateSpace``; the algorithms of ``search`` find a path from an initial state to a goal through
this interface alone. States are values: a space never changes a state that it has returned, so an algorithm may keep states, drop
them and return to them in any order.

A heuristic is separate from the space. It estimates the cost from a state to a goal, and declares its properties:
    admissible   never more than the true remaining cost, so that A* and IDA* return a cheapest path
    consistent   no step lowers it by more than the step costs (and it is 0 at goals), so that A* expands no state twice

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

    from hashicnf.core.progress import Observer

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
        """Return the initial states; none where the puzzle is found contradictory at once."""

    def successors(self, state: S) -> Iterable[tuple[A_co, S, float]]:
        """Return each action with the state that it leads to and its cost, the most promising first.

        The iterable is read once, perhaps not to its end. Actions that cannot lead to a goal may be left out.
        """

    def is_goal(self, state: S) -> bool:
        """Return whether the puzzle is solved."""

    def key(self, state: S) -> Hashable:
        """Return a small key of a state, equal exactly for states with the same possible continuations."""


@runtime_checkable
class Narrated(StateSpace[S, A_co], Protocol[S, A_co]):
    """A space that can explain ``successors``: each step with its reason, failed attempts included.

    These methods are called only when a trace is wanted.
    """

    def begin(self) -> tuple[Step, ...]:
        """Return the steps known before the first decision."""

    def narrate(self, state: S) -> Iterable[Tried[A_co, S]]:
        """Return each action with the state after it (None where it fails), its cost, and the steps of the trace between them."""


@runtime_checkable
class Judged(Narrated[S, A_co], Protocol[S, A_co]):
    """A space in which a state without successors need not be a goal, because some rules are checked only there."""

    def refute(self, state: S) -> tuple[Step, ...]:
        """Return steps that explain why a state without successors is no goal; none if it is a goal."""


@runtime_checkable
class Reversible(StateSpace[S, A_co], Protocol[S, A_co]):
    """A space that lists its goals and can be walked backwards from them."""

    def goal_states(self) -> Iterable[S | None]:
        """Yield every goal that might be reached, each once; goals that no path leads to may be among them.

        None may be yielded between goals where the next one takes long to find, so that the caller can check its limits.
        """

    def predecessors(self, state: S) -> Iterable[tuple[A_co, S, float]]:
        """Return each action that leads to a state, with the state from which it does so and its cost."""


@runtime_checkable
class Staged(StateSpace[S, A_co], Protocol[S, A_co]):
    """A space whose states can be drawn with the pieces of a ``Stage``."""

    def places(self, state: S) -> tuple[int, ...]:
        """Return row and column (from 0) of each piece, in the order of their numbers, in one flat tuple."""


@record
class Expansion:
    """The k children of a batch of states, in the order of a stack: sorted by parent, and of each parent the first successor last.

    ``parent`` int[k] is the row of each child's parent, ``action`` int[k] the number of the action between them, ``cost``
    number[k] its cost, ``h`` number[k] the estimate of the child. ``take`` makes the states of some children, by their numbers.
    ``degree`` int[n] counts the successors of each state, and ``left`` int[k] the successors of the parent that come after each
    child in the order of the space; both count successors that are left out here, too.
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

    Requires: every step costs at least 1, and equal states have equal estimates. Actions are numbered from 0 to ``actions`` - 1.
    ``cycles`` holds the numbers of steps after which a state may be reached again; some of them may be impossible.
    """

    actions: int
    cycles: range

    def initial(self) -> tuple[Columns, NDArray[np.number[Any]]]:
        """Return the initial states, and the estimate of each."""

    def expand(self, states: Columns) -> Expansion:
        """Return the children; dead ends, and the step back to the parent's parent, may be left out."""

    def goals(self, states: Columns) -> NDArray[np.bool_]:
        """Return which states are goals."""

    def names(self, states: Columns) -> NDArray[Any]:
        """Return a key of each state as a row of an array [n, k]: equal rows exactly for equal states."""

    def retrace(self, start: int, actions: Sequence[int]) -> tuple[S_co, tuple[A_co, ...]]:
        """Apply numbered actions to an initial state; return the last state and the actions as the space names them."""


@record
class Heuristic(Generic[S]):
    """An estimate with its properties; ``estimate`` may return DEAD_END where no goal can be reached. ``title`` describes it.

    ``prepare`` builds data that takes long to make, such as tables, before the first estimate, and returns figures for
    statistics. ``batches`` makes the space with this heuristic in arrays, for searches that can use that.
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
    """A path to a goal that is an answer by itself: its actions in order, and its cost in a ``metric`` such as "moves".

    ``optimal`` is only True where the method guarantees that no plan costs less; otherwise ``doubt`` is the reason why it does not.
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
        """Return the plan with the actions of ``solution`` as its own, if that is a tuple of as many; else the plan unchanged."""
        return replace(self, actions=solution) if isinstance(solution, tuple) and len(solution) == self.length else self


@record
class Searchable(Generic[S]):
    """A puzzle as a space, its heuristics by name, and a function from a goal and the path to it to the solution.

    ``offset`` is the cost of the initial state, part of every path. ``title`` describes the states.
    ``metric`` names the unit of the cost of a path where the path is an answer, a ``Plan``; None where only the goal matters.
    ``unit_costs``: every step costs 1. ``constructive``: paths build solutions up, so none returns to a state, and
    paths end at goals. ``claim`` is the claim of the formula, where the space is that of a formula.
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
    """Return 0 for every state: A* becomes uniform-cost search."""
    return 0


ZERO: Final[Heuristic[Any]] = Heuristic(
    "zero", zero, admissible=True, consistent=True, title="always 0: A* becomes uniform-cost search"
)
