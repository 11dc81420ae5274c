"""Draw boards and solutions, and read drawings back.

    unicode   boxes drawn with lines, for human readers
    ascii     the same with + - |
    line      all cells in one line, as in .sdm files: 1 to 9, then A to Z
    csv       rows of numbers with commas between, 0 for an empty cell
    json      rows of numbers, for programs

Reading accepts all of these styles, and files of the format sdk. It does not check the rules: any grid of numbers with the board's
side is accepted, and the checker judges it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Final

import numpy as np

from hashicnf.core.document import Source
from hashicnf.core.jsondata import solution_data
from hashicnf.errors import InputError, UsageError, counted
from hashicnf.families import Layout
from hashicnf.families.sudoku.board import Board, Grid
from hashicnf.families.sudoku.text import LETTERED, glyph_rows, lines_of, rows_of, square
from hashicnf.logic import Ints

EXPECTED: Final = "rows of numbers, . or 0 for an empty cell"
LINES: Final = {"unicode": ("┌┬┐", "├┼┤", "└┴┘", "─", "│", "·"), "ascii": ("+++", "+++", "+++", "-", "|", ".")}


def cells_of(board: Board, solution: Grid | None) -> Ints:
    """Return the numbers to draw, int32[n, n], 0 for none. Raises InputError for a solution of another size than the board."""
    if solution is None:
        return board.givens
    if solution.cells.shape != board.givens.shape:
        sizes = (" x ".join(map(str, cells.shape)) for cells in (solution.cells, board.givens))
        message = f"the solution cannot be drawn: a grid of {next(sizes)} numbers"
        raise InputError(message, board.name, expected=f"{next(sizes)}, as the board")
    return solution.cells


def _boxed(style: str, board: Board, solution: Grid | None) -> str:
    """Return a drawing whose boxes are separated by lines."""
    top, middle, bottom, across, down, empty = LINES[style]
    cells, (tall, wide) = cells_of(board, solution), board.box
    digits = max(len(str(board.side)), len(str(cells.max(initial=0))))
    shown = [[f"{number or empty:>{digits}}" for number in row] for row in cells.tolist()]
    run = across * (wide * (digits + 1) + 1)
    edges = [e[0] + e[1].join([run] * (board.side // wide)) + e[2] for e in (top, middle, bottom)]
    lines = []
    for r, row in enumerate(shown):
        if r % tall == 0:
            lines.append(edges[r > 0])
        parts = (" ".join(row[c : c + wide]) for c in range(0, board.side, wide))
        lines.append(f"{down} {f' {down} '.join(parts)} {down}")
    return "\n".join([*lines, edges[2], ""])


def _line(board: Board, solution: Grid | None) -> str:
    """Return all cells in one line. Raises UsageError for numbers without a glyph."""
    cells = cells_of(board, solution)
    if cells.max(initial=0) > LETTERED:
        raise UsageError(f"the style line cannot show numbers above {LETTERED}")
    return "".join(glyph_rows(cells)) + "\n"


def _table(board: Board, solution: Grid | None) -> str:
    return "".join(",".join(map(str, row)) + "\n" for row in cells_of(board, solution).tolist())


def _json(board: Board, solution: Grid | None) -> str:
    import json

    return json.dumps(cells_of(board, solution).tolist()) + "\n"


STYLES: Final[Mapping[str, Callable[[Board, Grid | None], str]]] = {
    "unicode": partial(_boxed, "unicode"),
    "ascii": partial(_boxed, "ascii"),
    "line": _line,
    "csv": _table,
    "json": _json,
}


def layout(board: Board, solution: Grid | None, style: str, width: int | None) -> Layout | None:  # noqa: ARG001 - one size
    """Return a drawing with boxes and the places of rows and columns in it; None for styles without boxes."""
    if style not in LINES:
        return None
    cells, (tall, wide), n = cells_of(board, solution), board.box, board.side
    digits = max(len(str(n)), len(str(cells.max(initial=0))))
    rows = tuple(r + r // tall + 1 for r in range(n))
    columns = tuple(digits + 1 + c * (digits + 1) + c // wide * 2 for c in range(n))
    return Layout(_boxed(style, board, solution), rows, columns)


def read(board: Board, text: str, name: str) -> Grid:
    """Return the grid of a drawing in any style. Raises InputError with line and column."""
    if not text.strip():
        raise Source(name, text).nothing("a drawing of a solution")
    from hashicnf.families.sudoku.formats import sdk

    if sdk.looks_like(text):
        return Grid(sdk.parse(Source(name, text))[0].cells)
    if text.lstrip()[:1] in "[{":
        return _from_json(board, text, name)
    source, n = Source(name, text), board.side
    rows = rows_of(lines_of(source), source, EXPECTED)
    if len(rows) == 1 and len(rows[0].numbers) == n * n:
        return Grid(np.array(rows[0].numbers, dtype=np.int32).reshape(n, n))
    if len(rows) != n:
        raise InputError(f"the drawing has {counted(len(rows), 'row')}", name, expected=f"{n} rows, as in the puzzle")
    return Grid(square(rows, source))


def _from_json(board: Board, text: str, name: str) -> Grid:
    """Return the grid of a list of rows, or of the object that ``solve --json`` prints. Raises InputError."""
    import json

    data = solution_data(Source(name, text))
    rows = data.get("solution") if isinstance(data, dict) else data
    n = board.side
    if not isinstance(rows, list) or len(rows) != n or not all(isinstance(row, list) and len(row) == n for row in rows):
        raise InputError("this is no grid", name, expected=f"{n} rows of {n} numbers, such as [[1, 2, ...], ...]")
    for r, row in enumerate(rows, 1):
        for c, number in enumerate(row, 1):
            if not isinstance(number, int) or isinstance(number, bool) or not 0 <= number < 10**9:
                raise InputError(f"row {r}, column {c} is no number: {json.dumps(number)[:40]}", name)
    return Grid(np.array(rows, dtype=np.int32))
