"""Slides: a tile beside the blank moves into it. The way is the tile's: left, right, up, down, in this order everywhere.

A plan lists the ways alone: no two tiles can move the same way. In words a slide is ``5 left``, the tile and its way.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from typing import Final

from hashicnf.families.tiles.board import BLANK, Plan, Position

WAYS: Final = {"left": (0, -1), "right": (0, 1), "up": (-1, 0), "down": (1, 0)}
OPPOSITE: Final = {"left": "right", "right": "left", "up": "down", "down": "up"}
LETTERS: Final = {"L": "left", "R": "right", "U": "up", "D": "down"}


@cache
def slides(shape: tuple[int, int]) -> tuple[tuple[tuple[str, int], ...], ...]:
    """List for each cell of the blank the ways in which a tile can move there, each with the cell it comes from."""
    rows, columns = shape
    return tuple(
        tuple(
            (way, (r - down) * columns + c - right)
            for way, (down, right) in WAYS.items()
            if 0 <= r - down < rows and 0 <= c - right < columns
        )
        for r in range(rows)
        for c in range(columns)
    )


def swapped(position: Position, one: int, other: int) -> Position:
    """Return the position with the contents of two cells exchanged."""
    cells = list(position)
    cells[one], cells[other] = cells[other], cells[one]
    return tuple(cells)


def split(step: str) -> tuple[str, str]:
    """Take a slide in words apart: the tile, "" where it is not named, and the way."""
    tile, _, way = step.rpartition(" ")
    return tile, way


def slide(shape: tuple[int, int], position: Position, step: str) -> tuple[int, Position] | None:
    """Return the tile that a slide moves, and the position after it; None if it cannot be made."""
    (tile, way), blank = split(step), position.index(BLANK)
    cell = dict(slides(shape)[blank]).get(way)
    if cell is None or tile not in ("", str(position[cell])):
        return None
    return position[cell], swapped(position, blank, cell)


def worded(shape: tuple[int, int], start: Position, plan: Iterable[str]) -> Plan:
    """Name the tiles that move: ``left`` becomes ``5 left``; the steps from the first that cannot be made stay as they are."""
    steps = list(plan)
    position = start
    for number, step in enumerate(steps):
        if (made := slide(shape, position, step)) is None:
            break
        tile, position = made
        steps[number] = f"{tile} {split(step)[1]}"
    return tuple(steps)


def plain(shape: tuple[int, int], start: Position, plan: Iterable[str]) -> Plan:
    """Leave the tiles away, up to the first step that cannot be made: what names the wrong tile stays for the checker to see."""
    steps = list(plan)
    position = start
    for number, step in enumerate(steps):
        if (made := slide(shape, position, step)) is None:
            break
        position = made[1]
        steps[number] = split(step)[1]
    return tuple(steps)


def positions(shape: tuple[int, int], start: Position, plan: Iterable[str]) -> Iterator[Position]:
    """Yield the start, then the position after each slide, up to the first that cannot be made."""
    yield start
    position = start
    for step in plan:
        if (made := slide(shape, position, step)) is None:
            return
        position = made[1]
        yield position
