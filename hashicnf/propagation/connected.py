"""Connectivity as a theory: the edges that can still be used must connect all nodes.

Consider the graph of the edges that are not ruled out. If it is not connected, no edge is left that leaves the nodes S of one
component, and the clause "some edge leaves S" is false. A bridge of the graph (an edge whose removal disconnects it) must be used:
with S the nodes on one side of it, all other literals of "some edge leaves S" are false. No more can be concluded from connectivity
alone; in particular, a group of nodes whose sums are met is a component of this graph, and a group with a single open edge that
leaves it is on one side of a bridge.

A breadth-first traversal makes a tree. An edge of the tree is a bridge if no other edge connects the nodes below it with the rest.
At each node, the incident edges outside the tree are stored as a set of bits; the symmetric difference over a subtree is the set of
edges that leave it. This takes one traversal, and one exclusive or per node: O(nodes * edges / 64) for huge graphs.

Where cycles are forbidden, the used edges must also form a forest: an edge between nodes that used edges already connect must not
be used. Its clause is "not all of the path, or not the edge".
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
        """Prepare the adjacency lists; no other state is kept between calls of ``examine``."""
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
        """Return the codes of edges ruled out, and, where cycles are forbidden, of edges used."""
        return self._concerns

    def examine(self, truth: Sequence[int]) -> list[Explained]:
        """Return clauses for nodes that are cut off, for edges that must be used, and for edges that must not be used."""
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
        """Traverse the graph breadth first from node 0 over the edges that are not ruled out.

        Returns the nodes in the order in which they are reached, and by node: its parent, the edge to its parent, and, as bits, the
        other edges that leave the subtree below it. Both ends of such an edge flip its bit, so inside a subtree it cancels out.
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
        """Return the cut clause of these nodes, or the same clause as that of the other nodes if they are fewer."""
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
