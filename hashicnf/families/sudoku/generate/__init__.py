"""Generate sudokus: a random full grid, from which givens are removed while the solution remains unique (``thinning``).

The same arguments give the same board on every machine; for large boards this requires the same version of the solver.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from hashicnf.core.randomness import RandomStream
from hashicnf.errors import GaveUp, UsageError, counted
from hashicnf.families import Generated, Needed
from hashicnf.families.sudoku.board import NEEDED, Board, Grid, Shape, only, usual_box
from hashicnf.families.sudoku.generate.filling import filled
from hashicnf.families.sudoku.generate.thinning import NONE, SURE, Orbits, fitting, orbits, thinned
from hashicnf.logic import Ints

THINNED = 30  # full grids that are tried for a given number of clues
THINNED_LARGE = 8  # the same, on boards of a side above ``SURE``


def generate(
    side: int,
    *,
    seed: int,
    clues: int | None = None,
    box: Shape | None = None,
    diagonals: bool = False,
    symmetry: str = NONE,
    needed: Needed | None = None,
) -> Generated[Board, Grid]:
    """Return a board with one solution: minimal, or with ``clues`` givens, placed according to ``symmetry``.

    On large boards ``needed`` finds the givens to keep; without it only those are removed that are quickly found superfluous.
    Raises UsageError for boxes that do not fit the side, numbers of clues that do not fit the symmetry, and seeds below 0; GaveUp
    if no board is found with so few givens.
    """
    empty, random, fewest = _empty(side, clues, box, diagonals=diagonals), RandomStream(seed), side * side
    together = orbits(side, symmetry)
    going = _going(together, clues, side, symmetry)
    tries = 1 if clues is None else THINNED if side <= SURE else THINNED_LARGE
    for _ in range(tries):
        full = filled(empty, random)
        board = replace(empty, givens=full)
        if needed is None or side <= SURE:
            givens, is_minimal = thinned(board, random, clues or 0, going)
        else:
            givens, is_minimal = _thinned_by(needed, board, random, clues or 0, going)
        fewest = min(fewest, count := int(np.count_nonzero(givens)))
        if clues in (None, count):
            return _made(replace(empty, givens=givens), full, seed, together, is_minimal=is_minimal)
    raise GaveUp(f"of {tries} boards none has fewer than {counted(fewest, 'given')}; ask for more, or try another seed")


def generate_graded(
    side: int,
    grades: range,
    *,
    seed: int,
    enough: int,
    clues: int | None = None,
    box: Shape | None = None,
    diagonals: bool = False,
    symmetry: str = NONE,
) -> Iterator[Generated[Board, Grid] | None]:
    """Yield boards as ``generate`` makes them, but of some grades beyond singles; None for each board of another grade.

    Without ``clues``, up to ``enough`` givens may remain. Raises UsageError like ``generate``, when the first board is asked for.
    """
    from hashicnf.families.sudoku.generate.graded import Exchanges

    empty, random = _empty(side, clues, box, diagonals=diagonals), RandomStream(seed)
    together = orbits(side, symmetry)
    going = _going(together, clues, side, symmetry)
    while True:
        full = filled(empty, random)
        exchanges = Exchanges(
            replace(empty, givens=full), going, random, grades, clues=clues or 0, enough=clues or enough
        )
        for board, grade in exchanges.boards():
            is_made = grade in grades and clues in (None, board.given)
            yield _made(board, full, seed, together, is_minimal=False) if is_made else None


def _going(together: Orbits, clues: int | None, side: int, symmetry: str) -> Orbits:
    """Return the orbits that may be removed; an orbit of one cell is excluded if the number of clues requires it to be kept.

    Raises UsageError for a number of clues that is no sum of sizes of orbits.
    """
    largest = max(map(len, together))
    if clues is None or clues % largest == 0:
        return together
    if (fewer := fitting(clues, together)) < clues:
        more = clues + largest - clues % largest
        raise UsageError(
            f"--symmetry {symmetry}: {counted(clues, 'given')} cannot lie so on {side} x {side} cells; give {fewer} or {more}"
        )
    large = [orbit for orbit in together if len(orbit) > 1]
    return large if len(together) == len(large) + 1 else together


def _thinned_by(needed: Needed, full: Board, random: RandomStream, least: int, together: Orbits) -> tuple[Ints, bool]:
    """Return the givens to keep, int32[n, n], and whether all are needed, as ``thinned`` does, found by ``needed``."""
    groups = [together[number] for number in random.order(len(together)).tolist()]
    cells, is_minimal = needed(full, Grid(full.givens), groups, least)
    return only(full, cells).givens, is_minimal and len(groups) == full.side**2


def _empty(side: int, clues: int | None, box: Shape | None, *, diagonals: bool) -> Board:
    """Return the empty board. Raises UsageError for boxes that do not fit the side, and for too many or too few clues."""
    shape = usual_box(side) if box is None else box
    if shape is None or shape[0] * shape[1] != side:
        raise UsageError(
            f"{side} x {side} cells have no boxes"
            + ("; choose a side that is a product, such as 6 or 9" if shape is None else f" of {shape[0]} x {shape[1]}")
        )
    if clues is not None and clues > side * side:
        raise UsageError(f"{side} x {side} cells do not hold {counted(clues, 'given')}")
    if clues is not None and clues < side - 1:
        reason = "two numbers that none of them holds could be exchanged"
        raise UsageError(
            f"a sudoku of {side} x {side} cells with one solution has at least {side - 1} givens: {reason}"
        )
    return Board(np.zeros((side, side), dtype=np.int32), shape, diagonals)


def _made(board: Board, full: Ints, seed: int, together: Orbits, *, is_minimal: bool) -> Generated[Board, Grid]:
    """Return a board, given a name, with its solution and title."""
    named = replace(board, name=f"sudoku-{board.side}x{board.side}-{board.given}-{seed}")
    pairs = None if len(together) == board.side**2 else together
    return Generated(named, Grid(full), _title(named, seed, is_minimal=is_minimal), pairs)


def _title(board: Board, seed: int, *, is_minimal: bool) -> str:
    """Return the title of a board: givens, size, seed, and whether all givens are needed."""
    known = f"one solution{NEEDED}" if is_minimal else "one solution"
    return f"{counted(board.given, 'given')} on {board.side} x {board.side} cells, seed {seed}; {known}"
