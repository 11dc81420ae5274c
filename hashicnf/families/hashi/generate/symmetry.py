"""Boards whose islands lie symmetrically: a layout on the upper half, a copy below, and one bridge between them.

The copy is rotated by half a turn, or mirrored. The bridge runs down a column, from the last island of the upper half to the first
of the lower, through the middle island, which remains if the number of islands is odd; no other bridge may cross it. The rows
between the halves, such as the middle one of an odd number of rows, then get their share of the islands, each with its partner:
wherever both can be connected at once. Clues need not be symmetric: extra and double bridges are chosen afterwards, as on all
boards.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from hashicnf.core.randomness import RandomStream
from hashicnf.errors import UsageError
from hashicnf.families.hashi.generate.growth import DOWN, ISLAND, RIGHT, Flags, Layout, extend, transposed

TRIES: Final = 100
PATIENCE: Final = 10  # tries, after which fewer islands lie between the halves
FEWEST: Final = 4  # islands of each half, if others lie between the halves
NONE, ROTATE, MIRROR = SYMMETRIES = ("none", "rotate", "mirror")


def has_middle(rows: int, columns: int, symmetry: str) -> bool:
    """Return whether the board has a cell for an island that is mapped to itself."""
    return symmetry == NONE or (rows % 2 == 1 and (symmetry == MIRROR or columns % 2 == 1))


def partner(symmetry: str, shape: tuple[int, int], cell: tuple[int, int]) -> tuple[int, int]:
    """Return the cell that is symmetric to a cell: row and column, from 0."""
    (rows, columns), (row, column) = shape, cell
    if symmetry == NONE:
        return cell
    return rows - 1 - row, column if symmetry == MIRROR else columns - 1 - column


def symmetric(layout: Layout, symmetry: str, *, is_apart: bool) -> Layout:
    """Return a symmetric layout made of a layout for half the board; if ``is_apart``, a row or two keep the halves from touching.

    It raises UsageError for sizes and numbers of islands of which no board is symmetric, for more islands than the halves have room
    for, and if no try leaves room for the bridge.
    """
    if symmetry == NONE:
        return layout

    def both(rows: int, columns: int, islands: int, random: RandomStream) -> Flags:
        _require_possible(rows, columns, islands, symmetry, is_apart=is_apart)
        if rows == 1 and symmetry == MIRROR:
            return layout(rows, columns, islands, random)
        if rows < 2 + is_apart and rows < columns and symmetry == ROTATE:
            return transposed(both(columns, rows, islands, random))
        half = (rows - is_apart) // 2
        between = _between(rows, rows - 2 * half, islands, symmetry)
        if (room := half * columns) < (islands - between) // 2:
            raise UsageError(
                f"{islands:,} islands do not fit: two halves have room for {2 * room:,}; "
                f"give {'fewer --islands, or ' if room else ''}a larger --size"
            )
        for number in range(TRIES):
            upper = _upper(layout, (half, columns), (islands - between) // 2, random, symmetry)
            flags = _joined(upper, rows, symmetry, random, has_middle=islands % 2 == 1, is_apart=is_apart)
            if flags is None:
                continue
            flags = _filled(flags, half, between, symmetry, random, is_apart=is_apart)
            if (missing := between - _islands(flags[half : rows - half])) == 0:
                return flags
            if number % PATIENCE == PATIENCE - 1 and room > (islands - between) // 2:
                between = max(islands % 2, between - missing)
        raise UsageError(
            f"--symmetry {symmetry}: no bridge connects the halves; give more --islands, another size or another seed"
        )

    return both


def _joined(
    upper: Flags, rows: int, symmetry: str, random: RandomStream, *, has_middle: bool, is_apart: bool
) -> Flags | None:
    """Return a layout of so many rows: an upper half, its copy below, and a bridge between them, through a middle island if any.

    Return None if no bridge can be built.
    """
    half, columns = upper.shape
    lower = _mirrored(upper) if symmetry == MIRROR else _turned(upper)
    flags = np.concatenate((upper, np.zeros((rows - 2 * half, columns), dtype=np.uint8), lower))
    middle_column = columns // 2 if has_middle and symmetry == ROTATE else None
    if (column := _join(flags, random, middle_column, is_near=not (is_apart and has_middle))) is None:
        return None
    flags[rows // 2, column] |= ISLAND * has_middle
    return flags


def _between(rows: int, middle: int, islands: int, symmetry: str) -> int:
    """Return how many of the islands lie in the ``middle`` rows between the halves; each half has the same number of others."""
    if middle > 1 and symmetry == MIRROR:  # partners would touch
        return 0
    pairs = min(islands * middle // rows // 2, islands // 2 - FEWEST)
    return islands % 2 + 2 * max(0, pairs)


def _filled(flags: Flags, half: int, between: int, symmetry: str, random: RandomStream, *, is_apart: bool) -> Flags:
    """Return a layout with further islands, and their partners, in the rows between the halves, up to so many there."""
    rows, columns = flags.shape
    cells = [(row, column) for row in range(half, (rows + 1) // 2) for column in range(columns)]
    missing, there = between - _islands(flags[half : rows - half]), _islands(flags)
    for place in random.order(len(cells)).tolist():
        both = sorted({cells[place], partner(symmetry, flags.shape, cells[place])})
        if both[0] == cells[place] and len(both) <= missing:
            pair = np.array([row * columns + column for row, column in both])
            grown = extend(flags, there + len(both), random, [pair], is_apart=is_apart)
            if _islands(grown) == there + len(both):
                flags, missing, there = grown, missing - len(both), there + len(both)
    return flags


def _islands(flags: Flags) -> int:
    """Return the number of islands of a layout."""
    return int(np.count_nonzero(flags & ISLAND))


def _require_possible(rows: int, columns: int, islands: int, symmetry: str, *, is_apart: bool) -> None:
    """Raise UsageError for an odd number of islands without a cell for the middle one, and for islands that must lie in one line.

    Of two rows or columns all islands that do not touch lie in the same, and half a turn moves them to the other.
    """
    if is_apart and symmetry == ROTATE and 2 in (rows, columns):
        raise UsageError(
            f"--symmetry rotate and --apart: on {rows} x {columns} cells, islands that do not touch all lie in the same "
            f"{'row' if rows == 2 else 'column'}, and half a turn moves them to the other; give a larger --size"
        )
    if islands % 2 and not has_middle(rows, columns, symmetry):
        odd = "number of rows" if symmetry == MIRROR else "number of rows and of columns"
        raise UsageError(
            f"--symmetry {symmetry}: {islands} islands are pairs and one in the middle, which takes an odd {odd}; "
            f"give {islands - 1} islands, or another size"
        )


def _upper(layout: Layout, shape: tuple[int, int], islands: int, random: RandomStream, symmetry: str) -> Flags:
    """Return the layout of half a board; a single island, for which layouts are not made, is placed here.

    Raises UsageError, which names the symmetry, for a half that cannot be laid out.
    """
    rows, columns = shape
    if islands > 1:
        try:
            return layout(rows, columns, islands, random)
        except UsageError as problem:
            raise UsageError(f"--symmetry {symmetry}: each half, {rows} x {columns} cells: {problem}") from None
    flags = np.zeros((rows, columns), dtype=np.uint8)
    flags.flat[int(random.below(rows * columns, 1)[0])] = ISLAND
    return flags


def _mirrored(flags: Flags) -> Flags:
    """Return a layout upside down; the flag DOWN moves by one row, since a bridge is marked at its upper cells."""
    found = flags[::-1] & np.uint8(ISLAND | RIGHT)
    found[:-1] |= (flags[::-1] & np.uint8(DOWN))[1:]
    return found


def _turned(flags: Flags) -> Flags:
    """Return a layout rotated by half a turn: mirrored in rows and in columns."""
    found = _mirrored(flags)[:, ::-1]
    turned = found & np.uint8(ISLAND | DOWN)
    turned[:, :-1] |= (found & np.uint8(RIGHT))[:, 1:]
    return turned


def _join(flags: Flags, random: RandomStream, only: int | None, *, is_near: bool) -> int | None:
    """Build a bridge between the halves, in any column or the ``only`` one; return its column, None if none can be built.

    Unless ``is_near``, the bridge has at least three cells.
    """
    rows, columns = flags.shape
    islands = flags & ISLAND > 0
    half = rows // 2
    able = []
    for column in range(columns) if only is None else (only,):
        upper, lower = np.flatnonzero(islands[:half, column]), np.flatnonzero(islands[half:, column])
        if len(upper) and len(lower):
            first, last = int(upper[-1]), half + int(lower[0])
            if (is_near or last - first > 3) and not _passed(flags, column)[first + 1 : last].any():
                able.append((column, first, last))
    if not able:
        return None
    column, first, last = able[int(random.below(len(able), 1)[0])]
    flags[first:last, column] |= DOWN
    return column


def _passed(flags: Flags, column: int) -> np.ndarray[tuple[int], np.dtype[np.bool_]]:
    """Return the rows, bool[rows], in which a bridge enters a column from the left."""
    return flags[:, column - 1] & RIGHT > 0 if column else np.zeros(len(flags), dtype=np.bool_)
