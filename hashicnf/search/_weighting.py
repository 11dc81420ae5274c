"""Weighted heuristics: by f = g + w h a search goes for what seems near a goal, and its path costs at most w times the least.

Reference: Pohl 1970, "Heuristic search viewed as path finding in a graph".
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from hashicnf.core.statespace import Batches, Columns, Expansion, Heuristic

S = TypeVar("S")


def weighted(heuristic: Heuristic[S], weight: float) -> Heuristic[S]:
    """Multiply a heuristic by a weight from 1 up; what it promised is no longer certain."""
    factor = int(weight) if weight == int(weight) else weight
    estimate, batches = heuristic.estimate, heuristic.batches
    return replace(
        heuristic,
        estimate=lambda state: factor * estimate(state),
        admissible=False,
        consistent=False,
        batches=None if batches is None else lambda: _Weighted(batches(), factor),
    )


class _Weighted:
    """A space in arrays whose estimates are multiplied."""

    def __init__(self, space: Batches[Any, Any], factor: float) -> None:
        """Take the space."""
        self._space, self._factor, self.actions = space, factor, space.actions

    def initial(self) -> tuple[Columns, NDArray[np.number[Any]]]:
        """Give the initial states of the space, and the weighted estimates."""
        states, h = self._space.initial()
        return states, h * self._factor

    def expand(self, states: Columns) -> Expansion:
        """Give the children in the space, with weighted estimates."""
        found = self._space.expand(states)
        return replace(found, h=found.h * self._factor)

    def goals(self, states: Columns) -> NDArray[np.bool_]:
        """Return which states are goals."""
        return self._space.goals(states)

    def retrace(self, start: int, actions: Any) -> tuple[Any, tuple[Any, ...]]:
        """Carry out actions in the space."""
        return self._space.retrace(start, actions)
