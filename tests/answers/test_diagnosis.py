"""Diagnosis of puzzles without a solution: conflicts are minimal, and fewer changes do not suffice."""

from __future__ import annotations

import json
import random
import signal
import threading
import time
from dataclasses import replace
from itertools import islice
from pathlib import Path
from typing import Any, NoReturn

import numpy as np
import pytest

import hashicnf
from hashicnf.answers import conflict, diagnosis, few, repairs
from hashicnf.answers.clues import changes_between, given_clues, with_numbers
from hashicnf.answers.contradicting_sums import contradicting
from hashicnf.answers.fewest import Fewest
from hashicnf.answers.one_change import without_one
from hashicnf.answers.switched import Switched
from hashicnf.asking.cores import Core
from hashicnf.backends.choose import DEFAULT_SOLVER
from hashicnf.batch.tasks import rate, unique
from hashicnf.cli.app import run
from hashicnf.core.deadline import NEVER, Deadline
from hashicnf.errors import Exit
from hashicnf.logic import Sat, Unknown, Unsat, Verdict
from hashicnf.making import mending
from hashicnf.refuting.by_counting import why_unsolvable
from hashicnf.solving import by_cdcl
from hashicnf.solving.lazy import LazyLoop
from hashicnf.solving.run import Run
from tests import commands
from tests.oracles import hashi as oracle
from tests.portions import short_and_long

LIMIT = 60.0


def is_solvable(grid: oracle.Grid, most: int, *, loops: bool, free: set[tuple[int, int]]) -> bool:
    """Return whether there is a solution with any numbers at the free cells."""
    opened = [[-1 if cell and (r, c) in free else cell for c, cell in enumerate(row)] for r, row in enumerate(grid)]
    return next(oracle.solutions(opened, most, loops=loops), None) is not None


@pytest.mark.parametrize("boards", short_and_long(50, 120))
def test_random_boards_against_brute_force(boards: int) -> None:
    told = 0
    for seed in range(boards):
        rng = random.Random(seed)
        most, loops = rng.randint(1, 2), rng.random() < 0.7
        grid = oracle.planted(
            rng, rng.randint(3, 5), rng.randint(3, 5), rng.randint(3, 6), most, loops=loops, largest=8
        )
        for _ in range(rng.randint(0, 3)):
            r, c = rng.choice(oracle.islands(grid))
            grid[r][c] = rng.randint(1, 5)
        puzzle = hashicnf.puzzle(grid, "hashi", max_bridges=most, loops=loops)
        found = hashicnf.diagnose(puzzle)
        if is_solvable(grid, most, loops=loops, free=set()):
            assert found is None, seed
            continue
        assert found is not None, seed
        everywhere = set(oracle.islands(grid))
        conflict = set(found.conflict)
        assert not is_solvable(grid, most, loops=loops, free=everywhere - conflict), seed
        for one in conflict:
            assert is_solvable(grid, most, loops=loops, free=everywhere - conflict | {one}), seed
        if found.mended is None:
            assert not is_solvable(grid, most, loops=loops, free=everywhere), seed
            continue
        assert found.changes
        assert not hashicnf.check(found.mended, found.solution), seed
        if len(found.changes) == 2:
            assert not any(is_solvable(grid, most, loops=loops, free={one}) for one in everywhere), seed
        told += 1
    assert told > boards // 4


@pytest.mark.parametrize(("seed", "is_part"), [(0, False), (1, True), (7, True), (9, True), (10, True)])
def test_clues_that_counting_names_contradict_each_other(seed: int, is_part: bool) -> None:
    puzzle = hashicnf.generate("hashi", islands=60, unsolvable=True, seed=seed).puzzle
    rules, every = puzzle.rules.clues, np.arange(60, dtype=np.int32)
    assert rules is not None
    clues = contradicting(puzzle, every)
    assert clues is not None
    assert (len(clues) < 60) == is_part
    assert hashicnf.solve(replace(puzzle, board=rules.only(puzzle.board, clues))).solution is None
    assert contradicting(puzzle, every[:0]) is None


def test_an_odd_lattice_is_refuted_by_counting_and_one_change_mends_it() -> None:
    """Its two colours differ by one island, which takes solvers hours to refute; a hidden clue still needs a bridge."""
    found = hashicnf.diagnose(hashicnf.generate("hashi", lattice=7).puzzle, timeout=60)
    assert found is not None
    assert len(found.conflict) == 48
    assert (found.reason or "").startswith("the 25 islands")
    assert " need at least 49 bridges to other islands, and the 24 islands around them can take at most 48" in (
        found.reason or ""
    )
    assert [(change.before, change.after) for change in found.changes] == [(2, 4)]


@pytest.fixture(scope="module")
def crowded() -> hashicnf.Puzzle:
    """Return a crowded board whose clues have an odd sum, which a SAT solver does not refute soon."""
    made = hashicnf.generate("hashi", size=(14, 14), islands=150, seed=1).puzzle
    cells = made.document.cells.copy()
    row, column = np.argwhere(cells == 3)[20]
    cells[row, column] = 2
    return hashicnf.puzzle(np.where(cells > 0, cells, 0).tolist(), "hashi")


ODD = "but every bridge counts at two of them, so the sum must be even"


def test_an_odd_sum_of_clues_is_the_reason_of_all_that_find_no_solution(crowded: hashicnf.Puzzle) -> None:
    hint = hashicnf.hint(crowded, timeout=20)
    assert hint.outcome == "unsolvable"
    assert not hint.steps
    why = why_unsolvable(crowded)
    assert why is not None
    assert why.endswith(ODD)
    for task in (unique, rate):
        outcome = task.run(crowded, {})
        assert (outcome.status, outcome.reason) == ("unsolvable", why)


def test_the_clues_of_an_odd_sum_are_all_needed_and_one_change_mends_it(crowded: hashicnf.Puzzle) -> None:
    found = hashicnf.diagnose(crowded, timeout=120)
    assert found is not None
    assert found.is_minimal
    assert 100 < len(found.conflict) <= 150
    assert found.reason is not None
    assert found.reason.endswith(ODD)
    assert len(found.changes) == 1
    assert found.mended is not None
    assert not hashicnf.check(found.mended, found.solution)


@pytest.fixture(scope="module")
def unique_board() -> hashicnf.Puzzle:
    """Return a board of 120 islands with one solution."""
    return hashicnf.generate("hashi", unique=True, size=(25, 25), islands=120, seed=4).puzzle


def with_clue(puzzle: hashicnf.Puzzle, row: int, column: int, before: int, after: int) -> hashicnf.Puzzle:
    """Return the puzzle with one wrong clue; row and column count from 1."""
    cells = puzzle.document.cells.copy()
    assert cells[row - 1, column - 1] == before
    cells[row - 1, column - 1] = after
    return hashicnf.puzzle(cells.tolist(), puzzle.family)


def test_the_reason_gives_the_numbers_of_the_board(unique_board: hashicnf.Puzzle) -> None:
    """Clues outside the conflict are hidden while it is examined."""
    found = hashicnf.diagnose(with_clue(unique_board, 2, 4, 3, 1))
    assert found is not None
    assert found.reason == (
        "however bridges are laid to meet the numbers, none can connect island 2 at row 5, column 11 and "
        "island 1 at row 6, column 11 to the other islands"
    )


def test_what_stays_open_is_kept_and_said(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without time no clue is left out."""
    monkeypatch.setattr(conflict, "SHARE", 0.0)
    file = tmp_path / "odd.puz"
    file.write_text("2.3.2\n.....\n2...2\n")
    assert run(["diagnose", str(file), "--timeout", "60"]) == Exit.UNSOLVABLE
    shown = capsys.readouterr().out
    assert "5 clues in brackets contradict each other; whether all of them are needed for that stayed open\n" in shown
    assert f"reason: the numbers of all islands add up to 11, {ODD}\n" in shown
    assert run(["diagnose", str(file), "--json"]) == Exit.UNSOLVABLE
    data = json.loads(capsys.readouterr().out)
    assert data["minimal"] is True
    assert data["reason"].endswith(ODD)


def test_a_share_of_the_time_that_ends_at_work_leaves_open_what_was_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    core = conflict.Contradictions._core

    def late(self: conflict.Contradictions, assumed: list[int], deadline: Deadline, conflicts: int) -> Core:
        while deadline.seconds != LIMIT and not deadline.is_past():
            time.sleep(0.001)
        deadline.require()
        return core(self, assumed, deadline, conflicts)

    monkeypatch.setattr(conflict, "SHARE", 1 / 40)
    monkeypatch.setattr(conflict.Contradictions, "_core", late)
    found = hashicnf.diagnose(hashicnf.parse("1.3.1\n.....\n2.3.1\n"), timeout=LIMIT)
    assert found is not None
    assert not found.is_minimal


def test_a_sudoku_names_the_givens_that_clash() -> None:
    puzzle = hashicnf.puzzle([[1, 0, 1, 0], [0, 0, 0, 0], [0, 0, 3, 0], [0, 0, 0, 0]], "sudoku")
    found = hashicnf.diagnose(puzzle)
    assert found is not None
    assert set(found.conflict) == {(0, 0), (0, 2)}
    assert len(found.changes) == 1
    assert found.mended is not None
    assert not hashicnf.check(found.mended, found.solution)


def wrong_sudoku(text: str) -> hashicnf.Puzzle:
    """Return a sudoku with another number in one cell, so that no two givens clash and there is no solution."""
    puzzle = hashicnf.parse(text)
    rules = puzzle.rules.clues
    assert rules is not None
    cells = puzzle.document.cells
    for clue, place in enumerate(rules.cells(puzzle.board)):
        for number in rules.numbers(puzzle.board, clue) if cells[place] > 0 else []:
            wrong = with_numbers(puzzle, {place: number})
            if hashicnf.solve(wrong).solution is None:
                return wrong
    raise AssertionError("every number has a solution")


def is_satisfiable(puzzle: hashicnf.Puzzle, places: list[tuple[int, int]]) -> bool:
    """Return whether there is a solution with some givens when the others are hidden."""
    cells = np.zeros_like(puzzle.document.cells)
    for place in places:
        cells[place] = puzzle.document.cells[place]
    return hashicnf.solve(hashicnf.puzzle(cells.tolist(), "sudoku"), solver="cadical153").solution is not None


@pytest.mark.parametrize("patience", [None, 1])
def test_givens_that_contradict_each_other_are_all_needed(
    patience: int | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """This is decided by the loop, or by another solver, for which the other givens are hidden."""
    if patience is not None:
        monkeypatch.setattr(conflict, "PATIENCE", patience)
    puzzle = wrong_sudoku(SUDOKU.read_text())
    found = hashicnf.diagnose(puzzle)
    assert found is not None
    places = [*found.conflict]
    assert not is_satisfiable(puzzle, places)
    assert found.is_minimal
    assert all(is_satisfiable(puzzle, [other for other in places if other != one]) for one in places)


def test_givens_stay_that_take_too_long_to_be_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(conflict, "MOST", -1)
    puzzle = wrong_sudoku(SUDOKU.read_text())
    found = hashicnf.diagnose(puzzle)
    assert found is not None
    assert not found.is_minimal
    assert not is_satisfiable(puzzle, [*found.conflict])


@pytest.mark.parametrize("clue", ["3", "?"])
def test_an_island_alone_is_never_right(clue: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    board = tmp_path / "alone.puz"
    board.write_text(f"{clue}..\n")
    found = hashicnf.diagnose(hashicnf.read(board))
    assert found is not None
    assert (found.conflict, found.mended) == ((), None)
    assert run(["diagnose", str(board)]) == Exit.UNSOLVABLE
    assert capsys.readouterr().out.splitlines()[1:] == [
        "unsolvable: the rules alone, whatever the clues are",
        f"reason: island {clue} at row 1, column 1 can have no bridges{', and every island needs at least one' * (clue == '?')}",
        "no change of clues helps",
    ]


def test_plans_have_no_clues() -> None:
    with pytest.raises(
        hashicnf.UsageError,
        match="tiles puzzles have no clues that could be wrong; families that can be used here: hashi, sudoku",
    ):
        hashicnf.diagnose(hashicnf.generate("tiles").puzzle)


def test_the_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    wrong, mended = tmp_path / "wrong.puz", tmp_path / "mended.puz"
    wrong.write_text("1.1.1\n")
    assert run(["diagnose", str(wrong), "-o", str(mended)]) == Exit.UNSOLVABLE
    assert capsys.readouterr().out.splitlines() == [
        " 1  . [1] .  1",
        "unsolvable: the 1 at row 1, column 3 breaks the rules alone",
        "change row 1, column 3: 1 to 2",
        "this leaves one solution",
    ]
    assert run(["diagnose", str(mended), "--json"]) == Exit.DONE
    assert json.loads(capsys.readouterr().out)["status"] == "solvable"


def test_a_mended_board_can_be_made_unique(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    wrong, mended = str(tmp_path / "wrong.puz"), str(tmp_path / "mended.puz")
    assert run(["generate", "hashi", "--unsolvable", "--seed", "4", "-o", wrong]) == Exit.DONE
    assert run(["diagnose", wrong, "--unique", "-o", mended, "--json"]) == Exit.UNSOLVABLE
    found = json.loads(capsys.readouterr().out)
    before, after = hashicnf.read(wrong).document.cells, hashicnf.read(mended).document.cells
    assert len(found["changes"]) == int((before != after).sum()) > 0
    assert run(["unique", mended]) == Exit.DONE


@pytest.mark.parametrize(
    ("clue", "is_demanded"),
    [
        ((1, 6, 3, 2), True),
        ((11, 10, 3, 4), False),
        pytest.param((1, 6, 3, 2), False, marks=pytest.mark.slow),
        pytest.param((11, 10, 3, 4), True, marks=pytest.mark.slow),
    ],
)
def test_one_wrong_clue_is_mended_by_one_that_leaves_one_solution(
    clue: tuple[int, int, int, int], is_demanded: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(repairs, "BRIEFLY", 60.0)  # all changes are tried, however busy the machine is
    row, column, before, after = clue
    puzzle = hashicnf.generate("hashi", unique=True, size=(16, 16), islands=50, seed=1).puzzle
    found = hashicnf.diagnose(with_clue(puzzle, *clue), unique=is_demanded)
    assert found is not None
    assert found.is_unique
    assert len(found.changes) == 1
    assert found.mended is not None
    assert hashicnf.unique(found.mended)
    told = [found.changes, *(repair.changes for repair in found.alternatives)]
    assert (hashicnf.Change(row - 1, column - 1, after, before),) in told
    verdicts = [repair.is_unique for repair in found.alternatives]
    assert verdicts == sorted(verdicts, key=lambda one: one is not True)
    assert len(set(told)) == len(told) > 10


def test_single_changes_are_those_of_brute_force() -> None:
    """Every other number of every clue is tried by an oracle in plain Python, and so is uniqueness."""
    examined = 0
    for seed in range(60):
        rng = random.Random(seed)
        grid = oracle.planted(rng, 4, 4, rng.randint(3, 6), 2, loops=True, largest=8)
        places = [(r, c) for r, c in oracle.islands(grid) if grid[r][c] > 0]
        r, c = rng.choice(places)
        grid[r][c] += rng.choice([-1, 1]) if grid[r][c] > 1 else 1
        found = hashicnf.diagnose(hashicnf.puzzle(grid, "hashi"))
        if found is None or found.mended is None or len(found.changes) > 1:
            continue
        assert found.is_complete
        wanted = {}
        for row, column in places:
            for number in range(1, 9):
                changed = [[*line] for line in grid]
                changed[row][column] = number
                solutions = list(islice(oracle.solutions(changed, 2, loops=True), 2))
                if solutions:
                    wanted[(hashicnf.Change(row, column, grid[row][column], number),)] = len(solutions) == 1
        told = {repair.changes: repair.is_unique for repair in found.alternatives} | {found.changes: found.is_unique}
        assert told == wanted, seed
        assert found.is_unique == any(wanted.values()), seed
        examined += 1
    assert examined > 20


SUDOKU = Path(__file__).parent.parent.parent / "examples" / "sudoku" / "easy.puz"


@pytest.mark.parametrize(("before", "after"), [("\n.98", "\n.18"), ("\n53..7", "\n55..7")])
def test_a_sudoku_with_a_wrong_given_is_made_unique(before: str, after: str, tmp_path: Path) -> None:
    text = SUDOKU.read_text()
    assert before in text
    wrong, mended = tmp_path / "wrong.puz", tmp_path / "mended.puz"
    wrong.write_text(text.replace(before, after, 1))
    assert run(["diagnose", str(wrong), "--unique", "-o", str(mended)]) == Exit.UNSOLVABLE
    assert run(["unique", str(mended)]) == Exit.DONE


SEVERAL = {
    "hashi": "2..4..2\n.......\n3..?..2\n",
    "sudoku": "family: sudoku\n12..\n..12\n....\n....\n",
    "two regions": "2.4.2...2.4.2\n.............\n2.4.2...2.4.2\n",
}


@pytest.mark.parametrize("name", SEVERAL)
def test_a_puzzle_with_several_solutions_is_made_unique(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    board, target = tmp_path / "several.puz", tmp_path / "unique.puz"
    board.write_text(SEVERAL[name])
    assert run(["diagnose", str(board)]) == Exit.DONE
    assert "solvable: there is nothing to diagnose" in capsys.readouterr().err
    assert run(["diagnose", str(board), "--unique", "-o", str(target)]) == Exit.WRONG
    first, *changes = capsys.readouterr().out.partition("this leaves one solution\n")[0].splitlines()
    assert first == "several solutions"
    before, after = hashicnf.read(board).document.cells, hashicnf.read(target).document.cells
    assert len(changes) == int((before != after).sum()) > 0
    assert run(["unique", str(target)]) == Exit.DONE
    assert run(["diagnose", str(target), "--unique"]) == Exit.DONE
    assert "one solution: there is nothing to diagnose" in capsys.readouterr().err


def test_clues_that_are_not_given_yet_are_added_before_others_are_changed() -> None:
    found = hashicnf.diagnose(hashicnf.parse("family: sudoku\n12..\n..12\n..4.\n....\n"), unique=True)
    assert found is not None
    assert found.is_unique
    assert not found.is_complete
    assert {change.before for repair in found.alternatives for change in repair.changes} == {0}


def test_no_change_of_a_puzzle_made_unique_is_superfluous() -> None:
    puzzle = hashicnf.parse(SEVERAL["sudoku"])
    found = hashicnf.diagnose(puzzle, unique=True)
    assert found is not None
    assert found.mended is not None
    assert found.is_solvable
    assert len(found.changes) == 2
    for change in found.changes:
        cells = found.mended.document.cells.copy()
        cells[change.row, change.column] = change.before
        assert not hashicnf.unique(hashicnf.puzzle(cells.tolist(), "sudoku"))


def test_a_change_that_is_needed_beside_another_only_goes_with_it() -> None:
    found = hashicnf.diagnose(hashicnf.parse("max-bridges: 3\n43...\n5?3.?\n"), unique=True)
    assert found is not None
    assert {(change.row, change.column) for change in found.changes} == {(1, 0), (1, 4)}


def test_the_fewest_changes_are_tried_with_all_numbers_before_others_are_added(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    board = tmp_path / "board.puz"
    board.write_text(".5342\n...26\n")
    assert run(["diagnose", str(board)]) == Exit.UNSOLVABLE
    assert "this leaves several solutions" in capsys.readouterr().out
    assert run(["diagnose", str(board), "--unique"]) == Exit.UNSOLVABLE
    shown = capsys.readouterr().out
    assert "change row 1, column 2: 5 to 1\nchange row 2, column 5: 6 to 2\nthis leaves one solution\n" in shown
    assert "fewer changes may do" not in shown


@pytest.mark.parametrize(("seconds", "is_fewest"), [(600.0, True), (0.0, False)])
def test_two_changes_are_the_fewest_where_each_single_one_was_tried(
    seconds: float, is_fewest: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(repairs, "BRIEFLY", seconds)
    found = hashicnf.diagnose(hashicnf.parse("family: sudoku\n1...\n....\n....\n...2\n"), unique=True)
    assert found is not None
    assert (len(found.changes), found.is_unique, found.is_fewest, found.is_complete) == (2, True, is_fewest, False)


def test_many_clues_to_change_are_not_tried_in_all_ways(monkeypatch: pytest.MonkeyPatch) -> None:
    tried: list[hashicnf.Puzzle] = []
    rows = ["1.1.1.1.?.?" if row % 2 == 0 else "..........." for row in range(7)]
    puzzle = hashicnf.parse("max-bridges: 4\n" + "\n".join(rows) + "\n")
    cells = np.argwhere(puzzle.document.cells == 1)[:12].tolist()
    changes = [hashicnf.Change(row, column, 1, 2) for row, column in cells]
    search = repairs.RepairSearch(Deadline.after(60))
    monkeypatch.setattr(search, "examine", lambda _, mended: tried.append(mended))
    repairs.try_together(puzzle, changes, search)
    assert 0 < len(tried) <= repairs.MOST_TOGETHER
    assert not search.is_complete


def test_what_cannot_be_made_unique_is_said_and_not_written(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Only the family's way is left, and it finds no change."""

    def none(*_: object) -> None:
        raise hashicnf.GaveUp("no way")

    monkeypatch.setattr(mending, "made_unique", none)
    monkeypatch.setattr(mending, "try_numbers", none_tried)
    board, target = tmp_path / "several.puz", tmp_path / "unique.puz"
    board.write_text(SEVERAL["two regions"])
    assert run(["diagnose", str(board), "--unique", "-o", str(target)]) == Exit.WRONG
    shown = capsys.readouterr()
    assert "no change was found that leaves one solution\n" in shown.out
    assert "is not written" in shown.err
    assert not target.exists()


def none_tried(*_: object) -> None:
    """Try nothing."""


def test_the_time_limit_holds_while_the_fewest_clues_are_looked_for() -> None:
    """Refuting that another number of a corner mends an odd lattice takes minutes."""
    switched = Switched(hashicnf.generate("hashi", lattice=13).puzzle)
    start = time.process_time()
    with (
        Fewest(switched, np.zeros(1, dtype=np.int32)) as fewest,
        pytest.raises(hashicnf.GaveUp, match=r"limit of 0\.2 s"),
    ):
        fewest.next(Deadline.after(0.2))
    assert time.process_time() - start < 10


def test_the_search_for_the_fewest_clues_continues_after_an_interrupt() -> None:
    """As ``diagnose`` continues it where MaxSAT takes long, and no single clue can be changed."""
    puzzle = hashicnf.generate("hashi", lattice=7).puzzle
    with Fewest(Switched(puzzle), np.arange(49, dtype=np.int32)) as fewest:
        fewest._solver.interrupt()
        assert len(changes_between(puzzle, _mended(puzzle, fewest.next(NEVER)))) == 1


def test_the_diagnosis_stays_where_the_time_is_over_before_one_solution_is_left(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def late(*_: object) -> None:
        raise hashicnf.GaveUp("the time is over")

    monkeypatch.setattr(mending, "unique_soon", late)
    found = hashicnf.diagnose(hashicnf.parse("2.4.2...2.4.2\n.............\n2.4.2...2.4.1\n"), unique=True)
    assert found is not None
    assert found.mended is not None
    assert (found.is_solvable, found.is_unique, found.is_complete) == (False, False, False)


@pytest.mark.parametrize("seed", range(2))
def test_where_the_question_of_maxsat_takes_long_clues_are_hidden_one_by_one(
    seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    puzzle = hashicnf.generate("hashi", islands=12, size=(6, 6), unsolvable=True, seed=seed).puzzle
    usual = hashicnf.diagnose(puzzle)
    assert usual is not None
    asked = list[int]()

    def noting(*given: Any) -> object:
        asked.append(seed)
        return without_one(*given)

    monkeypatch.setattr(diagnosis, "SOON", 0.0)
    monkeypatch.setattr(diagnosis, "without_one", noting)
    found = hashicnf.diagnose(puzzle)
    assert found is not None
    assert asked
    assert len(found.changes) == len(usual.changes)
    assert found.mended is not None
    assert not found.mended.check(found.solution)


def test_few_changes_that_are_known_to_be_needed_end_the_search(monkeypatch: pytest.MonkeyPatch) -> None:
    puzzle = hashicnf.parse("1.1\n...\n1.1\n")  # no single change helps

    def once(fewest: Fewest, _: object) -> NoReturn:
        asked.append(fewest)
        raise hashicnf.GaveUp("the time is over", "time")

    asked = list[Fewest]()
    monkeypatch.setattr(Fewest, "next", once)
    found = hashicnf.diagnose(puzzle)
    assert found is not None
    assert len(asked) == 1
    assert (len(found.changes), found.is_fewest) == (2, True)
    monkeypatch.setattr(few, "MOST", 0)  # broken clues are not counted
    monkeypatch.setattr(diagnosis, "without_one", lambda *_: once(asked[0], None))
    found = hashicnf.diagnose(puzzle)
    assert found is not None
    assert found.mended is not None
    assert len(asked) == 4  # MaxSAT is asked once more
    assert (len(found.changes) > 1, found.is_fewest) == (True, False)


@pytest.mark.parametrize(("most", "is_fewest"), [(few.MOST, True), (0, False)])
def test_where_the_fewest_changes_take_too_long_few_are_found(
    most: int, is_fewest: bool, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """On small boards these are proved to be the fewest, but only if broken clues are counted."""
    file = tmp_path / "wrong.puz"
    file.write_text("1.7.1.1\n.......\n1.1.7.8\n.......\n8.7.1.1\n")
    usual = hashicnf.diagnose(hashicnf.read(file))
    monkeypatch.setattr(diagnosis, "EXACTLY", 0.0)
    monkeypatch.setattr(few, "MOST", most)
    found = hashicnf.diagnose(hashicnf.read(file))
    assert usual is not None
    assert found is not None
    assert (found.is_fewest, found.is_complete) == (is_fewest, False)
    assert len(found.changes) == len(usual.changes) > 1
    assert found.mended is not None
    assert not found.mended.check(found.solution)
    run(["diagnose", str(file)])
    assert ("fewer changes may do" in capsys.readouterr().out) is not is_fewest


@pytest.mark.parametrize("most", [0, few.MOST])
def test_clues_are_added_to_those_of_a_solution_or_if_the_first_takes_long_broken_ones_are_counted(
    most: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(few, "MOST", most)
    if most:
        monkeypatch.setattr(few, "_grown", lambda *_: None)
    puzzle = hashicnf.parse(4 * "5.1.3.1.2\n.........\n")
    solution, _ = few.few_broken(Switched(puzzle), 1, NEVER)
    fewest = hashicnf.diagnose(puzzle)
    assert fewest is not None
    assert len(changes_between(puzzle, _mended(puzzle, solution))) == len(fewest.changes) > 1


def _mended(puzzle: hashicnf.Puzzle, solution: object) -> hashicnf.Puzzle:
    clues = puzzle.rules.clues
    assert clues is not None
    return replace(puzzle, board=clues.mended(puzzle.board, solution))


def test_all_clues_are_kept_but_one() -> None:
    puzzle = hashicnf.parse("2.4.2\n.....\n2.4.1\n")
    solution = without_one(puzzle, np.arange(6, dtype=np.int32))
    assert len(changes_between(puzzle, _mended(puzzle, solution))) == 1
    assert without_one(hashicnf.parse("1.1\n...\n1.1\n"), np.arange(4, dtype=np.int32)) is None  # two have to change


def test_a_conflict_is_told_without_a_change_where_the_time_is_over(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def late(*_: object) -> NoReturn:
        raise hashicnf.GaveUp("the time is over", "time")

    monkeypatch.setattr(Fewest, "next", late)
    monkeypatch.setattr(diagnosis, "without_one", late)
    monkeypatch.setattr(diagnosis, "few_broken", late)
    file = tmp_path / "odd.puz"
    file.write_text("2.3.2\n.....\n2...2\n")
    assert run(["diagnose", str(file)]) == Exit.UNSOLVABLE
    shown = capsys.readouterr().out
    assert "5 clues in brackets contradict each other\n" in shown
    assert shown.endswith("no change that helps was found within the time limit\n")
    assert run(["diagnose", str(file), "--json"]) == Exit.UNSOLVABLE
    data = json.loads(capsys.readouterr().out)
    assert (data["mended"], data["changes"], data["complete"]) == (None, [], False)


def test_clues_that_would_be_tried_on_roads_too_often_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    puzzle = hashicnf.generate("hashi", lattice=5).puzzle
    for name in ("PATIENCE", "EFFORT"):
        monkeypatch.setattr(conflict, name, 1)
    monkeypatch.setattr(conflict, "EFFORTS", (1,))
    monkeypatch.setattr(conflict, "MOST_ELSEWHERE", 0)
    monkeypatch.setattr(conflict, "_elsewhere", lambda *_: pytest.fail("a clue is tried to be left out on roads"))
    found = hashicnf.diagnose(puzzle)
    assert found is not None
    assert not found.is_minimal


def test_roads_come_first_after_vain_questions_until_they_find_that_clues_can_be_left_out(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    switched, asked, found = Switched(hashicnf.parse("1.2.1\n")), [], Sat(np.zeros(1, dtype=np.bool_))

    def on_roads(*_: object) -> Verdict:
        asked.append("roads")
        return Unsat() if len(asked) == 8 else found

    def by_loop(_: object, assumed: list[int], conflicts: int, *__: object) -> Core:
        asked.extend(["loop"] * (conflicts == conflict.EFFORT))
        return Unknown()

    monkeypatch.setattr(conflict, "core_of", by_loop)
    monkeypatch.setattr(conflict, "_elsewhere", on_roads)
    with LazyLoop(switched.compiled, DEFAULT_SOLVER) as loop:
        selectors, clues = switched.load(loop), np.arange(3, dtype=np.int32)
        question = conflict.Contradictions(loop, selectors, clues, switched.rotated)
        some: list[int] = selectors[:2].tolist()
        answers = [question._core(some, NEVER, conflict.PATIENCE) for _ in range(6)]
    assert asked == ["loop", "roads"] * 3 + ["roads"] * 2 + ["loop", "roads"]
    assert answers == [found] * 4 + [some, found]


def test_json_lists_the_alternatives(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    board = tmp_path / "several.puz"
    board.write_text(SEVERAL["hashi"])
    assert run(["diagnose", str(board), "--unique", "--json"]) == Exit.WRONG
    data = json.loads(capsys.readouterr().out)
    assert (data["status"], data["unique"], data["complete"]) == ("several", True, True)
    assert len(data["alternatives"]) > 2
    for other in data["alternatives"]:
        assert other["unique"] is True
        assert len(other["changes"]) == 1


def test_ctrl_c_waits_for_the_thread_that_has_the_solver(monkeypatch: pytest.MonkeyPatch) -> None:
    """Repeated interrupts must not free the solver while the thread uses it, which would crash the process."""

    def press(*_: object) -> None:
        raise KeyboardInterrupt

    fewest = Fewest(Switched(hashicnf.generate("hashi", lattice=13).puzzle), np.zeros(1, dtype=np.int32))
    compute, computing, freed = fewest._solver.compute, threading.Event(), list[bool]()

    def watched(*, expect_interrupt: bool) -> list[int] | None:
        computing.set()
        try:
            found: list[int] | None = compute(expect_interrupt=expect_interrupt)
        finally:
            computing.clear()
        return found

    monkeypatch.setattr(fewest._solver, "compute", watched)
    monkeypatch.setattr(fewest._solver, "delete", lambda: freed.append(not computing.is_set()))
    before = signal.signal(signal.SIGALRM, press)
    try:
        signal.setitimer(signal.ITIMER_REAL, 0.3)
        with pytest.raises(KeyboardInterrupt), fewest:
            fewest.next(Deadline.after(60.0))
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
    assert freed == [True]


def test_a_reason_that_is_not_that_of_the_conflict_is_told_apart() -> None:
    """Two clues of four contradict each other whatever the others are, and the sum of all clues is too small."""
    rows = "1.1\n...\n1.1\n"
    found = hashicnf.diagnose(hashicnf.parse(rows))
    assert found is not None
    assert len(found.conflict) == 2
    assert not found.is_of_conflict
    assert f"another reason: {found.reason}" in commands.run("diagnose", "-", stdin=rows).stdout.splitlines()


def test_where_propagation_ends_is_the_reason_of_a_conflict() -> None:
    """Three clues contradict each other whatever the others are, and the sum of all clues is odd."""
    found = hashicnf.diagnose(hashicnf.parse(".......\n.....23\n.....3.\n.43.54.\n.......\n23.....\n....323\n"))
    assert found is not None
    assert len(found.conflict) == 3
    assert found.is_of_conflict
    assert found.reason == "island 3 at row 6, column 2 would have four bridges"


def test_no_clue_is_tried_to_be_left_out_when_the_share_of_the_time_is_over(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(conflict, "SHARE", 0.0)
    told: list[str] = []
    switched = Switched(hashicnf.parse("3.2..1\n......\n3.3..2\n......\n1....1\n"))
    found = switched.conflict(Deadline.after(LIMIT), observe=lambda phase, *_: told.append(phase))
    assert found is not None
    assert not found.is_minimal
    assert told == []


def test_reasons_are_looked_for_within_the_time_limit_and_once_if_all_clues_conflict(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    limits: list[Deadline] = []

    def noting(*_: Any, deadline: Deadline, **__: Any) -> None:
        limits.append(deadline)

    monkeypatch.setattr(diagnosis, "why_unsolvable", noting)
    deadline = Deadline.after(LIMIT)
    for text, clues, searches in (("1.1\n...\n1.1\n", 2, 4), ("2..1\n", 2, 2)):
        limits.clear()
        found = diagnosis.diagnose(hashicnf.parse(text), deadline=deadline)
        assert found is not None
        assert (len(found.conflict), len(limits)) == (clues, searches)
        assert all(limit is deadline for limit in limits)


def test_an_interrupt_is_passed_on_while_clues_are_hidden(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(_: Run) -> NoReturn:
        raise KeyboardInterrupt

    monkeypatch.setattr(by_cdcl, "_verdict", interrupted)
    puzzle = hashicnf.parse("2..4..2\n.......\n3.....2\n")
    with pytest.raises(KeyboardInterrupt):
        without_one(puzzle, given_clues(puzzle))
