"""Boards of two parts that only one pair of islands can connect, so that every solution has bridges there.

    left     ●─●─●           Each part is laid out on its own: on half of the columns, and on rows of its own except one. In
    right    │     ●─●       that row the last island of the left part sees the first of the right one, and a bridge connects
    both     ●─●───●         them; no other pair of the two parts sees each other. The halves of a tall board lie one above the
    right    │     ●───●     other. Parts of many islands have parts of their own.
    left     ●─●

Where no two islands may touch, a board of half the size is laid out and stretched.

To solve such a board one must notice that its parts have to be connected, and by an even or odd number of bridges, according to
the sum of their clues.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from hashicnf.core.randomness import RandomStream
from hashicnf.families.hashi.generate.growth import (
    DOWN,
    ISLAND,
    RIGHT,
    Flags,
    some_apart,
    some_of,
    spaced,
    spread,
    transposed,
)
from hashicnf.families.hashi.generate.planting import require_islands

FEWEST: Final = 8  # islands of a part within a part


def part(rows: int, columns: int, islands: int, random: RandomStream, *, is_apart: bool = False) -> Flags:
    """Return a layout of islands and a tree of bridges in two or more parts, as flags of each cell, uint8[rows, columns].

    Raises UsageError for fewer than 4 islands, and for more than the halves have ``room`` for.
    """
    require_islands(
        islands, 4, room(rows, columns, is_apart=is_apart), f"a board of two parts on {rows} x {columns} cells"
    )
    if is_apart:
        return _stretched(part(*_lines(rows, columns), islands, random), rows, columns, random)
    if rows > columns or (rows == columns and int(random.below(2, 1)[0])):
        return transposed(_side_by_side(columns, rows, islands, random))
    return _side_by_side(rows, columns, islands, random)


def room(rows: int, columns: int, *, is_apart: bool = False) -> int:
    """Return the number of islands for which two parts have room, half of them in each."""
    short, long = sorted(_lines(rows, columns) if is_apart else (rows, columns))
    return 2 * ((short + 1) // 2) * (long // 2)


def _lines(rows: int, columns: int) -> tuple[int, int]:
    """Return how many rows and columns can have islands if no two adjacent ones do."""
    return (rows + 1) // 2, (columns + 1) // 2


def _stretched(flags: Flags, rows: int, columns: int, random: RandomStream) -> Flags:
    """Return a layout on a board of about twice its size, so that no two islands touch; it needs the same techniques."""
    for axis, lines in enumerate((rows, columns)):
        flags = spaced(flags, some_apart(lines, flags.shape[axis], random), axis)
    return flags


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
