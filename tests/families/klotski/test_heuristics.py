"""Heuristics: declared properties hold on all placements of small boards; published claims about the classic board, in figures."""

from __future__ import annotations

from collections import Counter
from functools import cache

import pytest

import hashicnf
from hashicnf.core.statespace import Heuristic
from hashicnf.families.klotski.board import Board
from hashicnf.families.klotski.layout import WAYS, Layout
from hashicnf.families.klotski.search.heuristics import heuristics
from hashicnf.families.klotski.search.moves import Moves
from tests.families.klotski.boards import METRICS, SMALL, board_of, classic, placements

NAMES = ["obstacles-distance", "obstacles", "manhattan", "zero"]
OPEN = (
    "family: klotski\ngoal: A at 1,2\nAA..\nAA..\n....\n",
    "family: klotski\ngoal: A at 0,3\nA...\nB...\n",
    "family: klotski\ngoal: A at 1,1\nAA..\nAABB\n...C\n",
    "family: klotski\ngoal: A at 2,0\nABB\nABB\n...\n...\n",
)


def distances(space: Moves) -> dict[int, int]:
    """Return the true distance of every placement from which there is a plan."""
    level = placements(space.layout, space.layout.target)
    found, far = dict.fromkeys(level, 0), 0
    while level:
        far += 1
        before = [before for state in level for _, before, _ in space.predecessors(state)]
        level = [state for state in dict.fromkeys(before) if state not in found]
        found |= dict.fromkeys(level, far)
    return found


def broken(space: Moves, heuristic: Heuristic[int]) -> tuple[int, int]:
    """Return the number of placements whose estimate is too high, and of moves that lower it by more than their cost."""
    truth = distances(space)
    states = placements(space.layout)
    too_high = sum(heuristic.estimate(state) > truth.get(state, float("inf")) for state in states)
    arcs = ((state, child) for state in states for _, child, _ in space.successors(state))
    return too_high, sum(heuristic.estimate(a) - heuristic.estimate(b) > 1 for a, b in arcs)


@pytest.mark.parametrize("metric", METRICS)
@pytest.mark.parametrize("text", [*SMALL, *OPEN])
def test_promises_are_kept_on_all_placements(text: str, metric: str) -> None:
    space = Moves(Layout(board_of(text)), metric)
    known = heuristics(space.layout, metric)
    assert sorted(known) == sorted(NAMES)
    for name, heuristic in known.items():
        too_high, inconsistent = broken(space, heuristic)
        assert name == heuristic.name
        assert heuristic.admissible == heuristic.consistent
        assert metric != "step" or heuristic.consistent
        assert not (heuristic.admissible and too_high)
        assert not (heuristic.consistent and inconsistent)
        assert all(heuristic.estimate(state) == 0 for state in placements(space.layout, space.layout.target))


def way_out(shape: tuple[int, int], size: tuple[int, int], at: tuple[int, int], area: tuple[int, int, int, int]) -> int:
    """Return the fewest cells by which a piece leaves an area (rows, columns, top, left) straight; 0 outside or without a way."""
    height, width, top, left = area
    return min(
        (
            cells
            for cells in range(max(shape))
            for r, c in ((at[0] + down * cells, at[1] + right * cells) for down, right in WAYS.values())
            if 0 <= r <= shape[0] - size[0] and 0 <= c <= shape[1] - size[1]
            if not (top - size[0] < r < top + height and left - size[1] < c < left + width)
        ),
        default=0,
    )


@pytest.mark.parametrize("text", [*SMALL, *OPEN, "family: klotski\ngoal: A at 0,1\nAA.\nAAB\n...\n...\n"])
def test_estimates_are_those_of_their_definitions_on_all_placements(text: str) -> None:
    board = board_of(text)
    layout = Layout(board)
    known = heuristics(layout, "step")
    (wanted,) = [piece for piece in board.pieces if piece.name == board.goal.name]
    area = wanted.height, wanted.width, board.goal.row, board.goal.column
    for state in placements(layout):
        numbers = layout.places(state)
        places = dict(zip(board.pieces, zip(numbers[::2], numbers[1::2], strict=True), strict=True))
        row, column = places.pop(wanted)
        own = abs(row - board.goal.row) + abs(column - board.goal.column)
        ways = [way_out(board.shape, (piece.height, piece.width), at, area) for piece, at in places.items()]
        found = [known[name].estimate(state) for name in NAMES[:3]]
        assert found == [own + sum(ways), own + sum(map(bool, ways)), own], state


def test_what_is_not_promised_is_broken() -> None:
    """With room for two cells in one move estimates fall by two; an inconsistent heuristic is never the default."""
    for text in OPEN:
        for metric in ("slide", "move"):
            space = Moves(Layout(board_of(text)), metric)
            known = heuristics(space.layout, metric)
            assert next(iter(known.values())).admissible
            for heuristic in known.values():
                if not heuristic.consistent:
                    assert broken(space, heuristic)[1], (text, metric, heuristic.name)
    assert not heuristics(Layout(board_of(OPEN[0])), "slide")["manhattan"].consistent
    assert not heuristics(Layout(board_of(OPEN[0])), "move")["manhattan"].consistent


@pytest.mark.parametrize(("row", "column"), [(0, 0), (0, 1), (1, 0), (1, 1)])
def test_a_move_around_a_corner_counts_as_two_cells(row: int, column: int) -> None:
    cells = ["." * 2, "." * 2]
    cells[1 - row] = ".A" if column == 0 else "A."
    layout = Layout(board_of(f"family: klotski\ngoal: A at {row},{column}\n{cells[0]}\n{cells[1]}\n"))
    promised = [heuristics(layout, metric)["manhattan"].admissible for metric in ("step", "slide", "move")]
    assert promised == [True, True, False]


def test_no_plan_is_called_optimal_that_need_not_be() -> None:
    puzzle = hashicnf.parse(OPEN[0])
    for metric in METRICS:
        sure = hashicnf.solve(puzzle, method="astar", metric=metric, heuristic="zero").plan
        guess = hashicnf.solve(puzzle, method="astar", metric=metric, heuristic="manhattan").plan
        usual = hashicnf.solve(puzzle, method="astar", metric=metric).plan
        assert sure is not None
        assert guess is not None
        assert usual is not None
        assert (sure.optimal, guess.optimal, usual.optimal) == (True, metric == "step", True)
        assert sure.length == usual.length


@cache
def reachable() -> tuple[Moves, dict[int, int]]:
    """Return the space of the classic board by steps, and the true distances of all reachable placements."""
    space = Moves(Layout(classic()), "step")
    found, level = {space.layout.start}, [space.layout.start]
    while level:
        level = [*dict.fromkeys(c for state in level for _, c, _ in space.successors(state) if c not in found)]
        found.update(level)
    truth = distances(space)
    return space, {state: truth[state] for state in found}


def meets_target(layout: Layout, state: int) -> bool:
    """Return whether the piece of the goal covers a cell of the target area."""
    area = layout.covers[0][layout.target]
    head = next(head for head, fact in layout.facts[0].items() if state >> fact & 1)
    return layout.covers[0][head] & area != 0


def test_the_published_claims_about_obstacles() -> None:
    """The piece of the goal must not count as an obstacle; a move can change the number by one up or down."""
    space, truth = reachable()
    known = heuristics(space.layout, "step")
    estimate = {state: known["obstacles"].estimate(state) for state in truth}
    assert all(estimate[state] <= far for state, far in truth.items())
    as_published = {state: estimate[state] + meets_target(space.layout, state) for state in truth}
    assert sum(as_published[state] > far for state, far in truth.items()) == 1_040
    assert all(as_published[state] == 1 for state, far in truth.items() if not far)
    arcs = [(a, b) for a in truth for _, b, _ in space.successors(a)]
    assert len(arcs) == 83_896
    assert Counter(estimate[a] - estimate[b] for a, b in arcs) == {
        -1: 7_536,
        0: 68_824,
        1: 7_536,
    }
    far = {state: manhattan(space, state) for state in truth}
    assert sum(far[a] != far[b] for a, b in arcs) == 1_162


def manhattan(space: Moves, state: int) -> float:
    return heuristics_of(space)["manhattan"].estimate(state)


@cache
def heuristics_of(space: Moves) -> dict[str, Heuristic[int]]:
    return dict(heuristics(space.layout, space.metric))


def test_the_means_on_the_classic_board() -> None:
    space, truth = reachable()
    means = {name: sum(map(h.estimate, truth)) / len(truth) for name, h in heuristics_of(space).items()}
    assert {name: round(mean, 2) for name, mean in means.items()} == {
        "obstacles-distance": 5.99,
        "obstacles": 5.32,
        "manhattan": 2.87,
        "zero": 0,
    }
    assert round(sum(truth.values()) / len(truth), 2) == 71.97


@pytest.mark.parametrize("metric", METRICS)
def test_two_blank_cells_are_too_few_for_two_cells_in_one_go(metric: str) -> None:
    assert all(h.admissible and h.consistent for h in heuristics(Layout(classic()), metric).values())


def four_blanks() -> Board:
    """Return a board of one 2x2 piece, one horizontal and four vertical dominoes, and two single pieces."""
    return board_of("family: klotski\nBAAC\nBAAC\nDEEF\nDGHF\n....\n")


def test_four_blank_cells_are_enough() -> None:
    known = {metric: heuristics(Layout(four_blanks()), metric) for metric in METRICS}
    assert {metric: some["manhattan"].admissible for metric, some in known.items()} == {
        "step": True,
        "slide": False,
        "move": False,
    }


@pytest.mark.slow
@pytest.mark.parametrize(("metric", "arcs"), [("step", 0), ("slide", 90), ("move", 144)])
def test_how_many_moves_break_manhattan_with_four_blank_cells(metric: str, arcs: int) -> None:
    space = Moves(Layout(four_blanks()), metric)
    estimate = heuristics_of(space)["manhattan"].estimate
    states = placements(space.layout)
    assert len(states) == 65_880
    found = sum(estimate(a) - estimate(b) > 1 for a in states for _, b, _ in space.successors(a))
    assert found == arcs
