"""Messages: for a misspelt name the right one is suggested, once; names of files cannot disturb a terminal."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from hashicnf.cli.app import run

ROOT = Path(__file__).parent.parent.parent
SMALL = str(ROOT / "examples" / "hashi" / "small.puz")
CNF = str(ROOT / "dimacs" / "textbook" / "unit.cnf")
ODD = "a\x1b[31m\u202e\x07\x9b"
CONTROL = re.compile(r"[\x00-\x09\x0b-\x1f\x7f-\x9f\u202e]")


@pytest.mark.parametrize(
    ("command", "meant"),
    [
        (["slove"], "solve"),
        (["--", "slove"], "solve"),
        (["play", SMALL], "view"),
        (["encoed", SMALL], "encode"),
        (["encode", SMALL, "--cardinality", "pairwize"], "pairwise"),
        (["encode", SMALL, "--connectivity", "plannar"], "planar"),
        (["solve", SMALL, "--solver", "cadicl"], "cadical"),
        (["solve", SMALL, "--method", "astra"], "astar"),
        (["solve", SMALL, "--method", "astar", "--heuristic", "residal"], "residual"),
        (["solve", SMALL, "--method", "astar", "--tie-break", "deepst"], "deepest"),
        (["solve", SMALL, "--method", "dpll", "--branching", "saturatoin"], "saturation"),
        (["solve", SMALL, "--style", "asci"], "ascii"),
        (["sat", CNF, "--solver", "dppl"], "dpll"),
        (["draw", SMALL, "--format", "natvie"], "native"),
        (["convert", SMALL, "--to", "tathm"], "tatham"),
        (["convert", SMALL, "--to", "url"], "puzzlink"),
        (["convert", SMALL, "--to", "puz"], "native"),
        (["generate", "hasi"], "hashi"),
        (["solve", SMALL, "--method", "A*"], "astar"),
        (["solve", SMALL, "--method", "IDA*"], "idastar"),
        (["solve", SMALL, "--method", "astar", "--tie-break", "LIFO"], "lifo"),
        (["bench", SMALL, "--as", "markdwn"], "markdown"),
        (["solve", SMALL, "--method", "astar", "--space", "fromula"], "formula"),
        (["solve", SMALL, "--color", "alway"], "always"),
        (["certify", SMALL, "-o", "a.cert", "--claim", "uniqe"], "unique"),
        (["completion", "bsh"], "bash"),
    ],
)
def test_a_misspelt_name_is_answered_with_the_right_one_once(
    command: list[str], meant: str, capsys: pytest.CaptureFixture[str]
) -> None:
    code = run(command)
    shown = capsys.readouterr()
    assert (code, shown.out) == (2, "")
    assert f"; did you mean {meant}? " in shown.err
    assert shown.err.lower().count("did you mean") == 1


@pytest.mark.parametrize(
    ("command", "meant"),
    [
        (["generate", "hashi", "--symmetry", "rotat"], "rotate"),
        (["generate", "klotski", "--name", "heng-dao-li-mo"], "heng-dao-li-ma"),
        (["solve", str(ROOT / "examples" / "sudoku" / "small.puz"), "--option", "model=minimul"], "minimal"),
        (["solve", SMALL, "--slover", "cadical"], "--solver"),
    ],
)
def test_a_misspelt_value_or_option_is_answered_with_the_right_one(
    command: list[str], meant: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(command) == 2
    assert f"; did you mean {meant}?" in capsys.readouterr().err


@pytest.mark.parametrize("name", ["ucs", "uniform-cost", "dijkstra"])
def test_uniform_cost_search_is_named(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["solve", SMALL, "--method", name]) == 2
    assert "--method astar --heuristic zero" in capsys.readouterr().err


CALLED = {
    "hashi": ("hashiwokakero", "Bridges", "hashikake"),
    "klotski": ("huarongdao", "hua-rong-dao", "klotzki", "sliding-blocks"),
    "sudoku": ("numberplace", "su-doku"),
    "tiles": ("taquin", "taquim", "15-puzzle", "15puzzle", "npuzzle", "35-puzzle", "sliding-tiles"),
}


@pytest.mark.parametrize(("name", "meant"), [(name, meant) for meant, names in CALLED.items() for name in names])
def test_a_family_is_found_by_what_people_call_it(
    name: str, meant: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    puzzle = tmp_path / "a.puz"
    puzzle.write_text(f"family: {name}\n1 2\n3 .\n")
    assert run(["draw", str(puzzle)]) == 65
    assert capsys.readouterr().err.endswith(f"did you mean {meant}?\n")
    assert run(["generate", name]) == 2
    assert f"; did you mean {meant}? there are: hashi" in capsys.readouterr().err


@pytest.mark.parametrize("command", ["solve", "unique", "explain", "sample"])
def test_a_solution_that_draws_nothing_is_named(
    command: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    puzzle = tmp_path / "dots.puz"
    puzzle.write_text("...\n...\n")
    assert run([command, str(puzzle)]) == 0
    assert f"{puzzle}: the drawing of the solution is blank\n" in capsys.readouterr().err


def test_a_search_that_is_the_wrong_one_for_a_family_names_the_usual_one(capsys: pytest.CaptureFixture[str]) -> None:
    board = str(ROOT / "examples" / "klotski" / "heng-dao-li-ma.puz")
    assert run(["solve", board, "--method", "idastar", "--max-nodes", "5"]) == 30
    assert "; --method breadthfirst may find a plan sooner" in capsys.readouterr().err


@pytest.mark.parametrize("method", ["astar", "idastar"])
@pytest.mark.parametrize(
    ("options", "helps"),
    [
        ("--heuristic manhattan --max-nodes 9", True),
        ("--heuristic zero --max-nodes 9", False),  # 0 times a weight is 0
        ("--heuristic pattern-database --timeout 0", False),  # no search has begun
        ("--heuristic manhattan --max-nodes 9 --weight 3", False),
    ],
)
def test_a_weight_is_recommended_only_where_it_may_help(
    method: str, options: str, helps: bool, capsys: pytest.CaptureFixture[str]
) -> None:
    board = str(ROOT / "examples" / "tiles" / "small.puz")
    assert run(["solve", board, "--method", method, *options.split()]) == 30
    assert ("--weight 2 may find a longer plan sooner" in capsys.readouterr().err) == helps


def test_what_can_be_traced_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["solve", SMALL, "--method", "cdcl", "--trace", str(tmp_path / "t.jsonl")]) == 2
    assert "trace dpll or a search" in capsys.readouterr().err


def test_rules_for_puzzles_are_not_offered_for_formulas(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "a.cnf").write_text("p cnf 1 1\n1 0\n")
    assert run(["sat", str(tmp_path / "a.cnf"), "--solver", "dpll", "--branching", "foo"]) == 2
    assert "saturation" not in capsys.readouterr().err


def test_a_misspelt_family_is_answered_with_the_right_one(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    puzzle = tmp_path / "a.puz"
    puzzle.write_text("family: hahsi\n2.2\n")
    assert run(["draw", str(puzzle)]) == 65
    assert capsys.readouterr().err.endswith("expected one of hashi, klotski, sudoku, tiles; did you mean hashi?\n")


@pytest.mark.parametrize(
    ("command", "code"),
    [
        (["solve", "missing"], 65),
        (["solve", "bad"], 65),
        (["solve", "none"], 20),
        (["solve", "none", "--timeout", "0"], 30),
        (["solve", "none", "--method", "dpll", "--stats"], 20),
        (["solve", "none", "more"], 65),
        (["draw", "none", "none", "--each"], 0),
        (["rate", "none"], 20),
        (["count", "none", "none"], 20),
        (["check", "none", "missing"], 65),
        (["encode", "none", "-o", "no/folder"], 2),
        (["encode", "none", "-o", "none"], 2),
        (["prove", "none", "--cnf", "cnf", "--proof", "drup"], 20),
        (["sat", "bad"], 65),
        (["bench", "folder"], 0),
        (["bench", "missing"], 65),
        (["compare", "missing"], 65),
        (["explain-trace", "bad"], 65),
    ],
)
def test_names_of_files_cannot_disturb_a_terminal(
    command: list[str], code: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    Path(f"{ODD}bad").write_text("title: \x1b[31m\n2.x\x1b\n")
    Path(f"{ODD}none").write_text("title: \x1b[31m\n2.1\n")
    Path(f"{ODD}folder").mkdir()
    Path(f"{ODD}folder/a.puz").write_text("2.1\n")
    words = [
        word if word in command[:1] or word.startswith("-") or word in ("0", "dpll") else ODD + word for word in command
    ]
    assert run(words) == code
    shown = capfd.readouterr()
    # Typer may escape it.
    assert any(name in shown.out + shown.err for name in ("a\N{REPLACEMENT CHARACTER}", r"a\x1b"))
    assert CONTROL.findall(shown.out + shown.err) == []


def test_the_puzzles_of_one_file_are_numbered(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("one.puz").write_text("1.2\n")
    Path("two.puz").write_text("1.2\n---\n1.1\n---\nfamily: tiles\n.1\n")
    assert run(["solve", "one.puz"]) == 20
    assert re.match(r"one\.puz: unsolvable", capsys.readouterr().err)
    assert run(["solve", "two.puz"]) == 20
    first, last = capsys.readouterr().err.splitlines()
    assert first.startswith("two.puz #1: unsolvable")
    assert last == "two.puz #3: a plan of 1 step, slides: 1, optimal"


def test_the_end_of_something_is_no_ctrl_c(monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]) -> None:
    """Typer treats an EOFError as an interrupt; if a command raises one, it is an internal error."""

    def end(*_: object, **__: object) -> None:
        raise EOFError("too short")

    monkeypatch.setattr("hashicnf.pipeline.generators.seeds", end)
    assert run(["generate", "hashi"]) == 70
    shown = capfd.readouterr().err
    assert "EOFError: too short" in shown
    assert "internal error" in shown
    assert "interrupted" not in shown


@pytest.mark.parametrize(
    "command",
    [
        ["solve", ""],
        ["check", SMALL, ""],
        ["batch", "solve", "", "-o", "run.sqlite"],
        ["bench", ""],
        ["compare", SMALL, "", "--methods", "cdcl"],
        ["convert", SMALL, "--to", "json", "-o", ""],
        ["encode", SMALL, "--output-dir", ""],
        ["solve", SMALL, "--method", "dpll", "--trace", ""],
    ],
)
def test_an_empty_name_is_no_folder(
    command: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A shell's variable that is not set leaves one; the current folder would be read or written."""
    monkeypatch.chdir(tmp_path)
    assert run(command) == 2
    shown = capsys.readouterr()
    assert (shown.out, shown.err.count(": expected a name, not ''\n")) == ("", 1)
    assert not list(tmp_path.iterdir())


def test_a_name_that_is_missing_is_no_empty_one(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["batch", "solve", SMALL]) == 2
    assert capsys.readouterr().err.startswith("hashicnf: name the database with -o")


UNSOLVABLE = str(ROOT / "examples" / "hashi" / "witness_crossing.puz")
WAYS = {
    "solve": [],
    "check": [],
    "unique": [],
    "enumerate": [],
    "count": [],
    "sample": [],
    "backbone": [],
    "diagnose": [],
    "encode": [],
    "draw": ["--sheet", "1x1", "--solutions", "-o", "a.svg"],
    "view": ["-o", "a.html"],
    "convert": ["--to", "json"],
    "hint": [],
    "explain": [],
    "rate": [],
    "prove": ["--cnf", "a.cnf", "--proof", "a.drup"],
    "certify": ["-o", "a.cert"],
    "cubes": ["-n", "2", "-o", "a.icnf"],
    "bench": [],
}


@pytest.mark.parametrize("command", WAYS)
def test_help_names_the_code_of_unsolvable_puzzles_where_a_command_ends_with_it(
    command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    code = run([command, UNSOLVABLE, *WAYS[command]])
    capsys.readouterr()
    run(["help", command])
    listed = "20 unsolvable" in " ".join(capsys.readouterr().out.split())
    assert (code == 20) == listed


@pytest.mark.parametrize(
    ("command", "message"),
    [
        ("families hashi", "families takes no argument: hashi\n    see: hashicnf help families\n"),
        ("cubes a b c", "cubes takes no further argument: b c\n    see: hashicnf help cubes\n"),
    ],
)
def test_arguments_that_are_too_many_are_named(command: str, message: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(command.split()) == 2
    assert capsys.readouterr().err == f"hashicnf: {message}"


@pytest.mark.parametrize(
    ("command", "message"),
    [
        ("solve -a.puz", "no option is named -a; the file of this name is ./-a.puz\n    see: hashicnf help solve\n"),
        ("solve --all.puz", "no option is named --all.puz; the file of this name is ./--all.puz\n"),
        ("solve -none.puz", "no option is named -n\n"),
        ("results marge a.sqlite", "marge: no such file; did you mean merge?\n"),
        ("results marge a.sqlite -o b.sqlite", "marge: no such file; did you mean merge?\n"),
    ],
)
def test_what_was_probably_meant_is_suggested(
    command: str, message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("-a.puz", "--all.puz"):
        Path(name).write_text("1.1\n")
    assert run(command.split()) == 2
    assert capsys.readouterr().err.startswith(f"hashicnf: {message}")
