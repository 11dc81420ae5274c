"""One board per line, as in Korf's list of 100: the tiles in reading order, 0 the blank, on a square board.

    14 13 15 7 11 12 9 5 6 0 2 1 4 8 10 3
    1: 14 13 15 7 11 12 9 5 6 0 2 1 4 8 10 3 = 57

A number before the tiles, with or without a colon, is that of the board; one after them, with or without ``=``, the length of a
shortest solution. Both become the title. The goal has the blank first, as in that list, unless a line ``goal: blank-last``
precedes it. Reference: Korf 1985, "Depth-first iterative-deepening: an optimal admissible tree search".
"""

from __future__ import annotations

import re
from math import isqrt
from typing import Final

import numpy as np

from hashicnf.core.document import Document, Setting, Source, setting_name
from hashicnf.errors import Inexpressible, InputError, InternalError, counted
from hashicnf.families.tiles.board import FIRST, GOAL
from hashicnf.families.tiles.formats import MARK, is_marked
from hashicnf.formats import Format
from hashicnf.formats.parsing import LONGEST_LINE, require_short

EXPECTED: Final = "the tiles of a square board in a line, 0 for the blank"
NUMBER: Final = re.compile(r"[0-9]+")
WRONG: Final = re.compile(r"[^0-9 \t\r:=]|[0-9]{10}")
LONGEST: Final = 9  # digits
FIRST_LINES: Final = 1000
LEAST: Final = 9  # numbers that a line needs, for an unmarked text to be recognised as this format


def _tiles(numbers: list[int]) -> slice | None:
    """Return the slice of the board among the numbers of a line: all of them, or without the first, the last or both; or None."""
    for start, end in ((0, 0), (0, 1), (1, 0), (1, 1)):
        count = len(numbers) - start - end
        if count > 0 and isqrt(count) ** 2 == count and sorted(numbers[start : start + count]) == list(range(count)):
            return slice(start, start + count)
    return None


def _parts(line: str) -> tuple[str, list[int], str] | None:
    """Return the number before a colon, the numbers, and the number after ``=``; None if the line holds anything else."""
    before, colon, rest = line.partition(":") if ":" in line else ("", "", line)
    body, equals, after = rest.partition("=")
    words = body.split()
    around = [text.strip() for text, sign in ((before, colon), (after, equals)) if sign]
    if not words or not all(_is_number(word) for word in (*words, *around)):
        return None
    return before.strip(), [int(word) for word in words], after.strip()


def _is_number(word: str) -> bool:
    return word.isascii() and word.isdigit() and len(word) <= LONGEST


def _goal(line: str) -> str | None:
    """Return the goal that a line sets; None if it sets none."""
    name, colon, value = line.partition(":")
    return value.strip() if colon and setting_name(name) == GOAL.name else None


def looks_like(text: str) -> bool:
    """Return whether the first line with content is a board, of at least 3 x 3 cells unless the text is marked."""
    for raw in text.split("\n", FIRST_LINES)[:FIRST_LINES]:
        line = raw.partition("#")[0][:LONGEST_LINE]
        if line.strip() and _goal(line) is None:
            found = _parts(line)
            numbers = [] if found is None else found[1]
            return (len(numbers) >= LEAST or is_marked(text)) and _tiles(numbers) is not None
    return False


def parse(source: Source) -> list[Document]:
    """Parse one board per line. Raises InputError with line and column."""
    documents = []
    goal = Setting(FIRST)
    for number, raw in enumerate(source.text.split("\n"), 1):
        line = raw.partition("#")[0].rstrip()
        if not line:
            continue
        if (value := _goal(line)) is not None:
            goal = Setting(value, number, len(line) - len(value) + 1)
            continue
        documents.append(_document(line, number, goal, source))
    if not documents:
        raise source.nothing(EXPECTED)
    return documents


def _document(line: str, number: int, goal: Setting, source: Source) -> Document:
    start = len(line) - len(line.lstrip())
    require_short(source, line, number)
    if (found := _parts(line)) is None:
        wrong = WRONG.search(line)
        column = wrong.start() + 1 if wrong else start + 1
        raise source.error("this is no board", number, column, EXPECTED)
    before, numbers, after = found
    first = line.index(":") + 1 if ":" in line else 0
    words = [(word.start(), int(word[0])) for word in NUMBER.finditer(line, first)][: len(numbers)]
    if (at := _tiles(numbers)) is None:
        raise _fault(words, number, source)
    side = isqrt(at.stop - at.start)
    cells = np.array(numbers[at], dtype=np.int32).reshape(side, side)
    before = before or (str(numbers[0]) if at.start else "")
    after = after or (str(numbers[-1]) if at.stop < len(numbers) else "")
    title = ", ".join([f"board {before}"] * bool(before) + [f"shortest {after}"] * bool(after))
    settings = {"title": Setting(title, number)} if title else {}
    place = number, words[at.start][0] + 1
    return Document(cells, source, {**settings, GOAL.name: goal}, "tiles", place=place)


def _fault(words: list[tuple[int, int]], line: int, source: Source) -> InputError:
    """Return the error for numbers that are no board, at the first that is repeated or too large."""
    count = len(words)
    if isqrt(count) ** 2 != count:
        return source.error(f"{count} numbers are no square board", line, words[0][0] + 1, EXPECTED)
    seen: set[int] = set()
    for column, value in words:
        if value in seen or value >= count:
            what = f"{value} again" if value in seen else f"no tile {value} on {counted(count, 'cell')}"
            expected = f"the numbers 0 to {count - 1}, each once" if count > 1 else "the number 0"
            return source.error(what, line, column + 1, expected)
        seen.add(value)
    raise InternalError(f"line {line} was taken for no board, but is one")


def write(document: Document) -> str:
    """Return a board as a line, below one that sets the goal unless the blank comes first.

    Raises UsageError for a goal that is a board, and for boards that are not square.
    """
    rows, columns = document.cells.shape
    if document.starts:
        raise Inexpressible("korf", "this goal: there the blank comes first or last")
    if rows != columns:
        raise Inexpressible("korf", f"a board of {rows} x {columns} cells")
    mark = f"{MARK}\n" if rows * columns < LEAST else ""
    goal = GOAL.value_in(document.settings)
    named = f"{GOAL.name}: {goal}\n" if goal != FIRST else ""
    return mark + named + " ".join(map(str, document.cells.ravel().tolist())) + "\n"


FORMAT: Final = Format(
    summary="a square board in a line, 0 the blank, which the goal has first",
    suffixes=(".korf",),
    example="1: 3 1 2 0 4 5 6 7 8 = 1\n",
    looks_like=looks_like,
    parse=parse,
    write=write,
    separator="",
)
