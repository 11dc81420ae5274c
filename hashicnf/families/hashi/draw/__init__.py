"""Draw boards and solutions, and read drawings back.

    unicode   lines and numbers, for human readers
    ascii     the same with - = | #
    seed      a table of quoted cells, - = for one and two bridges across, | $ down
    json      numbers and places, for programs

Reading does not check the rules: any drawing of a list of bridges is accepted, and the checker judges it. Drawings that
represent no list of bridges (loose ends, mixed lines, another board) are errors with line and column. If nothing in the text
determines its style, the styles are tried, as a reader accepts only texts that its style would draw; the last one tried is the
rows of the puzzle with bridges typed into them. A style is imported when it is used.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Final

import numpy as np

from hashicnf.core.document import Source
from hashicnf.errors import InputError
from hashicnf.families import Layout
from hashicnf.families.hashi.board import Board, Solution, edges_under

DRAWABLE: Final = "bridges that can be drawn, or the style json"


def require_drawable(board: Board, solution: Solution | None) -> None:
    """Raise InputError for bridges that cross, are on no edge of the board, are listed twice, or number less than one."""
    if solution is None:
        return
    bridges = solution.bridges
    across, down = board.crossing.T
    edge = edges_under(board, bridges)
    if not (edge >= 0).all():
        r1, c1, r2, c2, count = (bridges[np.argmin(edge)] + np.array([1, 1, 1, 1, 0])).tolist()
        where = f"from row {r1}, column {c1} to row {r2}, column {c2}"
        message = f"the bridge {where}, count {count}, is on no edge of the board or listed twice"
        raise InputError(f"the solution cannot be drawn: {message}", board.name, expected=DRAWABLE)
    used = np.zeros(board.edges, dtype=np.bool_)
    used[edge] = True
    if (both := used[across] & used[down]).any():
        one, other = board.edge[board.crossing[np.argmax(both)], 0]
        place = f"row {board.row[one] + 1}, column {board.column[other] + 1}"
        raise InputError(f"the solution cannot be drawn: bridges cross at {place}", board.name, expected=DRAWABLE)


def _lines(style: str, board: Board, solution: Solution | None) -> str:
    """Return a drawing with lines. Raises InputError for bridges that only the style json can show."""
    from hashicnf.families.hashi.draw import canvas

    require_drawable(board, solution)
    return canvas.draw(board, solution, style)


def _table(board: Board, solution: Solution | None) -> str:
    """Return a table. Raises InputError for bridges that only the style json can show."""
    from hashicnf.families.hashi.draw import table

    require_drawable(board, solution)
    return table.draw(board, solution)


def _notation(board: Board, solution: Solution | None) -> str:
    from hashicnf.families.hashi.draw import notation

    return notation.draw(board, solution)


STYLES: Final[Mapping[str, Callable[[Board, Solution | None], str]]] = {
    "unicode": partial(_lines, "unicode"),
    "ascii": partial(_lines, "ascii"),
    "seed": _table,
    "json": _notation,
}


ALIASES: Final = {"csv": "seed"}  # its former name: it is no CSV


def layout(board: Board, solution: Solution | None, style: str, width: int | None) -> Layout | None:
    """Return a drawing with lines and the places of rows and columns in it; None for styles without lines."""
    if style not in ("unicode", "ascii"):
        return None
    from hashicnf.families.hashi.draw import canvas

    require_drawable(board, solution)
    text, (tall, wide) = canvas.fitted(board, solution, style, width)
    rows, columns = board.shape
    return Layout(text, tuple(range(0, rows * tall, tall)), tuple(range(0, columns * wide, wide)))


def read(board: Board, text: str, name: str) -> Solution:
    """Return the solution of a drawing of this board in any style. Raises InputError with line and column."""
    above, drawing = _below_empty_lines(board, text)
    try:
        return _read(board, drawing, name)
    except InputError as problem:
        problem.line = problem.line and problem.line + above
        raise


def _below_empty_lines(board: Board, text: str) -> tuple[int, str]:
    """Return the number of empty lines above a drawing, and the drawing; 0 and all where they may be rows without islands."""
    lines = text.split("\n")
    above = next((at for at, line in enumerate(lines) if line.strip()), 0)
    has_first_row = bool((board.row == 0).any()) or any(dot in lines[above] for dot in ".·")
    return (above, "\n".join(lines[above:])) if has_first_row else (0, text)


def _read(board: Board, text: str, name: str) -> Solution:
    from hashicnf.families.hashi.draw import canvas, notation, table

    start = text.lstrip()[:1]
    if not start and board.islands:
        raise Source(name, text).nothing("a drawing of a solution")
    if start == "{":
        return notation.read(board, text, name)
    if table.is_marked(text):
        return table.read(board, text, name)
    try:
        return canvas.read(board, text, name)
    except InputError:
        if not table.looks_like(board, text):
            if table.is_typed(board, text):
                return table.read_typed(board, text, name)
            raise
    return table.read(board, text, name)
