"""Drawings of several solutions at once: what they share stays, what differs is marked."""

from __future__ import annotations

from itertools import zip_longest

from hashicnf.families import Puzzle

DIFFERS = "?"


def differing(puzzle: Puzzle, one: object, other: object, style: str | None = None) -> str:
    """Draw a solution with a mark at each character where the drawing of another one differs.

    Raises UsageError for an unknown style.
    """
    drawings = (puzzle.draw(solution, style).splitlines() for solution in (one, other))
    lines = ((a or "", b or "") for a, b in zip_longest(*drawings))
    return "".join(f"{_marked(a, b)}\n" for a, b in lines)


def _marked(one: str, other: str) -> str:
    width = max(len(one), len(other))
    pairs = zip(one.ljust(width), other.ljust(width), strict=True)
    return "".join(a if a == b else DIFFERS for a, b in pairs).rstrip()
