"""Slides: a tile next to the blank moves into it. Directions are those of the tile: left, right, up, down, always in this order.

A plan lists directions alone, as no two tiles can move in the same direction. In words a slide is ``5 left``: tile and direction.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from typing import Final

from hashicnf.families.tiles.board import BLANK, Board, Plan, Position

WAYS: Final = {"left": (0, -1), "right": (0, 1), "up": (-1, 0), "down": (1, 0)}
OPPOSITE: Final = {"left": "right", "right": "left", "up": "down", "down": "up"}
LETTERS: Final = {"L": "left", "R": "right", "U": "up", "D": "down"}


@cache
def slides(shape: tuple[int, int]) -> tuple[tuple[tuple[str, int], ...], ...]:
    """Return, for each cell of the blank, the directions in which a tile can move there, each with the cell it comes from."""
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
    """Return the tile of a slide in words ("" if it is not named) and its direction."""
    tile, _, way = step.rpartition(" ")
    return tile, way


def slide(shape: tuple[int, int], position: Position, step: str) -> tuple[int, Position] | None:
    """Return the tile that a slide moves, and the position after it; None if the slide is not possible."""
    (tile, way), blank = split(step), position.index(BLANK)
    cell = dict(slides(shape)[blank]).get(way)
    if cell is None or tile not in ("", str(position[cell])):
        return None
    return position[cell], swapped(position, blank, cell)


def played(board: Board, plan: Iterable[str]) -> Iterator[tuple[str, int, Position]]:
    """Yield each slide of a plan, the tile that it moves and the position after it, up to the first that is not possible."""
    position = board.start
    for step in plan:
        if (made := slide(board.shape, position, step)) is None:
            return
        tile, position = made
        yield step, tile, position


def worded(board: Board, plan: Plan) -> Plan:
    """Return a plan with the tiles named: ``left`` becomes ``5 left``; steps from the first impossible one on are unchanged."""
    named = [f"{tile} {split(step)[1]}" for step, tile, _ in played(board, plan)]
    return (*named, *plan[len(named) :])


def plain(board: Board, plan: Plan) -> Plan:
    """Return a plan without the names of tiles, up to the first impossible step; later steps keep them, for the checker."""
    ways = [split(step)[1] for step, _, _ in played(board, plan)]
    return (*ways, *plan[len(ways) :])
