"""Constraints that a window must satisfy beyond its clauses: they depend on the board outside the window.

To support a new constraint, add a module with a ``WindowRule``, and list it in ``state.RULES``.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from enum import Enum, auto
from typing import NamedTuple, Self

import numpy as np

from hashicnf.core.constraints import Cardinality, Clauses, Connected
from hashicnf.core.leaves import without_leaves
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
        """Return 1 or -1 for decided variables (true, false), 0 for others, int32[v + 1]."""
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
    """Global constraints of a formula: a connected graph, and sums; ``known`` int32[v + 1] is 1, -1 or (undecided) 0.

    ``inner`` is the graph without its leaves, which is connected if and only if the whole is; ``known`` excludes edges between two
    leaves.
    """

    connected: Connected
    counted: tuple[Cardinality, ...]
    known: Ints
    inner: Connected

    @classmethod
    def of(cls, connected: Connected, counted: tuple[Cardinality, ...], known: Ints) -> Self:
        """Find the leaves of a graph."""
        inner, known = without_leaves(connected, known)
        return cls(connected, counted, known, inner)

    def knowing(self, known: Ints) -> Self:
        """Return the constraints with other known values, int32[v + 1]."""
        return self.of(self.connected, self.counted, known)

    def spare(self) -> int | None:
        """Return how many literals of the sums will be true beyond those that connect the graph; None if the sums do not fix it."""
        return spare(self.connected, self.counted, self.known)

    def surplus(self) -> Ints:
        """Return the undecided literals that are counted but join nothing, int32[k]; requires that ``spare`` is not None."""
        return surplus(self.connected, self.counted, self.known)


class Holds(Enum):
    """How long a cut is valid.

    ``ALWAYS``: permanently. ``HERE``: while the variables contracted by the rule keep their values. ``WISHED``: until the window
    grows, and only if the window has a model then; a refutation must not depend on it.
    """

    ALWAYS = auto()
    HERE = auto()
    WISHED = auto()


class Cut(NamedTuple):
    """Clauses that a rule adds to a window: blocks int32[c, k] over the variables of the formula.

    The ``auxiliaries`` numbers that follow the last of these variables are variables of this cut alone.
    """

    blocks: tuple[Ints, ...]
    auxiliaries: int = 0
    holds: Holds = Holds.ALWAYS


class WindowRule(ABC):
    """A constraint on the edges of a graph, one variable each; edges outside a window can be contracted."""

    __slots__ = ()

    @abstractmethod
    def edge_variables(self) -> Ints:
        """Return the variable of each edge, int32[e]."""

    @classmethod
    @abstractmethod
    def of(cls, demands: Demands, settings: Settings) -> Self | None:
        """Build the rule from the global constraints; None if it has no effect."""

    def clauses(self, demands: Demands, settings: Settings) -> list[Clauses]:  # noqa: ARG002 - most rules have none
        """Return clauses that every solution satisfies, and that solvers take long to learn."""
        return []

    @abstractmethod
    def fixed(self, value: Ints) -> Self:
        """Return the rule with the variables whose ``value``, int32[v + 1], is 1 or -1 as constants."""

    def tile_clauses(self, demands: Demands, tile_of: Ints) -> tuple[list[Clauses], Ints]:  # noqa: ARG002
        """Return clauses about whole tiles, and ``tile_of`` int32[v + 1] with the tiles of their auxiliary variables appended."""
        return [], tile_of

    @abstractmethod
    def narrowed(self, near: Bools, assignment: PartialAssignment) -> Self:
        """Return the rule with only the edges that are near, bool[e], and the others contracted."""

    @abstractmethod
    def violated(self, assignment: PartialAssignment, solved: Ints) -> list[Cut]:
        """Return cuts, clauses that the assignment falsifies; none if it satisfies the rule.

        ``solved`` int32[k] are the variables that the window has decided.
        """
