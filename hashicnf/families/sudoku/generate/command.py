"""The generator as ``hashicnf generate sudoku`` offers it, with its options."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from math import isqrt
from typing import Any, Final

from hashicnf.core.options import SEED, Choices, OneOf, Option, sides, whole
from hashicnf.errors import UsageError, counted
from hashicnf.families import Generated, Generator, Needed
from hashicnf.families.sudoku.board import BOXES, DIAGONALS, MOST_SIDE, Board, Grid, Shape
from hashicnf.families.sudoku.generate import generate, generate_graded
from hashicnf.families.sudoku.generate.thinning import IMAGES, NONE, SURE, fitting, orbits

# Share of the cells by which boards of the grades 1 to 6 have fewer givens than those of grade 1; measured.
LACKING: Final = (0.0, 0.075, 0.11, 0.11, 0.13, 0.14)
# Share of the cells that are given, and its growth per row: slightly more givens than a unique solution needs; measured.
FEW: Final = (0.282, 0.0055)
BEYOND_SINGLES: Final = 3  # the lowest grade that needs techniques beyond singles
SUPPOSING: Final = 8  # the lowest grade that needs suppositions

_sides = sides(4, MOST_SIDE)


def _side(text: str) -> int:
    """Return the side of a square, given as one number or as equal rows and columns. Raises ValueError."""
    rows, columns = _sides(text)
    if rows != columns:
        raise ValueError(text)
    return rows


SIDE: Final = 9
SIZE: Final[Option[int | None]] = Option(
    "size",
    _side,
    None,
    f"a number from 4 to {MOST_SIDE}, as sudokus are squares",
    f"Rows and columns: one number, or the same twice, such as 9x9. Default: what --boxes hold, or {SIDE}.",
    metavar="N",
)
CLUES: Final[Option[int | None]] = Option(
    "clues",
    whole(0),
    None,
    "a number from 0",
    "Number of givens. Default: as few as a unique solution needs.",
    metavar="N",
)
SHAPE: Final = Option(BOXES.name, BOXES.parse, BOXES.default, BOXES.expected, BOXES.help, BOXES.show, BOXES.metavar)
CROSSED: Final = Option(
    DIAGONALS.name, bool, False, "nothing", "Let both long diagonals hold every number once.", given=True
)

SYMMETRY: Final = Option(
    "symmetry",
    OneOf(*IMAGES),
    NONE,
    f"one of {', '.join(IMAGES)}",
    "Symmetry of the givens: none, by half a turn (rotate), by a quarter turn (quarter), of left and right half (mirror), or in "
    "the falling diagonal (diagonal).",
)


def _made(options: Choices, needed: Needed | None = None) -> Generated[Board, Grid]:
    return generate(_size(options[SIZE], options[SHAPE]), needed=needed, **_wanted(options))


def _graded(options: Choices, grades: range) -> Iterator[Generated[Board, Grid] | None] | None:
    """Return boards of grades that need techniques beyond singles but no suppositions; None for other grades."""
    if not BEYOND_SINGLES <= grades[0] <= grades[-1] < SUPPOSING:
        return None
    size = _size(options[SIZE], options[SHAPE])
    enough = 0 if size <= SURE else _share(size, grades[0])
    return generate_graded(size, grades, enough=enough, **_wanted(options))


def _size(side: int | None, box: Shape | None) -> int:
    """Return the given side, or the one that a box determines. Raises UsageError for boxes of too few or too many cells."""
    if side is not None or box is None:
        return SIDE if side is None else side
    rows, columns = box
    try:
        return _side(f"{rows * columns}")
    except ValueError:
        raise UsageError(
            f"boxes of {rows} x {columns} cells hold {counted(rows * columns, 'number')}; expected 4 to {MOST_SIDE}"
        ) from None


def _wanted(options: Choices) -> dict[str, Any]:
    return {
        "seed": options[SEED],
        "clues": options[CLUES],
        "box": options[SHAPE],
        "diagonals": options[CROSSED],
        "symmetry": options[SYMMETRY],
    }


def _with_cells(cells: int) -> Choices:
    """Return options for a board of square boxes with about so many cells, three quarters of them given."""
    root = max(2, min(isqrt(MOST_SIDE), round(cells**0.25)))
    return Choices({SIZE: root**2, CLUES: root**4 * 3 // 4, SEED: 1})


def _steer(grades: range, given: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return a number of clues above the minimum, for grade 1 (naked singles) and for boards on which minimising takes long.

    For naked singles that is 36 on 9 x 9 cells, and a larger share of larger boards; higher grades have fewer clues, and those
    that need suppositions hardly more than the minimum.
    """
    texts = {name: str(value) for name, value in given.items()}
    side = SIZE.parse(texts[SIZE.name]) if SIZE.name in texts else None
    box = SHAPE.parse(texts[SHAPE.name]) if SHAPE.name in texts else None
    symmetry = SYMMETRY.parse(texts[SYMMETRY.name]) if SYMMETRY.name in texts else NONE
    size, grade = _size(side, box), grades[0]
    if grade > 1 and size <= SURE:
        return {}
    clues = _share(size, grade) if grade < len(LACKING) else _few(size)
    return {CLUES.name: str(fitting(clues, orbits(size, symmetry)))}


def _share(size: int, grade: int) -> int:
    """Return the number of givens that makes a grade likely."""
    return round(size**2 * (min(0.75, 0.3 + size / 64) - LACKING[min(grade, len(LACKING)) - 1]))


def _few(size: int) -> int:
    """Return a number of givens slightly above what a unique solution needs, on boards of a side above ``SURE``."""
    least, more = FEW
    return round(size**2 * (least + size * more))


GENERATORS: Final[Mapping[str, Generator[Board, Grid]]] = {
    "unique": Generator(
        "Boards have one solution. Up to 10 x 10 cells none of their givens can be spared, unless --clues or "
        "--difficulty ask for more or --symmetry keeps some; on larger boards, a solver removes those that it soon finds "
        "superfluous. Large boards take time: seconds at 25 x 25, most of a minute at 36 x 36; with more --clues less.",
        _made,
        (SIZE, SEED, CLUES, SHAPE, CROSSED, SYMMETRY),
        _with_cells,
        unique=True,
        steer=_steer,
        graded=_graded,
        thinned=_made,
        counted=CLUES,
    ),
}
