"""A grid with its boxes: givens in bold, other numbers lighter; cells that break a rule are framed, so that no colour is needed.

Part of a solution has no such frames: of two equal numbers in a unit they would not show which one is wrong.
"""

from __future__ import annotations

from typing import Final

from hashicnf.core.picture import Box, Line, Look, Paint, Picture, Shape, Text, framed
from hashicnf.errors import counted
from hashicnf.families.sudoku.board import Board, Grid, units
from hashicnf.families.sudoku.draw import cells_of

GROUND: Final = Paint("ground", fill="land")
DIAGONAL: Final = Paint("diagonal", stroke="shade", width=0.12)
THIN: Final = Paint("line", stroke="soft", width=0.02)
THICK: Final = Paint("line box", stroke="ink", width=0.07)
GIVEN: Final = Paint("given", fill="ink")
FILLED: Final = Paint("filled", fill="pen")
WRONG: Final = Paint("wrong", fill="wrong")
FRAME: Final = Paint("frame wrong", stroke="wrong", width=0.06, dashes=(0.12, 0.08))


def picture(board: Board, solution: Grid | None, look: Look) -> Picture:
    """Return the picture of a board, filled in if there is a solution."""
    n, at = board.side, look.margins[0]
    cells = cells_of(board, solution).tolist()
    givens = board.givens.tolist()
    wrong = set() if solution is None or look.partial else _wrong(board, solution)
    shapes = grid(board, at)
    shapes += [Box(at + c + 0.1, at + r + 0.1, 0.8, 0.8, FRAME, 0.12) for r, c in sorted(wrong)]
    for paint in (GIVEN, FILLED, WRONG):
        for r, row in enumerate(cells):
            for c, number in enumerate(row):
                is_given = number == givens[r][c]
                own = WRONG if (r, c) in wrong else GIVEN if is_given else FILLED
                if number and own is paint:
                    shapes.append(Text(at + c + 0.5, at + r + 0.5, str(number), 0.56, paint, bold=is_given))
    return framed((n, n), shapes, f"Sudoku of {n} by {n} cells with {counted(board.given, 'given')}", look)


def grid(board: Board, at: float) -> list[Shape]:
    """Return the shapes of the empty grid, whose upper left corner has both coordinates ``at``."""
    n, (tall, wide) = board.side, board.box
    shapes: list[Shape] = [Box(at, at, n, n, GROUND)]
    if board.diagonals:
        shapes += [Line(at, at, at + n, at + n, DIAGONAL), Line(at + n, at, at, at + n, DIAGONAL)]
    for paint, is_thick in ((THIN, False), (THICK, True)):
        shapes += [Line(at + c, at, at + c, at + n, paint) for c in range(n + 1) if (c % wide == 0) == is_thick]
        shapes += [Line(at, at + r, at + n, at + r, paint) for r in range(n + 1) if (r % tall == 0) == is_thick]
    return shapes


def _wrong(board: Board, solution: Grid) -> set[tuple[int, int]]:
    """Return the cells (row, column) whose number occurs twice in a unit, is out of range, or differs from a given."""
    n, cells, givens = board.side, solution.cells.ravel().tolist(), board.givens.ravel().tolist()
    found = {cell for cell in range(n * n) if not 0 <= cells[cell] <= n or givens[cell] not in (0, cells[cell])}
    for kind in units(board).values():
        for unit in kind.tolist():
            numbers = [cells[cell] for cell in unit]
            found |= {cell for cell in unit if cells[cell] and numbers.count(cells[cell]) > 1}
    return {divmod(cell, n) for cell in found}
