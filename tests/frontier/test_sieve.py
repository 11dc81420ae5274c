"""Sieves: states that a relaxed problem cannot complete are dropped, and no others."""

from __future__ import annotations

import random
import tracemalloc
from itertools import pairwise

import numpy as np
import pytest

from hashicnf.core.limits import Limits
from hashicnf.frontier import census, relaxing
from hashicnf.frontier.census import Census, reduced, take_census
from hashicnf.frontier.problem import Problem
from hashicnf.frontier.relaxing import relaxations, sieve_of
from hashicnf.frontier.sieve import hashed, mesh_of
from tests.frontier.test_census import all_loads, board, held, problem_of, random_problem
from tests.frontier.test_parts import lattice
from tests.oracles.hashi import solutions
from tests.portions import few


def large(seed: int) -> Problem:
    """Return a lattice of 7 x 7 nodes with the sums of random loads that connect it."""
    rng, plain = random.Random(seed), lattice(7)
    root = list(range(plain.nodes))
    sums = [0] * plain.nodes
    for u, v in rng.sample(plain.ends.tolist(), plain.edges):
        joins = root[u] != root[v]
        root = [root[v] if at == root[u] else at for at in root]
        load = rng.choice([1, 1, 2]) if joins else rng.choice([0, 0, 0, 1])
        sums[u], sums[v] = sums[u] + load, sums[v] + load
    return Problem(np.array(sums, dtype=np.int32), plain.ends, plain.most * 2, plain.exclusive)


def sifted(monkeypatch: pytest.MonkeyPatch, problem: Problem, *, keep: bool = False) -> Census:
    monkeypatch.setattr(census, "WORTH_SIFTING", -1.0)
    monkeypatch.setattr(relaxing, "FIRST", 2.0)
    return take_census(problem, keep=keep)


@pytest.mark.parametrize("seed", few(range(20), 4))
def test_sifted_counts_are_those_of_brute_force(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(census, "WORTH_SIFTING", -1.0)
    monkeypatch.setattr(relaxing, "FIRST", 2.0)
    rng = random.Random(seed)
    for _ in range(5):
        grid, most, loops = board(rng)
        held(problem_of(grid, most, loops=loops), list(solutions(grid, most, loops=loops)))
        problem = random_problem(rng)
        held(problem, all_loads(problem))


@pytest.mark.parametrize("seed", few(range(4), 2))
def test_a_sifted_count_is_the_same_with_fewer_states(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    problem = large(seed)
    plain = take_census(problem, keep=True)
    found = sifted(monkeypatch, problem, keep=True)
    assert (found.total, found.exact) == (plain.total, True)
    assert found.transitions < plain.transitions
    assert found.width <= plain.width
    assert found.shares() == pytest.approx(plain.shares())
    ranks = range(20)
    assert len({tuple(row) for row in found.loads(ranks).tolist()}) == len(ranks)


def test_each_relaxed_problem_has_more_sums_and_the_last_has_all() -> None:
    found = reduced(large(1))
    assert found is not None
    dropped = [relaxed.dropped for relaxed in relaxations(found[0], found[1].items, Limits())]
    assert all(after < before for before, after in pairwise(dropped))
    assert not dropped[-1]


def test_without_memory_there_is_no_sieve() -> None:
    found = reduced(large(1))
    assert found is not None
    assert sieve_of(found[0], found[1].items, Limits(max_memory=1000)) == []
    assert len(sieve_of(found[0], found[1].items, Limits())) == found[0].items


def test_layers_make_room_for_meshes(monkeypatch: pytest.MonkeyPatch) -> None:
    found = reduced(lattice(10, demand=2))
    assert found is not None
    asked: list[float] = []
    monkeypatch.setattr(Limits, "require_memory", lambda _, needed: asked.append(needed))
    tracemalloc.start()
    assert sieve_of(found[0], found[1].items, Limits())
    taken = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert taken < 1.5 * max(asked)


@pytest.mark.parametrize("count", [0, 1, 1000])
def test_a_mesh_lets_all_it_holds_pass_and_few_others(count: int) -> None:
    rng = np.random.default_rng(count)
    known = (0xFFFF_0000_0000_00FF, 0, 0x7)
    words = [rng.integers(0, 1 << 63, 20_000, dtype=np.uint64) for _ in known]
    mesh = mesh_of(known, hashed([word[:count] for word in words], known))
    passes = mesh.passes(words)
    assert passes[:count].all()
    assert passes[count:].mean() < 0.15
    other = [word ^ np.uint64(~mask & 0xFFFF_FFFF_FFFF_FFFF) for word, mask in zip(words, known, strict=True)]
    assert (mesh.passes(other) == passes).all()
