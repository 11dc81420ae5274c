"""The frontier compared with brute force: counts, single solutions, shares, limits."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator
from itertools import product
from typing import Final

import numpy as np
import pytest

from hashicnf.frontier import labels, layout
from hashicnf.frontier.bounds import Bounds
from hashicnf.frontier.census import Census, Prepared, take_census
from hashicnf.frontier.contraction import contracted
from hashicnf.frontier.ordering import Order
from hashicnf.frontier.problem import FREE, Problem
from hashicnf.testing.graphs import connected
from tests.oracles.hashi import Grid, crosses, islands, pairs, planted, solutions
from tests.portions import few

LARGEST = {1: 11, 2: 9, 3: 7, 4: 6}  # pairs of a board, so that brute force is quick


def problem_of(grid: Grid, most: int = 2, *, loops: bool = True) -> Problem:
    places = islands(grid)
    demand = [FREE if grid[r][c] < 0 else grid[r][c] for r, c in places]
    ends = np.array(pairs(grid), dtype=np.int32).reshape(-1, 2)
    barred = np.array(sorted(crosses(grid)), dtype=np.int32).reshape(-1, 2)
    caps = np.full(len(ends), most, dtype=np.int32)
    return Problem(np.array(demand, dtype=np.int32), ends, caps, barred, not loops)


def board(rng: random.Random) -> tuple[Grid, int, bool]:
    """Return a board of up to 11 pairs: solvable or with a changed clue, touching islands, few or many unknown clues."""
    most, loops = rng.choice([1, 2, 2, 2, 3, 4]), rng.random() < 0.7
    rows, columns = rng.randint(1, 5), rng.randint(2, 6)
    grid = planted(
        rng, rows, columns, rng.randint(2, LARGEST[most] * 2 // 3 + 1), most, loops=loops, largest=LARGEST[most]
    )
    if rng.random() < 0.3:
        r, c = rng.choice(islands(grid))
        grid[r][c] = max(1, grid[r][c] + rng.choice([-1, 1])) if grid[r][c] > 0 else rng.randint(1, 4)
    known = rng.choice([0.4, 1.0])
    return [[-1 if clue and rng.random() > known else clue for clue in row] for row in grid], most, loops


def untouched(problem: Problem) -> Iterator[Prepared]:
    """Yield a problem with all its loads open, in some order, unless its bounds contradict each other at a node."""
    bounds = Bounds(problem)
    if problem.nodes > 1 and min(bounds.room) >= 0 and all(bounds.at):
        left = contracted(bounds)
        items = random.Random(problem.edges).sample(range(left.items), left.items)
        yield Prepared(problem, (left, Order(items, 0.0)))


def held(problem: Problem, expected: list[tuple[int, ...]]) -> None:
    """Check a count: of the loads that bounds leave open, mostly few, and of all loads."""
    counted: list[Problem | Prepared] = [problem, *untouched(problem)]
    for one in counted:
        held_by(take_census(one, keep=True), problem, expected)


def held_by(census: Census, problem: Problem, expected: list[tuple[int, ...]]) -> None:
    assert (census.total, census.exact) == (len(expected), True)
    assert sorted(map(tuple, census.loads(range(census.total)).tolist())) == sorted(expected)
    shares = census.shares()
    for edge in range(problem.edges):
        seen = Counter(loads[edge] for loads in expected)
        for load in range(shares.shape[1]):
            assert shares[edge, load] == pytest.approx(seen[load] / len(expected) if expected else 0.0)


def spread(monkeypatch: pytest.MonkeyPatch, is_spread: int) -> None:
    """Let states of few edges, which fit into one word, take several."""
    if is_spread:
        monkeypatch.setattr(layout, "WORD", 5)
        monkeypatch.setattr(labels, "WIDTHS", (32,))


@pytest.mark.parametrize("seed", range(40))
def test_counts_solutions_and_shares_are_those_of_brute_force(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    spread(monkeypatch, seed % 2)
    rng = random.Random(seed)
    for _ in range(10):
        grid, most, loops = board(rng)
        held(problem_of(grid, most, loops=loops), list(solutions(grid, most, loops=loops)))


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(100, 300))
def test_many_more_boards(seed: int) -> None:
    rng = random.Random(seed)
    for _ in range(25):
        grid, most, loops = board(rng)
        held(problem_of(grid, most, loops=loops), list(solutions(grid, most, loops=loops)))


def random_problem(rng: random.Random) -> Problem:
    """Return any graph, with parallel edges, different most loads, and exclusions between any edges."""
    n, m = rng.randint(2, 6), rng.randint(1, 8)
    ends = [sorted(rng.sample(range(n), 2)) for _ in range(m)]
    most = [rng.randint(1, 3) for _ in range(m)]
    barred = [sorted(rng.sample(range(m), 2)) for _ in range(rng.randint(0, 4))] if m > 1 else []
    used = [rng.randint(0, k) for k in most]
    sums = [sum(k for k, pair in zip(used, ends, strict=True) if node in pair) for node in range(n)]
    demand = [FREE if rng.random() < 0.25 or not total else total for total in sums]
    array = [np.array(rows, dtype=np.int32) for rows in (demand, ends, most)]
    pairs = np.array(sorted({tuple(pair) for pair in barred}), dtype=np.int32).reshape(-1, 2)
    return Problem(array[0], array[1], array[2], pairs, rng.random() < 0.3)


def random_sums(rng: random.Random) -> Problem:
    """Return sums over edges of one to four ends, without a graph to be connected, and pairs that exclude each other."""
    n, m = rng.randint(1, 6), rng.randint(1, 9)
    ends = [rng.sample(range(n), rng.randint(1, min(4, n))) for _ in range(m)]
    most = [rng.randint(1, 2) for _ in range(m)]
    barred = [sorted(rng.sample(range(m), 2)) for _ in range(rng.randint(0, 3))] if m > 1 else []
    used = [rng.randint(0, k) for k in most]
    sums = [sum(k for k, near in zip(used, ends, strict=True) if node in near) for node in range(n)]
    array = [np.array(rows, dtype=np.int32) for rows in (sums, [near + [-1] * (4 - len(near)) for near in ends], most)]
    pairs = np.array(sorted({tuple(pair) for pair in barred}), dtype=np.int32).reshape(-1, 2)
    return Problem(array[0], array[1], array[2], pairs, connected=False)


def all_loads(problem: Problem) -> list[tuple[int, ...]]:
    """Return all solutions, by trying every choice of loads."""
    found = []
    ends, demand = problem.ends.tolist(), problem.demand.tolist()
    for loads in product(*(range(most + 1) for most in problem.most.tolist())):
        sums = [sum(k for k, pair in zip(loads, ends, strict=True) if node in pair) for node in range(problem.nodes)]
        used = [(near[0], near[-1]) for k, near in zip(loads, ends, strict=True) if k]
        if (
            all(total == wanted or (wanted == FREE and total) for total, wanted in zip(sums, demand, strict=True))
            and not any(loads[e] and loads[f] for e, f in problem.exclusive.tolist())
            and (not problem.connected or connected(problem.nodes, used, tree=problem.acyclic))
        ):
            found.append(loads)
    return found


PROBED: Final = """
.1..2
2.2.2
21.22
21.22
..1..
32322
3111.
...32
3.442
31.21
..132
2.111
"""


def test_a_problem_that_probing_decides_has_one_solution() -> None:
    grid = [[int(cell) if cell != "." else 0 for cell in row] for row in PROBED.split()]
    problem = problem_of(grid)
    census = take_census(problem, keep=True)
    assert (census.total, census.exact) == (1, True)
    assert census.open is not None
    assert not census.open.items
    loads = census.loads([0])[0]
    sums = np.bincount(problem.ends.ravel(), loads.repeat(2), problem.nodes)
    assert sums.tolist() == problem.demand.tolist()


@pytest.mark.parametrize("make", [random_problem, random_sums])
@pytest.mark.parametrize("seed", few(range(14), 3))
def test_any_graph_will_do_and_sums_need_none(
    seed: int, make: Callable[[random.Random], Problem], monkeypatch: pytest.MonkeyPatch
) -> None:
    spread(monkeypatch, seed % 2)
    rng = random.Random(seed)
    for _ in range(10):
        problem = make(rng)
        held(problem, all_loads(problem))
