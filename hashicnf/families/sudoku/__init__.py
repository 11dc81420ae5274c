"""Sudoku: fill every row, every column and every box with the numbers from 1 to n, each once.

Boards are n x n with boxes of one shape, square or not; both long diagonals may have to hold every number once, too. Generalised
to any size, the puzzle is NP-complete.
Reference: Yato and Seta 2003, "Complexity and completeness of finding another solution and its application to puzzles".
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

from hashicnf.families import Certifying, Clues, Family, Generator, Marginals, Static, Techniques
from hashicnf.families.sudoku.board import (
    SETTINGS,
    UNITS,
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
    from hashicnf.core.flaws import Flaw
    from hashicnf.core.picture import Look, Picture
    from hashicnf.core.techniques import Position, Technique
    from hashicnf.core.variables import Variables
    from hashicnf.formats import Contribution
    from hashicnf.logic import Bools
    from hashicnf.trace.narration import Narrator, Scene


def formats() -> Mapping[str, Contribution]:
    """Return the notations of sudokus alone, and their parts of shared ones, by name."""
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
    """Return the generators of boards by name."""
    from hashicnf.families.sudoku.generate.command import GENERATORS

    return GENERATORS


def narrator(board: Board, variables: Variables) -> Narrator:
    """Return the narrator of a board; imported only when a trace is explained."""
    from hashicnf.families.sudoku.explain import SudokuNarrator

    return SudokuNarrator(board, variables)


def shared(_: Board, partial: Grid, __: Bools) -> list[str]:
    """Describe in a line how many cells have the same number in all solutions; ``partial`` has 0 in the others."""
    return [f"{int((partial.cells > 0).sum()):,} of {partial.cells.size:,} cells have the same number in all solutions"]


def certifying() -> Certifying[Board, Grid]:
    """Return the functions that write certificates; imported only when one is written."""
    from hashicnf.families.sudoku.certifying import CERTIFYING

    return CERTIFYING


def marginals() -> Marginals[Board]:
    """Return the functions that show marginals; imported only when they are counted."""
    from hashicnf.families.sudoku.draw.shades import MARGINALS

    return MARGINALS


def picture(board: Board, solution: Grid | None, look: Look) -> Picture:
    """Return the picture of a board; imported only when one is made."""
    from hashicnf.families.sudoku.draw.picture import picture as shapes

    return shapes(board, solution, look)


def game(board: Board) -> Scene:
    """Return the board as a game for a page; imported only when one is made."""
    from hashicnf.families.sudoku.page import game as scene

    return scene(board)


def clash(board: Board) -> str | None:
    """Return a sentence about givens that contradict each other; None proves nothing. It costs little."""
    from hashicnf.families.sudoku.impossible import impossible

    return impossible(board)


def refuted(board: Board, flaw: Flaw) -> str | None:
    """Explain a flaw of a sudoku that propagation refutes; None for other flaws."""
    from hashicnf.families.sudoku.explain.flaws import why_unsolvable

    return why_unsolvable(board, flaw)


def ladder() -> tuple[Technique, ...]:
    """Return the human techniques, from the easiest."""
    from hashicnf.families.sudoku.techniques import LADDER

    return LADDER


def position(board: Board, drawn: Grid | None) -> Position[Grid]:
    """Return the position from which a board is solved by hand: the givens, and numbers that were drawn."""
    from hashicnf.families.sudoku.techniques import position as begin

    return begin(board, drawn)


REASONS: Final = frozenset({CELL.rule, *(kind + PLACE for kind in UNITS)})
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
        refuted=refuted,
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
