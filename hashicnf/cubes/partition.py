"""Cubes as leaves of a tree of decisions: no assignment is in two of them, and each is in one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TypeAlias

from hashicnf.records import record

Literals: TypeAlias = tuple[int, ...]


@record
class Cube:
    """Decisions in order; ``closed`` where propagation refutes the formula under them. ``share`` of the work is an estimate."""

    literals: Literals
    closed: bool = False
    share: float = 0.0


def is_partition(cubes: Sequence[Literals]) -> bool:
    """Return whether cubes are all leaves of a tree that decides one variable after the other, each once."""
    if len(cubes) == 1 and not cubes[0]:
        return True
    if not cubes or not all(cubes):
        return False
    variable = abs(cubes[0][0])
    sides = [[cube[1:] for cube in cubes if cube[0] == literal] for literal in (variable, -variable)]
    return sum(map(len, sides)) == len(cubes) and all(is_partition(side) for side in sides)


def prefixes(cubes: Sequence[Literals]) -> Iterator[Literals]:
    """Yield the inner nodes of the tree, children before their parents, the root last."""
    found = {cube[:length] for cube in cubes for length in range(len(cube))}
    yield from sorted(found, key=lambda prefix: (-len(prefix), prefix))
