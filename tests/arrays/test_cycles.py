"""Cycles of graphs as arrays, compared with connectivity without single edges."""

from __future__ import annotations

import numpy as np
import pytest

from hashicnf.arrays import cycles as module
from hashicnf.arrays.cycles import cycles, on_cycles, without_leaves
from hashicnf.arrays.graph import components
from hashicnf.logic import Ints
from tests.arrays.graphs import array, random_graphs


def test_cycles_are_cycles_and_as_many_as_edges_beyond_a_forest() -> None:
    for n, ends in random_graphs(150):
        found = cycles(n, array(ends))
        assert len(found) == len(ends) - n + len(set(components(n, array(ends)).tolist()))
        assert [cycle[0] for cycle in found] == sorted({cycle[0] for cycle in found})
        assert not {cycle[0] for cycle in found} & {edge for cycle in found for edge in cycle[1:]}
        for cycle in found:
            assert len(set(cycle)) == len(cycle)
            assert (np.bincount(array(ends)[cycle].ravel()) % 2 == 0).all()
            assert len({node for edge in cycle for node in ends[edge]}) == len(cycle)


def spared(nodes: int, ends: Ints) -> list[int]:
    """List the edges whose removal disconnects no nodes, one at a time."""
    parts = components(nodes, ends).max(initial=0)
    every = range(len(ends))
    return [edge for edge in every if components(nodes, np.delete(ends, edge, axis=0)).max(initial=0) == parts]


@pytest.mark.parametrize("many", [1, 3, 200])
def test_edges_on_cycles_are_those_that_can_be_spared(many: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MANY_LEAVES", many)
    for n, ends in random_graphs(150):
        found = on_cycles(n, array(ends))
        assert found.tolist() == spared(n, array(ends))
        assert found.tolist() == sorted({edge for cycle in cycles(n, array(ends)) for edge in cycle})


@pytest.mark.parametrize("seed", range(3))
def test_loops_and_edges_between_the_same_nodes_are_on_cycles(seed: int) -> None:
    random = np.random.default_rng(seed)
    for _ in range(100):
        nodes = int(random.integers(1, 12))
        ends = random.integers(nodes, size=(int(random.integers(14)), 2)).astype(np.int32)
        assert on_cycles(nodes, ends).tolist() == spared(nodes, ends)


@pytest.mark.parametrize("many", [1, 3, 200])
def test_leaves_are_dropped_except_for_nodes_to_keep(many: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MANY_LEAVES", many)
    for n, ends in random_graphs(150):
        kept = np.arange(n) % 4 == len(ends) % 4
        left = [*range(len(ends))]
        while leaves := [node for node in range(n) if not kept[node] and degree(node, left, ends) == 1]:
            left = [edge for edge in left if leaves[0] not in ends[edge]]
        every = np.arange(len(ends), dtype=np.int32)
        assert without_leaves(n, array(ends), every, kept).tolist() == left


def degree(node: int, edges: list[int], ends: list[tuple[int, int]]) -> int:
    """Count the ends of edges at a node."""
    return sum(ends[edge].count(node) for edge in edges)
