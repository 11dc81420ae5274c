"""Plans: drawn and read in every style, checked by the rules, shown on the terminal."""

from __future__ import annotations

import sys
import time
from pathlib import Path
from typing import Any

import pytest

import hashicnf
from hashicnf.cli.app import run
from tests.families.tiles.boards import PUBLISHED, puzzle

START = puzzle(".13\n425\n786")
PLAN = ("left", "up", "left", "up")


def test_every_style() -> None:
    assert START.draw(PLAN, "words") == "1 left\n2 up\n5 left\n6 up\n"
    assert START.draw(PLAN, "lrud") == "LULU\n"
    assert START.draw(PLAN, "json") == '["1 left", "2 up", "5 left", "6 up"]\n'
    assert START.draw(PLAN, "boards").startswith("┌───────┐\n│ · 1 3 │\n│ 4 2 5 │\n│ 7 8 6 │\n└───────┘\n\n┌")
    assert START.draw(PLAN, "boards").count("┌") == 5
    for style in START.rules.styles:
        assert START.read(START.draw(PLAN, style), "a.sol") == PLAN
        assert START.read(START.draw((), style), "a.sol") == ()
    assert START.draw(None, "lrud") == "┌───────┐\n│ · 1 3 │\n│ 4 2 5 │\n│ 7 8 6 │\n└───────┘\n"
    assert puzzle("12\n.3\n\n.3\n12").draw().endswith("goal:\n┌─────┐\n│ · 3 │\n│ 1 2 │\n└─────┘\n")
    assert puzzle("12\n.3\n\n.1\n23").draw().endswith("└─────┘\ngoal: blank-first\n")
    assert [START.draw((), style) for style in ("words", "lrud")] == ["# nothing to do\n"] * 2
    assert (
        puzzle("123\n.45").draw(None, "json") == '{"start": [[1, 2, 3], [0, 4, 5]], "goal": [[1, 2, 3], [4, 5, 0]]}\n'
    )


@pytest.mark.parametrize(("columns", "width"), [(10, 1), (11, 2), (100, 2), (101, 3)])
def test_cells_are_as_wide_as_the_largest_number(columns: int, width: int) -> None:
    """A row of n cells holds the numbers up to n - 1; the places of columns are those of their last digits."""
    board = puzzle(" ".join(map(str, [*range(1, columns), 0])))
    layout = board.rules.layout(board.board, None, "words", None) if board.rules.layout else None
    assert layout is not None
    assert (
        layout.text.splitlines()[1]
        == "│" + "".join(f" {number or '·':>{width}}" for number in [*range(1, columns), 0]) + " │"
    )
    assert (layout.rows, layout.columns) == ((1,), tuple(range(width + 1, columns * (width + 1) + 1, width + 1)))


def test_only_boards_drawn_as_text_have_places() -> None:
    layout = START.rules.layout
    assert layout is not None
    assert (layout(START.board, PLAN, "words", None), layout(START.board, None, "json", None)) == (None, None)


@pytest.mark.parametrize(
    ("text", "plan"),
    [
        ("LU\nLU # twice\n", PLAN),
        ("left\n 2  up\nleft\nup\n", PLAN),
        ("0 1 3\n4 2 5\n7 8 6\n1 0 3\n4 2 5\n7 8 6", ("left",)),
        ("1 left\n3 up\n5 left\n", ("left", "3 up", "5 left")),
        ("", ()),
    ],
)
def test_reading(text: str, plan: tuple[str, ...]) -> None:
    assert START.read(text, "a.sol") == plan


@pytest.mark.parametrize(
    ("text", "line", "column", "message"),
    [
        ("1 left\n  up 2\n", 2, 3, "'up 2' is no move"),
        ("1 left\n  99  up\n", 2, 3, "there is no tile 99"),
        ("0 left\n", 1, 1, "there is no tile 0"),
        ("0 1 3\n4 2 5\n7 8 6\n\n1 3 0\n4 2 5\n7 8 6", 5, 1, "this board is not one slide from the one before"),
        ("1 0 3\n4 2 5\n7 8 6", 1, 1, "this is not the start"),
        ("0 1 3\n4 2 5\n7 8 6\n\n1 0", 5, 3, "the last board is not whole"),
        ("0 1 3\n4 ! 5\n7 8 6", 2, 3, "'4 ! 5' is no row of tiles"),
        ("0 1 3\n4 00000000002 5\n7 8 6", 2, 3, "a number of 11 digits does not belong here"),
        ("# a comment\n┌──┐\n", 2, 1, "a frame without tiles"),
        ('["1 left", 2]', None, None, "2 is no move"),
        ('["1 left", "1 jump"]', None, None, "'1 jump' is no move"),
        ("0 1 3\n4 2 5\n7 8 x", 3, 5, "'7 8 x' is no row of tiles"),
        ("0\nleft\n", 1, 1, "'0' is no move"),
        ("LU\nleft\n", 1, 1, "'LU' is no move"),
        ("│ · 1 3 │\n│ 42 ! 567890 12345 │", 2, 6, "'│ 42 ! 567890 12345 ' is no row of tiles"),
        ("│ · 1 3 │\n│ 4 00000000002 5 │", 2, 5, "a number of 11 digits does not belong here"),
        ('["1 left"', 1, 10, "this is no JSON: Expecting ',' delimiter"),
        (f"[{'9' * 5000}]", None, None, "this is no solution: too large a number"),
    ],
)
def test_what_is_no_plan_is_refused(text: str, line: int | None, column: int | None, message: str) -> None:
    with pytest.raises(hashicnf.InputError) as caught:
        START.read(text, "a.sol")
    assert (caught.value.line, caught.value.column, caught.value.message) == (line, column, message)
    assert caught.value.expected
    assert caught.value.text == (text.splitlines()[line - 1] if line else None)


@pytest.mark.parametrize(
    ("plan", "rule", "message"),
    [
        (PLAN[:-1], "goal", "after 3 steps row 2, column 3 holds the blank, not tile 6"),
        ((*PLAN, "up"), "slide", "step 5: no tile can move up: the blank is at the border"),
        ((*PLAN, "left"), "slide", "step 5: no tile can move left: the blank is at the border"),
        (("right",), "slide", "step 1: no tile can move right: the blank is at the border"),
        (("down",), "slide", "step 1: no tile can move down: the blank is at the border"),
        (("1 left", "3 up"), "slide", "step 2: tile 3 cannot move up: the blank is not above it"),
        (("3 right",), "slide", "step 1: tile 3 cannot move right: the blank is not right of it"),
        (("9 left",), "slide", "step 1: there is no tile 9"),
        (("12345678901 left",), "slide", "step 1: there is no tile 12345678901"),
        (("9" * 5000 + " left",), "slide", "step 1: there is no tile 99999999999999999999..."),
        (("0 left",), "slide", "step 1: there is no tile 0"),
        (("sideways",), "action", "step 1: 'sideways' is no move"),
    ],
)
def test_wrong_plans_are_refused(plan: tuple[str, ...], rule: str, message: str) -> None:
    (broken,) = START.check(plan)
    assert (broken.rule, broken.message) == (rule, message)
    assert broken.cells == ((1, 2),) * (rule == "goal")


def test_right_plans_are_accepted_with_and_without_tiles() -> None:
    assert START.check(PLAN) == START.check(("1 left", "2 up", "5 left", "6 up")) == []
    assert START.check((f"{'0' * 5000}1 left", "2 up", "5 left", "6 up")) == []


def test_playing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    board, plan = tmp_path / "a.puz", tmp_path / "a.sol"
    board.write_text("\n".join(START.lines))
    plan.write_text("LULU")
    assert run(["draw", str(board), str(plan), "--play"]) == 0
    shown = capsys.readouterr().out
    assert shown.startswith("┌───────┐\n│ · 1 3 │\n│ 4 2 5 │\n│ 7 8 6 │\n└───────┘\nstart\n\n┌───────┐\n│ 1 · 3 │\n")
    assert shown.endswith("│ 7 8 · │\n└───────┘\nstep 4\n")
    for words, message in (
        ([str(board), "--play"], "--play shows the plan of a puzzle that is solved by one: name puzzle and plan"),
        ([str(board), str(plan), "--speed", "2"], "--speed has no effect without --play"),
        (
            [str(board), str(plan), "--play", "--speed", "0"],
            "--speed: expected a number of steps per second, more than 0",
        ),
    ):
        assert run(["draw", *words]) == 2
        assert message in capsys.readouterr().err


def test_playing_draws_over_the_last_board_on_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    from hashicnf.cli import play

    shown: list[str] = []
    waits: list[float] = []
    monkeypatch.setattr(time, "sleep", waits.append)
    monkeypatch.setattr(sys, "stdout", _Terminal(shown))
    play.play(START, PLAN, 4)
    text = "".join(shown)
    assert waits == [0.25] * 4
    assert text.count("\x1b[6A") == 4
    assert "step 4 of 4: tile 6 moves up\x1b[K" in text


class _Terminal:
    def __init__(self, shown: list[str]) -> None:
        self._shown = shown

    def isatty(self) -> bool:
        return True

    def write(self, text: str) -> None:
        self._shown.append(text)

    def flush(self) -> None:
        pass

    def fileno(self) -> int:
        raise OSError("no file")


def test_families_without_boards_between_are_not_played(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    board = tmp_path / "a.puz"
    board.write_text("1.1\n")
    (tmp_path / "a.sol").write_text(hashicnf.parse("1.1\n").draw(hashicnf.solve(hashicnf.parse("1.1\n")).solution))
    assert run(["draw", str(board), str(tmp_path / "a.sol"), "--play"]) == 2
    assert "--play: hashi puzzles are not drawn step by step" in capsys.readouterr().err


def test_formulas_and_searches_agree_on_every_optimum() -> None:
    for row in PUBLISHED.values():
        if row.optimum <= 20:
            answer = hashicnf.solve(puzzle(row.rows), method="cdcl")
            assert answer.plan is not None
            assert (answer.plan.length, answer.plan.optimal) == (row.optimum, True)


@pytest.mark.parametrize("method", ["cdcl", "dpll"])
def test_a_formula_that_would_be_too_large_is_given_up_at_once(method: str) -> None:
    large = hashicnf.generate("tiles", size=(12, 12), depth=400, seed=1).puzzle
    start = time.process_time()
    answer = hashicnf.solve(large, method=method)
    assert isinstance(answer.verdict, hashicnf.Unknown)
    assert answer.verdict.stopped.kind == "memory"
    assert "needs more than 20,000,000 clauses" in answer.verdict.stopped.reason
    assert time.process_time() - start < 20


@pytest.mark.parametrize("options", [{"size": "2x3"}, {"size": "1x5"}, {"size": "3x3", "depth": 10}])
def test_a_search_from_both_ends_finds_plans_as_short_as_breadth_first(options: dict[str, Any]) -> None:
    for seed in range(2):
        board = hashicnf.generate("tiles", seed=seed, **options).puzzle
        wanted, found = (hashicnf.solve(board, method=name) for name in ("breadthfirst", "bidirectional"))
        assert wanted.plan is not None
        assert found.plan is not None
        assert (found.plan.length, found.plan.optimal) == (wanted.plan.length, True)
    impossible = hashicnf.solve(puzzle("21\n3."), method="bidirectional")
    assert impossible.status == "unsolvable"


def test_costs_are_whole_numbers_with_all_their_digits() -> None:
    found = hashicnf.solve(START, method="idastar")
    assert found.plan is not None
    assert (repr(found.plan.cost), repr(found.stats.figures["best_f"])) == ("4", "4")
    assert hashicnf.Plan(("up",) * 3, cost=1_495_188, metric="slides").price == "1,495,188"
    assert hashicnf.Plan(("up",) * 3, cost=2.5, metric="slides").price == "2.5"


def test_what_is_no_slide_has_no_letter() -> None:
    with pytest.raises(hashicnf.InputError, match="'jump' is no slide\n    expected 5 left, or another style"):
        START.draw(("left", "jump"), "lrud")
