"""Uniqueness, enumeration and backbones, compared with brute force."""

from __future__ import annotations

import json
import random
import weakref
from itertools import islice
from typing import Any, NoReturn

import numpy as np
import pytest

import hashicnf
from hashicnf.answers import counting
from hashicnf.answers.counting import by_frontier, by_turns
from hashicnf.answers.counting.result import Count
from hashicnf.answers.enumeration import PER_LITERAL
from hashicnf.asking.questions import Questions
from hashicnf.backends.choose import STRONG_SOLVER
from hashicnf.core.limits import NO_LIMITS
from hashicnf.core.stats import Stats
from hashicnf.errors import StopKind
from hashicnf.families import Puzzle
from hashicnf.families.hashi.board import loads_of
from hashicnf.families.hashi.constraints import model_of
from hashicnf.families.sudoku.board import Board as SudokuBoard
from hashicnf.families.sudoku.board import Grid
from hashicnf.families.sudoku.constraints import model_of as grid_model
from hashicnf.frontier.census import Census, take_census
from hashicnf.logic import Sat, Stopped, Unsat
from hashicnf.pipeline.compile import compile_puzzle
from hashicnf.pipeline.encodings import Encodings
from hashicnf.solving import model_search
from tests.oracles import hashi as oracle
from tests.oracles import sudoku as sudoku_oracle
from tests.portions import few

SEVERAL = "family: hashi\n2.4.2\n.....\n3.?.2\n"
MANY_OF_SIX = "123456\n456...\n......\n...1..\n......\n......\n"
ONE_SUDOKU = "family: sudoku\n...9.37.1\n....2....\n1..7...6.\n58.3..6..\n.69.....3\n..35.....\n..6..2...\n...1..87.\n..4...1..\n"
TWO_SUDOKUS = ONE_SUDOKU.replace("7.1", "7..")
NO_SUDOKU = ONE_SUDOKU.replace("\n..35", "\n7.35")


def random_board(seed: int) -> tuple[Puzzle, set[tuple[int, ...]]]:
    """Return a small board, planted or with random clues, with all its solutions as bridges per edge."""
    rng = random.Random(seed)
    most, loops = rng.randint(1, 3), rng.random() < 0.7
    grid = oracle.planted(rng, rng.randint(3, 6), rng.randint(3, 6), rng.randint(2, 7), most, loops=loops, largest=8)
    if rng.random() < 0.3:
        grid = [[rng.randint(1, 4) if cell else 0 for cell in row] for row in grid]
    puzzle = hashicnf.puzzle(grid, "hashi", max_bridges=most, loops=loops)
    return puzzle, set(oracle.solutions(grid, most, loops=loops))


def loads(puzzle: Puzzle, solution: object) -> tuple[int, ...]:
    board = puzzle.board
    assert isinstance(board, hashicnf.Board)
    assert isinstance(solution, hashicnf.Solution)
    return tuple(loads_of(board, solution).tolist())


@pytest.mark.parametrize("block", few(range(8), 2))
def test_random_boards_against_brute_force(block: int) -> None:
    kinds = set()
    for seed in range(block * 30, block * 30 + 30):
        puzzle, expected = random_board(seed)
        everything = [loads(puzzle, solution) for solution in hashicnf.enumerate(puzzle)]
        assert len(everything) == len(set(everything)), seed
        assert set(everything) == expected, seed
        found = hashicnf.unique(puzzle)
        assert len(found.solutions) == min(2, len(expected)), seed
        assert bool(found) == (len(expected) == 1), seed
        assert len({loads(puzzle, solution) for solution in found.solutions} & expected) == len(found.solutions), seed
        shared = hashicnf.backbone(puzzle)
        kinds.add(min(2, len(expected)))
        if shared is None:
            assert not expected, seed
            continue
        every = np.array(sorted(expected))
        board = puzzle.board
        assert isinstance(board, hashicnf.Board)
        values = every[:, :, None] > np.arange(board.load)
        same = (values == values[0]).all(axis=0).ravel()
        assert (shared.shared[1:] == same).all(), seed
        assert loads(puzzle, shared.partial) == tuple(every.min(axis=0).tolist()), seed
    assert kinds == {0, 1, 2}


def test_sudokus_have_answers_too() -> None:
    givens = [[1, 0, 0, 0], [0, 0, 0, 2], [0, 0, 0, 0], [0, 3, 0, 0]]
    expected = list(sudoku_oracle.solutions(givens, (2, 2)))
    puzzle = hashicnf.puzzle(givens, "sudoku")
    found = [puzzle.as_data(solution) for solution in hashicnf.enumerate(puzzle)]
    assert sorted(map(str, found)) == sorted(map(str, ([[*row] for row in rows] for rows in expected)))
    assert bool(hashicnf.unique(puzzle)) == (len(expected) == 1)
    shared = hashicnf.backbone(puzzle)
    assert shared is not None
    rows = np.array(expected)
    same = np.where((rows == rows[0]).all(axis=0), rows[0], 0)
    assert puzzle.as_data(shared.partial) == same.tolist()


def test_sudokus_are_counted_and_drawn_from() -> None:
    givens = [[1, 0, 0, 0], [0, 0, 0, 0], [0, 0, 0, 0], [0, 3, 0, 0]]
    expected = list(sudoku_oracle.solutions(givens, (2, 2)))
    puzzle = hashicnf.puzzle(givens, "sudoku")
    found = hashicnf.count(puzzle)
    assert (found.total, found.exact) == (len(expected), True)
    few = hashicnf.count(puzzle, limit=2)
    assert (few.total, few.exact) == (2, False)
    drawn = hashicnf.sample(puzzle, 30 * len(expected), seed=1)
    assert drawn == hashicnf.sample(puzzle, 30 * len(expected), seed=1)
    assert {str(puzzle.as_data(solution)) for solution in drawn} == {str(rows) for rows in expected}
    assert hashicnf.count(puzzle, timeout=0).stopped is not None


@pytest.mark.parametrize(
    ("text", "total"),
    [
        ("diagonals: yes\n....\n....\n....\n....\n", 48),
        (MANY_OF_SIX, 1008),
    ],
)
def test_many_solutions_of_a_sudoku_are_counted_and_drawn_by_the_frontier(
    text: str, total: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(by_turns, "TURNS", ((20, 1), (40, None)))
    puzzle = hashicnf.parse(f"family: sudoku\n{text}")
    found = hashicnf.count(puzzle, shares=True)
    assert (found.total, found.exact, found.stats.method) == (total, True, "frontier")
    assert len({str(puzzle.as_data(solution)) for solution in hashicnf.enumerate(puzzle)}) == total
    shares = found.shares
    assert shares is not None
    assert shares.sum() == pytest.approx(puzzle.document.cells.size)
    drawn = hashicnf.sample(puzzle, 3, seed=1)
    assert [hashicnf.check(puzzle, solution) for solution in drawn] == [[], [], []]


@pytest.mark.parametrize("limit", [1, 47, 1000])
def test_the_frontier_counts_up_to_a_limit(limit: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """With few states of each layer, it finds few of the 48 solutions at first."""
    monkeypatch.setattr(by_frontier, "FEWEST", 1)
    puzzle = hashicnf.parse("family: sudoku\ndiagonals: yes\n....\n....\n....\n....\n")
    found = by_frontier.Frontier(puzzle).count(NO_LIMITS, limit=limit)
    assert (found.total, found.exact) in ([(48, True), (limit, False)] if limit < 48 else [(48, True)])


def test_a_count_that_memory_ends_is_at_least_what_was_listed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(by_turns, "TURNS", ((20, 1), (40, 1)))
    found = hashicnf.count(hashicnf.parse(f"family: sudoku\n{MANY_OF_SIX}"))
    assert found.stopped is not None
    assert (found.total >= 40, found.exact, found.stopped.kind) == (True, False, "memory")


def test_turns_go_on_where_they_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    """The frontier needs more than 60,000 bytes, and then knows more than 40 solutions, so that no more are listed."""
    monkeypatch.setattr(by_turns, "TURNS", ((20, 60_000), (40, None)))
    puzzle = hashicnf.parse(f"family: sudoku\n{MANY_OF_SIX}")
    for ask in (
        lambda observe: counting.count(puzzle, limits=NO_LIMITS, observe=observe),
        lambda observe: list(counting.sample(puzzle, 1, seed=0, limits=NO_LIMITS, observe=observe)),
    ):
        seen: list[str] = []
        ask(lambda phase, *_, seen=seen: seen.append(phase))
        assert [seen.count(phase) for phase in ("2 solutions", "21 solutions", "22 solutions")] == [1, 1, 0]
        assert seen.count("look for a good order") == 1


def test_none_is_drawn_of_solutions_too_many_to_be_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(by_turns, "TURNS", ((20, None), (21, None)))
    puzzle = hashicnf.parse(f"family: sudoku\n{MANY_OF_SIX}")
    with pytest.raises(hashicnf.GaveUp, match=r"at least [0-9]+ solutions, too many to be listed"):
        hashicnf.sample(puzzle, max_memory=22 * 216 * PER_LITERAL)


def test_shares_of_a_sudoku_are_those_of_its_solutions() -> None:
    givens = [[1, 0, 0, 0], [0, 0, 0, 0], [0, 0, 0, 0], [0, 3, 0, 0]]
    expected = np.array(list(sudoku_oracle.solutions(givens, (2, 2))))
    found = hashicnf.count(hashicnf.puzzle(givens, "sudoku"), shares=True)
    assert found.marginals is not None
    shown = json.loads(json.dumps(found.marginals.data()))
    assert [entry["cell"] for entry in shown] == [
        [r + 1, c + 1] for r in range(4) for c in range(4) if not givens[r][c]
    ]
    for entry in shown:
        r, c = entry["cell"]
        numbers, times = np.unique(expected[:, r - 1, c - 1], return_counts=True)
        assert entry["shares"] == {str(n): t / len(expected) for n, t in zip(numbers, times, strict=True)}
    assert hashicnf.count(hashicnf.puzzle(givens, "sudoku"), shares=True, timeout=0).marginals is None
    with pytest.raises(hashicnf.UsageError, match="leave out the limit"):
        hashicnf.count(hashicnf.puzzle(givens, "sudoku"), shares=True, limit=5)


@pytest.mark.parametrize("text", ["family: sudoku\n11..\n....\n....\n....\n", "1.1.1\n", "1.2\n"])
def test_no_solutions_have_no_shares(text: str) -> None:
    none = hashicnf.count(hashicnf.parse(text), shares=True)
    assert (none.total, none.exact, none.shares, none.marginals) == (0, True, None, None)


def test_what_takes_too_long_to_count_is_counted_as_it_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    puzzle = hashicnf.parse(SEVERAL)
    exact = hashicnf.count(puzzle, shares=True, timeout=60)
    late = Count(0, False, Stats("frontier"), Stopped("time", "time limit of 60 s reached"))
    monkeypatch.setattr("hashicnf.answers.counting.by_frontier.Frontier.count", lambda *_, **__: late)
    found = hashicnf.count(puzzle, timeout=60)
    assert (found.total, found.exact, found.stopped) == (exact.total, True, None)
    shared = hashicnf.count(puzzle, shares=True, timeout=60).shares
    assert shared is not None
    assert exact.shares is not None
    assert shared.tolist() == pytest.approx(exact.shares.tolist())
    assert hashicnf.count(puzzle, timeout=0).stopped is not None


@pytest.mark.parametrize("kind", ["time", "memory"])
def test_a_count_that_is_not_finished_is_a_bound_from_some_states(
    kind: StopKind, monkeypatch: pytest.MonkeyPatch
) -> None:
    def stop(*_: object, **__: object) -> NoReturn:
        raise hashicnf.GaveUp("too much", kind)

    puzzle = hashicnf.parse("\n.......\n".join(["?.?.?.?"] * 4) + "\n")
    whole = hashicnf.count(puzzle)
    monkeypatch.setattr(by_frontier.Frontier, "_whole", stop)
    monkeypatch.setattr(by_frontier, "WIDE", 3)
    found = hashicnf.count(puzzle)
    assert 10**8 < found.total < whole.total
    assert (found.exact, found.stopped) == (False, Stopped(kind, "too much"))
    monkeypatch.setattr(by_frontier, "WIDE", by_frontier.FEWEST)
    assert hashicnf.count(puzzle).exact, "so many states are all"
    assert hashicnf.count(puzzle, shares=True) == Count(whole.total, False, whole.stats, Stopped(kind, "too much"))


def test_the_states_of_a_count_that_is_not_finished_are_freed_before_those_of_the_bound(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    class States:
        pass

    made: list[weakref.ref[States]] = []

    def failing(*args: Any, narrow: int | None = None, **named: Any) -> Census:
        if narrow is not None:
            assert [ref() for ref in made] == [None]
            return take_census(*args, narrow=narrow, **named)
        states = States()
        made.append(weakref.ref(states))
        raise hashicnf.GaveUp("too much", "memory")

    monkeypatch.setattr(by_frontier, "take_census", failing)
    found = hashicnf.count(hashicnf.parse(SEVERAL))
    assert (found.total, found.exact) == (3, True), "so many states are all"


def test_enumeration_can_stop_at_any_time() -> None:
    assert len(list(islice(hashicnf.enumerate(hashicnf.parse(SEVERAL)), 2))) == 2


def test_a_model_is_the_inverse_of_decoding() -> None:
    for seed in range(15):
        puzzle, _ = random_board(seed)
        answer = hashicnf.solve(puzzle)
        if not isinstance(answer.solution, hashicnf.Solution):
            continue
        assert isinstance(puzzle.board, hashicnf.Board)
        model = model_of(puzzle.board, answer.solution)
        compiled = compile_puzzle(puzzle, Encodings(connectivity="none", simplify=False))
        assert compiled.decode(model) == answer.solution
        assert not compiled.formula.violated(model)


def test_the_model_of_a_sudoku_keeps_all_clauses() -> None:
    puzzle = hashicnf.generate("sudoku", size=4, seed=1).puzzle
    compiled = compile_puzzle(puzzle, Encodings(simplify=False))
    solution = hashicnf.solve(puzzle).solution
    assert isinstance(puzzle.board, SudokuBoard)
    assert isinstance(solution, Grid)
    model = grid_model(puzzle.board, solution)
    assert compiled.decode(model) == solution
    assert not compiled.formula.violated(model)


def test_a_time_limit_ends_a_question() -> None:
    with pytest.raises(hashicnf.GaveUp, match="time limit of 0 s"):
        hashicnf.unique(hashicnf.parse(SEVERAL), timeout=0)


@pytest.mark.parametrize("ask", [hashicnf.unique, hashicnf.backbone, lambda puzzle: list(hashicnf.enumerate(puzzle))])
def test_plans_are_no_solutions_to_count(ask: object) -> None:
    puzzle = hashicnf.generate("tiles").puzzle
    assert callable(ask)
    with pytest.raises(
        hashicnf.UsageError,
        match=r"tiles puzzles are solved by plans; families that .*: hashi, sudoku; solve finds a plan",
    ):
        ask(puzzle)


def test_what_the_loop_cannot_count_is_refuted_on_another_road() -> None:
    lines = list(hashicnf.generate("hashi", lattice=14).puzzle.lines)
    lines[12] = lines[12][:12] + "3" + lines[12][13:]  # the sum of all clues is odd
    puzzle = hashicnf.parse("\n".join(lines) + "\n")
    assert len(hashicnf.unique(puzzle, timeout=20).solutions) == 0
    assert hashicnf.backbone(puzzle, timeout=20) is None
    assert list(hashicnf.enumerate(puzzle, timeout=20)) == []


def test_drawing_solutions_keeps_the_time_limit() -> None:
    puzzle = hashicnf.parse("2..4..2\n.......\n3..?..2\n")
    with pytest.raises(hashicnf.GaveUp):
        hashicnf.sample(puzzle, 10**12, timeout=0.3)
    assert len(hashicnf.sample(puzzle, 2500, seed=3)) == 2500


def test_a_limit_that_is_the_number_of_solutions_is_exact() -> None:
    puzzle = hashicnf.parse("231\n233\n123\n")
    every = hashicnf.count(puzzle)
    assert (every.total, every.exact) == (7, True)
    for limit in range(1, every.total + 2):
        found = hashicnf.count(puzzle, limit=limit)
        assert (found.total, found.exact) == (min(limit, every.total), limit >= every.total)


@pytest.mark.parametrize(
    ("text", "number"), [(TWO_SUDOKUS, 2), (ONE_SUDOKU, 1), (NO_SUDOKU, 0)], ids=["two", "one", "none"]
)
@pytest.mark.parametrize("patience", [1, 5_000])
def test_the_strong_solver_goes_on_where_the_default_one_stops(
    text: str, number: int, patience: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    puzzle = hashicnf.parse(text)
    monkeypatch.setattr(model_search, "PATIENCE", patience)
    assert len(hashicnf.unique(puzzle).solutions) == number
    found = [grid.cells for grid in hashicnf.enumerate(puzzle) if isinstance(grid, Grid)]
    assert len({cells.tobytes() for cells in found}) == number
    backbone = hashicnf.backbone(puzzle)
    assert (backbone is None) == (not number)
    if backbone is not None:
        assert isinstance(backbone.partial, Grid)
        shared = np.where((np.array(found) == found[0]).all(axis=0), found[0], 0)
        assert backbone.partial.cells.tolist() == shared.tolist()


def test_a_solver_that_takes_the_place_of_another_has_what_was_added(monkeypatch: pytest.MonkeyPatch) -> None:
    puzzle = hashicnf.parse(TWO_SUDOKUS)
    board, solution = puzzle.board, hashicnf.solve(puzzle).solution
    assert isinstance(board, SudokuBoard)
    assert isinstance(solution, Grid)
    monkeypatch.setattr(model_search, "PATIENCE", 1)
    with Questions(puzzle) as asked:
        first = asked.selectors(2)
        asked.exclude(grid_model(board, solution))
        other = asked.ask()
        assert isinstance(other, Sat)
        assert asked.stats.solver == STRONG_SOLVER
        assert asked.selectors(1) == first[-1] + 1
        asked.exclude(other.model)
        assert isinstance(asked.ask(), Unsat)
