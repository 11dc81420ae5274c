"""Transport and strongly connected components, compared with plain reachability."""

from __future__ import annotations

import numpy as np
import pytest

from hashicnf.arrays.strong import strong_components
from hashicnf.arrays.transport import Network
from hashicnf.logic import Ints
from tests.portions import each


def random_network(seed: int) -> tuple[Ints, Ints, Ints, Ints]:
    """Make a network of few nodes: tail, head, capacity, supply."""
    rng = np.random.default_rng(seed)
    nodes, arcs = int(rng.integers(2, 9)), int(rng.integers(1, 20))
    tail, head = rng.integers(0, nodes, (2, arcs)).astype(np.int32)
    loop = tail == head
    tail, head = tail[~loop], head[~loop]
    supply = np.zeros(nodes, dtype=np.int32)
    for one, other in rng.integers(0, nodes, (int(rng.integers(1, 6)), 2)):
        supply[one] += 1
        supply[other] -= 1
    return tail, head, rng.integers(0, 3, len(tail)).astype(np.int32), supply


def flows_of(network: Network) -> Ints:
    return network.room[1::2]


@pytest.mark.parametrize("first", range(0, 1000, 100))
def test_supplies_arrive_or_a_set_keeps_more_than_can_leave_it(first: int) -> None:
    outcomes = set()
    for seed in range(first, first + 100):
        tail, head, capacity, supply = random_network(seed)
        network = Network(tail, head, capacity, supply)
        stuck = network.settle()
        outcomes.add(bool(stuck))
        flow = flows_of(network)
        assert (flow >= 0).all()
        assert (flow <= capacity).all()
        if stuck:
            inside = np.isin(np.arange(len(supply)), stuck)
            assert supply[inside].sum() > capacity[inside[tail] & ~inside[head]].sum()
        else:
            sent = np.bincount(tail, flow, len(supply)) - np.bincount(head, flow, len(supply))
            assert (sent == supply).all()
    assert outcomes == {True, False}


def test_a_long_way_is_found() -> None:
    nodes = np.arange(300, dtype=np.int32)
    supply = np.zeros(300, dtype=np.int32)
    supply[[0, -1]] = 3, -3
    network = Network(nodes[:-1], nodes[1:], np.full(299, 3, dtype=np.int32), supply)
    assert network.settle() == []
    assert (flows_of(network) == 3).all()


@each("seed", range(100))
def test_strong_components_are_numbered_against_the_arcs(seed: int) -> None:
    rng = np.random.default_rng(seed)
    nodes = int(rng.integers(1, 12))
    tail, head = rng.integers(0, nodes, (2, int(rng.integers(0, 25)))).astype(np.int32)
    reach = np.eye(nodes, dtype=np.bool_)
    reach[tail, head] = True
    for _ in range(nodes):
        reach = reach @ reach
    component = strong_components(nodes, tail, head)
    assert ((component[:, None] == component) == (reach & reach.T)).all()
    assert (component[tail] >= component[head]).all()
    assert sorted(set(component.tolist())) == list(range(component.max() + 1))


def test_a_deep_graph_needs_no_recursion() -> None:
    nodes = np.arange(20_000, dtype=np.int32)
    assert (strong_components(20_000, nodes, np.roll(nodes, -1)) == 0).all()
