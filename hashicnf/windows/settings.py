"""The constants of windows in one table, each with what was measured for it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class Plan:
    """A way to cut a board into windows.

    ``scale`` is that of tiles, ``halo`` the tiles around the interior of a window; a window is given up after so many ``conflicts``
    in one attempt, or when it would have more than ``most_tiles``.
    """

    scale: float
    halo: int
    conflicts: int
    most_tiles: int


LARGE: Final = Plan(scale=1.0, halo=4, conflicts=20_000, most_tiles=4000)
SMALL: Final = Plan(scale=0.625, halo=2, conflicts=5_000, most_tiles=1500)
SMALLER: Final = Plan(scale=0.3, halo=2, conflicts=5_000, most_tiles=1500)
WIDER: Final = Plan(scale=1.25, halo=2, conflicts=5_000, most_tiles=1500)


@dataclass(frozen=True, slots=True)
class Settings:
    """The constants of windows; lengths are in tiles."""

    nodes_per_tile: int = 64
    interior: int = 4
    margin: int = 4
    few_open: float = 1.2
    where_few_are_open: tuple[Plan, ...] = (LARGE, SMALL)
    where_many_are_open: tuple[Plan, ...] = (SMALL, SMALLER, WIDER)
    patience: int = 5
    most_rounds: int = 2_000
    portion: int = 1_000
    static_cuts: int = 2
    equation_width: int = 4
    region: int = 24
    overlap: int = 1
    worthwhile: float = 0.01

    def nodes_in_tile(self, nodes: int, undecided: int) -> float:
        """Return how many of ``nodes`` a tile of scale 1 holds: fewer where more variables than nodes are undecided."""
        return self.nodes_per_tile * min(1, nodes / max(1, undecided))

    def plans(self, nodes: int, undecided: int) -> tuple[Plan, ...]:
        """Return the plans to try, in order."""
        return self.where_few_are_open if undecided <= self.few_open * nodes else self.where_many_are_open


DEFAULTS: Final = Settings()
