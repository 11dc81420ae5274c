"""An index from codes to the rows that contain them, for many lookups that each return few of many rows."""

from __future__ import annotations

from typing import Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from hashicnf.arrays.blocking import ranges, stable_order

Codes: TypeAlias = NDArray[np.intp]

NOTHING: Final[Codes] = np.zeros(0, dtype=np.intp)


class Incidence:
    """An index of the rows that contain each code from 0 to ``size`` - 1."""

    def __init__(self, codes: NDArray[np.integer], size: int) -> None:
        """Index the n rows of codes intp[..., n]; the last axis counts rows."""
        every = codes.ravel().astype(np.int32)
        self._rows = stable_order(every) % np.int32(codes.shape[-1])
        self._start = np.zeros(size + 1, dtype=np.int64)
        np.cumsum(np.bincount(every, minlength=size), out=self._start[1:])

    def rows(self, codes: NDArray[np.integer]) -> Codes:
        """List the rows that contain at least one of these codes, ascending."""
        first, end = self._start.take(codes), self._start.take(codes + 1)
        if (first == end).all():
            return NOTHING
        return np.unique(ranges(self._rows, first, end)).astype(np.intp)
