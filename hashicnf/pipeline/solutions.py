"""The solutions of several puzzles in one text, as ``solve`` prints them: each drawing under the name and number of its puzzle."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from hashicnf.errors import InputError
from hashicnf.families import Puzzle
from hashicnf.files.inputs import Extent, read_text, shown
from hashicnf.pipeline.puzzles import extent_of_drawing

HEADING: Final = re.compile(r".*#([0-9]{1,9}):[ \t]*")
HEADINGS: Final = "a drawing for each under a line with its number, such as '#1:'"


def read_solutions(puzzles: Sequence[Puzzle], path: str) -> list[object | None]:
    """Read the drawings of a file, in any style; None for a puzzle that has none there.

    Raises InputError for a text without headings, for numbers that no puzzle has or that stand twice, and for what is no drawing.
    """
    name = shown(path)
    lines = read_text(path, Extent(sum(extent_of_drawing(puzzle).size for puzzle in puzzles))).splitlines()
    headings = [(at, int(found[1])) for at, line in enumerate(lines) if (found := HEADING.fullmatch(line))]
    if not headings and not any(map(str.strip, lines)):
        raise InputError(f"there are {len(puzzles)} puzzles, and no drawing", name, expected=HEADINGS)
    ends = [*(at for at, _ in headings), len(lines)]
    for at in range(ends[0]):
        if lines[at].strip():
            fault = f"there are {len(puzzles)} puzzles, and this drawing has no number"
            raise InputError(fault, name, at + 1, 1, lines[at], HEADINGS)
    solutions: dict[int, object] = {}
    for (at, number), end in zip(headings, ends[1:], strict=True):
        if not 1 <= number <= len(puzzles) or number in solutions:
            fault = "stands here for the second time" if number in solutions else f"is none of 1 to {len(puzzles)}"
            raise InputError(f"the number {number} {fault}", name, at + 1, lines[at].rindex("#") + 1, lines[at])
        solutions[number] = _below(puzzles[number - 1], lines[at + 1 : end], name, at + 1)
    return [solutions.get(number) for number in range(1, len(puzzles) + 1)]


def _below(puzzle: Puzzle, lines: Sequence[str], name: str, skipped: int) -> object:
    """Read a drawing that begins after so many lines of a file, and ends with a blank line or with the file."""
    try:
        return puzzle.read("\n".join(lines).rstrip() + "\n", name)
    except InputError as problem:
        if problem.line is not None:
            problem.line += skipped
        raise
