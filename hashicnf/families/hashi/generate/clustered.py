"""Boards of unequal density: crowds of islands, and wide gaps with a few long bridges between them.

Growing as in ``growth``, but cells are drawn around some centres, near ones more often than far ones, and only one in
``_ANYWHERE`` from the whole board. When the crowds are full, the rest is drawn from everywhere.
"""

from __future__ import annotations

from math import isqrt
from typing import Final

import numpy as np
from numpy.typing import NDArray

from hashicnf.core.bits import Bits
from hashicnf.families.hashi.generate.growth import ISLAND, Flags, extend

CROWD: Final = 250  # islands to a centre
_CELLS: Final = 3  # of a crowd's square for each of its islands
_ANYWHERE: Final = 16
_DRAWN_AT_ONCE: Final = 1 << 15
_WORTHWHILE: Final = 16  # a batch of which fewer than one in so many becomes an island is the last


def cluster(rows: int, columns: int, islands: int, bits: Bits) -> Flags:
    """Lay out islands and a tree of bridges; return the flags of each cell, uint8[rows, columns]."""
    centres = np.stack([bits.below(side, 1 + islands // CROWD) for side in (rows, columns)], axis=1)
    flags = np.zeros((rows, columns), dtype=np.uint8)
    flags[tuple(centres[0])] = ISLAND
    reach = max(1, isqrt(_CELLS * min(CROWD, islands)) // 2)
    count, before = min(4 * islands, _DRAWN_AT_ONCE), 0
    while _WORTHWHILE * ((there := int(np.count_nonzero(flags & ISLAND))) - before) > count or not before:
        before = there
        flags = extend(flags, islands, bits, [_around(centres, reach, (rows, columns), count, bits)])
    return extend(flags, islands, bits)


def _around(
    centres: NDArray[np.int64], reach: int, shape: tuple[int, int], count: int, bits: Bits
) -> NDArray[np.int64]:
    """Draw about ``count`` cells around the centres, as flat indices: of each coordinate the sum of two dice is off."""
    centre = centres[bits.below(len(centres), count)]
    anywhere = bits.below(_ANYWHERE, count) == 0
    place = []
    for axis, side in enumerate(shape):
        off = bits.below(reach + 1, count) + bits.below(reach + 1, count) - reach
        place.append(np.where(anywhere, bits.below(side, count), centre[:, axis] + off))
    row, column = place
    inside = (row >= 0) & (row < shape[0]) & (column >= 0) & (column < shape[1])
    cells: NDArray[np.int64] = (row * shape[1] + column)[inside]
    return cells
