"""The seed style: one quoted cell for each cell of the board, ``[ "0" , "2" , "=" , "5" ]``.

``-`` and ``=`` are one and two bridges across, ``|`` and ``$`` down; k > 2 bridges are ``-k`` and ``|k``. Bridges between islands
that touch have no cell, so they follow as lines ``# row 1, column 5 to row 1, column 6: 2``.
Reading also accepts rows like those of the puzzle with bridges typed into them: one character per cell, ``2==4--2``, or cells
separated by commas, semicolons, tabs or blanks, without quotes and brackets. There ``.`` is 0, ``_`` is ``-``, and ``"`` is
``$``. In tables of spreadsheets a cell may be empty.
"""

from __future__ import annotations

import re
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from hashicnf.errors import InputError, counted
from hashicnf.families.hashi.board import UNKNOWN, Board, Solution, solution_of
from hashicnf.families.hashi.draw.canvas import gaps
from hashicnf.logic import Ints

PLACE = r"row ([0-9]{1,9}), column ([0-9]{1,9})"
TOUCHING = re.compile(rf"#\s*{PLACE} to {PLACE}: ([0-9]{{1,9}})\s*$")
NOTE = "# row %d, column %d to row %d, column %d: %d\n"
QUOTED = re.compile(r"[^\s,;\[\]\"]+")
TYPED_CELL = re.compile(r"[^\s,;]+")
FIELD = re.compile(r"(?<![^,;\t])[^,;\t]*")
FEW = {"-": "=", "|": "$"}
TYPED = str.maketrans('._─═│║"# ·', "0--=|$$$00")  # from typed characters to the cells of tables
Row: TypeAlias = tuple[int, str, list[tuple[int, str]]]  # number and text of a line, and places and words of its cells
SIGNS = '. for nothing, - or = for one or two bridges across, | or " for one or two down'


def draw(board: Board, solution: Solution | None) -> str:
    """Return the table, followed by the bridges between touching islands."""
    bridges = np.zeros((0, 5), dtype=np.int32) if solution is None else solution.bridges
    lines = ['[ "' + '" , "'.join(row) + '" ]' for row in _paint(board, bridges).tolist()]
    touching = bridges[_touching(bridges)] + np.array([1, 1, 1, 1, 0], dtype=np.int32)
    notes = NOTE * len(touching) % tuple(touching.ravel().tolist())
    return "\n".join([*lines, notes])


def is_marked(text: str) -> bool:
    """Return whether the first line has brackets, quotes, commas or semicolons, or any row tabs, which only tables have."""
    return any(c in '[",;' for c in _first(text)) or any("\t" in line.rstrip() for line in text.split("\n"))


def looks_like(board: Board, text: str) -> bool:
    """Return whether the first line has as many words as the board has columns, mostly with one blank between them."""
    first = _first(text)
    words = first.split()
    return len(words) == board.shape[1] > 1 and len(first) <= len("".join(words)) + 2 * len(words) - 3


def _first(text: str) -> str:
    return next((line.strip() for line in text.split("\n") if line.strip()), "")


def is_typed(board: Board, text: str) -> bool:
    """Return whether the lines fit the board with one character per cell, or are longer but have all islands in place."""
    lines = _lines(text)
    if len(lines) <= board.shape[0] and all(len(line) <= board.shape[1] for line in lines):
        return True
    islands = zip(board.row.tolist(), board.column.tolist(), board.clue.tolist(), strict=True)
    signs = ((row, column, "?" if clue == UNKNOWN else str(clue)) for row, column, clue in islands)
    return board.islands > 1 and all(
        row < len(lines) and lines[row][column : column + 1] == sign for row, column, sign in signs
    )


def read_typed(board: Board, text: str, name: str) -> Solution:
    """Return the solution of rows with one character per cell. Raises InputError at the first wrong character."""
    lines = _lines(text)
    lines += [""] * (min(board.shape[0], text.rstrip("\r\n").count("\n") + 1) - len(lines))  # rows of blanks at the end
    if len(lines) != board.shape[0]:
        raise _other_rows(board, len(lines), name)
    for number, line in enumerate(lines, 1):
        if len(line) > (columns := board.shape[1]):
            expected = f"{counted(columns, 'cell')}, as in the puzzle"
            raise InputError(f"this row has {counted(len(line), 'cell')}", name, number, columns + 1, line, expected)
    given = np.array([list(line.ljust(board.shape[1]).translate(TYPED)) for line in lines]).reshape(board.shape)
    solution = solution_of(board, _counts(board, given))
    wanted = _paint(board, solution.bridges)
    if (place := _wrong(given, wanted)) is not None:
        r, c = place
        found, meant = lines[r][c : c + 1] or " ", {"0": ".", "$": '"'}.get(wanted[r, c], str(wanted[r, c]))
        message = f"{found!r} here belongs to no drawing of this board"
        raise InputError(message, name, r + 1, c + 1, lines[r], f"{meant!r} ({SIGNS})")
    return solution


def _lines(text: str) -> list[str]:
    return [line.rstrip() for line in text.rstrip().split("\n")]


def _other_rows(board: Board, found: int, name: str) -> InputError:
    expected = f"{counted(board.shape[0], 'row')}, as in the puzzle"
    return InputError(f"the drawing has {counted(found, 'row')}", name, expected=expected)


def _wrong(given: NDArray[np.str_], wanted: NDArray[np.str_]) -> tuple[int, int] | None:
    """Return row and column of the first cell in which two tables differ; None if they are equal."""
    wrong = np.argwhere(given != wanted)
    return (int(wrong[0, 0]), int(wrong[0, 1])) if len(wrong) else None


def read(board: Board, text: str, name: str) -> Solution:
    """Return the solution of a table of this board. Raises InputError at the first wrong cell."""
    rows, places, extra = _cells(text, board.shape[1], name)
    if len(rows) != board.shape[0]:
        raise _other_rows(board, len(rows), name)
    given = np.array(rows).reshape(board.shape)
    count = _counts(board, given) + _extra(board, extra, name)
    solution = solution_of(board, count)
    wanted = _paint(board, solution.bridges)
    if (place := _wrong(given, wanted)) is not None:
        r, c = place
        number, line, cells = places[r]
        at, word = cells[c]
        missing = "this is no drawing of this board: something is missing here"
        message = f"{word!r} here belongs to no drawing of this board" if word else missing
        raise InputError(message, name, number, at + 1, line, repr(str(wanted[r, c])))
    return solution


def _paint(board: Board, bridges: Ints) -> NDArray[np.str_]:
    """Return the table of islands and bridges, str[rows, columns]."""
    numbers, counts = np.unique(board.clue), np.unique(bridges[:, 4])
    clue, count = np.searchsorted(numbers, board.clue), np.searchsorted(counts, bridges[:, 4])
    names = np.array(["?" if number == UNKNOWN else str(number) for number in numbers.tolist()], dtype=np.str_)
    glyph = np.array([[_glyph(one, k) for k in counts.tolist()] for one in FEW], dtype=np.str_)
    grid = np.full(board.shape, "0", dtype=np.promote_types(names.dtype, glyph.dtype))
    runs = gaps(bridges, 1, 1)
    runs.paint(grid, glyph[np.where(runs.across, 0, 1), count])
    grid[board.row, board.column] = names[clue]
    return grid


def _glyph(one: str, count: int) -> str:
    """Return the cell for a number of bridges; ``one`` is the cell for one bridge in the same direction."""
    return {1: one, 2: FEW[one]}.get(count, f"{one}{count}")


def _cell(text: str) -> re.Pattern[str]:
    """Return the pattern of cells. A quote is a cell, two bridges down, if the first row, which has none, has no quotes."""
    return QUOTED if any(c in '["' for c in _first(text)) else TYPED_CELL


def _touching(bridges: Ints) -> NDArray[np.bool_]:
    touching: NDArray[np.bool_] = bridges[:, 2] - bridges[:, 0] + bridges[:, 3] - bridges[:, 1] == 1
    return touching


def _cells(text: str, columns: int, name: str) -> tuple[list[list[str]], list[Row], list[tuple[int, str]]]:
    """Return the rows of cells, where they are in the text, and the number and text of each line that begins with ``#``."""
    rows, places, extra, cell = [], list[Row](), [], _cell(text)
    for number, line in enumerate(text.split("\n"), 1):
        if line.lstrip().startswith("#"):
            extra.append((number, line.strip()))
        elif cells := _fields(line, columns, cell) or [(found.start(), found[0]) for found in cell.finditer(line)]:
            if len(cells) != columns:
                fault, expected = f"this row has {counted(len(cells), 'cell')}", f"{columns}, as in the puzzle"
                raise InputError(fault, name, number, 1, line.rstrip("\r"), expected)
            rows.append([(word or "0").translate(TYPED) for _, word in cells])
            places.append((number, line.rstrip("\r"), cells))
    return rows, places, extra


def _fields(line: str, columns: int, cell: re.Pattern[str]) -> list[tuple[int, str]]:
    """Return places and words of the fields of a line, "" for empty ones; [] if they are not one for each column."""
    fields = [(field.start(), [*cell.finditer(line, *field.span())]) for field in FIELD.finditer(line)]
    if len(fields) != columns or columns == 1 or any(len(found) > 1 for _, found in fields):
        return []
    return [(found[0].start(), found[0][0]) if found else (start, "") for start, found in fields]


def _counts(board: Board, given: NDArray[np.str_]) -> Ints:
    """Return the bridges of every edge, int32[m], from the cell after its first end; 0 for edges without cells."""
    runs = gaps(board.ends, 1, 1)
    count = np.zeros(board.edges, dtype=np.int32)
    apart = np.flatnonzero(runs.length > 0)
    cells = given[runs.row[apart], runs.column[apart]]
    for cell in np.unique(cells).tolist():
        for across, one in ((True, "-"), (False, "|")):
            number = 1 if cell == one else 2 if cell == FEW[one] else 0
            if not number and re.fullmatch(re.escape(one) + r"[0-9]{1,9}", cell):
                number = int(cell[1:])
            if number:
                count[apart[(cells == cell) & (runs.across[apart] == across)]] = number
    return count


def _extra(board: Board, lines: list[tuple[int, str]], name: str) -> Ints:
    """Return the bridges between touching islands per edge, int32[m], from the lines after the table."""
    count = np.zeros(board.edges, dtype=np.int32)
    edge = {tuple(ends): number for number, ends in enumerate(board.ends.tolist())} if lines else {}
    for number, line in lines:
        if (found := TOUCHING.match(line)) is None:
            continue
        r1, c1, r2, c2, k = (int(group) for group in found.groups())
        ends = (r1 - 1, c1 - 1, r2 - 1, c2 - 1)
        if ends not in edge or r2 - r1 + c2 - c1 != 1:
            raise InputError("these are not two islands that touch", name, number, 1, line)
        count[edge[ends]] = k
    return count
