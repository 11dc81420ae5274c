"""Slides: a tile beside the blank moves into it. The way is the tile's: left, right, up, down, in this order everywhere.

In words a slide is ``5 left``: the tile and its way.
"""

from __future__ import annotations

from collections.abc import Iterator
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


def worded(shape: tuple[int, int], start: Position, ways: Iterator[str] | list[str]) -> Plan:
    """Name the tiles that move: ``left`` becomes ``5 left``, and ``? left`` where no tile can move so and from there on."""
    found, position = list[str](), start
    lost = False
    for way in ways:
        blank = position.index(BLANK)
        cell = dict(slides(shape)[blank]).get(way)
        lost = lost or cell is None
        if lost or cell is None:
            found.append(f"? {way}")
            continue
        found.append(f"{position[cell]} {way}")
        position = swapped(position, blank, cell)
    return tuple(found)


def positions(shape: tuple[int, int], start: Position, plan: Plan) -> Iterator[Position]:
    """Yield the start, then the position after each slide, up to the first that cannot be made."""
    yield start
    position = start
    for step in plan:
        tile, _, way = step.partition(" ")
        blank = position.index(BLANK)
        cell = dict(slides(shape)[blank]).get(way)
        if cell is None or str(position[cell]) != tile:
            return
        position = swapped(position, blank, cell)
        yield position
