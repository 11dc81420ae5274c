"""How a formula is made: the options of ``encode``, written down once.

The command line takes them from here (``cli/options`` adds their words), the library its keyword arguments; ``solving.request``
adds what is asked of a solver.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields
from typing import Any

from hashicnf.records import record


@record(kw_only=True)
class Encodings:
    """How a formula is made: names of encodings, the size of sets that get static cuts, and a bound on unary levels.

    Without ``redundant``, constraints that follow from the others are left out. With ``simplify``, what follows by unit
    propagation is fixed and left out of the others; None: as the family has it, and where ``connectivity`` is ``auto`` or
    ``link-elimination``. ``options`` are those of the family's constraints, as texts by name. For puzzles that are solved by plans,
    ``horizon`` is the most steps of a plan, and ``metric`` names the actions that count as steps and their costs; None is the usual
    one.
    """

    cardinality: str = "direct"
    connectivity: str = "auto"
    cuts: int = 0
    depth: int | None = None
    at_most_one: str = "pairwise"
    redundant: bool = True
    simplify: bool | None = None
    options: Mapping[str, str] | None = None
    horizon: int | None = None
    metric: str | None = None

    def named(self) -> dict[str, Any]:
        """Return the values of the fields by name, those of encodings alone."""
        return {field.name: getattr(self, field.name) for field in fields(Encodings)}
