"""The unicode and ascii styles: a canvas of characters with numbers and lines.

Small boards are drawn with room: every cell is two lines high and four characters wide, which is about square. Boards wider
than a terminal are drawn one line high and two characters wide, unless islands touch or numbers have two digits.
Three and more bridges are a heavy line with their number in it (beside it where it runs down).
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from hashicnf.arrays.blocking import pieces
from hashicnf.errors import InputError
from hashicnf.families.hashi.board import UNKNOWN, Board, Solution, solution_of
from hashicnf.families.hashi.draw.lines import gaps
from hashicnf.logic import Ints

GLYPHS = {"unicode": ("─═━", "│║┃"), "ascii": ("-==", "|##")}
READ = str.maketrans("-=~_|#$·.\t", "─═━─│║║   ")
ROOMY, TIGHT = (2, 4), (1, 2)
TERMINAL = 80


def draw(board: Board, solution: Solution | None, style: str) -> str:
    """Draw on a canvas; lines have no blanks at their ends."""
    bridges = np.zeros((0, 5), dtype=np.int32) if solution is None else solution.bridges
    grid = paint(board, bridges, style, _scale(board, bridges))
    if solution is None:
        tall, wide = _scale(board, bridges)
        dots = grid[::tall, ::wide]
        dots[dots == " "] = "·" if style == "unicode" else "."
    return "".join(_text(grid[some]) for some in pieces(*grid.shape)) if grid.size else ""


def _text(grid: NDArray[np.str_]) -> str:
    """Write rows of characters as lines."""
    lines: list[str] = grid.view(f"U{grid.shape[1]}")[:, 0].tolist()
    return "\n".join([*map(str.rstrip, lines), ""])


def read(board: Board, text: str, name: str) -> Solution:
    """Read either style, roomy or tight. Raises InputError at the first character that is no part of a drawing."""
    lines = [line.rstrip() for line in text.translate(READ).split("\n")]
    while lines and not lines[-1]:
        lines.pop()
    rows = board.shape[0]
    last = int(board.row.max(initial=0))
    if last > 0:
        scale = TIGHT if len(lines) <= last + 1 else ROOMY
    else:
        scale = TIGHT if len("".join(lines)) <= ROOMY[1] * board.column.max(initial=0) else ROOMY
    tall = scale[0]
    if len(lines) > (rows - 1) * tall + 1:
        at = (rows - 1) * tall + 2
        raise InputError("the drawing goes on below the board", name, at, 1, _line(text, at), f"{at - 1} lines")
    blank = _blank(board, scale)
    given = np.full((len(blank), max(blank.shape[1], *map(len, lines), 1)), " ")
    for i, line in enumerate(lines):
        given[i, : len(line)] = list(line)
    solution = solution_of(board, _counts(board, given, scale))
    drawn = paint(board, solution.bridges, "unicode", scale)
    wanted = np.full(given.shape, " ")
    wanted[:, : drawn.shape[1]] = drawn
    wrong = np.argwhere(_light(given) != _light(wanted))
    if len(wrong):
        raise _misplaced(given, wanted, wrong[0], text, name)
    return solution


def paint(board: Board, bridges: Ints, style: str, scale: tuple[int, int]) -> NDArray[np.str_]:
    """Paint islands and bridges int32[b, 5] on a canvas of single characters."""
    grid = _blank(board, scale)
    tall, wide = scale
    runs = gaps(bridges, tall, wide)
    glyph = np.array([list(glyphs) for glyphs in GLYPHS[style]])
    runs.paint(grid, glyph[np.where(runs.across, 0, 1), np.minimum(bridges[:, 4], 3) - 1])
    for b in np.flatnonzero(bridges[:, 4] > 2):
        middle = int(runs.length[b] - 1) // 2
        r, c = (runs.row[b], runs.column[b] + middle) if runs.across[b] else (runs.row[b] + middle, runs.column[b] + 1)
        label = str(bridges[b, 4])
        grid[r, c : c + len(label)] = list(label)
    numbers = sorted(set(board.clue.tolist()))
    clues = [("?" if clue == UNKNOWN else str(clue)) for clue in numbers]
    where = np.searchsorted(numbers, board.clue)
    for place in range(max(map(len, clues), default=0)):
        digit = np.array([clue[place : place + 1] or "\0" for clue in clues])[where]
        has = digit != "\0"
        grid[board.row[has] * tall, board.column[has] * wide + place] = digit[has]
    return grid


def _light(grid: NDArray[np.str_]) -> NDArray[np.str_]:
    """Replace heavy lines by double ones: their number says what they are, and ascii has no heavy lines."""
    lighter = np.where(grid == "━", "═", grid)
    return np.where(lighter == "┃", "║", lighter)


def _blank(board: Board, scale: tuple[int, int]) -> NDArray[np.str_]:
    rows, columns = board.shape
    return np.full((max(0, (rows - 1) * scale[0] + 1), max(0, (columns - 1) * scale[1] + 4)), " ")


def _scale(board: Board, bridges: Ints) -> tuple[int, int]:
    """Choose lines and characters per cell."""
    place = board.row + board.column
    touching = any(
        (place[board.edge[some, 1]] - place[board.edge[some, 0]] == 1).any() for some in pieces(board.edges, 2)
    )
    big = board.clue.max(initial=0) > 9 or bridges[:, 4].max(initial=0) > 9
    return ROOMY if touching or big or (board.shape[1] - 1) * ROOMY[1] + 1 <= TERMINAL else TIGHT


def _counts(board: Board, given: NDArray[np.str_], scale: tuple[int, int]) -> Ints:
    """Look at one character of every edge, where no number of an island can be; lines may have a number in the middle."""
    ends = np.stack((board.row, board.column), axis=1)[board.edge].reshape(-1, 4)
    runs = gaps(ends, *scale)
    first = given[runs.row, runs.column + np.where(runs.across, runs.length - 1, 0)]
    count = np.zeros(board.edges, dtype=np.int32)
    for across, glyphs in ((True, GLYPHS["unicode"][0]), (False, GLYPHS["unicode"][1])):
        for number, glyph in enumerate(glyphs, 1):
            count[(runs.across == across) & (first == glyph)] = number
    numbered = np.char.isdigit(first) if len(first) else np.zeros(0, dtype=np.bool_)
    for e in np.flatnonzero((count > 0) | numbered):
        middle = int(runs.length[e] - 1) // 2
        r, c = (runs.row[e], runs.column[e] + middle) if runs.across[e] else (runs.row[e] + middle, runs.column[e] + 1)
        room = runs.length[e] - middle if runs.across[e] else scale[1] - 1
        label = ""
        while len(label) < room and c + len(label) < given.shape[1] and given[r, c + len(label)].isdigit():
            label += given[r, c + len(label)]
        if label:
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
    what = "nothing" if found == " " else repr(line[column : column + 1] or found)
    expected = "a blank" if meant == " " else repr(meant)
    return InputError(f"{what} here belongs to no drawing of this board", name, row + 1, column + 1, line, expected)
