"""Boards for the tests: those of a published table of 3 x 3 boards, with its figures, and helpers that make others."""

from __future__ import annotations

from typing import Any, Final, NamedTuple

import hashicnf
from hashicnf.core.statespace import Searchable
from hashicnf.families import Puzzle
from hashicnf.families.tiles.board import Board


class Published(NamedTuple):
    rows: str
    optimum: int
    greedy: int  # greedy depth-first search with m3h
    manhattan: int
    hamming: int
    m3h: int


PUBLISHED: Final = {
    "trivial": Published("123\n45.\n786", 1, 1, 1, 1, 4),
    "easy": Published(".13\n425\n786", 4, 4, 4, 4, 16),
    "medium": Published("813\n4.2\n765", 14, 34, 10, 5, 25),
    "hard": Published("438\n2.1\n657", 20, 176, 16, 8, 40),
    "farthest": Published("647\n85.\n321", 31, 45, 21, 7, 42),
    "as far": Published("867\n254\n3.1", 31, 233, 21, 7, 42),
}
ADMISSIBLE: Final = ("manhattan", "hamming", "linear-conflict", "walking-distance", "pattern-database")
CONSISTENT: Final = ADMISSIBLE[:-1]


def puzzle(rows: str, *settings: str) -> Puzzle:
    return hashicnf.parse("\n".join(["family: tiles", *settings, rows]) + "\n")


def board(rows: str, *settings: str) -> Board:
    made = puzzle(rows, *settings).board
    assert isinstance(made, Board)
    return made


def positions(rows: str, *settings: str) -> Searchable[Any]:
    return puzzle(rows, *settings).spaces["positions"]()


def in_rows(cells: tuple[int, ...], columns: int) -> str:
    rows = (cells[at : at + columns] for at in range(0, len(cells), columns))
    return "\n".join(" ".join(map(str, row)) + ("," if columns == 1 else "") for row in rows)
