"""The first undecided variable, true first: no heuristic, the baseline for the others."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from hashicnf.backends.dpll.branching import Branching, Choose, Material
from hashicnf.propagation.codes import NOTHING, code


def prepare(material: Material) -> Choose:
    """Return a function that chooses the first undecided variable."""
    codes = [code(variable) for variable in material.variables]

    def choose(truth: Sequence[int]) -> int:
        for true in codes:
            if not truth[true] and not truth[true + 1]:
                return true
        return NOTHING

    return choose


BRANCHING: Final[Branching] = Branching("the first undecided variable", prepare)
