"""Connectivity as a theory: the edges that can still be used must join all nodes.

Look at the graph of edges that are not ruled out. If it falls apart, the nodes S of one part have no edge left that leaves
them, and the clause "some edge leaves S" is false. An edge whose removal would make it fall apart, a bridge in the sense
of graph theory, must be used: with S the nodes behind it, all other literals of "some edge leaves S" are false. That is all
that can be concluded from connectivity alone; in particular a group of islands that has all its bridges is a part of this
graph, and one that has a single way out is behind a bridge. One depth-first walk finds everything: O(nodes + edges).

Where loops are forbidden, the used edges must also form a forest: an edge between nodes that used edges already join must not be
used. Its clause is "not all of the path, or not the edge".
Reference: Tarjan 1974, "A note on finding the bridges of a graph".
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from hashicnf.constraints import Connected, Origin
from hashicnf.theory import Explained, code


class JoinedTheory:
    """The theory of one connectivity constraint."""

    def __init__(self, batch: Connected) -> None:
        """Prepare the adjacency lists; nothing is kept between questions."""
        self._nodes, self._acyclic = batch.nodes, batch.acyclic
        self._origin = Origin(batch.origin.rule, "island" if batch.origin.kind == "set" else batch.origin.kind)
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
        """Say which rule it is."""
        return self._origin

    @property
    def concerns(self) -> frozenset[int]:
        """Give the codes of edges ruled out, and, where loops are forbidden, of edges used."""
        return self._concerns

    def examine(self, truth: Sequence[int]) -> list[Explained]:
        """Find parts cut off, edges that must be used and edges that must not."""
        if self._nodes < 2:
            return []
        loops = list(self._loops(truth)) if self._acyclic else []
        for loop in loops:
            if truth[code(loop.clause[-1]) ^ 1]:
                return [loop]
        order, entered, low, end = self._walk(truth)
        if len(order) < self._nodes:
            return [self._way_out(order)]
        return loops + [
            self._way_out(order[i : end[i]])
            for i in range(1, self._nodes)
            if low[i] == i and not truth[self._on[entered[i]]]
        ]

    def _walk(self, truth: Sequence[int]) -> tuple[list[int], list[int], list[int], list[int]]:
        """Walk depth first from node 0 over the edges that are not ruled out.

        Returns, by the number at which a node is met: the node, the edge it was met by, the least number that its subtree
        reaches by another edge, and the number after its subtree.
        """
        near = self._near
        number = [-1] * self._nodes
        number[0] = 0
        order, entered, low, end = [0], [-1], [0], [1]
        path, rest = [0], [iter(near[0])]
        while path:
            at = path[-1]
            for other, edge, off in rest[-1]:
                if truth[off] or edge == entered[at]:
                    continue
                seen = number[other]
                if seen < 0:
                    number[other] = seen = len(order)
                    order.append(other)
                    entered.append(edge)
                    low.append(seen)
                    end.append(seen)
                    path.append(seen)
                    rest.append(iter(near[other]))
                    break
                if seen < low[at]:
                    low[at] = seen
            else:
                end[at] = len(order)
                path.pop()
                rest.pop()
                if path and low[at] < low[path[-1]]:
                    low[path[-1]] = low[at]
        return order, entered, low, end

    def _way_out(self, part: list[int]) -> Explained:
        """Say that some edge leaves these nodes, or, which is the same, the others if they are fewer."""
        inside = set(part)
        if 2 * len(part) > self._nodes:
            inside = set(range(self._nodes)) - inside
        members = sorted(inside)
        edges = (edge for node in members for other, edge, _ in self._near[node] if other not in inside)
        return Explained(tuple(self._lits[edge] for edge in edges), tuple(members))

    def _loops(self, truth: Sequence[int]) -> Iterator[Explained]:
        """Say of each edge whose ends used edges join already, and that is not ruled out, that it closes a loop."""
        above: list[tuple[int, int, int]] = [(-1, -1, 0)] * self._nodes
        tree: set[int] = set()
        root = [-1] * self._nodes
        for start in range(self._nodes):
            if root[start] >= 0:
                continue
            root[start] = start
            todo = [start]
            while todo:
                node = todo.pop()
                for other, edge, _ in self._near[node]:
                    if truth[self._on[edge]] and root[other] < 0:
                        root[other] = start
                        above[other] = node, edge, above[node][2] + 1
                        tree.add(edge)
                        todo.append(other)
        for edge, (u, v) in enumerate(self._ends):
            if root[u] == root[v] and edge not in tree and not truth[self._on[edge] ^ 1]:
                path = self._path(above, u, v)
                yield Explained((*(-self._lits[e] for e in path), -self._lits[edge]), (u, v))

    @staticmethod
    def _path(above: list[tuple[int, int, int]], u: int, v: int) -> list[int]:
        """List the edges between two nodes of one tree."""
        edges = []
        while u != v:
            if above[u][2] < above[v][2]:
                u, v = v, u
            u, edge, _ = above[u]
            edges.append(edge)
        return edges
