"""Connectivity as a window sees it: which parts of the board are closed off for good.

Chosen edges join nodes to *parts*. A part is closed if no undecided edge is left to it while there are other nodes. A window must
close no part; what is open, later windows can still join.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self

import numpy as np

from hashicnf.arrays.graph import components, ragged_by_width
from hashicnf.core.constraints import Connected
from hashicnf.logic import Bools, Ints, truth
from hashicnf.windows.trees import circles


@dataclass(frozen=True, slots=True)
class Valuation:
    """A partial assignment: ``decided`` and ``model`` are bool[v + 1]; an undecided variable is False in ``model``."""

    decided: Bools
    model: Bools

    def decide(self, variables: Ints, values: Bools) -> None:
        """Assign variables."""
        self.decided[variables] = True
        self.model[variables] = values

    def forget(self, variables: Ints) -> None:
        """Make variables undecided."""
        self.decided[variables] = False
        self.model[variables] = False


@dataclass(frozen=True, slots=True)
class Joints:
    """A graph in which the rest of the board is contracted: what a window can change, and what it must know of the rest.

    ``lits`` int32[e] are the edges' literals and ``ends`` int32[e, 2] parts; ``beyond`` int32[p] counts each part's undecided edge
    ends that are not among them. The last part stands for all that are not there, ``elsewhere`` in number, and is never closed.
    Edges to it are decided; they are kept so that a clause of a closed part stays true when they are forgotten later.
    """

    lits: Ints
    ends: Ints
    beyond: Ints
    elsewhere: int

    @classmethod
    def of(cls, batch: Connected, value: Ints) -> Self:
        """Let every node be a part; edges whose ``value``, int32[v + 1], is false for good are none."""
        there = value[np.abs(batch.lits)] * np.sign(batch.lits) >= 0
        beyond = np.append(np.zeros(batch.nodes, dtype=np.int32), np.int32(1))
        return cls(batch.lits[there], batch.ends[there], beyond, 0)

    def narrowed(self, near: Bools, now: Valuation) -> Self:
        """Keep the edges that are near, bool[e]; contract the others that are chosen, and count those that are undecided."""
        part, count, undecided = self._parts(now, ~near)
        ends = part[self.ends]
        here = np.setdiff1d(ends[near], part[-1:])
        local = np.full(count, len(here), dtype=np.int32)
        local[here] = np.arange(len(here), dtype=np.int32)
        ends = local[ends]
        kept = near | (now.decided[np.abs(self.lits)] & (ends[:, 0] != ends[:, 1]))
        beyond = np.append(undecided[here], np.int32(1))
        return type(self)(self.lits[kept], ends[kept], beyond, count - 1 - len(here) + self.elsewhere)

    def closed(self, now: Valuation) -> list[Ints]:
        """List the literals of the edges that leave closed parts, a row for each, by width: int32[c, k]."""
        part, count, undecided = self._parts(now, np.ones(len(self.lits), dtype=np.bool_))
        if count - 1 + self.elsewhere <= 1:
            return []
        shut = np.flatnonzero(undecided == 0)
        number = np.full(count, -1, dtype=np.int32)
        number[shut] = np.arange(len(shut), dtype=np.int32)
        side = number[part[self.ends]]
        leaving = side[:, 0] != side[:, 1]
        owner, lits = side[leaving].ravel(), np.repeat(self.lits[leaving], 2)
        return [rows for _, rows in ragged_by_width(owner[owner >= 0], lits[owner >= 0], len(shut))]

    def circles(self, now: Valuation) -> list[Ints]:
        """List the literals of circles that chosen edges close; what is contracted takes part unnamed."""
        chosen = np.flatnonzero(now.decided[np.abs(self.lits)] & truth(now.model, self.lits))
        return [self.lits[chosen[circle]] for circle in circles(self.ends[chosen])]

    def _parts(self, now: Valuation, chosen: Bools) -> tuple[Ints, int, Ints]:
        """Join parts by those of the ``chosen`` edges that are true; return labels, their number, and undecided edge ends."""
        decided = now.decided[np.abs(self.lits)]
        part = components(len(self.beyond), self.ends[chosen & decided & truth(now.model, self.lits)])
        count = int(part.max(initial=-1)) + 1
        undecided = np.bincount(part, self.beyond, count)
        undecided += np.bincount(part[self.ends[chosen & ~decided]].ravel(), minlength=count)
        return part, count, undecided.astype(np.int32)
