"""Few literals to spare: if sums leave few edges beyond a tree, each window uses only its share of them.

Connecting n nodes takes n - 1 edges, and the sums may determine how many literals are true beyond these (``core.spare``). Each of
these surplus literals closes a cycle, or is counted at two nodes that are connected anyway, as the second literal of an edge is. If
the first windows use too many, later windows lack them, and must undo decisions all the way back to get some. So the share of the
surplus that decided variables use should not exceed their share of the undecided literals at the start by more than a little. This
is a wish: a window that has no model with so few uses more, since the board as a whole may have a solution.
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
from hashicnf.windows.settings import Settings


@record
class Spare(WindowRule):
    """A graph with an edge for each literal that is counted at two nodes; decided literals outside the window are contracted.

    ``lits`` int32[e] are the literals and ``ends`` int32[e, 2] their nodes. Of the ``literals`` undecided at the start, ``total``
    are true and join nothing in any solution. ``decided`` of them have been contracted, of which ``spent`` are true and join
    nothing. The share may be exceeded by ``slack``.
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
    def of(cls, demands: Demands, settings: Settings) -> Self | None:
        """Build the rule from the sums; None if the number of literals to spare is not positive, is large, or is not known."""
        batch, total = demands.connected, demands.spare()
        if total is None or total <= 0 or total > settings.few_to_spare * batch.nodes:
            return None
        lits, ends = counted_twice(demands.counted)
        true = demands.known[np.abs(lits)] * np.sign(lits) > 0
        spent = _joined(ends, ends[true])[1]
        return cls(lits, ends, total + spent, len(lits), settings.slack)

    def fixed(self, value: Ints) -> Self:
        """Remove the literals that are false, contract those that are true, and subtract the surplus that these use."""
        known = value[self.edge_variables()] * np.sign(self.lits)
        part, spent = _joined(self.ends, self.ends[known > 0])
        lits = self.lits[known == 0]
        ends = part[self.ends[known == 0]]
        return replace(self, lits=lits, ends=ends, total=self.total - spent, literals=len(lits))

    def narrowed(self, near: Bools, assignment: PartialAssignment) -> Self:
        """Keep the literals that are near, bool[e]; contract the other true ones, and count the surplus that they use."""
        decided = assignment.decided[self.edge_variables()] & ~near
        part, spent = _joined(self.ends, self.ends[decided & truth(assignment.model, self.lits)])
        ends = np.unique(part[self.ends[near]], return_inverse=True)[1].astype(np.int32).reshape(-1, 2)
        done = self.decided + int(np.count_nonzero(decided))
        return replace(self, lits=self.lits[near], ends=ends, spent=self.spent + spent, decided=done)

    def violated(self, assignment: PartialAssignment, solved: Ints) -> list[Cut]:
        """Return wishes against the shortest surplus cycles, each a clause over the literals that the window has decided."""
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
        most = max(min(loops, excess), excess - loops)  # a loop counts for two: correcting one often removes another
        return [Cut((-self.lits[own[cycle]][None, :],), holds=Holds.WISHED) for cycle in found[:most]]


def _joined(graph: Ints, ends: Ints) -> tuple[Ints, int]:
    """Join the nodes of a graph by edges int32[e, 2]; return the part of each node, int32[n], and the number of surplus edges."""
    nodes = int(graph.max(initial=-1)) + 1
    part = components(nodes, ends)
    return part, len(ends) - (nodes - 1 - int(part.max(initial=-1)))
