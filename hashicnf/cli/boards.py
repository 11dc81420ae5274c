"""Draw boards for a terminal: fitted to its width, with colours, with the numbers of rows and columns.

Characters that are also in the drawing of the unsolved puzzle belong to the puzzle, the others to the solution; so families need no
code for colours.
"""

from __future__ import annotations

from collections.abc import Sequence
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
    """Draw a puzzle; return the text, and whether it was cut. Parts of the solution ``before`` are not coloured as new."""
    margin = margin_of(puzzle) if wanted.coordinates else 0
    room = None if wanted.width is None else wanted.width - margin
    layout = puzzle.layout(solution, wanted.style, room)
    text = puzzle.draw(solution, wanted.style) if layout is None else layout.text
    drawn = text.rstrip("\n").split("\n")
    lines = [[(symbol, "") for symbol in line] for line in drawn]
    if wanted.coloured and layout is not None:
        given = _lines_like(puzzle, None, wanted.style, room, layout)
        known = given if before is None else _lines_like(puzzle, before, wanted.style, room, layout)
        lines = [_with_roles(line, *under) for line, *under in _side_by_side(drawn, given, known)]
    if wanted.coordinates and layout is not None:
        lines += [[]] * (max(layout.rows, default=-1) + 1 - len(lines))  # empty rows at the end are numbered too
        lines = with_coordinates(lines, layout, margin)
    cut = wanted.width is not None and layout is not None and any(len(line) > wanted.width for line in lines)
    if cut and wanted.width is not None:
        lines = [line if len(line) <= wanted.width else [*line[: wanted.width - 1], (MORE, "frame")] for line in lines]
    return "\n".join(_text(line, coloured=wanted.coloured) for line in lines), cut


def margin_of(puzzle: Puzzle) -> int:
    """Return the number of characters that the numbers of rows take before each line."""
    return len(str(puzzle.document.cells.shape[0])) + 1


def cut_line(line: str, width: int) -> str:
    """Cut a line to the width of a terminal, with a mark if something is cut."""
    return line if len(line) <= width else line[: width - 1] + MORE


def numbered(layout: Layout) -> str:
    """Add the numbers of rows and columns to a given drawing."""
    lines: list[Line] = [[(symbol, "") for symbol in line] for line in layout.text.rstrip("\n").split("\n")]
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
    """Return the lines of a puzzle drawn with another solution; none if its cells are at other places then."""
    other = puzzle.layout(solution, style, room)
    if other is None or (other.rows, other.columns) != (layout.rows, layout.columns):
        return []
    return other.text.rstrip("\n").split("\n")


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
