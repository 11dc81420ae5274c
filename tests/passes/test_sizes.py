"""The sizes of encodings that are stated in docstrings, or bounded before clauses are made."""

from __future__ import annotations

import tracemalloc
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from itertools import combinations, product
from math import comb
from unittest.mock import Mock

import numpy as np
import pytest
from pysat.solvers import Minisat22

from hashicnf.arrays.graph import components
from hashicnf.core.constraints import Connected, Op, Origin
from hashicnf.core.deadline import Deadline
from hashicnf.core.variables import VariablePool
from hashicnf.errors import GaveUp, TooLarge
from hashicnf.passes import template
from hashicnf.passes.cardinality import CARDINALITY, Shape, direct, most_tuples, pairwise, template_of
from hashicnf.passes.connectivity import CONNECTIVITY, levels_unary, link_elimination
from hashicnf.passes.connectivity._plane import planarise
from hashicnf.passes.connectivity.choice import ConnectivityChoice, best_one_shot, best_to_refute
from hashicnf.passes.connectivity.link_elimination import _filling, by_fill
from hashicnf.testing.graphs import DRAWN, drawn, thrown

GRAPHS = [*map(drawn, DRAWN.values()), *thrown(21, 40, 4, 20)]
FULL = "????? ????? ????? ????? ?????"
ORIGIN = Origin("connectivity", "node")
Size = tuple[int, int]


def joinable(loops: bool) -> list[Connected]:
    """Return the boards of at least two islands whose edges connect all nodes: others give the empty clause, or no clauses."""
    batches = [graph.batch(loops=loops)[0] for graph in GRAPHS]
    return [b for b in batches if b.nodes > 1 and components(b.nodes, b.ends).max() == 0]


def counted(name: str, batch: Connected) -> Size:
    """Return the numbers of variables and clauses of an encoding."""
    pool = VariablePool()
    pool.declare("bridge", len(batch.lits), meaning="what the batch speaks of")
    own = pool.count
    clauses = sum(map(len, CONNECTIVITY.get(name).encode(batch, pool)))
    return pool.count - own, clauses


@pytest.mark.parametrize("op", ["eq", "ge", "le"])
def test_too_many_literals_of_a_sum_are_refused_before_they_are_made(op: Op, monkeypatch: pytest.MonkeyPatch) -> None:
    shapes = [Shape(n, op, k) for n in range(2, 7) for k in range(1, n)]
    sizes = [sum(map(len, pairwise.clauses(shape))) for shape in shapes]
    for shape, size in zip(shapes, sizes, strict=True):
        monkeypatch.setattr(template, "MOST_LITERALS", size)
        pairwise.clauses(shape)
        monkeypatch.setattr(template, "MOST_LITERALS", size - 1)
        for encode in (pairwise.clauses, direct.clauses) if op != "eq" else (pairwise.clauses,):
            with pytest.raises(TooLarge, match=f"the limit is {size - 1}"):
                encode(shape)


@pytest.mark.parametrize("name", ["seqcounter", "totalizer"])
def test_large_counters_are_refused_before_they_are_made_and_small_ones_never(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    encode = CARDINALITY.get(name).clauses
    ops: tuple[Op, ...] = ("eq", "ge", "le")
    for shape in (Shape(n, op, k) for n in range(2, 9) for k in range(1, n) for op in ops):
        made = encode(shape)
        monkeypatch.setattr(template, "MOST_LITERALS", sum(map(len, made)))
        assert encode(shape) == made
        monkeypatch.undo()
    for shape in (Shape(1600, "eq", 800), Shape(3000, "le", 800), Shape(3000, "ge", 2200)):
        with pytest.raises(TooLarge, match="use --cardinality cardnetwrk or sortnetwrk"):
            encode(shape)


def test_tuples_of_a_sum_are_counted_if_runs_are_equal_and_bounded_otherwise() -> None:
    for runs in [(1,) * 6, (2,) * 4, (3, 3, 3), (1, 2, 3), (2, 4)]:
        for total in range(sum(runs) + 1):
            made = sum(sum(loads) == total for loads in product(*(range(length + 1) for length in runs)))
            assert made == len([*direct.tuples(runs, total)])
            bound = most_tuples(runs, total)
            assert bound == made if len({*runs}) == 1 else bound >= made


def test_sequential_counters_have_the_size_that_they_state() -> None:
    for n, k in ((width, bound) for width in range(3, 10) for bound in range(1, width)):
        at_most = (k * (n - k), 2 * k * (n - k) + n - 2 * k) if k < n - 1 else (0, 1)
        exactly = (2 * k * (n - k), 4 * k * (n - k)) if 1 < k < n - 1 else (n - 1, 3 * n - 3)
        sizes: dict[Op, Size] = {"le": at_most, "eq": exactly}
        for op, size in sizes.items():
            template = template_of(CARDINALITY.get("seqcounter"), Shape(n, op, k))
            assert (template.auxiliaries, sum(map(len, template.blocks))) == size, (op, n, k)


def degrees(batch: Connected) -> list[int]:
    return [int(d) for d in np.bincount(batch.ends.ravel(), minlength=batch.nodes)]


def arcs(batch: Connected) -> Size:
    n, m = batch.nodes, len(batch.ends)
    root, *others = degrees(batch)
    tree = m + root + sum(comb(d, 2) for d in others)
    return 2 * m, 2 * m + n - 1 + (tree if batch.acyclic else 0)


def closure(batch: Connected) -> Size:
    n, m = batch.nodes, len(batch.ends)
    variables, clauses = arcs(batch)
    return variables + n * n, clauses + n * (n - 1) * (n - 2) + n * (n - 1) // 2 + 2 * m


def levels_log(batch: Connected) -> Size:
    n, m = batch.nodes, len(batch.ends)
    b = max(bits for bits in range(20) if bits == 0 or 2 ** (bits - 1) < n)
    variables, clauses = arcs(batch)
    return variables + n * b + 2 * m * (b - 1), clauses + 2 * m * (3 * (b - 1) + 2)


def unary(batch: Connected, depth: int) -> Size:
    n, m = batch.nodes, len(batch.ends)
    variables, clauses = arcs(batch)
    return variables + n * depth, clauses + n * (depth - 1) + 2 * m * (depth + 1)


def elimination(batch: Connected) -> Size:
    """Return pairs of neighbours, and the squares of the degrees of eliminated nodes, by a plain elimination."""
    near: dict[int, set[int]] = {v: set() for v in range(batch.nodes)}
    for u, v in batch.ends.tolist():
        near[u].add(v)
        near[v].add(u)
    pairs = clauses = width = 0
    nodes = len(near)
    while near:
        x = min(near, key=lambda v: (len(near[v]), v))
        around = near.pop(x)
        pairs += 2 * len(around)
        clauses += len(around) ** 2
        width = max(width, len(around))
        for u in around:
            near[u] = (near[u] | around) - {x, u}
    assert pairs <= 2 * nodes * width
    assert clauses <= nodes * width**2
    variables, others = arcs(batch)
    return variables + pairs, others + 2 * len(batch.ends) + clauses


def links(batch: Connected) -> Size:
    """Return the number of reasons of each link, and its two nodes when one is eliminated, by a plain elimination."""
    reasons: dict[frozenset[int], int] = {}
    for u, v in batch.ends.tolist():
        reasons[frozenset((u, v))] = reasons.get(frozenset((u, v)), 0) + 1
    variables = clauses = 0
    for x in by_fill(batch.nodes, batch.ends)[0]:
        mine = {next(iter(pair - {x})): count for pair, count in reasons.items() if x in pair}
        reasons = {pair: count for pair, count in reasons.items() if x not in pair}
        k = len(mine)
        both = comb(k, 2) + max(0, k - 2) + max(0, k - 3)
        several = [count for count in mine.values() if count > 1]
        variables += both + len(several)
        clauses += (k > 0) + 3 * both + sum(1 + r + (comb(r, 2) if batch.acyclic else 0) for r in several)
        for pair in map(frozenset, combinations(mine, 2)):
            reasons[pair] = reasons.get(pair, 0) + 1
    return variables, clauses


def planar(batch: Connected) -> Size:
    plane = planarise(batch)
    s = len(plane.edge)
    _, *others = np.bincount(plane.end.ravel(), minlength=plane.nodes).tolist()
    nodes = sum(1 + comb(d, 2) for d in others)
    clauses = 7 * s + nodes + (plane.faces - 1) + 2 * s
    assert clauses <= 7 * s + 12 * plane.nodes
    return 4 * s, clauses + (s if batch.acyclic else 0)


FORMULAS = {
    "closure": closure,
    "levels-log": levels_log,
    "link-elimination": links,
    "levels-unary": lambda batch: unary(batch, batch.nodes - 1),
    "planar": planar,
    "vertex-elimination": elimination,
}


@pytest.mark.parametrize("loops", [True, False])
@pytest.mark.parametrize("name", FORMULAS)
def test_encodings_have_the_size_that_they_state(name: str, loops: bool) -> None:
    batches = joinable(loops)
    assert len(batches) > 30
    for batch in batches:
        assert counted(name, batch) == FORMULAS[name](batch), (name, batch)


@pytest.mark.parametrize("depth", [1, 2, 7])
def test_a_bounded_depth_has_its_size(depth: int) -> None:
    for graph in GRAPHS[-10:]:
        batch, pool = graph.batch(loops=True)
        own = pool.count
        clauses = sum(map(len, levels_unary.bounded(batch, pool, depth)))
        assert (pool.count - own, clauses) in (unary(batch, min(depth, batch.nodes - 1)), (0, 1))


@pytest.mark.parametrize("name", ["block", "lazy", "none"])
def test_what_is_lazy_starts_with_nothing(name: str) -> None:
    assert {counted(name, batch) for batch in joinable(loops=True)} == {(0, 0)}


def test_every_complete_encoding_is_counted() -> None:
    complete = {name for name, encoding in CONNECTIVITY.all().items() if encoding.complete}
    assert complete == {*FORMULAS, "dual-elimination"}, "dual-elimination has a file of its own"


def test_an_order_that_stops_goes_on_where_it_was() -> None:
    node = np.arange(81).reshape(9, 9)
    ends = np.concatenate([np.stack((grid[:, :-1], grid[:, 1:]), axis=-1).reshape(-1, 2) for grid in (node, node.T)])
    ends = ends.astype(np.int32)
    narrow, few = by_fill(81, ends, widest=3)
    short, more = by_fill(81, ends, most=few + 50)
    whole, pairs = by_fill(81, ends)
    assert 0 < len(narrow) < len(short) < 81
    assert few < few + 50 < more < pairs
    assert whole[: len(short)] == short
    assert short[: len(narrow)] == narrow
    assert sorted(whole) == list(range(81))
    assert (by_fill(81, ends, widest=3), by_fill(81, ends, most=few + 50)) == ((narrow, few), (short, more))
    _filling.cache_clear()
    assert by_fill(81, ends) == (whole, pairs)


def test_an_elimination_is_observed_where_there_are_no_pairs_and_a_complete_order_keeps_no_graph(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(link_elimination, "WORK_AT_ONCE", 100)
    nodes, calls = 2000, list[str]()
    ends = np.stack((np.arange(nodes - 1), np.arange(1, nodes)), axis=1).astype(np.int32)

    def observe(phase: str, share: float | None = None, size: int | None = None) -> None:
        calls.append(phase)

    _filling.cache_clear()
    tracemalloc.start()
    order, pairs = by_fill(nodes, ends, observe=observe)
    kept, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert (len(order), pairs) == (nodes, 0)
    assert len(calls) > nodes * 3 // 100
    assert kept < 200 * nodes


def test_an_order_is_the_same_in_several_threads_and_after_an_interruption(monkeypatch: pytest.MonkeyPatch) -> None:
    node = np.arange(400).reshape(20, 20)
    ends = np.concatenate([np.stack((grid[:, :-1], grid[:, 1:]), axis=-1).reshape(-1, 2) for grid in (node, node.T)])
    ends = ends.astype(np.int32)
    whole = by_fill(400, ends)
    _filling.cache_clear()
    with ThreadPoolExecutor(4) as pool:
        assert all(found == whole for found in pool.map(lambda _: by_fill(400, ends), range(8)))
    _filling.cache_clear()
    monkeypatch.setattr(link_elimination, "heappush", Mock(side_effect=[*[None] * 100, KeyboardInterrupt]))
    with pytest.raises(KeyboardInterrupt):
        by_fill(400, ends)
    monkeypatch.undo()
    assert by_fill(400, ends) == whole


def test_the_first_neighbours_that_nodes_are_linked_to_have_names() -> None:
    """Of four nodes that all are joined, the node eliminated first has three neighbours; the second may be its first link."""
    pool = VariablePool()
    lits = pool.declare("edge", 6, meaning="an edge").lits
    ends = np.array([*combinations(range(4), 2)], dtype=np.int32)
    blocks = CONNECTIVITY.get("link-elimination").encode(Connected(4, ends, lits, ORIGIN), pool)
    (first,) = (number for number in range(1, pool.count + 1) if pool.freeze().text(number).startswith("first"))
    one, other = sorted(b for block in blocks for a, *rest in block.lits.tolist() if a == -first for b in rest)
    assert -6 <= one < 0 < other <= 6


@pytest.mark.parametrize("edges", [2, 5, 6, 7, 26, 40])
def test_of_many_edges_between_two_nodes_a_tree_has_one(edges: int) -> None:
    pool = VariablePool()
    lits = pool.declare("edge", edges, meaning="an edge").lits
    ends = np.tile(np.array([[0, 1]], dtype=np.int32), (edges, 1))
    blocks = CONNECTIVITY.get("link-elimination").encode(Connected(2, ends, lits, ORIGIN, acyclic=True), pool)
    clauses = [clause for block in blocks for clause in block.lits.tolist()]
    assert len(clauses) <= 6 * edges
    with Minisat22(bootstrap_with=clauses) as solver:
        assert all(
            solver.solve(assumptions=[lit, *(-other for other in lits.tolist() if other != lit)])
            for lit in lits.tolist()
        )
        assert not any(solver.solve(assumptions=[int(a), int(b)]) for a, b in combinations(lits, 2))
        assert not solver.solve(assumptions=[-lit for lit in lits.tolist()])


def test_clauses_of_trees_grow_as_those_with_loops() -> None:
    rng = np.random.default_rng(1)
    ends = np.array([pair for pair in combinations(range(60), 2) if rng.random() < 0.5], dtype=np.int32)
    sizes = {}
    for acyclic in (False, True):
        pool = VariablePool()
        lits = pool.declare("edge", len(ends), meaning="an edge").lits
        batch = Connected(60, ends, lits, ORIGIN, acyclic=acyclic)
        sizes[acyclic] = sum(map(len, CONNECTIVITY.get("link-elimination").encode(batch, pool)))
    assert sizes[True] < 2 * sizes[False]


def test_the_order_of_elimination_is_found_in_time_or_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(link_elimination, "WORK_AT_ONCE", 50)
    ends = np.array([*combinations(range(30), 2)], dtype=np.int32)
    with pytest.raises(GaveUp, match="time limit of 0 s reached"):
        by_fill(30, ends, observe=Deadline.after(0).ending())
    before = by_fill(30, ends)
    _filling.cache_clear()
    assert by_fill(30, ends) == before
    assert len(before[0]) == 30


@pytest.mark.parametrize("name", [name for name, one in CONNECTIVITY.all().items() if one.observed])
def test_encodings_that_may_take_long_end_in_time(name: str) -> None:
    batch, pool = drawn(FULL).batch(loops=True)
    choice = ConnectivityChoice(name)
    with pytest.raises(GaveUp, match="time limit of 0 s reached"):
        choice.encode(batch, pool, Deadline.after(0).ending())
    assert choice.encode(*drawn(FULL).batch(loops=True))


@pytest.mark.parametrize("choose", [best_one_shot, best_to_refute])
def test_the_choice_of_an_encoding_ends_in_time(choose: Callable[..., tuple[str, str]]) -> None:
    batch, _ = drawn(FULL).batch(loops=True)
    with pytest.raises(GaveUp, match="time limit of 0 s reached"):
        choose([batch], [batch], Deadline.after(0).ending())
