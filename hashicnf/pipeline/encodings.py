"""The options of ``encode``, defined once for the command line and the library.

``cli/options`` adds their help texts, the library takes its keyword arguments from them, and ``solving.request`` adds the options
of solvers.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields
from typing import Any

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


def from_elsewhere(connectivity: str, cardinality: str, at_most_one: str) -> str:
    """Return the end of "reported by ..." for a formula by encodings of other packages, "" if they are all of hashicnf.

    The names are those of encodings, or "" for a formula without one.
    """
    from hashicnf.passes.cardinality import CARDINALITY
    from hashicnf.passes.connectivity import CONNECTIVITY
    from hashicnf.passes.exclusive import EXCLUSIVE
    from hashicnf.registry import packages_of

    connecting, counting = CONNECTIVITY.find(connectivity), CARDINALITY.find(cardinality)
    excluding = EXCLUSIVE.find(at_most_one)
    found = [
        (CONNECTIVITY.noun, connectivity, packages_of([] if connecting is None else [connecting.encode])),
        (CARDINALITY.noun, cardinality, packages_of([] if counting is None else [counting.clauses])),
        (EXCLUSIVE.noun, at_most_one, packages_of([] if excluding is None else [excluding.clauses])),
    ]
    foreign = [f"the {noun} {name} of the package {package}" for noun, name, package in found if package]
    return f" from a formula by {' and '.join(foreign)}, which may exclude solutions" if foreign else ""
