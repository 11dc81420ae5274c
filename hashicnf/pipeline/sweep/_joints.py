"""Connectivity as a window sees it: which parts of the board are closed off for good.

Chosen edges join nodes to *parts*. A part is closed if no undecided edge is left to it while there are other nodes. A window must
close no part; what is open, later windows can still join.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self

import numpy as np

from hashicnf.constraints import Connected
from hashicnf.graph import components
from hashicnf.logic import Bools, Ints, truth


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

    ``edges`` int32[e] are indices of the board's edges and ``lits`` their literals; ``ends`` int32[e, 2] are parts; ``beyond``
    int32[p] counts each part's undecided edge ends that are not among them; ``elsewhere`` is the number of other parts.
    """

    edges: Ints
    lits: Ints
    ends: Ints
    beyond: Ints
    elsewhere: int

    @classmethod
    def of(cls, batch: Connected) -> Self:
        """Contract nothing: every node is a part."""
        edges = np.arange(len(batch.ends), dtype=np.int32)
        return cls(edges, batch.lits, batch.ends, np.zeros(batch.nodes, dtype=np.int32), 0)

    def narrowed(self, near: Bools, now: Valuation) -> Self:
        """Keep the edges that are near, bool[e]; contract the others that are chosen, and count those that are undecided."""
        part, count, undecided = self._parts(now, ~near)
        ends = part[self.ends[near]]
        here, local = np.unique(ends, return_inverse=True)
        rest = count - len(here) + self.elsewhere
        local_ends = local.reshape(-1, 2).astype(np.int32)
        return type(self)(self.edges[near], self.lits[near], local_ends, undecided[here], rest)

    def closed(self, now: Valuation) -> list[Ints]:
        """List for each closed part the literals of the edges that leave it, int32[1, k]; none if all is well."""
        part, count, undecided = self._parts(now, np.ones(len(self.edges), dtype=np.bool_))
        if count + self.elsewhere <= 1:
            return []
        side = part[self.ends]
        return [self.lits[(side == part).sum(axis=1) == 1][None, :] for part in np.flatnonzero(undecided == 0)]

    def _parts(self, now: Valuation, chosen: Bools) -> tuple[Ints, int, Ints]:
        """Join parts by those of the ``chosen`` edges that are true; return labels, their number, and undecided edge ends."""
        decided = now.decided[np.abs(self.lits)]
        part = components(len(self.beyond), self.ends[chosen & decided & truth(now.model, self.lits)])
        count = int(part.max(initial=-1)) + 1
        undecided = np.bincount(part, self.beyond, count)
        undecided += np.bincount(part[self.ends[chosen & ~decided]].ravel(), minlength=count)
        return part, count, undecided.astype(np.int32)
