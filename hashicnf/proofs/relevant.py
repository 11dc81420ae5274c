"""Choose the clauses that a proof may need: those that unit propagation leaves open, and those that it uses.

A clause with a literal that is true without assumptions becomes neither a unit nor false, so no refutation and no lemma depends on
it, unless it is the one that forces that literal. All clauses are propagated at once, in rounds; the plain checker (``rup``) then
works on the chosen clauses, often a small part. The choice cannot make a wrong proof pass; at worst no proof is found.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import accumulate, chain
from typing import Final

import numpy as np

from hashicnf.core.constraints import Clauses
from hashicnf.core.deadline import Deadline
from hashicnf.logic import Bools, Ints
from hashicnf.records import record

MOST_LOOKS: Final = 100  # times the literals of all clauses; long propagation chains are left to the checker


@record(eq=False)
class Relevant:
    """The clauses that a proof may need, in blocks like the original ones; ``numbers`` are their numbers through all of those."""

    numbers: Ints
    blocks: tuple[Clauses, ...]

    def clauses(self) -> list[list[int]]:
        """List the clauses in the order of their numbers."""
        return [clause for block in self.blocks for clause in block.lits.tolist()]


@dataclass
class _Open:
    """The clauses of one block that are not satisfied so far, and their numbers."""

    lits: Ints
    numbers: Ints


def relevant(blocks: Sequence[Clauses], variables: int, deadline: Deadline) -> Relevant:
    """Return the clauses that a proof may need. Raises GaveUp past the deadline."""
    starts = [*accumulate(map(len, blocks), initial=0)]
    numbers = np.sort(np.array([*_chosen(blocks, starts, variables, deadline)], dtype=np.int32))
    ends = np.searchsorted(numbers, starts)
    rows = [numbers[first:end] - start for first, end, start in zip(ends, ends[1:], starts, strict=False)]
    pairs = zip(blocks, rows, strict=True)
    return Relevant(numbers, tuple(some.part(which) for some, which in pairs))


def _chosen(blocks: Sequence[Clauses], starts: Sequence[int], variables: int, deadline: Deadline) -> Iterable[int]:
    """Propagate to a fixed point; return the numbers of the clauses that were used, or are left open."""
    pairs = zip(blocks, starts, strict=False)
    left = [_Open(block.lits, np.arange(start, start + len(block), dtype=np.int32)) for block, start in pairs]
    is_true = np.zeros(2 * variables + 1, dtype=np.bool_)  # by literal; that of -variables comes last
    needed: list[int] = []
    looks = MOST_LOOKS * sum(part.lits.size for part in left)
    is_moving = True
    while is_moving and looks > 0:
        deadline.require(" while clauses were propagated")
        is_moving = False
        for part in left:
            looks -= part.lits.size
            forced, refuted = _look(part, is_true)
            if refuted:
                return [*needed, *refuted]
            needed += forced
            is_moving = is_moving or bool(forced)
    return chain(needed, *(part.numbers.tolist() for part in left))


def _look(part: _Open, is_true: Bools) -> tuple[list[int], list[int]]:
    """Propagate a block once; return the clauses that force literals, and clauses that end in a conflict, if there is one."""
    lits, numbers = part.lits, part.numbers
    is_open = ~is_true[-lits]
    is_left = ~is_true[lits].any(axis=1)
    count = is_open.sum(axis=1)
    if (false := numbers[is_left & (count == 0)]).size:
        return [], false[:1].tolist()
    units = np.flatnonzero(is_left & (count == 1))
    forced: list[int] = []
    for literal, number in zip(lits[units][is_open[units]].tolist(), numbers[units].tolist(), strict=True):
        if is_true[-literal]:
            return [], [*forced, number]
        if not is_true[literal]:
            is_true[literal] = True
            forced.append(number)
    stays = is_left & (count > 1)
    part.lits, part.numbers = lits[stays], numbers[stays]
    return forced, []
