"""Weighted heuristics: by f = g + w h a search goes for what seems near a goal, and its path costs at most w times the least.

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
    """Multiply a heuristic by a weight from 1 up; what it promised is no longer certain."""
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
        """Give the initial states, and the estimate of each."""
        states, h = self._batches.initial()
        return states, h * self._factor

    def expand(self, states: Columns) -> Expansion:
        """Give the children."""
        children = self._batches.expand(states)
        return replace(children, h=children.h * self._factor)

    def goals(self, states: Columns) -> NDArray[np.bool_]:
        """Return which states are goals."""
        return self._batches.goals(states)

    def names(self, states: Columns) -> NDArray[Any]:
        """Name the states."""
        return self._batches.names(states)

    def retrace(self, start: int, actions: Sequence[int]) -> tuple[S, tuple[A, ...]]:
        """Carry out numbered actions from an initial state."""
        return self._batches.retrace(start, actions)
