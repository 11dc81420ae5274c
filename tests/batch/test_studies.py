"""Studies: bench and compare with a database, continued and shown again."""

from __future__ import annotations

import csv
import io
import json
import sqlite3
from contextlib import closing
from dataclasses import asdict, replace
from operator import itemgetter
from pathlib import Path

import pytest

from hashicnf.batch.store import Store
from hashicnf.batch.studies import report, settings_of_compare, solved_in
from hashicnf.cli.app import run
from hashicnf.families import Puzzle
from hashicnf.measure.bench import Setting
from hashicnf.measure.comparison.runs import MethodRun, RunSettings
from hashicnf.measure.machine import this_machine
from hashicnf.version import this_version
from tests.commands import run as run_alone
from tests.portions import few

ROOT = Path(__file__).parent.parent.parent
pytestmark = pytest.mark.usefixtures("inline")
RUN = MethodRun("p", "m", 1, "solved", "", seconds=0.1, cpu=0.1, peak=1)
EXAMPLES = [str(ROOT / "examples" / "hashi" / f"{name}.puz") for name in ("small", "medium")]


def test_bench_goes_on_in_a_database_and_draws_it(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    base, chart = str(tmp_path / "study.sqlite"), tmp_path / "study.svg"
    study = ["--db", base, "--json"]
    assert run(["bench", EXAMPLES[0], *study]) == 0
    first = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert run(["bench", *EXAMPLES, "--solver", "default,glucose4", "--plot", str(chart), *study]) == 0
    rows = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [(row["solver"], row["used"], Path(row["puzzle"]).stem) for row in rows] == [
        ("default", "propagation", "small"),
        ("default", "propagation", "medium"),
        ("glucose4", "glucose4", "small"),
        ("glucose4", "glucose4", "medium"),
    ]
    assert rows[0] == first[0]  # it was not measured again
    assert all(row["status"] == "solved" and row["encode"] > 0 and row["parse"] > 0 for row in rows)
    drawn = chart.read_bytes()
    assert run(["results", base, "--plot", str(chart)]) == 0
    assert b"glucose4" in chart.read_bytes()
    assert b"glucose4" in drawn
    assert "2 solved" in capsys.readouterr().out


def test_repetitions_are_results_of_their_own(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    study = ["bench", EXAMPLES[0], "--db", str(tmp_path / "study.sqlite"), "--json"]
    found = []
    for times in (1, 3, 2):
        assert run([*study, "--repeat", str(times)]) == 0
        found.append([json.loads(line) for line in capsys.readouterr().out.splitlines()])
    assert [len(rows) for rows in found] == [1, 3, 2]
    assert found[0] == found[1][:1]  # what was measured is not measured again
    assert found[2] == found[1][:2]
    assert run(["results", str(tmp_path / "study.sqlite"), "--plot", str(tmp_path / "chart.svg")]) == 0


def test_compare_goes_on_in_a_database(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    base = str(tmp_path / "study.sqlite")
    study = ["--db", base, "--as", "csv", "--jobs", "2"]
    assert run(["compare", EXAMPLES[0], "--methods", "pysat,astar", *study]) == 0
    rows = list(csv.DictReader(io.StringIO(capsys.readouterr().out)))
    assert [(row["method"], row["status"]) for row in rows] == [("pysat", "solved"), ("astar", "solved")]
    assert run(["compare", EXAMPLES[0], "--methods", "pysat,astar", *study]) == 0
    assert list(csv.DictReader(io.StringIO(capsys.readouterr().out))) == rows
    with closing(sqlite3.connect(base)) as connection, connection:
        connection.execute("UPDATE results SET version = 'hashicnf 0', machine = 'an abacus' WHERE settings = 1")
    assert run(["compare", EXAMPLES[0], "--methods", "pysat,astar", "--db", base, "--json"]) == 0
    done = capsys.readouterr()
    found = json.loads(done.out)
    assert (found["version"], found["machine"]) == (
        f"hashicnf 0 and {this_version()}",
        f"an abacus and {this_machine()}",
    )
    assert found["settings"]["jobs"] is None  # --jobs is that of this run, which made none of them
    kept = f"results of hashicnf 0 are kept; to make them again with {this_version()}, name another database"
    assert done.err.count(f"hashicnf: warning: {base}: {kept}\n") == 1


@pytest.mark.parametrize(
    "command", few([["bench", "--solver", "default,glucose4"], ["compare", "--methods", "cdcl,dpll"]], 1)
)
@pytest.mark.parametrize(
    ("name", "shown"), [("boards.puz#2", "boards.puz"), ("-", "<stdin>"), ("a\udcff.puz", "a\\xff.puz")]
)
def test_a_study_shows_the_puzzles_that_its_inputs_name(
    command: list[str], name: str, shown: str, tmp_path: Path
) -> None:
    """Among those of the same database: one of a file, what was typed, and a file whose name is no Unicode."""
    (tmp_path / "boards.puz").write_text("2.2\n---\n1.2.1\n")
    (tmp_path / "a\udcff.puz").write_text("1.1\n")
    first, *options = command
    for inputs in (["boards.puz"], [name]):
        done = run_alone(first, *inputs, *options, "--db", "study.sqlite", "--json", stdin="1.1\n", cwd=tmp_path)
        assert done.returncode == 0
    told = run_alone("results", "study.sqlite", "--json", cwd=tmp_path).stdout.splitlines()
    assert shown in {json.loads(line)["puzzle"] for line in told}
    found = json.loads(done.stdout)["runs"] if first == "compare" else done.stdout.splitlines()
    assert len(found) == 2


@pytest.mark.parametrize(
    ("numbers", "shown"), [((1,), ("boards",)), ((3,), ("boards #3",)), ((1, 3), ("boards #1", "boards #3"))]
)
def test_puzzles_of_a_file_are_shown_with_their_numbers_there(
    numbers: tuple[int, ...], shown: tuple[str, ...], tmp_path: Path
) -> None:
    boards, base, limits = tmp_path / "boards.puz", str(tmp_path / "a.sqlite"), RunSettings(timeout=9)
    boards.write_text("1.1\n---\n1.x\n---\n2.2\n")
    figures = json.dumps({"runs": [asdict(RUN)]})
    row = {"source": "1", "status": "solved", "figures": figures, "machine": "here", "version": "1"}
    rows = [row | {"number": number} for number in numbers]
    with Store(base, settings_of_compare("cdcl", limits)) as store:
        store.add(rows, [(str(boards), "1")], [("1", 3)])
    found = report(base, [str(boards)], ["cdcl"], limits)
    assert found.puzzles == tuple(run.puzzle for run in found.runs) == shown


@pytest.mark.parametrize("db", [False, True])
def test_all_pairs_are_run_before_any_is_repeated(db: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A pair without an answer is not repeated, and a larger number adds to the runs of a database."""
    ran = list[tuple[int, str]]()

    def noted(puzzle: Puzzle, method: str, *_: object) -> MethodRun:
        clues = puzzle.size["islands"]
        ran.append((clues, method))
        return replace(RUN, status="time limit" if (clues, method) == (3, "dpll") else "solved")

    for module in ("batch.tasks.compare", "measure.comparison.measure"):
        monkeypatch.setattr(f"hashicnf.{module}.run_of", noted)
    (tmp_path / "boards.puz").write_text("1.1\n---\n1.2.1\n")
    every = ["--db", str(tmp_path / "a.sqlite")] if db else []
    first, again = [(2, "cdcl"), (2, "dpll"), (3, "cdcl"), (3, "dpll")], [(2, "cdcl"), (2, "dpll"), (3, "cdcl")]
    if db:
        first, again = sorted(first, key=itemgetter(1)), sorted(again, key=itemgetter(1))
    for repeat, expected in ((2, [*first, *again]), (3, again if db else [*first, *again, *again])):
        ran.clear()
        done = run_alone(
            "compare", str(tmp_path / "boards.puz"), "--methods", "cdcl,dpll", "--repeat", str(repeat), "--json", *every
        )
        assert done.returncode == 0, done.stderr
        assert ran == expected
    numbers = sorted(one["repeat"] for one in json.loads(done.stdout)["runs"])
    assert numbers == [1, 1, 1, 1, 2, 2, 2, 3, 3, 3]


def test_puzzles_have_the_same_names_with_a_database_and_without(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A file that is named twice, as a whole or by a puzzle of it, is one."""
    for module in ("batch.tasks.compare", "measure.comparison.measure"):
        monkeypatch.setattr(f"hashicnf.{module}.run_of", lambda *_: RUN)
    monkeypatch.chdir(tmp_path)
    Path("a.puz").write_text("1.1\n---\n1.2.1\n")
    Path("b.puz").write_text("1.1\n")
    for number, inputs in enumerate((["a.puz", "b.puz", "a.puz#2", "b.puz"], ["a.puz#2", "b.puz"], ["a.puz#1"])):
        found = []
        for db in ([], ["--db", f"{number}.sqlite"]):
            assert run(["compare", *inputs, "--methods", "cdcl", "--json", *db]) == 0
            found.append(json.loads(capsys.readouterr().out)["puzzles"])
        assert found == [[["a #1", "a #2", "b"], ["a #2", "b"], ["a"]][number]] * 2


@pytest.mark.parametrize("step", ["chosen", "report"])
def test_what_is_kept_after_an_interrupt_is_said(step: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def stop(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(f"hashicnf.batch.benchmarks.{step}", stop)
    monkeypatch.setattr("hashicnf.batch.tasks.compare.run_of", lambda *_: RUN)
    done = run_alone("compare", EXAMPLES[0], "--methods", "cdcl", "--db", "a.sqlite", cwd=tmp_path)
    assert done.returncode == 130
    assert (
        ("a.sqlite: what is finished is kept" in done.stderr) == (step == "report") == (tmp_path / "a.sqlite").exists()
    )


@pytest.mark.parametrize(
    "arguments",
    [
        ["bench", EXAMPLES[0], "--jobs", "2"],
        ["bench", EXAMPLES[0], "--db", "x.json"],
        ["compare", EXAMPLES[0], "--cluster", "local"],
        ["batch", "compare", EXAMPLES[0], "-o", "x.db"],
    ],
)
def test_refusals(arguments: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert run(arguments) == 2
    assert list(tmp_path.iterdir()) == []


def test_settings_of_formulas_come_back_from_a_database(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    base = str(tmp_path / "study.sqlite")
    options = [
        "--no-simplify",
        "--connectivity",
        "levels-unary",
        "--depth",
        "30",
        "--cuts",
        "2",
        "--solver",
        "cadical153",
    ]
    assert run(["bench", EXAMPLES[0], *options, "--db", base, "--json"]) == 0
    (row,) = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert (row["simplify"], row["depth"], row["static_cuts"]) == (False, 30, 2)
    assert row["conflicts"] is not None
    assert row["cpu"] > 0
    assert row["version"].startswith("hashicnf ")
    (found,) = solved_in(base)
    assert found.setting == Setting(solver="cadical153", connectivity="levels-unary", cuts=2, depth=30, simplify=False)
