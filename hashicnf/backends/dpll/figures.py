"""The figures of a DPLL session."""

from __future__ import annotations

from dataclasses import dataclass

from hashicnf.core.limits import Statistics


@dataclass(slots=True)
class DpllStatistics(Statistics):
    """The statistics of a session, summed over all calls of ``solve``.

    ``expanded`` counts decisions and ``generated`` the values of them that were tried, one or two each. ``propagated`` counts
    literals forced by clauses, ``conflicts`` clauses found false, ``cuts`` the clauses that theories gave.
    """

    propagated: int = 0
    conflicts: int = 0
    cuts: int = 0
