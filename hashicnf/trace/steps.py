"""The steps of a search, and the records of a trace.

Literals are those of the formula, so one drawing serves every method; of a literal and its negation on the path to a node the
later one holds. Steps of a puzzle without a formula have a ``text`` instead. ``rule``, ``kind`` and ``source`` name a constraint
as in ``core.constraints``: the name of its rule, the kind of thing that caused it, and the index of that thing. Narrators, which
are made for a family, turn them into sentences.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from typing import Final, Literal, TypeAlias

from hashicnf.records import record

FORMAT: Final = 1
AT_MOST_ONE: Final = "at_most_one"  # like the next ones a setting of a formula, named only if it is not the default
REDUNDANT: Final = "redundant"
SIMPLIFY: Final = "simplify"
HORIZON: Final = "horizon"
METRIC: Final = "metric"
OPTION: Final = "option "  # followed by the name of an option of the family
SkipKind: TypeAlias = Literal["above", "known", "cycle", "hopeless", "other"]
Figures: TypeAlias = Mapping[str, str | int | float | None]


@record
class Start:
    """The first record: the method, the puzzle as native text, and the settings that are needed to repeat the run."""

    method: str
    family: str = ""
    lines: tuple[str, ...] = ()
    settings: Figures = field(default_factory=dict)
    format: int = FORMAT


@record
class Decision:
    """A decision: the node is the ``branch``-th child tried of its parent, counting from 1."""

    literals: tuple[int, ...]
    text: str = ""
    branch: int = 1


@record
class Forced:
    """A literal that follows: the others of ``clause`` are false. Source -1: unknown."""

    literal: int
    rule: str
    kind: str
    source: int
    clause: tuple[int, ...] = ()


@record
class Conflict:
    """A constraint that can no longer be met: all literals of ``clause`` are false."""

    rule: str
    kind: str
    source: int
    clause: tuple[int, ...] = ()


@record
class Prune:
    """A node cut off although no clause is violated; ``sources`` are the things of this kind that cannot be satisfied."""

    reason: str
    kind: str
    sources: tuple[int, ...] = ()


@record
class Cut:
    """A clause learned from a rule that is not encoded; ``sources`` are the things that it is about."""

    clause: tuple[int, ...]
    rule: str
    kind: str
    sources: tuple[int, ...] = ()


@record
class Round:
    """The search begins again from the start, with a new bound on ``measure``: f, or steps. Rounds count from 1."""

    number: int
    measure: str
    bound: float


@record
class Goals:
    """The search also goes backwards from so many goals; no path may lead to some of them."""

    count: int


@record
class Goal:
    """A goal from which the search goes backwards, the root of a tree of its own; ``places`` are those of ``Staged`` spaces."""

    places: tuple[int, ...] = ()


@record
class Meet:
    """The node has the same state as the node ``other``, which the search from the other side has reached."""

    other: int


@record
class Expand:
    """The search expands this node, perhaps long after it was reached."""


@record
class Skip:
    """A node that the search does not enter, for a ``reason``, as text for people.

    It is ``above`` a bound, its state is ``known`` or closes a ``cycle`` on the path, or it is ``hopeless`` by the estimate.
    """

    reason: str
    kind: SkipKind = "other"


@record
class Cheaper:
    """A node whose state was reached before, at a higher ``cost``, and was ``open`` or ``closed``; it is open from now on.

    The node ``other`` stood for that state until now; -1 where that is not known.
    """

    cost: float
    state: str
    other: int = -1


@record
class Backtrack:
    """A step back: every branch below the node is exhausted, and the search returns to its parent."""


@record
class Solution:
    """The node solves the puzzle; ``literals`` are all true literals, where there is a formula."""

    literals: tuple[int, ...] = ()


@record
class End:
    """The last record: solved, unsolvable or stopped, with the reason, and the figures of the run."""

    outcome: str
    reason: str = ""
    figures: Figures = field(default_factory=dict)


Step: TypeAlias = (
    Start
    | Decision
    | Forced
    | Conflict
    | Prune
    | Cut
    | Round
    | Goals
    | Goal
    | Meet
    | Expand
    | Skip
    | Cheaper
    | Backtrack
    | Solution
    | End
)
OPEN, CLOSED = "open", "closed"  # the list of a best-first search that a state is in
BACKWARDS: Final = "backwards: "  # before the text of a decision that leads from its node to the parent
STEPS: Final[Mapping[str, type[Step]]] = {
    kind.__name__.lower(): kind
    for kind in (
        Start,
        Decision,
        Forced,
        Conflict,
        Prune,
        Cut,
        Round,
        Goals,
        Goal,
        Meet,
        Expand,
        Skip,
        Cheaper,
        Backtrack,
        Solution,
        End,
    )
}


@record
class Record:
    """A step at a node of the search tree: ``h`` is the estimate there, times the weight of the search.

    ``g`` is the cost so far, where the search orders by f.
    """

    node: int
    parent: int
    step: Step
    h: float | None = None
    g: float | None = None

    def __repr__(self) -> str:
        """Name the step and the node in one line."""
        return f"<record: {type(self.step).__name__} at node {self.node}>"

    @property
    def f(self) -> float | None:
        """Return the value by which the search orders nodes: g + h, or h alone; None for a search without estimates."""
        return self.h if self.g is None or self.h is None else self.g + self.h
