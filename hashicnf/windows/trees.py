"""Nothing to spare: if sums leave just enough edges, solutions are trees.

Connecting n nodes takes n - 1 edges. If the sums imply that exactly n - 1 of the literals that they count are true, each of these
connects two parts: no literal but the first of an edge is true, and no edges form a cycle. So connectivity, a constraint on the
whole board, becomes two local rules, whose violations show at one place. Without them a window uses edges that later windows need,
and a solver could refute that only by counting, for which it has no short proofs. Known edges contract their nodes, so the rest of
a board may be a tree although the whole is not. If loops are forbidden, the second rule holds whatever the sums are.
Reference: any tree on n nodes has n - 1 edges, Cayley 1857, "On the theory of the analytical forms called trees".
"""

from __future__ import annotations

from typing import Final, Self

import numpy as np

from hashicnf.arrays.cycles import cycles
from hashicnf.arrays.graph import components
from hashicnf.core.constraints import Clauses, Origin
from hashicnf.logic import Bools, Ints, truth
from hashicnf.records import record
from hashicnf.windows.rules import Cut, Demands, Holds, PartialAssignment, WindowRule
from hashicnf.windows.settings import Settings

TREE: Final = Origin("tree", "edge")


@record
class Cycles(WindowRule):
    """Edges that must form no cycle: ``lits`` int32[e], and their ``ends`` int32[e, 2] in a graph with other edges contracted."""

    lits: Ints
    ends: Ints

    def edge_variables(self) -> Ints:
        """Return the variable of each edge, int32[e]."""
        return np.abs(self.lits)

    @classmethod
    def of(cls, demands: Demands, settings: Settings) -> Self | None:  # noqa: ARG003
        """Build the rule on all edges if loops are forbidden, on the undecided edges if the sums make a tree; otherwise None."""
        graph = cls(demands.connected.lits, demands.connected.ends)
        if demands.connected.acyclic:
            return graph
        return graph.fixed(demands.known) if is_tree(demands) else None

    def clauses(self, demands: Demands, settings: Settings) -> list[Clauses]:  # noqa: ARG002
        """Return unit clauses against literals that are counted but join nothing, if the sums make a tree."""
        return [surplus(demands)] if is_tree(demands) else []

    def fixed(self, value: Ints) -> Self:
        """Remove the edges that are false, and contract those that are true."""
        return self.narrowed(value[self.edge_variables()] == 0, PartialAssignment.of(value))

    def narrowed(self, near: Bools, assignment: PartialAssignment) -> Self:
        """Keep the edges that are near, bool[e]; contract the other chosen edges."""
        chosen = assignment.decided[self.edge_variables()] & truth(assignment.model, self.lits)
        part = components(int(self.ends.max(initial=-1)) + 1, self.ends[chosen & ~near])
        ends = np.unique(part[self.ends[near]], return_inverse=True)[1].astype(np.int32)
        return type(self)(self.lits[near], ends.reshape(-1, 2))

    def violated(self, assignment: PartialAssignment, solved: Ints) -> list[Cut]:  # noqa: ARG002
        """Return a cut for each cycle of chosen edges, valid while contracted edges, which the cycle may contain, stay decided."""
        chosen = np.flatnonzero(assignment.decided[self.edge_variables()] & truth(assignment.model, self.lits))
        ends = self.ends[chosen]
        found = cycles(int(ends.max(initial=-1)) + 1, ends)
        return [Cut((-self.lits[chosen[cycle]][None, :],), holds=Holds.HERE) for cycle in found]


def is_tree(demands: Demands) -> bool:
    """Return whether the sums leave exactly enough true literals for a tree of the groups of nodes that known edges connect."""
    return demands.spare() == 0


def falls_short(demands: Demands) -> bool:
    """Return whether the sums leave fewer true literals than are needed to connect the nodes."""
    total = demands.spare()
    return total is not None and total < 0


def surplus(demands: Demands) -> Clauses:
    """Return unit clauses, which hold in a tree: the literals that are counted but join nothing are false."""
    return Clauses.units(-demands.surplus(), TREE)
