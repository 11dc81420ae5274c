"""Weighted heuristics: by f = g + w h a search goes for what seems near a goal, and its path costs at most w times the least.

Reference: Pohl 1970, "Heuristic search viewed as path finding in a graph".
"""

from __future__ import annotations

from dataclasses import replace
from typing import TypeVar

from hashicnf.core.statespace import Heuristic

S = TypeVar("S")


def weighted(heuristic: Heuristic[S], weight: float) -> Heuristic[S]:
    """Multiply a heuristic by a weight from 1 up; what it promised is no longer certain."""
    if weight == 1:
        return heuristic
    factor = int(weight) if weight == int(weight) else weight
    estimate = heuristic.estimate
    return replace(
        heuristic,
        estimate=lambda state: factor * estimate(state),
        admissible=False,
        consistent=False,
        batches=None,
    )
