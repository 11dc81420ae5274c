"""The space of moves: known figures of the classic board, and small boards compared with the oracle."""

from __future__ import annotations

import tracemalloc
from collections.abc import Callable
from typing import Any

import pytest

import hashicnf
from hashicnf.core.deadline import Deadline
from hashicnf.core.limits import Limits
from hashicnf.core.options import Choices
from hashicnf.core.statespace import Reversible
from hashicnf.families.klotski.check import check
from hashicnf.families.klotski.layout import Layout
from hashicnf.families.klotski.plans import named
from hashicnf.families.klotski.search import SPACES
from hashicnf.families.klotski.search.moves import Moves
from hashicnf.families.klotski.task import task
from hashicnf.planning.space import TaskSpace
from hashicnf.search import SEARCHES, Found
from tests.families.klotski.boards import (
    LENGTHS,
    METRICS,
    SMALL,
    STARTS,
    Board,
    board_named,
    board_of,
    classic,
    placements,
    rows_of,
)
from tests.oracles import klotski

OPTIMA = {"step": 116, "slide": 90, "move": 81}


def reached(space: Any, starts: list[Any], steps: Callable[[Any], Any]) -> dict[Any, int]:
    """Return the distance of every state from the nearest start, by breadth-first search."""
    found, level, far = dict.fromkeys(starts, 0), starts, 0
    while level:
        far += 1
        after = [child for state in level for _, child, _ in steps(state)]
        level = [child for child in dict.fromkeys(after) if child not in found]
        found |= dict.fromkeys(level, far)
    return found


@pytest.mark.parametrize(
    ("method", "metric"),
    [
        *(("breadthfirst", metric) for metric in METRICS),
        ("astar", "step"),
        ("bidirectional", "slide"),
        *(pytest.param("astar", metric, marks=pytest.mark.slow) for metric in ("slide", "move")),
        *(pytest.param("bidirectional", metric, marks=pytest.mark.slow) for metric in ("step", "move")),
    ],
)
def test_the_classic_board_is_solved_in_the_known_numbers_of_moves(metric: str, method: str) -> None:
    answer = hashicnf.solve(
        hashicnf.parse("family: klotski\n" + "\n".join(rows_of(classic()))), method=method, metric=metric
    )
    assert answer.plan is not None
    assert (answer.plan.length, answer.plan.cost, answer.plan.metric) == (OPTIMA[metric], OPTIMA[metric], metric)
    assert answer.plan.optimal
    assert answer.plan.actions == answer.solution
    assert isinstance(answer.solution, tuple)
    assert check(classic(), answer.solution) == []


def test_known_figures_of_the_classic_board() -> None:
    """Count all placements of its pieces, the reachable ones, and the goals among them."""
    layout = Layout(classic())
    space = Moves(layout, "step")
    assert len(placements(layout)) == 65_880
    states = reached(space, [layout.start], space.successors)
    assert len(states) == 25_955
    assert sum(map(space.is_goal, states)) == 964
    assert min(far for state, far in states.items() if space.is_goal(state)) == OPTIMA["step"]
    assert sum(len(space.successors(state)) for state in states) == 83_896
    goals = [state for state in space.goal_states() if state is not None]
    assert len(goals) == len(set(goals)) > 964
    assert {state for state in states if space.is_goal(state)} < set(goals)


@pytest.mark.slow
@pytest.mark.parametrize(("metric", "hardest"), [("step", 126), ("slide", 101), ("move", 93)])
def test_the_hardest_placement_that_the_classic_board_can_reach(metric: str, hardest: int) -> None:
    layout = Layout(classic())
    space = Moves(layout, metric)
    goals = [state for state in reached(space, [layout.start], space.successors) if space.is_goal(state)]
    assert len(goals) == 964
    distance = reached(space, goals, space.predecessors)
    assert len(distance) == 25_955
    assert max(distance.values()) == hardest
    assert distance[layout.start] == OPTIMA[metric]


FEW = (
    "guo-wu-guan",
    "yi-lu-shun-feng",
    "dads-puzzler",
)  # the classic board: see above; the others in steps: see test_generate


@pytest.mark.parametrize("name", [pytest.param(n, marks=[] if n in FEW else [pytest.mark.slow]) for n in STARTS])
def test_positions_with_names_have_shortest_plans_of_known_lengths(name: str) -> None:
    board = board_named(name)
    for metric, length in zip(METRICS, LENGTHS[name], strict=True):
        searchable = SPACES["moves"](board, metric)
        outcome = SEARCHES.get("breadthfirst").run(searchable.space).outcome
        assert isinstance(outcome, Found)
        assert len(outcome.path) == length
        assert check(board, searchable.solution(outcome.goal, outcome.path)) == []


def every_board() -> list[Board]:
    return [board_of(text) for text in SMALL]


@pytest.mark.parametrize("metric", METRICS)
def test_every_placement_that_the_oracle_reaches_is_reached_in_as_many_moves(metric: str) -> None:
    for board in every_board():
        layout = Layout(board)
        space = Moves(layout, metric)
        found = reached(space, [layout.start], space.successors)
        wanted, nearest = klotski.distances(rows_of(board), board.goal, metric)
        assert sorted(found.values()) == sorted(wanted.values())
        goals = [far for state, far in found.items() if space.is_goal(state)]
        assert min(goals, default=None) == nearest
        assert set(found) <= set(placements(layout))


@pytest.mark.parametrize("metric", METRICS)
def test_predecessors_are_successors_the_other_way_round(metric: str) -> None:
    for board in every_board():
        space = Moves(Layout(board), metric)
        assert isinstance(space, Reversible)
        every = placements(space.layout)
        forwards = {(a, name, b) for a in every for name, b, _ in space.successors(a)}
        backwards = {(a, name, b) for b in every for name, a, _ in space.predecessors(b)}
        assert forwards == backwards
        assert sorted(filter(None, space.goal_states())) == sorted(state for state in every if space.is_goal(state))


@pytest.mark.parametrize("metric", METRICS)
def test_the_task_and_the_space_have_the_same_states(metric: str) -> None:
    """Facts of the task are bits of the space, so successors can be compared, and invariants counted."""
    for board in every_board():
        space = Moves(Layout(board), metric)
        described = task(board, metric, Choices())
        states = TaskSpace(described)
        assert tuple(states.initial()) == tuple(space.initial())
        for state in reached(space, [space.layout.start], space.successors):
            assert {(name, after) for name, after, _ in space.successors(state)} == {
                (name, after) for name, after, _ in states.successors(state)
            }
            assert states.is_goal(state) == space.is_goal(state)
            for one in described.invariants:
                assert sum(state >> fact & 1 for fact in one.facts) == one.bound
            for group in described.variables:
                assert sum(state >> fact & 1 for fact in group) == 1


def test_tables_that_are_not_kept_are_made_again(monkeypatch: pytest.MonkeyPatch) -> None:
    board = board_of(SMALL[0])
    kept = reached(space := Moves(Layout(board), "move"), [space.layout.start], space.successors)
    monkeypatch.setattr("hashicnf.families.klotski.search.moves.MOST_BYTES", 4_000)
    space = Moves(Layout(board), "move")
    assert reached(space, [space.layout.start], space.successors) == kept


def test_tables_of_a_large_board_take_bounded_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    """A row is about as long as a state, here 376 bytes; 60 states have tables of 1,800 rows, none of them used twice."""
    monkeypatch.setattr("hashicnf.families.klotski.search.moves.MOST_BYTES", 1 << 17)
    rows = ["AA".ljust(30, "."), "AA".ljust(30, "."), *["." * 30] * 27, "BCDEFGHIJK".ljust(30, ".")]
    space = Moves(Layout(board_of("\n".join(["family: klotski", "goal: A at 20,20", *rows]))), "step")
    state = space.successors(space.layout.start)[0][1]
    tracemalloc.start()
    try:
        for turn in range(60):
            steps = space.successors(state)
            state = steps[turn % len(steps)][1]
        assert tracemalloc.get_traced_memory()[0] < 1 << 18
    finally:
        tracemalloc.stop()


def test_a_crowded_board_is_given_up_in_time() -> None:
    """Thousands of attempts to fill a board fail per success, and the clock is checked between them."""
    rows = ["AABBCCDD", "AAEEFFGG", "HIJKLMNO", "HIJKLMNO", "PPQQRRSS", "TTUUVVWW", "XYZabcde", "XYZabcd."]
    puzzle = hashicnf.parse("family: klotski\n" + "\n".join(rows))
    answer = hashicnf.solve(puzzle, method="bidirectional", timeout=0.3)
    assert isinstance(answer.verdict, hashicnf.Unknown)
    assert answer.verdict.stopped.kind == "time"
    assert answer.stats.seconds["search"] < 5
    assert puzzle.task().most is None


def test_goals_count_against_the_limit_of_memory() -> None:
    rows = ["AABCDEF", "AAGHI..", *["......."] * 5]
    puzzle = hashicnf.parse("family: klotski\ngoal: A at 5,5\n" + "\n".join(rows))
    answer = hashicnf.solve(puzzle, method="bidirectional", max_memory=1 << 20, timeout=60)
    assert isinstance(answer.verdict, hashicnf.Unknown)
    assert answer.verdict.stopped.kind == "memory"
    waiting = answer.stats.figures["open"]
    assert isinstance(waiting, int)
    assert waiting > 1000


def test_unknown_metrics() -> None:
    with pytest.raises(hashicnf.UsageError, match="no metric is named 'hop'; there are: step, slide, move"):
        Moves(Layout(classic()), "hop")


def test_moves_name_pieces_by_their_place_and_plans_by_their_letter() -> None:
    board = classic()
    steps = ("1x1 at row 4, column 2 down 1", "1x2 at row 3, column 2 down 1", "1x1 at row 5, column 2 right 1")
    assert named(board, steps) == ("G down 1", "E down 1", "G right 1")
    assert named(board, ("1x1 at row 5, column 1 to row 5, column 3",)) == ("I right 2",)
    assert named(board, ("1x1 at row 3, column 2 down 1",)) == ("1x1 at row 3, column 2 down 1",), "that piece is 1x2"
    assert named(board, ("nonsense", "1x1 at row 5, column 2 up 1")) == ("nonsense", "1x1 at row 5, column 2 up 1")


def test_idastar_is_the_wrong_tool() -> None:
    """It remembers no states, and these repeat: where breadth-first search finds 9 steps at once, it is still busy."""
    puzzle = hashicnf.parse("family: klotski\nBB..\nCDEF\nGHEF\nGHAA\nIJAA\n")
    nodes = {
        method: hashicnf.solve(puzzle, method=method).stats.figures["nodes"] for method in ("breadthfirst", "idastar")
    }
    assert nodes["idastar"] > nodes["breadthfirst"]  # type: ignore[operator]
    space = Moves(Layout(classic()), "step")
    limited = SEARCHES.get("idastar").run(space, limits=Limits(Deadline.after(None), max_nodes=10_000))
    assert not isinstance(limited.outcome, Found)


@pytest.mark.parametrize("metric", ["step", "slide", "move"])
def test_a_board_without_blank_cells_has_no_moves(metric: str) -> None:
    board = board_of("family: klotski\ngoal: A at 0,0\nAA\nAA\n")
    moves = Moves(Layout(board), metric)
    (start,) = moves.initial()
    assert moves.is_goal(start)
    assert not [*moves.successors(start), *moves.predecessors(start)]
