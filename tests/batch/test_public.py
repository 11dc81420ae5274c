"""``hashicnf.bench`` and ``hashicnf.compare``: puzzles and files are measured by the code of the commands."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import nullcontext
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import hashicnf
from hashicnf.batch.places import open_pool
from hashicnf.cli.app import run
from hashicnf.measure.comparison.measure import PROGRAM
from tests.batch.conftest import Inline

LIBRARY: Any = hashicnf
PUZZLES = [hashicnf.parse("2.2\n...\n2.2\n"), hashicnf.parse("1.1\n...\n1.1\n"), hashicnf.parse("2.2\n...\n2.2\n")]


@pytest.fixture(autouse=True)
def _in_this_process(monkeypatch: pytest.MonkeyPatch, inline: None) -> None:
    monkeypatch.setattr("hashicnf.batch.public.open_pool", lambda settings, *_, **__: nullcontext(Inline(settings)))


def test_each_puzzle_is_measured_under_each_setting() -> None:
    found = hashicnf.bench(PUZZLES, solver=["cadical153", "minisat22"], connectivity=("lazy", "planar"), repeat=2)
    assert found.failures == ()
    assert len(found.runs) == len(PUZZLES) * 2 * 2 * 2 == len(found.data())
    assert {run.puzzle: run.status for run in found.runs} == {
        "puzzle.puz": "solved",
        "puzzle-2.puz": "unsolvable",
        "puzzle-3.puz": "solved",
    }
    assert [(row.setting.solver, row.puzzles, row.runs) for row in found.rows()] == [
        (solver, 3, 6) for solver in ("cadical153", "cadical153", "minisat22", "minisat22")
    ]


def test_puzzles_have_the_same_names_and_order_in_both(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "puzzle.puz").write_text("1.1\n")
    titled = hashicnf.puzzle(["2.2"], title="a/b 2")
    given: list[hashicnf.Puzzle | str] = [PUZZLES[0], titled, "puzzle.puz", PUZZLES[1], titled]
    names = ["puzzle-2", "a-b 2", "puzzle", "puzzle-3", "a-b 2-2"]
    assert [run.puzzle for run in hashicnf.bench(given, solver="cadical153").runs] == [f"{name}.puz" for name in names]
    fake = f"nothing={PROGRAM[0]} -c ''"
    assert [*hashicnf.compare(given, [fake], timeout=20).puzzles] == names
    assert [*hashicnf.compare(given, [fake], timeout=20, db=tmp_path / "a.sqlite").puzzles] == names


def test_files_and_puzzles_are_measured_together_and_failures_are_listed(tmp_path: Path) -> None:
    (tmp_path / "a.puz").write_text("2.2\n")
    (tmp_path / "b.puz").write_text("3.x\n")
    found = hashicnf.bench([tmp_path, PUZZLES[0]])
    assert [Path(run.puzzle).name for run in found.runs] == ["a.puz", "puzzle.puz"]
    (failure,) = found.failures
    assert (failure.code, [Path(name).name for name in failure.puzzles]) == (65, ["b.puz"])


def test_a_database_keeps_the_runs_of_library_and_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "a.puz").write_text("2.2\n")
    base = tmp_path / "a.sqlite"
    first = hashicnf.bench(tmp_path / "a.puz", solver="cadical153", db=base)
    assert hashicnf.bench(str(tmp_path / "a.puz"), solver="cadical153", db=base) == first
    command = ["bench", str(tmp_path / "a.puz"), "--solver", "cadical153", "--db", str(base), "--json"]
    assert run(command) == 0
    assert first.runs[0].finished in capsys.readouterr().out


def test_methods_are_compared_by_means_of_a_database(tmp_path: Path) -> None:
    seen: list[float | None] = []

    def note(phase: str, share: float | None = None, size: int | None = None) -> None:
        assert (phase, size) == ("measure", None)
        seen.append(share)

    fake = "'" + "' '".join((PROGRAM[0], "-c", 'print("{}")')) + "'"
    found = hashicnf.compare(PUZZLES[0], [f"nothing={fake}"], timeout=20, db=tmp_path / "a.sqlite", observe=note)
    assert (found.puzzles, found.methods) == (("puzzle",), ("nothing",))
    assert [run.status for run in found.runs] == ["error"], "it prints no answer"
    assert seen[-1] == 1.0
    assert hashicnf.compare(PUZZLES[0], f"nothing={fake}", timeout=20, db=tmp_path / "a.sqlite") == found, "it is kept"


def test_a_comparison_is_read_again(tmp_path: Path) -> None:
    fake = "'" + "' '".join((PROGRAM[0], "-c", 'print("{}")')) + "'"
    reports = [hashicnf.compare(PUZZLES[:1], [f"{name}={fake}"], timeout=20) for name in ("one", "other")]
    for report, name in zip(reports, "ab", strict=True):
        (tmp_path / f"{name}.json").write_text(report.to_json())
    assert hashicnf.read_comparison(tmp_path / "a.json") == reports[0]
    both = hashicnf.read_comparison(tmp_path / "a.json", str(tmp_path / "b.json"))
    assert (both.methods, len(both.data())) == (("one", "other"), 2)


def test_ctrl_c_is_an_exception(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("hashicnf.batch.benchmarks.study", interrupt)
    with pytest.raises(KeyboardInterrupt):
        hashicnf.bench(PUZZLES)
    assert run(["bench", "2.2"]) == run(["bench", "2.2", "--json"]) == 130, "no run has been made yet"


WRONG: dict[str, Callable[[], object]] = {
    "there is no puzzle to be measured": lambda: hashicnf.bench([]),
    "expected puzzles and names of files and folders, not int": lambda: LIBRARY.compare([PUZZLES[0], 5]),
    "expected puzzles and names of files and folders, not ndarray": lambda: LIBRARY.bench(np.array(3)),
    "^no solver is named": lambda: hashicnf.bench(PUZZLES, solver="cad"),
    "a list of settings is empty": lambda: hashicnf.bench(PUZZLES, cuts=[]),
    "cuts: expected a whole number or numbers, not '0'": lambda: LIBRARY.bench(PUZZLES, cuts="0"),
    "solver: expected a text or a list of texts, not 3": lambda: LIBRARY.bench(PUZZLES, solver=3),
    "repeat: 0 is too small": lambda: hashicnf.compare(PUZZLES, repeat=0),
    "jobs: 0 is too small": lambda: hashicnf.bench(PUZZLES, jobs=0),
    "-1 is no time limit": lambda: hashicnf.bench(PUZZLES, timeout=-1),
    "no method is named 'cdc'": lambda: hashicnf.compare(PUZZLES, "cdc"),
    "no methods are named": lambda: hashicnf.compare(PUZZLES, []),
    "^db: a database is a file, not -; give it a name": lambda: hashicnf.bench(PUZZLES, db="-"),
    "nowhere.a.db: cannot be written: there is no folder .*nowhere": lambda: hashicnf.bench(PUZZLES, db="nowhere/a.db"),
    "cluster has no effect without db$": lambda: hashicnf.bench(PUZZLES, cluster="local"),
    "cluster has no effect without db": lambda: hashicnf.compare(PUZZLES, "cdcl", cluster="local"),
    "a plot is a .png or .svg file": lambda: hashicnf.compare(PUZZLES, "cdcl", plot="a.pdf"),
    "name at least one file": hashicnf.read_comparison,
    "nowhere: no such file or folder": lambda: hashicnf.bench("nowhere"),
}


def test_processes_here_and_a_cluster_exclude_each_other(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr("hashicnf.batch.public.open_pool", open_pool)
    with pytest.raises(hashicnf.UsageError, match=r"^jobs is for this machine, and cluster has its own workers"):
        hashicnf.bench(PUZZLES, cluster="local", jobs=7, db=tmp_path / "a.sqlite")


@pytest.mark.parametrize("words", WRONG)
def test_what_is_wrong_has_its_message(words: str) -> None:
    with pytest.raises((hashicnf.UsageError, hashicnf.InputError), match=words) as caught:
        WRONG[words]()
    assert caught.type.__name__ in hashicnf.__all__


def test_a_file_that_is_no_database_is_refused(tmp_path: Path) -> None:
    (tmp_path / "a.db").write_text("2.2\n")
    with pytest.raises(hashicnf.InputError, match="expected a database of results"):
        hashicnf.bench(PUZZLES, db=tmp_path / "a.db")
