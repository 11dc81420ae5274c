"""Cubes as leaves of a tree of decisions: each assignment is in exactly one of them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TypeAlias

from hashicnf.records import record

Literals: TypeAlias = tuple[int, ...]


@record
class Cube:
    """Decisions in order; ``closed`` if propagation refutes the formula under them; ``share`` estimates the share of the work."""

    literals: Literals
    closed: bool = False
    share: float = 0.0


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


def prefixes(cubes: Sequence[Literals]) -> Iterator[Literals]:
    """Yield the inner nodes of the tree, children before their parents, the root last."""
    found = {cube[:length] for cube in cubes for length in range(len(cube))}
    yield from sorted(found, key=lambda prefix: (-len(prefix), prefix))
