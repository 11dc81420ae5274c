"""Boards on which no two islands touch: layouts are tried until all islands have found a place.

Each layout leaves out cells beside islands (``is_apart``), so it may end with fewer islands than it was asked for. How many
find a place depends on chance: growth ends with an island on about every third cell.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import numpy as np

from hashicnf.core.randomness import RandomStream
from hashicnf.errors import UsageError
from hashicnf.families.hashi.generate.growth import ISLAND, Flags

MOST_TRIES: Final = 1_000
LEAST_TRIES: Final = 3
CELLS_TRIED: Final = 20_000  # on all tries together


def apart(
    layout: Callable[[int, int, int, RandomStream], Flags],
) -> Callable[[int, int, int, RandomStream], Flags]:
    """Make a layout that returns all islands or raises UsageError of one that may return fewer."""

    def tried(rows: int, columns: int, islands: int, random: RandomStream) -> Flags:
        most, cells = 0, rows * columns
        tries = max(LEAST_TRIES, min(MOST_TRIES, CELLS_TRIED // cells))
        for _ in range(tries if 2 * islands <= cells + 1 else 0):
            flags = layout(rows, columns, islands, random)
            if (there := int(np.count_nonzero(flags & ISLAND))) == islands:
                return flags
            most = max(most, there)
        raise no_room(rows, columns, islands, most)

    return tried


def no_room(rows: int, columns: int, islands: int, most: int = 0) -> UsageError:
    """Make (not raise) the error for more islands than find a place; ``most`` is what a try placed, 0 for none."""
    found = f"; one try placed {most:,}" if most else ""
    return UsageError(
        f"--apart: {islands:,} islands that do not touch do not fit on {rows} x {columns} cells{found}: "
        "give fewer --islands, or a larger --size"
    )
