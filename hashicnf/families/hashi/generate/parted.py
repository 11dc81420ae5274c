"""Boards of two parts that only one pair of islands can connect, so that every solution has bridges there.

    left     ●─●─●           Each part is laid out on its own: on half of the columns, and on rows of its own except one. In
    right    │     ●─●       that row the last island of the left part sees the first of the right one, and a bridge connects
    both     ●─●───●         them; no other pair of the two parts sees each other. The halves of a tall board lie one above the
    right    │     ●───●     other. Parts of many islands have parts of their own.
    left     ●─●

To solve such a board one must notice that its parts have to be connected, and by an even or odd number of bridges, according to
the sum of their clues.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from hashicnf.core.randomness import RandomStream
from hashicnf.families.hashi.generate.growth import DOWN, ISLAND, RIGHT, Flags, some_of, spaced, spread
from hashicnf.families.hashi.generate.planting import require_islands

FEWEST: Final = 8  # islands of a part within a part


def part(rows: int, columns: int, islands: int, random: RandomStream) -> Flags:
    """Return a layout of islands and a tree of bridges in two or more parts, as flags of each cell, uint8[rows, columns].

    Raises UsageError for fewer than 4 islands, and for more than the halves have ``room`` for.
    """
    require_islands(islands, 4, room(rows, columns), f"a board of two parts on {rows} x {columns} cells")
    if rows > columns or (rows == columns and int(random.below(2, 1)[0])):
        return _transposed(_side_by_side(columns, rows, islands, random))
    return _side_by_side(rows, columns, islands, random)


def room(rows: int, columns: int) -> int:
    """Return the number of islands for which two parts have room, half of them in each."""
    short, long = sorted((rows, columns))
    return 2 * ((short + 1) // 2) * (long // 2)


def _side_by_side(rows: int, columns: int, islands: int, random: RandomStream) -> Flags:
    """Return a layout of two parts on the left and right half of the columns; they share one row and divide the others."""
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
    """Return the layout of a part, itself divided into parts if it has enough islands."""
    is_parted = 2 * FEWEST <= islands <= room(rows, columns)
    return (part if is_parted else spread)(rows, columns, islands, random)


def _ends(flags: Flags) -> list[tuple[int, int]]:
    """List (row, column) of the last island of each row that sees the right edge; the first row with islands is one of them."""
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
    """Return a layout with rows and columns exchanged."""
    turned = flags.T
    # By what they were: RIGHT and DOWN are neighbouring bits.
    steps = np.array((0, DOWN, RIGHT, RIGHT | DOWN), dtype=np.uint8)
    found: Flags = (turned & np.uint8(ISLAND)) | steps[turned // RIGHT & 3]
    return found
