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


def reached(n: int, chosen: list[Pair], start: int = 0) -> set[int]:
    """Find the islands that can be reached from one."""
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
    """The same in the same order, without assignments that overfill an island or cross: for up to 15 edges or so."""
    edges, room = pairs(grid), [grid[r][c] if grid[r][c] > 0 else 4 * most for r, c in islands(grid)]
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
            yield from extend((*counts, k))
            room[u], room[v] = room[u] + k, room[v] + k

    return extend(())


def planted(
    rng: random.Random, rows: int, columns: int, n: int, most: int = 2, *, loops: bool = True, largest: int = 11
) -> Grid:
    """Make a solvable board of at most ``largest`` pairs: places, a connected choice of bridges, then the numbers."""
    n = max(2, min(n, rows * columns))
    while True:
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
