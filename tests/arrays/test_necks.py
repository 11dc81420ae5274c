"""Necks of graphs: two lattices joined by a few edges, corridors, and graphs without necks."""

from __future__ import annotations

import numpy as np
import pytest

from hashicnf.arrays.necks import LEAST, MOST, necks
from tests.arrays.graphs import Ends, array, random_graphs

SIDE = 6
ALL = 1_000


def lattice(first: int) -> Ends:
    """Return the edges of a square lattice whose nodes count from ``first`` in reading order."""
    place = np.arange(first, first + SIDE * SIDE).reshape(SIDE, SIDE)
    pairs = [
        *zip(place[:, :-1].flat, place[:, 1:].flat, strict=True),
        *zip(place[:-1].flat, place[1:].flat, strict=True),
    ]
    return [(int(u), int(v)) for u, v in pairs]


@pytest.mark.parametrize("count", range(SIDE + 1))
def test_edges_that_join_two_lattices_are_a_neck_if_they_are_few(count: int) -> None:
    joints = [(SIDE * k + SIDE - 1, SIDE * SIDE + SIDE * k) for k in range(count)]
    ends = [*lattice(0), *joints, *lattice(SIDE * SIDE)]
    found = necks(2 * SIDE * SIDE, array(ends), ALL)
    assert [ends[edge] for edge in found] == (joints if count <= MOST else [])


def test_all_cuts_along_a_corridor_are_found() -> None:
    long = [(k, k + 1) for k in range(SIDE * SIDE - 1, SIDE * SIDE + 4)]
    graph = array(ends := [*lattice(0), *long, *lattice(SIDE * SIDE + 4)])
    assert [ends[edge] for edge in necks(2 * SIDE * SIDE + 4, graph, len(long))] == long
    assert [ends[edge] for edge in necks(2 * SIDE * SIDE + 4, graph, 2)] == long[:2]


def test_each_side_of_a_neck_is_searched() -> None:
    joints = [(SIDE * SIDE * k - 1, SIDE * SIDE * k) for k in range(1, 4)]
    ends = [*joints, *(edge for k in range(4) for edge in lattice(SIDE * SIDE * k))]
    found = necks(4 * SIDE * SIDE, array(ends), ALL)
    assert sorted(ends[edge] for edge in found) == joints


def test_the_edges_of_a_single_node_and_of_small_graphs_are_no_necks() -> None:
    assert not len(necks(SIDE * SIDE + 1, array([*lattice(0), (0, SIDE * SIDE)]), ALL))
    assert all(not len(necks(nodes, array(ends), ALL)) for nodes, ends in random_graphs(40) if nodes < LEAST)
