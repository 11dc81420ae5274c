"""The cubes of an incremental formula, and whether they cover all assignments, so that nothing is left if all are refuted."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TypeAlias

from hashicnf.logic import Ints

Literals: TypeAlias = tuple[int, ...]


def is_partition(cubes: Sequence[Literals]) -> bool:
    """Return whether cubes are exactly the leaves of a tree that decides one variable after the other."""
    waiting = [([*cubes], 0)]
    while waiting:
        some, depth = waiting.pop()
        if len(some) == 1 and len(some[0]) == depth:
            continue
        if not some or not all(len(cube) > depth for cube in some):
            return False
        variable = abs(some[0][depth])
        sides = [[cube for cube in some if cube[depth] == literal] for literal in (variable, -variable)]
        if sum(map(len, sides)) < len(some):
            return False
        waiting += [(side, depth + 1) for side in sides]
    return True


def are_all(cubes: Iterable[Ints]) -> bool:
    """Return whether cubes, int32[k] each, are known to cover all assignments: as leaves of a tree, some perhaps repeated.

    Cubes that cover all assignments in another way are not recognised.
    """
    return is_partition([*dict.fromkeys(tuple(cube.tolist()) for cube in cubes)])
