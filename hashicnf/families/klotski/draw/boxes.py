"""Boards as boxes, two lines and four characters per cell; a goal at the edge of the board is marked by dashes there.

A wall is drawn between cells that belong to different pieces; the letter of a piece is in its middle, and a dot in each blank cell.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from hashicnf.families.klotski.board import Board

BLANK: Final = "."


class Glyphs(NamedTuple):
    """The characters of a style; ``corners`` is indexed by the walls up, down, left, right as bits 1, 2, 4, 8."""

    across: str
    down: str
    exit_across: str
    exit_down: str
    blank: str
    corners: str


GLYPHS: Final = {
    "unicode": Glyphs("─", "│", "╌", "╎", "·", " ╵╷│╴┘┐┤╶└┌├─┴┬┼"),
    "ascii": Glyphs("-", "|", "=", ":", ".", " |||-+++-+++-+++"),
}
HORIZONTAL: Final = frozenset("─╌-=")
VERTICAL: Final = frozenset("│╎|:")
CORNERS: Final = frozenset("┘┐┤└┌├┴┬┼─+")
DOTS: Final = frozenset("·.")


def size_of(board: Board) -> tuple[int, int]:
    """Return the numbers of lines and of characters per line of a drawing."""
    rows, columns = board.shape
    return 2 * rows + 1, 4 * columns + 1


def shows_goal(board: Board) -> bool:
    """Return whether the goal lies at the edge of the board, so that dashes can show it."""
    wanted, (rows, columns) = board.wanted, board.shape
    _, r, c = board.goal
    return r == 0 or c == 0 or r + wanted.height == rows or c + wanted.width == columns


def draw(board: Board, grid: Sequence[str], style: str) -> list[str]:
    """Return the lines of a drawing of a grid of letters."""
    glyphs, (rows, columns) = GLYPHS[style], board.shape
    lines, width = size_of(board)
    cells = [[" "] * width for _ in range(lines)]
    for r in range(rows + 1):
        for c in range(columns + 1):
            _walls(board, grid, cells, glyphs, r, c)
    _label(board, grid, cells, glyphs.blank)
    return ["".join(row) for row in cells]


def _walls(board: Board, grid: Sequence[str], cells: list[list[str]], glyphs: Glyphs, r: int, c: int) -> None:
    """Draw the upper left corner of a cell with the walls to its right and down."""
    up, down = _wall(grid, r - 1, c - 1, r - 1, c), _wall(grid, r, c - 1, r, c)
    left, right = _wall(grid, r - 1, c - 1, r, c - 1), _wall(grid, r - 1, c, r, c)
    across = glyphs.exit_across if _at_exit(board, r, c, across=True) else glyphs.across
    below = glyphs.exit_down if _at_exit(board, r, c, across=False) else glyphs.down
    corner = glyphs.corners[up + 2 * down + 4 * left + 8 * right]
    if corner == glyphs.across and _at_exit(board, r, c - 1, across=True):
        corner = across
    if corner == glyphs.down and _at_exit(board, r - 1, c, across=False):
        corner = below
    cells[2 * r][4 * c] = corner
    if right:
        cells[2 * r][4 * c + 1 : 4 * c + 4] = across * 3
    if down:
        cells[2 * r + 1][4 * c] = below


def _label(board: Board, grid: Sequence[str], cells: list[list[str]], blank: str) -> None:
    """Write a letter into the middle of each piece, a dot into each blank cell."""
    seen = set()
    size = {piece.name: (piece.height, piece.width) for piece in board.pieces}
    for r, row in enumerate(grid):
        for c, letter in enumerate(row):
            if letter == BLANK:
                cells[2 * r + 1][4 * c + 2] = blank
            elif letter not in seen:
                seen.add(letter)
                height, width = size[letter]
                cells[2 * r + height][4 * c + 2 * width] = letter


def _letter(grid: Sequence[str], r: int, c: int) -> str:
    """Return the letter of a cell, "" outside the board."""
    return grid[r][c] if 0 <= r < len(grid) and 0 <= c < len(grid[0]) else ""


def _wall(grid: Sequence[str], r: int, c: int, y: int, x: int) -> bool:
    return _letter(grid, r, c) != _letter(grid, y, x)


def _at_exit(board: Board, r: int, c: int, *, across: bool) -> bool:
    """Return whether the wall above (or to the left of) a cell is a part of the board's edge along the goal."""
    wanted, (rows, columns) = board.wanted, board.shape
    _, row, column = board.goal
    if across:
        return r in {0, rows} & {row, row + wanted.height} and column <= c < column + wanted.width
    return c in {0, columns} & {column, column + wanted.width} and row <= r < row + wanted.height


def read(board: Board, lines: Sequence[str]) -> tuple[str, ...]:
    """Return the grid of letters of a drawing: cells without walls between them are one piece, "?" if it has no letter."""
    rows, columns = board.shape
    grid = [["?"] * columns for _ in range(rows)]
    seen: set[tuple[int, int]] = set()
    for r in range(rows):
        for c in range(columns):
            if (r, c) in seen:
                continue
            region = _region(lines, r, c, board.shape)
            seen |= region
            letter = _named(lines, region)
            for y, x in region:
                grid[y][x] = letter
    return tuple("".join(row) for row in grid)


def _region(lines: Sequence[str], r: int, c: int, shape: tuple[int, int]) -> set[tuple[int, int]]:
    """Return the cells (row, column) that no wall separates from a cell."""
    found, open_ = {(r, c)}, [(r, c)]
    while open_:
        y, x = open_.pop()
        sides = (
            (y - 1, x, lines[2 * y][4 * x + 2] in HORIZONTAL),
            (y + 1, x, lines[2 * y + 2][4 * x + 2] in HORIZONTAL),
            (y, x - 1, lines[2 * y + 1][4 * x] in VERTICAL),
            (y, x + 1, lines[2 * y + 1][4 * x + 4] in VERTICAL),
        )
        for row, column, wall in sides:
            inside = 0 <= row < shape[0] and 0 <= column < shape[1]
            if inside and not wall and (row, column) not in found:
                found.add((row, column))
                open_.append((row, column))
    return found


def _named(lines: Sequence[str], region: set[tuple[int, int]]) -> str:
    """Return the letter of the piece in a region, BLANK for a blank cell, "?" for a piece without a letter."""
    r, c = min(region)
    if lines[2 * r + 1][4 * c + 2] in DOTS:
        return BLANK
    height, width = max(y for y, _ in region) + 1 - r, max(x for _, x in region) + 1 - c
    letter = lines[2 * r + height][4 * c + 2 * width]
    return letter if letter.isascii() and letter.isalpha() else "?"
