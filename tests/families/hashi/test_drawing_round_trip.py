"""Every drawing reads back: random boards with everything that makes drawings hard, in every style.

Unknown clues, up to 12 bridges a pair and sometimes 1000, islands that touch, numbers of one to nine digits, titles, boards wider
than a terminal, boards that are all islands, and solutions without bridges, whose drawings look like grids of numbers.
"""

from __future__ import annotations

import random
import re
from collections import Counter

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import hashicnf
from hashicnf.core.document import Document, Source
from hashicnf.families import Puzzle
from hashicnf.families.hashi.board import Solution
from hashicnf.families.hashi.draw import STYLES
from hashicnf.formats.native import native_lines
from tests.oracles import hashi
from tests.oracles.puzzles import board_of, hashi_solution, solution_of

SHAPES = ((1, 1), (1, 2), (2, 1), (5, 2), (2, 5), (1, 12), (12, 1), (3, 3), (4, 6), (6, 4), (7, 7), (3, 30))
TITLES = ("", "title: 2 2\n", "title: 2───2\n", "# 3 = 3\n", "title: [ 1 ]\n")
LARGE = (10, 99, 100, 12345, 999_999_999)


def random_grid(rng: random.Random) -> hashi.Grid:
    rows, columns = rng.choice(SHAPES)
    share = rng.choice([0.0, 0.1, 0.3, 0.6, 1.0])
    return [[int(rng.random() < share) for _ in range(columns)] for _ in range(rows)]


def random_counts(rng: random.Random, grid: hashi.Grid, most: int) -> tuple[int, ...]:
    """Return random bridges per edge without crossings; clues and connectivity do not matter for a drawing."""
    share = rng.choice([0.0, 0.3, 0.8, 1.0])
    counts = [rng.randint(1, most) if rng.random() < share else 0 for _ in hashi.pairs(grid)]
    for a, b in hashi.crosses(grid):
        if counts[a] and counts[b]:
            counts[rng.choice((a, b))] = 0
    return tuple(counts)


def number_islands(rng: random.Random, grid: hashi.Grid, counts: tuple[int, ...]) -> None:
    """Set the clues of a grid in place to the numbers of bridges, some to unknown, and on some boards some far larger."""
    large = rng.choice([0.0, 0.0, 0.3])
    for i, (r, c) in enumerate(hashi.islands(grid)):
        degree = sum(k for k, pair in zip(counts, hashi.pairs(grid), strict=True) if i in pair)
        grid[r][c] = rng.choice(LARGE) if rng.random() < large else degree or rng.randint(1, 9)
    for r, c in hashi.islands(grid):
        grid[r][c] = -1 if rng.random() < 0.1 else grid[r][c]


def random_case(seed: int) -> tuple[Puzzle, Solution]:
    """Return a puzzle, made by way of a file, and bridges for it."""
    rng = random.Random(seed)
    grid, most = random_grid(rng), rng.choice([1, 2, 3, 9, 12, 12, 1000])
    counts = random_counts(rng, grid, most)
    number_islands(rng, grid, counts)
    rows = "\n".join(native_lines(Document(np.array(grid, dtype=np.int32), Source("", ""))))
    text = f"{rng.choice(TITLES)}max-bridges: {most}\n{rows}\n"
    return hashicnf.parse(text, "native"), solution_of(grid, counts)


def numbers_of(puzzle: Puzzle, solution: Solution) -> Counter[str]:
    clues = ["?" if clue < 0 else str(clue) for clue in board_of(puzzle).clue.tolist()]
    return Counter([*clues, *(str(count) for count in solution.bridges[:, 4].tolist() if count > 2)])


def assert_reads_back(puzzle: Puzzle, solution: Solution) -> None:
    """Draw and read in every style; where cells have room, compare the numbers in the drawing with those of the board."""
    board = board_of(puzzle)
    for style in STYLES:
        text = puzzle.draw(solution, style)
        assert puzzle.read(text, style) == solution, (style, text)
        shown = text.replace("\n", "\n ")
        if style in ("unicode", "ascii") and board.shape[1] < 20:
            assert Counter(re.findall(r"[0-9?]+", shown)) == numbers_of(puzzle, solution), (style, text)
        if style != "json" and board.islands:
            assert list(hashi_solution(puzzle.read(puzzle.draw(None, style), style))) == [], style


@given(seed=st.integers(0, 2**32))
def test_drawings_of_random_boards_read_back(seed: int) -> None:
    assert_reads_back(*random_case(seed))


@pytest.mark.slow
@pytest.mark.timeout(3600)
def test_drawings_of_twenty_thousand_random_boards_read_back() -> None:
    for seed in range(20_000):
        assert_reads_back(*random_case(seed))
