"""IDA* in arrays: the same answers and limits as node by node."""

from __future__ import annotations

import itertools
import random
import sys
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from hashicnf.core.deadline import Deadline
from hashicnf.core.limits import NO_LIMITS, Limits
from hashicnf.core.statespace import Columns, Expansion, Heuristic
from hashicnf.families.tiles.space import CYCLES
from hashicnf.logic import INTERRUPTED, Stopped
from hashicnf.search import SEARCHES, Exhausted, Found, Result, _batches, _trail, idastar
from hashicnf.search._weighting import weighted
from hashicnf.testing.spaces import Graph
from hashicnf.trace import Collector
from tests.families.tiles.boards import PUBLISHED, positions
from tests.oracles import tiles

IDASTAR = SEARCHES.get("idastar")


class Arrays:
    """A graph in arrays: states are the numbers of its nodes, actions the indices of arcs in a node's list."""

    cycles = range(2, sys.maxsize)

    def __init__(self, graph: Graph, h: dict[str, float], *, actions: int = 8) -> None:
        self.actions = actions
        self.nodes = sorted(h)
        self.h = np.array([h[name] for name in self.nodes])
        number = {name: i for i, name in enumerate(self.nodes)}
        self.arcs = [[(number[child], cost) for _, child, cost in graph.successors(name)] for name in self.nodes]
        self.starts = np.array([number[name] for name in graph.starts], dtype=np.int32)
        self.is_goal = np.array([graph.is_goal(name) for name in self.nodes])
        self.graph = graph

    def initial(self) -> tuple[Columns, Any]:
        starts = self.starts[self.h[self.starts] < np.inf]
        return (starts,), self.h[starts]

    def expand(self, states: Columns) -> Expansion:
        rows = [
            (row, number, child, cost)
            for row, node in enumerate(states[0].tolist())
            for number, (child, cost) in reversed([*enumerate(self.arcs[node])])
            if self.h[child] < np.inf
        ]
        parent, action, child, cost = np.array(rows, dtype=np.int64).reshape(-1, 4).T
        degree = np.array([len(self.arcs[node]) for node in states[0]])
        left = degree[parent] - action - 1
        return Expansion(
            parent, action, cost, self.h[child], lambda which: (child[which].astype(np.int32),), degree, left
        )

    def goals(self, states: Columns) -> Any:
        return self.is_goal[states[0]]

    def names(self, states: Columns) -> Any:
        return states[0][:, None]

    def retrace(self, start: int, actions: Sequence[int]) -> tuple[str, tuple[str, ...]]:
        starts = self.starts[self.h[self.starts] < np.inf]
        node, path = int(starts[start]), list[str]()
        for number in actions:
            child = self.arcs[node][number][0]
            path.append(f"{self.nodes[node]}{self.nodes[child]}")
            node = child
        return self.nodes[node], tuple(path)


def guide(graph: Graph, share: float) -> Heuristic[str]:
    names = {*graph.starts, *graph.goals, *graph.arcs, *(b for row in graph.arcs.values() for b in row)}
    h = {name: graph.distance(name) * share if graph.distance(name) < np.inf else np.inf for name in names}
    return Heuristic("true", h.__getitem__, True, True, batches=lambda: Arrays(graph, h))


def maze(seed: int) -> Graph:
    rng = random.Random(seed)
    names = "abcdefgh"[: rng.randint(2, 8)]
    arcs = {a: {b: rng.randint(1, 5) for b in names if a != b and rng.random() < 0.4} for a in names}
    return Graph(arcs, tuple(rng.sample(names, rng.randint(1, 2))), frozenset(rng.sample(names, rng.randint(1, 2))))


@pytest.mark.parametrize("share", [0.3, 1])
def test_it_finds_a_cheapest_path_where_there_is_one(share: float) -> None:
    outcomes = set()
    for seed in range(200):
        graph = maze(seed)
        outcome = IDASTAR.run(graph, guide(graph, share)).outcome
        least = min(map(graph.distance, graph.starts))
        outcomes.add(type(outcome))
        if least == np.inf:
            assert outcome == Exhausted()
            continue
        assert isinstance(outcome, Found)
        assert outcome.cost == least
        assert graph.is_goal(outcome.goal)
        assert sum(graph.arcs[arc[0]][arc[1]] for arc in outcome.path) == least
        assert all(a[1] == b[0] for a, b in zip(outcome.path, outcome.path[1:], strict=False))
        assert not outcome.path or outcome.path[0][0] in graph.starts
    assert outcomes == {Found, Exhausted}


def misled(graph: Graph, seed: int) -> Heuristic[str]:
    """Return a random estimate, mostly too high."""
    rng = random.Random(seed)
    h = {name: float(rng.randint(0, 12) * (name not in graph.goals)) for name in "abcdefgh"}
    return Heuristic("misled", h.__getitem__, False, False, batches=lambda: Arrays(graph, h))


@pytest.fixture(autouse=True)
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Search in arrays from the first node on."""
    monkeypatch.setattr(idastar, "FEW", 1)


@pytest.mark.parametrize(("few", "is_brief"), [(5_000, True), (10, False)])
def test_the_first_nodes_of_a_guess_are_taken_one_by_one(
    few: int, is_brief: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(idastar, "FEW", few)
    made = list[int]()
    space = positions(PUBLISHED["hard"].rows)
    heuristic = weighted(space.heuristics["manhattan"], 1.25)
    batches = heuristic.batches
    assert batches is not None
    counting = replace(heuristic, batches=lambda: made.append(1) or batches())  # type: ignore[func-returns-value]
    for nodes in (None, 5, 50):
        made.clear()
        agree(space.space, counting, Limits(max_nodes=nodes))
        assert bool(made) == (not is_brief and nodes != 5)


def agree(space: Any, heuristic: Heuristic[Any], limits: Limits = NO_LIMITS) -> Result[Any, Any]:
    """Compare a search in arrays with the same search node by node, whose result is returned."""
    there, here = (IDASTAR.run(space, way, limits) for way in (heuristic, replace(heuristic, batches=None)))
    assert there.outcome == here.outcome
    assert there.statistics.nodes_by_iteration == here.statistics.nodes_by_iteration
    assert there.statistics.best_f == here.statistics.best_f
    for name in () if isinstance(here.outcome, Stopped) else ("generated", "depth"):
        assert getattr(there.statistics, name) == getattr(here.statistics, name)
    return here


@pytest.mark.parametrize("batch", [1, 5, 1 << 13])
def test_inadmissible_estimates_lead_to_the_plan_found_node_by_node(
    batch: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(_batches, "BATCH", batch)
    monkeypatch.setattr(_trail, "CROWDED", batch)
    outcomes = Counter(type(agree(graph, misled(graph, seed)).outcome) for seed in range(150) for graph in [maze(seed)])
    assert min(outcomes[Found], outcomes[Exhausted]) > 10


@pytest.mark.parametrize("rows", ["31\n.2", "531\n42.", PUBLISHED["hard"].rows])
@pytest.mark.parametrize("weight", [1, 1.25, 2, 7.3])
def test_sliding_tiles_are_searched_as_node_by_node(rows: str, weight: float, monkeypatch: pytest.MonkeyPatch) -> None:
    noticed = list[int]()
    monkeypatch.setattr(_batches, "BATCH", 100)
    monkeypatch.setattr(_trail, "CROWDED", 300)
    repeated = _trail.Trail.repeated

    def noting(*given: Any) -> Any:
        found = repeated(*given)
        noticed.append(len(found))
        return found

    monkeypatch.setattr(_trail.Trail, "repeated", noting)
    space = positions(rows)
    for name in ("manhattan", "hamming", "walking-distance", "m3h"):
        agree(space.space, weighted(space.heuristics[name], weight), Limits(max_nodes=1000))
    assert any(noticed) or weight < 2 or len(rows) < 6


def test_no_state_comes_again_in_fewer_slides_than_twelve() -> None:
    for goal, columns in (((1, 2, 3, 0), 2), ((1, 2, 3, 4, 5, 0), 3)):
        assert shortest_cycle(goal, columns) == CYCLES.start
    assert CYCLES.step == 2  # the blank goes to a cell of the other colour


def shortest_cycle(start: tuple[int, ...], columns: int) -> int:
    """Return the fewest slides from a position to itself, none of them undoing the one before."""
    ahead = {(start, cells) for cells in tiles.neighbours(start, columns)}
    for steps in itertools.count(2):
        ahead = {(b, c) for a, b in ahead for c in tiles.neighbours(b, columns) if c != a}
        if any(cells == start for _, cells in ahead):
            return steps
    raise AssertionError


@pytest.mark.parametrize("batch", [1, 7, 1 << 13])
def test_the_nodes_of_a_depth_first_search_are_counted(batch: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(_batches, "BATCH", batch)
    graph = wide(4)
    middle = replace(graph, goals=frozenset({"r1203"}))
    heuristic = blind(middle)
    by_node = IDASTAR.run(middle, replace(heuristic, batches=None))
    last = by_node.statistics.expanded
    for nodes in (None, *range(1, last, 17), last - 1, last, last + 1):
        agree(middle, heuristic, Limits(max_nodes=nodes))
    assert by_node.statistics.nodes_by_iteration[:3] == [1, 5, 21]


@pytest.mark.parametrize("actions", [1, 2, 3, 5, 17, 300])
def test_long_paths_are_packed_and_unpacked(actions: int) -> None:
    length = 150
    names = [chr(0x4E00 + i) for i in range(length + 1)]
    rng = random.Random(actions)
    # The way on is one arc of a node among many: the others lead to where no goal can be reached.
    places = [rng.randrange(min(actions, 4)) for _ in range(length)]
    arcs = {
        a: {**{f"{i}": 1 for i in range(place)}, b: 1} for a, b, place in zip(names, names[1:], places, strict=False)
    }
    graph = Graph(arcs, (names[0],), frozenset(names[-1:]))
    h = {name: float(length - i) for i, name in enumerate(names)} | {str(i): np.inf for i in range(4)}
    heuristic = Heuristic("true", h.__getitem__, True, True, batches=lambda: Arrays(graph, h, actions=actions))
    outcome = IDASTAR.run(graph, heuristic).outcome
    assert isinstance(outcome, Found)
    assert outcome.path == tuple(a + b for a, b in itertools.pairwise(names))


def wide(levels: int) -> Graph:
    """A tree of all words of 0 to 3; the only goal is the last word, and the estimate gives no guidance."""
    arcs: dict[str, dict[str, float]] = {}
    layer = ["r"]
    for _ in range(levels):
        for word in layer:
            arcs[word] = {word + digit: 1 for digit in "0123"}
        layer = [word for above in layer for word in arcs[above]]
    return Graph(arcs, ("r",), frozenset(layer[-1:]))


def blind(graph: Graph) -> Heuristic[str]:
    names = {*graph.arcs, *(b for row in graph.arcs.values() for b in row)}
    return Heuristic("blind", lambda _: 0, True, True, batches=lambda: Arrays(graph, dict.fromkeys(names, 0.0)))


def test_limits_are_exact_and_wide_trees_are_searched_in_pieces(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(_batches, "BATCH", 1 << 9)
    graph = wide(6)
    heuristic = blind(graph)
    whole = IDASTAR.run(graph, heuristic)
    assert isinstance(whole.outcome, Found)
    assert whole.outcome.cost == 6
    assert whole.statistics.depth == 6
    assert whole.statistics.rounds == 7
    assert whole.statistics.peak_entries > _batches.BATCH
    assert whole.statistics.peak_bytes > 0
    for nodes in (1, 2, 10, 1000, 1600):
        result = IDASTAR.run(graph, heuristic, Limits(max_nodes=nodes))
        assert isinstance(result.outcome, Stopped)
        assert (result.outcome.kind, result.statistics.expanded) == ("nodes", nodes)
    assert IDASTAR.run(graph, heuristic, Limits(max_memory=1000)).outcome.kind == "memory"  # type: ignore[union-attr]
    assert IDASTAR.run(graph, heuristic, Limits(Deadline.after(0))).outcome.kind == "time"  # type: ignore[union-attr]


def test_ctrl_c_ends_it(monkeypatch: pytest.MonkeyPatch) -> None:
    graph = wide(3)

    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(Arrays, "expand", interrupted)
    assert IDASTAR.run(graph, blind(graph)).outcome == INTERRUPTED


def test_a_trace_is_made_node_by_node() -> None:
    graph = wide(2)
    tracer = Collector()
    outcome = IDASTAR.run(graph, blind(graph), tracer=tracer).outcome
    assert isinstance(outcome, Found)
    assert len(tracer.records) > 20
