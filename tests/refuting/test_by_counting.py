"""Boards that counting refutes: lattices, planted contradictions; and boards with a solution, of which none is refuted."""

from __future__ import annotations

import io
import random
import re
from dataclasses import replace

import numpy as np
import pytest

import hashicnf
from hashicnf.core.deadline import Deadline
from hashicnf.core.flaws import OddSum, Shortage, TooFew
from hashicnf.core.variables import VariablePool
from hashicnf.errors import GaveUp, InternalError
from hashicnf.families import FAMILIES
from hashicnf.families.hashi.board import Board, Solution
from hashicnf.families.hashi.constraints import constraints
from hashicnf.families.hashi.explain.flaws import why_unsolvable
from hashicnf.families.hashi.generate import generate, lattice, unsolvable
from hashicnf.logic import Bools, Truth, Unsat, truth
from hashicnf.pipeline.compile import compile_puzzle
from hashicnf.pipeline.encodings import Encodings
from hashicnf.propagation.counting.argument import Argument, replay
from hashicnf.propagation.counting.crowded import Demand
from hashicnf.propagation.counting.crowding import find_crowded
from hashicnf.propagation.counting.matching import Matching
from hashicnf.propagation.counting.weights import weights
from hashicnf.refuting import by_counting as room
from hashicnf.refuting import search
from hashicnf.refuting.by_counting import refuted
from hashicnf.refuting.search import Fixed, Refuted, refute_batches
from tests.oracles import hashi
from tests.oracles.puzzles import board_of, puzzle_of, puzzle_with
from tests.portions import few


def against(board: Board) -> Refuted | Fixed:
    pool = VariablePool()
    batches = constraints(board, pool)
    return refute_batches(batches, pool.count)


def told(board: Board) -> str:
    verdict = refuted(compile_puzzle(puzzle_with(board), Encodings(connectivity="lazy")))
    assert isinstance(verdict, Unsat)
    return verdict.reason or ""


@pytest.mark.parametrize("side", [3, 5, 9, 15, 31])
def test_odd_lattices_are_refuted_by_one_sum(side: int) -> None:
    found = against(lattice(side).board)
    assert isinstance(found, Refuted)
    assert len(found.argument.steps) == 1
    assert isinstance(found.flaw, Shortage)
    assert len(found.flaw.short) == len(found.flaw.others) + 1
    assert found.flaw.need == found.flaw.room + 2


@pytest.mark.parametrize("side", [2, 4, 10, 24])
def test_even_lattices_are_not(side: int) -> None:
    assert isinstance(against(lattice(side).board), Fixed)


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("islands", [60, 400])
def test_planted_contradictions_are_refuted(seed: int, islands: int) -> None:
    side = int((4 * islands) ** 0.5)
    assert isinstance(against(unsolvable(side, side, islands, seed=seed).board), Refuted)


@pytest.mark.parametrize("seed", range(20))
def test_planted_solutions_are_kept(seed: int) -> None:
    planted = generate(12, 12, 40 - seed, seed=seed)
    found = against(planted.board)
    assert isinstance(found, Fixed)
    assert planted.solution is not None
    bridges = as_model(planted.board, planted.solution)
    assert truth(bridges, found.literals).all()


def as_model(board: Board, solution: Solution) -> Bools:
    """Return the truth of each variable, bool[v + 1]."""
    bridges = {((r, c), (y, x)): k for r, c, y, x, k in solution}
    places = list(zip(board.row.tolist(), board.column.tolist(), strict=True))
    load = [bridges.get((places[u], places[v]), 0) for u, v in board.edge.tolist()]
    return np.concatenate([[False], (np.array(load)[:, None] > np.arange(board.load)).ravel()])


@pytest.mark.parametrize("seed", few(range(8), 2))
def test_small_boards_are_refuted_only_if_brute_force_finds_nothing(seed: int) -> None:
    rng = random.Random(seed)
    refutations = 0
    for number in range(60):
        most, loops = (2, True) if number % 3 else (3, number % 2 > 0)
        grid = [list(row) for row in hashi.planted(rng, 5, 5, 6, most, loops=loops)]
        places = [(r, c) for r in range(5) for c in range(5) if grid[r][c] > 0]
        for r, c in rng.sample(places, min(number % 4, len(places))):
            grid[r][c] = max(1, grid[r][c] + rng.choice((-1, 1)))
        found = against(board_of(puzzle_of(grid, most, loops=loops)))
        if isinstance(found, Refuted):
            refutations += 1
            assert next(hashi.solutions(grid, most, loops=loops), None) is None
    assert 10 < refutations < 50


def test_sentences_name_islands_and_numbers() -> None:
    assert told(lattice(3).board) == (
        "the five islands at (1, 1), (1, 5), (3, 3), (5, 1) and (5, 5) need 10 bridges to other islands, "
        "and the four islands around them can take at most 8"
    )
    closed = told(unsolvable(12, 12, 60, seed=1).board)
    begin = "however bridges are laid to meet the numbers, none can connect the"
    assert re.fullmatch(rf"{begin} \w+ islands at .* to the other islands", closed)


@pytest.mark.parametrize(
    ("rows", "reason"),
    [
        ("2.1.1", "island 1 at row 1, column 3 would have three bridges"),
        ("1.4.1", "island 4 at row 1, column 3 would have room for at most two bridges"),
        ("?.1.2", "island 1 at row 1, column 3 would have three bridges"),
        (
            ".1. 2.2 .1.",
            (
                "a bridge between islands 2 and 2 in row 2, columns 1 and 3 would cross one between islands 1 and 1 in column 2, "
                "rows 1 and 3"
            ),
        ),
    ],
)
def test_where_propagation_ends_is_the_reason(rows: str, reason: str) -> None:
    assert told(board_of(puzzle_of(hashi.drawn(rows)))) == reason


ODD = "2.3.2\n.....\n2...2\n"  # half of a bridge more or less everywhere would do


def test_an_odd_sum_is_the_reason_where_no_place_lacks_anything() -> None:
    board = hashicnf.read(io.StringIO(ODD)).board
    assert isinstance(board, Board)
    assert told(board) == (
        "the numbers of all islands add up to 11, but every bridge counts at two of them, so the sum must be even"
    )
    assert why_unsolvable(board, OddSum("island", np.array([0, 1, 3]), 9, 0)) == (
        "the numbers of the three islands at (1, 1), (1, 3) and (3, 1) add up to 9, but all their bridges are among them, and each "
        "counts at two, so the sum must be even"
    )
    assert why_unsolvable(board, OddSum("island", np.array([0, 1]), 6, 1)) == (
        "the numbers of island 2 at row 1, column 1 and island 3 at row 1, column 3 add up to 6; one bridge leaves them, and every "
        "other counts at two of them, so the rest, 5, must be even"
    )
    assert "; three bridges leave them, and" in (why_unsolvable(board, OddSum("island", np.array([0, 1]), 6, 3)) or "")


@pytest.mark.parametrize("side", [4, 12, 40])
def test_too_few_bridges_to_connect_all_islands_are_counted(side: int) -> None:
    clue = lattice(side).board.clue.copy()
    clue[[0, side - 1, -side, -1]] = 1
    board = replace(lattice(side).board, clue=clue)
    assert isinstance(against(board), Refuted)
    n = side * side
    assert told(board) == (
        f"the numbers of all islands leave room for {n - 2:,} bridges, and it takes {n - 1:,} to connect {n:,} islands"
    )


def test_a_loop_that_is_certain_is_the_reason_where_loops_are_forbidden() -> None:
    board = board_of(puzzle_of([[3, 0, 3], [0, 0, 0], [3, 0, 3]]))
    assert isinstance(against(board), Fixed)
    assert told(replace(board, loops=False)) == (
        "however bridges are laid to meet the numbers, they close the loop (1, 1), (1, 3), (3, 3), (3, 1) and back"
    )


def test_too_few_of_what_is_left_is_told_so() -> None:
    board = lattice(4).board
    assert why_unsolvable(board, TooFew("island", 1, 3, 16)) == (
        "what is certain leaves room for 1 bridge, and it takes 3 to connect the 4 groups of islands"
    )


@pytest.mark.parametrize("seed", range(10))
def test_every_odd_board_without_hidden_clues_is_refuted(seed: int) -> None:
    board = generate(14, 14, 60, seed=seed).board
    clue = board.clue.copy()
    clue[seed] += 1
    assert isinstance(against(replace(board, clue=clue)), Refuted)


def test_nothing_is_refuted_past_the_deadline(monkeypatch: pytest.MonkeyPatch) -> None:
    board = lattice(5).board
    pool = VariablePool()
    batches, late = constraints(board, pool), Deadline.after(0)
    with pytest.raises(GaveUp):
        refute_batches(batches, pool.count, deadline=late)
    found = refute_batches(batches, pool.count)
    assert isinstance(found, Refuted)
    with pytest.raises(GaveUp):
        replay(found.argument, batches, pool.count, late)
    puzzle = puzzle_with(board)
    assert not isinstance(refuted(compile_puzzle(puzzle), late), Unsat)
    assert room.why_unsolvable(puzzle) is not None
    assert room.why_unsolvable(puzzle, deadline=late) is None
    monkeypatch.setattr(room, "BRIEFLY", 0)
    assert room.why_unsolvable(puzzle) is None


def test_an_argument_that_does_not_stand_the_check_is_an_internal_error(monkeypatch: pytest.MonkeyPatch) -> None:
    nothing = Argument((), np.zeros(0, dtype=np.int32))
    monkeypatch.setattr(search, "_search", lambda *_: (nothing, True))
    with pytest.raises(InternalError, match="fails its check"):
        against(lattice(5).board)


def test_puzzles_that_count_otherwise_are_left_alone() -> None:
    puzzle = hashicnf.parse(FAMILIES.get("sudoku").example)
    assert not isinstance(refuted(compile_puzzle(puzzle)), Unsat)


def test_flows_end_at_the_deadline() -> None:
    board = generate(14, 14, 60, seed=1).board
    pool = VariablePool()
    batches, late = constraints(board, pool), Deadline.after(0)
    nothing: Truth = np.zeros(2 * pool.count + 1, dtype=np.int8)
    matching, demand = Matching.of(batches, pool.count), Demand.of(batches, nothing)
    assert matching is not None
    assert demand is not None
    with pytest.raises(GaveUp):
        weights(matching.left(nothing), late)
    with pytest.raises(GaveUp):
        find_crowded(demand, late)
