"""Heuristics of other packages for the spaces of any family; those of hashicnf belong to the spaces themselves.

Each is an ``Estimator``, prepared for a board and then called for states. What a state is, is described where the space is made:
those of ``positions`` of tiles are bytes, one for each cell.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import field
from typing import Any, Final

from hashicnf.core.statespace import Estimate, Heuristic
from hashicnf.records import record
from hashicnf.registry import Registry, misreturned


@record
class Estimator:
    """A heuristic of a family in one of its spaces: ``prepare`` returns the estimate for a board and a metric.

    The metric is None for puzzles without plans. The declared properties hold for all boards and metrics.
    """

    title: str
    family: str
    space: str
    prepare: Callable[[Any, str | None], Estimate[Any]]
    admissible: bool = field(kw_only=True)
    consistent: bool = field(kw_only=True)

    def serves(self, family: str, space: str) -> bool:
        """Return whether it is a heuristic of this space of a family."""
        return (self.family, self.space) == (family, space)

    def named(self, name: str, board: object, metric: str | None) -> Heuristic[Any]:
        """Prepare the heuristic for a board. Raises PluginError if its function returns no function."""
        estimate = self.prepare(board, metric)
        if not callable(estimate):
            raise misreturned(self.prepare, estimate, "expected a function")
        return Heuristic(name, estimate, self.admissible, self.consistent, self.title)


HEURISTICS: Final[Registry[Estimator]] = Registry(__name__, "HEURISTIC", "heuristic", "Estimator")
