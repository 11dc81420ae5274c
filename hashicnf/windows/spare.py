"""Little to spare: where sums leave few edges beyond a tree, what is decided keeps to its share of them.

To join n nodes takes n - 1 edges, and sums may say how many literals are true beyond that (``core.spare``). Each of these closes a
cycle, or is counted at two nodes that are joined anyway, as the second literal of an edge is. What the first windows spend, later
ones lack, and have to fetch by decisions made anew from there to here. So what is decided may spend the share that it has in the
open literals, and a little more. This is a wish: a window that has no solution so spends more, for the board as a whole may.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Self

import numpy as np

from hashicnf.arrays.cycles import cycles
from hashicnf.arrays.graph import components
from hashicnf.core.spare import counted_twice
from hashicnf.logic import Bools, Ints, truth
from hashicnf.records import record
from hashicnf.windows.rules import Cut, Demands, Holds, PartialAssignment, WindowRule


@record
class Spare(WindowRule):
    """Literals that are counted at two nodes, and a graph of those nodes in which what is decided elsewhere is contracted.

    ``lits`` int32[e], ``ends`` int32[e, 2]. At first ``literals`` are open; in a solution ``total`` of them are true and join
    nothing. Of these ``decided`` are contracted, and of them ``spent`` are true and join nothing. The share may be exceeded by
    ``slack``.
    """

    lits: Ints
    ends: Ints
    total: int
    literals: int
    slack: int
    spent: int = 0
    decided: int = 0

    def edge_variables(self) -> Ints:
        """Return the variable of each literal, int32[e]."""
        return np.abs(self.lits)

    @classmethod
    def of(cls, demands: Demands) -> Self | None:
        """Read from the sums what there is to spare; None if it is nothing, much, or not known."""
        settings, batch = demands.settings, demands.connected
        total = demands.spare()
        if total is None or total <= 0 or total > settings.few_to_spare * batch.nodes:
            return None
        lits, ends = counted_twice(demands.counted)
        true = demands.known[np.abs(lits)] * np.sign(lits) > 0
        spent = _joined(ends, ends[true])[1]
        return cls(lits, ends, total + spent, len(lits), settings.slack)

    def fixed(self, value: Ints) -> Self:
        """Leave out the literals that are false, and contract those that are true; the others may spend the rest."""
        known = value[self.edge_variables()] * np.sign(self.lits)
        part, spent = _joined(self.ends, self.ends[known > 0])
        lits = self.lits[known == 0]
        ends = part[self.ends[known == 0]]
        return replace(self, lits=lits, ends=ends, total=self.total - spent, literals=len(lits))

    def narrowed(self, near: Bools, assignment: PartialAssignment) -> Self:
        """Keep the literals that are near, bool[e]; contract the others that are true, and count what they spend."""
        decided = assignment.decided[self.edge_variables()] & ~near
        part, spent = _joined(self.ends, self.ends[decided & truth(assignment.model, self.lits)])
        ends = np.unique(part[self.ends[near]], return_inverse=True)[1].astype(np.int32).reshape(-1, 2)
        done = self.decided + int(np.count_nonzero(decided))
        return replace(self, lits=self.lits[near], ends=ends, spent=self.spent + spent, decided=done)

    def violated(self, assignment: PartialAssignment, solved: Ints) -> list[Cut]:
        """Wish away cycles where there are too many, the shortest first: of each what the window has decided."""
        variables = self.edge_variables()
        decided = assignment.decided[variables]
        mine = np.zeros_like(assignment.decided)
        mine[solved] = True
        chosen = decided & truth(assignment.model, self.lits)
        part, before = _joined(self.ends, self.ends[chosen & ~mine[variables]])
        own = np.flatnonzero(chosen & mine[variables])
        ends = part[self.ends[own]]
        share = self.total * (self.decided + int(np.count_nonzero(decided))) // max(1, self.literals)
        excess = self.spent + before + _joined(ends, ends)[1] - share - self.slack
        if excess <= 0:
            return []
        found = sorted(cycles(int(ends.max(initial=-1)) + 1, ends), key=len)
        loops = int(np.count_nonzero(ends[:, 0] == ends[:, 1]))
        most = max(min(loops, excess), excess - loops)  # a loop counts for two: most corrections of one mend another
        return [Cut((-self.lits[own[cycle]][None, :],), holds=Holds.WISHED) for cycle in found[:most]]


def _joined(graph: Ints, ends: Ints) -> tuple[Ints, int]:
    """Join the nodes of a graph by edges int32[e, 2]; return the part of each node, and how many edges join nothing."""
    nodes = int(graph.max(initial=-1)) + 1
    part = components(nodes, ends)
    return part, len(ends) - (nodes - 1 - int(part.max(initial=-1)))
