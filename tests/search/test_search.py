"""All algorithms on a graph with costs and on sliding tiles, whose true distances are known."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import count, pairwise
from typing import Any

import pytest

from hashicnf.core.deadline import Deadline
from hashicnf.core.limits import Limits, Meter
from hashicnf.core.searchfigures import SearchFigures
from hashicnf.core.statespace import ZERO, Heuristic, Tried
from hashicnf.errors import UsageError, counted
from hashicnf.logic import Stopped
from hashicnf.registry import Registry
from hashicnf.search import TIE_BREAKS, Exhausted, Found, Result, Search, TieBreak
from hashicnf.testing.spaces import Graph, Sliding, distances, walk
from hashicnf.trace import Collector
from hashicnf.trace.steps import Backtrack, Decision, End, Expand, Prune, Skip, Solution, Step

SEARCHES: Registry[Search] = Registry("hashicnf.search", "SEARCH", "search method")
METHODS = ["astar", "bidirectional", "breadthfirst", "bruteforce", "dfs", "greedy", "greedydfs", "idastar", "iddfs"]
OPTIMAL = ["astar", "idastar"]
GRAPHS_WITH_CYCLES = ["astar", "bidirectional", "breadthfirst", "dfs", "greedy", "idastar"]

TILES = {
    "12345_786": 1,
    "_13425786": 4,
    "8134_2765": 14,
    "4382_1657": 20,
    "64785_321": 31,
    "8672543_1": 31,
}
TRAP = Graph({"a": {"b": 1, "c": 4}, "b": {"d": 7, "c": 1}, "c": {"d": 3}}, ("a",), frozenset("d"))


def tiles(text: str) -> Sliding:
    return Sliding(3, 3, tuple(0 if cell == "_" else int(cell) for cell in text))


def found(result: Result[Any, Any]) -> Found[Any, Any]:
    assert isinstance(result.outcome, Found)
    return result.outcome


def test_all_methods_are_found() -> None:
    assert SEARCHES.names() == METHODS


@pytest.mark.parametrize("method", OPTIMAL)
@pytest.mark.parametrize(("text", "optimum"), TILES.items())
def test_published_sliding_tiles_are_solved_in_the_fewest_moves(method: str, text: str, optimum: int) -> None:
    space = tiles(text)
    outcome = found(SEARCHES.get(method).run(space, space.heuristic))
    assert (len(outcome.path), outcome.cost) == (optimum, optimum)
    assert walk(space, outcome.path) == (outcome.goal, optimum)
    assert space.is_goal(outcome.goal)


@pytest.mark.parametrize("tie_break", TIE_BREAKS)
def test_tie_breaks_change_the_effort_and_not_the_cost(tie_break: TieBreak) -> None:
    space = tiles("4382_1657")
    assert found(SEARCHES.get("astar").run(space, space.heuristic, tie_break=tie_break)).cost == 20


@pytest.mark.parametrize("method", [m for m in METHODS if m != "bruteforce"])
def test_small_boards_agree_with_breadth_first_distances(method: str) -> None:
    truth = distances(2, 2)
    assert len(truth) == 12
    for state, distance in truth.items():
        space = Sliding(2, 2, state)
        outcome = found(SEARCHES.get(method).run(space, space.heuristic))
        assert walk(space, outcome.path) == (outcome.goal, outcome.cost)
        if method in ("astar", "idastar", "breadthfirst", "iddfs"):
            assert outcome.cost == distance


@pytest.mark.parametrize("method", ["astar", "greedy", "breadthfirst", "dfs"])
def test_the_wrong_parity_is_proved_unsolvable(method: str) -> None:
    space = Sliding(2, 2, (2, 1, 3, 0))
    result = SEARCHES.get(method).run(space, space.heuristic)
    assert result.outcome == Exhausted()
    assert result.statistics.expanded == (23 if method == "dfs" else 12)


def test_idastar_never_ends_on_an_unsolvable_graph_with_cycles_but_its_limits_do() -> None:
    space = Sliding(2, 3, (2, 1, 3, 4, 5, 0))
    result = SEARCHES.get("idastar").run(space, space.heuristic, Limits(max_nodes=5000))
    assert isinstance(result.outcome, Stopped)


@pytest.mark.parametrize("method", METHODS)
def test_a_path_with_costs(method: str) -> None:
    outcome = found(SEARCHES.get(method).run(TRAP))
    assert walk(TRAP, outcome.path) == ("d", outcome.cost)
    if method in OPTIMAL:
        assert (outcome.path, outcome.cost) == (("ab", "bc", "cd"), 5)


def test_an_expanded_state_is_opened_again_when_a_cheaper_way_is_found() -> None:
    """With an admissible but inconsistent h, c is expanded at cost 4 before it is reached at cost 2."""
    h = {"a": 0, "b": 3, "c": 0, "d": 0}
    guess: Heuristic[str] = Heuristic("guess", h.__getitem__, admissible=True, consistent=False)
    graph = Graph({"a": {"b": 1, "c": 3}, "b": {"c": 1}, "c": {"d": 5}}, ("a",), frozenset("d"))
    result = SEARCHES.get("astar").run(graph, guess)
    assert found(result).cost == 7
    assert result.statistics.expanded == 5
    assert not SEARCHES.get("astar").doubt(guess)
    assert SEARCHES.get("greedy").doubt(guess)


@pytest.mark.parametrize("seed", range(40))
def test_random_graphs_against_relaxation(seed: int) -> None:
    rng = random.Random(seed)
    names = "abcdefgh"[: rng.randint(3, 8)]
    arcs = {a: {b: rng.randint(0, 9) for b in names if a != b and rng.random() < 0.35} for a in names}
    graph = Graph(arcs, ("a",), frozenset(rng.sample(names, 1)))
    truth = graph.distance("a")
    for method in GRAPHS_WITH_CYCLES:
        if method == "idastar":
            limits = Limits(max_nodes=200_000)
            outcome = SEARCHES.get(method).run(graph, None, limits).outcome
        else:
            outcome = SEARCHES.get(method).run(graph).outcome
        if truth == float("inf"):
            assert outcome == Exhausted(), method
            continue
        assert isinstance(outcome, Found), method
        assert walk(graph, outcome.path) == (outcome.goal, outcome.cost)
        assert outcome.cost >= truth
        if method in OPTIMAL:
            assert outcome.cost == truth


@pytest.mark.parametrize("method", METHODS)
def test_no_initial_state_is_an_unsolvable_puzzle(method: str) -> None:
    assert SEARCHES.get(method).run(Graph({}, (), frozenset("a"))).outcome == Exhausted()


@pytest.mark.parametrize("method", METHODS)
def test_several_initial_states(method: str) -> None:
    outcome = found(SEARCHES.get(method).run(Graph({"b": {"c": 2}}, ("a", "b"), frozenset("c"))))
    assert (outcome.path, outcome.cost) == (("bc",), 2)


@pytest.mark.parametrize("method", METHODS)
def test_an_initial_goal(method: str) -> None:
    outcome = found(SEARCHES.get(method).run(Graph({}, ("a",), frozenset("a"))))
    assert (outcome.goal, outcome.path, outcome.cost) == ("a", (), 0)


def test_brute_force_judges_ends_alone() -> None:
    graph = Graph({"a": {"b": 1, "c": 1}, "b": {"d": 1, "e": 1}}, ("a",), frozenset("be"))
    assert found(SEARCHES.get("bruteforce").run(graph)).path == ("ab", "be")
    everything = SEARCHES.get("bruteforce").run(Graph(graph.arcs, ("a",), frozenset("z")))
    assert everything.outcome == Exhausted()
    assert everything.statistics.expanded == 5


@pytest.mark.parametrize(
    ("method", "made", "still_open"),
    [
        ("astar", 3, 2),
        ("greedy", 3, 2),
        ("breadthfirst", 3, 2),
        ("greedydfs", 3, 0),
        ("dfs", 1, 0),
        ("bruteforce", 1, 0),
    ],
)
def test_figures_count_the_nodes_that_were_made_and_those_that_wait(method: str, made: int, still_open: int) -> None:
    star = Graph({"a": {"b": 1, "c": 1, "d": 1}}, ("a",), frozenset("b"))
    figures = SEARCHES.get(method).run(star).statistics
    assert (figures.expanded, figures.generated, figures.open, figures.depth) == (2, made, still_open, 1)
    assert figures.kept == (4 if still_open else 2)


@pytest.mark.parametrize("method", [name for name in METHODS if not SEARCHES.get(name).depth_first])
def test_an_initial_state_that_is_listed_twice_is_in_the_lists_once(method: str) -> None:
    graph = Graph({"a": {"b": 1}}, ("a", "a"), frozenset("z"))
    for nodes in (1, 2):
        figures = SEARCHES.get(method).run(graph, None, Limits(max_nodes=nodes)).statistics
        goals = method == "bidirectional"  # z waits on the other side
        assert (figures.expanded, figures.open - goals, figures.closed) == (nodes, 2 - nodes, nodes)


def test_the_side_with_the_smaller_frontier_takes_the_next_level() -> None:
    """Few ways lead back from the goal, while every state reached from the start leads to five more."""
    fan = {f"{i}": {f"{i}{j}": 1.0 for j in range(5)} for i in range(5)}
    back = {"00": {"p": 1.0}, "01": {"p": 1.0}, "p": {"q": 1.0}, "q": {"z": 1.0}}
    graph = Graph({"a": dict.fromkeys(fan, 1), **fan, **back}, ("a",), frozenset("z"))
    result = SEARCHES.get("bidirectional").run(graph)
    figures = result.statistics
    assert (found(result).cost, figures.expanded, figures.generated, figures.depth) == (5, 5, 10, 5)
    # a, z, q, p and 00 were expanded, and 0 to 4 and 01 wait, but that 0, where both sides meet, is in no list any more
    assert (figures.closed, figures.open, figures.kept) == (5, 5, 12)


def test_deepening_starts_at_the_first_limit_that_the_estimate_allows() -> None:
    guess: Heuristic[str] = Heuristic(
        "guess", {"a": 1.5, "b": 1, "c": 0}.__getitem__, admissible=True, consistent=False
    )
    result = SEARCHES.get("iddfs").run(Graph({"a": {"b": 1}, "b": {"c": 1}}, ("a",), frozenset("c")), guess)
    assert (found(result).cost, result.statistics.rounds) == (2, 1)


@pytest.mark.parametrize("method", METHODS)
def test_the_node_limit_is_exact(method: str) -> None:
    endless = Graph({str(i): {str(i + 1): 1} for i in range(1000)}, ("0",), frozenset("x"))
    result = SEARCHES.get(method).run(endless, None, Limits(max_nodes=7))
    assert result.outcome == Stopped("nodes", "limit of 7 nodes reached")
    assert result.statistics.expanded == 7


@pytest.mark.parametrize("method", [name for name in METHODS if SEARCHES.get(name).limits_depth])
def test_a_limit_of_depth_tells_a_cutoff_from_no_solution(method: str) -> None:
    graph = Graph({"a": {"b": 1}, "b": {"a": 1, "c": 1}, "c": {"d": 1}}, ("a",), frozenset("d"))
    search = SEARCHES.get(method)
    for depth in (1, 2):
        result = search.run(graph, None, Limits(max_depth=depth))
        cutoff = Stopped("depth", f"cutoff: no solution within the limit of {counted(depth, 'step')}")
        assert (result.outcome, result.statistics.depth) == (cutoff, depth)
    assert found(search.run(graph, None, Limits(max_depth=3))).path == ("ab", "bc", "cd")
    nowhere = Graph(graph.arcs, ("a",), frozenset("z"))
    assert isinstance(search.run(nowhere, None, Limits(max_depth=2)).outcome, Stopped)
    assert search.run(nowhere, None, Limits(max_depth=3)).outcome == Exhausted()


def test_an_estimate_beyond_the_limit_of_depth_does_not_hide_a_goal_above_it() -> None:
    graph = Graph({"a": {"b": 1}}, ("a",), frozenset("b"))
    far: Heuristic[str] = Heuristic("far", lambda _: 9, admissible=False, consistent=False)
    assert found(SEARCHES.get("iddfs").run(graph, far, Limits(max_depth=1))).path == ("ab",)


@pytest.mark.parametrize("method", ["astar", "bidirectional", "greedy", "breadthfirst"])
def test_the_memory_limit_bounds_the_lists(method: str) -> None:
    space = tiles("8672543_1")
    free = SEARCHES.get(method).run(space, ZERO, Limits(max_nodes=10_000))
    assert free.statistics.peak_bytes > 300_000
    assert 50 < free.statistics.bytes_per_node < 2000
    result = SEARCHES.get(method).run(space, ZERO, Limits(max_memory=100_000))
    assert isinstance(result.outcome, Stopped)
    assert result.outcome.kind == "memory"
    assert 100_000 < result.statistics.peak_bytes < 105_000


class Named(Sliding):
    """Tiles whose states are their own keys."""

    def key(self, state: tuple[int, ...]) -> tuple[int, ...]:
        return state


class Copied(Sliding):
    """Tiles whose keys are copies of their states."""

    def key(self, state: tuple[int, ...]) -> tuple[int, ...]:
        return (*list(state),)


@pytest.mark.parametrize("method", ["astar", "bidirectional", "breadthfirst", "dfs"])
def test_a_state_that_is_its_own_key_is_weighed_once(method: str) -> None:
    tiles = 3, 3, (8, 6, 7, 2, 5, 4, 3, 0, 1)
    search, limits = SEARCHES.get(method), Limits(max_nodes=10)
    own, copied = (search.run(space, ZERO, limits).statistics for space in (Named(*tiles), Copied(*tiles)))
    assert own.expanded == copied.expanded
    assert 0 < own.bytes_per_node < copied.bytes_per_node


def test_depth_first_methods_need_memory_for_the_path_alone() -> None:
    space = tiles("8672543_1")
    result = SEARCHES.get("idastar").run(space, space.heuristic, Limits(max_memory=100_000))
    assert found(result).cost == 31
    assert result.statistics.peak_bytes < 30_000


class Slow(Graph):
    """A space in which every step takes a while."""

    def successors(self, state: str) -> Iterator[tuple[str, str, float]]:
        import time

        time.sleep(0.02)
        yield state + "0", state + "0", 1


@pytest.mark.parametrize(("method", "limit"), [("astar", 0.35), *((name, 0.15) for name in METHODS if name != "astar")])
def test_the_time_limit_and_progress(method: str, limit: float) -> None:
    seen: list[tuple[float, int]] = []

    def progress(statistics: SearchFigures) -> None:
        seen.append((statistics.seconds, statistics.expanded))

    slow = Slow({}, ("0",), frozenset("x"))
    result = SEARCHES.get(method).run(slow, ZERO, Limits(Deadline.after(limit)), progress=progress)
    assert result.outcome == Stopped("time", f"time limit of {limit} s reached")
    assert limit - 0.05 <= result.statistics.seconds < limit + 0.45
    assert 1 <= len(seen) <= 3
    assert all(later - earlier >= 0.1 for (earlier, _), (later, _) in pairwise(seen))


class Interrupting(Graph):
    """A graph that raises KeyboardInterrupt when node 5 is expanded."""

    def successors(self, state: str) -> Iterator[tuple[str, str, float]]:
        if state == "5":
            raise KeyboardInterrupt
        return super().successors(state)


@pytest.mark.parametrize("method", METHODS)
def test_ctrl_c_gives_statistics(method: str) -> None:
    line = Interrupting({str(i): {str(i + 1): 1} for i in range(9)}, ("0",), frozenset("9"))
    result = SEARCHES.get(method).run(line)
    assert isinstance(result.outcome, Stopped)
    assert result.outcome.kind == "interrupted"
    assert result.statistics.expanded >= 6
    assert result.statistics.seconds > 0


@pytest.mark.parametrize("method", ["bruteforce", "dfs", "greedydfs", "idastar", "iddfs"])
def test_all_nodes_of_a_path_are_in_memory(method: str) -> None:
    line = Graph({"a": {"b": 1}, "b": {"c": 1}}, ("a",), frozenset("c"))
    assert SEARCHES.get(method).run(line).statistics.kept == 3


def test_kept_are_the_nodes_of_both_lists_when_they_were_the_most() -> None:
    meter = Meter(Limits())
    for waiting, closed in ((3, 2), (1, 6), (4, 1)):
        assert meter.look(waiting, closed) is None
    assert meter.statistics.kept == 7


@pytest.mark.parametrize("limits", [{"max_nodes": 0}, {"max_memory": -5}, {"max_depth": 0}])
def test_limits_are_positive(limits: dict[str, Any]) -> None:
    with pytest.raises(UsageError, match=r"(0|-5) is too small: give 1 or more"):
        Limits(**limits)


@pytest.mark.parametrize("name", SEARCHES.names())
def test_no_time_is_over_at_once(name: str) -> None:
    result = SEARCHES.get(name).run(TRAP, ZERO, Limits(Deadline.after(0)))
    assert result.outcome == Stopped("time", "time limit of 0 s reached")
    assert result.statistics.expanded == 0


def test_an_unknown_tie_break() -> None:
    with pytest.raises(UsageError, match="no tie-break is named 'newest'; there are: deepest, fifo, lifo, shallowest"):
        SEARCHES.get("astar").run(TRAP, tie_break="newest")  # type: ignore[arg-type]


@pytest.mark.parametrize("method", METHODS)
def test_a_trace_is_the_tree_that_was_searched(method: str) -> None:
    tracer = Collector()
    traced = SEARCHES.get(method).run(TRAP, tracer=tracer)
    silent = SEARCHES.get(method).run(TRAP)
    assert traced.outcome == silent.outcome
    assert traced.statistics.expanded == silent.statistics.expanded
    parent: dict[int, int] = {}
    for record in tracer.records[:-1]:
        assert parent.setdefault(record.node, record.parent) == record.parent
    assert all(above == -1 or above in parent for above in parent.values())
    kinds = [type(record.step) for record in tracer.records]
    assert kinds[-1] is End
    assert kinds.count(Solution) == 1
    assert kinds.count(Expand) >= 1
    assert (Backtrack in kinds) <= SEARCHES.get(method).depth_first
    texts = {record.node: record.step.text for record in tracer.records if isinstance(record.step, Decision)}
    at = next(record.node for record in tracer.records if isinstance(record.step, Solution))
    path: list[str] = []
    while at in texts:
        path.insert(0, texts[at])
        at = parent[at]
    assert tuple(path) == found(silent).path


def test_depth_first_traces_step_back() -> None:
    tracer = Collector()
    graph = Graph({"a": {"b": 1, "c": 1}, "b": {"d": 1}}, ("a",), frozenset("c"))
    SEARCHES.get("dfs").run(graph, tracer=tracer)
    told = [(r.node, r.parent, type(r.step).__name__) for r in tracer.records]
    assert told == [
        (0, -1, "Expand"),
        (1, 0, "Decision"),
        (1, 0, "Expand"),
        (2, 1, "Decision"),
        (2, 1, "Backtrack"),
        (1, 0, "Backtrack"),
        (3, 0, "Decision"),
        (3, 0, "Solution"),
        (0, -1, "End"),
    ]


class Judging(Graph):
    """A graph that explains why a state without successors is no goal."""

    def begin(self) -> tuple[Step, ...]:
        return ()

    def narrate(self, state: str) -> Iterator[Tried[str, str]]:
        for action, child, cost in self.successors(state):
            yield action, child, cost, (Decision((), action),)

    def refute(self, state: str) -> tuple[Step, ...]:
        assert not self.is_goal(state)
        return (Prune(f"{state} is no goal", ""),)


@pytest.mark.parametrize("method", [name for name in METHODS if not SEARCHES.get(name).both_ways])
def test_an_end_that_is_no_goal_is_refuted_and_one_that_is_is_not_taken_back(method: str) -> None:
    tracer = Collector()
    graph = Judging({"a": {"b": 1, "c": 1}}, ("a",), frozenset("c"))
    SEARCHES.get(method).run(graph, tracer=tracer)
    names = {r.node: r.step.text for r in tracer.records if isinstance(r.step, Decision)}
    ends = [(names[r.node], r.step) for r in tracer.records if r.node in names and not isinstance(r.step, Decision)]
    told = [(name, step) for name, step in ends if not isinstance(step, (Expand, Skip))]
    back = [("ab", Backtrack())] if SEARCHES.get(method).depth_first else []
    assert told == [("ab", Prune("b is no goal", "")), *back, ("ac", Solution())]


@pytest.mark.slow
def test_the_eight_puzzle_as_a_whole() -> None:
    """181,440 states, two of them 31 moves away; Manhattan distance is admissible and consistent on all."""
    truth = distances(3, 3)
    assert len(truth) == 181_440
    assert sorted(truth.values())[-3:] == [30, 31, 31]
    space = Sliding(3, 3, (1, 2, 3, 4, 5, 6, 7, 8, 0))
    for state, distance in truth.items():
        assert space.manhattan(state) <= distance


class Endless:
    """A space whose only state has infinitely many children."""

    def initial(self) -> tuple[int, ...]:
        """Return 0."""
        return (0,)

    def successors(self, state: int) -> Iterator[tuple[int, int, float]]:
        """Yield all numbers from 1."""
        return ((number, number, 1) for number in count(state + 1))

    def is_goal(self, _: int) -> bool:
        """Return False."""
        return False

    def key(self, state: int) -> int:
        """Return the state."""
        return state


@pytest.mark.parametrize("method", ["astar", "greedy"])
@pytest.mark.parametrize("kind", ["time", "memory"])
def test_limits_hold_within_a_node_of_many_children(method: str, kind: str) -> None:
    limits = Limits(Deadline.after(0.1)) if kind == "time" else Limits(max_memory=10**6)
    outcome = SEARCHES.get(method).run(Endless(), ZERO, limits).outcome
    assert isinstance(outcome, Stopped)
    assert outcome.kind == kind
