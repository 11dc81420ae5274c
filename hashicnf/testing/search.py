"""Cases for search algorithms, on small spaces whose distances are computed by relaxation.

A search that needs a space whose paths build solutions up is tested on such spaces only.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator

from hashicnf.core.deadline import Deadline
from hashicnf.core.limits import Limits
from hashicnf.core.statespace import ZERO, Heuristic
from hashicnf.errors import counted
from hashicnf.logic import INTERRUPTED, Stopped
from hashicnf.search import SEARCHES, TIE_BREAKS, Exhausted, Found, Search
from hashicnf.testing.cases import Case, case
from hashicnf.testing.spaces import Graph, Sliding, distances
from hashicnf.trace import Collector
from hashicnf.trace.steps import Backtrack, End, Expand, Round, Solution

NEVER = float("inf")
ENOUGH = Limits(max_nodes=200_000)


def dag(seed: int, *, cheapest: int, dearest: int) -> Graph:
    """Return a random graph with arcs from earlier letters to later ones, so without cycles; goals may be unreachable."""
    rng = random.Random(seed)
    names = "abcdefgh"[: rng.randint(2, 8)]
    arcs = {
        a: {b: rng.randint(cheapest, dearest) for b in names[i + 1 :] if rng.random() < 0.4}
        for i, a in enumerate(names)
    }
    return Graph(arcs, tuple(rng.sample(names, rng.randint(1, 2))), frozenset(rng.sample(names, rng.randint(1, 2))))


def maze(seed: int, *, cheapest: int, dearest: int) -> Graph:
    """Return a random graph with arcs in all directions, perhaps with cycles."""
    rng = random.Random(seed)
    names = "abcdef"[: rng.randint(2, 6)]
    arcs = {a: {b: rng.randint(cheapest, dearest) for b in names if a != b and rng.random() < 0.4} for a in names}
    return Graph(arcs, ("a",), frozenset(rng.sample(names, 1)))


def graphs(search: Search, *, cheapest: int = 0, dearest: int = 9) -> Iterator[Graph]:
    """Yield the spaces on which a search has to end."""
    for seed in range(40):
        graph = dag(seed, cheapest=cheapest, dearest=dearest)
        if search.constructive_only:
            yield Graph({a: row for a, row in graph.arcs.items() if a not in graph.goals}, graph.starts, graph.goals)
        else:
            yield graph
            yield maze(seed, cheapest=cheapest, dearest=dearest)


def nearest(graph: Graph) -> float:
    """Return the least cost from any start to any goal."""
    return min(map(graph.distance, graph.starts))


def guides(graph: Graph) -> list[Heuristic[str]]:
    """Return admissible heuristics: zero, half the true distance, and the true distance."""
    names = {*graph.starts, *graph.goals, *graph.arcs, *(b for row in graph.arcs.values() for b in row)}
    true = {name: graph.distance(name) for name in names}

    def guide(name: str, estimate: Callable[[str], float]) -> Heuristic[str]:
        return Heuristic(name, estimate, admissible=True, consistent=False)

    return [ZERO, guide("half", lambda state: true[state] / 2), guide("true", true.__getitem__)]


def follow(graph: Graph, found: Found[str, str]) -> bool:
    """Return whether replaying a path leads from some start to the goal found, at the cost found."""

    def walk(start: str) -> tuple[str, float] | None:
        state, total = start, 0.0
        for action in found.path:
            steps = {name: (child, cost) for name, child, cost in graph.successors(state)}
            if action not in steps:
                return None
            state, cost = steps[action]
            total += cost
        return state, total

    return graph.is_goal(found.goal) and (found.goal, found.cost) in [walk(start) for start in graph.starts]


def it_finds_a_goal_exactly_where_there_is_one(search: Search) -> None:
    outcomes = set()
    for graph in graphs(search):
        for heuristic in guides(graph):
            outcome = search.run(graph, heuristic, ENOUGH).outcome
            outcomes.add(type(outcome))
            if nearest(graph) < NEVER:
                assert isinstance(outcome, Found)
                assert follow(graph, outcome)
            else:
                assert outcome == Exhausted()
    assert outcomes == {Found, Exhausted}


def what_it_minimises_is_least_under_every_admissible_heuristic(search: Search) -> None:
    cheap, wasteful = 0, 0
    for graph in graphs(search):
        for heuristic in guides(graph):
            outcome = search.run(graph, heuristic, ENOUGH).outcome
            if isinstance(outcome, Found):
                assert search.doubt(heuristic) or outcome.cost == nearest(graph)
                cheap += outcome.cost == nearest(graph)
                wasteful += outcome.cost > nearest(graph)
    assert cheap
    assert bool(wasteful) != (search.minimises == "cost"), "what is not promised does fail somewhere"


def fewest_steps_are_cheapest_where_each_costs_one(search: Search) -> None:
    for graph in graphs(search, cheapest=1, dearest=1):
        for heuristic in guides(graph):
            outcome = search.run(graph, heuristic, ENOUGH).outcome
            if isinstance(outcome, Found) and not search.doubt(heuristic, unit_costs=True):
                assert outcome.cost == len(outcome.path) == nearest(graph)


def no_search_promises_the_cheapest_with_an_estimate_that_may_be_too_high(search: Search) -> None:
    guess: Heuristic[str] = Heuristic("guess", lambda _: 7, admissible=False, consistent=False)
    assert not search.informed or search.doubt(guess, unit_costs=True)


def sliding_tiles_against_breadth_first_distances(search: Search) -> None:
    if search.constructive_only:
        return
    for state, distance in distances(2, 2).items():
        space = Sliding(2, 2, state)
        outcome = search.run(space, space.heuristic, ENOUGH).outcome
        assert isinstance(outcome, Found)
        assert space.is_goal(outcome.goal)
        assert len(outcome.path) == outcome.cost
        if not search.doubt(space.heuristic, unit_costs=True):
            assert outcome.cost == distance


def only_an_informed_search_asks_the_heuristic(search: Search) -> None:
    asked: list[str] = []

    def estimate(state: str) -> float:
        asked.append(state)
        return 0

    search.run(LINE, Heuristic("spy", estimate, admissible=True, consistent=True))
    assert not asked or search.informed, "a search that asks the heuristic is declared as informed"
    assert asked or not search.informed, "an informed search asks the heuristic"


def nothing_to_start_from_and_nothing_to_do(search: Search) -> None:
    assert search.run(Graph({}, (), frozenset("a"))).outcome == Exhausted()
    assert search.run(Graph({}, ("a",), frozenset("a"))).outcome == Found("a", (), 0)
    assert search.run(Graph({}, ("b",), frozenset("a"))).outcome == Exhausted()


LINE = Graph({str(i): {str(i + 1): 1} for i in range(9)}, ("0",), frozenset("9"))


def every_limit_ends_it(search: Search) -> None:
    whole = search.run(LINE).statistics.expanded
    for nodes in range(1, whole):
        result = search.run(LINE, None, Limits(max_nodes=nodes))
        assert result.outcome == Stopped("nodes", f"limit of {counted(nodes, 'node')} reached")
        assert result.statistics.expanded == nodes
    assert isinstance(search.run(LINE, None, Limits(max_nodes=whole)).outcome, Found)
    late = search.run(LINE, None, Limits(Deadline.after(0)))
    assert (late.outcome, late.statistics.expanded) == (Stopped("time", "time limit of 0 s reached"), 0)


class Interrupting(Graph):
    """A graph that raises KeyboardInterrupt when node 5 is expanded."""

    def successors(self, state: str) -> Iterator[tuple[str, str, float]]:
        if state == "5":
            raise KeyboardInterrupt
        return super().successors(state)


def ctrl_c_ends_it_with_its_figures(search: Search) -> None:
    tracer = Collector()
    result = search.run(Interrupting(LINE.arcs, LINE.starts, LINE.goals), tracer=tracer)
    assert result.outcome == INTERRUPTED
    assert result.statistics.expanded >= 5
    last = tracer.records[-1].step
    assert isinstance(last, End)
    assert (last.outcome, last.reason) == ("stopped", INTERRUPTED.reason)


def a_trace_is_the_tree_that_was_searched_and_changes_nothing(search: Search, tie_break: str) -> None:
    steps = set()
    for graph in list(graphs(search))[:40]:
        tracer = Collector()
        traced = search.run(graph, None, ENOUGH, tie_break=tie_break, tracer=tracer)  # type: ignore[arg-type]
        silent = search.run(graph, None, ENOUGH, tie_break=tie_break)  # type: ignore[arg-type]
        assert traced.outcome == silent.outcome
        assert traced.statistics.expanded == silent.statistics.expanded
        parent: dict[int, int] = {}
        for record in tracer.records[:-1]:
            assert parent.setdefault(record.node, record.parent) == record.parent
            steps.add(type(record.step))
        assert all(above == -1 or above in parent for above in parent.values())
        end = tracer.records[-1].step
        assert isinstance(end, End)
        assert end.outcome == ("solved" if isinstance(traced.outcome, Found) else "unsolvable")
        solutions = sum(isinstance(record.step, Solution) for record in tracer.records)
        assert solutions == isinstance(traced.outcome, Found)
        expanded = [record.node for record in tracer.records if isinstance(record.step, Expand)]
        assert expanded == sorted(expanded) or not search.is_queue, (
            "nodes are numbered in the order in which they are reached"
        )
    assert Backtrack not in steps or search.depth_first, "a search that steps back is declared as depth_first"
    assert Backtrack in steps or not search.depth_first, (
        "a depth_first search takes the children of a node one by one, and calls watcher.step_back after the last"
    )
    assert Round in steps or not search.first_bound, "a search with a first_bound has rounds"
    assert Expand in steps


def cases(name: str) -> list[Case]:
    """List the cases for a search by its name."""
    search = SEARCHES.get(name)
    alone = (
        it_finds_a_goal_exactly_where_there_is_one,
        what_it_minimises_is_least_under_every_admissible_heuristic,
        fewest_steps_are_cheapest_where_each_costs_one,
        no_search_promises_the_cheapest_with_an_estimate_that_may_be_too_high,
        sliding_tiles_against_breadth_first_distances,
        only_an_informed_search_asks_the_heuristic,
        nothing_to_start_from_and_nothing_to_do,
        every_limit_ends_it,
        ctrl_c_ends_it_with_its_figures,
    )
    trace = a_trace_is_the_tree_that_was_searched_and_changes_nothing
    return [case(check, search) for check in alone] + [case(trace, search, how, label=how) for how in TIE_BREAKS]
