"""Graphs as arrays, compared with computations node by node."""

from __future__ import annotations

import random

import numpy as np
import pytest

from hashicnf.arrays import graph
from hashicnf.arrays.graph import Forest, _compress, _joined, components, forest, orbits, ragged_by_width
from hashicnf.logic import Ints
from tests.arrays.graphs import array, random_graphs
from tests.oracles import hashi


def test_components_are_what_can_be_reached_numbered_by_smallest_node() -> None:
    for n, ends in random_graphs(150):
        label = components(n, array(ends))
        assert label.dtype == np.int32
        wanted: list[int] = [-1] * n
        for node in range(n):
            if wanted[node] < 0:
                number = max(wanted, default=-1) + 1
                for other in hashi.reached(n, ends, node):
                    wanted[other] = number
        assert label.tolist() == wanted


def test_a_star_whose_centre_comes_last_is_joined_in_two_rounds(monkeypatch: pytest.MonkeyPatch) -> None:
    rounds = []

    def compress(parent: Ints) -> None:
        rounds.append(len(parent))
        _compress(parent)

    monkeypatch.setattr(graph, "_compress", compress)
    leaves = np.arange(1000, dtype=np.int32)
    label = _joined(1001, 1000, lambda some: (leaves[some], np.full(len(leaves[some]), 1000, dtype=np.int32)))
    assert not label.any()
    assert rounds == [1001, 1001]


def test_orbits_are_the_cycles_of_a_permutation() -> None:
    rng = random.Random(7)
    for size in (0, 1, 2, 5, 40, 300):
        follower = list(range(size))
        rng.shuffle(follower)
        pairs = array([(i, j) for i, j in enumerate(follower)])
        assert orbits(np.array(follower, dtype=np.int32)).tolist() == components(size, pairs).tolist()


def test_breadth_first_forests_have_shortest_paths() -> None:
    for n, ends in random_graphs(150):
        near: list[list[tuple[int, int]]] = [[] for _ in range(n)]
        for edge, (u, v) in enumerate(ends):
            near[u].append((v, edge))
            near[v].append((u, edge))
        label = components(n, array(ends)).tolist()
        forest = Forest(n)
        for node in range(n):
            forest.grow(node, near.__getitem__)
        for node in range(n):
            assert forest.root[node] == label.index(label[node])
            if forest.root[node] == node:
                assert (forest.depth[node], forest.edge[node], forest.parent[node]) == (0, -1, -1)
            else:
                assert sorted(ends[forest.edge[node]]) == sorted((node, forest.parent[node]))
                above = [edge for other, edge in near[node] if forest.depth[other] == forest.depth[node] - 1]
                assert forest.edge[node] == max(above)
            assert all(abs(forest.depth[node] - forest.depth[other]) <= 1 for other, _ in near[node])


def test_a_forest_joins_what_all_edges_join_by_as_few_as_that_takes() -> None:
    for n, ends in random_graphs(150):
        taken = forest(n, array(ends))
        label = components(n, array(ends)).tolist()
        assert components(n, array(ends)[taken]).tolist() == label
        assert len(taken) == n - len({*label})
        assert taken.tolist() == sorted({*taken.tolist()})
        looped = array([(node, node) for node in range(n)] + ends)
        assert (forest(n, looped) - n).tolist() == taken.tolist()


def test_ragged_rows_keep_owners_items_and_order() -> None:
    rng = random.Random(8)
    for _ in range(100):
        owners = rng.randint(1, 12)
        owner = [rng.randrange(owners) for _ in range(rng.randint(0, 30))]
        items = [rng.randint(-99, 99) for _ in owner]
        groups = ragged_by_width(np.array(owner, dtype=np.int32), np.array(items, dtype=np.int32), owners)
        found = {int(who): row.tolist() for whos, rows in groups for who, row in zip(whos, rows, strict=True)}
        assert found == {o: [x for p, x in zip(owner, items, strict=True) if p == o] for o in range(owners)}
        widths = [rows.shape[1] for _, rows in groups]
        assert widths == sorted(set(widths))
