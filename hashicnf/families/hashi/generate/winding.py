"""Boards around one path: it follows the walls of a random maze and passes all islands.

The maze is a random spanning tree of a coarse grid, each of whose cells holds four points. The walk around the tree, which keeps it
on one side, is a cycle through all points:

    ●─●─●─●      Each cell of the maze begins as a cycle through its four points. Where the tree connects two cells, the two
    │     │      sides that face each other are removed, and the cells' cycles become one. One side at a dead end is left
    ● ●─●─●      out, which makes the cycle a path.
    │ │          Points where the path turns, and its ends, become islands, and as many of the others as are asked for. The
    ●─●          rows and columns of the points are drawn from those of the board, so bridges have all lengths.

Most islands have two bridges, and the clues alone leave many ways to connect them.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from math import sqrt
from typing import Final

import numpy as np
from numpy.typing import NDArray

from hashicnf.core.randomness import RandomStream
from hashicnf.errors import UsageError, counted
from hashicnf.families.hashi.generate.growth import DOWN, ISLAND, RIGHT, Flags, some_apart, some_of, spaced
from hashicnf.families.hashi.generate.planting import require_islands
from hashicnf.families.hashi.generate.trees import random_tree
from hashicnf.logic import Bools

TRIES: Final = 20
_POINTS: Final = 1.3  # points of the grid per island, at the first try
_FEWER: Final = 0.9  # factor for each further try


def wind(rows: int, columns: int, islands: int, random: RandomStream, *, is_apart: bool = False) -> Flags:
    """Return a layout of islands along a path, as flags of each cell, uint8[rows, columns].

    If ``is_apart``, the rows and the columns of the path are not adjacent. Raises UsageError for fewer than 4 islands, for more
    than the cells of these rows and columns (without an odd last one), and if ``TRIES`` paths of different lengths all have more
    turns than islands.
    """
    lines = ((rows + 1) // 2, (columns + 1) // 2) if is_apart else (rows, columns)
    most = (lines[0] - lines[0] % 2, lines[1] - lines[1] % 2)
    if not all(most):
        least = 3 if is_apart else 2
        raise UsageError(f"a winding path takes at least {least} rows and {least} columns, not {rows} x {columns}")
    require_islands(islands, 4, most[0] * most[1], f"a path on {rows} x {columns} cells")
    points = _POINTS * islands
    for _ in range(TRIES):
        sides = _sides(max(islands, points), most, islands)
        right, down = _path(*sides, random)
        fixed = _turns(right, down)
        if int(fixed.sum()) <= islands:
            drawn = partial(some_apart if is_apart else some_of, random=random)
            return _drawn(right, down, _chosen(fixed, islands, random), (rows, columns), drawn)
        points *= _FEWER
    raise UsageError(f"{counted(TRIES, 'path')} all turned more than {islands:,} times; give more islands")


def _sides(points: float, most: tuple[int, int], least: int) -> tuple[int, int]:
    """Return even sides of a grid of about so many points, at least ``least``, in the shape of the board."""
    rows = min(most[0], max(2, 2 * round(sqrt(points * most[0] / most[1]) / 2)))
    columns = min(most[1], max(2, 2 * round(points / rows / 2)))
    while rows * columns < least:
        if columns < most[1] and (columns <= rows or rows == most[0]):
            columns += 2
        else:
            rows += 2
    return rows, columns


def _path(rows: int, columns: int, random: RandomStream) -> tuple[Bools, Bools]:
    """Return the points, bool[rows, columns], which the path links to the right, and those which it links downwards."""
    cell = np.arange(rows // 2 * (columns // 2), dtype=np.int32).reshape(rows // 2, columns // 2)
    across = np.stack((cell[:, :-1].ravel(), cell[:, 1:].ravel()), axis=1)
    along = np.stack((cell[:-1].ravel(), cell[1:].ravel()), axis=1)
    tree = random_tree(cell.size, np.concatenate((across, along)), np.zeros((0, 2), dtype=np.int32), random)
    right, down = np.zeros((rows, columns), dtype=np.bool_), np.zeros((rows, columns), dtype=np.bool_)
    right[:, ::2] = down[::2] = True
    i, j = np.divmod(across[tree[: len(across)], 0], columns // 2)
    down[2 * i, 2 * j + 1] = down[2 * i, 2 * j + 2] = False
    right[2 * i, 2 * j + 1] = right[2 * i + 1, 2 * j + 1] = True
    i, j = np.divmod(along[tree[len(across) :], 0], columns // 2)
    right[2 * i + 1, 2 * j] = right[2 * i + 2, 2 * j] = False
    down[2 * i + 1, 2 * j] = down[2 * i + 1, 2 * j + 1] = True
    _open(right, down, random)
    return right, down


def _open(right: Bools, down: Bools, random: RandomStream) -> None:
    """Remove, in place, a random link of the cycle between two turns; every dead end of the maze has one."""
    turns = _turns(right, down)
    steps: list[tuple[Bools, NDArray[np.int64]]] = [
        (right, np.argwhere(right[:, :-1] & turns[:, :-1] & turns[:, 1:])),
        (down, np.argwhere(down[:-1] & turns[:-1] & turns[1:])),
    ]
    which = int(random.below(sum(len(places) for _, places in steps), 1)[0])
    for taken, places in steps:
        if which < len(places):
            taken[tuple(places[which])] = False
            return
        which -= len(places)


def _turns(right: Bools, down: Bools) -> Bools:
    """Return the points, bool[rows, columns], at which the path turns or ends."""
    left, up = np.zeros_like(right), np.zeros_like(down)
    left[:, 1:], up[1:] = right[:, :-1], down[:-1]
    straight: Bools = (left & right) | (up & down)
    return ~straight


def _chosen(fixed: Bools, islands: int, random: RandomStream) -> Bools:
    """Return the ``fixed`` points with randomly chosen others, so many in all."""
    chosen = fixed.copy()
    others = np.flatnonzero(~fixed)
    chosen.ravel()[others[random.order(len(others))[: islands - int(fixed.sum())]]] = True
    return chosen


def _drawn(
    right: Bools, down: Bools, chosen: Bools, shape: tuple[int, int], some: Callable[[int, int], Bools]
) -> Flags:
    """Draw the islands and the path on ``some`` rows and columns of the board, chosen at random."""
    points = chosen * np.uint8(ISLAND) | right * np.uint8(RIGHT) | down * np.uint8(DOWN)
    for axis, (side, count) in enumerate(zip(shape, points.shape, strict=True)):
        points = spaced(points, some(side, count), axis)
    return points
