"""Connectivity by links: eliminate the nodes one by one, each contracted into the first neighbour that it is linked to.

``link(u, v)`` means that chosen edges connect u and v through eliminated nodes. At first it is the edge between them. When x is
eliminated, with neighbours 1..k in a fixed order, it must be linked to one of them (unless it is the last node), and is contracted
into the first of these, p: nodes linked to x are now linked to p.

    first(x, p)     <->  link(x, p), and no link from x to a neighbour before p
    through(x, p, u) <->  first(x, p) and link(x, u)                               for u after p
    link(p, u)      <->  link(p, u) before, or through(x, p, u)

A solver has no orders or arcs to guess: every auxiliary is a function of the chosen edges, which unit propagation computes, so each
choice of edges has at most one model, and a model counter counts choices. The definitions are not circular, because each link
depends only on links before the elimination of a node. A link with two true reasons closes a loop, and every loop becomes such a
link: if loops are forbidden, at most one reason may be true.

Nodes are eliminated in order of smallest fill. A node with k neighbours needs k (k - 1) / 2 variables of ``through``, and at most
2 k - 5 more for ``first``, with three clauses each; a link with r > 1 reasons needs one variable, and r + 1 clauses. With width w
(the largest k) that is n w^2 in total: O(n^1.5) on planar graphs at best. If loops are forbidden, many reasons become a tree of
links with few reasons each, since the pairs of r reasons would be r^2 / 2 clauses.

Reference: Rankooh and Rintanen 2022, "Propositional encodings of acyclicity and reachability by using vertex elimination", where
neighbours of an eliminated node reach each other in one direction, by directed arcs that the solver guesses. Here links are
undirected, and only the neighbour that an eliminated node is contracted into gets new links, not all pairs of neighbours.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Sequence
from functools import lru_cache
from heapq import heappop, heappush, heapreplace
from itertools import combinations
from threading import Lock
from typing import Final

import numpy as np

from hashicnf.core.constraints import Clauses, Connected
from hashicnf.core.progress import Observer, unobserved
from hashicnf.core.variables import VariablePool
from hashicnf.errors import TooLarge
from hashicnf.logic import Ints
from hashicnf.passes.connectivity import ENCODING_CLAUSES, ConnectivityEncoding, clause_block

MOST_PAIRS: Final = 7_000_000  # three clauses each; their lists take about two gigabytes
WORK_AT_ONCE: Final = 50_000  # neighbours that are examined between two calls of an observer
SIGNS: Final = np.array([-1, 1], dtype=np.int32)
AND: Final = np.array([1, -1, -1], dtype=np.int32)
FIRST, THROUGH, LINK = range(3)
FEW_REASONS: Final = 5  # reasons of a link up to which forbidding pairs takes no more clauses than a tree of links
GROUPS: Final = {
    "first": "an eliminated node has no link to its first neighbours, or none to these and one to the next",
    "through": "an eliminated node is contracted into a neighbour, and linked to another one",
    "link": "two nodes are connected through eliminated nodes",
}


def encode(batch: Connected, pool: VariablePool, observe: Observer = unobserved) -> list[Clauses]:
    """Declare links and return the clauses; ``observe`` is called repeatedly. Raises TooLarge above MOST_PAIRS."""
    order, pairs = by_fill(batch.nodes, batch.ends, observe=observe)
    if pairs > MOST_PAIRS:
        raise TooLarge(
            f"elimination over {batch.nodes:,} nodes needs more than {3 * MOST_PAIRS:,} clauses; "
            "use --connectivity planar or levels-log"
        )
    links = _Links(batch, pool.count)
    links.eliminate(order, observe)
    return links.blocks(batch, pool)


def by_fill(
    nodes: int, ends: Ints, most: int = MOST_PAIRS, widest: int | None = None, observe: Observer = unobserved
) -> tuple[list[int], int]:
    """Return an elimination order of the nodes, and the number of pairs of neighbours that the nodes have when eliminated.

    Stops if there are more than ``most`` pairs or the next node has more than ``widest`` neighbours; the order is then incomplete.
    ``observe`` is called repeatedly.

    The next node is one whose neighbours lack the fewest links to each other (ties: fewest neighbours, smallest node). Costs are
    not updated for nodes two links away from a change, until such a node is next.
    """
    observe(ENCODING_CLAUSES)
    filling = _filling(nodes, np.ascontiguousarray(ends, dtype=np.int32).tobytes())
    width = nodes if widest is None else widest
    while not filling.go_on(most, width, WORK_AT_ONCE):
        observe(ENCODING_CLAUSES)
    return filling.until(most, width)


class _Filling:
    """An elimination that can be interrupted and continued, by several threads; its answers depend only on graph and limits.

    ``_pairs[i]`` counts the pairs of the first i nodes of ``_order``; ``_widths[i]`` is the most neighbours of any up to the i-th.
    """

    def __init__(self, nodes: int, ends: Ints) -> None:
        self._nodes, self._ends, self._lock = nodes, ends, Lock()
        self._begin()

    def _begin(self) -> None:
        self._order: list[int] = []
        self._pairs, self._widths = [0], list[int]()
        self._near: list[set[int]] = [set() for _ in range(self._nodes)]
        for u, v in self._ends.tolist():
            if u != v:
                self._near[u].add(v)
                self._near[v].add(u)
        self._gone = [False] * self._nodes
        self._heap = [(-1, 0, x) for x in range(self._nodes)]  # less than any cost, so that each is computed first
        self._work = 0

    def until(self, most: int, widest: int) -> tuple[list[int], int]:
        """Return the elimination order up to these limits, and its number of pairs. Requires: ``go_on`` has reached them."""
        with self._lock:
            stop = min(bisect_right(self._pairs, most), bisect_right(self._widths, widest), len(self._order))
            return self._order[:stop], self._pairs[stop]

    def go_on(self, most: int, widest: int, work: int) -> bool:
        """Eliminate nodes up to these limits, or until so many neighbours were examined; return whether the limits are reached."""
        with self._lock:
            try:
                return self._go_on(most, widest, work)
            except BaseException:  # possibly in the middle of a node
                self._begin()
                raise

    def _go_on(self, most: int, widest: int, work: int) -> bool:
        self._work = work
        while self._heap and self._pairs[-1] <= most:
            if self._work < 0:
                return False
            entry = self._heap[0]
            x = entry[-1]
            if self._gone[x]:
                heappop(self._heap)
            elif entry != (now := self._cost(x)):
                heapreplace(self._heap, now)
            elif len(self._near[x]) > widest:
                return True
            else:
                heappop(self._heap)
                self._eliminate(x)
        if not self._heap:  # the order is complete
            self._near, self._gone = [], []
        return True

    def _cost(self, x: int) -> tuple[int, int, int]:
        around = self._near[x]
        self._work -= len(around) + 1
        present = sum(len(around & self._near[u]) for u in around) // 2
        return len(around) * (len(around) - 1) // 2 - present, len(around), x

    def _eliminate(self, x: int) -> None:
        near = self._near
        width = len(near[x])
        self._gone[x] = True
        self._order.append(x)
        self._pairs.append(self._pairs[-1] + width * (width - 1) // 2)
        self._widths.append(max([width, *self._widths[-1:]]))
        for u in near[x]:
            near[u] |= near[x]
            near[u] -= {u, x}
        for u in near[x]:
            heappush(self._heap, self._cost(u))
        near[x] = set()


@lru_cache(maxsize=4)  # called for the choice of an encoding, and again by the encoding
def _filling(nodes: int, ends: bytes) -> _Filling:
    return _Filling(nodes, np.frombuffer(ends, dtype=np.int32).reshape(-1, 2))


class _Links:
    """The remaining graph, and the definitions of auxiliaries, which are numbered in order and divided into groups at the end.

    ``_ands`` are rows (node, new literal, one, other), ``_ors`` rows (node, new literal, reasons), ``_some`` rows (node, links) of
    which one must be true, the latter two by their width.
    """

    def __init__(self, batch: Connected, variables: int) -> None:
        self._first = self._last = variables
        self._acyclic = batch.acyclic
        self._kinds: list[int] = []
        self._ands: list[tuple[int, int, int, int]] = []
        self._ors: dict[int, list[tuple[int, ...]]] = defaultdict(list)
        self._some: dict[int, list[tuple[int, ...]]] = defaultdict(list)
        self._reasons: list[dict[int, list[int]]] = [{} for _ in range(batch.nodes)]
        for (u, v), lit in zip(batch.ends.tolist(), batch.lits.tolist(), strict=True):
            self._join(u, v, lit)

    def eliminate(self, order: list[int], observe: Observer) -> None:
        """Eliminate all nodes in order; the neighbours of a node are sorted by their own elimination, the latest first."""
        at = {x: i for i, x in enumerate(order)}
        for x in order:
            observe(ENCODING_CLAUSES)
            near = sorted(self._reasons[x], key=at.__getitem__, reverse=True)
            for u in near:
                del self._reasons[u][x]
            if near:
                self._contract(x, near)

    def _join(self, u: int, v: int, reason: int) -> None:
        """Add a reason to the link between two nodes, which share the list of its reasons."""
        both = self._reasons[u].get(v)
        if both is not None:
            both.append(reason)
        elif u != v:
            self._reasons[u][v] = self._reasons[v][u] = [reason]

    def _contract(self, x: int, near: list[int]) -> None:
        links = [self._link(x, self._reasons[x][u]) for u in near]
        self._some[len(links)].append((x, *links))
        last = len(near) - 1
        first, unlinked = links[0], -links[0]
        for i in range(last):
            if i:
                first = self._both(x, FIRST, unlinked, links[i])
            if 0 < i < last - 1:
                unlinked = self._both(x, FIRST, unlinked, -links[i])
            for j in range(i + 1, last + 1):
                self._join(near[i], near[j], self._both(x, THROUGH, first, links[j]))

    def _link(self, x: int, reasons: list[int]) -> int:
        """Return the literal of a link, defined as the disjunction of its reasons."""
        if len(reasons) == 1:
            return reasons[0]
        if self._acyclic and len(reasons) > FEW_REASONS:
            some = [self._link(x, reasons[at : at + FEW_REASONS]) for at in range(0, len(reasons), FEW_REASONS)]
            return self._link(x, some)
        link = self._fresh(LINK)
        self._ors[len(reasons)].append((x, link, *reasons))
        return link

    def _both(self, x: int, kind: int, one: int, other: int) -> int:
        """Return a new literal, defined as the conjunction of two."""
        both = self._fresh(kind)
        self._ands.append((x, both, one, other))
        return both

    def _fresh(self, kind: int) -> int:
        self._kinds.append(kind)
        self._last += 1
        return self._last

    def blocks(self, batch: Connected, pool: VariablePool) -> list[Clauses]:
        """Declare the auxiliaries, group by group, and return the clauses."""
        kinds = np.array(self._kinds, dtype=np.int8)
        number = np.arange(self._last + 1, dtype=np.int32)
        for kind, (name, meaning) in enumerate(GROUPS.items()):
            some = kinds == kind
            number[self._first + 1 :][some] = pool.declare(name, int(some.sum()), meaning=meaning).lits

        def numbered(rows: Sequence[tuple[int, ...]], width: int) -> tuple[Ints, Ints]:
            table = np.array(rows, dtype=np.int32).reshape(-1, width)
            return table[:, 0], np.sign(table[:, 1:]) * number[np.abs(table[:, 1:])]

        def block(rows: Ints, source: Ints) -> Clauses:
            return clause_block(batch, rows, source)

        blocks = [
            block(rows, x) for width in sorted(self._some) for x, rows in [numbered(self._some[width], width + 1)]
        ]
        x, rows = numbered(self._ands, 4)
        blocks += [block(rows[:, [0, i]] * SIGNS, x) for i in (1, 2)] + [block(rows * AND, x)]
        for width in sorted(self._ors):
            x, rows = numbered(self._ors[width], width + 2)
            blocks.append(block(rows * np.append(np.int32(-1), np.ones(width, dtype=np.int32)), x))
            blocks += [block(rows[:, [0, i]] * -SIGNS, x) for i in range(1, width + 1)]
            if batch.acyclic:
                blocks += [block(-rows[:, pair], x) for pair in map(list, combinations(range(1, width + 1), 2))]
        return [block for block in blocks if len(block)]


ENCODING: Final = ConnectivityEncoding(
    "links between nodes, eliminated one by one; auxiliaries are functions of the edges",
    complete=True,
    encode=encode,
    observed=True,
    grows=True,
    functional=True,
)
