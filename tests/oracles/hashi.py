"""Hashiwokakero by brute force, in plain Python and from the rules: the oracle that encodings are held against."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import product

Grid = list[list[int]]
Pair = tuple[int, int]


def islands(grid: Grid) -> list[tuple[int, int]]:
    return [(r, c) for r, row in enumerate(grid) for c, cell in enumerate(row) if cell]


def pairs(grid: Grid) -> list[tuple[int, int]]:
    """All pairs of islands that see each other, in the order of the first one, right before down."""
    places = islands(grid)
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
    places = islands(grid)
    (r1, c1), (r2, c2) = places[pair[0]], places[pair[1]]
    if r1 == r2:
        return {(r1, c) for c in range(c1 + 1, c2)}
    return {(r, c1) for r in range(r1 + 1, r2)}


def crosses(grid: Grid) -> list[Pair]:
    spans = [between(grid, pair) for pair in pairs(grid)]
    return [(a, b) for a in range(len(spans)) for b in range(a) if spans[a] & spans[b]]


def reached(n: int, chosen: list[Pair]) -> int:
    """Count the islands that can be reached from island 0."""
    near: dict[int, list[int]] = {i: [] for i in range(n)}
    for a, b in chosen:
        near[a].append(b)
        near[b].append(a)
    seen, todo = {0}, [0]
    while todo:
        for other in near[todo.pop()]:
            if other not in seen:
                seen.add(other)
                todo.append(other)
    return len(seen)


def connected(n: int, chosen: list[Pair], *, tree: bool = False) -> bool:
    if n == 0:
        return True
    return reached(n, chosen) == n and (not tree or len(chosen) == n - 1)


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


def solutions(grid: Grid, most: int = 2, *, loops: bool = True) -> Iterator[tuple[int, ...]]:
    for counts in product(range(most + 1), repeat=len(pairs(grid))):
        if is_solution(grid, counts, most, loops=loops):
            yield counts


def planted(rng: random.Random, rows: int, columns: int, n: int, most: int = 2, *, loops: bool = True) -> Grid:
    """Make a solvable board: choose places, then a random connected choice of bridges, then number the islands."""
    n = min(n, rows * columns)
    while True:
        grid = [[0] * columns for _ in range(rows)]
        for place in rng.sample(range(rows * columns), min(n, rows * columns)):
            grid[place // columns][place % columns] = 1
        edges, bad = pairs(grid), crosses(grid)
        if len(edges) > 11:
            continue
        counts = [rng.choice([0, *range(1, most + 1), *range(1, most + 1)]) for _ in edges]
        for a, b in bad:
            if counts[a] and counts[b]:
                counts[rng.choice([a, b])] = 0
        chosen = [pair for k, pair in zip(counts, edges, strict=True) if k]
        if not connected(n, chosen, tree=not loops) or n < 2:
            continue
        for i, (r, c) in enumerate(islands(grid)):
            total = sum(k for k, pair in zip(counts, edges, strict=True) if i in pair)
            grid[r][c] = -1 if rng.random() < 0.15 else total
        return grid
