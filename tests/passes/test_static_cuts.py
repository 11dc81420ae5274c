"""Static cuts against the definition, on boards and on graphs that no board has."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from itertools import combinations

import numpy as np
import pytest

from hashicnf.core.constraints import Connected, Degrees
from hashicnf.core.deadline import Deadline
from hashicnf.errors import GaveUp, TooLarge
from hashicnf.passes.connectivity import closing_sets
from hashicnf.passes.connectivity.static_cuts import static_cuts
from hashicnf.testing.graphs import ORIGIN
from tests.oracles import closing, hashi


def graph(ends: list[tuple[int, int]], capacity: list[int], most: int) -> Connected:
    """Return the constraint of a graph, whose literals are the numbers of the edges from 1."""
    lits = np.arange(1, len(ends) + 1, dtype=np.int32)
    pairs, numbers = np.array(ends, dtype=np.int32).reshape(-1, 2), np.array(capacity, dtype=np.int32)
    return Connected(len(capacity), pairs, lits, ORIGIN, degrees=Degrees(numbers, most))


def graphs(seed: int, count: int) -> Iterator[Connected]:
    """Yield random boards, whose clues mostly fit, and graphs with triangles, parallel edges and several components."""
    rng = random.Random(seed)
    while count:
        most = rng.randint(1, 3)
        if rng.random() < 0.5:
            grid = hashi.planted(rng, rng.randint(2, 5), rng.randint(2, 5), rng.randint(3, 8), most)
            ends, capacity = hashi.pairs(grid), [grid[row][column] for row, column in hashi.islands(grid)]
        else:
            nodes = rng.randint(3, 6)
            ends = [pair for pair in combinations(range(nodes), 2) if rng.random() < 0.4]
            ends += [pair for pair in ends if rng.random() < 0.3]
            capacity = [rng.choice([1, 1, 2, 2, 3, 4]) for _ in range(nodes)]
        if len(ends) <= 8:
            count -= 1
            yield graph(ends, [-1 if rng.random() < 0.1 else number for number in capacity], most)


def written(batch: Connected, largest: int) -> list[tuple[int, ...]]:
    """Return the clauses as sets of edges, numbered from 0."""
    blocks = static_cuts(batch, largest)
    assert all(len(block.lits) == len(block.source) for block in blocks)
    return [tuple(lit - 1 for lit in clause) for block in blocks for clause in block.lits.tolist()]


@cache
def defined(largest: int) -> list[tuple[Connected, list[list[int]], int]]:
    """Return graphs with their cuts by the definition, in order, and the number of cuts of pairs."""
    found = []
    for batch in graphs(largest, 18):
        assert batch.degrees is not None
        ends, degrees, most = batch.ends.tolist(), batch.degrees.degree.tolist(), batch.degrees.most
        cuts = sorted(map(sorted, closing.cuts(ends, degrees, most, largest)))
        found.append((batch, cuts, len(closing.cuts(ends, degrees, most, 2))))
    return found


@pytest.mark.parametrize(("at_once", "most_key"), [(1 << 14, 1 << 62), (1, 1 << 62), (3, 20)])
@pytest.mark.parametrize("largest", [2, 3, 4, 5, 6])
def test_cuts_are_those_of_the_definition(
    largest: int, at_once: int, most_key: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each cut occurs as often as by the definition, for any size of batches and of codes."""
    monkeypatch.setattr(closing_sets, "BATCH", at_once)
    monkeypatch.setattr(closing_sets, "FULL", most_key)
    larger = 0
    for batch, expected, pairs in defined(largest):
        assert sorted(map(sorted, written(batch, largest))) == expected, batch
        larger += len(expected) > pairs
    assert (larger > 5) == (largest > 2)


def test_cuts_come_by_smallest_node_size_and_nodes() -> None:
    """Within a width, cuts of pairs come before those of larger sets."""
    grid = [[2] * 4 for _ in range(3)]
    batch = graph(hashi.pairs(grid), [2] * 12, 2)
    expected = closing.cuts(hashi.pairs(grid), [2] * 12, 2, 4)
    pairs = closing.cuts(hashi.pairs(grid), [2] * 12, 2, 2)
    larger = [cut for cut in expected if cut not in pairs]
    assert len(larger) > 20
    widths = sorted({len(cut) for cut in larger})
    assert written(batch, 4)[len(pairs) :] == [cut for width in widths for cut in larger if len(cut) == width]


@pytest.mark.parametrize("largest", [2, 3, 4])
def test_of_known_edges_only_what_is_open_is_written(largest: int) -> None:
    """A cut with a chosen edge is left out; a cut whose edges are all excluded is the empty clause."""
    rng = random.Random(largest)
    empty = 0
    for batch, expected, _ in defined(largest):
        known = np.array([rng.choice([0, 0, 0, -1, -1, 1]) for _ in batch.lits], dtype=np.int8)
        left = [[edge for edge in cut if known[edge] == 0] for cut in expected if all(known[edge] < 1 for edge in cut)]
        assert sorted(map(sorted, written(replace(batch, known=known), largest))) == sorted(left)
        empty += left.count([])
    assert empty > 0


def test_no_edges_no_cuts() -> None:
    assert static_cuts(graph([], [1, 1, 1], 2), 3) == []


@pytest.mark.parametrize("most", [2, 3])
def test_all_nodes_may_close_among_themselves(most: int) -> None:
    assert static_cuts(graph([(0, 1)], [1, 1], 1), most) == []


@pytest.mark.parametrize("seed", range(20))
@pytest.mark.parametrize("scale", [1, 700_000_000])
def test_equal_rows_are_found(scale: int, seed: int) -> None:
    rows = scale * np.random.default_rng(seed).integers(0, 4, (30, seed % 5), dtype=np.int32)
    found = rows[closing_sets.distinct(rows)].tolist()
    assert found == sorted(map(list, {tuple(row) for row in rows.tolist()}))


@pytest.mark.parametrize("degree", [-1, 2])
def test_the_same_sets_close_when_few_loads_are_tried_at_a_time(degree: int, monkeypatch: pytest.MonkeyPatch) -> None:
    batch = graph(hashi.pairs([[2] * 4 for _ in range(3)]), [degree, *[2] * 11], 2)
    expected = written(batch, 6)
    monkeypatch.setattr(closing_sets, "MOST_LOADS", 1)
    assert written(batch, 6) == expected


@pytest.mark.parametrize(("nodes", "steps"), [(6, 100), (60, 600)])
def test_a_search_of_too_many_steps_is_refused(nodes: int, steps: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(closing_sets, "MOST_STEPS", 100)
    monkeypatch.setattr(closing_sets, "STEPS_PER_NODE", 10)
    ring = graph([(node, (node + 1) % nodes) for node in range(nodes)], [2] * nodes, 2)
    with pytest.raises(
        TooLarge, match=rf"cuts of 5 nodes: there are too many .* more than {steps} steps\); give a smaller"
    ):
        static_cuts(ring, 5)


def test_sets_are_looked_for_until_the_time_is_over() -> None:
    """A ring of twos has no small set that closes, but many sets that have to be examined."""
    ring = graph([(node, (node + 1) % 30) for node in range(30)], [2] * 30, 2)
    calls: list[str] = []

    def observe(phase: str, share: float | None = None, size: int | None = None) -> None:
        calls.append(phase)

    static_cuts(ring, 6, observe)
    assert (len(calls) >= 6, set(calls)) == (True, {"static cuts"})
    with pytest.raises(GaveUp):
        static_cuts(ring, 6, Deadline.after(0).ending())
