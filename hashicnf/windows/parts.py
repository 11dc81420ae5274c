"""Connectivity for a window: no component without an undecided edge to the rest of the board.

The graph is the one without leaves, since edges to these connect nothing else. Chosen edges join nodes to *parts*. A part is
closed if no undecided edge leaves it while there are other nodes. A window must not close any part; open parts can still be
connected by later windows.
"""

from __future__ import annotations

from typing import Self

import numpy as np

from hashicnf.arrays.graph import components, ragged_by_width
from hashicnf.core.constraints import Clauses
from hashicnf.logic import Bools, Ints, truth
from hashicnf.passes.connectivity.static_cuts import static_cuts
from hashicnf.records import record
from hashicnf.windows.rules import Cut, Demands, PartialAssignment, WindowRule
from hashicnf.windows.settings import Settings


@record
class ClosedParts(WindowRule):
    """The edges that a window can change, in a graph in which the rest of the board is contracted.

    ``lits`` int32[e] are the edges' literals and ``ends`` int32[e, 2] the parts that they join; ``beyond`` int32[p] counts the
    undecided edge ends of each part that are not in this graph. The last part represents all parts that are left out, ``elsewhere``
    in number, and is never closed. Edges to it are decided; they are kept so that the clause of a closed part remains valid when
    they become undecided later.
    """

    lits: Ints
    ends: Ints
    beyond: Ints
    elsewhere: int

    def edge_variables(self) -> Ints:
        """Return the variable of each edge, int32[e]."""
        return np.abs(self.lits)

    @classmethod
    def of(cls, demands: Demands, settings: Settings) -> Self:  # noqa: ARG003
        """Build the rule with every node as a part."""
        batch = demands.inner
        return cls(batch.lits, batch.ends, np.append(np.zeros(batch.nodes, dtype=np.int32), np.int32(1)), 0)

    def clauses(self, demands: Demands, settings: Settings) -> list[Clauses]:
        """Return clauses that each small set of nodes, up to ``static_cuts`` of them, has an edge to the rest."""
        return static_cuts(demands.inner, settings.static_cuts)

    def fixed(self, value: Ints) -> Self:
        """Remove the edges that are false, and contract those that are true."""
        known = value[self.edge_variables()] * np.sign(self.lits)
        there = known >= 0
        left = type(self)(self.lits[there], self.ends[there], self.beyond, self.elsewhere)
        return left.narrowed(known[there] == 0, PartialAssignment.of(value))

    def narrowed(self, near: Bools, assignment: PartialAssignment) -> Self:
        """Keep the edges that are near, bool[e]; contract the other chosen edges, and count the other undecided ones."""
        part, count, undecided = self._parts(assignment, ~near)
        ends = part[self.ends]
        here = np.setdiff1d(ends[near], part[-1:])
        local = np.full(count, len(here), dtype=np.int32)
        local[here] = np.arange(len(here), dtype=np.int32)
        ends = local[ends]
        kept = near | (assignment.decided[self.edge_variables()] & (ends[:, 0] != ends[:, 1]))
        beyond = np.append(undecided[here], np.int32(1))
        return type(self)(self.lits[kept], ends[kept], beyond, count - 1 - len(here) + self.elsewhere)

    def violated(self, assignment: PartialAssignment, solved: Ints) -> list[Cut]:  # noqa: ARG002
        """Return the clauses that some edge leaves each closed part."""
        return [Cut(tuple(blocks))] if (blocks := self.closed(assignment)) else []

    def closed(self, assignment: PartialAssignment) -> list[Ints]:
        """Return the literals of the edges that leave each closed part, a row per part, in blocks of equal width: int32[c, k]."""
        part, count, undecided = self._parts(assignment, np.ones(len(self.lits), dtype=np.bool_))
        if count - 1 + self.elsewhere <= 1:
            return []
        shut = np.flatnonzero(undecided == 0)
        number = np.full(count, -1, dtype=np.int32)
        number[shut] = np.arange(len(shut), dtype=np.int32)
        side = number[part[self.ends]]
        leaving = side[:, 0] != side[:, 1]
        owner, lits = side[leaving].ravel(), np.repeat(self.lits[leaving], 2)
        return [rows for _, rows in ragged_by_width(owner[owner >= 0], lits[owner >= 0], len(shut))]

    def _parts(self, assignment: PartialAssignment, considered: Bools) -> tuple[Ints, int, Ints]:
        """Join parts by the ``considered`` edges, bool[e], that are true.

        Return the label of each part, the number of labels, and the undecided edge ends of each, those of ``beyond`` included.
        """
        decided = assignment.decided[self.edge_variables()]
        part = components(len(self.beyond), self.ends[considered & decided & truth(assignment.model, self.lits)])
        count = int(part.max(initial=-1)) + 1
        undecided = np.bincount(part, self.beyond, count)
        undecided += np.bincount(part[self.ends[considered & ~decided]].ravel(), minlength=count)
        return part, count, undecided.astype(np.int32)
