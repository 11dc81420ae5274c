"""Hashiwokakero by brute force, in plain Python and from the rules: the oracle that encodings are held against."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache
from itertools import product
from typing import Final

from hashicnf.testing.graphs import Grid, Pair, connected, places_of, reached
from hashicnf.testing.graphs import crosses as crosses_of
from hashicnf.testing.graphs import pairs as pairs_of

MOST_TRIES: Final = 10_000  # boards that are drawn before a test fails, as none has few enough pairs

islands = places_of


def pairs(grid: Grid) -> list[Pair]:
    return _layout(_occupied(grid))[0]


def crosses(grid: Grid) -> list[Pair]:
    return _layout(_occupied(grid))[1]


def _occupied(grid: Grid) -> tuple[tuple[bool, ...], ...]:
    return tuple(tuple(map(bool, row)) for row in grid)


@cache
def _layout(occupied: tuple[tuple[bool, ...], ...]) -> tuple[list[Pair], list[Pair]]:
    """Find pairs and crossings once for boards that differ by their numbers alone."""
    grid = [[int(cell) for cell in row] for row in occupied]
    return pairs_of(grid), crosses_of(grid)


def is_solution(grid: Grid, counts: tuple[int, ...], most: int = 2, *, loops: bool = True) -> bool:
    places, edges = islands(grid), pairs(grid)
    if any(not 0 <= k <= most for k in counts):
        return False
    for i, (r, c) in enumerate(places):
        degree = sum(k for k, pair in zip(counts, edges, strict=True) if i in pair)
        if degree != grid[r][c] and (grid[r][c] != -1 or degree < 1):
            return False
    if any(counts[a] and counts[b] for a, b in crosses(grid)):
        return False
    chosen = [pair for k, pair in zip(counts, edges, strict=True) if k]
    return connected(len(places), chosen, tree=not loops)


def every_choice(grid: Grid, most: int = 2, *, loops: bool = True) -> Iterator[tuple[int, ...]]:
    """All solutions, by looking at every assignment: nothing can be wrong here but ``is_solution``."""
    for counts in product(range(most + 1), repeat=len(pairs(grid))):
        if is_solution(grid, counts, most, loops=loops):
            yield counts


def solutions(grid: Grid, most: int = 2, *, loops: bool = True) -> Iterator[tuple[int, ...]]:
    """The same in the same order, without assignments that miss a clue or cross: for up to 15 edges or so."""
    clues = [grid[r][c] for r, c in islands(grid)]
    edges, room = pairs(grid), [clue if clue > 0 else 4 * most for clue in clues]
    last = {island: a for a, edge in enumerate(edges) for island in edge}
    earlier: dict[int, list[int]] = {a: [] for a in range(len(edges))}
    for a, b in crosses(grid):
        earlier[a].append(b)

    def extend(counts: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
        edge = len(counts)
        if edge == len(edges):
            if is_solution(grid, counts, most, loops=loops):
                yield counts
            return
        u, v = edges[edge]
        barred = any(counts[other] for other in earlier[edge])
        for k in range((0 if barred else min(most, room[u], room[v])) + 1):
            room[u], room[v] = room[u] - k, room[v] - k
            if not any(clues[i] > 0 and room[i] for i in (u, v) if last[i] == edge):
                yield from extend((*counts, k))
            room[u], room[v] = room[u] + k, room[v] + k

    return extend(())


def planted(
    rng: random.Random, rows: int, columns: int, n: int, most: int = 2, *, loops: bool = True, largest: int = 11
) -> Grid:
    """Make a solvable board of at most ``largest`` pairs: places, a connected choice of bridges, then the numbers."""
    n = max(2, min(n, rows * columns))
    for _ in range(MOST_TRIES):
        grid = [[0] * columns for _ in range(rows)]
        for place in rng.sample(range(rows * columns), n):
            grid[place // columns][place % columns] = 1
        chosen = network(rng, grid, loops=loops)
        if len(pairs(grid)) > largest or not connected(n, chosen, tree=not loops):
            continue
        load = {pair: rng.randint(1, most) for pair in chosen}
        for i, (r, c) in enumerate(islands(grid)):
            total = sum(k for pair, k in load.items() if i in pair)
            grid[r][c] = -1 if rng.random() < 0.15 else total
        return grid
    raise AssertionError(
        f"{MOST_TRIES} random boards of {n} islands have more than {largest} pairs or are not connected"
    )


def network(rng: random.Random, grid: Grid, *, loops: bool) -> list[Pair]:
    """Take pairs in random order: those that join something new and cross nothing, and some that close a loop."""
    edges, n = pairs(grid), len(islands(grid))
    barred = {frozenset(pair) for pair in crosses(grid)}
    taken: list[int] = []
    for e in rng.sample(range(len(edges)), len(edges)):
        if any(frozenset((e, other)) in barred for other in taken):
            continue
        so_far = [edges[other] for other in taken]
        u, v = edges[e]
        if v not in reached(n, so_far, u) or (loops and rng.random() < 0.4):
            taken.append(e)
    return [edges[e] for e in taken]


def drawn(text: str) -> Grid:
    """Read rows separated by blanks, one character a cell: ``.`` empty, ``?`` any number."""
    return [[-1 if cell == "?" else 0 if cell == "." else int(cell) for cell in row] for row in text.split()]


__all__ = [
    "Grid",
    "Pair",
    "connected",
    "crosses",
    "drawn",
    "every_choice",
    "is_solution",
    "islands",
    "network",
    "pairs",
    "planted",
    "reached",
    "solutions",
]
