"""A board that is rotated or mirrored is the same puzzle, so `rate` says the same of it."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest

import hashicnf
from tests.portions import few

# a hard hashi whose what ifs lead to contradictions in different numbers of steps, in different orders
HARD = """\
loops: no
? . 5 . . . . . . 5 . 2
. 1 . . . . . . . . . .
2 . 2 . 4 . . . . 6 . 1
. . . . . . . . . . . .
. ? . . 3 . . . 2 . . .
. . . . . . . . . . . 2
2 . 2 . 6 . . 2 . . . .
. . . . . . . . 1 . . .
. . 3 . ? . . . . 3 . .
1 . . . . . . . . . . .
. . 2 . 4 . 2 . . . . .
. 4 . . . . . . . 4 . ?
"""
LEAF = "?.3.2\n.....\n..3..\n.....\n..3.3\n"  # the parity of all other islands determines the bridge of the first


def turned(puzzle: hashicnf.Puzzle, boxes: str | None = None) -> Iterator[hashicnf.Puzzle]:
    """Yield a puzzle in its eight orientations; boxes of a sudoku turn with it."""
    settings = dict(line.split(": ") for line in puzzle.lines if ":" in line)
    settings |= {} if boxes is None else {"boxes": boxes}
    rows = [[*(line.split() if " " in line else line)] for line in puzzle.lines if ":" not in line]
    for number in range(8):
        if number == 4:
            rows = [row[::-1] for row in rows]
        yield hashicnf.parse(
            "".join(f"{key}: {value}\n" for key, value in settings.items())
            + "".join(f"{' '.join(row)}\n" for row in rows)
        )
        rows = [[*column] for column in zip(*rows[::-1], strict=True)]
        if "boxes" in settings:
            settings["boxes"] = "x".join(settings["boxes"].split("x")[::-1])


def relabelled(puzzle: hashicnf.Puzzle, rng: random.Random) -> hashicnf.Puzzle:
    """Return a sudoku of 9x9 with its digits renamed, and the rows of each band exchanged."""
    *settings, _, _, _, _, _, _, _, _, _ = puzzle.lines
    rows = [line.split() if " " in line else [*line] for line in puzzle.lines[-9:]]
    names = {".": ".", **dict(zip("123456789", rng.sample("123456789", 9), strict=True))}
    order = [band + row for band in rng.sample((0, 3, 6), 3) for row in rng.sample(range(3), 3)]
    moved = ["".join(names[cell] for cell in rows[row]) for row in order]
    return hashicnf.parse("\n".join([*settings, *moved]) + "\n")


def rating_of(puzzle: hashicnf.Puzzle) -> tuple[object, ...]:
    rating = hashicnf.rate(puzzle)
    assert rating.grade is not None
    return rating.grade, rating.hardest, rating.rounds


def hashi(seed: int) -> hashicnf.Puzzle:
    rng = random.Random(seed)
    options: dict[str, Any] = {"max_bridges": rng.choice([2, 2, 3]), "doubles": 0.05, "unknown": seed % 2 == 0}
    return hashicnf.generate("hashi", size="8x8", seed=seed, unique=True, no_loops=seed % 3 == 0, **options).puzzle


@pytest.mark.parametrize("seed", few(range(1, 40), 9))
def test_the_rating_of_a_board_stays_if_it_is_turned(seed: int) -> None:
    first, *others = map(rating_of, turned(hashi(seed)))
    assert others == [first] * 7


@pytest.mark.parametrize("text", [HARD, LEAF])
def test_the_order_of_contradictions_and_the_side_of_a_leaf_do_not_matter(text: str) -> None:
    first, *others = map(rating_of, turned(hashicnf.parse(text)))
    assert others == [first] * 7


@pytest.mark.parametrize("boxes", ["2x2", "2x3", "3x3"])
@pytest.mark.parametrize("seed", few(range(4, 16), 3))
def test_the_rating_of_a_sudoku_stays_if_it_is_turned(boxes: str, seed: int) -> None:
    puzzle = hashicnf.generate("sudoku", boxes=boxes, seed=seed, diagonals=boxes == "2x3").puzzle
    first, *others = map(rating_of, turned(puzzle, boxes))
    assert others == [first] * 7


@pytest.mark.parametrize("seed", few(range(3, 20), 6))
def test_the_rating_of_a_sudoku_stays_if_rows_are_exchanged_and_digits_renamed(seed: int) -> None:
    puzzle = hashicnf.generate("sudoku", seed=seed).puzzle
    assert rating_of(relabelled(puzzle, random.Random(seed))) == rating_of(puzzle)
