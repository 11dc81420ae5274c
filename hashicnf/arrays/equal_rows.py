"""Find equal rows of a table of integers.

``np.unique`` with an axis compares rows as records. There numpy calls Python and turns whatever happens meanwhile into a TypeError,
also the exceptions of Ctrl-C and of time limits; and its sort takes several times as long as sorting by columns.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray


def equal_rows(table: NDArray[np.integer]) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """Return the first row of each group of equal rows of int[n, k], the groups in lexicographic order, and each row's group.

    Both are indices from 0: intp[groups], intp[n].
    """
    order = np.lexsort(table.T[::-1]) if table.shape[1] else np.arange(len(table))
    ordered = table[order]
    is_new = np.ones(len(table), dtype=np.bool_)
    is_new[1:] = (ordered[1:] != ordered[:-1]).any(axis=1)
    group = np.empty(len(table), dtype=np.intp)
    group[order] = is_new.cumsum() - 1
    return order[is_new], group
