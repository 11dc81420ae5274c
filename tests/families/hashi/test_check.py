"""The checker: every broken rule is reported with its place, and no correct solution is refused."""

from __future__ import annotations

import random
from collections.abc import Sequence

import numpy as np
import pytest

import hashicnf
from hashicnf.families.hashi.board import Solution
from hashicnf.logic import Ints
from tests.oracles import hashi
from tests.oracles.puzzles import puzzle_of, solution_of
from tests.portions import short_and_long

SQUARE = [[2, 0, 2], [0, 0, 0], [2, 0, 2]]
ROUND = [(0, 0, 0, 2, 1), (0, 0, 2, 0, 1), (0, 2, 2, 2, 1), (2, 0, 2, 2, 1)]
PLUS = [[0, 1, 0], [1, 0, 1], [0, 1, 0]]


def broken(grid: hashi.Grid, bridges: Sequence[tuple[int, ...]], **kind: object) -> dict[str, str]:
    puzzle = puzzle_of(grid, **kind)  # type: ignore[arg-type]
    solution = Solution(np.array(bridges, dtype=np.int32).reshape(-1, 5))
    return {v.rule: v.message for v in hashicnf.check(puzzle, solution)}


def test_a_right_solution_breaks_nothing() -> None:
    assert broken(SQUARE, ROUND) == {}


@pytest.mark.parametrize(
    ("grid", "bridges", "rule", "words"),
    [
        (SQUARE, ROUND[:3], "number", "row 3, column 3 has 1 bridge instead of 2"),
        (SQUARE, [(0, 0, 0, 2, 2), (2, 0, 2, 2, 2)], "connected", "2 groups"),
        (PLUS, [(0, 1, 2, 1, 1), (1, 0, 1, 2, 1)], "crossing", "row 2, column 2"),
        ([[1, 1, 1]], [(0, 0, 0, 2, 1)], "islands", "runs over an island"),
        ([[1], [1], [1]], [(0, 0, 2, 0, 1)], "islands", "runs over an island"),
        (SQUARE, [(0, 0, 2, 2, 1), *ROUND], "straight", "row 1, column 1 to row 3, column 3"),
        (SQUARE, [(0, 0, 0, 1, 1), *ROUND], "ends", "does not join two islands"),
        (SQUARE, [(0, 0, 0, 9, 1), *ROUND], "ends", "does not join two islands"),
        (SQUARE, [(0, -3, 0, 0, 1), *ROUND], "ends", "does not join two islands"),
        (SQUARE, [(0, 2, 0, 0, 1), *ROUND[1:]], "straight", "from right to left"),
        ([[2]], [(0, 0, 0, 0, 1)], "straight", "row 1, column 1 to row 1, column 1"),
        ([[3, 3]], [(0, 0, 0, 1, 3)], "most", "is 3-fold, and at most 2 may join a pair"),
        (SQUARE, [*ROUND, (0, 0, 0, 2, 1)], "most", "more than once"),
        (SQUARE, [*ROUND[:3], (2, 0, 2, 2, 0)], "most", "is 0-fold, and a bridge is at least 1-fold"),
        ([[-1, 2, 2]], [(0, 1, 0, 2, 2)], "number", "instead of at least 1"),
    ],
)
def test_each_broken_rule_is_named_with_its_place(
    grid: hashi.Grid, bridges: Sequence[tuple[int, ...]], rule: str, words: str
) -> None:
    found = broken(grid, bridges)
    assert rule in found
    assert words in found[rule]


def test_loops_are_broken_only_where_they_are_forbidden() -> None:
    assert broken(SQUARE, ROUND, loops=True) == {}
    assert "form 1 loop," in broken(SQUARE, ROUND, loops=False)["loops"]


def test_the_number_of_reports_is_bounded() -> None:
    grid = [[1] * 60]
    found = hashicnf.check(puzzle_of(grid), Solution(np.zeros((0, 5), dtype=np.int32)))
    assert len([v for v in found if v.rule == "number"]) == 21
    assert "40 more places" in [v for v in found if v.rule == "number"][-1].message
    found = hashicnf.check(puzzle_of([[1] * 20]), Solution(np.zeros((0, 5), dtype=np.int32)))
    assert [v.rule for v in found] == ["number"] * 20 + ["connected"]
    thrice = np.array([*ROUND, *ROUND[:2] * 2], dtype=np.int32)
    found = hashicnf.check(puzzle_of(SQUARE), Solution(thrice))
    assert [v.rule for v in found if v.rule == "most"] == ["most"] * 2
    found = hashicnf.check(puzzle_of([[1] * 21]), Solution(np.zeros((0, 5), dtype=np.int32)))
    assert [v.message for v in found if v.rule == "number"][-1] == "and 1 more place"


@pytest.mark.parametrize("loops", [True, False])
def test_it_agrees_with_brute_force_on_random_choices(loops: bool) -> None:
    rng = random.Random(11)
    agreed = {True: 0, False: 0}
    for _ in range(36):
        grid = hashi.planted(rng, rng.randint(2, 5), rng.randint(2, 5), rng.randint(3, 7), loops=loops, largest=9)
        puzzle = puzzle_of(grid, loops=loops)
        tries = [tuple(rng.randint(0, 2) for _ in hashi.pairs(grid)) for _ in range(10)]
        for counts in [*tries, *hashi.solutions(grid, loops=loops)]:
            wanted = hashi.is_solution(grid, counts, loops=loops)
            assert (hashicnf.check(puzzle, solution_of(grid, counts)) == []) == wanted, (grid, counts)
            agreed[wanted] += 1
    assert min(agreed.values()) > 30


RULES = {"number", "connected", "loops", "crossing", "most", "islands", "ends", "straight"}


@pytest.mark.parametrize("boards", short_and_long(12, 60))
def test_a_right_solution_that_is_changed_anywhere_is_refused(boards: int) -> None:
    """Remove, add or turn bridges, or move ends: the result is wrong unless brute force lists it as a solution."""
    rng = random.Random(13)
    named: set[str] = set()
    for _ in range(boards):
        loops = rng.random() < 0.7
        grid = hashi.planted(rng, 4, 5, rng.randint(4, 8), loops=loops, largest=9)
        puzzle, good = puzzle_of(grid, loops=loops), list(hashi.solutions(grid, loops=loops))
        right = {solution_of(grid, counts).bridges.tobytes() for counts in good}
        for counts in good[:3]:
            bridges = solution_of(grid, counts).bridges
            assert hashicnf.check(puzzle, Solution(bridges[rng.sample(range(len(bridges)), len(bridges))])) == []
            for _ in range(40):
                changed = mutated(rng, bridges, grid)
                found = hashicnf.check(puzzle, Solution(changed))
                rows = np.array(sorted(changed.tolist()), dtype=np.int32)
                assert bool(found) == (rows.tobytes() not in right), (grid, changed)
                named |= {violation.rule for violation in found}
    assert named == RULES


def mutated(rng: random.Random, bridges: Ints, grid: hashi.Grid) -> Ints:
    rows = [list(map(int, row)) for row in bridges]
    i = rng.randrange(len(rows))
    match rng.randrange(6):
        case 0:
            del rows[i]
        case 1:
            rows[i][4] += rng.choice([-1, 1])
        case 2:
            rows[i][rng.randrange(4)] += rng.choice([-1, 1])
        case 3:
            rows[i] = [*rows[i][2:4], *rows[i][:2], rows[i][4]]
        case 4:
            places = hashi.islands(grid)
            u, v = rng.choice([tuple(rng.sample(places, 2)), *((places[a], places[b]) for a, b in hashi.pairs(grid))])
            rows.append([*min(u, v), *max(u, v), 1])
        case _:
            rows.append(rows[i])
    return np.array(rows, dtype=np.int32).reshape(-1, 5)


def test_violations_count_rows_and_columns_from_one_and_name_every_place() -> None:
    found = hashicnf.check(puzzle_of(SQUARE), Solution(np.array([(0, 0, 0, 2, 1)], dtype=np.int32)))
    assert [violation.rule for violation in found] == ["number"] * 4 + ["connected"]
    places = [(1, 1), (1, 3), (3, 1), (3, 3)]
    assert [f"row {r}, column {c} " in v.message for (r, c), v in zip(places, found, strict=False)] == [True] * 4
    assert "row 3, column 1 (1 of 4 islands)" in found[4].message
    assert [violation.cells for violation in found] == [((r - 1, c - 1),) for r, c in [*places, (3, 1)]]


@pytest.mark.parametrize(
    ("grid", "bridges", "wanted"),
    [
        (
            [[0, 3, 0, 0], [1, 0, 1, 0], [0, 0, 0, 0], [3, 0, 0, 3], [0, 3, 0, 0]],
            [(0, 1, 4, 1, 3), (1, 0, 1, 2, 1), (3, 0, 3, 3, 3)],
            [("most", (0, 1), (4, 1)), ("most", (3, 0), (3, 3)), ("crossing", (1, 1)), ("crossing", (3, 1))],
        ),
        ([[1, 0, 0], [1, 0, 1], [1, 0, 0]], [(0, 0, 2, 0, 1), (1, 0, 1, 2, 1)], [("islands", (0, 0), (2, 0))]),
        (
            [[0, 0, 0, 0, 1, 0], [1, 0, 1, 1, 0, 1], [0, 0, 0, 0, 1, 0]],
            [(0, 4, 2, 4, 1), (1, 0, 1, 2, 1), (1, 3, 1, 5, 1)],
            [("crossing", (1, 4))],
        ),
        (
            [[0, 1, 0], [1, 0, 0], [0, 1, 0], [1, 0, 0], [0, 1, 0], [1, 0, 1], [0, 1, 0]],
            [(0, 1, 2, 1, 1), (1, 0, 3, 0, 1), (4, 1, 6, 1, 1), (5, 0, 5, 2, 1)],
            [("crossing", (5, 1))],
        ),
    ],
)
def test_only_broken_rules_are_reported_with_their_cells(
    grid: hashi.Grid, bridges: Sequence[tuple[int, ...]], wanted: Sequence[object]
) -> None:
    found = hashicnf.check(puzzle_of(grid), Solution(np.array(bridges, dtype=np.int32)))
    assert [(violation.rule, *violation.cells) for violation in found] == [*wanted, ("connected", (1, 0))]


def test_a_board_without_islands_needs_no_bridges() -> None:
    empty = Solution(np.zeros((0, 5), dtype=np.int32))
    assert hashicnf.check(puzzle_of([[0, 0], [0, 0]]), empty) == []
    assert [v.rule for v in hashicnf.check(puzzle_of([[-1]]), empty)] == ["number"]
