"""Make sudokus: a random full grid, from which givens are taken as long as there is one solution (``thinning``).

Same arguments, same board, on every machine.
"""

from __future__ import annotations

import numpy as np

from hashicnf.core.randomness import RandomStream
from hashicnf.errors import GaveUp, UsageError, counted
from hashicnf.families import Generated
from hashicnf.families.sudoku.board import Board, Grid, Shape, usual_box
from hashicnf.families.sudoku.generate.counting import random_solution
from hashicnf.families.sudoku.generate.thinning import NONE, SURE, orbits, thinned
from hashicnf.logic import Ints

TRIES = 50
THINNED = 30  # boards that are tried where as few givens as asked for are not had at once


def generate(
    side: int,
    *,
    seed: int,
    clues: int | None = None,
    box: Shape | None = None,
    diagonals: bool = False,
    symmetry: str = NONE,
) -> Generated[Board, Grid]:
    """Make a board with one solution: minimal, or with ``clues`` givens where that is more, which lie symmetrically or anyhow.

    Raises UsageError for boxes that do not suit the side, and for seeds below 0; GaveUp where no board does with so few givens.
    """
    shape = usual_box(side) if box is None else box
    if shape is None or shape[0] * shape[1] != side:
        raise UsageError(
            f"{side} x {side} cells have no boxes"
            + ("; choose a side that is a product, such as 6 or 9" if shape is None else f" of {shape[0]} x {shape[1]}")
        )
    if clues is not None and clues > side * side:
        raise UsageError(f"{side} x {side} cells do not hold {counted(clues, 'given')}")
    random, fewest = RandomStream(seed), side * side
    empty = Board(np.zeros((side, side), dtype=np.int32), shape, diagonals)
    together = orbits(side, symmetry)
    for _ in range(1 if clues is None else THINNED):
        full = _filled(empty, random)
        givens, is_minimal = thinned(Board(full, shape, diagonals), random, clues or 0, together)
        fewest = min(fewest, count := int(np.count_nonzero(givens)))
        if clues is None or count < clues + max(map(len, together)):
            made = Board(givens, shape, diagonals, f"sudoku-{side}x{side}-{count}-{seed}")
            return Generated(made, Grid(full), _title(made, seed, is_minimal=is_minimal))
    raise GaveUp(
        f"of {THINNED} boards none has fewer than {counted(fewest, 'given')}; ask for more, or try another seed"
    )


def _title(board: Board, seed: int, *, is_minimal: bool) -> str:
    """Return the title: size, givens, and what is known of them."""
    known = "one solution, and none of the givens can be spared" if is_minimal else "one solution"
    return f"{counted(board.given, 'given')} on {board.side} x {board.side} cells, seed {seed}; {known}"


def _filled(empty: Board, random: RandomStream) -> Ints:
    """Fill an empty board at random: small ones by search, others by shuffling a pattern."""
    if empty.side <= SURE or empty.diagonals:
        for _ in range(TRIES):
            if (found := random_solution(empty, random)) is not None:
                return found
        if empty.diagonals:
            raise UsageError(f"no full grid of {empty.side} x {empty.side} cells with diagonals was found")
    return _pattern(empty, random)


def _pattern(empty: Board, random: RandomStream) -> Ints:
    """Shuffle the numbers, rows and columns of a grid of shifted rows, without tearing boxes apart."""
    n, (tall, wide) = empty.side, empty.box
    r, c = np.indices((n, n))
    grid = (wide * (r % tall) + r // tall + c) % n
    rows, columns = _order(n // tall, tall, random), _order(n // wide, wide, random)
    numbers: Ints = (random.order(n) + 1).astype(np.int32)
    shuffled: Ints = numbers[grid][rows][:, columns]
    return shuffled


def _order(bands: int, each: int, random: RandomStream) -> Ints:
    """Shuffle bands of lines, and the lines of each band."""
    lines = [band * each + random.order(each) for band in random.order(bands)]
    return np.concatenate(lines).astype(np.int32)
