"""Gaps: what an assignment breaks of the demand that chosen edges connect all nodes, or form a tree, as a window sees it."""

from __future__ import annotations

from typing import Self

import numpy as np

from hashicnf.arrays.graph import components, cycles
from hashicnf.core.constraints import Connected
from hashicnf.logic import Bools, Ints, truth
from hashicnf.records import record


@record
class Gaps:
    """A graph in which the chosen edges beyond a window are contracted.

    ``lits`` int32[e] are those of the edges that may change, and ``ends`` int32[e, 2] the parts that they join, of ``parts``. If
    ``acyclic`` a cycle is a gap too.
    """

    lits: Ints
    ends: Ints
    parts: int
    acyclic: bool

    @classmethod
    def seen(cls, batch: Connected, chosen: Bools, free: Ints, lits: Ints) -> Self:
        """Contract the edges ``chosen``, bool[m], but for those of the indices ``free``, int32[e], whose literals are ``lits``."""
        held = chosen.copy()
        held[free] = False
        part = components(batch.nodes, batch.ends[held])
        return cls(lits, part[batch.ends[free]], int(part.max(initial=-1)) + 1, batch.acyclic)

    def broken(self, model: Bools) -> tuple[int, Ints]:
        """Count the gaps of a model, bool[v + 1]: components too many, and cycles that the window has a part in.

        Return clauses too, int32[c, k], that the model breaks: one for each gap that the window can close. A literal may stand in a
        clause several times.
        """
        chosen = np.flatnonzero(truth(model, self.lits))
        label = components(self.parts, self.ends[chosen])
        count = int(label.max(initial=0))
        side = label[self.ends]
        leaving = np.flatnonzero(side[:, 0] != side[:, 1])
        owner, lits = [side[leaving].T.ravel()], [self.lits[leaving], self.lits[leaving]]
        if self.acyclic:
            closed = cycles(self.parts, self.ends[chosen])
            owner += [np.full(len(cycle), count + 1 + number, dtype=np.int32) for number, cycle in enumerate(closed)]
            lits += [-self.lits[chosen[cycle]] for cycle in closed]
            count += len(closed)
        return count, _filled(np.concatenate(owner), np.concatenate(lits))


def _filled(owner: Ints, items: Ints) -> Ints:
    """Gather the items of each owner, both int32[t], in rows of one width: short ones repeat their last item."""
    order = np.argsort(owner, kind="stable")
    start = np.flatnonzero(np.diff(owner[order], prepend=-1))
    width = np.diff(start, append=len(owner))
    place = np.minimum(np.arange(width.max(initial=0)), width[:, None] - 1)
    rows: Ints = items[order][start[:, None] + place]
    return rows
