"""Rules that a window must keep beyond its clauses: they look past the window.

A new kind of board adds a module with a ``WindowRule`` and its line in ``state.RULES``.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from enum import Enum, auto
from typing import NamedTuple, Self

import numpy as np

from hashicnf.core.constraints import Cardinality, Clauses, Connected
from hashicnf.core.spare import spare, surplus
from hashicnf.logic import Bools, Ints
from hashicnf.records import record
from hashicnf.windows.settings import Settings


@record
class PartialAssignment:
    """A partial assignment: ``decided`` and ``model`` are bool[v + 1]; an undecided variable is False in ``model``."""

    decided: Bools
    model: Bools

    @classmethod
    def of(cls, value: Ints) -> Self:
        """Decide the variables whose ``value``, int32[v + 1], is 1 or -1."""
        return cls(value != 0, value > 0)

    def value(self) -> Ints:
        """Return 1 or -1 for what is decided, 0 for other variables, int32[v + 1]."""
        return np.where(self.decided, np.where(self.model, 1, -1), 0).astype(np.int32)

    def decide(self, variables: Ints, values: Bools) -> None:
        """Assign variables."""
        self.decided[variables] = True
        self.model[variables] = values

    def forget(self, variables: Ints) -> None:
        """Make variables undecided."""
        self.decided[variables] = False
        self.model[variables] = False


class Demands(NamedTuple):
    """Global constraints of a formula: a connected graph, and sums; ``known`` int32[v + 1] is 1, -1 or (open) 0."""

    connected: Connected
    counted: tuple[Cardinality, ...]
    settings: Settings
    known: Ints

    def spare(self) -> int | None:
        """Return how many true literals the sums leave beyond a tree of what known edges join; None where they do not say."""
        return spare(self.connected, self.counted, self.known)

    def surplus(self) -> Ints:
        """List the open literals that are counted but join nothing, int32[k], where ``spare`` is known."""
        return surplus(self.connected, self.counted, self.known)


class Holds(Enum):
    """How long a cut holds.

    ``ALWAYS``: for good. ``HERE``: while what the rule has contracted stays decided. ``WISHED``: until the window grows, and only
    if it has a solution so; no refutation may need it.
    """

    ALWAYS = auto()
    HERE = auto()
    WISHED = auto()


class Cut(NamedTuple):
    """Clauses that a rule adds to a window: blocks int32[c, k] over the variables of the formula.

    The next numbers, ``auxiliaries`` of them, are variables of this cut alone.
    """

    blocks: tuple[Ints, ...]
    auxiliaries: int = 0
    holds: Holds = Holds.ALWAYS


class WindowRule(ABC):
    """A rule over the edges of a graph, each with a variable; the rest of the board can be contracted."""

    __slots__ = ()

    @abstractmethod
    def edge_variables(self) -> Ints:
        """Return the variable of each edge, int32[e]."""

    @classmethod
    @abstractmethod
    def of(cls, demands: Demands) -> Self | None:
        """Read the rule off what is demanded; None where it says nothing."""

    def clauses(self, demands: Demands) -> list[Clauses]:  # noqa: ARG002 - most rules have none
        """Return clauses that every solution satisfies and solvers are slow to find."""
        return []

    @abstractmethod
    def fixed(self, value: Ints) -> Self:
        """Take variables whose ``value``, int32[v + 1], is 1 or -1 as constants."""

    def tile_clauses(self, demands: Demands, tile_of: Ints) -> tuple[list[Clauses], Ints]:  # noqa: ARG002
        """Return clauses about whole tiles, and ``tile_of`` int32[v + 1] continued for the variables that they add."""
        return [], tile_of

    @abstractmethod
    def narrowed(self, near: Bools, assignment: PartialAssignment) -> Self:
        """Keep the edges that are near, bool[e], and contract the others."""

    @abstractmethod
    def violated(self, assignment: PartialAssignment, solved: Ints) -> list[Cut]:
        """Return what the assignment breaks, as clauses that it falsifies, none if it keeps the rule.

        ``solved`` int32[k] are the variables that the window has decided.
        """
