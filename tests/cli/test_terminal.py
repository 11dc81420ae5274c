"""Output on terminals: colours, coordinates, boards that fit, names between boards, groups in the help."""

from __future__ import annotations

import io
import os
import re
import shlex
import sys
from pathlib import Path
from typing import NamedTuple, Protocol, cast

import numpy as np
import pytest

from hashicnf import Solution
from hashicnf.api import solve
from hashicnf.cli import terminal_width
from hashicnf.cli.app import run
from hashicnf.cli.boards import Wanted, board_text
from hashicnf.cli.colour import marked
from hashicnf.cli.commands import COMMANDS
from hashicnf.cli.examples import fitted_commands
from hashicnf.cli.terminal import show_status, text_width, wrapped
from hashicnf.pipeline.puzzles import parse
from tests import commands

ROOT = Path(__file__).parent.parent.parent
HASHI = ROOT / "examples" / "hashi"
SMALL, MEDIUM, WIDE = (str(HASHI / f"{name}.puz") for name in ("small", "medium", "wide"))
SUDOKU = str(ROOT / "examples" / "sudoku" / "small.puz")
ESCAPE = re.compile(r"\x1b\[[0-9;]*m")
LINE = "2...2\n"


class Output(NamedTuple):
    out: str
    err: str


class Show(Protocol):
    def __call__(self, *command: str, code: int = 0, width: int | None = None) -> Output: ...


@pytest.fixture
def shown(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Show:
    for name in ("NO_COLOR", "FORCE_COLOR"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("TERM", "xterm")

    def show(*command: str, code: int = 0, width: int | None = None) -> Output:
        monkeypatch.setattr("hashicnf.cli.columns", lambda _: width)
        capsys.readouterr()
        assert run([*command]) == code
        return Output(*capsys.readouterr())

    return show


def test_no_escapes_in_pipes(shown: Show) -> None:
    for command in (["draw", SMALL], ["solve", SMALL], ["check", SMALL, str(HASHI / "small.sol")]):
        assert not ESCAPE.search("".join(shown(*command)))


@pytest.mark.parametrize("command", [["draw", SMALL], ["solve", SMALL], ["solve", SUDOKU], ["backbone", SMALL]])
def test_colours_change_no_character(command: list[str], shown: Show) -> None:
    plain, coloured = shown(*command).out, shown(*command, "--color", "always").out
    assert ESCAPE.search(coloured)
    assert ESCAPE.sub("", coloured) == plain


@pytest.mark.parametrize(("command", "code"), [(["unique"], 1), (["count", "--marginals"], 0)])
def test_what_solutions_differ_in_is_fitted(command: list[str], code: int, shown: Show, tmp_path: Path) -> None:
    """Cells are drawn narrower as long as that helps; then lines are cut, which is said."""
    file = tmp_path / "a.puz"
    apart = "." * 8
    file.write_text(f"2{apart}4{apart}2\n{'.' * 19}\n3{apart}?{apart}2\n")
    for width, longest, is_cut in ((None, 73, False), (60, 37, False), (30, 30, True)):
        out, err = shown(*command[:1], str(file), *command[1:], code=code, width=width)
        assert max(map(len, out.splitlines()[:3])) == longest
        assert width is None or max(map(len, out.splitlines())) <= width  # what is below the drawing is broken at words
        assert ("cut" in err) == is_cut


def test_no_line_ends_between_a_technique_and_the_number_of_its_steps(shown: Show) -> None:
    counts = re.findall(r"\d\w?: \d+", shown("rate", MEDIUM).out)
    for width in range(20, 100):
        out = shown("rate", MEDIUM, width=width).out
        assert max(map(len, out.splitlines())) <= width
        assert re.findall(r"\d\w?: \d+", out) == counts


def test_what_the_solution_adds_is_coloured_apart_from_what_is_given() -> None:
    puzzle = parse(LINE)
    wanted = Wanted("unicode", coordinates=False, coloured=True, width=None)
    text, _ = board_text(puzzle, puzzle.read('[ "2" , "=" , "=" , "=" , "2" ]', "solution"), wanted)
    assert text == "\x1b[1m2\x1b[0m\x1b[36m═══════════════\x1b[0m\x1b[1m2\x1b[0m"


def test_numbers_of_bridges_that_widen_the_cells_make_no_clue_new() -> None:
    puzzle = parse("max-bridges: 150\n130 . 131 . 1\n")
    wanted = Wanted("unicode", coordinates=False, coloured=True, width=None)
    solution = solve(puzzle).solution
    text, _ = board_text(puzzle, solution, wanted)
    assert [ESCAPE.sub("", clue) for clue in re.findall(r"\x1b\[1m\d+", text)] == ["130", "131", "1"]
    before, _ = board_text(puzzle, solution, wanted, solution)
    assert "\x1b[36m" not in before


@pytest.mark.parametrize("margin", ["", "1 "])
def test_lines_are_cut_where_nothing_is_new(margin: str) -> None:
    puzzle = parse("1 . . 1 . . 3 . . 3 . . 1 . . 1\n")
    wanted = Wanted("unicode", coordinates=bool(margin), coloured=False, width=20)
    text, is_cut = board_text(puzzle, Solution(np.array([[0, 12, 0, 15, 1]], dtype=np.int32)), wanted)
    line = text.split("\n")[-1]
    assert is_cut
    assert max(map(len, text.split("\n"))) <= 20
    assert line.startswith(f"{margin}…")
    assert line.endswith("1─────1")
    bridges = np.array([[0, start, 0, start + 3, 1] for start in range(0, 15, 3)], dtype=np.int32)
    text, _ = board_text(puzzle, Solution(bridges), wanted)
    assert text.split("\n")[-1].startswith(f"{margin}1──")


def test_what_was_drawn_before_is_not_new() -> None:
    puzzle = parse(LINE)
    solution = puzzle.read('[ "2" , "=" , "=" , "=" , "2" ]', "solution")
    wanted = Wanted("unicode", coordinates=False, coloured=True, width=None)
    assert "\x1b[36m" not in board_text(puzzle, solution, wanted, before=solution)[0]


@pytest.mark.parametrize(
    ("variables", "options", "is_coloured"),
    [
        ({}, [], False),
        ({"FORCE_COLOR": "1"}, [], True),
        ({"FORCE_COLOR": "1", "NO_COLOR": "1"}, [], False),
        ({"FORCE_COLOR": "1"}, ["--color", "never"], False),
        ({"NO_COLOR": "1"}, ["--color=always"], True),
    ],
)
def test_the_option_comes_before_the_environment(
    variables: dict[str, str], options: list[str], is_coloured: bool, shown: Show, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    assert bool(ESCAPE.search(shown("draw", SMALL, *options).out)) == is_coloured
    assert bool(ESCAPE.search(shown("draw", "missing", *options, code=65).err)) == is_coloured


def test_the_choice_of_one_run_is_not_that_of_the_next(shown: Show) -> None:
    shown("draw", SMALL, "--color", "always")
    assert not ESCAPE.search(shown("draw", SMALL).out)


def test_coordinates_count_from_1() -> None:
    puzzle = parse("2...2\n.....\n2...2\n")
    text, _ = board_text(puzzle, None, Wanted("ascii", coordinates=True, coloured=False, width=None))
    assert text.splitlines() == [
        "  1   2   3   4   5",
        "1 2   .   .   .   2",
        "",
        "2 .   .   .   .   .",
        "",
        "3 2   .   .   .   2",
    ]


def test_empty_rows_at_the_end_of_a_solution_have_their_numbers() -> None:
    puzzle = parse("2.2\n...\n1.1\n...\n...\n")
    solution = solve(puzzle).solution
    text, _ = board_text(puzzle, solution, Wanted("unicode", coordinates=True, coloured=False, width=None))
    assert [line[0] for line in text.splitlines() if line[:1].strip()] == ["1", "2", "3", "4", "5"]


@pytest.mark.parametrize("name", ["hashi/small", "hashi/wide", "sudoku/small", "sudoku/sixteen", "tiles/small"])
def test_coordinates_stand_at_their_cells(name: str) -> None:
    puzzle = parse((ROOT / "examples" / f"{name}.puz").read_text())
    layout = puzzle.layout()
    assert layout is not None
    assert layout.text == puzzle.draw()
    lines, cells = layout.text.split("\n"), puzzle.document.cells
    assert (len(layout.rows), len(layout.columns)) == cells.shape
    for (row, column), value in ((place, int(cells[place])) for place in zip(*cells.nonzero(), strict=True)):
        if value > 0:
            end = lines[layout.rows[row]][: layout.columns[column] + len(str(value))].rstrip()
            assert re.search(rf"(?<!\d){value}$", end) or end.endswith(str(value)), (row, column)


def test_columns_without_room_for_their_numbers_are_not_numbered() -> None:
    puzzle = parse(f"1{'.' * 60}1\n")
    text, _ = board_text(puzzle, None, Wanted("unicode", coordinates=True, coloured=False, width=None))
    numbers = [int(number) for number in text.splitlines()[0].split()]
    assert len(numbers) > 20
    assert numbers == sorted(numbers)


@pytest.mark.parametrize(("width", "longest"), [(40, 30), (60, 60), (200, 200)])
def test_a_board_is_drawn_as_large_as_the_terminal_allows(width: int, longest: int) -> None:
    puzzle = parse(f"1{'.' * 13}1\n" if width < 60 else f"1{'.' * (width // 4 - 2)}1\n")
    text, is_cut = board_text(puzzle, None, Wanted(None, coordinates=False, coloured=False, width=width))
    assert max(map(len, text.splitlines())) <= longest
    assert not is_cut


@pytest.mark.parametrize("name", ["wide", "touching", "quadruple", "medium"])
@pytest.mark.parametrize("width", [20, 40, 80, 200])
def test_a_fitted_drawing_reads_back(name: str, width: int) -> None:
    puzzle = parse((HASHI / f"{name}.puz").read_text())
    solution = solve(puzzle).solution
    layout = puzzle.layout(solution, "unicode", width)
    assert layout is not None
    assert puzzle.read(layout.text, "drawing") == solution


def test_a_board_that_does_not_fit_is_cut_with_a_word(shown: Show) -> None:
    out, err = shown("draw", WIDE, width=20)
    assert {len(line) for line in out.splitlines() if line.endswith("…")} == {20}
    assert "wider than the terminal and cut" in err
    assert "…" not in shown("draw", WIDE).out


def test_names_stand_between_boards(shown: Show) -> None:
    out = shown("draw", SMALL, SUDOKU, "--each").out
    assert out.startswith(f"{SMALL}:\n")
    assert f"\n\n{SUDOKU}:\n" in out
    assert not shown("draw", SMALL).out.startswith(SMALL)


def test_a_second_puzzle_in_the_place_of_a_solution_is_told_of_the_option(shown: Show) -> None:
    assert "--each if it is a puzzle of its own" in shown("draw", SMALL, SUDOKU, code=65).err
    assert "--each" not in shown("draw", SMALL, str(HASHI / "medium.sol"), code=65).err


def test_boards_of_a_line_are_for_programs(shown: Show) -> None:
    two = str(ROOT / "examples" / "sudoku" / "two.sdm")
    out = shown("solve", two, "--style", "line").out
    assert re.fullmatch(r"([1-9]{81}\n){2}", out)


def test_many_files_are_worked_on_whatever_happens_to_one(shown: Show) -> None:
    bad = str(ROOT / "examples" / "bad" / "bad_number.puz")
    out, err = shown("rate", SMALL, bad, "missing", SUDOKU, code=65)
    assert [line.split(":")[0] for line in out.splitlines()] == [SMALL, SUDOKU]
    assert err.count("hashicnf: ") == 2
    assert shown("count", bad, SMALL, code=65).out == f"{SMALL}: 1\n"


def test_the_former_name_of_a_style_is_understood(shown: Show) -> None:
    assert shown("draw", SMALL, "--style", "csv").out == shown("draw", SMALL, "--style", "seed").out
    assert '[ "0" ,' in shown("draw", SMALL, "--style", "seed").out


@pytest.mark.parametrize(
    ("command", "message"),
    [
        (["solve"], "missing argument 'PUZZLE...'"),
        (["solve", SMALL, "--slover", "x"], "no option is named --slover; did you mean --solver?"),
        (["solve", SMALL, "--nonsense"], "no option is named --nonsense"),
        (["solve", SMALL, "--foo"], "no option is named --foo\n"),
        (["solve", SMALL, "--cuts", "many"], "invalid value for '--cuts'"),
        (["count", SMALL, "--max-memory", "x"], "invalid value for '--max-memory': 'x' is no amount of memory"),
        (["compare", SMALL, "--max-memory", "x"], "invalid value for '--max-memory': 'x' is no amount of memory"),
        (["solve", SMALL, "--style"], "--style needs a value: --style NAME\n    see: hashicnf help solve\n"),
        (["solve", SMALL, "-o"], "-o needs a value: -o FILE\n    see: hashicnf help solve\n"),
        (["generate", "tiles", "--size"], "--size needs a value: --size RxC\n    see: hashicnf help generate tiles\n"),
        (["solve", SMALL, "--json=x"], "option '--json' does not take a value\n    see: hashicnf help solve\n"),
        (["solve", SMALL, "--color", "alway"], "no choice of --color is named 'alway'; did you mean always?"),
        (["completion", "bahs"], "no shell is named 'bahs'; did you mean bash?"),
        (["help", "sovle"], "no command is named 'sovle'; did you mean solve?"),
    ],
)
def test_errors_of_usage_look_like_all_errors(command: list[str], message: str, shown: Show) -> None:
    _, err = shown(*command, code=2)
    assert err.lower().startswith(f"hashicnf: {message.lower()}")
    assert "Usage:" not in err


def test_help_is_a_command(shown: Show) -> None:
    assert shown("help", "rate").out == shown("rate", "--help").out
    assert shown("help", "generate", "tiles").out == shown("generate", "tiles", "--help").out
    assert shown("help").out == shown("--help").out


@pytest.mark.parametrize("width", [60, 80])
def test_help_fits_the_terminal_and_its_examples_stay_commands(
    width: int, shown: Show, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", str(width))
    for command in ("solve", "draw", "convert", "completion", "serve"):
        out = shown("help", command, width=width).out
        assert max(map(len, out.splitlines())) <= width
        assert all(
            line.startswith(("    $ ", "        ")) for line in out.split("Example:\n")[1].split("\n\n")[0].split("\n")
        )


@pytest.mark.parametrize("words", [["solve"], ["generate", "klotski"], ["bench"]])
@pytest.mark.parametrize("width", [50, 66, 80])
def test_lines_of_help_end_with_whole_names(
    words: list[str], width: int, shown: Show, monkeypatch: pytest.MonkeyPatch
) -> None:
    """If a name were broken at a hyphen, it would be unclear whether the hyphen is part of it."""
    monkeypatch.setenv("COLUMNS", str(width))
    out = shown("help", *words, width=width).out
    assert not re.findall(r"\w-$", out, re.MULTILINE)
    assert out.isascii()


@pytest.mark.parametrize("command", COMMANDS)
def test_examples_are_commands_a_line_each(command: str, shown: Show) -> None:
    """A backslash and n in a docstring would end the line there."""
    examples = shown("help", command).out.split("Example:\n")[1:]
    assert all(line.startswith("    $ ") for some in examples for line in some.split("\n\n")[0].split("\n"))


def test_a_broken_command_is_the_same_to_a_shell() -> None:
    command = """$ solve a.puz --method astar 'x  y' | draw - "b c" --play --sheet 2x2     # says # it all"""
    for width in range(20, len(command) + 1):
        broken = fitted_commands(f"  {command}\nplain text that is never broken, however long it may be", width)
        *lines, plain = broken.split("\n")
        assert plain.startswith("plain text that is never broken")
        joined = "\n".join(lines).removeprefix("  $ ")
        assert shlex.split(joined.replace("\\\n", ""), comments=True) == shlex.split(command[2:], comments=True)
        assert width < 30 or max(map(len, lines)) <= width


def test_options_of_solve_stand_in_groups(shown: Show) -> None:
    titles = re.findall(r"^(\w[\w ]+):$", shown("solve", "--help").out, re.MULTILINE)
    assert titles == ["Arguments", "Options", "Method and limits", "Encoding", "Plans", "Search"]
    assert re.findall(r"^(\w[\w ]+):$", shown("rate", "--help").out, re.MULTILINE) == ["Arguments", "Options"]


def test_long_messages_break_between_words_and_quoted_lines_stay_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hashicnf.cli.terminal._width", lambda: 30)
    quoted = "    2 . . . . . . . . . . . . . . . . . . 2"
    message = f"hashicnf: a message that is longer than the terminal is wide\n{quoted}"
    lines = ["hashicnf: a message that is", "    longer than the terminal", "    is wide", quoted]
    assert wrapped(message).split("\n") == lines
    more = wrapped(f"{message}\n    expected a number, a point, or a blank").split("\n")
    assert more == [*lines, "    expected a number, a", "    point, or a blank"]


class Screen(io.StringIO):
    def isatty(self) -> bool:
        return True


class Other(Screen):
    def fileno(self) -> int:
        return 99


def test_sentences_in_a_pipe_are_as_wide_as_the_terminal_that_messages_go_to(monkeypatch: pytest.MonkeyPatch) -> None:
    def size(number: int) -> os.terminal_size:
        if number != 99:
            raise OSError
        return os.terminal_size((72, 24))

    monkeypatch.delenv("COLUMNS", raising=False)
    monkeypatch.setattr("os.get_terminal_size", size)
    assert text_width() == 100
    monkeypatch.setattr(sys, "stderr", Other())
    assert text_width() == 72
    monkeypatch.setenv("COLUMNS", "50")
    assert text_width() == 50


@pytest.mark.parametrize("width", [1, 19])
def test_text_is_not_broken_into_letters(width: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", str(width))
    monkeypatch.setattr(sys, "stdout", Other())
    assert (text_width(), terminal_width()) == (20, 20)


def test_differences_have_the_contrast_of_text_on_every_terminal() -> None:
    assert marked("2*3", "*") == "2\x1b[7m*\x1b[0m3"  # reversed, not coloured


def test_a_dumb_terminal_gets_no_line_that_is_drawn_over(monkeypatch: pytest.MonkeyPatch) -> None:
    board, plan = (str(ROOT / "examples" / "tiles" / name) for name in ("small.puz", "small.sol"))
    monkeypatch.setattr("hashicnf.cli.terminal._width", lambda: 80)
    for kind, has_escapes in (("xterm", True), ("dumb", False)):
        monkeypatch.setenv("TERM", kind)
        monkeypatch.setattr(sys, "stdout", Screen())
        monkeypatch.setattr(sys, "stderr", Screen())
        assert run(["draw", board, plan, "--play", "--speed", "1000"]) == 0
        show_status("3 s: encode")
        for stream in (sys.stdout, sys.stderr):
            assert ("\x1b[" in cast(io.StringIO, stream).getvalue()) == has_escapes


@pytest.mark.parametrize(
    ("command", "board", "code", "lines"),
    [
        ("unique", "2.3.2\n.....\n2.3.2\n", 1, ["  1   2   3   4   5", "1 2*******3───────2"]),
        ("unique", "1.1\n", 0, ["  1   2   3", "1 1───────1"]),
        ("diagnose", "1.1\n...\n1.1\n", 20, ["   1  2  3", "1  1  . [1]", "2  .  .  .", "3 [1] .  1"]),
    ],
)
def test_answers_that_name_places_number_their_drawings(command: str, board: str, code: int, lines: list[str]) -> None:
    done = commands.run(command, "-", "--coordinates", stdin=board)
    assert done.returncode == code
    assert done.stdout.splitlines()[: len(lines)] == lines


@pytest.mark.parametrize(
    ("board", "legend"),
    [
        ("2.2\n...\n2.2\n", ["  ─ ═:   in every solution at least one bridge, at least two"]),
        (
            "3.3\n...\n2.2\n",
            [
                "  ░ ▒ ▓: in fewer than 1/3, 2/3, all of the solutions",
                "  ─ ═:   in every solution at least one bridge, at least two",
            ],
        ),
    ],
)
def test_shares_have_coordinates_and_a_legend_of_what_occurs(
    board: str, legend: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    puzzle = tmp_path / "a.puz"
    puzzle.write_text(board)
    assert run(["count", str(puzzle), "--marginals", "--coordinates"]) == 0
    head, *lines = capsys.readouterr().out.splitlines()
    assert head.split() == ["1", "2", "3"]
    assert [line[0] for line in lines if line[0] != " "] == ["1", "2", "3"]
    assert [line for line in lines if ":" in line] == legend
    assert run(["count", str(puzzle), "--coordinates"]) == 2
