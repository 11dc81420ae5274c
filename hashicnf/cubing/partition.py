"""Cubes as leaves of a tree of decisions: each assignment is in exactly one of them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from hashicnf.dimacs.cubes import Literals
from hashicnf.records import record


@record
class Cube:
    """Decisions in order; ``closed`` if propagation refutes the formula under them; ``share`` estimates the share of the work."""

    literals: Literals
    closed: bool = False
    share: float = 0.0


def prefixes(cubes: Sequence[Literals]) -> Iterator[Literals]:
    """Yield the inner nodes of the tree, children before their parents, the root last."""
    found = {cube[:length] for cube in cubes for length in range(len(cube))}
    yield from sorted(found, key=lambda prefix: (-len(prefix), prefix))
