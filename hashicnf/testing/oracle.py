"""The oracle of a family: small puzzles, and an independent way to find their solutions."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from hashicnf.families import Puzzle


@dataclass(frozen=True)
class Oracle:
    """Puzzles in native text; ``solutions`` lists all solutions of a puzzle.

    ``shortest`` returns the cost of a cheapest plan in a metric, which is its number of steps if each costs 1 (None: no plan).
    """

    puzzles: tuple[str, ...]
    solutions: Callable[[Puzzle], list[Any]] | None = None
    shortest: Callable[[Puzzle, str], float | None] | None = None
