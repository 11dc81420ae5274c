"""Grow islands and bridges over a grid: after each step the bridges form a spanning tree of the islands, and none cross.

The first island is placed anywhere. Then cells are drawn at random, and a drawn cell becomes an island if it can be
connected at once:

    under a bridge      the island splits the bridge in two
    empty               a bridge goes to the first island that is seen over empty cells, if there is one; the four
                        directions are tried in a random order
    otherwise           the cell is left as it is, and may be drawn again

Coelho, Laporte, Lindbeck and Vidal grow in the other direction: they draw an island, a direction and a length. That
is the same step seen from its other end, but it crowds the islands of a large board around the first one.

A board can always be filled: while some cell of a connected region is no island, some cell next to an island is none,
and that cell lies under a bridge or sees the island. So growth never fails. While fewer than half of the cells are
islands, cells are drawn with replacement; after that, sweeps go over all remaining cells, in random order, and every
sweep places some islands.

Where no two islands may touch (``is_apart``), cells next to an island stay empty. Then growth can end early, with an island on
about every third cell, and the layout has fewer islands than were asked for; ``apart`` tries again.

The grid is flat, with one byte per cell, and has a wall around it, so that scans in a direction need no bounds checks. A
bridge sets the flag RIGHT (or DOWN) on each of its cells except the last, so an island placed in its middle splits it
without further changes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from hashicnf.core.randomness import RandomStream
from hashicnf.logic import Bools

ISLAND, RIGHT, DOWN, WALL = 1, 2, 4, 8
Flags: TypeAlias = NDArray[np.uint8]
Layout: TypeAlias = Callable[[int, int, int, RandomStream], Flags]
"""A function of rows, columns, number of islands and random numbers that lays out a tree on a board."""
_DRAWN_AT_ONCE = 1 << 16
_SPARSE = 8  # cells per island up to which cells are drawn with replacement, where islands are apart


def grow(free: Bools, islands: int, first: NDArray[np.int64], random: RandomStream, *, is_apart: bool) -> Flags:
    """Return a layout of islands and bridges on the free cells of a grid, as flags of each cell, uint8[rows, columns].

    Requires the free cells, bool[rows, columns], to be connected, to hold ``islands`` >= 1, and to contain ``first``:
    flat indices of the cells where the first island may be. If ``is_apart``, there may be fewer islands.
    """
    flags = np.where(free, 0, WALL).astype(np.uint8)
    flags.ravel()[int(first[random.below(len(first), 1)[0]])] = ISLAND
    return extend(flags, islands, random, is_apart=is_apart)


def spread(rows: int, columns: int, islands: int, random: RandomStream, *, is_apart: bool = False) -> Flags:
    """Return a layout of islands all over a board, as flags of each cell, uint8[rows, columns]."""
    free = np.ones((rows, columns), dtype=np.bool_)
    return grow(free, islands, np.arange(rows * columns), random, is_apart=is_apart)


def extend(
    flags: Flags,
    islands: int,
    random: RandomStream,
    draws: Iterable[NDArray[np.int64]] | None = None,
    *,
    is_apart: bool,
) -> Flags:
    """Return a layout, uint8[rows, columns] with WALL at forbidden cells, grown up to so many islands, without walls.

    Requires a tree of at least one island. ``draws`` are batches of cells to try, as flat indices; they may end before all islands
    are placed. None: cells are drawn from the whole board until all islands are placed, or (``is_apart``) none can be.
    """
    rows, columns = flags.shape
    width = columns + 1
    walled = np.full((rows + 2, width), WALL, dtype=np.uint8)
    walled[1:-1, :-1] = flags
    grid = bytearray(walled.tobytes())
    seen = np.frombuffer(grid, dtype=np.uint8)
    missing = islands - int(np.count_nonzero(flags & ISLAND))
    for cells in _draws(seen, (rows, columns), random, is_apart=is_apart) if draws is None else draws:
        if not missing:
            break
        order = random.below(len(_orders(1)), len(cells))
        inside = cells + cells // columns + width
        tries = zip(inside.tolist(), order.tolist(), strict=True)
        missing -= _place(grid, width, untouched(grid, width, tries) if is_apart else tries, missing)
    return seen.reshape(rows + 2, width)[1:-1, :-1] & np.uint8(ISLAND | RIGHT | DOWN)


def some_of(lines: int, count: int, random: RandomStream) -> Bools:
    """Return a random choice of ``count`` rows or columns among ``lines``, bool[lines]."""
    taken = np.zeros(lines, dtype=np.bool_)
    taken[random.order(lines)[:count]] = True
    return taken


def some_apart(lines: int, count: int, random: RandomStream) -> Bools:
    """Return a random choice of so many rows or columns, no two of them adjacent, bool[lines]; ``lines`` >= 2 ``count`` - 1."""
    taken = np.zeros(lines, dtype=np.bool_)
    taken[np.flatnonzero(some_of(lines - count + 1, count, random)) + np.arange(count)] = True
    return taken


def spaced(flags: Flags, taken: Bools, axis: int = 0) -> Flags:
    """Return a layout with its rows (columns with ``axis`` 1) moved to where ``taken`` is True; bridges span the rows between."""
    bits = np.where(taken, 255, (DOWN, RIGHT)[axis]).astype(np.uint8)
    from_before = np.insert(flags, 0, 0, axis=axis)
    found: Flags = from_before.take(np.cumsum(taken), axis=axis) & (bits if axis else bits[:, None])
    return found


def transposed(flags: Flags) -> Flags:
    """Return a layout with rows and columns exchanged."""
    turned = flags.T
    # By what they were: RIGHT and DOWN are neighbouring bits.
    steps = np.array((0, DOWN, RIGHT, RIGHT | DOWN), dtype=np.uint8)
    found: Flags = (turned & np.uint8(ISLAND)) | steps[turned // RIGHT & 3]
    return found


def _draws(
    walled: Flags, shape: tuple[int, int], random: RandomStream, *, is_apart: bool
) -> Iterator[NDArray[np.int64]]:
    """Yield batches of cells to try, as flat indices into the walled grid's interior, until a sweep over all places no island."""
    rows, columns = shape
    grid = walled.reshape(rows + 2, columns + 1)[1:-1, :-1]
    room = int(np.count_nonzero((grid & WALL) == 0))
    share = _SPARSE if is_apart else 2
    before, there = -1, int(np.count_nonzero(grid & ISLAND))
    while share * there < room and not (is_apart and before == there):
        yield random.below(rows * columns, min(_DRAWN_AT_ONCE, 4 * room))
        before, there = there, int(np.count_nonzero(grid & ISLAND))
    before = -1
    while before < there:
        left = np.flatnonzero((grid & (ISLAND | WALL)) == 0)
        yield left[random.order(len(left))]
        before, there = there, int(np.count_nonzero(grid & ISLAND))


def _orders(width: int) -> tuple[tuple[int, ...], ...]:
    """Return the orders in which the four directions are tried: from each direction, clockwise and anticlockwise."""
    right, down = 1, width
    turn = (right, down, -right, -down)
    back = turn[::-1]
    return tuple(way[i:] + way[:i] for way in (turn, back) for i in range(4))


def untouched(grid: bytearray, width: int, tries: Iterable[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    """Yield the tries, a cell of the walled grid and a number, whose cell is not next to an island when its turn comes."""
    for cell, one in tries:
        if not (grid[cell - 1] | grid[cell + 1] | grid[cell - width] | grid[cell + width]) & ISLAND:
            yield cell, one


def _place(grid: bytearray, width: int, tries: Iterable[tuple[int, int]], most: int) -> int:
    """Turn cells that can be connected into islands, up to ``most``; return their number. This is the hot loop."""
    orders = _orders(width)
    placed = 0
    for cell, order in tries:
        if grid[cell] & (ISLAND | WALL):
            continue
        if not grid[cell]:
            for step in orders[order]:
                seen = cell + step
                while not grid[seen]:
                    seen += step
                if grid[seen] & ISLAND:
                    break
            else:
                continue
            _bridge(grid, min(cell, seen), max(cell, seen), abs(step))
        grid[cell] |= ISLAND
        placed += 1
        if placed == most:
            break
    return placed


def _bridge(grid: bytearray, start: int, end: int, step: int) -> None:
    flag = RIGHT if step == 1 else DOWN
    for cell in range(start, end, step):
        grid[cell] |= flag
