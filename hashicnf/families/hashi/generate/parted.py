"""Boards of parts that hang together by one pair of islands each: whatever is tried, the parts are joined there.

    left     ●─●─●           Each part is laid out on its own: on half of the columns, and on rows of its own but for one. There
    right    │     ●─●       the last island of the left part sees the first of the right one, and a bridge joins them; no other
    both     ●─●───●         pair sees each other across. The halves of a tall board lie one above the other. Parts of many
    right    │     ●───●     islands have parts of their own.
    left     ●─●

To solve such a board one has to see that its parts must be joined, and by how many bridges: even or odd, as their numbers add up.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from hashicnf.core.randomness import RandomStream
from hashicnf.families.hashi.generate.growth import DOWN, ISLAND, RIGHT, Flags, some_of, spaced, spread
from hashicnf.families.hashi.generate.planting import require_islands

FEWEST: Final = 8  # islands of a part of a part


def part(rows: int, columns: int, islands: int, random: RandomStream) -> Flags:
    """Lay out islands and a tree of bridges in two parts or more; return the flags of each cell, uint8[rows, columns].

    Requires at least 4 islands, and at most those for which the halves have room.
    """
    require_islands(islands, 4, room(rows, columns), f"a board of two parts on {rows} x {columns} cells")
    if rows > columns or (rows == columns and int(random.below(2, 1)[0])):
        return _transposed(_side_by_side(columns, rows, islands, random))
    return _side_by_side(rows, columns, islands, random)


def room(rows: int, columns: int) -> int:
    """Return how many islands two parts have room for, half of them in each."""
    short, long = sorted((rows, columns))
    return 2 * ((short + 1) // 2) * (long // 2)


def _side_by_side(rows: int, columns: int, islands: int, random: RandomStream) -> Flags:
    """Lay out two parts, the left one on the left half of the columns, that share one row and have the others in turns."""
    heights = (rows + 1) // 2, rows + 1 - (rows + 1) // 2
    left = _part(heights[0], columns // 2, islands // 2, random)
    right = _part(heights[1], columns - columns // 2, islands - islands // 2, random)
    row, last = _drawn(_ends(left), random)
    other_row, first = _drawn(_ends(right[:, ::-1]), random)
    above = some_of(row + other_row, row, random)
    below = some_of(rows - 1 - row - other_row, heights[0] - 1 - row, random)
    is_left, is_right = (np.concatenate((one, [True], other)) for one, other in ((above, below), (~above, ~below)))
    flags = np.concatenate((spaced(left, is_left), spaced(right, is_right)), axis=1)
    flags[row + other_row, last : columns - 1 - first] |= RIGHT
    return flags


def _part(rows: int, columns: int, islands: int, random: RandomStream) -> Flags:
    """Lay out a part, of parts again where it has islands enough for two."""
    is_parted = 2 * FEWEST <= islands <= room(rows, columns)
    return (part if is_parted else spread)(rows, columns, islands, random)


def _ends(flags: Flags) -> list[tuple[int, int]]:
    """List the rows whose last island sees the right edge of the board, with its column; the first row with islands is one."""
    found = []
    for row, is_island in enumerate(flags & ISLAND > 0):
        if is_island.any():
            last = int(np.flatnonzero(is_island)[-1])
            if not row or not (flags[row - 1, last + 1 :] & DOWN).any():
                found.append((row, last))
    return found


def _drawn(places: list[tuple[int, int]], random: RandomStream) -> tuple[int, int]:
    return places[int(random.below(len(places), 1)[0])]


def _transposed(flags: Flags) -> Flags:
    """Exchange rows and columns."""
    turned = flags.T
    steps = np.array(
        (0, DOWN, RIGHT, RIGHT | DOWN), dtype=np.uint8
    )  # by what they were: RIGHT and DOWN are neighbouring bits
    found: Flags = (turned & np.uint8(ISLAND)) | steps[turned // RIGHT & 3]
    return found
