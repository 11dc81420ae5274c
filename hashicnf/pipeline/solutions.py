"""Read drawings of solutions: of one puzzle, or of several as ``solve`` prints them.

Drawings of several puzzles either stand each below a line with the name and number of its puzzle, or are lines: one for each puzzle
in order (``null`` without a solution), or JSON with the number of the puzzle as ``index``.
"""

from __future__ import annotations

import re
from collections.abc import Container, Sequence
from typing import Any, Final

from hashicnf.errors import InputError, brief
from hashicnf.families import Puzzle
from hashicnf.files.inputs import Extent, read_text, shown
from hashicnf.formats.parsing import plain
from hashicnf.pipeline.file_kinds import SOLUTION
from hashicnf.pipeline.mixed_files import expecting

ABOVE: Final = re.compile(r"[ \t]*(?:#|[A-Za-z][A-Za-z-]*[ \t]*:)")
HEADING: Final = re.compile(r".*#([0-9]{1,9}):[ \t]*")
COLUMNS: Final = re.compile(r"[ \t]+1(?:[ \t]+[0-9]{1,5})*[ \t]*")
ROW: Final = re.compile(r"[ \t]*1(?:[ \t]|$)")
DRAWING: Final = 1 << 20
# Bytes of a drawing for a byte of the puzzle in native form: JSON needs up to 200, indented twice that.
DRAWN: Final = 512
HEADINGS: Final = "a drawing for each under a line with its number, such as '#1:', or a line for each"


def read_solution(puzzle: Puzzle, path: str) -> object:
    """Read a drawing of a solution from a file, in any style. Raises InputError, also for a file that is too large."""
    with expecting((path, SOLUTION)):
        return read_drawing(puzzle, read_text(path, extent_of_drawing(puzzle)), shown(path))


def read_drawing(puzzle: Puzzle, text: str, name: str) -> object | None:
    """Read a drawing in any style, or the output of ``solve --json``, for which None means that it contains no solution.

    Comments and settings above it, as in a copy of the puzzle's file, are skipped. Raises InputError, with a special message for
    drawings with numbered rows and columns.
    """
    text = plain(text)
    try:
        return _read(puzzle, text, name)
    except InputError as problem:
        if has_coordinates(text):
            first = text.split("\n", 1)[0]
            expected = "a drawing that was made without --coordinates"
            raise InputError("the numbers of rows and columns are drawn", name, 1, 1, first, expected) from problem
        lines = text.split("\n")
        above = _above(lines)
        is_empty = not any(map(str.strip, lines[above:]))
        # A comment alone is an empty plan; a setting alone is none, and no other drawing is empty.
        if not above or (is_empty and (puzzle.rules.planning is None or "#" not in lines[above - 1])):
            raise
        return _below(puzzle, lines[above:], name, above)


def _read(puzzle: Puzzle, text: str, name: str) -> object | None:
    if (data := _object(text)) is None:
        moves = None if "json" in puzzle.rules.styles else _list(text)
        return puzzle.read(text, name) if moves is None else puzzle.from_data(moves, name)
    if (family := data.get("family", puzzle.family)) != puzzle.family:
        raise InputError(f"this result is of the family {brief(family)}", name, expected=f"a result of {puzzle.family}")
    solution = data.get("solution")
    return None if solution is None else puzzle.from_data(solution, name)


def _above(lines: Sequence[str]) -> int:
    """Count the lines above a drawing: comments and settings, and blank lines between them."""
    count = 0
    for number, line in enumerate(lines, 1):
        if ABOVE.match(line):
            count = number
        elif line.strip():
            break
    return count


def has_coordinates(text: str) -> bool:
    """Return whether a drawing begins with the numbers of its columns, ascending from 1, and row 1 with its number."""
    first, *rest = text.splitlines() or [""]
    numbers = [int(word) for word in first.split()] if COLUMNS.fullmatch(first) else []
    return bool(numbers) and numbers == sorted({*numbers}) and any(map(ROW.match, rest))


def extent_of_drawing(puzzle: Puzzle) -> Extent:
    """Return the largest size of a drawing of a solution."""
    return Extent(DRAWING + DRAWN * sum(map(len, puzzle.lines)))


def read_solutions(puzzles: Sequence[Puzzle], path: str) -> list[object | None]:
    """Read the drawings of a file, in any style; None for a puzzle without one. The drawing of a single puzzle has no heading.

    Raises InputError for missing headings, numbers without a puzzle, repeated numbers, and invalid drawings.
    """
    if len(puzzles) == 1:
        return [read_solution(puzzles[0], path)]
    with expecting((path, SOLUTION)):
        return _read_several(puzzles, path)


def _read_several(puzzles: Sequence[Puzzle], path: str) -> list[object | None]:
    name = shown(path)
    lines = read_text(path, Extent(sum(extent_of_drawing(puzzle).size for puzzle in puzzles))).splitlines()
    headings = [(at, int(found[1])) for at, line in enumerate(lines) if (found := HEADING.fullmatch(line))]
    if not headings:
        return _of_lines(puzzles, lines, name)
    ends = [*(at for at, _ in headings), len(lines)]
    for at in range(ends[0]):
        if lines[at].strip():
            lack = f"there are {len(puzzles)} puzzles, and this drawing has no number"
            raise InputError(lack, name, at + 1, 1, lines[at], HEADINGS)
    solutions: dict[int, object] = {}
    for (at, number), end in zip(headings, ends[1:], strict=True):
        if (fault := _fault_of_number(number, len(puzzles), solutions)) is not None:
            raise InputError(fault, name, at + 1, lines[at].rindex("#") + 1, lines[at])
        solutions[number] = _below(puzzles[number - 1], lines[at + 1 : end], name, at + 1)
    return [solutions.get(number) for number in range(1, len(puzzles) + 1)]


def _of_lines(puzzles: Sequence[Puzzle], lines: Sequence[str], name: str) -> list[object | None]:
    """Read a drawing per line: one for each puzzle in order, or the objects of ``solve --json``."""
    drawn = [(at, line) for at, line in enumerate(lines) if line.strip()]
    if not drawn:
        raise InputError(f"there are {len(puzzles)} puzzles, and no drawing", name, expected=HEADINGS)
    objects = [_object(line) for _, line in drawn]
    in_order = None in objects and len(drawn) == len(puzzles)
    solutions: dict[int, object | None] = {}
    for place, ((at, line), data) in enumerate(zip(drawn, objects, strict=True), 1):
        number = place if in_order else None if data is None else data["index"]
        if number is None:
            lack = f"there are {len(puzzles)} puzzles, and this drawing has no number"
            raise InputError(lack, name, at + 1, 1, line, HEADINGS)
        if (fault := _fault_of_number(number, len(puzzles), solutions)) is not None:
            raise InputError(fault, name, at + 1, 1, line)
        solutions[number] = None if line.strip() == "null" else _below(puzzles[number - 1], [line], name, at)
    return [solutions.get(number) for number in range(1, len(puzzles) + 1)]


def _fault_of_number(number: int, puzzles: int, known: Container[int]) -> str | None:
    """Return what is wrong with the number of a drawing, one of ``known`` earlier ones or of no puzzle; None if it is right."""
    if number in known:
        return f"the number {number} stands here for the second time"
    return None if 1 <= number <= puzzles else f"the number {number} is none of 1 to {puzzles}"


def _list(text: str) -> list[Any] | None:
    """Return the list that a text contains in JSON, such as a plan of ``solve --json``; None for any other text."""
    data = _json(text, "[")
    return data if isinstance(data, list) else None


def _object(text: str) -> dict[str, Any] | None:
    """Return an object that ``solve --json`` prints, None for any other text."""
    data = _json(text, "{")
    return data if isinstance(data, dict) and isinstance(data.get("index"), int) else None


def _json(text: str, first: str) -> object:
    """Return the data of a text in JSON that begins with the character ``first``; None for any other text."""
    if not text.lstrip().startswith(first):
        return None
    import json

    try:
        data: object = json.loads(text)
    except (ValueError, RecursionError):
        return None
    return data


def _below(puzzle: Puzzle, lines: Sequence[str], name: str, skipped: int) -> object:
    """Read the drawing in ``lines``, before which ``skipped`` lines of the file were read.

    Errors count lines of the file; those without a line are about the whole drawing, and get its first one.
    """
    try:
        return read_drawing(puzzle, "\n".join(lines).rstrip("\r\n") + "\n", name)
    except InputError as problem:
        problem.line = skipped + (problem.line or 1)
        raise
