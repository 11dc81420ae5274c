"""Nothing to spare: where sums leave just enough edges, solutions are trees.

To join n nodes takes n - 1 edges. If the sums say that exactly n - 1 of the literals they count are true, then each of these joins
two parts: nothing is counted but the first literal of an edge, and no edges form a cycle. So what connectivity asks of the whole
board becomes two rules that are broken, and seen to be broken, in one place. Without them a window uses up what later ones will
need, and a solver finds that out by counting, of which it has no short proofs. Edges that are known join nodes to one, so what is
left may be a tree where the whole is none. Where loops are forbidden, the second rule holds whatever the sums say.
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

TREE: Final = Origin("tree", "edge")


@record
class Cycles(WindowRule):
    """Edges that must form no cycle: ``lits`` int32[e], and ``ends`` int32[e, 2] in a graph without those that are contracted."""

    lits: Ints
    ends: Ints

    def edge_variables(self) -> Ints:
        """Return the variable of each edge, int32[e]."""
        return np.abs(self.lits)

    @classmethod
    def of(cls, demands: Demands) -> Self | None:
        """Take all edges where loops are forbidden; where the sums make a tree, those that are not known."""
        graph = cls(demands.connected.lits, demands.connected.ends)
        if demands.connected.acyclic:
            return graph
        return graph.fixed(demands.known) if is_tree(demands) else None

    def clauses(self, demands: Demands) -> list[Clauses]:
        """Forbid what is counted but joins nothing, where the sums leave nothing to spare."""
        return [surplus(demands)] if is_tree(demands) else []

    def fixed(self, value: Ints) -> Self:
        """Leave out the edges that are false, and contract those that are true."""
        return self.narrowed(value[self.edge_variables()] == 0, PartialAssignment.of(value))

    def narrowed(self, near: Bools, assignment: PartialAssignment) -> Self:
        """Keep the edges that are near, bool[e]; contract the others that are chosen."""
        chosen = assignment.decided[self.edge_variables()] & truth(assignment.model, self.lits)
        part = components(int(self.ends.max(initial=-1)) + 1, self.ends[chosen & ~near])
        ends = np.unique(part[self.ends[near]], return_inverse=True)[1].astype(np.int32)
        return type(self)(self.lits[near], ends.reshape(-1, 2))

    def violated(self, assignment: PartialAssignment, solved: Ints) -> list[Cut]:  # noqa: ARG002
        """Forbid the cycles of chosen edges. They may run through what is contracted, so each holds while that stays decided."""
        chosen = np.flatnonzero(assignment.decided[self.edge_variables()] & truth(assignment.model, self.lits))
        ends = self.ends[chosen]
        found = cycles(int(ends.max(initial=-1)) + 1, ends)
        return [Cut((-self.lits[chosen[cycle]][None, :],), holds=Holds.HERE) for cycle in found]


def is_tree(demands: Demands) -> bool:
    """Return whether the sums leave one true literal less than there are nodes, those that known edges join counted as one."""
    return demands.spare() == 0


def falls_short(demands: Demands) -> bool:
    """Return whether the sums leave fewer true literals than it takes to connect the nodes."""
    total = demands.spare()
    return total is not None and total < 0


def surplus(demands: Demands) -> Clauses:
    """Forbid what is counted but joins nothing, in a tree."""
    return Clauses.units(-demands.surplus(), TREE)
