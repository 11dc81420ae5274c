"""Cubes that are the leaves of a tree, and so cover all assignments: nothing is left if all are refuted."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

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
