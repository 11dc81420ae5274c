"""Connectivity by links: eliminate the nodes one by one, each contracted into the first neighbour that it is linked to.

``link(u, v)`` says that chosen edges join u and v, through nodes that are gone. At first it is the edge between them. When x
goes, with neighbours 1..k in a fixed order, it must be linked to one of them (unless it is the last node), and is contracted into
the first of those, p: what x was linked to is now linked to p.

    first(x, p)     <->  link(x, p), and no link from x to a neighbour before p
    through(x, p, u) <->  first(x, p) and link(x, u)                               for u after p
    link(p, u)      <->  what it was, or through(x, p, u)

No orders and no arcs are guessed: every auxiliary is a function of the chosen edges, which unit propagation computes, so that each
choice of edges has one model at most, and a model counter counts choices. Rows are sound because the order of elimination is
well-founded by itself. A link with two true reasons closes a loop, and every loop ends as one: where loops are forbidden, at most
one reason may be true.

Nodes go in order of smallest degree. With width w (the largest degree at elimination) there are at most n w^2 / 2 variables of
``through`` and three clauses for each: O(n^1.5) on planar graphs at best.

Reference: Rankooh and Rintanen 2022, "Propositional encodings of acyclicity and reachability by using vertex elimination", where
neighbours of an eliminated node reach each other one way, through directed arcs that are guessed. Here links have no direction, and
contraction makes one link where elimination makes all pairs.
"""

from __future__ import annotations

from collections import defaultdict
from heapq import heapify, heappop, heappush
from itertools import combinations
from typing import Final

import numpy as np

from hashicnf.core.constraints import Clauses, Connected
from hashicnf.core.variables import VariablePool
from hashicnf.errors import UsageError
from hashicnf.logic import Ints
from hashicnf.passes.connectivity import ConnectivityEncoding, clause_block, impossible

MOST_CLAUSES: Final = 20_000_000  # about two gigabytes while they are listed
NONE, THROUGH, LINK = range(3)
GROUPS: Final = {
    "unlinked": "an eliminated node has no link to its first neighbours",
    "through": "an eliminated node is contracted into a neighbour, and linked to another one",
    "link": "two nodes are joined through eliminated nodes",
}


def encode(batch: Connected, pool: VariablePool) -> list[Clauses]:
    """Declare links and write the clauses. Raises UsageError above MOST_CLAUSES."""
    if batch.nodes <= 1:
        return []
    if no := impossible(batch):
        return no
    links = _Links(batch, pool.count)
    links.eliminate()
    return links.blocks(batch, pool)


class _Links:
    """The graph that is left, and the clauses so far. Auxiliaries are numbered as they come, and put in groups at the end."""

    def __init__(self, batch: Connected, variables: int) -> None:
        self._acyclic, self._first = batch.acyclic, variables + 1
        self._kinds: list[int] = []
        self._clauses: dict[int, tuple[list[int], list[int]]] = defaultdict(lambda: ([], []))
        self._count = 0
        self._reasons: list[dict[int, list[int]]] = [{} for _ in range(batch.nodes)]
        for (u, v), lit in zip(batch.ends.tolist(), batch.lits.tolist(), strict=True):
            self._join(u, v, lit)

    def eliminate(self) -> None:
        """Eliminate all nodes; the last has nobody left to be linked to."""
        reasons = self._reasons
        heap = [(len(near), x) for x, near in enumerate(reasons)]
        heapify(heap)
        gone = [False] * len(reasons)
        while heap:
            degree, x = heappop(heap)
            if gone[x] or degree != len(reasons[x]):
                continue
            gone[x] = True
            near = sorted(reasons[x])
            for u in near:
                del reasons[u][x]
            if near:
                self._contract(x, near)
            for u in near:
                heappush(heap, (len(reasons[u]), u))

    def _join(self, u: int, v: int, reason: int) -> None:
        """Give the link between two nodes one more reason; one list serves both ends."""
        if u == v:
            return
        both = self._reasons[u].get(v)
        if both is None:
            self._reasons[u][v] = self._reasons[v][u] = [reason]
        else:
            both.append(reason)

    def _contract(self, x: int, near: list[int]) -> None:
        links = [self._link(x, self._reasons[x][u]) for u in near]
        self._add(x, *links)
        first, last = links[0], len(near) - 1
        unlinked = -links[0]
        for i in range(last):
            if i:
                first = self._both(x, NONE, unlinked, links[i])
                if i < last - 1:
                    unlinked = self._both(x, NONE, unlinked, -links[i])
            for j in range(i + 1, last + 1):
                self._join(near[i], near[j], self._both(x, THROUGH, first, links[j]))

    def _link(self, x: int, reasons: list[int]) -> int:
        """Return the literal of a link: true if and only if one of its reasons is."""
        if len(reasons) == 1:
            return reasons[0]
        link = self._fresh(LINK)
        self._add(x, -link, *reasons)
        for reason in reasons:
            self._add(x, link, -reason)
        if self._acyclic:
            for one, other in combinations(reasons, 2):
                self._add(x, -one, -other)
        return link

    def _both(self, x: int, kind: int, one: int, other: int) -> int:
        """Return a new literal: true if and only if both are."""
        both = self._fresh(kind)
        self._add(x, -both, one)
        self._add(x, -both, other)
        self._add(x, both, -one, -other)
        return both

    def _fresh(self, kind: int) -> int:
        self._kinds.append(kind)
        return self._first + len(self._kinds) - 1

    def _add(self, x: int, *clause: int) -> None:
        lits, sources = self._clauses[len(clause)]
        lits.extend(clause)
        sources.append(x)
        self._count += 1
        if self._count > MOST_CLAUSES:
            raise UsageError(
                f"elimination over {len(self._reasons):,} nodes needs more than {MOST_CLAUSES:,} clauses; "
                "use --connectivity planar or levels-log"
            )

    def blocks(self, batch: Connected, pool: VariablePool) -> list[Clauses]:
        """Declare the auxiliaries, group by group, and give out the clauses by width."""
        kinds = np.array(self._kinds, dtype=np.int8)
        number = np.arange(self._first + len(kinds), dtype=np.int32)
        for kind, (name, meaning) in enumerate(GROUPS.items()):
            number[self._first :][kinds == kind] = pool.declare(name, int(np.sum(kinds == kind)), meaning=meaning).lits

        def block(width: int) -> Clauses:
            lits, sources = (np.array(part, dtype=np.int32) for part in self._clauses[width])
            rows: Ints = np.sign(lits) * number[np.abs(lits)]
            return clause_block(batch, rows.reshape(-1, width), sources)

        return [block(width) for width in sorted(self._clauses)]


ENCODING: Final = ConnectivityEncoding(
    "links between nodes, eliminated one by one; auxiliaries are functions of the edges", complete=True, encode=encode
)
