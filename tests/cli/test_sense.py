"""Options that would be ignored are errors, in all commands by the same mechanism."""

from __future__ import annotations

import inspect
import json
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import pytest

from hashicnf.cli.app import run
from hashicnf.cli.commands import COMMANDS, GROUPS
from hashicnf.cli.parameters import Excludes, Needs

EXAMPLES = Path(__file__).parent.parent.parent / "examples"
SMALL = str(EXAMPLES / "hashi" / "small.puz")
SUDOKU = str(EXAMPLES / "sudoku" / "small.puz")
TILES = str(EXAMPLES / "tiles" / "small.puz")
KLOTSKI = str(EXAMPLES / "klotski" / "tiny.puz")


@pytest.mark.parametrize(
    ("command", "message"),
    [
        (["cubes", SMALL, "--jobs", "2"], "--jobs has no effect without --solve"),
        (["cubes", SMALL, "--style", "ascii"], "--style has no effect without --solve"),
        (["cubes", SMALL, "--solve", "-o", "a.icnf"], "--output has no effect with --solve: leave out one of them"),
        *(
            ([*words, SMALL, option, "a.sqlite", "--cluster", "local", "--jobs", "7"], message)
            for words, option in ((["batch", "solve"], "-o"), (["bench"], "--db"), (["compare"], "--db"))
            for message in ("--jobs has no effect with --cluster: leave out one of them",)
        ),
        (["draw", SMALL, "--paper", "letter"], "--paper has no effect without --sheet"),
        (["draw", SMALL, "--theme", "dark"], "--theme has no effect without --output"),
        (["draw", SMALL, "--speed", "2"], "--speed has no effect without --play"),
        (["draw", SMALL, SMALL, "--play", "--json"], "--play has no effect with --json: leave out one of them"),
        (["encode", SMALL, "--facts", "1"], "--facts has no effect without --output-dir"),
        (["encode", SMALL, "--output-dir", "x", "-o", "a.cnf"], "--output has no effect with --output-dir"),
        (["solve", SMALL, "--json", "--style", "ascii"], "--style has no effect with --json"),
        (["explain", SMALL, "--json", "--width", "60"], "--width has no effect with --json"),
        (["explain-trace", "a.jsonl", "-o", "a.html", "--width", "60"], "--width has no effect with --output"),
        (["decode", "model.txt", "--cnf", "a.cnf", "--format", "csv"], "--format has no effect without --puzzle"),
        (["bench", "--phases", "100", "--repeat", "3"], "--repeat has no effect with --phases"),
        (["compare", "--from", "a.json", "--repeat", "3"], "--repeat has no effect with --from"),
        (["bench", SMALL, "--as", "csv", "--json"], "--as has no effect with --json: leave out one of them"),
        (["compare", SMALL, "--as", "csv", "--json"], "--as has no effect with --json: leave out one of them"),
        (
            ["encode", SUDOKU, "--connectivity", "planar"],
            "--connectivity planar has no effect: sudoku has no connectivity",
        ),
        (["encode", SUDOKU, "--cuts", "2"], "--cuts 2 has no effect: sudoku has no connectivity constraint"),
        (["encode", TILES, "--horizon", "2", "--depth", "3"], "--depth 3 has no effect: tiles has no connectivity"),
        (["encode", SMALL, "--to", "opb", "--cardinality", "totalizer"], "--cardinality totalizer has no effect: this"),
        (
            ["encode", SMALL, "-o", "a.opb", "--at-most-one", "ladder"],
            "--at-most-one ladder has no effect: this formula",
        ),
        (["solve", SUDOKU, "--connectivity", "planar"], "--connectivity planar has no effect: sudoku has no"),
        (
            ["solve", TILES, "--method", "cdcl", "--simplify"],
            "--simplify has no effect: the formula grows with the horizon",
        ),
        (
            ["solve", TILES, "--connectivity", "planar"],
            "--connectivity planar has no effect: tiles has no connectivity c",
        ),
        (["check-heuristic", "hashi", "residual", SMALL, "--no-precheck"], "--no-precheck has no effect on hashi"),
        (["results", "merge", "a.db", "-o", "b.db", "--csv"], "--csv has no effect with --output"),
    ],
)
def test_an_option_without_effect_is_refused(
    command: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(command) == 2
    assert capsys.readouterr().err.startswith(f"hashicnf: {message}")


def test_a_default_asks_for_nothing() -> None:
    assert run(["draw", SMALL, "--paper", "a4", "--style", "ascii"]) == 0
    assert run(["cubes", SMALL, "-n", "1", "--jobs", "1", "--json"]) == 0


@pytest.mark.parametrize(
    "command",
    [
        ["draw", KLOTSKI],
        ["draw", KLOTSKI, "--json"],
        ["solve", KLOTSKI],
        ["solve", TILES],
        ["draw", SMALL, "--style", "seed"],
        ["hint", SMALL, "--style", "json"],
    ],
)
def test_coordinates_where_no_cells_are_shown_have_no_effect(
    command: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(command) == 0
    plain = capsys.readouterr().out
    assert run([*command, "--coordinates"]) == 0
    shown = capsys.readouterr()
    assert shown.out == plain
    note = "--coordinates has no effect on the drawing in text, which shows no rows and columns"
    assert f"{command[1]}: {note}\n" in shown.err


def test_coordinates_are_noted_where_two_solutions_are_compared(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (board := tmp_path / "board.puz").write_text("3.3\n...\n2.2\n")
    assert run(["unique", str(board), "--style", "seed", "--coordinates"]) == 1
    shown = capsys.readouterr()
    assert "hashicnf: --coordinates has no effect" in shown.err
    assert run(["unique", str(board), "--style", "seed"]) == 1
    assert shown.out == capsys.readouterr().out


def test_all_of_several_families_are_shown_with_the_coordinates_that_they_have(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    target = tmp_path / "board.svg"
    assert run(["solve", KLOTSKI, "--coordinates", "-o", str(target)]) == 0
    assert 'class="label"' in target.read_text()
    capsys.readouterr()
    assert run(["draw", SMALL, KLOTSKI, TILES, "--each", "--coordinates"]) == 0
    shown = capsys.readouterr()
    assert [name for name in (SMALL, KLOTSKI, TILES) if f"{name}:\n" in shown.out] == [SMALL, KLOTSKI, TILES]
    assert "  1" in shown.out.splitlines()[1]
    assert [line.partition(":")[0] for line in shown.err.splitlines()] == [KLOTSKI]


def test_the_help_of_a_family_speaks_of_no_other(capsys: pytest.CaptureFixture[str]) -> None:
    depends = "The options depend on the family"
    assert run(["generate", "--help"]) == 0
    shown = capsys.readouterr().out
    assert shown.startswith("Usage: hashicnf generate [OPTIONS] [FAMILY]\n")
    assert depends in shown
    for words in (["generate", "tiles", "--help"], ["help", "generate", "tiles"]):
        assert run(words) == 0
        shown = capsys.readouterr().out
        assert shown.startswith("Usage: hashicnf generate [OPTIONS] tiles\n")
        assert depends not in shown
        assert "FAMILY" not in shown
        assert "If the name of the output contains {seed}" in shown


@pytest.mark.parametrize(
    ("words", "shown"),
    [([], "Usage: hashicnf ["), (["help"], "Usage: hashicnf ["), (["solve"], "Usage: hashicnf solve")],
)
def test_help_is_about_a_command(words: list[str], shown: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["help", *words]) == 0
    assert capsys.readouterr().out.startswith(shown)


def test_the_help_lists_all_commands_in_groups_with_whole_sentences(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["--help"]) == 0
    text = capsys.readouterr().out
    assert [line[:-1] for line in text.splitlines() if line.endswith(":") and line[:-1] in GROUPS] == list(GROUPS)
    assert [words[0] for words in map(str.split, text.splitlines()) if words and words[0] in COMMANDS] == list(COMMANDS)
    assert "..." not in text.partition(next(iter(GROUPS)))[2]


@pytest.mark.parametrize("words", [["solve", "nope"], ["generate", "hashi", "nope"], ["solve", "--style"]])
def test_help_refuses_further_words(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["help", *words]) == 2
    assert f"{words[-1]!r}: help is about one command; see: hashicnf help {words[0]}" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("words", "help_of"),
    [
        (["batch", "solve", "x", "--nope"], "batch solve"),
        (["batch", "--nope"], "batch"),
        (["generate", "tiles", "--nope"], "generate tiles"),
        (["solve", "x", "--nope"], "solve"),
    ],
)
def test_an_error_of_usage_names_the_help_that_lists_the_options(
    words: list[str], help_of: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(words) == 2
    assert capsys.readouterr().err.endswith(f"    see: hashicnf help {help_of}\n")
    assert run(["help", *help_of.split()]) == 0


def marks() -> Iterator[tuple[str, dict[str, inspect.Parameter], Needs | Excludes]]:
    for name, module in COMMANDS.items():
        function = getattr(import_module(f"hashicnf.cli.{module}"), name.replace("-", "_"))
        parameters = dict(inspect.signature(function, eval_str=True).parameters)
        for parameter in parameters.values():
            for mark in getattr(parameter.annotation, "__metadata__", ()):
                if isinstance(mark, Needs | Excludes):
                    yield name, parameters, mark


def test_marks_name_options_of_the_command() -> None:
    found = list(marks())
    assert len(found) > 30
    for command, parameters, mark in found:
        assert set(mark.names) <= set(parameters), (command, mark)


@pytest.mark.parametrize(("puzzle", "names"), [(SMALL, ["planar"]), (SUDOKU, []), (TILES, [])])
def test_a_formula_names_the_connectivity_encoding_only_where_something_is_to_be_connected(
    puzzle: str, names: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = str(tmp_path / "a.cnf")
    horizon = ["--horizon", "2"] if puzzle == TILES else []
    chosen = ["--connectivity", *names] if names else []
    assert run(["encode", puzzle, *horizon, *chosen, "--json", "-o", file]) == 0
    encoding = json.loads(capsys.readouterr().out)["encoding"]
    assert [value for key, value in encoding.items() if key == "connectivity"] == names
    assert ("connectivity" in Path(file).read_text().splitlines()[0]) == bool(names)
