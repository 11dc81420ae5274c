"""Heuristics compared with all distances of small boards: declared properties hold for every position and every slide."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache
from typing import Any

import numpy as np
import pytest

import hashicnf
from hashicnf.core.options import SEED, Choices
from hashicnf.core.progress import unobserved
from hashicnf.core.statespace import Batches, Heuristic
from hashicnf.families.tiles.board import GOAL, Board
from hashicnf.families.tiles.generate import SIZE, scrambled
from hashicnf.families.tiles.heuristics import patterns
from hashicnf.families.tiles.heuristics.lines import conflicts, leaving
from hashicnf.families.tiles.heuristics.patterns import FAR, build, partition, symmetries
from hashicnf.families.tiles.heuristics.walking import walk
from tests.families.tiles.boards import ADMISSIBLE, CONSISTENT, PUBLISHED, in_rows, positions, puzzle
from tests.oracles import tiles

GOALS = {
    "2 x 4, blank inside": ((1, 2, 0, 3, 4, 5, 6, 7), 4),
    "2 x 3, blank first": ((0, 1, 2, 3, 4, 5), 3),
    "3 x 2, shuffled": ((5, 0, 3, 1, 4, 2), 2),
    "2 x 2": ((1, 2, 3, 0), 2),
    "1 x 5": ((1, 2, 3, 4, 0), 5),
}
NINE = (1, 2, 3, 4, 5, 6, 7, 8, 0), 3
EVERY = pytest.mark.parametrize(
    ("goal", "columns"),
    [
        *(pytest.param(*goal, id=name) for name, goal in GOALS.items()),
        pytest.param(*NINE, id="3 x 3, blank last", marks=pytest.mark.slow),
    ],
)


def heuristics_of(goal: tuple[int, ...], columns: int) -> dict[str, Heuristic[Any]]:
    rows = in_rows(goal, columns)
    return dict(positions(f"{rows}\n\n{rows}").heuristics)


@cache
def slides_of(goal: tuple[int, ...], columns: int) -> np.ndarray:
    """Return all slides as pairs of positions, int[slides, 2], which are numbered in the order of their distances."""
    cells = len(goal)
    every = np.array([*tiles.distances(goal, columns)])
    place = cells ** np.arange(cells)
    code, at = every @ place, (every == 0).argmax(axis=1)
    order = np.argsort(code)
    found = []
    for blank in range(cells):
        here = np.flatnonzero(at == blank)
        for other in tiles.beside(blank, cells, columns):
            after = code[here] + every[here, other] * (place[blank] - place[other])
            found.append(np.stack((here, order[np.searchsorted(code, after, sorter=order)]), axis=1))
    return np.concatenate(found)


def all_estimates(heuristic: Heuristic[Any], goal: tuple[int, ...], columns: int) -> np.ndarray:
    """Return the estimates of all positions, computed over arrays."""
    assert heuristic.batches is not None
    h, _ = heuristic.batches()._guide.start(np.array([*tiles.distances(goal, columns)], dtype=np.uint8))  # type: ignore[attr-defined]
    return np.asarray(h)


def drops_of(h: np.ndarray, slides: np.ndarray) -> int:
    """Return the number of slides after which an estimate is lower by more than one."""
    return int((h[slides[:, 0]] > 1 + h[slides[:, 1]]).sum())


@EVERY
def test_promises_hold_for_every_position_and_every_slide(goal: tuple[int, ...], columns: int) -> None:
    true = tiles.distances(goal, columns)
    slides = slides_of(goal, columns)
    for name, heuristic in heuristics_of(goal, columns).items():
        h = {cells: heuristic.estimate(bytes(cells)) for cells in true}
        assert h[goal] == 0
        too_high = sum(h[cells] > true[cells] for cells in true)
        drops = drops_of(np.array([h[cells] for cells in true]), slides)
        assert heuristic.admissible == (name != "m3h")
        assert not (heuristic.admissible and too_high), name
        assert heuristic.consistent == (name in (*CONSISTENT, "zero"))
        assert not (heuristic.consistent and drops), name


def test_what_is_not_promised_fails_somewhere() -> None:
    true = np.array([*tiles.distances(*NINE).values()])
    m3h = heuristics_of(*NINE)["m3h"]
    h = all_estimates(m3h, *NINE)
    assert int((h > true).sum()) == 180_119
    assert int((h - true).max()) == 24
    assert drops_of(h, slides_of(*NINE)) == 55_440


def test_pattern_databases_are_not_consistent_and_say_so() -> None:
    goal = (1, 2, 3, 4, 5, 6, 7, 8, 0)
    database = heuristics_of(goal, 3)["pattern-database"]
    h = all_estimates(database, goal, 3)
    some = random.Random(1).sample([*enumerate(tiles.distances(goal, 3))], 2000)
    assert [int(h[number]) for number, _ in some] == [database.estimate(bytes(cells)) for _, cells in some]
    assert drops_of(h, slides_of(goal, 3)) == 11_644


def test_better_heuristics_are_higher_on_average() -> None:
    goal = (1, 2, 3, 4, 5, 6, 7, 8, 0)
    true = tiles.distances(goal, 3)
    known = heuristics_of(goal, 3)
    some = random.Random(1).sample(sorted(true), 3000)
    mean = {name: sum(known[name].estimate(bytes(cells)) for cells in some) / len(some) for name in ADMISSIBLE}
    assert mean["hamming"] < mean["manhattan"] < mean["linear-conflict"] < mean["walking-distance"]
    assert mean["walking-distance"] < mean["pattern-database"] <= sum(true[cells] for cells in some) / len(some)


def scrambles(shape: tuple[int, int], goal: str) -> Iterator[str]:
    for seed in range(2):
        made = scrambled(Choices({SIZE: shape, SEED: seed, GOAL: goal}))
        yield in_rows(made.board.start, shape[1])


@pytest.mark.parametrize("shape", [(2, 5), (4, 3), (4, 4)], ids=lambda shape: "x".join(map(str, shape)))
@pytest.mark.parametrize("goal", ["blank-last", "blank-first"])
@pytest.mark.parametrize("name", [*CONSISTENT, "m3h"])
def test_arrays_give_the_same_estimates_along_random_walks(shape: tuple[int, int], goal: str, name: str) -> None:
    for rows in scrambles(shape, goal):
        space = positions(rows, f"goal: {goal}")
        follow(space.space, space.heuristics[name])


def test_arrays_look_up_the_same_patterns() -> None:
    for goal in ("blank-last", "blank-first"):
        for rows in scrambles((3, 2), goal):
            space = positions(rows, f"goal: {goal}")
            follow(space.space, space.heuristics["pattern-database"])


def test_arrays_give_the_same_estimates_on_large_boards(monkeypatch: pytest.MonkeyPatch) -> None:
    """The number of a tile times that of the cells takes more than a byte."""
    monkeypatch.setattr(patterns, "MOST_ENTRIES_IF_LARGE", 400)  # patterns of two tiles
    for rows in scrambles((3, 6), "blank-last"):
        space = positions(rows, "goal: blank-last")
        for heuristic in space.heuristics.values():
            if heuristic.batches is not None:
                follow(space.space, heuristic)


def follow(space: Any, heuristic: Heuristic[Any]) -> None:
    """Walk at random over arrays, and compare with the space."""
    assert heuristic.batches is not None
    batches: Batches[bytes, str] = heuristic.batches()
    rng = random.Random(1)
    states, h = batches.initial()
    (state,) = space.initial()
    assert h.tolist() == [heuristic.estimate(state)]
    actions: list[int] = []
    for _ in range(40):
        children = batches.expand(states)
        made = children.take(np.arange(len(children.h)))
        found = {bytes(cells): int(value) for cells, value in zip(made[0], children.h, strict=True)}
        after = [child for _, child, _ in space.successors(state)]
        assert set(found) <= set(after)
        assert len(found) == len(after) - (len(actions) > 0)  # the slide back is left out
        assert found == {child: heuristic.estimate(child) for child in found}
        one = rng.randrange(len(found))
        states, state = children.take(np.array([one])), bytes(made[0][one])
        actions.append(int(children.action[one]))
        assert batches.goals(states).tolist() == [space.is_goal(state)]
        assert batches.retrace(0, actions)[0] == state


def test_a_table_of_patterns_holds_distances_of_the_pattern_alone() -> None:
    """Compare with breadth-first search over the pattern's tiles and the blank, where other slides are free."""
    goal, columns, pattern = (1, 2, 3, 4, 5, 0), 3, (0, 3)
    table = build((2, 3), pattern, 5, unobserved)
    cost: dict[tuple[int, ...], int] = {}
    start = tuple(tile if tile in (1, 4, 0) else 9 for tile in goal)
    ahead = [[start]]
    for steps in range(30):
        for cells in ahead[steps] if steps < len(ahead) else []:
            if cells in cost:
                continue
            cost[cells] = steps
            for other in tiles.neighbours(cells, columns):
                counts = cells[other.index(0)] != 9
                while len(ahead) <= steps + 1:
                    ahead.append([])
                ahead[steps + counts].append(other)
    least: dict[int, int] = {}
    for cells, steps in cost.items():
        index = cells.index(1) + 6 * cells.index(4)
        least[index] = min(steps, least.get(index, steps))
    assert {index: int(value) for index, value in enumerate(table) if value != FAR} == least


def test_patterns_cover_the_goal_once_and_tables_are_shared_by_goals_in_other_corners() -> None:
    for shape, blank in (((4, 4), 15), ((3, 3), 8), ((3, 3), 4), ((2, 5), 9), ((5, 5), 24)):
        cells = sorted(cell for pattern in partition(shape, blank) for cell in pattern)
        assert cells == [cell for cell in range(shape[0] * shape[1]) if cell != blank]
    for corner in (0, 3, 12, 15):
        assert {int(one[corner]) for one in symmetries((4, 4), corner)} == {15}
        assert len(symmetries((4, 4), corner)) == 2
    assert {int(one[0]) for one in symmetries((2, 3), 0)} == {5}


def test_lines() -> None:
    assert [leaving(order) for order in ([], [1], [1, 2, 3], [3, 2, 1], [2, 3, 1], [4, 1, 2, 3])] == [0, 0, 0, 2, 1, 1]
    table = conflicts(3)
    for code, value in enumerate(table.tolist()):
        digits = [code // 4**at % 4 for at in range(3)]
        order = [digit for digit in digits if digit]
        if len(set(order)) == len(order):
            assert value == 2 * leaving(order)


def test_walks_have_as_many_states_as_the_literature_says() -> None:
    assert len(walk(4, 4, 3).distance) == 24_964
    assert len(walk(3, 3, 2).distance) == 105


def test_large_boards_have_no_tables_and_can_be_searched() -> None:
    rows = in_rows((*range(1, 63), 0, 63), 8)
    space = positions(rows)
    assert "walking-distance" not in space.heuristics
    assert "pattern-database" not in space.heuristics
    for heuristic in space.heuristics:
        if heuristic != "zero":
            answer = hashicnf.solve(puzzle(rows), method="idastar", heuristic=heuristic)
            assert answer.plan is not None
            assert answer.plan.length == 1


def test_prepared_tables_are_reported_and_obey_the_clock() -> None:
    start = puzzle(PUBLISHED["medium"].rows)
    figures = hashicnf.solve(start, method="astar", heuristic="walking-distance").stats.figures
    assert figures["table_states"] == 105  # rows and columns share a table: the goal has its blank in the last of both
    aside = hashicnf.parse("family: tiles\n12.\n453\n786\n\n123\n456\n.78\n")
    assert hashicnf.solve(aside, heuristic="walking-distance").stats.figures["table_states"] == 210
    figures = hashicnf.solve(start, method="astar", heuristic="pattern-database").stats.figures
    assert figures["patterns"] == "7-1"
    assert figures["table_bytes"] == 9**7 + 9
    board = puzzle(in_rows((*range(1, 11), 0, 11), 4))
    answer = hashicnf.solve(board, method="astar", heuristic="pattern-database", timeout=0.05)
    assert isinstance(answer.verdict, hashicnf.Unknown)
    assert answer.verdict.reason == "time limit of 0.05 s reached while the tables of the heuristic were made"


def test_boards_compare_by_start_and_goal() -> None:
    assert Board((1, 2), (1, 0), (1, 0), "a") == Board((1, 2), (1, 0), (1, 0), "b")
