"""Look up rows by what stands in them, where few of many rows are asked for again and again."""

from __future__ import annotations

from typing import Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from hashicnf.arrays.blocking import ranges, stable_order

Codes: TypeAlias = NDArray[np.intp]

NOTHING: Final[Codes] = np.zeros(0, dtype=np.intp)


class Incidence:
    """The rows in which each of ``size`` codes from 0 on stands: of codes intp[..., n], n rows."""

    def __init__(self, codes: NDArray[np.integer], size: int) -> None:
        """Sort all places by their codes."""
        every = codes.ravel().astype(np.int32)
        self._rows = stable_order(every) % np.int32(codes.shape[-1])
        self._start = np.zeros(size + 1, dtype=np.int64)
        np.cumsum(np.bincount(every, minlength=size), out=self._start[1:])

    def rows(self, codes: NDArray[np.integer]) -> Codes:
        """List the rows with any of some codes, ascending."""
        first, end = self._start.take(codes), self._start.take(codes + 1)
        if (first == end).all():
            return NOTHING
        return np.unique(ranges(self._rows, first, end)).astype(np.intp)
