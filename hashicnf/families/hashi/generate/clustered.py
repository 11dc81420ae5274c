"""Boards of unequal density: crowds of islands, and wide gaps with a few long bridges between them.

Islands are grown as in ``growth``, but cells are drawn around some centres, near ones more often than distant ones, and only one
in ``_ANYWHERE`` from the whole board. When the crowds are full, the remaining islands are drawn from the whole board.
"""

from __future__ import annotations

from math import isqrt
from typing import Final

import numpy as np
from numpy.typing import NDArray

from hashicnf.core.randomness import RandomStream
from hashicnf.families.hashi.generate.growth import ISLAND, Flags, extend

CROWD: Final = 250  # islands per centre
_CELLS: Final = 3  # cells of a crowd's square per island
_ANYWHERE: Final = 16
_DRAWN_AT_ONCE: Final = 1 << 15
_WORTHWHILE: Final = 16  # draws around centres end once fewer than one cell in so many becomes an island


def cluster(rows: int, columns: int, islands: int, random: RandomStream, *, is_apart: bool = False) -> Flags:
    """Return a layout of islands and a tree of bridges, as flags of each cell, uint8[rows, columns]."""
    centres = np.stack([random.below(side, 1 + islands // CROWD) for side in (rows, columns)], axis=1)
    flags = np.zeros((rows, columns), dtype=np.uint8)
    flags[tuple(centres[0])] = ISLAND
    reach = max(1, isqrt(_CELLS * min(CROWD, islands)) // 2)
    count, before = min(4 * islands, _DRAWN_AT_ONCE), 0
    while _WORTHWHILE * ((there := int(np.count_nonzero(flags & ISLAND))) - before) > count or not before:
        before = there
        cells = _around(centres, reach, (rows, columns), count, random)
        flags = extend(flags, islands, random, [cells], is_apart=is_apart)
    return extend(flags, islands, random, is_apart=is_apart)


def _around(
    centres: NDArray[np.int64], reach: int, shape: tuple[int, int], count: int, random: RandomStream
) -> NDArray[np.int64]:
    """Draw about ``count`` cells around the centres, as flat indices; offsets have the distribution of the sum of two dice."""
    centre = centres[random.below(len(centres), count)]
    anywhere = random.below(_ANYWHERE, count) == 0
    place = []
    for axis, side in enumerate(shape):
        off = random.below(reach + 1, count) + random.below(reach + 1, count) - reach
        place.append(np.where(anywhere, random.below(side, count), centre[:, axis] + off))
    row, column = place
    inside = (row >= 0) & (row < shape[0]) & (column >= 0) & (column < shape[1])
    cells: NDArray[np.int64] = (row * shape[1] + column)[inside]
    return cells
