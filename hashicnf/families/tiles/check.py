"""Check plans from the rules of the puzzle alone: a plan is carried out slide by slide on a grid.

action   a step is no slide at all
slide    there is no such tile, or the cell to which it moves is not the blank
goal     the plan does not end in the goal
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from hashicnf.errors import counted
from hashicnf.families import Violation
from hashicnf.families.tiles.board import Board

MOST_DIGITS: Final = 9  # of a tile
SHOWN: Final = 20  # digits of a name in messages
STEP: Final = re.compile(r"(?:([0-9]+) )?(left|right|up|down)")
WAYS: Final = {"left": (0, -1), "right": (0, 1), "up": (-1, 0), "down": (1, 0)}  # rows down, columns to the right
BESIDE: Final = {"left": "left of", "right": "right of", "up": "above", "down": "below"}


def check(board: Board, plan: Sequence[str]) -> list[Violation]:
    """List the rule that the first impossible step breaks, or the goal if the plan does not reach it; empty if correct."""
    rows, columns = board.shape
    grid = [list(board.start[r * columns : (r + 1) * columns]) for r in range(rows)]
    for number, step in enumerate(plan, 1):
        if (found := STEP.fullmatch(step)) is None:
            return [Violation("action", f"step {number}: {step!r} is no move")]
        if (wrong := _slide(grid, found[1], found[2])) is not None:
            return [Violation("slide", f"step {number}: {wrong}")]
    reached = [tile for row in grid for tile in row]
    for cell, (tile, wanted) in enumerate(zip(reached, board.goal, strict=True)):
        if tile != wanted:
            where = f"row {cell // columns + 1}, column {cell % columns + 1}"
            message = f"after {counted(len(plan), 'step')} {where} holds {_name(tile)}, not {_name(wanted)}"
            return [Violation("goal", message, (divmod(cell, columns),))]
    return []


def _slide(grid: list[list[int]], name: str | None, way: str) -> str | None:
    """Make a slide in place; return None, or a message if it is not possible. Without a name the only tile that can go moves."""
    down, right = WAYS[way]
    cells = {tile: (r, c) for r, row in enumerate(grid) for c, tile in enumerate(row)}
    (y, x) = cells[0]
    r, c = y - down, x - right
    if name is None and not (0 <= r < len(grid) and 0 <= c < len(grid[0])):
        return f"no tile can move {way}: the blank is at the border"
    digits = str(grid[r][c]) if name is None else name.lstrip("0") or "0"
    tile = int(digits) if len(digits) <= MOST_DIGITS else 0  # int() refuses thousands of digits
    if tile == 0 or tile not in cells:
        return f"there is no tile {digits if len(digits) <= SHOWN else f'{digits[:SHOWN]}...'}"
    if cells[tile] != (r, c):
        return f"tile {tile} cannot move {way}: the blank is not {BESIDE[way]} it"
    grid[y][x], grid[r][c] = tile, 0
    return None


def _name(tile: int) -> str:
    return f"tile {tile}" if tile else "the blank"
