"""Draw boards for a terminal: fitted to its width, with colours, with the numbers of rows and columns.

Characters that are also in the drawing of the unsolved puzzle belong to the puzzle, the others to the solution; so families need no
code for colours.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from itertools import pairwise
from typing import TypeAlias

from hashicnf.cli.colour import tinted_by
from hashicnf.families import Layout, Puzzle
from hashicnf.records import record

Line: TypeAlias = list[tuple[str, str]]  # characters with their roles

MORE = "…"


@record
class Wanted:
    """The requested form of a drawing: style, coordinates, colours, and ``width`` in columns (None: unlimited)."""

    style: str | None
    coordinates: bool
    coloured: bool
    width: int | None


def board_text(
    puzzle: Puzzle, solution: object | None, wanted: Wanted, before: object | None = None
) -> tuple[str, bool]:
    """Draw a puzzle; return the text, and whether it was cut. Parts of the solution ``before`` are not coloured as new.

    Lines are cut at the right, or at both sides if all that is new fits into the terminal then.
    """
    margin = margin_of(puzzle) if wanted.coordinates else 0
    room = None if wanted.width is None else wanted.width - margin
    layout = puzzle.layout(solution, wanted.style, room)
    if layout is None:  # the style shows no cells: nothing is coloured, numbered or cut
        return "\n".join(line.rstrip() for line in _lines(puzzle.draw(solution, wanted.style))), False
    drawn = _lines(layout.text)
    lines = [_without_roles(line) for line in drawn]
    is_wide = room is not None and any(len(line) > room for line in drawn)
    if wanted.coloured or is_wide:
        given = _lines_like(puzzle, None, wanted.style, room, layout)
        known = given if before is None else _lines_like(puzzle, before, wanted.style, room, layout)
        lines = [_with_roles(line, *under) for line, *under in _side_by_side(drawn, given, known)]
    left = 0 if room is None or not is_wide else _start(lines, room)
    if wanted.coordinates:
        lines += [[]] * (max(layout.rows, default=-1) + 1 - len(lines))  # empty rows at the end are numbered too
        lines = with_coordinates(lines, layout, margin)
    cut = (width := wanted.width) is not None and any(len(line) > width for line in lines)
    if cut and width is not None:
        lines = [_cut(line, margin, left, width) for line in lines]
    return "\n".join(_text(line, coloured=wanted.coloured) for line in lines), cut


def _lines(text: str) -> list[str]:
    return text.rstrip("\n").split("\n")


def _without_roles(line: str) -> Line:
    return [(symbol, "") for symbol in line]


def _start(lines: Sequence[Line], room: int) -> int:
    """Return the column where lines of ``room`` characters start: 0, unless all that is new fits only further to the right."""
    new = [at for line in lines for at, (symbol, role) in enumerate(line) if role == "new" and symbol != " "]
    first, last, end = min(new, default=0), max(new, default=0), max(map(len, lines), default=0) - room
    least, most = min(last + 2 - room, end), min(first - 1, end)  # lines that are cut begin or end with a mark
    return min(max((first + last - room) // 2, least), most) if 0 < least <= most else 0


def _cut(line: Line, margin: int, left: int, width: int) -> Line:
    """Cut a line to a width, and after its margin the characters before the column ``left``, with marks for what is cut."""
    mark = (MORE, "frame")
    if left:
        hidden = line[margin : margin + left + 1]
        is_blank = all(symbol == " " for symbol, _ in hidden)
        line = [*line[:margin], (" ", "") if is_blank else mark, *line[margin + left + 1 :]]
    return line if len(line) <= width else [*line[: width - 1], mark]


def margin_of(puzzle: Puzzle) -> int:
    """Return the number of characters that the numbers of rows take before each line."""
    return len(str(puzzle.document.cells.shape[0])) + 1


def cut_line(line: str, width: int) -> str:
    """Cut a line to the width of a terminal, with a mark if something is cut."""
    return line if len(line) <= width else line[: width - 1] + MORE


def numbered(layout: Layout) -> str:
    """Add the numbers of rows and columns to a given drawing."""
    lines = [_without_roles(line) for line in _lines(layout.text)]
    margin = len(str(len(layout.rows))) + 1
    return "\n".join(_text(line, coloured=False) for line in with_coordinates(lines, layout, margin))


def with_coordinates(lines: Sequence[Line], layout: Layout, margin: int) -> list[Line]:
    """Add the numbers of columns above a drawing, and those of rows before it, both from 1."""
    names = {line: str(row) for row, line in enumerate(layout.rows, 1)}
    numbered = [[(s, "frame") for s in f"{names.get(at, ''):>{margin - 1}} "] + line for at, line in enumerate(lines)]
    head = [" "] * (margin + max(layout.columns, default=0) + 1)
    free = 0
    for column, at in enumerate(layout.columns, 1):
        name = str(column)
        start = margin + at - len(name) + 1 if len(name) > 1 and at >= len(name) - 1 else margin + at
        if start >= free:  # numbers that would touch are left out
            head[start : start + len(name)] = name
            free = start + len(name) + 1
    return [[(symbol, "frame") for symbol in "".join(head).rstrip()], *numbered]


def _lines_like(
    puzzle: Puzzle, solution: object | None, style: str | None, room: int | None, layout: Layout
) -> list[str]:
    """Return the lines of a puzzle drawn with another solution, at the places of a layout; none without places of cells."""
    other = puzzle.layout(solution, style, room)
    if other is None or (len(other.rows), len(other.columns)) != (len(layout.rows), len(layout.columns)):
        return []
    lines = _lines(other.text)
    if (other.rows, other.columns) == (layout.rows, layout.columns):
        return lines
    return _moved(lines, other, layout)


def _moved(lines: Sequence[str], other: Layout, layout: Layout) -> list[str]:
    """Return the lines of a drawing at the places of a larger one: cells that are wider there go on as they end."""
    widths = [end - start for start, end in pairwise(layout.columns)]
    found = [""] * (max(layout.rows, default=0) + 1)
    for at, line in enumerate(lines):
        row = bisect_right(other.rows, at) - 1
        parts = [line[start:end].ljust(end - start) for start, end in pairwise(other.columns)]
        moved = [part.ljust(width, part[-1:]) for part, width in zip(parts, widths, strict=True)]
        to = layout.rows[max(row, 0)] + at - other.rows[max(row, 0)]
        if row >= 0 and to < len(found):
            found[to] = " " * layout.columns[0] + "".join(moved) + line[other.columns[-1] :]
    return found


def _side_by_side(drawn: Sequence[str], *under: Sequence[str]) -> list[tuple[str, ...]]:
    """Return for each line of the first drawing a tuple with the lines of the others, padded to its length."""
    every = [[*lines, *[""] * (len(drawn) - len(lines))] for lines in under]
    return [(line, *(text.ljust(len(line)) for text in others)) for line, *others in zip(drawn, *every, strict=False)]


def _with_roles(line: str, given: str, known: str) -> Line:
    """Return each symbol with its role: part of the puzzle, known before, or new in the solution."""
    found: Line = []
    for symbol, own, old in zip(line, given, known, strict=False):
        if symbol == own:
            found.append((symbol, "given" if symbol.isalnum() or symbol == "?" else "frame"))
        else:
            found.append((symbol, "" if symbol == old else "new"))
    return found


def _text(line: Line, *, coloured: bool) -> str:
    text = "".join(symbol for symbol, _ in line).rstrip()
    return tinted_by(text, [role for _, role in line[: len(text)]]) if coloured else text
