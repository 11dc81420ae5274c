"""Refute values of edges at necks of a graph by counting.

If few edges connect two large parts, what the sums of each part demand of these edges can be contradictory only together with
connectivity. No window contains the sums of a whole part, and clauses do not count, but with an edge supposed to be chosen, or not,
counting sees the contradiction.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np

from hashicnf.arrays.necks import MOST, necks
from hashicnf.core.constraints import Connected
from hashicnf.core.deadline import NEVER, Deadline
from hashicnf.core.flaws import Case, Cases
from hashicnf.logic import NO_LITERALS, Ints
from hashicnf.passes.simplify import FIXED, simplified
from hashicnf.pipeline.arguments import Fixed, Refuted, refute_batches, refuting
from hashicnf.pipeline.compile import Stated
from hashicnf.records import record

MOST_NODES: Final = 20_000  # on larger graphs one neck would cost easy puzzles a tenth of the time
WORK: Final = 20_000  # nodes, times edges that are examined; at least those of one neck are


def refute_at_necks(stated: Stated, premises: Ints = NO_LITERALS, deadline: Deadline = NEVER) -> Refuted | Fixed:
    """Search for counting arguments that exclude all values of edges at necks of the only graph of a puzzle, and check them.

    ``premises`` are literals assumed to be true. Returns ``Fixed`` without literals if no value is excluded, else with those that
    counting derives from the other values. Raises GaveUp at the deadline.
    """
    left = Fixed(NO_LITERALS)
    if len(stated.connected) != 1 or (graph := stated.connected[0]).nodes > MOST_NODES:
        return left
    supposing, excluded = _Supposing(stated, premises, deadline), list[_Excluded]()
    for edge in _at_necks(stated.given(premises.tolist(), FIXED), graph).tolist():
        lit = int(graph.lits[edge])
        for supposed in (lit, -lit):
            if abs(lit) in np.abs(left.literals) or (why := supposing.refuted(excluded, supposed)) is None:
                continue
            excluded.append(_Excluded(edge, supposed, why))
            found = supposing.left(excluded)
            if isinstance(found, Refuted):
                return supposing.shortest(graph, excluded, found)
            left = found
    return left


def _at_necks(stated: Stated, graph: Connected) -> Ints:
    """Return the edges that propagation leaves undecided at necks of the edges that may be chosen, int32[k]."""
    truth = simplified(stated.batches, stated.problem.count, connecting=True).truth[graph.lits]
    possible = np.flatnonzero(truth >= 0).astype(np.int32)
    at_necks: Ints = possible[necks(graph.nodes, graph.ends[possible], max(MOST, WORK // max(1, graph.nodes)))]
    undecided: Ints = at_necks[truth[at_necks] == 0]
    return undecided


@record(eq=False)
class _Excluded:
    """A literal of an ``edge`` that cannot be true, with the counting argument that refutes it."""

    edge: int
    literal: int
    why: Refuted


class _Supposing:
    """The constraints of a puzzle, refuted under suppositions, when some literals are excluded already."""

    def __init__(self, stated: Stated, premises: Ints, deadline: Deadline) -> None:
        self._batches, self._variables = stated.batches, stated.problem.count
        self._premises, self._deadline = premises, deadline

    def refuted(self, excluded: Sequence[_Excluded], *supposed: int) -> Refuted | None:
        """Refute a supposed literal, or without one the other values of the excluded ones. Raises GaveUp."""
        return refuting(self._batches, self._variables, self._under(excluded, supposed), self._deadline)

    def left(self, excluded: Sequence[_Excluded]) -> Refuted | Fixed:
        """Refute the other values of the excluded literals, or derive literals from them. Raises GaveUp."""
        return refute_batches(self._batches, self._variables, self._under(excluded), self._deadline)

    def _under(self, excluded: Sequence[_Excluded], supposed: Sequence[int] = ()) -> Ints:
        others = [-one.literal for one in excluded]
        return np.concatenate((self._premises, np.array([*others, *supposed], dtype=np.int32)))

    def shortest(self, graph: Connected, excluded: Sequence[_Excluded], left: Refuted) -> Refuted:
        """Leave out excluded literals on which the contradiction ``left`` by all of them does not depend. Raises GaveUp."""
        needed, left = self._fewest(excluded, left)
        kept = list[_Excluded]()
        for place in range(len(excluded) - 1, -1, -1):
            one = excluded[place]
            if one in needed:
                more, why = self._fewest(excluded[:place], one.why, one.literal)
                needed += more
                kept.insert(0, _Excluded(one.edge, one.literal, why))
        cases = tuple(_case(graph, one) for one in kept)
        return Refuted(left.argument, Cases(graph.node, cases, left.flaw), tuple(one.why.argument for one in kept))

    def _fewest(self, excluded: Sequence[_Excluded], why: Refuted, *supposed: int) -> tuple[list[_Excluded], Refuted]:
        """Return those of some excluded literals that a refutation needs, and the refutation that needs no others."""
        needed = [*excluded]
        for one in excluded:
            fewer = [other for other in needed if other is not one]
            if (found := self.refuted(fewer, *supposed)) is not None:
                needed, why = fewer, found
        return needed, why


def _case(graph: Connected, excluded: _Excluded) -> Case:
    one, other = graph.ends[excluded.edge].tolist()
    return Case((one, other), excluded.literal == graph.lits[excluded.edge], excluded.why.flaw)
