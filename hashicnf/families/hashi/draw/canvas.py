"""The unicode and ascii styles: a canvas of characters with numbers and lines.

Cells are two lines high and four characters wide, which is about square, if the board fits a terminal that way. Otherwise they
are one line high and two characters wide, unless islands touch or numbers have two digits.
Three and more bridges are a heavy line with their number in it, in parentheses to distinguish it from an island, or, where the line
runs down, beside it. Drawings without these parentheses can be read, too.

Numbers never run together: a cell has room for the longest number of an island and, after it, for the longest number on a line
with a bit of line on both sides. When a drawing is read, the width of its cells is computed from the length of the lines that end
with an island in the last column, as nothing is drawn to the right of these.

To read a drawing, a solution is taken from one cell of every possible bridge, drawn, and compared with the given text: the first
cell that differs is a place where the text represents no list of bridges. Tables are read the same way.
"""

from __future__ import annotations

import re
from collections import Counter

import numpy as np
from numpy.typing import NDArray

from hashicnf.arrays.blocking import pieces
from hashicnf.errors import InputError, counted
from hashicnf.families.hashi.board import UNKNOWN, Board, Solution, solution_of
from hashicnf.logic import Bools, Ints
from hashicnf.records import record

GLYPHS = {"unicode": ("─═━", "│║┃"), "ascii": ("-==", "|##")}
READ = str.maketrans("-=~_|#$·.\t", "─═━─│║║   ")
ROOMY, TIGHT = (2, 4), (1, 2)
TERMINAL = 80
USUAL = 8  # approximate number of cells of a run, for the size of pieces
MOST_DIGITS = 9  # of a number of bridges, so that it fits into int32


@record
class Runs:
    """Straight runs of grid cells: row and column of the first cell, number of cells, direction; all [b]."""

    row: Ints
    column: Ints
    length: Ints
    across: Bools

    def take(self, some: NDArray[np.intp]) -> Runs:
        """Return the runs with the given indices."""
        return Runs(self.row[some], self.column[some], self.length[some], self.across[some])

    def paint(self, grid: NDArray[np.str_], glyph: NDArray[np.str_]) -> None:
        """Fill the cells of each run with its glyph, str[b]."""
        cells, wide = grid.reshape(-1), grid.shape[1]
        for some in pieces(len(self.row), USUAL):
            length, stride = self.length[some], np.where(self.across[some], 1, wide)
            start = self.row[some].astype(np.int64) * wide + self.column[some]
            start -= stride * (np.cumsum(length) - length)  # so that one arange serves all runs
            place = np.arange(length.sum()) * np.repeat(stride, length) + np.repeat(start, length)
            cells[place] = np.repeat(glyph[some], length)


def gaps(bridges: Ints, tall: int, wide: int) -> Runs:
    """Return the runs between the ends of bridges int32[b, 4+] on a grid with ``tall`` x ``wide`` cells for each board cell."""
    across = bridges[:, 0] == bridges[:, 2]
    length = np.where(across, (bridges[:, 3] - bridges[:, 1]) * wide, (bridges[:, 2] - bridges[:, 0]) * tall) - 1
    row = bridges[:, 0] * tall + ~across
    column = bridges[:, 1] * wide + across
    return Runs(row.astype(np.int32), column.astype(np.int32), length.astype(np.int32), across)


def draw(board: Board, solution: Solution | None, style: str) -> str:
    """Return a drawing as text; lines have no trailing blanks."""
    return fitted(board, solution, style, None)[0]


def fitted(board: Board, solution: Solution | None, style: str, width: int | None) -> tuple[str, tuple[int, int]]:
    """Return a drawing, if possible in at most ``width`` characters per line, and its lines and characters per cell.

    Without a width, ROOMY or TIGHT cells are chosen for a terminal of 80 characters.
    """
    bridges = np.zeros((0, 5), dtype=np.int32) if solution is None else solution.bridges
    scale = _scale(board, int(bridges[:, 4].max(initial=0)), width)
    grid = paint(board, bridges, style, scale)
    if solution is None:
        dots = grid[:: scale[0], :: scale[1]]
        dots[dots == " "] = "·" if style == "unicode" else "."
    text = "".join(text_of(grid[some]) for some in pieces(*grid.shape)) if grid.size else ""
    return text, scale


def board_only(board: Board, width: int | None) -> tuple[NDArray[np.str_], tuple[int, int]]:
    """Return a canvas with the islands alone, laid out as by ``fitted``, and its lines and characters per cell."""
    scale = _scale(board, 0, width)
    return paint(board, np.zeros((0, 5), dtype=np.int32), "unicode", scale), scale


def text_of(grid: NDArray[np.str_]) -> str:
    """Return rows of single characters as lines of text."""
    lines: list[str] = grid.view(f"U{grid.shape[1]}")[:, 0].tolist()
    return "\n".join([*map(str.rstrip, lines), ""])


def read(board: Board, text: str, name: str) -> Solution:
    """Return the solution of a drawing in either style and any width. Raises InputError at the first character that is wrong."""
    lines = [line.rstrip() for line in text.translate(READ).split("\n")]
    while lines and not lines[-1]:
        lines.pop()
    scale = _measured(board, lines)
    given = _blank(board, scale)
    _require_room(lines, given.shape, text, name)
    for i, line in enumerate(lines):
        given[i, : len(line)] = list(line)
    solution = solution_of(board, _counts(board, _bare(given), scale))
    wanted = paint(board, solution.bridges, "unicode", scale)
    wrong = np.argwhere((_light(given) != _light(wanted)) & (_light(given) != _light(_bare(wanted))))
    if len(wrong):
        raise _misplaced(given, wanted, wrong[0], text, name)
    return solution


def _require_room(lines: list[str], shape: tuple[int, ...], text: str, name: str) -> None:
    """Raise InputError for a drawing that is larger than the canvas of its board."""
    height, width = shape
    if len(lines) > height:
        at = height + 1
        raise InputError("the drawing goes on below the board", name, at, 1, _line(text, at), counted(height, "line"))
    for at, line in enumerate(lines, 1):
        if len(line) > width:
            column = len(line) - len(line[width:].lstrip()) + 1
            message = "the drawing goes on to the right of the board"
            raise InputError(message, name, at, column, _line(text, at), f"lines of at most {width} characters")


def paint(board: Board, bridges: Ints, style: str, scale: tuple[int, int]) -> NDArray[np.str_]:
    """Return a canvas of single characters with the islands and the bridges int32[b, 5]."""
    grid = _blank(board, scale)
    tall, wide = scale
    runs = gaps(bridges, tall, wide)
    glyph = np.array([list(glyphs) for glyphs in GLYPHS[style]])
    runs.paint(grid, glyph[np.where(runs.across, 0, 1), np.minimum(bridges[:, 4], 3) - 1])
    many = np.flatnonzero(bridges[:, 4] > 2)
    across = runs.across[many].tolist()
    labels = [f"({n})" if flat else str(n) for n, flat in zip(bridges[many, 4].tolist(), across, strict=True)]
    length = np.array([*map(len, labels)], dtype=np.int32)
    places = zip(*(place.tolist() for place in _label(board, runs.take(many), length)), strict=True)
    for label, (r, c) in zip(labels, places, strict=True):
        grid[r, c : c + len(label)] = list(label)
    numbers = sorted(set(board.clue.tolist()))  # np.unique would import masked arrays
    clues = [("?" if clue == UNKNOWN else str(clue)) for clue in numbers]
    where = np.searchsorted(numbers, board.clue)
    for place in range(max(map(len, clues), default=0)):
        digit = np.array([clue[place : place + 1] or "\0" for clue in clues])[where]
        has = digit != "\0"
        grid[board.row[has] * tall, board.column[has] * wide + place] = digit[has]
    return grid


def _light(grid: NDArray[np.str_]) -> NDArray[np.str_]:
    """Return a canvas with heavy lines as double ones: ascii has no heavy lines, and their number distinguishes them."""
    lighter = np.where(grid == "━", "═", grid)
    return np.where(lighter == "┃", "║", lighter)


def _bare(grid: NDArray[np.str_]) -> NDArray[np.str_]:
    """Return a canvas with pieces of heavy lines in place of parentheses."""
    return np.where((grid == "(") | (grid == ")"), "━", grid)


def _blank(board: Board, scale: tuple[int, int]) -> NDArray[np.str_]:
    rows, columns = board.shape
    return np.full((max(0, (rows - 1) * scale[0] + 1), columns * scale[1]), " ")


def _digits(board: Board) -> int:
    """Return the number of digits of the largest clue."""
    return len(str(board.clue.max(initial=0)))


def _scale(board: Board, most: int, width: int | None) -> tuple[int, int]:
    """Return lines and characters per cell for up to ``most`` bridges per pair and lines of ``width`` characters."""
    digits, label = _digits(board), len(str(most)) if most > 2 else 0
    least = digits + (label + 2 if label else 1)
    wide, room = max(ROOMY[1], least), TERMINAL if width is None else width
    if (board.shape[1] - 1) * wide + digits <= room:
        return ROOMY[0], wide
    if digits == 1 and label <= 1 and not _touching(board):
        return TIGHT
    return ROOMY[0], wide if width is None else least


def _touching(board: Board) -> bool:
    place = board.row + board.column
    return any((place[board.edge[some, 1]] - place[board.edge[some, 0]] == 1).any() for some in pieces(board.edges, 2))


def _measured(board: Board, lines: list[str]) -> tuple[int, int]:
    """Return lines and characters per cell of a drawing, by the number of lines and the islands in the last column."""
    last, far = int(board.row.max(initial=0)), int(board.column.max(initial=0))
    tall = TIGHT[0] if last > 0 and len(lines) <= last + 1 else ROOMY[0]
    least, widest = _digits(board) + 1, _digits(board) + MOST_DIGITS + 2
    if not far:
        return tall, widest
    widths: Counter[int] = Counter()
    for i in np.flatnonzero(board.column == far).tolist():
        at, clue = int(board.row[i]) * tall, int(board.clue[i])
        length = len(lines[at]) - len("?" if clue == UNKNOWN else str(clue)) if at < len(lines) else 0
        if length % far == 0 and least <= length // far <= widest:
            widths[length // far] += 1
    return tall, widths.most_common(1)[0][0] if widths else max(ROOMY[1], least)


def _label(board: Board, runs: Runs, length: Ints) -> tuple[Ints, Ints]:
    """Return row and column, int32[b], of the first character of a label with ``length`` characters on each run.

    Labels are centred on the part of a run that clues leave free, and to the right of vertical runs.
    """
    free = _digits(board) - 1
    row = runs.row + np.where(runs.across, 0, (runs.length - 1) // 2)
    column = runs.column + np.where(runs.across, free + (runs.length - free - length) // 2, 1)
    return row.astype(np.int32), column.astype(np.int32)


def _counts(board: Board, given: NDArray[np.str_], scale: tuple[int, int]) -> Ints:
    """Return the bridges of every edge, int32[m], from one character of its run, or from the number on a heavy line."""
    runs = gaps(board.ends, *scale)
    sure = given[runs.row, runs.column + np.where(runs.across, runs.length - 1, 0)]
    count = np.zeros(board.edges, dtype=np.int32)
    for across, glyphs in ((True, GLYPHS["unicode"][0]), (False, GLYPHS["unicode"][1])):
        for number, glyph in enumerate(glyphs, 1):
            count[(runs.across == across) & (sure == glyph)] = number
    row, column = _label(board, runs, np.ones(board.edges, dtype=np.int32))
    middle = given[row, column]
    for e in np.flatnonzero((count > 1) & (middle >= "0") & (middle <= "9")).tolist():
        first, last = int(runs.column[e]), int(runs.column[e] + runs.length[e])
        start, end = (first + _digits(board) - 1, last) if runs.across[e] else (first + 1, first + scale[1])
        numbers = re.finditer("[0-9]+", "".join(given[row[e], start:end].tolist()))
        label = next(number[0] for number in numbers if number.end() > column[e] - start)
        if len(label) <= MOST_DIGITS:
            count[e] = int(label)
    return count


def _line(text: str, number: int) -> str:
    lines = text.split("\n")
    return lines[number - 1].rstrip("\r") if number <= len(lines) else ""


def _misplaced(
    given: NDArray[np.str_], wanted: NDArray[np.str_], place: NDArray[np.intp], text: str, name: str
) -> InputError:
    row, column = int(place[0]), int(place[1])
    found, meant = str(given[row, column]), str(wanted[row, column])
    line = _line(text, row + 1)
    what = f"{line[column : column + 1] or found!r} here belongs to no drawing of this board"
    message = "this is no drawing of this board: something is missing here" if found == " " else what
    return InputError(message, name, row + 1, column + 1, line, "a blank" if meant == " " else repr(meant))
