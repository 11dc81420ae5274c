"""Connectivity as a theory: the edges that can still be used must connect all nodes.

Look at the graph of edges that are not ruled out. If it falls apart, the nodes S of one part have no edge left that leaves
them, and the clause "some edge leaves S" is false. An edge whose removal would make it fall apart, a bridge in the sense
of graph theory, must be used: with S the nodes behind it, all other literals of "some edge leaves S" are false. That is all
that can be concluded from connectivity alone; in particular a group of nodes whose sums are met is a part of this graph,
and one that has a single way out is behind a bridge.

A breadth-first walk makes a tree. An edge of the tree is a bridge if no other edge joins the nodes below it to the rest.
Each node notes the edges outside the tree at it as a set of bits; their symmetric differences over a branch leave those that
leave it. One walk and one exclusive or per node; the sets make it O(nodes * edges / 64) for huge graphs.

Where loops are forbidden, the used edges must also form a forest: an edge between nodes that used edges already join must not be
used. Its clause is "not all of the path, or not the edge".
Reference: Pritchard and Thurimella 2011, "Fast computation of small cuts via cycle space sampling", with sets for samples.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from hashicnf.arrays.graph import Forest
from hashicnf.core.constraints import Connected, Origin
from hashicnf.propagation.codes import code
from hashicnf.propagation.theory import Explained


class ConnectivityTheory:
    """The theory of one connectivity constraint."""

    def __init__(self, batch: Connected) -> None:
        """Prepare the adjacency lists; nothing is kept between questions."""
        self._nodes, self._acyclic = batch.nodes, batch.acyclic
        self._origin = Origin(batch.origin.rule, batch.node)
        self._lits: list[int] = batch.lits.tolist()
        self._ends: list[list[int]] = batch.ends.tolist()
        self._on = [code(lit) for lit in self._lits]
        self._near: list[list[tuple[int, int, int]]] = [[] for _ in range(batch.nodes)]
        for edge, (u, v) in enumerate(self._ends):
            off = self._on[edge] ^ 1
            self._near[u].append((v, edge, off))
            self._near[v].append((u, edge, off))
        used = self._on if batch.acyclic else []
        self._concerns = frozenset([*(c ^ 1 for c in self._on), *used])

    @property
    def origin(self) -> Origin:
        """Return the rule of the clauses."""
        return self._origin

    @property
    def concerns(self) -> frozenset[int]:
        """Give the codes of edges ruled out, and, where loops are forbidden, of edges used."""
        return self._concerns

    def examine(self, truth: Sequence[int]) -> list[Explained]:
        """Find parts cut off, edges that must be used and edges that must not."""
        loops = list(self._loops(truth)) if self._acyclic else []
        for loop in loops:
            if truth[code(loop.clause[-1]) ^ 1]:
                return [loop]
        if self._nodes < 2:
            return loops
        order, above, by, loops_over = self._walk(truth)
        if len(order) < self._nodes:
            return [self._way_out(order)]
        alone = [node for node in order[1:] if not loops_over[node] and not truth[self._on[by[node]]]]
        return loops + [self._way_out(self._below(node, order, above)) for node in alone]

    def _walk(self, truth: Sequence[int]) -> tuple[list[int], list[int], list[int], list[int]]:
        """Walk breadth first from node 0 over the edges that are not ruled out.

        Returns the nodes in the order in which they are met, and by node: the one it was met from, the edge it was met by, and, as
        bits, the other edges with one end among the nodes below it. Such an edge is seen from both of its ends, and where both
        are below a node its bit is turned twice.
        """
        near = self._near
        above, by, bits = [-1] * self._nodes, [-1] * self._nodes, [0] * self._nodes
        above[0], order = 0, [0]
        for node in order:
            way_here, turned = by[node], 0
            for other, edge, off in near[node]:
                if truth[off] or edge == way_here:
                    continue
                if above[other] < 0:
                    above[other], by[other] = node, edge
                    order.append(other)
                elif by[other] != edge:
                    turned ^= 1 << edge
            bits[node] = turned
        for node in reversed(order):
            bits[above[node]] ^= bits[node]
        return order, above, by, bits

    @staticmethod
    def _below(top: int, order: list[int], above: list[int]) -> list[int]:
        """List a node and its descendants in the search tree."""
        below = {top}
        for node in order:
            if above[node] in below:
                below.add(node)
        return sorted(below)

    def _way_out(self, part: list[int]) -> Explained:
        """Return the cut clause of these nodes, or the equal one of the others if they are fewer."""
        inside = set(part)
        if 2 * len(part) > self._nodes:
            inside = set(range(self._nodes)) - inside
        members = sorted(inside)
        edges = (edge for node in members for other, edge, _ in self._near[node] if other not in inside)
        return Explained(tuple(self._lits[edge] for edge in edges), tuple(members))

    def _loops(self, truth: Sequence[int]) -> Iterator[Explained]:
        """Yield one loop clause per open or used edge whose ends are already connected."""
        used = [truth[on] for on in self._on]

        def near(node: int) -> list[tuple[int, int]]:
            return [(other, edge) for other, edge, _ in self._near[node] if used[edge]]

        forest = Forest(self._nodes)
        for node in range(self._nodes):
            forest.grow(node, near)
        root, tree = forest.root, set(forest.edge)
        for edge, (u, v) in enumerate(self._ends):
            if root[u] == root[v] and edge not in tree and not truth[self._on[edge] ^ 1]:
                path = forest.path(u, v)
                yield Explained((*(-self._lits[e] for e in path), -self._lits[edge]), (u, v))
