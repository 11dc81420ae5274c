"""Graphs for tests of connectivity encodings: plain ones, and ones drawn on a grid, with every choice of their edges.

They are independent of puzzles. A drawing is text: each ``?`` is a node, and edges run between nodes that see each other in a row
or a column. All encodings are tested on the same graphs, so these and their connected choices are computed once.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache
from itertools import combinations, compress, islice, product
from typing import TypeAlias

import numpy as np

from hashicnf.core.constraints import Connected, Embedding, Origin
from hashicnf.core.variables import VariablePool

ORIGIN = Origin("connectivity", "set")
Grid: TypeAlias = list[list[int]]
Pair: TypeAlias = tuple[int, int]
Choice: TypeAlias = tuple[bool, ...]


def places_of(grid: Grid) -> list[tuple[int, int]]:
    return [(r, c) for r, row in enumerate(grid) for c, cell in enumerate(row) if cell]


def pairs(grid: Grid) -> list[tuple[int, int]]:
    """List all pairs of nodes that see each other, in the order of the first one, right before down."""
    places = places_of(grid)
    number = {place: i for i, place in enumerate(places)}
    found = []
    for i, (r, c) in enumerate(places):
        for dr, dc in ((0, 1), (1, 0)):
            y, x = r + dr, c + dc
            while y < len(grid) and x < len(grid[0]):
                if grid[y][x]:
                    found.append((i, number[y, x]))
                    break
                y, x = y + dr, x + dc
    return found


def between(grid: Grid, pair: Pair) -> set[tuple[int, int]]:
    places = places_of(grid)
    (r1, c1), (r2, c2) = places[pair[0]], places[pair[1]]
    if r1 == r2:
        return {(r1, c) for c in range(c1 + 1, c2)}
    return {(r, c1) for r in range(r1 + 1, r2)}


def crosses(grid: Grid) -> list[Pair]:
    spans = [between(grid, pair) for pair in pairs(grid)]
    return [(a, b) for a in range(len(spans)) for b in range(a) if spans[a] & spans[b]]


def reached(n: int, chosen: list[Pair], start: int = 0) -> set[int]:
    """Return the nodes that can be reached from ``start`` by the chosen edges."""
    near: dict[int, list[int]] = {i: [] for i in range(n)}
    for a, b in chosen:
        near[a].append(b)
        near[b].append(a)
    seen, todo = {start}, [start]
    while todo:
        for other in near[todo.pop()]:
            if other not in seen:
                seen.add(other)
                todo.append(other)
    return seen


def connected(n: int, chosen: list[Pair], *, tree: bool = False) -> bool:
    if n == 0:
        return True
    return len(reached(n, chosen)) == n and (not tree or len(chosen) == n - 1)


@dataclass(frozen=True)
class Graph:
    """A graph; ``places`` are rows and columns of its nodes if it is drawn, of two ``crossing`` edges at most one is chosen."""

    nodes: int
    ends: tuple[Pair, ...]
    places: tuple[Pair, ...] | None = None
    crossing: tuple[Pair, ...] = ()

    def choices(self) -> tuple[Choice, ...]:
        """Return all choices of edges that do not cross."""
        return _choices(len(self.ends), self.crossing)

    def connected(self, *, loops: bool) -> frozenset[Choice]:
        """Return the choices that are connected (and trees, without loops), by breadth-first search."""
        return _connected(self.nodes, self.ends, self.crossing, loops)

    def batch(self, *, loops: bool, sign: int = 1) -> tuple[Connected, VariablePool]:
        """Return the graph as a constraint over fresh variables, and their pool; with ``sign`` -1 the literals are negative."""
        pool = VariablePool()
        lits = pool.declare("edge", len(self.ends), meaning="edge e is chosen").lits
        ends = np.array(self.ends, dtype=np.int32).reshape(-1, 2)
        embedding = None if self.places is None else self._embedding(self.places)
        return Connected(self.nodes, ends, sign * lits, ORIGIN, not loops, embedding), pool

    def _embedding(self, places: tuple[Pair, ...]) -> Embedding:
        row, column = np.array(places, dtype=np.int32).reshape(-1, 2).T
        flat = [places[u][0] == places[v][0] for u, v in self.ends]
        pairs = [(a, b) if flat[a] else (b, a) for a, b in self.crossing]
        pairs.sort(key=lambda pair: (places[self.ends[pair[0]][0]][0], places[self.ends[pair[1]][0]][1]))
        return Embedding(row, column, np.array(flat, dtype=np.bool_), np.array(pairs, dtype=np.int32).reshape(-1, 2))

    def without(self, gone: set[int]) -> Graph:
        """Return the graph without some edges."""
        kept = [e for e in range(len(self.ends)) if e not in gone]
        crossing = [(kept.index(a), kept.index(b)) for a, b in self.crossing if not {a, b} & gone]
        return replace(self, ends=tuple(self.ends[e] for e in kept), crossing=tuple(crossing))

    def undrawn(self) -> Graph:
        """Return the graph without its drawing, so that no edges cross."""
        return Graph(self.nodes, self.ends)


@cache
def _choices(edges: int, crossing: tuple[Pair, ...]) -> tuple[Choice, ...]:
    every = product((False, True), repeat=edges)
    return tuple(chosen for chosen in every if not any(chosen[a] and chosen[b] for a, b in crossing))


@cache
def _connected(nodes: int, ends: tuple[Pair, ...], crossing: tuple[Pair, ...], loops: bool) -> frozenset[Choice]:
    picked = ((chosen, list(compress(ends, chosen))) for chosen in _choices(len(ends), crossing))
    return frozenset(chosen for chosen, pairs in picked if connected(nodes, pairs, tree=not loops))


def of_grid(grid: Grid) -> Graph:
    """Return the graph of a grid, with a node at each cell that is not 0."""
    places = tuple(places_of(grid))
    return Graph(len(places), tuple(pairs(grid)), places, tuple(crosses(grid)))


@cache
def drawn(text: str) -> Graph:
    """Return the graph of a drawing whose rows are separated by blanks."""
    return of_grid([[int(cell == "?") for cell in row] for row in text.split()])


@cache
def thrown(seed: int, count: int, least: int, most: int) -> tuple[Graph, ...]:
    """Return ``count`` random drawn graphs with ``least`` to ``most`` edges."""
    return tuple(islice(_thrown(seed, least, most), count))


def _thrown(seed: int, least: int, most: int) -> Iterator[Graph]:
    rng = random.Random(seed)
    while True:
        rows, columns, share = rng.randint(2, 6), rng.randint(2, 6), rng.choice([0.25, 0.35, 0.5])
        grid = [[int(rng.random() < share) for _ in range(columns)] for _ in range(rows)]
        if least <= len(pairs(grid)) <= most:
            yield of_grid(grid)


def thinned(seed: int, count: int, least: int, most: int) -> Iterator[Graph]:
    """Yield random drawn graphs without some of their edges, so that nodes may see each other without an edge."""
    rng = random.Random(seed)
    for graph in thrown(seed, count, least + 2, most + 4):
        edges = len(graph.ends)
        yield graph.without(set(rng.sample(range(edges), rng.randint(max(1, edges - most), edges - least))))


def abstract(seed: int, count: int, most: int) -> Iterator[Graph]:
    """Yield random graphs of up to 6 nodes and ``most`` edges, some edges twice."""
    rng = random.Random(seed)
    while count:
        nodes = rng.randint(2, 6)
        ends = [pair for pair in combinations(range(nodes), 2) if rng.random() < 0.6]
        ends += [pair for pair in ends if rng.random() < 0.15]
        rng.shuffle(ends)
        if nodes - 1 <= len(ends) <= most:
            count -= 1
            yield Graph(nodes, tuple(ends))


def cycle(nodes: int) -> tuple[Pair, ...]:
    return tuple((min(i, (i + 1) % nodes), max(i, (i + 1) % nodes)) for i in range(nodes))


PLAIN = {
    "nothing": Graph(0, ()),
    "one node": Graph(1, ()),
    "one edge": Graph(2, ((0, 1),)),
    "two nodes apart": Graph(2, ()),
    "two edges between two nodes": Graph(2, ((0, 1), (0, 1))),
    "triangle": Graph(3, cycle(3)),
    "triangle with doubled edge": Graph(3, (*cycle(3), (1, 2))),
    "path, numbered at random": Graph(5, ((1, 4), (0, 3), (0, 4), (2, 3))),
    "star": Graph(5, ((0, 4), (1, 4), (2, 4), (3, 4))),
    "cycle of six": Graph(6, cycle(6)),
    "wheel": Graph(5, (*cycle(4), (0, 4), (1, 4), (2, 4), (3, 4))),
    "two triangles apart": Graph(6, ((0, 1), (1, 2), (0, 2), (3, 4), (4, 5), (3, 5))),
    "two triangles and a link": Graph(6, ((0, 1), (1, 2), (0, 2), (3, 4), (4, 5), (3, 5), (2, 3))),
    "K4": Graph(4, tuple(combinations(range(4), 2))),
    "K5, which is not planar": Graph(5, tuple(combinations(range(5), 2))),
    "K3,3, which is not planar": Graph(6, tuple(product(range(3), range(3, 6)))),
}
DRAWN = {
    "nothing": "..",
    "one": "?",
    "touching pair": "??",
    "pair apart": "?.?",
    "column": "? . ?",
    "out of sight": "?. .?",
    "three in a row": "?.??",
    "square": "?.? ... ?.?",
    "ladder": "??? ???",
    "plus": ".?. ?.? .?.",
    "crossing that must stay open": "??. ?.? .?.",
    "pinwheel": "?.?. .?.? ?.?. .?.?",
    "lattice": "??? ??? ???",
    "two crossings on one edge": ".?.?. ?...? .?.?.",
    "tic-tac-toe of crossings": ".?.?. ?...? ..... ?...? .?.?.",
    "two squares apart": "??... ??... ...?? ...??",
    "square inside a square": "?...? .?.?. ..... .?.?. ?...?",
    "chain of squares": "??. ??? .??",
    "disconnected pair and one": "??. ... ..?",
    "comb": "?.?.? ..... ?.?.?",
    "long face": "?????? ?....?",
    "connected across": ".?? ?.? ??.",
    "tail inside a face": "?.?.?.?.? ......... ..?...... ......... ?...?....",
}
