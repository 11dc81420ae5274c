"""The solutions of several puzzles in one text: the output of solve is read back."""

from __future__ import annotations

import io
from pathlib import Path

import pytest

import hashicnf
from hashicnf.errors import InputError
from hashicnf.pipeline.solutions import read_solution, read_solutions
from tests.commands import run

SUDOKUS = "examples/sudoku/two.sdm"
SQUARES = "2.2\n...\n2.2\n---\n3.3\n...\n3.3\n"
BRIDGES = "2.2\n---\n1.1\n"
SLIDES = "family: tiles\n1 _\n3 2\n---\nfamily: tiles\n1 2\n_ 3\n"


@pytest.fixture
def drawn(tmp_path: Path) -> Path:
    return tmp_path / "drawn.txt"


def fault(file: str, drawn: Path, text: str) -> str:
    drawn.write_text(text)
    with pytest.raises(InputError) as caught:
        read_solutions(hashicnf.read_all(file), str(drawn))
    return str(caught.value).replace(str(drawn), "drawn")


@pytest.mark.parametrize(
    ("text", "options"),
    [
        (SQUARES, ()),
        (SQUARES, ("--style", "ascii")),
        *((BRIDGES, options) for options in ((), ("--style", "ascii"), ("--style", "json"), ("--json",))),
        *((SLIDES, ("--style", style)) for style in ("words", "lrud", "boards", "json")),
        (SLIDES, ("--json",)),
    ],
)
def test_what_solve_prints_is_read(text: str, options: tuple[str, ...], tmp_path: Path, drawn: Path) -> None:
    (file := tmp_path / "two.puz").write_text(text)
    drawn.write_text(run("solve", str(file), *options).stdout)
    puzzles = hashicnf.read_all(file)
    solutions = read_solutions(puzzles, str(drawn))
    assert [puzzle.check(solution) for puzzle, solution in zip(puzzles, solutions, strict=True)] == [[], []]


HEAD = "# made by hand, or not\n\nfamily: {}\n"


@pytest.mark.parametrize(
    ("family", "rows", "solved"),
    [
        ("hashi", "2.2\n...\n2.2\n", "2=2\n...\n2=2\n"),
        ("hashi", "2.2\n...\n2.2\n", "2═══2\n\n2═══2\n"),
        ("sudoku", "1234\n34..\n2143\n4321\n", "1234\n3412\n2143\n4321\n"),
        ("tiles", "12\n_3\n", "3 left\n"),
    ],
)
def test_a_solution_typed_into_a_copy_of_the_file_is_read(family: str, rows: str, solved: str, drawn: Path) -> None:
    head = HEAD.format(family)
    puzzle = hashicnf.parse(head + rows)
    for text in (head + solved, (head + solved).replace("\n", "\r")):
        assert hashicnf.read_solution(puzzle, io.StringIO(text)) == puzzle.read(solved, "typed")
    drawn.write_text(head + solved.replace(solved[0], "&", 1))
    with pytest.raises(InputError, match=f":{len(head.splitlines()) + 1}:1: "):
        hashicnf.read_solution(puzzle, drawn)


def test_check_and_draw_take_the_drawings_of_a_whole_file(drawn: Path) -> None:
    solved = run("solve", SUDOKUS).stdout
    assert run("check", SUDOKUS, "-", stdin=solved).stdout.count("correct: every rule is kept\n") == 2
    assert run("draw", SUDOKUS, "-", stdin=solved).stdout == solved
    wrong = run("check", SUDOKUS, "-", stdin=solved.replace("│ 9 1 2 │", "│ 9 1 1 │", 1))
    first, *_, last = wrong.stdout.splitlines()
    assert wrong.returncode == 1
    assert first.startswith(f"{SUDOKUS}:2 #1: row: row 1 holds 1 more than once")
    assert last == f"{SUDOKUS}:3 #2: correct: every rule is kept"


@pytest.mark.parametrize("options", [("--json",), ("--style", "json"), ()])
def test_an_unsolvable_puzzle_has_no_solution(options: tuple[str, ...], tmp_path: Path, drawn: Path) -> None:
    (file := tmp_path / "two.puz").write_text("1.2\n---\n2.2\n")
    drawn.write_text(run("solve", str(file), *options).stdout)
    nothing, bridges = read_solutions(hashicnf.read_all(file), str(drawn))
    assert nothing is None
    assert isinstance(bridges, hashicnf.Solution)


@pytest.mark.parametrize("style", ["lrud", "json", "words"])
def test_plans_without_steps_and_puzzles_without_plans_keep_their_places(
    style: str, tmp_path: Path, drawn: Path
) -> None:
    (file := tmp_path / "three.puz").write_text(f"{SLIDES}---\nfamily: tiles\n1 2\n3 _\n---\nfamily: tiles\n2 1\n3 _\n")
    solved = run("solve", str(file), "--style", style)
    drawn.write_text(solved.stdout)
    assert solved.returncode == 20
    one, two, none, nothing = read_solutions(hashicnf.read_all(file), str(drawn))
    assert one
    assert two
    assert (none, nothing) == ((), None)


def test_a_puzzle_without_a_drawing_is_not_solved(drawn: Path) -> None:
    solved = run("solve", SUDOKUS).stdout
    second = run("check", SUDOKUS, "-", stdin=solved[solved.index(f"{SUDOKUS}:3 #2:") :])
    assert second.returncode == 1
    assert second.stdout.splitlines()[0] == f"{SUDOKUS}:2 #1: unsolved: there is no solution to check"
    assert second.stdout.splitlines()[1].endswith("#2: correct: every rule is kept")


def test_faults_have_their_places(tmp_path: Path, drawn: Path) -> None:
    (tmp_path / "two.puz").write_text(BRIDGES)
    file = str(tmp_path / "two.puz")
    headings = "expected a drawing for each under a line with its number, such as '#1:', or a line for each"
    assert fault(file, drawn, " \n") == f"drawn: there are 2 puzzles, and no drawing\n    {headings}"
    assert fault(file, drawn, "\n2=2\n") == (
        f"drawn:2:1: there are 2 puzzles, and this drawing has no number\n    2=2\n    ^\n    {headings}"
    )
    assert fault(file, drawn, "x #1:\n2=2\nx #1:\n1-1\n").startswith(
        "drawn:3:3: the number 1 stands here for the second time"
    )
    assert fault(file, drawn, "x #3:\n2=2\n").startswith(
        "drawn:1:3: the number 3 is none of 1 to 2\n    x #3:\n      ^"
    )
    assert fault(file, drawn, "#1:\n2=2\n\n#2:\n1?1\n").startswith("drawn:5:2: ")
    assert fault(file, drawn, '{"index": 2}\n' * 2).startswith(
        "drawn:2:1: the number 2 stands here for the second time"
    )
    bridges = '{"index": 1}\n{"index": 2, "solution": {"bridges": [[1]]}}\n'
    assert fault(file, drawn, bridges).startswith("drawn:2: bridge 1 of the list cannot be read")
    assert fault(file, drawn, "x #1:\n2=2\n\nx #2:\n1-1\n\n.\n").startswith("drawn:5: the drawing has 3 rows")
    assert fault(file, drawn, '{"index": 1, "family": "sudoku", "solution": [[1]]}\n').startswith(
        "drawn:1: this result is of the family 'sudoku'\n    expected a result of hashi"
    )
    assert fault(file, drawn, '{"index": 3}\n').startswith("drawn:1:1: the number 3 is none of 1 to 2")


def test_comments_without_a_drawing_are_no_blank_lines(drawn: Path) -> None:
    drawn.write_text("# by me\n")
    for text in ("2.2\n...\n2.2\n", "family: sudoku\n1234\n34..\n2143\n4321\n"):
        with pytest.raises(InputError, match="the drawing has 0 rows"):
            hashicnf.read_solution(hashicnf.parse(text), drawn)


def test_a_plan_is_shown_of_one_puzzle_alone(tmp_path: Path) -> None:
    (file := tmp_path / "two.puz").write_text(SLIDES)
    refused = run("draw", str(file), "-", "--play", stdin=run("solve", str(file)).stdout)
    assert (refused.returncode, refused.stderr) == (
        2,
        "hashicnf: --play shows the plan of one puzzle, and there are 2\n",
    )


@pytest.mark.parametrize("name", ["hashi/small", "hashi/medium", "sudoku/easy"])
def test_drawings_with_coordinates_are_named_as_such(name: str, tmp_path: Path) -> None:
    drawing = tmp_path / "a.sol"
    drawing.write_text(run("solve", f"examples/{name}.puz", "--coordinates").stdout)
    checked = run("check", f"examples/{name}.puz", str(drawing))
    assert checked.returncode == 65
    assert checked.stderr.startswith(f"hashicnf: {drawing}:1:1: the numbers of rows and columns are drawn\n")
    assert checked.stderr.endswith("expected a drawing that was made without --coordinates\n")


@pytest.mark.parametrize("text", ["1.2.1\n", "1\n.\n1\n"], ids=["row", "column"])
def test_so_are_those_of_one_row_or_column(text: str, tmp_path: Path) -> None:
    puzzle, drawing = tmp_path / "a.puz", tmp_path / "a.sol"
    puzzle.write_text(text)
    drawing.write_text(run("solve", str(puzzle), "--coordinates").stdout)
    assert "the numbers of rows and columns are drawn" in run("check", str(puzzle), str(drawing)).stderr


def test_a_drawing_that_is_wrong_in_other_ways_keeps_its_message() -> None:
    checked = run("check", "examples/hashi/small.puz", "examples/hashi/medium.sol")
    assert "the drawing goes on below the board" in checked.stderr


@pytest.mark.parametrize(("text", "names"), [("left: 3\n", "left: 3"), ("family: tiles\n\n", "family: tiles")])
def test_what_could_be_a_setting_alone_is_no_plan(text: str, names: str, drawn: Path) -> None:
    drawn.write_text(text)
    with pytest.raises(InputError, match=f"'{names}' is no move"):
        read_solution(hashicnf.parse("family: tiles\n12\n_3\n"), str(drawn))
    drawn.write_text("family: tiles\n# nothing to do\n")
    assert read_solution(hashicnf.parse("family: tiles\n12\n_3\n"), str(drawn)) == ()
