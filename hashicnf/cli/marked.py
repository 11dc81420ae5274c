"""Draw two solutions at once with their differences marked, and clues with some in brackets."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from itertools import zip_longest

from hashicnf.answers.clues import clue_text
from hashicnf.core.document import EMPTY
from hashicnf.families import Layout, Puzzle

DIFFERS = "*"


def differing(puzzle: Puzzle, one: object, other: object, style: str | None, width: int | None) -> Layout:
    """Draw a solution with a mark for each character that differs in the drawing of another solution.

    Lines have at most ``width`` characters if possible. Raises UsageError for an unknown style.
    """
    drawings = [_drawn(puzzle, solution, style, width) for solution in (one, other)]
    lines = ((a or "", b or "") for a, b in zip_longest(*(drawing.text.splitlines() for drawing in drawings)))
    return replace(drawings[0], text="".join(f"{_marked(a, b)}\n" for a, b in lines))


def bracketed(puzzle: Puzzle, cells: Collection[tuple[int, int]]) -> Layout:
    """Draw the clues of a puzzle as a grid, with those of some cells (row, column), from 0, in brackets."""
    document = puzzle.document
    grid, letters = document.cells.tolist(), document.letters
    texts = [["." if clue == EMPTY else clue_text(clue, letters=letters) for clue in row] for row in grid]
    wide = max((len(text) for row in texts for text in row), default=1)
    marked = frozenset(cells)
    text = "".join(
        "".join(_cell(text, wide, is_marked=(r, c) in marked) for c, text in enumerate(row)).rstrip() + "\n"
        for r, row in enumerate(texts)
    )
    rows, columns = document.cells.shape
    return Layout(text, tuple(range(rows)), tuple(range(wide, columns * (wide + 2), wide + 2)))


def _drawn(puzzle: Puzzle, solution: object, style: str | None, width: int | None) -> Layout:
    layout = puzzle.layout(solution, style, width)
    return Layout(puzzle.draw(solution, style), (), ()) if layout is None else layout


def _cell(text: str, wide: int, *, is_marked: bool) -> str:
    return f"{f'[{text}]' if is_marked else f' {text} ':>{wide + 2}}"


def _marked(one: str, other: str) -> str:
    width = max(len(one), len(other))
    pairs = zip(one.ljust(width), other.ljust(width), strict=True)
    return "".join(a if a == b else DIFFERS for a, b in pairs).rstrip()
