"""Sudoku: fill every row, every column and every box with the numbers from 1 to n, each once.

Boards are n x n with boxes of one shape, square or not; diagonals may count too. On boards of any size the puzzle is NP-complete.
Reference: Yato and Seta 2003, "Complexity and completeness of finding another solution and its application to puzzles".
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

from hashicnf.families import Certifying, Clues, Family, Generator, Marginals, Static, Techniques
from hashicnf.families.sudoku.board import (
    SETTINGS,
    Board,
    Grid,
    build,
    clue_cells,
    document_of,
    mended,
    numbers,
    only,
    shown,
    size,
    titled,
)
from hashicnf.families.sudoku.check import check
from hashicnf.families.sudoku.constraints import CELL, GIVEN, MODEL, PLACE, constraints, decode, model_of
from hashicnf.families.sudoku.draw import STYLES, layout, read
from hashicnf.families.sudoku.search import METHODS, SPACES

if TYPE_CHECKING:
    from hashicnf.core.picture import Look, Picture
    from hashicnf.core.techniques import Position, Technique
    from hashicnf.core.variables import Variables
    from hashicnf.formats import Contribution
    from hashicnf.logic import Bools
    from hashicnf.trace.narration import Narrator, Scene


def formats() -> Mapping[str, Contribution]:
    """List the notations in which only sudokus are written, and their parts of others."""
    from hashicnf.families.sudoku.formats import janko, puzzlink, pzprv3, sdk, sdm, ss, tatham

    return {
        "janko": janko.GENRE,
        "puzzlink": puzzlink.GENRE,
        "pzprv3": pzprv3.GENRE,
        "sdk": sdk.FORMAT,
        "sdm": sdm.FORMAT,
        "ss": ss.FORMAT,
        "tatham": tatham.GENRE,
    }


def generators() -> Mapping[str, Generator[Board, Grid]]:
    """List the ways to make boards."""
    from hashicnf.families.sudoku.generate.command import GENERATORS

    return GENERATORS


def narrator(board: Board, variables: Variables) -> Narrator:
    """Make the narrator of a board; imported only where a trace is explained."""
    from hashicnf.families.sudoku.explain import SudokuNarrator

    return SudokuNarrator(board, variables)


def shared(_: Board, partial: Grid, __: Bools) -> list[str]:
    """Return how many cells have the same number in all solutions."""
    return [f"{int((partial.cells > 0).sum()):,} of {partial.cells.size:,} cells have the same number in all solutions"]


def certifying() -> Certifying[Board, Grid]:
    """Return what certificates are made of; imported only where one is written."""
    from hashicnf.families.sudoku.certifying import CERTIFYING

    return CERTIFYING


def marginals() -> Marginals[Board]:
    """Return how shares of solutions are shown; imported only where they are counted."""
    from hashicnf.families.sudoku.draw.shades import MARGINALS

    return MARGINALS


def picture(board: Board, solution: Grid | None, look: Look) -> Picture:
    """Make the picture of a board; imported only where one is made."""
    from hashicnf.families.sudoku.draw.picture import picture as shapes

    return shapes(board, solution, look)


def game(board: Board) -> Scene:
    """Return the board as a game for a page; imported only where one is made."""
    from hashicnf.families.sudoku.page import game as scene

    return scene(board)


def clash(board: Board) -> str | None:
    """Name givens that contradict each other; called only for unsolvable boards."""
    from hashicnf.families.sudoku.impossible import impossible

    return impossible(board)


def ladder() -> tuple[Technique, ...]:
    """List the techniques of people, from the easiest."""
    from hashicnf.families.sudoku.techniques import LADDER

    return LADDER


def position(board: Board, drawn: Grid | None) -> Position[Grid]:
    """Begin to solve a board by hand."""
    from hashicnf.families.sudoku.techniques import position as begin

    return begin(board, drawn)


REASONS: Final = frozenset({CELL.rule, *(kind + PLACE for kind in ("row", "column", "box", "diagonal"))})
EXAMPLE: Final = "53..7....\n6..195...\n.98....6.\n8...6...3\n4..8.3..1\n7...2...6\n.6....28.\n...419..5\n....8..79\n"
FAMILY: Final[Family[Board, Grid]] = Family(
    title="Sudoku",
    names=("number-place", "numpre", "su-doku"),
    example=f"family: sudoku\n{EXAMPLE}",
    build=build,
    document=document_of,
    check=check,
    styles=STYLES,
    in_one_line=("line", "json"),
    read=read,
    size=size,
    unit="cell",
    solution_type=Grid,
    settings=SETTINGS,
    static=Static(
        constraints,
        decode,
        (MODEL,),
        simplify=True,
        certifying=certifying,
        marginals=marginals,
        model=model_of,
        shared=shared,
    ),
    spaces=SPACES,
    methods=METHODS,
    formats=formats,
    generators=generators,
    narrator=narrator,
    picture=picture,
    game=game,
    layout=layout,
    impossible=clash,
    clues=Clues(GIVEN.rule, clue_cells, mended, only, shown, numbers, titled),
    techniques=Techniques(ladder, position, REASONS),
)
