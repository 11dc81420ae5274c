"""Remove duplicate clauses: no formula contains the same clause twice.

Different constraints can produce the same clause: two nodes of degree 1 with the same edge both demand that it is used. Every
clause gets a 32-bit hash that does not depend on the order of its literals (the upper half of a sum of mixed literals); only
clauses whose hashes collide are compared. Blocks that are known to be ``distinct`` are not examined.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from hashicnf.arrays.blocking import Rows, batches, indices, pieces, without
from hashicnf.core.constraints import Clauses
from hashicnf.logic import Bools, Ints

Hashes: TypeAlias = NDArray[np.uint32]

FEW_BITS = 20
SPARE_BITS = 3  # more than count the rows, so that few rows of different hashes look equal
FIRST, SECOND = np.uint64(0x9E3779B97F4A7C15), np.uint64(0xBF58476D1CE4E5B9)
SHIFT, HALF = np.uint64(29), np.uint64(32)


def without_duplicates(blocks: Iterable[Clauses]) -> list[Clauses]:
    """Return the blocks without clauses that equal an earlier one (as sets of literals) and without empty blocks, in order."""
    kept = [block for block in blocks if len(block)]
    drop: dict[int, Bools] = {}
    for k in sorted({block.width for block in kept if not block.distinct}):
        same = [i for i, block in enumerate(kept) if block.width == k and not block.distinct]
        repeated = _repeated([kept[i].rows for i in same])
        if repeated.any():
            ends = np.cumsum([len(kept[i]) for i in same])[:-1]
            parts = zip(same, np.split(repeated, ends), strict=True)
            drop.update((i, part) for i, part in parts if part.any())
    return [
        _without(block, indices(drop[i])) if i in drop else block
        for i, block in enumerate(kept)
        if i not in drop or not drop[i].all()
    ]


def _without(block: Clauses, gone: Ints) -> Clauses:
    return replace(block, rows=without(block.rows, gone), sources=without(block.sources, gone))


def _repeated(blocks: list[Rows]) -> Bools:
    """Return which rows equal an earlier row as sets of literals: bool over all rows of blocks int32[c, k] of the same width."""
    hashes = [_hash(batch[0] if len(batch) == 1 else np.concatenate(batch)) for batch in batches(blocks)]
    code = hashes[0] if len(hashes) == 1 else np.concatenate(hashes)
    ordered = np.sort(code)
    again = np.zeros(len(code), dtype=np.bool_)
    common = ordered[1:][ordered[1:] == ordered[:-1]]
    if len(common):
        rows = _having(code, common)
        from hashicnf.arrays.equal_rows import equal_rows  # not at the top: few formulas have equal hashes

        kept, _ = equal_rows(np.sort(_rows(blocks, rows), axis=1))
        again[np.delete(rows, kept)] = True
    return again


def _rows(blocks: list[Rows], rows: NDArray[np.intp]) -> Ints:
    """Return rows by their ascending indices, counted over all blocks: int32[r, k]."""
    taken = []
    done = 0
    for batch in batches(blocks):
        some = np.concatenate(batch)
        first, last = np.searchsorted(rows, [done, done + len(some)])
        taken.append(some[rows[first:last] - done])
        done += len(some)
    return np.concatenate(taken)


def _having(code: Hashes, common: Hashes) -> NDArray[np.intp]:
    """Return the rows whose hash is among the ascending ``common``; a table of a few bits, which fits the cache, comes first."""
    bits = min(FEW_BITS, len(code).bit_length() + SPARE_BITS)
    few = np.uint32(32 - bits)
    possible = np.zeros(1 << bits, dtype=np.bool_)
    possible[common >> few] = True
    rows = np.concatenate([some.start + np.flatnonzero(possible[code[some] >> few]) for some in pieces(len(code))])
    found = code[rows]
    nearest = common[np.searchsorted(common, found).clip(max=len(common) - 1)]
    return np.asarray(rows[nearest == found], dtype=np.intp)


def _hash(lits: Ints) -> Hashes:
    """Hash rows of int32[c, k] independently of the order of their literals: uint32[c]."""
    code = np.zeros(len(lits), dtype=np.uint64)
    for column in lits.T:
        mixed = column.astype(np.uint64)
        mixed *= FIRST
        mixed ^= mixed >> SHIFT
        mixed *= SECOND
        code += mixed
    code >>= HALF
    return code.astype(np.uint32)
