"""Refute values of edges at necks of a graph by counting.

If few edges connect two large parts, what the sums of each part demand of these edges can be contradictory only together with
connectivity. No window contains the sums of a whole part, and clauses do not count, but with an edge supposed to be chosen, or not,
counting sees the contradiction. What is decided so contracts the graph, so that other necks come to light.

Contradictions that lie at no neck take more work: there all undecided edges are examined, as far as it is worthwhile.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

import numpy as np

from hashicnf.arrays.graph import components
from hashicnf.arrays.necks import MOST, necks
from hashicnf.core.constraints import Connected
from hashicnf.core.deadline import Deadline
from hashicnf.core.flaws import Case, Cases
from hashicnf.logic import NO_LITERALS, Ints, Truth
from hashicnf.passes.simplify import FIXED, simplified
from hashicnf.pipeline.compile import Stated
from hashicnf.records import record
from hashicnf.refuting.search import Fixed, Refuted, refute_batches, refuting

MOST_NODES: Final = 20_000  # on larger graphs one neck would cost easy puzzles a tenth of the time
WORK: Final = 20_000  # nodes, times edges that are examined, in all; at least those of one neck are
MORE: Final = 10_000  # the same for edges that lie at no neck: about a second


def refute_at_necks(stated: Stated, premises: Ints, deadline: Deadline, *, everywhere: bool = False) -> Refuted | Fixed:
    """Search for counting arguments that exclude all values of edges at necks of the only graph of a puzzle, and check them.

    ``premises`` are literals assumed to be true. With ``everywhere``, other edges follow. Returns ``Fixed`` without literals if no
    value is excluded, else with those that counting derives from the other values. Raises GaveUp at the deadline.
    """
    if len(stated.connected) != 1 or (graph := stated.connected[0]).nodes > MOST_NODES:
        return Fixed(NO_LITERALS)
    supposing = _Supposing(stated, graph, premises, deadline)
    for edges in _rounds(stated, graph, supposing, everywhere=everywhere):
        for edge in edges.tolist():
            if (found := supposing.refuted_by(edge)) is not None:
                return found
    return Fixed(supposing.derived)


def _rounds(stated: Stated, graph: Connected, supposing: _Supposing, *, everywhere: bool) -> Iterator[Ints]:
    """Yield edges to be examined, int32[k], as long as values of the last ones were excluded: at necks, then ``everywhere``."""
    room = max(MOST, WORK // max(1, graph.nodes))
    edges = _at_necks(stated, graph, supposing.known, room, is_contracted=False)
    yield edges
    before = -1
    while len(supposing.excluded) > before:
        before, room = len(supposing.excluded), room - len(edges)
        edges = _at_necks(stated, graph, supposing.known, room, is_contracted=True)
        yield edges
    before, room = -1, MORE // max(1, graph.nodes) if everywhere else 0
    while len(supposing.excluded) > before and room > 0:
        before = len(supposing.excluded)
        edges = np.flatnonzero(_truth(stated, graph, supposing.known) == 0).astype(np.int32)[:room]
        yield edges
        room -= len(edges)


def _truth(stated: Stated, graph: Connected, known: Ints) -> Truth:
    """Return the truth of each edge of a graph by propagation from ``known`` literals, int8[e]."""
    under = stated.given(known.tolist(), FIXED)
    truth: Truth = simplified(under.batches, stated.problem.count, connecting=True).truth[graph.lits]
    return truth


def _at_necks(stated: Stated, graph: Connected, known: Ints, most: int, *, is_contracted: bool) -> Ints:
    """Return at most so many edges at necks that propagation from ``known`` literals leaves undecided, int32[k].

    If the graph ``is_contracted``, nodes that chosen edges connect count as one.
    """
    truth = _truth(stated, graph, known)
    group = components(graph.nodes, graph.ends[truth > (0 if is_contracted else 1)])
    ends = group[graph.ends]
    possible = np.flatnonzero((truth >= 0) & (ends[:, 0] != ends[:, 1])).astype(np.int32)
    at_necks: Ints = possible[necks(int(group.max(initial=-1)) + 1, ends[possible], most)]
    undecided: Ints = at_necks[truth[at_necks] == 0]
    return undecided


@record(eq=False)
class _Excluded:
    """A literal of an ``edge`` that cannot be true, with the counting argument that refutes it."""

    edge: int
    literal: int
    why: Refuted


class _Supposing:
    """The constraints of a puzzle, and the literals of edges that are ``excluded`` so far.

    ``derived`` are the literals, int32[k], that counting derives from the other values of these edges.
    """

    def __init__(self, stated: Stated, graph: Connected, premises: Ints, deadline: Deadline) -> None:
        self._batches, self._variables, self._graph = stated.batches, stated.problem.count, graph
        self._premises, self._deadline = premises, deadline
        self.excluded, self.derived = list[_Excluded](), NO_LITERALS

    @property
    def known(self) -> Ints:
        """Return the premises and the literals that are derived, int32[k]."""
        return np.concatenate((self._premises, self.derived))

    def refuted_by(self, edge: int) -> Refuted | None:
        """Try to exclude each value of an edge; return a refutation if no value is left. Raises GaveUp."""
        lit = int(self._graph.lits[edge])
        for supposed in (lit, -lit):
            if abs(lit) in np.abs(self.derived) or (why := self._refuting(self.excluded, supposed)) is None:
                continue
            self.excluded.append(_Excluded(edge, supposed, why))
            left = refute_batches(self._batches, self._variables, self._under(self.excluded), self._deadline)
            if isinstance(left, Refuted):
                return self._shortest(left)
            self.derived = left.literals
        return None

    def _refuting(self, excluded: Sequence[_Excluded], *supposed: int) -> Refuted | None:
        """Refute a supposed literal, or without one the other values of excluded ones."""
        return refuting(self._batches, self._variables, self._under(excluded, supposed), self._deadline)

    def _under(self, excluded: Sequence[_Excluded], supposed: Sequence[int] = ()) -> Ints:
        others = [-one.literal for one in excluded]
        return np.concatenate((self._premises, np.array([*others, *supposed], dtype=np.int32)))

    def _shortest(self, left: Refuted) -> Refuted:
        """Leave out excluded literals on which the contradiction ``left`` by all of them does not depend."""
        needed, left = self._fewest(self.excluded, left)
        kept = list[_Excluded]()
        for place in range(len(self.excluded) - 1, -1, -1):
            one = self.excluded[place]
            if one in needed:
                more, why = self._fewest(self.excluded[:place], one.why, one.literal)
                needed += more
                kept.insert(0, _Excluded(one.edge, one.literal, why))
        flaw = Cases(self._graph.node, tuple(map(self._case, kept)), left.flaw)
        return Refuted(left.argument, flaw, tuple(one.why.argument for one in kept))

    def _fewest(self, excluded: Sequence[_Excluded], why: Refuted, *supposed: int) -> tuple[list[_Excluded], Refuted]:
        """Return those of some excluded literals that a refutation needs, and the refutation that needs no others."""
        needed = [*excluded]
        for one in excluded:
            fewer = [other for other in needed if other is not one]
            if (found := self._refuting(fewer, *supposed)) is not None:
                needed, why = fewer, found
        return needed, why

    def _case(self, excluded: _Excluded) -> Case:
        one, other = self._graph.ends[excluded.edge].tolist()
        return Case((one, other), excluded.literal == self._graph.lits[excluded.edge], excluded.why.flaw)
