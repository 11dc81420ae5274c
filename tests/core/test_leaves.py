"""Leaves: where degrees are met, a graph is connected if and only if it is without its leaves, and no edge joins two of them."""

from __future__ import annotations

from dataclasses import replace
from itertools import product

import numpy as np
import pytest

from hashicnf.arrays.graph import components
from hashicnf.core.constraints import Connected, Degrees, Origin
from hashicnf.core.leaves import without_leaves
from hashicnf.logic import Bools, truth
from tests.portions import few

ORIGIN = Origin("connected", "edge")


def planted(seed: int) -> tuple[Connected, np.ndarray]:
    """Return a graph with the degrees of a random spanning tree, two loads an edge, and some literals of the tree as known."""
    random = np.random.default_rng(seed)
    nodes = int(random.integers(3, 7))
    tree = {(int(random.integers(node)), node) for node in range(1, nodes)}
    others = sorted({(i, j) for j in range(nodes) for i in range(j)} - tree)
    chosen = random.permutation(len(others))[:2].tolist()
    ends = np.array(sorted({*tree, *(others[number] for number in chosen)}), dtype=np.int32)
    is_tree = np.array([pair in tree for pair in map(tuple, ends.tolist())])
    lits = np.arange(1, 2 * len(ends) + 1, dtype=np.int32).reshape(2, -1).T
    values = np.concatenate([[False], is_tree, is_tree & (random.random(len(ends)) < 0.3)])
    degree = np.bincount(ends.ravel(), np.repeat(values[lits].sum(axis=1), 2), nodes).astype(np.int32)
    known = np.where(random.random(len(values)) < 0.2, np.where(values, 1, -1), 0).astype(np.int32)
    known[0] = 0
    degree[random.random(nodes) < 0.1] = -1
    return Connected(nodes, ends, lits[:, 0], ORIGIN, degrees=Degrees(degree, 2, lits)), known


def is_connected(graph: Connected, model: Bools) -> bool:
    return not components(graph.nodes, graph.ends[truth(model, graph.lits)]).max()


def meets(graph: Connected, known: np.ndarray, model: Bools) -> bool:
    """Return whether a model has the known values, and the degrees that are known."""
    assert graph.degrees is not None
    assert graph.degrees.lits is not None
    loads = model[graph.degrees.lits]
    sums = np.bincount(graph.ends.ravel(), np.repeat(loads.sum(axis=1), 2), graph.nodes)
    degree = graph.degrees.degree
    is_ordered = not (loads[:, 1] & ~loads[:, 0]).any()
    return is_ordered and not (model != (known > 0))[known != 0].any() and bool(((sums == degree) | (degree < 0)).all())


@pytest.mark.parametrize("seed", few(range(60), 10))
def test_a_graph_is_connected_if_it_is_without_its_leaves(seed: int) -> None:
    graph, known = planted(seed)
    known.setflags(write=False)
    inner, fixed = without_leaves(graph, known)
    assert (fixed[known != 0] == known[known != 0]).all()
    loads = [(False, False), (True, False), (True, True)]
    for choice in product(loads, repeat=len(graph.lits)):
        model = np.append(False, np.array(choice).T.ravel())
        if meets(graph, known, model):
            keeps = not (model != (fixed > 0))[fixed != 0].any()
            assert is_connected(graph, model) == (keeps and is_connected(inner, model))


def test_leaves_are_left_out_with_their_edges() -> None:
    """The first and the fourth of five nodes have degree 1."""
    ends = np.array([[0, 1], [0, 2], [1, 2], [2, 3], [2, 4], [3, 4]], dtype=np.int32)
    lits = np.arange(1, 7, dtype=np.int32)
    degrees = Degrees(np.array([1, 2, 4, 1, 2], dtype=np.int32), 1, lits[:, None])
    graph, nothing = Connected(5, ends, lits, ORIGIN, degrees=degrees), np.zeros(7, dtype=np.int32)
    inner, known = without_leaves(graph, nothing)
    assert inner.degrees is not None
    assert (inner.nodes, inner.lits.tolist(), known.tolist()) == (3, [3, 5], nothing.tolist())
    assert inner.degrees.degree.tolist() == [-1, -1, -1]


def test_a_graph_of_two_leaves_stays_as_it_is() -> None:
    ends, lits = np.array([[0, 1]], dtype=np.int32), np.array([1], dtype=np.int32)
    degrees = Degrees(np.array([1, 1], dtype=np.int32), 1, lits[:, None])
    graph, nothing = Connected(2, ends, lits, ORIGIN, degrees=degrees), np.zeros(2, dtype=np.int32)
    assert without_leaves(graph, nothing) == (graph, nothing)


def test_leaves_are_groups_that_lack_a_load() -> None:
    """Known edges connect the first two nodes, which lack one load, and the next two, of which one has an unknown degree."""
    ends = np.array([[0, 1], [1, 2], [1, 3], [2, 3], [3, 4], [3, 5], [4, 5]], dtype=np.int32)
    lits, known = np.arange(1, 8, dtype=np.int32), np.array([0, 1, 0, 0, 1, 0, 0, 0], dtype=np.int32)
    degrees = Degrees(np.array([1, 2, -1, 4, 3, 1], dtype=np.int32), 1, lits[:, None])
    graph = Connected(6, ends, lits, ORIGIN, degrees=degrees)
    inner, after = without_leaves(graph, known)
    assert (inner.nodes, inner.ends.tolist(), inner.lits.tolist()) == (3, [[0, 1], [1, 2]], [4, 5])
    assert after.tolist() == known.tolist()
    one_left = replace(degrees, degree=np.array([1, 2, -1, 4, 1, 1], dtype=np.int32))
    for loads in (one_left, replace(degrees, lits=None), None):
        same = replace(graph, degrees=loads)
        assert without_leaves(same, known) == (same, known)
