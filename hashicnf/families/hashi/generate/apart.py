"""Boards on which no two islands touch: layouts are tried until all islands have found a place.

Each layout leaves out cells beside islands (``is_apart``), so it may end with fewer islands than it was asked for. How many
find a place depends on chance: growth ends with an island on about every third cell.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from hashicnf.core.randomness import RandomStream
from hashicnf.errors import GaveUp, UsageError
from hashicnf.families.hashi.generate.growth import ISLAND, Flags, Layout

MOST_TRIES: Final = 1_000
LEAST_TRIES: Final = 3
CELLS_TRIED: Final = 20_000  # on all tries together


def apart(layout: Layout) -> Layout:
    """Make a layout that returns all islands of one that may return fewer.

    It raises UsageError for islands on more than every second cell, and GaveUp if no try finds room for all.
    """

    def tried(rows: int, columns: int, islands: int, random: RandomStream) -> Flags:
        require_room(rows, columns, islands)
        most, cells = 0, rows * columns
        for _ in range(max(LEAST_TRIES, min(MOST_TRIES, CELLS_TRIED // cells))):
            flags = layout(rows, columns, islands, random)
            if (there := int(np.count_nonzero(flags & ISLAND))) == islands:
                return flags
            most = max(most, there)
        raise no_room(rows, columns, islands, most)

    return tried


def require_room(rows: int, columns: int, islands: int) -> None:
    """Raise UsageError for more islands than fit: of two cells side by side at most one is an island.

    Across two rows or two columns no bridge has a cell to be seen, so all islands lie in one of the two.
    """
    narrow, long = sorted((rows, columns))
    most = ((long if narrow == 2 else rows * columns) + 1) // 2
    if islands > most:
        fewer = "fewer --islands, or " if most > 1 else ""
        raise UsageError(
            f"--apart: {islands:,} islands that do not touch do not fit on {rows} x {columns} cells, which have room for "
            f"{most:,}: give {fewer}a larger --size"
        )


def no_room(rows: int, columns: int, islands: int, most: int) -> GaveUp:
    """Make (not raise) the error for islands for which no try has found room; ``most`` is what the best try placed."""
    return GaveUp(
        f"--apart: no room was found on {rows} x {columns} cells for {islands:,} islands that do not touch; the best try placed "
        f"{most:,}: give another --seed, fewer --islands, or a larger --size"
    )
