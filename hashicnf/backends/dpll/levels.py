"""The figures of a DPLL session, and its decisions."""

from __future__ import annotations

from dataclasses import dataclass

from hashicnf.effort import Statistics


@dataclass(slots=True)
class DpllStatistics(Statistics):
    """Figures of a session: ``expanded`` counts decisions, ``generated`` both values of each that were tried."""

    propagated: int = 0
    conflicts: int = 0
    cuts: int = 0


@dataclass(slots=True)
class Level:
    """A decision: how long the trail was before it, its code, and whether it has been turned round."""

    before: int
    code: int
    turned: bool = False
