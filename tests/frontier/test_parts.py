"""Parts of the frontier: bounds, orders, plans, components in words, counts as limbs, limits."""

from __future__ import annotations

import random
import time
import tracemalloc
from collections.abc import Callable
from math import inf
from typing import Any

import numpy as np
import pytest

from hashicnf.core.deadline import NEVER, Deadline
from hashicnf.core.limits import NO_LIMITS, Limits
from hashicnf.core.progress import unobserved
from hashicnf.core.variables import VariablePool
from hashicnf.errors import GaveUp
from hashicnf.frontier import census, counts, forward, weights
from hashicnf.frontier.bounds import Bounds, NoLoads
from hashicnf.frontier.census import BEAMS, prepared, reduced, take_census
from hashicnf.frontier.contraction import Open, contracted
from hashicnf.frontier.expand import mixed
from hashicnf.frontier.forward import Forward
from hashicnf.frontier.labels import Labels
from hashicnf.frontier.layout import planned
from hashicnf.frontier.marginals import shares_of
from hashicnf.frontier.ordering import Order, ordered
from hashicnf.frontier.probing import probe
from hashicnf.frontier.problem import FREE, Problem
from hashicnf.frontier.reading import read_problem
from hashicnf.frontier.weights import Weights
from hashicnf.pipeline.puzzles import parse
from hashicnf.testing.graphs import connected
from tests.frontier.test_census import all_loads, random_problem


def lattice(n: int, *, demand: int = FREE) -> Problem:
    """Return a lattice of n x n nodes in which every edge takes one load."""
    at = np.arange(n * n, dtype=np.int32).reshape(n, n)
    ends = np.concatenate(
        [np.stack(pair, axis=-1).reshape(-1, 2) for pair in ((at[:, :-1], at[:, 1:]), (at[:-1], at[1:]))]
    )
    demands = np.full(n * n, demand, dtype=np.int32)
    return Problem(demands, ends, np.ones(len(ends), dtype=np.int32), np.zeros((0, 2), dtype=np.int32))


def test_connected_spanning_subgraphs_of_lattices() -> None:
    """Known numbers: the Tutte polynomial of the square lattice at (1, 2)."""
    assert [take_census(lattice(n)).total for n in (2, 3, 4, 5)] == [5, 431, 555195, 10286937043]


def test_spanning_trees_of_lattices() -> None:
    trees = [Problem(p.demand, p.ends, p.most, p.exclusive, acyclic=True) for p in map(lattice, (2, 3, 4, 5, 6))]
    assert [take_census(tree).total for tree in trees] == [4, 192, 100352, 557568000, 32565539635200]


def test_hamiltonian_cycles_of_lattices() -> None:
    assert [take_census(lattice(n, demand=2)).total for n in (2, 3, 4, 6, 8)] == [1, 0, 6, 1072, 4638576]


@pytest.mark.parametrize("seed", range(30))
def test_bounds_keep_every_solution_and_probing_too(seed: int) -> None:
    problem = random_problem(random.Random(seed))
    solutions = all_loads(problem)
    bounds = Bounds(problem)
    try:
        bounds.close()
        before = (bounds.low[:], bounds.high[:])
        probe(bounds, NEVER)
    except NoLoads:
        assert not solutions
        return
    assert all(a <= b for a, b in zip(before[0], bounds.low, strict=True))
    assert all(a >= b for a, b in zip(before[1], bounds.high, strict=True))
    for loads in solutions:
        assert all(low <= k <= high for low, k, high in zip(bounds.low, loads, bounds.high, strict=True))


@pytest.mark.parametrize(
    ("ends", "low", "joins"),
    [
        ([[0, 1], [0, 2], [1, 2]], [1, 0, 0], [False, False]),
        ([[0, 1], [0, 3], [1, 3], [0, 2], [1, 2]], [0] * 5, [True, True, True, False, False]),
    ],
)
def test_a_node_that_takes_a_single_load_connects_no_others(
    ends: list[list[int]], low: list[int], joins: list[bool]
) -> None:
    demand = np.full(max(map(max, ends)) + 1, FREE, dtype=np.int32)
    demand[2] = 1
    none = np.empty((0, 2), dtype=np.int32)
    bounds = Bounds(Problem(demand, np.array(ends, dtype=np.int32), np.ones(len(ends), dtype=np.int32), none))
    bounds.close()
    assert bounds.low == low
    left = contracted(bounds)
    assert [left.joins(item) for item in range(left.items)] == joins


@pytest.mark.parametrize("seed", range(30))
def test_groups_are_united_by_each_change_as_by_all_loads(seed: int) -> None:
    bounds = Bounds(random_problem(random.Random(seed)))
    try:
        for edge in bounds.open_edges():
            bounds.raise_low(edge, bounds.low[edge] + 1)
            bounds.settle()
            bounds.commit()
            found = _needs_of_groups(bounds)
            bounds._unite()
            assert found == _needs_of_groups(bounds)
    except NoLoads:
        return


def _needs_of_groups(bounds: Bounds) -> dict[frozenset[int], int]:
    """Return the nodes of each group, with what the group needs."""
    groups = [frozenset(n for n, other in enumerate(bounds.group) if other == group) for group in bounds.group]
    assert len({*groups}) == bounds.groups
    return {nodes: bounds.group_need[group] for nodes, group in zip(groups, bounds.group, strict=True)}


@pytest.mark.parametrize(
    "phase",
    [
        lambda late: Bounds(lattice(3), late),
        lambda late: contracted(Bounds(lattice(3)), late),
        lambda late: Weights(contracted(Bounds(lattice(3))), Limits(late)),
        lambda late: read_problem(parse("2.2\n...\n2.2\n").constraints(VariablePool())[0], Limits(late)),
    ],
)
def test_every_phase_looks_at_the_clock(phase: Callable[[Deadline], object]) -> None:
    with pytest.raises(GaveUp, match="time limit of 0 s"):
        phase(Deadline.after(0))


def test_bounds_are_not_closed_beyond_the_deadline(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 100.0
    monkeypatch.setattr(time, "monotonic", lambda: now)
    bounds = Bounds(lattice(4), Deadline.after(1))
    now = 102.0
    with pytest.raises(GaveUp, match="time limit of 1 s"):
        bounds.close()


def test_frontiers_of_more_states_than_a_float_holds_are_ordered() -> None:
    """A wheel: once its hub is closed, there are more than 2 to the power of 1024."""
    n = 200
    rim = np.arange(1, n, dtype=np.int32)
    ends = np.concatenate([np.stack([0 * rim, rim], axis=1), np.stack([rim[:-1], rim[1:]], axis=1)])
    demand = np.full(n, 1500, dtype=np.int32)
    demand[0] = 500 * n
    most = np.full(len(ends), 1000, dtype=np.int32)
    left = contracted(Bounds(Problem(demand, ends, most, np.empty((0, 2), dtype=np.int32))))
    best, worst = (ordered(left, 1, Weights(left), first=first) for first in (None, 0))
    assert sorted(best.items) == sorted(worst.items) == [*range(left.items)]
    assert best.estimate < 100 < 1000 <= worst.estimate
    assert not any(beam.pays(worst, 1e9) for beam in BEAMS)


def test_sets_that_would_fill_the_memory_are_not_made(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(weights, "MOST_BYTES", 10)
    with pytest.raises(GaveUp, match="the order of 24 edges needs too much memory") as caught:
        take_census(lattice(4))
    assert caught.value.kind == "memory"
    with pytest.raises(GaveUp, match="memory limit of 9 bytes reached"):
        prepared(lattice(4), Limits(max_memory=9), unobserved)


def test_no_order_is_looked_for_that_does_not_fit_into_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    widths = list[int]()

    def noted(left: Open, width: int, *rest: Any, **named: Any) -> Order:
        widths.append(width)
        return ordered(left, width, *rest, **named)

    monkeypatch.setattr(census, "ordered", noted)
    monkeypatch.setattr(census, "GAIN", -10.0)
    monkeypatch.setattr(census, "PER_STATE", 1.0)
    assert reduced(lattice(10)) is not None
    assert max(widths) > 3
    widths.clear()
    assert reduced(lattice(10), Limits(max_memory=6000)) is not None
    assert set(widths) == {3}
    with pytest.raises(GaveUp, match="memory limit of 6,000 bytes"):
        take_census(lattice(10), Limits(max_memory=6000))


def test_orders_are_looked_for_below_an_estimate_only() -> None:
    left = contracted(Bounds(lattice(5)))
    best = ordered(left, 3, Weights(left))
    assert ordered(left, 3, Weights(left), below=best.estimate + 0.01) == best
    assert ordered(left, 3, Weights(left), below=best.estimate - 0.01) == Order([], inf)


def test_a_problem_is_reduced_once_for_several_counts() -> None:
    ready = prepared(lattice(6), NO_LIMITS, unobserved)
    assert take_census(ready) == take_census(lattice(6))
    assert not take_census(ready, narrow=10).exact


@pytest.mark.parametrize("seed", range(20))
@pytest.mark.parametrize("width", [1, 4])
def test_orders_are_of_all_items_and_any_order_counts_the_same(seed: int, width: int) -> None:
    problem = random_problem(random.Random(seed))
    bounds = Bounds(problem)
    try:
        bounds.close()
    except NoLoads:
        return
    left = contracted(bounds)
    order = ordered(left, width, Weights(left))
    assert sorted(order.items) == list(range(left.items))
    assert len(planned(left, order.items).steps) == left.items


def test_a_word_of_a_state_is_never_shared() -> None:
    """Fields of a plan that are used at the same time do not overlap, and none goes beyond its word."""
    plain = lattice(10, demand=5)
    left = contracted(Bounds(Problem(plain.demand, plain.ends, plain.most * 3, plain.exclusive)))
    plan = planned(left, ordered(left, 1, Weights(left)).items)
    assert plan.words > plan.labels.words
    labels = {(word, bit) for slot in range(plan.labels.slots) for word, bit in [plan.labels.place(slot)]}
    assert len(labels) == plan.labels.slots
    for step in plan.steps:
        fields = {field for side in step.sides if (field := side.left) is not None}
        masks = [(field.word, field.mask << field.shift) for field in fields]
        assert all(a == b or a[0] != b[0] or not a[1] & b[1] for a in masks for b in masks)
        assert all(mask < 1 << 64 for _, mask in masks)


def ladder(rungs: int) -> Problem:
    """Return a ladder in which each rung excludes an adjacent rail."""
    at = np.arange(2 * rungs, dtype=np.int32).reshape(rungs, 2)
    ends = np.concatenate((at, np.stack((at[:-1], at[1:]), axis=-1).reshape(-1, 2)))
    rung = np.arange(rungs - 1, dtype=np.int32)
    barred = np.stack((rung, rungs + 2 * rung), axis=1)
    return Problem(np.full(2 * rungs, 4, dtype=np.int32), ends, np.full(len(ends), 3, dtype=np.int32), barred)


def test_what_leaves_the_frontier_makes_room_in_the_words() -> None:
    words = []
    for rungs in (10, 200):
        left = contracted(Bounds(ladder(rungs)))
        words.append(planned(left, ordered(left, 3, Weights(left)).items).words)
    assert words[0] == words[1]


def test_different_states_stay_apart_though_their_hashes_are_equal(monkeypatch: pytest.MonkeyPatch) -> None:
    left = contracted(Bounds(lattice(4)))
    matching = [0, 2, 3, 5, 6, 8, 9, 11]
    plan = planned(left, [*matching, *({*range(24)} - {*matching})])
    monkeypatch.setattr(forward, "mixed", lambda words: mixed(words) & np.uint64(0xFF))
    *_, last = Forward(plan, Limits()).layers()
    assert counts.total(last.counts) == 555195


@pytest.mark.parametrize("slots", [3, 15, 16, 40, 300])
def test_components_in_words_are_those_of_lists(slots: int) -> None:
    rng, labels = random.Random(slots), Labels(slots)
    states = [[rng.randint(0, slots) for _ in range(slots)] for _ in range(50)]
    words = [np.zeros(50, dtype=np.uint64) for _ in range(labels.words)]
    for i, state in enumerate(states):
        for slot, label in enumerate(state):
            word, shift = labels.place(slot)
            words[word][i] |= np.uint64(label << shift)
    old = [rng.randint(1, slots) for _ in states]
    new = [rng.randint(0, slots) for _ in states]
    one = rng.randint(1, slots)
    leader = labels.leader(words, one).tolist()
    assert leader == [state.index(one) + 1 if one in state else 0 for state in states]
    labels.replace(words, np.array(old, dtype=np.uint64), np.array(new, dtype=np.uint64))
    for slot in range(slots):
        expected = [n if s[slot] == o else s[slot] for s, o, n in zip(states, old, new, strict=True)]
        assert labels.of(words, slot).tolist() == expected
    assert labels.any(words).tolist() == [
        any(n if label == o else label for label in s) for s, o, n in zip(states, old, new, strict=True)
    ]


def test_counts_carry_and_grow() -> None:
    numbers = [1]
    ways = counts.one()
    for _ in range(200):
        ways = counts.summed(np.concatenate([ways, ways, ways], axis=1), np.array([0, ways.shape[1]]))
        numbers = [numbers[0], sum(numbers) + sum(numbers[1:])] if len(numbers) > 1 else [1, 2]
        numbers = [int(sum(int(limb[i]) << 32 * at for at, limb in enumerate(ways))) for i in range(ways.shape[1])]
        assert counts.total(ways) == sum(numbers)
    assert counts.total(ways) == 3**200
    assert len(ways) > 5
    assert counts.scaled(ways)[0] / counts.scaled(ways).sum() == pytest.approx(numbers[0] / 3**200)


def test_limits_hold() -> None:
    with pytest.raises(GaveUp, match="memory limit of 100,000 bytes reached"):
        take_census(lattice(8), Limits(max_memory=100_000))
    with pytest.raises(GaveUp, match="time limit of 0 s reached"):
        take_census(lattice(3), Limits(Deadline.after(0)))
    assert take_census(lattice(8), Limits(max_memory=10_000_000)).total > 10**25


def test_what_is_kept_counts_against_the_limit_of_memory() -> None:
    limits = Limits(max_memory=1_000_000)
    assert take_census(lattice(8), limits).exact
    with pytest.raises(GaveUp, match="memory"):
        take_census(lattice(8), limits, keep=True)


def test_a_narrow_count_is_a_lower_bound_and_says_so() -> None:
    whole = take_census(lattice(6)).total
    few = take_census(problem := lattice(6), keep=True, narrow=10)
    assert not few.exact
    assert 200 < few.total < whole
    found = few.loads(range(0, few.total, few.total // 200))
    assert len({*map(bytes, found)}) == len(found)
    assert all(connected(problem.nodes, problem.ends[loads > 0].tolist()) for loads in found)
    assert take_census(lattice(6), narrow=10**6) == take_census(lattice(6))


def test_a_narrow_count_keeps_the_states_that_are_reached_in_most_ways() -> None:
    found = reduced(lattice(6))
    assert found is not None
    plan = planned(found[0], found[1].items)
    whole, narrow = Forward(plan, Limits()).layers(), Forward(plan, Limits(), narrow=5).layers()
    every, kept = next(pair for pair in zip(whole, narrow, strict=True) if not pair[1].is_whole)
    assert sorted(kept.counts[0]) == sorted(every.counts[0])[-5:]


def test_of_states_reached_in_equally_many_ways_a_narrow_count_keeps_the_first() -> None:
    left = contracted(Bounds(lattice(6, demand=2)))
    plan = planned(left, ordered(left, 3, Weights(left)).items)
    whole, narrow = Forward(plan, Limits()), Forward(plan, Limits(), narrow=20)
    every = next(e for e, n in zip(whole.layers(), narrow.layers(), strict=True) if not n.is_whole)
    ways = every.counts[0].astype(np.int64)
    assert np.count_nonzero(ways == np.sort(ways)[-20]) > 1
    kept = np.sort((-ways).argsort(kind="stable")[:20])
    assert [word.tolist() for word in narrow.states] == [word[kept].tolist() for word in whole.states]


def test_transitions_into_a_state_have_one_order() -> None:
    left = contracted(Bounds(lattice(6)))
    plan = planned(left, ordered(left, 3, Weights(left)).items)
    for layer in Forward(plan, Limits()).layers():
        if layer.start is not None:
            owner = np.arange(layer.states).repeat(np.diff(np.append(layer.start, len(layer.source))))
            assert np.lexsort((layer.source, layer.load, owner)).tolist() == [*range(len(owner))]


def test_the_heap_is_trimmed_near_the_limit_of_memory_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    trimmed: list[int] = []
    monkeypatch.setattr(forward, "trim_heap", lambda: trimmed.append(1))
    left = contracted(Bounds(lattice(6, demand=2)))
    plan = planned(left, ordered(left, 3, Weights(left)).items)
    free = Forward(plan, Limits(max_memory=1 << 30))
    everything = sum(layer.states for layer in free.layers())
    assert not trimmed
    tight = Forward(plan, Limits(max_memory=free.peak_bytes))
    assert sum(layer.states for layer in tight.layers()) == everything
    assert trimmed


def test_a_pass_takes_no_more_memory_than_it_says() -> None:
    left = contracted(Bounds(lattice(9, demand=2)))
    forward = Forward(planned(left, ordered(left, 3, Weights(left)).items), Limits())
    tracemalloc.start()
    for _ in forward.layers():
        pass
    taken = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert taken < 1.2 * forward.peak_bytes


def test_solutions_by_rank_are_all_different_also_beyond_one_limb() -> None:
    census = take_census(lattice(8), keep=True)
    assert census.total > 1 << 96
    rng = random.Random(1)
    ranks = sorted({0, 1, census.total - 1, *(rng.randrange(census.total) for _ in range(200))})
    found = census.loads(ranks)
    assert len({tuple(row) for row in found.tolist()}) == len(ranks)
    assert (found.sum(axis=1) >= 63).all()


def test_shares_of_more_solutions_than_a_floating_point_number_counts() -> None:
    """A path whose neighbours are connected by two edges that carry up to 9 each: 99 ways for each pair."""
    pairs = 160
    ends = np.stack((np.arange(pairs), np.arange(1, pairs + 1)), axis=1).astype(np.int32).repeat(2, axis=0)
    demand, most = np.full(pairs + 1, FREE, dtype=np.int32), np.full(2 * pairs, 9, dtype=np.int32)
    census = take_census(Problem(demand, ends, most, np.zeros((0, 2), dtype=np.int32)), keep=True)
    assert census.total == 99**pairs
    assert census.shares() == pytest.approx(np.broadcast_to(np.array([9, *[10] * 9]) / 99, (2 * pairs, 10)))


def test_shares_where_states_differ_by_more_than_a_floating_point_number_holds() -> None:
    """Two states, of which one has 64 ways for each of the first items, and the other 64 ways for each of the last."""
    two = np.ones((1, 2), dtype=np.uint64)
    layers = [forward.Layer(two, np.zeros(2, dtype=np.int32), np.arange(2, dtype=np.uint16), None)]
    for ways in [(1, 64)] * 180 + [(64, 1)] * 180:
        source, start = np.arange(2, dtype=np.int32).repeat(ways), np.array([0, ways[0]])
        load = np.concatenate([*map(np.arange, ways)]).astype(np.uint16)
        layers.append(forward.Layer(counts.summed(layers[-1].counts[:, source], start), source, load, start))
    assert counts.total(layers[-1].counts) == 2 * 64**180 > 1 << 1076
    shares = shares_of(layers)
    assert shares[0] == pytest.approx([1 / 2, 1 / 2])
    assert all(share == pytest.approx([65 / 128, *[1 / 128] * 63]) for share in shares[1:])


def test_shares_of_trees_sum_to_their_edges() -> None:
    plain = lattice(9)
    census = take_census(Problem(plain.demand, plain.ends, plain.most, plain.exclusive, acyclic=True), keep=True)
    assert census.shares()[:, 1].sum() == pytest.approx(80)
