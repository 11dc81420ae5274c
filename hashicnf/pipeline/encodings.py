"""The options of ``encode``, defined once for the command line and the library.

``cli/options`` adds their help texts, the library takes its keyword arguments from them, and ``solving.request`` adds the options
of solvers.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields
from typing import Any, Final

from hashicnf.records import record


@record(kw_only=True)
class Encodings:
    """The options of a formula: names of encodings, the largest sets with static ``cuts``, and the ``depth`` of unary levels.

    Without ``redundant``, constraints that follow from the others are left out. With ``simplify``, literals that unit propagation
    derives are fixed and removed from the constraints; None: as the family decides, and if ``connectivity`` is ``auto`` or
    ``link-elimination``. ``options`` are those of the family's constraints, as texts by name. For puzzles that are solved by plans,
    ``horizon`` is the largest number of steps of a plan, and ``metric`` names the actions that count as steps and their costs
    (None: the family's default).
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
        """Return the values of the fields of ``Encodings`` by name, without those of subclasses."""
        return {field.name: getattr(self, field.name) for field in fields(Encodings)}


USUAL: Final = Encodings()
