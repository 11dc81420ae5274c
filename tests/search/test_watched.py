"""Reasons in traces of searches: values, rounds, and nodes that are not entered."""

from __future__ import annotations

from math import inf
from typing import Any

import pytest

import hashicnf
from hashicnf.core.statespace import Heuristic
from hashicnf.search import HOPELESS, KNOWN, SEARCHES, Exhausted
from hashicnf.search._bestfirst import AS_CHEAPLY
from hashicnf.search._depthfirst import ON_PATH, TOO_DEEP
from hashicnf.search.idastar import ABOVE
from hashicnf.testing.spaces import Graph, Sliding
from hashicnf.trace import Collector
from hashicnf.trace.steps import Backtrack, Cheaper, Decision, End, Expand, Forced, Record, Round, Skip, Solution

TILES = Sliding(3, 3, (8, 1, 3, 4, 0, 2, 7, 6, 5))
FEW = Sliding(2, 3, (4, 3, 1, 5, 2, 0))
# Two ways to c: the cheaper one, over b, is found later.
DETOUR = Graph({"a": {"b": 1, "c": 4}, "b": {"c": 1, "e": 1}, "c": {"b": 1, "d": 3}, "e": {}}, ("a",), frozenset("d"))


def trace(method: str, space: Graph | Sliding, heuristic: Heuristic[Any] | None = None) -> list[Record]:
    collector = Collector()
    SEARCHES.get(method).run(space, heuristic, tracer=collector)
    return collector.records


def skips(records: list[Record]) -> list[tuple[str, Skip]]:
    names = {record.node: record.step.text for record in records if isinstance(record.step, Decision)}
    return [(names[record.node], record.step) for record in records if isinstance(record.step, Skip)]


def test_astar_always_takes_the_least_f_that_is_open() -> None:
    open_f: dict[int, float] = {}
    expanded = 0
    for record in trace("astar", TILES, TILES.heuristic):
        assert record.f is None or record.f == record.g + record.h  # type: ignore[operator]
        match record.step:
            case Decision():
                assert record.f is not None
                open_f[record.node] = record.f
            case Skip():
                assert record.step == AS_CHEAPLY
                del open_f[record.node]
            case Expand():
                assert record.f is not None
                assert record.f == min([record.f, *open_f.values()])
                assert record.f == open_f.pop(record.node, record.f)
                expanded += 1
    assert expanded > 30


@pytest.mark.parametrize("method", ["greedy", "iddfs"])
def test_estimates_and_steps_do_not_include_the_cost_of_the_start(method: str) -> None:
    plain, dearer = Collector(), Collector()
    figures = [
        SEARCHES.get(method).run(FEW, FEW.heuristic, tracer=collector, offset=offset).statistics
        for collector, offset in ((plain, 0), (dearer, 5))
    ]
    assert figures[0].best_f == figures[1].best_f is not None
    assert [record.f for record in plain.records] == [record.f for record in dearer.records]
    bounds = [[r.step.bound for r in c.records if isinstance(r.step, Round)] for c in (plain, dearer)]
    assert bounds[0] == bounds[1]


@pytest.mark.parametrize("method", ["astar", "idastar"])
def test_every_f_includes_the_cost_of_the_start(method: str) -> None:
    plain, dearer = Collector(), Collector()
    told: list[float | None] = []
    SEARCHES.get(method).run(TILES, TILES.heuristic, tracer=plain)
    result = SEARCHES.get(method).run(
        TILES, TILES.heuristic, tracer=dearer, offset=5, progress=lambda figures: told.append(figures.best_f)
    )
    assert result.statistics.best_f == 19
    for before, after in zip(plain.records[:-1], dearer.records[:-1], strict=True):
        assert (before.h, before.g) == (after.h, None if after.g is None else after.g - 5)
        if isinstance(before.step, Round) and isinstance(after.step, Round):
            assert after.step.bound == before.step.bound + 5
    last = dearer.records[-1].step
    assert isinstance(last, End)
    assert last.figures["best_f"] == 19


def test_what_follows_before_any_choice_is_told_once() -> None:
    collector = Collector()
    puzzle = hashicnf.parse("2.3.1\n.....\n2.4.2\n")
    answer = hashicnf.solve(puzzle, method="idastar", heuristic="zero", tracer=collector)
    rounds = [number for number, record in enumerate(collector.records) if isinstance(record.step, Round)]
    at_the_start = [
        number
        for number, record in enumerate(collector.records)
        if record.parent < 0 and isinstance(record.step, Forced)
    ]
    assert len(rounds) > 1
    assert at_the_start
    assert max(at_the_start) < rounds[0]
    assert answer.stats.figures["best_f"] == 7


def test_rounds_of_idastar_begin_at_the_least_f_that_was_above() -> None:
    bound, above, number = -inf, [10.0], 0
    value: dict[int, float] = {}
    reasons = set()
    for record in trace("idastar", TILES, TILES.heuristic):
        if record.f is not None:
            value[record.node] = record.f
        match record.step:
            case Round():
                assert (record.step.measure, record.step.bound) == ("f", min(above))
                assert record.step.number == number + 1
                number, bound, above = record.step.number, record.step.bound, []
            case Skip():
                reasons.add(record.step)
                if record.step == ABOVE:
                    above.append(value[record.node])
                    assert above[-1] > bound
            case Expand():
                assert value[record.node] <= bound
    assert (number, bound, reasons) == (3, 14, {ON_PATH, ABOVE})


def test_a_bound_is_not_raised_for_a_state_that_is_on_the_path() -> None:
    graph = Graph({"a": {"b": 1}, "b": {"a": 1}}, ("a",), frozenset("z"))
    result = SEARCHES.get("idastar").run(graph)
    assert (result.outcome, result.statistics.nodes_by_iteration) == (Exhausted(), [1, 2])


def test_a_cheaper_path_to_a_state_is_told_and_counted() -> None:
    graph = Graph({"s": {"a": 5, "b": 1}, "a": {"c": 1}, "b": {"a": 1, "c": 9}, "c": {"z": 9}}, ("s",), frozenset("z"))
    h = {"s": 0, "a": 0, "b": 6, "c": 0, "z": 0}
    collector = Collector()
    result = SEARCHES.get("astar").run(
        graph, Heuristic("h", h.__getitem__, admissible=False, consistent=False), tracer=collector, offset=10
    )
    cheaper = [record.step for record in collector.records if isinstance(record.step, Cheaper)]
    assert [(step.cost, step.state) for step in cheaper] == [(15, "closed"), (16, "closed"), (25, "open")]
    assert (result.statistics.reopened, result.statistics.open) == (2, 0)
    assert collector.records[-1].step.figures["reopened"] == 2  # type: ignore[union-attr]


def test_rounds_of_iterative_deepening_count_steps() -> None:
    records = trace("iddfs", DETOUR)
    assert [record.step for record in records if isinstance(record.step, Round)] == [
        Round(1, "steps", 0),
        Round(2, "steps", 1),
        Round(3, "steps", 2),
    ]
    assert skips(records)[:2] == [("ab", TOO_DEEP), ("ac", TOO_DEEP)]
    assert all(record.h is None for record in records)


@pytest.mark.parametrize(
    ("method", "told"),
    [
        ("astar", [("cb", AS_CHEAPLY)]),
        ("greedy", [("bc", KNOWN), ("cb", KNOWN)]),
        ("breadthfirst", [("bc", KNOWN), ("cb", KNOWN)]),
        ("dfs", [("cb", ON_PATH)]),
    ],
)
def test_nodes_that_are_not_entered(method: str, told: list[tuple[str, Skip]]) -> None:
    assert skips(trace(method, DETOUR)) == told


@pytest.mark.parametrize("method", ["astar", "greedy", "greedydfs", "idastar"])
def test_hopeless_nodes_have_no_value(method: str) -> None:
    graph = Graph({"a": {"b": 1, "c": 1}, "c": {"d": 1}}, ("a",), frozenset())
    heuristic: Heuristic[Any] = Heuristic("far", {"b": inf, "a": 2, "c": 1, "d": 0}.__getitem__, True, True)
    records = trace(method, graph, heuristic)
    assert [told for told in skips(records) if told[1] == HOPELESS] == [("ab", HOPELESS)]
    (decided,) = [record for record in records if isinstance(record.step, Decision) and record.step.text == "ab"]
    assert (decided.h, decided.g) == (None, None)
    (other,) = [record for record in records if isinstance(record.step, Decision) and record.step.text == "ac"]
    assert (other.h, other.g) == (1, 1 if SEARCHES.get(method).minimises else None)


@pytest.mark.parametrize("method", ["astar", "greedy", "greedydfs", "idastar", "iddfs"])
def test_a_start_without_hope_is_not_entered(method: str) -> None:
    hopeless: Heuristic[Any] = Heuristic("far", lambda _: inf, True, True)
    skipped, end = trace(method, DETOUR, hopeless)
    assert (skipped.node, skipped.step) == (0, HOPELESS)
    assert isinstance(end.step, End)
    assert (end.step.outcome, end.step.reason) == ("unsolvable", "")


@pytest.mark.parametrize(("method", "values"), [("astar", (5, 0)), ("idastar", (5, 0)), ("greedy", (None, 0))])
def test_a_start_that_is_a_goal_has_its_value(method: str, values: tuple[float | None, float]) -> None:
    collector = Collector()
    SEARCHES.get(method).run(Graph({"a": {}}, ("a",), frozenset("a")), tracer=collector, offset=5)
    (solved,) = [record for record in collector.records if isinstance(record.step, Solution)]
    assert (solved.g, solved.h) == values


@pytest.mark.parametrize("method", ["bruteforce", "dfs", "greedydfs", "idastar", "iddfs"])
def test_a_search_steps_back_from_a_node_when_all_below_it_is_tried(method: str) -> None:
    graph = Graph({"a": {"b": 1, "c": 1}, "b": {"d": 1, "e": 1}, "c": {"f": 1}}, ("a",), frozenset())
    parent, done = dict[int, int](), set[int]()
    for record in trace(method, graph)[:-1]:
        parent.setdefault(record.node, record.parent)
        if isinstance(record.step, Round):
            done.clear()
            continue
        assert record.node not in done
        assert record.parent not in done
        if isinstance(record.step, Backtrack):
            done.add(record.node)
    assert len(done) == 6
