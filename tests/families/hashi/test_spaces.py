"""Search on the grid: no solution is lost, declarations of heuristics are true, and the published A* is reproduced node by node."""

from __future__ import annotations

import sys
from heapq import heappop, heappush
from math import inf
from typing import Any

import pytest

from hashicnf.core.statespace import Searchable
from hashicnf.families.hashi.search import SPACES
from hashicnf.families.hashi.search.configurations import Configurations
from hashicnf.families.hashi.search.grid import Grid, Partial
from hashicnf.search import Found, astar, bruteforce, dfs, idastar
from hashicnf.trace.steps import Conflict, Decision, Prune
from tests.assignments.boards import NUMBER, Counts, Small, every, every_state, lattice, small
from tests.oracles import hashi
from tests.oracles.puzzles import board_of, counts_of
from tests.portions import each

EACH_BOARD = each("board", range(NUMBER), made=lambda number: every()[number])


def grid_of(board: Small) -> tuple[Grid, Searchable[Any]]:
    searchable = SPACES["grid"](board_of(board.puzzle))
    assert isinstance(searchable.space, Grid)
    return searchable.space, searchable


def decided(board: Small, state: Partial) -> Counts:
    """Return the bridges of the decided edges, computed from the number independently of the space."""
    digits, number = [], state.number
    for _ in range(state.edge):
        number, digit = divmod(number, board_of(board.puzzle).load + 1)
        digits.append(digit)
    assert number == 1
    return tuple(reversed(digits))


def allowed(board: Small, state: Partial) -> frozenset[Counts]:
    start = decided(board, state)
    return frozenset(counts for counts in board.solutions if counts[: len(start)] == start)


@EACH_BOARD
def test_no_solution_is_lost_and_goals_are_solutions(board: Small) -> None:
    space, searchable = grid_of(board)
    goals = set()
    assert board.solutions == frozenset().union(*(allowed(board, state) for state in space.initial()))
    for state in every_state(space):
        if space.is_goal(state):
            goals.add(counts_of(board.grid, searchable.solution(state, ())))
        else:
            children = [child for _, child, _ in space.successors(state)]
            assert frozenset().union(*(allowed(board, child) for child in children)) == allowed(board, state)
    assert goals == board.solutions


@EACH_BOARD
def test_states_say_what_was_built(board: Small) -> None:
    space, _ = grid_of(board)
    pairs = hashi.pairs(board.grid)
    start = [
        cell if cell > 0 else sum(i in pair for pair in pairs) * board_of(board.puzzle).load
        for i, (r, c) in enumerate(hashi.islands(board.grid))
        for cell in [board.grid[r][c]]
    ]
    barred = {frozenset(pair) for pair in hashi.crosses(board.grid)}
    for state in every_state(space):
        counts = decided(board, state)
        used = {edge for edge, count in enumerate(counts) if count}
        assert {edge for edge in range(len(pairs)) if state.used >> edge & 1} == used
        degrees = [sum(k for k, pair in zip(counts, pairs, strict=False) if i in pair) for i in range(len(start))]
        assert list(state.room) == [a - b for a, b in zip(start, degrees, strict=True)]
        assert not any(pair <= used for pair in barred)
        assert min(state.room, default=0) >= 0


def test_declarations_of_heuristics_are_true_on_every_reachable_state() -> None:
    """Declared bounds hold on every state; each heuristic that declares none is not a bound on some."""
    inadmissible, inconsistent, known = set(), set(), {}
    for board in every():
        space, searchable = grid_of(board)
        known = dict(searchable.heuristics)
        for state in every_state(space):
            left = len(hashi.pairs(board.grid)) - state.edge if allowed(board, state) else inf
            for name, heuristic in known.items():
                h = heuristic.estimate(state)
                if h > left:
                    inadmissible.add(name)
                if any(h > cost + heuristic.estimate(child) for _, child, cost in space.successors(state)):
                    inconsistent.add(name)
                if space.is_goal(state):
                    assert h == 0, name
    assert list(known) == ["mst", "components", "zero"]
    assert inadmissible == {name for name, heuristic in known.items() if not heuristic.admissible} == {"components"}
    assert inconsistent == {name for name, heuristic in known.items() if not heuristic.consistent} == {"components"}


@EACH_BOARD
def test_estimates_count_groups(board: Small) -> None:
    space, searchable = grid_of(board)
    pairs, n = hashi.pairs(board.grid), len(hashi.islands(board.grid))
    for state in every_state(space):
        chosen = [pair for k, pair in zip(decided(board, state), pairs, strict=False) if k]
        groups = {frozenset(hashi.reached(n, chosen, i)) for i in range(n)}
        assert searchable.heuristics["mst"].estimate(state) == len(groups) - 1
        assert searchable.heuristics["components"].estimate(state) == 10 * (len(groups) - 1)


def published(grid: hashi.Grid, weight: float) -> tuple[int, Counts | None]:
    """Return the nodes that the published A* expands before it takes up a goal, and the goal; reimplemented in plain Python.

    Edge by edge 0, 1, 2 bridges; priority decided edges + weight * (groups - 1), then the deeper one, then the youngest family in
    order. Pruned where bridges cross, an island is overfull, or its other edges cannot fill it; connected at the leaves.
    """
    places, pairs = hashi.islands(grid), hashi.pairs(grid)
    need = [grid[r][c] for r, c in places]
    barred = {frozenset(pair) for pair in hashi.crosses(grid)}
    heap: list[tuple[float, int, int, int, Counts]] = [(weight * (len(places) - 1), 0, 0, 0, ())]
    expanded = 0
    while heap:
        *_, counts = heappop(heap)
        expanded += 1
        edge = len(counts)
        if edge == len(pairs):
            return expanded, counts
        for k in range(3):
            child = (*counts, k)
            used = [e for e, count in enumerate(child) if count]
            degrees = [sum(c for c, pair in zip(child, pairs, strict=False) if i in pair) for i in range(len(places))]
            rest = [2 * sum(i in pair for pair in pairs[edge + 1 :]) for i in range(len(places))]
            if k and any(frozenset((edge, e)) in barred for e in used):
                continue
            if any(d > n or d + r < n for d, r, n in zip(degrees, rest, need, strict=True)):
                continue
            chosen = [pairs[e] for e in used]
            groups = len({frozenset(hashi.reached(len(places), chosen, i)) for i in range(len(places))})
            if edge + 1 == len(pairs) and groups > 1:
                continue
            heappush(heap, (edge + 1 + weight * (groups - 1), -edge - 1, -expanded, k, child))
    return expanded, None


@pytest.mark.parametrize(("heuristic", "weight"), [("zero", 0), ("mst", 1), ("components", 10)])
def test_astar_expands_what_the_published_one_expands(heuristic: str, weight: float) -> None:
    chosen = [b for b in every() if b.most == 2 and b.loops and not b.has_unknowns and board_of(b.puzzle).load == 2]
    assert len(chosen) > 20
    for board in [*chosen, lattice()]:
        space, searchable = grid_of(board)
        expanded, goal = published(board.grid, weight)
        result = astar.SEARCH.run(space, searchable.heuristics[heuristic])
        if goal is None:
            assert not isinstance(result.outcome, Found)
            assert result.statistics.expanded == (expanded if space.initial() else 0)
        else:
            assert isinstance(result.outcome, Found)
            assert tuple(k for _, k in result.outcome.path) == goal
            assert result.statistics.expanded == expanded
            assert result.outcome.cost == len(goal)


def test_a_guide_that_overestimates_expands_less_on_a_board_of_many_groups() -> None:
    space, searchable = grid_of(lattice())
    nodes = [
        astar.SEARCH.run(space, searchable.heuristics[h]).statistics.expanded for h in ("zero", "mst", "components")
    ]
    assert nodes == sorted(nodes, reverse=True)
    assert nodes[0] > nodes[2]


@EACH_BOARD
def test_keys_take_less_than_two_bits_for_each_variable_and_tell_states_apart(board: Small) -> None:
    space, _ = grid_of(board)
    keys = set()
    variables = board_of(board.puzzle).edges * board_of(board.puzzle).load
    for state in every_state(space):
        key = space.key(state)
        assert isinstance(key, int)
        assert key.bit_length() <= 2 * variables + 1
        assert sys.getsizeof(key) <= sys.getsizeof(0) + 4 + (2 * variables + 7) // 8 * 32 // 30
        assert key not in keys
        keys.add(key)


@EACH_BOARD
def test_the_story_of_a_step_is_the_step(board: Small) -> None:
    space, _ = grid_of(board)
    assert bool(space.begin()) == (not space.initial())
    load = board_of(board.puzzle).load
    for state in every_state(space):
        told = []
        for branch, ((edge, k), child, cost, steps) in enumerate(space.narrate(state), 1):
            first = edge * load + 1
            known = tuple(range(first, first + k)) + ((-(first + k),) if k < load else ())
            assert steps[0] == Decision(known, "", branch)
            assert len(steps) == (2 if child is None else 1)
            if child is None:
                is_blamed_rightly(board, (*decided(board, state), k), steps[1])
            else:
                told.append(((edge, k), child, cost))
        assert told == list(space.successors(state))


def is_blamed_rightly(board: Small, counts: Counts, step: object) -> None:
    places, pairs = hashi.islands(board.grid), hashi.pairs(board.grid)
    match step:
        case Conflict("crossing", "crossing", source):
            a, b = board_of(board.puzzle).crossing[source]
            assert counts[a]
            assert counts[b]
        case Conflict("capacity", "island", island):
            degree = sum(k for k, pair in zip(counts, pairs, strict=False) if island in pair)
            more = board_of(board.puzzle).load * sum(island in pair for pair in pairs[len(counts) :])
            row, column = places[island]
            number = board.grid[row][column]
            assert degree > number > 0 or degree + more < max(1, number)
        case Prune(reason, "island", sources):
            chosen = [pair for k, pair in zip(counts, pairs, strict=True) if k]
            apart = set(range(len(places))) - hashi.reached(len(places), chosen)
            assert set(sources) == apart
            assert reason == ("these islands are not connected to the others" if apart else "the bridges form a loop")
        case _:
            pytest.fail(f"unexpected: {step}")


def test_stories_know_every_reason() -> None:
    reasons = set()
    for board in every():
        space, _ = grid_of(board)
        for state in every_state(space):
            for *_, steps in space.narrate(state):
                reasons |= {s.rule if isinstance(s, Conflict) else s.reason for s in steps[1:]}  # type: ignore[union-attr]
    assert reasons == {
        "crossing",
        "capacity",
        "these islands are not connected to the others",
        "the bridges form a loop",
    }


@pytest.mark.parametrize("text", ["1", "1.. ... ..1", "?", "51 1."])
def test_islands_that_cannot_get_their_number_are_named_at_once(text: str) -> None:
    board = small(hashi.drawn(text))
    space, _ = grid_of(board)
    assert space.initial() == ()
    assert {type(step) for step in space.begin()} == {Conflict}
    assert not board.solutions


def test_configurations_are_all_and_judged_at_the_end() -> None:
    for board in every():
        edges, load = len(hashi.pairs(board.grid)), board_of(board.puzzle).load
        if (load + 1) ** edges > 3**6:
            continue
        searchable = SPACES["configurations"](board_of(board.puzzle))
        space = searchable.space
        assert isinstance(space, Configurations)
        ends, todo = [], list(space.initial())
        while todo:
            state = todo.pop()
            children = [child for _, child, _ in space.successors(state)]
            assert len(children) == (load + 1 if state[0] < edges else 0)
            ends += [] if children else [state]
            assert children == [] or not space.is_goal(state)
            todo += children
        assert len(ends) == len({space.key(end) for end in ends}) == (load + 1) ** edges
        goals = {counts_of(board.grid, searchable.solution(end, ())) for end in ends if space.is_goal(end)}
        assert goals == board.solutions
        for end in ends:
            reasons = space.refute(end)
            assert len(reasons) == (0 if space.is_goal(end) else 1)
            for reason in reasons:
                is_blamed_rightly(board, counts_of(board.grid, searchable.solution(end, ())), reason)


@EACH_BOARD
def test_searches_agree(board: Small) -> None:
    space, searchable = grid_of(board)
    found = [
        dfs.SEARCH.run(space).outcome,
        idastar.SEARCH.run(space, searchable.heuristics["components"]).outcome,
        bruteforce.SEARCH.run(space).outcome,
    ]
    assert [isinstance(outcome, Found) for outcome in found] == [bool(board.solutions)] * 3
