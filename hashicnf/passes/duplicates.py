"""Drop clauses that were written before: no formula contains the same clause twice.

Two islands joined by their only edge both demand the same of it, and so say it twice. Every clause gets a 64-bit hash that does
not depend on the order of its literals (a sum of mixed literals); only clauses whose hashes collide are compared.
"""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from hashicnf.constraints import Clauses
from hashicnf.logic import Bools, Ints

CHUNK = 1 << 16
FEW_BITS = 20


def without_duplicates(blocks: Iterable[Clauses]) -> tuple[Clauses, ...]:
    """Keep the first of equal clauses (as sets of literals) and drop empty blocks; the order stays."""
    kept = [block for block in blocks if len(block)]
    width = [block.lits.shape[1] for block in kept]
    drop: dict[int, Bools] = {}
    for k in sorted(set(width)):
        same = [i for i, other in enumerate(width) if other == k]
        lits = np.concatenate([kept[i].lits for i in same])
        repeated = _repeated(lits)
        if repeated.any():
            ends = np.cumsum([len(kept[i]) for i in same])[:-1]
            drop.update(zip(same, np.split(repeated, ends), strict=True))
    return tuple(
        Clauses(b.lits[~drop[i]], b.origin, b.source[~drop[i]]) if i in drop else b
        for i, b in enumerate(kept)
        if i not in drop or not drop[i].all()
    )


def _repeated(lits: Ints) -> Bools:
    """Tell which rows of int32[c, k] equal an earlier row as sets."""
    code = np.concatenate([_hash(lits[i : i + CHUNK]) for i in range(0, len(lits), CHUNK)])
    ordered = np.sort(code)
    again = np.zeros(len(lits), dtype=np.bool_)
    common = ordered[1:][ordered[1:] == ordered[:-1]]
    if len(common):
        rows = _having(code, common)
        _, first = np.unique(np.sort(lits[rows], axis=1), axis=0, return_index=True)
        again[np.delete(rows, first)] = True
    return again


def _having(code: NDArray[np.uint64], common: NDArray[np.uint64]) -> NDArray[np.intp]:
    """List the rows whose hash is among ``common``, ascending: first by a few bits, looked up in a table that fits the cache."""
    possible = np.zeros(1 << FEW_BITS, dtype=np.bool_)
    possible[common >> np.uint64(64 - FEW_BITS)] = True
    rows = np.flatnonzero(possible[code >> np.uint64(64 - FEW_BITS)])
    return rows[np.isin(code[rows], common)]


def _hash(lits: Ints) -> NDArray[np.uint64]:
    """Hash rows of int32[c, k] without regard to the order of the literals."""
    code = np.zeros(len(lits), dtype=np.uint64)
    for column in lits.T:
        mixed = column.astype(np.uint64) * np.uint64(0x9E3779B97F4A7C15)
        mixed ^= mixed >> np.uint64(29)
        code += mixed * np.uint64(0xBF58476D1CE4E5B9)
    return code
