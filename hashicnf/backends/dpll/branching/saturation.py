"""Saturation: decide a literal of the cardinality constraint with the least freedom left, near the last one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from hashicnf.backends.dpll.branching import Branching, Choose, Material
from hashicnf.errors import UsageError
from hashicnf.propagation.saturation import Saturation


def prepare(material: Material) -> Choose:
    """Return the choice for the constraints of a puzzle. Raises UsageError if there are none."""
    if not material.groups:
        raise UsageError("branching by saturation needs a puzzle: a formula alone does not say what is counted")
    saturation = Saturation(material.groups, material.variables)
    last = 0

    def choose(truth: Sequence[int]) -> int:
        nonlocal last
        decision, last = saturation.choose(truth, last)
        return decision

    return choose


BRANCHING: Final[Branching] = Branching(
    "the constraint with least freedom left (puzzles only)", prepare, needs_groups=True
)
