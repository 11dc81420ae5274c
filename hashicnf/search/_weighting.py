"""Weighted heuristics: with f = g + w h a search prefers states that seem near a goal; its path costs at most w times the least.

Reference: Pohl 1970, "Heuristic search viewed as path finding in a graph".
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from hashicnf.core.statespace import Batches, Columns, Expansion, Heuristic

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

S = TypeVar("S")
A = TypeVar("A")


def weighted(heuristic: Heuristic[S], weight: float) -> Heuristic[S]:
    """Return a heuristic multiplied by a weight >= 1; unless that is 1, it is neither admissible nor consistent any more."""
    if weight == 1:
        return heuristic
    factor = int(weight) if weight == int(weight) else weight
    estimate, batches = heuristic.estimate, heuristic.batches
    return replace(
        heuristic,
        estimate=lambda state: factor * estimate(state),
        admissible=False,
        consistent=False,
        batches=None if batches is None else lambda: WeightedBatches(batches(), factor),
    )


class WeightedBatches(Generic[S, A]):
    """A space in arrays with a heuristic that is multiplied by a factor."""

    def __init__(self, batches: Batches[S, A], factor: float) -> None:
        """Wrap a space."""
        self._batches, self._factor = batches, factor
        self.actions, self.cycles = batches.actions, batches.cycles

    def initial(self) -> tuple[Columns, NDArray[np.number[Any]]]:
        """Return the initial states, and the estimate of each."""
        states, h = self._batches.initial()
        return states, h * self._factor

    def expand(self, states: Columns) -> Expansion:
        """Return the children."""
        children = self._batches.expand(states)
        return replace(children, h=children.h * self._factor)

    def goals(self, states: Columns) -> NDArray[np.bool_]:
        """Return which states are goals."""
        return self._batches.goals(states)

    def names(self, states: Columns) -> NDArray[Any]:
        """Return a key of each state."""
        return self._batches.names(states)

    def retrace(self, start: int, actions: Sequence[int]) -> tuple[S, tuple[A, ...]]:
        """Apply numbered actions to an initial state."""
        return self._batches.retrace(start, actions)
