"""Marginals: each cell with the numbers that it has in some solution, shaded by the share of all solutions that have them there.

In text, the numbers of a cell are in a small box, each followed by its shade; a single number is there in every solution. A drawing
wider than the screen is replaced by a list. In pictures, large numbers are certain, and small ones are darker the larger their
share.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Final

import numpy as np

from hashicnf.core.picture import Look, Paint, Picture, Shape, Text, framed
from hashicnf.core.shades import LEGEND, SHADES
from hashicnf.core.variables import Variables
from hashicnf.families import Layout, Marginals
from hashicnf.families.sudoku.board import Board
from hashicnf.families.sudoku.draw.picture import FILLED, GIVEN, grid
from hashicnf.logic import Shares
from hashicnf.pictures.wrapping import width_of

FAINT, MOST = 0.25, 0.9  # opacity of numbers of very few and of nearly all solutions
ROOM: Final = 0.84  # of a cell, for small numbers
FULL: Final = 0.9  # share of its place that a small number may fill across


def draw(board: Board, variables: Variables, shares: Shares, width: int | None = None) -> Layout:
    """Return a drawing of the cells with numbers and shades, or a list of them if a line would be longer than ``width``."""
    of_cell = _of_cells(variables, shares)
    drawn, legend = _blocks(board, of_cell), LEGEND * bool(((of_cell > 0) & (of_cell < 1)).any())
    if width is not None and len(drawn.partition("\n")[0]) > width:
        return Layout("".join(_listed(of_cell)) + legend, (), ())
    return Layout(drawn + legend, *_places(board))


def _places(board: Board) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return the middle line of each row of cells, and the middle character of each column, as ``_blocks`` draws them."""
    tall, wide = board.box
    cell = wide * (len(str(board.side)) + 1)
    rows = tuple(1 + r * (tall + 1) + tall // 2 for r in range(board.side))
    return rows, tuple(2 + c * (cell + 1) + c // wide * 2 + (cell - 1) // 2 for c in range(board.side))


def picture(board: Board, variables: Variables, shares: Shares, look: Look) -> Picture:
    """Return the picture of the grid with the numbers that each cell has in some solution."""
    n, at = board.side, look.margins[0]
    shapes = [*grid(board, at), *_numbers(board, _of_cells(variables, shares), at)]
    title = f"Sudoku of {n} by {n} cells, each number as dark as the share of solutions that have it there"
    return framed((n, n), shapes, title, look)


def data(board: Board, variables: Variables, shares: Shares) -> list[dict[str, object]]:
    """List the cells that are not given, row and column from 1, with the share of each number that some solution has there."""
    of_cell = _of_cells(variables, shares)
    return [
        {
            "cell": [r + 1, c + 1],
            "shares": {str(k + 1): share for k, share in enumerate(of_cell[r, c].tolist()) if share},
        }
        for r, c in np.argwhere(board.givens == 0).tolist()
    ]


def _of_cells(variables: Variables, shares: Shares) -> Shares:
    """Return the share of each number in each cell: float64[n, n, n]."""
    found: Shares = shares[variables["cell"].lits]
    return found


def _shade(share: float) -> str:
    return next((shade for below, shade in SHADES if share < below), "")


def _blocks(board: Board, of_cell: Shares) -> str:
    """Return a drawing in which each cell is a box of its numbers, each at a fixed place."""
    n, (tall, wide) = board.side, board.box
    slot = len(str(n)) + 1
    rule = "─" * (wide * (wide * slot + 1) + 1)
    lines = ["┌" + "┬".join([rule] * (n // wide)) + "┐"]
    for r in range(n):
        cells = [_block(board, shares) for shares in of_cell[r].tolist()]
        for level in range(tall):
            boxes = (" ".join(cell[level] for cell in cells[c : c + wide]) for c in range(0, n, wide))
            lines.append("│ " + " │ ".join(boxes) + " │")
        if r + 1 < n:
            blank = "│" + "│".join([" " * len(rule)] * (n // wide)) + "│"
            lines.append("├" + "┼".join([rule] * (n // wide)) + "┤" if (r + 1) % tall == 0 else blank)
    return "\n".join([*lines, "└" + "┴".join([rule] * (n // wide)) + "┘", ""])


def _block(board: Board, shares: list[float]) -> list[str]:
    """Return the lines of one cell."""
    tall, wide = board.box
    slot = len(str(board.side)) + 1
    if 1.0 in shares:
        middle = str(shares.index(1.0) + 1).center(wide * slot)
        return [middle if level == tall // 2 else " " * wide * slot for level in range(tall)]
    shown = [f"{k}{_shade(share)}".rjust(slot) if share else " " * slot for k, share in enumerate(shares, 1)]
    return ["".join(shown[at : at + wide]) for at in range(0, board.side, wide)]


def _listed(of_cell: Shares) -> Iterator[str]:
    """Yield a line for each cell whose number is not certain, the most frequent numbers first."""
    for r, c in np.argwhere((of_cell > 0).sum(axis=2) > 1).tolist():
        shares = of_cell[r, c].tolist()
        order = sorted((k for k, share in enumerate(shares) if share), key=lambda k: -shares[k])
        numbers = ", ".join(f"{k + 1} {_shade(shares[k])} {shares[k]:.2%}" for k in order)
        yield f"row {r + 1}, column {c + 1}: {numbers}\n"


def _numbers(board: Board, of_cell: Shares, at: float) -> Iterator[Shape]:
    """Yield large numbers where they are certain, small ones elsewhere."""
    tall, wide = board.box
    size = ROOM * min(1 / max(tall, wide), FULL / wide / width_of(str(board.side), 1))
    for r, row in enumerate(of_cell.tolist()):
        for c, shares in enumerate(row):
            if 1.0 in shares:
                is_given = bool(board.givens[r, c])
                number, paint = str(shares.index(1.0) + 1), GIVEN if is_given else FILLED
                yield Text(at + c + 0.5, at + r + 0.5, number, 0.56, paint, bold=is_given)
                continue
            for k, share in enumerate(shares):
                if share:
                    down, right = (k // wide + 0.5) / tall - 0.5, (k % wide + 0.5) / wide - 0.5
                    x, y = at + c + 0.5 + ROOM * right, at + r + 0.5 + ROOM * down
                    yield Text(x, y, str(k + 1), size, _tenths(round(share * 10)))


@cache
def _tenths(share: int) -> Paint:
    """Return the paint of a share, in tenths, between no solution and all."""
    return Paint(f"share share-{share}", fill="pen", opacity=FAINT + (MOST - FAINT) * share / 10)


MARGINALS: Final = Marginals(draw, picture, data)
