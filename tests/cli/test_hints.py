"""The commands hint, explain and rate, as users run them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.commands import run

ROOT = Path(__file__).parent.parent.parent
SMALL = str(ROOT / "examples" / "hashi" / "small.puz")
SUDOKU = str(ROOT / "examples" / "sudoku" / "hard.puz")
SEVERAL = "2..4..2\n.......\n3..?..2\n"
UNSOLVABLE = "1.1\n...\n1.1\n"


def test_hints_one_after_the_other_lead_to_the_solution(tmp_path: Path) -> None:
    puzzle, drawn = tmp_path / "board.puz", tmp_path / "drawn.sol"
    puzzle.write_text("4.2\n...\n2..\n")
    first = run("hint", str(puzzle), "--json")
    data = json.loads(first.stdout)
    assert (first.returncode, data["status"], len(data["steps"])) == (0, "hint", 1)
    assert data["steps"][0]["technique"] == "just enough neighbours"
    assert data["steps"][0]["conclusions"][0] == {"from": [1, 1], "to": [1, 3], "least": 2, "most": 2}
    drawn.write_text(json.dumps(data["solution"]))
    last = run("hint", str(puzzle), str(drawn))
    assert (last.returncode, last.stdout) == (0, "")
    assert "nothing is left to draw: the puzzle is solved" in last.stderr  # it may have other solutions


def test_lines_of_a_hint_have_the_width_that_is_asked_for() -> None:
    lines = run("hint", SMALL, "--width", "60").stdout.split("\n\n")[0].splitlines()
    assert len(lines) > 3
    assert max(map(len, lines)) <= 60


def test_a_hint_is_a_sentence_and_a_drawing_that_the_next_hint_reads() -> None:
    first = run("hint", SMALL)
    assert first.returncode == 0
    text, drawing = first.stdout.split("\n\n", 1)
    assert text.endswith("[just enough\nneighbours]")
    again = run("hint", SMALL, "-", "--json", stdin=drawing)
    assert json.loads(again.stdout)["status"] == "hint"


def test_a_hint_goes_on_from_what_the_file_holds(tmp_path: Path) -> None:
    file = tmp_path / "drawn.pzpr"
    rows = ["3 . . . ", ". . 2 . ", "4 . . . ", ". . 3 . "]
    file.write_text("\n".join(["pzprv3", "sudoku", "4", *rows, ". 1 . . ", *[". . . . "] * 3, ""]))
    told = run("hint", str(file))
    assert (told.returncode, told.stdout) == (1, "")
    assert "wrong: no solution has 1 at row 1, column 2" in told.stderr


def test_a_wrong_drawing_is_told(tmp_path: Path) -> None:
    puzzle = tmp_path / "board.puz"
    puzzle.write_text("1.2\n...\n1.2\n")
    done = run("hint", str(puzzle), "-", stdin="1   2\n│    \n1   2\n")
    assert (done.returncode, done.stdout) == (1, "")
    assert "wrong: no solution has one bridge between islands 1 and 1 in column 1, rows 1 and 3" in done.stderr


def test_things_that_are_wrong_each_by_itself_are_told_as_such(tmp_path: Path) -> None:
    puzzle = tmp_path / "board.puz"
    puzzle.write_text("1.2\n...\n1.2\n")
    done = run("hint", str(puzzle), "-", stdin="1   2\n│   ║\n1   2\n")
    assert done.returncode == 1
    assert "column 1, rows 1 and 3 or two bridges between islands 2 and 2 in column 3" in done.stderr


def test_the_puzzle_and_the_drawing_are_not_both_standard_input() -> None:
    assert run("hint", "-", "-", stdin=SEVERAL).returncode == 2


def test_explain_ends_with_the_solution() -> None:
    done = run("explain", SMALL, "--width", "60")
    assert done.returncode == 0
    assert done.stdout.startswith("  1. Island 4 at row 4, column 2 needs every bridge")
    assert max(map(len, done.stdout.splitlines())) <= 60
    assert run("check", SMALL, "-", stdin=done.stdout.split("\n\n", 1)[1]).returncode == 0


@pytest.mark.parametrize(
    ("board", "fault"),
    [
        ("family: sudoku\n12..\n..3.\n....\n....\n", "row 1 has no place left for 3"),
        ("1..2\n..12\n....\n2.2.\n", "the clues contradict each other"),
        ("family: hashi\n2..1\n....\n1..1\n", "the numbers of all islands"),
    ],
)
def test_explain_says_what_contradicts_itself(board: str, fault: str, tmp_path: Path) -> None:
    """The clues are named, not the rules: other clues would have a solution."""
    (tmp_path / "wrong.puz").write_text(board)
    done = run("explain", "wrong.puz", cwd=tmp_path)
    assert done.returncode == 20
    assert f"wrong.puz: unsolvable: {fault}" in done.stderr


def test_explain_prints_a_line_of_json_for_each_step() -> None:
    done = run("explain", SUDOKU, "--json")
    *steps, end = map(json.loads, done.stdout.splitlines())
    assert [step["step"] for step in steps] == list(range(1, len(steps) + 1))
    assert {"what if", "hidden single"} <= {step["technique"] for step in steps}
    assert any(step.get("within") for step in steps)
    assert end["status"] == "solved"


@pytest.mark.parametrize(("text", "code", "status"), [(SEVERAL, 1, "several"), (UNSOLVABLE, 20, "unsolvable")])
@pytest.mark.parametrize("command", ["explain", "rate"])
def test_puzzles_without_exactly_one_solution(command: str, text: str, code: int, status: str) -> None:
    plain, data = run(command, "-", stdin=text), run(command, "-", "--json", stdin=text)
    assert (plain.returncode, data.returncode) == (code, code)
    assert json.loads(data.stdout.splitlines()[-1])["status"] == status
    assert status in plain.stdout + plain.stderr


def test_rate_takes_many_files_and_many_puzzles(tmp_path: Path) -> None:
    two = tmp_path / "two.tatham"
    two.write_text("7x7m2:3b5b3a2c1g3g1d3g2a3a3a3a\n7x7m2:4b6a4b1h2e1b4a4g2a2a2a3a2c1\n")
    done = run("rate", str(two), SMALL, "--json")
    found = [json.loads(line) for line in done.stdout.splitlines()]
    assert done.returncode == 0
    names = [(Path(entry["puzzle"]).name, entry["index"]) for entry in found]
    assert names == [("two.tatham:1", 1), ("two.tatham:2", 2), ("small.puz", 1)]
    assert all(1 <= entry["grade"] < 2 for entry in found)
    assert "two.tatham:2 #2: 1." in run("rate", str(two)).stdout


def test_a_family_without_techniques_and_a_time_that_is_over() -> None:
    tiles = run("rate", str(ROOT / "examples" / "tiles" / "small.puz"))
    assert tiles.returncode == 2
    assert "there are no techniques for tiles puzzles; families that can be used here: hashi, sudoku" in tiles.stderr
    assert run("explain", SMALL, "--timeout", "0").returncode == 30


def test_each_of_several_puzzles_has_one_blank_line_above_its_drawing() -> None:
    done = run("explain", "-", stdin="2..2\n---\n1..1\n---\n2..2\n")
    assert done.stdout.count("\n\n") == 5
    assert "\n\n\n" not in done.stdout


def test_several_solutions_are_named_before_the_steps_to_what_they_share() -> None:
    board = run("generate", "hashi", "--size", "5x5", "--islands", "10", "--seed", "26").stdout
    result = run("explain", "-", stdin=board)
    assert result.returncode == 1
    first, last = result.stderr.splitlines()
    assert first == "<stdin>: the puzzle has several solutions; the steps go on to all that they share"
    assert last == "<stdin>: the puzzle has several solutions; this is all that they share"
    assert "several" not in run("explain", "-", "--json", stdin=board).stderr


def test_the_help_of_large_sudokus_says_that_they_take_time() -> None:
    assert "most of a minute at 36 x 36" in " ".join(run("generate", "sudoku", "--help").stdout.split())


@pytest.mark.parametrize("command", ["hint", "explain"])
def test_an_unknown_style_is_refused_before_any_work(command: str) -> None:
    done = run(command, "examples/hashi/small.puz", "--style", "nosuch")
    assert (done.returncode, done.stdout) == (2, "")
    assert "no drawing style is named 'nosuch'" in done.stderr


@pytest.mark.parametrize(
    ("drawn", "why"),
    [
        ("1=1\n", "expected at most one bridge here, where no number is larger"),
        ("1#1\n", "'#' here belongs to no drawing of this board"),
    ],
)
def test_a_drawing_with_too_many_bridges_is_refused_for_a_true_reason(drawn: str, why: str, tmp_path: Path) -> None:
    board = tmp_path / "board.puz"
    board.write_text("1.1\n")
    done = run("hint", str(board), "-", stdin=drawn)
    assert done.returncode == 65
    assert why in done.stderr


@pytest.mark.parametrize(
    ("drawn", "where", "message"),
    [
        ("2-3.3.\n|...|\n2...2\n", "<stdin>:1:6", "this row has 6 cells"),
        ('2.3.3\n....."\n2...2\n', "<stdin>:2:6", "this row has 6 cells"),
        ("2-3.3\n|...|\n2...2\n.....\n", "<stdin>", "the drawing has 4 rows"),
        ("2-3.3\n|...|\n", "<stdin>", "the drawing has 2 rows"),
    ],
)
def test_a_drawing_of_another_size_is_refused_where_it_differs(
    drawn: str, where: str, message: str, tmp_path: Path
) -> None:
    board = tmp_path / "board.puz"
    board.write_text("2.3.3\n.....\n2...2\n")
    done = run("hint", str(board), "-", stdin=drawn)
    assert done.returncode == 65
    assert f"{where}: {message}" in done.stderr


def test_who_has_no_techniques_is_told_where_hints_are() -> None:
    for family in ("tiles", "klotski"):
        done = run("hint", next(str(path) for path in (ROOT / "examples" / family).glob("*.puz")))
        assert done.returncode == 2
        assert done.stderr.endswith("; solve finds a plan, and the page of view gives hints\n")


def test_a_grade_that_took_too_long_has_a_lower_bound() -> None:
    done = run("rate", "examples/sudoku/hard.puz", "--timeout", "0")
    assert done.returncode == 30
    assert done.stderr.endswith("time limit of 0 s reached; if there is one solution, the grade is 1.0 or more\n")
