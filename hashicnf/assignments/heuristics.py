"""Heuristics for spaces of partial assignments: estimates of the remaining cost.

    residual     true literals that the cardinality constraints still lack, divided by the largest number of them that one literal
                 is in: on Hashiwokakero half the sum of the bridges that islands lack. Admissible and consistent; and since every
                 counted literal is priced, f = g + h is the same on every path to a goal, where all constraints are
                 equalities. So it does not guide the search there: propagation and the tie-break alone decide its order
    mst          components still to be connected, minus one: each costs at least one edge
    saturation   residual, and one more for each undecided counted literal: the fullest assignment first. Not admissible
    zero         0: A* becomes uniform-cost search, and expands every state that is cheaper than the goal

The first two are lower bounds, of which the first is nearly always the larger. The smaller a bound is, the more states have an f
below the price of the goal, and A* must expand all of them.
Reference for the name of saturation: Brélaz 1979. Reference for mst: Held and Karp 1970, where trees bound tours.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Final

from hashicnf.assignments.space import Assignment
from hashicnf.core.constraints import Cardinality, Connected
from hashicnf.core.statespace import ZERO, Estimate, Heuristic
from hashicnf.propagation.codes import code

RESIDUAL: Final = (
    "true literals still missing in cardinality constraints, divided by the most of them that one literal is in"
)
MST: Final = "components still to be connected, minus one"
SATURATION: Final = "residual, and one more for each undecided literal; not a lower bound"


def heuristics(groups: Sequence[Cardinality], connected: Sequence[Connected]) -> dict[str, Heuristic[Assignment]]:
    """Return the heuristics for a formula with these constraints, by name."""
    residual, undecided, parts = _residual(groups), _undecided(groups), _parts(connected)

    def saturation(state: Assignment) -> float:
        return residual(state) + undecided(state)

    known = (
        Heuristic("residual", residual, admissible=True, consistent=True, title=RESIDUAL),
        Heuristic("mst", parts, admissible=True, consistent=True, title=MST),
        Heuristic("saturation", saturation, admissible=False, consistent=False, title=SATURATION),
        ZERO,
    )
    return {heuristic.name: heuristic for heuristic in known}


def _mask(lits: Iterable[int]) -> int:
    return sum(1 << c for c in {code(lit) for lit in lits})


def _residual(groups: Sequence[Cardinality]) -> Estimate[Assignment]:
    """Return the estimate ``residual``: missing true literals, divided by the constraints that the most frequent literal is in.

    Equalities are summed together: each true literal subtracts the number of those that it is in, as no state exceeds a bound.
    """
    exact = Counter(lit for g in groups if g.op == "eq" for lit in g.lits.ravel().tolist())
    whole = sum(g.bound * len(g.lits) for g in groups if g.op == "eq")
    weights = [(times, _mask(lit for lit in exact if exact[lit] == times)) for times in sorted(set(exact.values()))]
    atleast = [(_mask(row), g.bound) for g in groups if g.op == "ge" for row in g.lits.tolist()]
    served = exact + Counter(lit for g in groups if g.op == "ge" for lit in g.lits.ravel().tolist())
    share = max(served.values(), default=1)

    def estimate(state: Assignment) -> float:
        codes, lacking = state.codes, whole
        for times, mask in weights:
            lacking -= times * (codes & mask).bit_count()
        for mask, bound in atleast:
            lacking += max(0, bound - (codes & mask).bit_count())
        return lacking / share

    return estimate


def _undecided(groups: Sequence[Cardinality]) -> Estimate[Assignment]:
    literals = {lit for g in groups for lit in g.lits.ravel().tolist()}
    either = _mask([*literals, *(-lit for lit in literals)])
    every = either.bit_count() // 2
    return lambda state: every - (state.codes & either).bit_count()


def _parts(connected: Sequence[Connected]) -> Estimate[Assignment]:
    """Return the estimate ``mst``: for each graph the components that its used edges form, less one, by union-find."""
    graphs = [(b.nodes, [code(lit) for lit in b.lits.tolist()], b.ends.tolist()) for b in connected]
    width = max((max(lits, default=0) for _, lits, _ in graphs), default=0) + 1

    def estimate(state: Assignment) -> float:
        digits = f"{state.codes:0{width}b}"[::-1]
        return sum(
            _missing_edges(nodes, [end for c, end in zip(lits, ends, strict=True) if digits[c] == "1"])
            for nodes, lits, ends in graphs
        )

    return estimate


def _missing_edges(nodes: int, edges: Iterable[Sequence[int]]) -> int:
    """Count the further edges that it takes to connect all nodes."""
    leader = list(range(nodes))
    missing = max(0, nodes - 1)
    for u, v in edges:
        while leader[u] != u:
            leader[u] = u = leader[leader[u]]
        while leader[v] != v:
            leader[v] = v = leader[leader[v]]
        if u != v:
            leader[v] = u
            missing -= 1
    return missing
