"""Human solving techniques of sudokus: the ladder of techniques, from the easiest to the hardest, each with its module.

1 naked_single    2 hidden_single    3 locked    4a naked_subset (pair)    4b hidden_subset (pair)
4c naked_subset (triple)    4d hidden_subset (triple)    5a fish (X-wing)    5b turbot    5c xy_wing    5d fish (swordfish)
6 suppositions and 7 rules together: position
"""

from __future__ import annotations

from typing import Final

from hashicnf.core.techniques import Technique
from hashicnf.families.sudoku.board import Board, Grid
from hashicnf.families.sudoku.techniques import (
    fish,
    hidden_single,
    hidden_subset,
    locked,
    naked_single,
    naked_subset,
    turbot,
    xy_wing,
)
from hashicnf.families.sudoku.techniques.position import BEYOND, SudokuPosition
from hashicnf.families.sudoku.techniques.rung import Rung

RUNGS: Final[tuple[Rung, ...]] = (
    naked_single.RUNG,
    hidden_single.RUNG,
    locked.RUNG,
    naked_subset.PAIR,
    hidden_subset.PAIR,
    naked_subset.TRIPLE,
    hidden_subset.TRIPLE,
    fish.X_WING,
    turbot.RUNG,
    xy_wing.RUNG,
    fish.SWORDFISH,
)
LADDER: Final[tuple[Technique, ...]] = (*(rung.technique for rung in RUNGS), *BEYOND)


def position(board: Board, drawn: Grid | None = None) -> SudokuPosition:
    """Return the position from which a board is solved by hand. Raises InputError for a drawing that does not fit the board."""
    return SudokuPosition(board, RUNGS, drawn)
