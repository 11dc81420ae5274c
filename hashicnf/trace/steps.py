"""The steps of a search, and the records of a trace.

Literals are those of the formula, so one drawing serves every method; a puzzle without a formula leaves them empty and
has a ``text``. ``rule``, ``kind`` and ``source`` name a constraint as in ``constraints``: the rule's name, what is
counted, and which one. Narrators, which know the puzzle, turn them into sentences.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from typing import Final, TypeAlias

from hashicnf.records import record

FORMAT: Final = 1
AT_MOST_ONE: Final = "at_most_one"  # settings of a formula, named only where they are not the usual ones
REDUNDANT: Final = "redundant"
SIMPLIFY: Final = "simplify"
HORIZON: Final = "horizon"
METRIC: Final = "metric"
OPTION: Final = "option "  # followed by the name of an option of the family
Figures: TypeAlias = Mapping[str, str | int | float | None]


@record
class Start:
    """The first record: the method, the puzzle as native text, and the settings that matter for repeating the run."""

    method: str
    family: str = ""
    lines: tuple[str, ...] = ()
    settings: Figures = field(default_factory=dict)
    format: int = FORMAT


@record
class Decision:
    """A choice that nothing forced: the node is the ``branch``-th child tried of its parent, counting from 1."""

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
    """A node given up although no clause is violated; ``sources`` are the things of this kind that cannot be helped."""

    reason: str
    kind: str
    sources: tuple[int, ...] = ()


@record
class Cut:
    """A clause learned from a rule that is not written out; ``sources`` are the things that it is about."""

    clause: tuple[int, ...]
    rule: str
    kind: str
    sources: tuple[int, ...] = ()


@record
class Round:
    """A search begins again from the start, with a new bound on ``measure``: f, or steps. Rounds count from 1."""

    number: int
    measure: str
    bound: float


@record
class Goals:
    """A search also begins at so many goals, and goes backwards from them; some may be those that no path leads to."""

    count: int


@record
class Goal:
    """A goal that the search goes backwards from, the root of a tree of its own; ``places`` are those of ``Staged`` spaces."""

    places: tuple[int, ...] = ()


@record
class Meet:
    """The node has the state of another one, which the search from the other side has reached."""

    other: int


@record
class Expand:
    """A search took up this node, which it may have left waiting for long."""


@record
class Skip:
    """A node that the search does not enter, such as one above its bound, or known already."""

    reason: str


@record
class Cheaper:
    """A node with a state that was reached before, at a higher ``cost``, and was ``open`` or ``closed``; it is open from now on.

    The node ``other`` had that state until now; -1 where that is not known.
    """

    cost: float
    state: str
    other: int = -1


@record
class Backtrack:
    """A step back: every branch below the node is exhausted, and the search returns to its parent."""


@record
class Solution:
    """The node solves the puzzle; ``literals`` are all that are true, where there is a formula."""

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
OPEN, CLOSED = "open", "closed"  # what a state is in the lists of a best-first search
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
    """A step at a node of the search tree; ``h`` is the estimate there, and ``g`` the cost so far, where the search orders by f."""

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
        """Return what the search orders by: g + h, or h alone; None for a search without estimates."""
        return self.h if self.g is None or self.h is None else self.g + self.h
