"""The first undecided variable, true first: no heuristic at all, the yardstick for the others."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from hashicnf.backends.dpll.branching import NOTHING, Branching, Choose, Material


def prepare(material: Material) -> Choose:
    """Walk through the variables in order."""
    codes = range(2, 2 * material.variables + 2, 2)

    def choose(truth: Sequence[int]) -> int:
        return next((code for code in codes if not truth[code] and not truth[code + 1]), NOTHING)

    return choose


BRANCHING: Final[Branching] = Branching("the first undecided variable", prepare)
