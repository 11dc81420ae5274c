"""Search spaces of sudokus on the grid itself.

    cells        cells filled in reading order, while no unit holds a number twice
    fillings     all fillings of the free cells, checked only when the grid is full
    candidates   branches on the cell, or the places of a number in a unit, with the fewest candidates
    swap         full grids; a step swaps two free cells, of the pairs of a published search only
    swap-all     the same with all pairs of free cells

The space of a board's formula is not defined here, as it is the same for all families. A space is imported when it is searched.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, Final

from hashicnf.families import SearchMethod

if TYPE_CHECKING:
    from hashicnf.core.statespace import Searchable
    from hashicnf.families.sudoku.board import Board

MOST_MEMORY: Final = 1 << 30


def _cells(board: Board) -> Searchable[Any]:
    from hashicnf.families.sudoku.search.cells import searchable

    return searchable(board)


def _fillings(board: Board) -> Searchable[Any]:
    from hashicnf.families.sudoku.search.fillings import searchable

    return searchable(board)


def _candidates(board: Board) -> Searchable[Any]:
    from hashicnf.families.sudoku.search.candidates import searchable

    return searchable(board)


def _swap(board: Board) -> Searchable[Any]:
    from hashicnf.families.sudoku.search.swaps import published

    return published(board)


def _swap_all(board: Board) -> Searchable[Any]:
    from hashicnf.families.sudoku.search.swaps import complete

    return complete(board)


SPACES: Final[Mapping[str, Callable[[Board], Searchable[Any]]]] = {
    "candidates": _candidates,
    "cells": _cells,
    "fillings": _fillings,
    "swap": _swap,
    "swap-all": _swap_all,
}
METHODS: Final[Mapping[str, SearchMethod]] = {
    "backtracking": SearchMethod("dfs", "cells", "depth first: the cells in reading order, the numbers from 1 up"),
    "bruteforce": SearchMethod("bruteforce", "fillings"),
    "candidates": SearchMethod("astar", "candidates", "A*: fills the cell with the fewest candidates first"),
    "swap": SearchMethod(
        "astar", "swap", "best first: swaps two cells of a full grid, as published (some cells never move)", MOST_MEMORY
    ),
    "swap-all": SearchMethod("astar", "swap-all", "best first: swaps any two cells of a full grid", MOST_MEMORY),
}
