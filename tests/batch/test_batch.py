"""Batches from end to end: every command, continued batches, shards, output for users."""

from __future__ import annotations

import csv
import io
import json
import os
import re
import signal
import sqlite3
from contextlib import closing
from itertools import permutations
from pathlib import Path
from typing import Any

import pytest

from hashicnf.api import read, solve
from hashicnf.batch.chunks import Chunks
from hashicnf.batch.database import opened
from hashicnf.batch.items import Item, Settings
from hashicnf.batch.merge import merge
from hashicnf.batch.store import Store
from hashicnf.batch.tables import results_in
from hashicnf.batch.tasks import TASKS
from hashicnf.cli.app import run
from hashicnf.errors import InternalError, UsageError
from tests.batch.running import batch, results, statuses
from tests.commands import terminal

ROOT = Path(__file__).parent.parent.parent
HASHI = ROOT / "examples" / "hashi"
SMALL = HASHI / "small.puz"
pytestmark = pytest.mark.usefixtures("inline")


def test_every_command_of_a_batch(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    base, files = tmp_path / "run.sqlite", tmp_path / "files"
    for command, status in (("solve", "solved"), ("unique", "unique"), ("count", "counted"), ("rate", "solved")):
        assert run(["batch", command, str(SMALL), "-o", str(base), "--lines", "--jobs", "1"]) == 0
        line = json.loads(capsys.readouterr().out)
        assert (line["schema"], line["command"], line["status"]) == (1, command, status)
        assert line["puzzle"] == str(SMALL)
    assert batch("encode", SMALL, "-o", base, "--output-dir", files, "--compress", "xz") == 0
    assert batch("certify", SMALL, "-o", base, "--output-dir", files) == 0
    assert batch("generate", "hashi", "--islands", 12, "--count", 2, "-o", base, "--output-dir", files) == 0
    assert json.loads(results(base)["small"]["figures"])["cpu"]["checked"] > 0
    made = {path.suffixes[-1]: path for path in files.iterdir()}
    assert run(["check-certificate", str(made[".cert"])]) == 0
    assert solve(read(made[".puz"])).solution is not None
    assert len(list(files.iterdir())) == 6  # with the manifest and the description of the formula
    capsys.readouterr()
    assert run(["results", str(base), "--csv"]) == 0
    rows = list(csv.DictReader(io.StringIO(capsys.readouterr().out)))
    assert [row["command"] for row in rows] == [
        *("solve", "unique", "count", "rate", "encode", "certify", "generate", "generate")
    ]
    assert rows[2]["count"] == "1"
    assert rows[4]["file"].endswith(".cnf.xz")
    other = tmp_path / "other.sqlite"
    assert batch("solve", SMALL, "-o", other) == 0
    capsys.readouterr()
    assert run(["results", str(other), str(base), "--csv"]) == 0
    together = list(csv.DictReader(io.StringIO(capsys.readouterr().out)))
    assert [row["command"] for row in together] == ["solve", *(row["command"] for row in rows)]
    assert together[3]["count"] == "1"
    assert run(["results", str(base)]) == 0
    assert "2 unique" not in (shown := capsys.readouterr().out)
    assert shown.count("1 unique") == 2
    assert run(["results", str(base), str(base)]) == 0
    assert capsys.readouterr().out == f"{shown}\n{shown}"
    assert run(["results", str(base), str(tmp_path / "none.sqlite")]) != 0
    assert capsys.readouterr().out == shown
    assert run(["results", str(base), "--errors"]) == 0
    assert capsys.readouterr().out == ""


def test_inputs_with_the_text_of_another_get_its_results(
    boards: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Each has its lines, as ``results`` prints them, and none of them counts as done before."""
    base, one, two = tmp_path / "run.sqlite", *sorted(boards.iterdir())[:2]
    copies = [tmp_path / name for name in ("a.puz", "b.puz", "c.puz", "d.puz")]
    for copy in copies[:2]:
        copy.write_text(one.read_text())
    for copy in copies[2:]:
        copy.write_text(f"{one.read_text()}---\n{two.read_text()}")
    command = ["batch", "solve", *map(str, copies), "-o", str(base), "--jobs", "1", "--lines"]
    assert run(command) == 0
    printed = capsys.readouterr()
    assert re.search(
        "3 solved, [23] identical to another puzzle", printed.err
    )  # 2: the text of a copy is not counted yet
    assert "done before" not in printed.err
    assert run(["results", str(base), "--json"]) == 0
    assert sorted(printed.out.splitlines()) == sorted(capsys.readouterr().out.splitlines())
    assert run(command) == 0
    printed = capsys.readouterr()
    assert (printed.out, "6 done before" in printed.err, "another" in printed.err) == ("", True, False)


def test_it_goes_on_where_it_stopped_and_redoes_what_has_changed(
    boards: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    base = tmp_path / "run.sqlite"
    assert batch("solve", *sorted(boards.iterdir())[:10], "-o", base) == 0
    assert batch("solve", boards, "-o", base) == 0
    assert "30 solved, 10 done before" in capsys.readouterr().err
    (boards / "00.puz").write_text(".1.1.\n")
    (boards / "again.puz").write_text((boards / "01.puz").read_text())
    assert batch("solve", boards, "-o", base) == 0
    assert "1 solved, 40 done before" in capsys.readouterr().err
    assert len(statuses(base)) == 41
    assert json.loads(results(base)["00"]["figures"])["islands"] == 2
    assert batch("solve", boards / "00.puz", "-o", base, "--cuts", 2) == 0
    assert "1 solved" in capsys.readouterr().err


def test_the_sums_of_ratings_have_grades(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    base = tmp_path / "run.sqlite"
    texts = {"a": "1.1\n", "b": SMALL.read_text(), "c": "?.?\n", "d": "3...3\n.....\n..?..\n.....\n2.3.2\n"}
    for name, text in texts.items():
        (tmp_path / f"{name}.puz").write_text(text)
    assert batch("rate", *(tmp_path / f"{name}.puz" for name in texts), "-o", base) == 0
    grades = sorted(
        json.loads(result["figures"])["grade"] for result in results(base).values() if result["status"] == "solved"
    )
    assert len({*grades}) == 3
    capsys.readouterr()
    assert run(["results", str(base)]) == 0
    least, median, most = grades
    assert f"  3 solved, 1 several; grades {least} to {most}, median {median}  " in capsys.readouterr().out
    assert batch("rate", tmp_path / "a.puz", "-o", tmp_path / "one.sqlite") == 0
    capsys.readouterr()
    assert run(["results", str(tmp_path / "one.sqlite")]) == 0
    assert "  1 solved; grade 1.0  " in capsys.readouterr().out
    assert batch("solve", tmp_path / "a.puz", "-o", base) == 0
    capsys.readouterr()
    assert run(["results", str(base)]) == 0
    assert [("grades" in line) for line in capsys.readouterr().out.splitlines()] == [False, True, False]


def test_errors_are_results_and_files_are_known_when_they_can_be_read(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    base, bad, many = tmp_path / "a run.sqlite", tmp_path / "bad.puz", tmp_path / "many.puz"
    many.write_text(f"{SMALL.read_text()}---\n2.x\n---\n{SMALL.read_text()}")
    bad.write_bytes(b"2.\xff\n")
    assert batch("solve", bad, many, SMALL, "-o", base) == 1
    assert statuses(base) == {
        "bad": "error",
        "many": "solved",
        "many#2": "error",
        "many#3": "solved",
        "small": "solved",
    }
    errors = [result["error"] for result in results_in(str(base)) if result["error"]]
    lines = len(SMALL.read_text().splitlines())
    assert "bad.puz:1:3: byte 0xff" in errors[0]
    assert f"many.puz:{lines + 2}:3: 'x' does not belong here" in errors[1]
    told = capsys.readouterr().err
    assert f"{base}: 3 solved, 2 errors (" in told
    assert f"the errors: hashicnf results '{base}' --errors" in told
    assert run(["results", str(base)]) == 0
    assert "  2 errors  " in capsys.readouterr().out
    assert run(["results", str(base), "--errors"]) == 0
    assert f"solve {many} #2: {errors[1]}\n" in capsys.readouterr().out
    bad.write_text("1.1\n")
    assert batch("solve", bad, many, SMALL, "-o", base) == 1
    assert "1 solved, 4 done before (1 error)" in capsys.readouterr().err
    assert statuses(base)["bad"] == "solved"
    assert batch("solve", bad, SMALL, "-o", base) == 0


def test_puzzles_of_a_text_in_any_format_are_results_of_their_own(tmp_path: Path) -> None:
    base, lines = tmp_path / "run.sqlite", tmp_path / "lines.tatham"
    assert run(["convert", str(SMALL), "--to", "tatham", "-o", str(lines)]) == 0
    lines.write_text(lines.read_text() * 3)
    assert batch("solve", lines, "-o", base) == 0
    assert statuses(base) == {"lines": "solved", "lines#2": "solved", "lines#3": "solved"}
    assert batch("solve", lines, "-o", base) == 0


def test_errors_of_one_text_in_an_earlier_run_are_errors_still(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    base, lines = tmp_path / "run.sqlite", tmp_path / "lines.tatham"
    lines.write_text("3x3m2:2a2c1a1\n3x3m5000:2a2c1a1\n")
    for told in ("1 error, 1 solved", "2 done before (1 error)"):
        assert batch("solve", lines, "-o", base) == 1
        assert told in capsys.readouterr().err


@pytest.mark.parametrize("kind", [pytest.param("files", marks=pytest.mark.slow), "one file"])
def test_shards_share_everything_and_are_merged(boards: Path, tmp_path: Path, kind: str, texts: list[str]) -> None:
    if kind == "one file":
        (tmp_path / "all.puz").write_text("---\n".join(texts))
    source = boards if kind == "files" else tmp_path / "all.puz"
    parts = [tmp_path / f"{number}.sqlite" for number in (1, 2, 3)]
    for number, part in enumerate(parts, 1):
        assert batch("solve", source, "-o", part, "--shard", f"{number}/3") == 0
    counts = [len(statuses(part)) for part in parts]
    assert sum(counts) == 40
    assert min(counts) > 0
    whole = tmp_path / "all.sqlite"
    assert run(["results", "merge", *map(str, parts), "-o", str(whole)]) == 0
    assert len(statuses(whole)) == 40
    assert batch("solve", source, "-o", whole) == 0
    assert len(statuses(whole)) == 40


def test_of_two_results_an_answer_is_kept_and_then_the_later_one(tmp_path: Path) -> None:
    settings = Settings("solve", {})
    found: list[tuple[str, dict[str, Any]]] = [
        ("answer", {"status": "solved", "finished": "2026-01-01"}),
        ("error", {"status": "error", "code": 70, "finished": "2026-01-03"}),
        ("none", {"status": "unknown", "stopped": "time", "finished": "2026-01-04"}),
        ("later", {"status": "unsolvable", "finished": "2026-01-02"}),
    ]
    for name, result in found:
        with Store(str(tmp_path / f"{name}.db"), settings) as store:
            store.add([{"source": "s", "number": 1, **result}], [("a", "s")], [("s", 1)])
    for order in [*permutations(name for name, _ in found)][::5]:  # each of them comes first, and each last
        merged = tmp_path / f"{'-'.join(order)}.db"
        assert run(["results", "merge", *(str(tmp_path / f"{name}.db") for name in order), "-o", str(merged)]) == 0
        assert statuses(merged) == {"a": "unsolvable"}


@pytest.mark.parametrize("order", [["old new copy"], ["new old copy"], ["copy old new"], ["old", "copy new"]], ids=str)
def test_a_name_whose_text_changed_stands_for_the_text_of_the_latest_result(tmp_path: Path, order: list[str]) -> None:
    settings = Settings("solve", {})
    runs = {
        "old": ("a", {"source": "s", "number": 1, "status": "solved", "finished": "2026-01-01"}),
        "new": ("a", {"source": "t", "number": 1, "status": "unsolvable", "finished": "2026-01-02"}),
        "copy": ("b", {"source": "s", "number": 1, "status": "solved", "finished": "2026-01-03"}),
    }
    for run_name, (name, result) in runs.items():
        with Store(str(tmp_path / run_name), settings) as store:
            store.add([result], [(name, str(result["source"]))], [(str(result["source"]), 1)])
    for names in order:
        merge([str(tmp_path / name) for name in names.split()], str(tmp_path / "merged.db"))
    assert statuses(tmp_path / "merged.db") == {"a": "unsolvable", "b": "solved"}


def test_a_database_in_the_folder_of_the_boards_is_none_of_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("a.puz").write_text("1.1\n")
    for inputs in (".", ".", "*"):
        assert batch("solve", inputs, "-o", "run.sqlite") == 0
    assert statuses(Path("run.sqlite")) == {"a": "solved"}


def test_results_that_could_not_be_written_are_not_counted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def full(*_: object) -> None:
        raise UsageError("the disk is full")

    board = tmp_path / "a.puz"
    board.write_text("1.1\n")
    monkeypatch.setattr(Store, "add", full)
    assert batch("solve", board, "-o", tmp_path / "run.sqlite") == 2
    told = capsys.readouterr().err
    assert "run.sqlite: nothing done\n    stopped with 1 to do; " in told


def test_what_is_finished_is_kept_where_there_are_no_workers_any_more(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    takes = [Chunks.take]

    def first(self: Chunks) -> list[Item]:
        if not takes:
            raise InternalError("workers cannot be started")
        return takes.pop()(self)

    board = tmp_path / "a.puz"
    board.write_text("1.1\n---\n2.2\n")
    monkeypatch.setattr(Chunks, "take", first)
    assert batch("solve", board, "-o", tmp_path / "run.sqlite") == 70
    assert "run.sqlite: 1 solved (" in capsys.readouterr().err
    assert statuses(tmp_path / "run.sqlite") == {"a": "solved"}


def test_a_damaged_database_is_not_merged_and_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    good, bad, merged = (tmp_path / f"{name}.db" for name in ("good", "bad", "merged"))
    for path in (good, bad):
        with Store(str(path), Settings("solve", {})) as store:
            store.add([{"source": f"{n}", "number": 1, "status": "solved"} for n in range(99)], [], [])
    damaged = bytearray(bad.read_bytes())
    damaged[4096:] = bytes(len(damaged) - 4096)
    bad.write_bytes(damaged)
    assert run(["results", "merge", str(good), str(bad), "-o", str(merged)]) == 65
    assert f"{bad}: the database is damaged: " in capsys.readouterr().err
    assert not merged.exists()


def test_a_merge_that_fails_leaves_no_database_that_was_not_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As on a full disk, or when it is ended by a signal."""
    one, merged = str(tmp_path / "one.db"), tmp_path / "merged.db"
    with Store(one, Settings("solve", {})) as store:
        store.add([{"source": "a", "number": 1, "status": "solved"}], [("a", "a")], [("a", 1)])
    merge([one], str(merged))
    monkeypatch.setattr("hashicnf.batch.merge.STEPS", ("INSERT INTO main.results DEFAULT VALUES",))
    for name in (merged, tmp_path / "new.db"):
        with pytest.raises(UsageError, match=f"{name}: cannot be written: "):
            merge([one], str(name))
    monkeypatch.setattr("hashicnf.batch.merge._add", lambda *_: signal.raise_signal(signal.SIGTERM))
    with pytest.raises(SystemExit):
        merge([one], str(name))
    assert sorted(tmp_path.glob("*.db*")) == [merged, Path(one)]
    assert statuses(merged) == {"a": "solved"}


def test_a_wrong_option_ends_the_batch_before_anything_is_written(
    boards: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    base = tmp_path / "run.sqlite"
    assert batch("solve", boards, "-o", base, "--method", "nosuch") == 2
    shown = capsys.readouterr().err
    assert shown.startswith("hashicnf: no method is named 'nosuch'")
    assert "what is finished is kept" not in shown
    assert not base.exists()
    assert batch("solve", SMALL, "-o", base) == 0
    assert batch("solve", boards, "-o", base, "--method", "nosuch") == 2
    assert statuses(base) == {"small": "solved"}


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["solve"], "nothing to do"),
        (["nosuch", "x"], "no command of batch is named 'nosuch'; there are: certify, count, encode, generate, prove"),
        (["solve", "nosuch.puz"], "nosuch.puz: no such file or folder"),
        (["encode", SMALL], "name their folder with --output-dir"),
        (["solve", SMALL, "--output-dir", "x"], "batch solve writes no files"),
        (["certify", SMALL, "--output-dir", os.fsdecode(b"\xff")], "its own name has to be Unicode"),
        (["solve", SMALL, "--patience", "3"], "--patience has no effect without --cluster"),
        (["solve", SMALL, "--worker-memory", "x"], "invalid value for '--worker-memory': 'x' is no amount of memory"),
        (["solve", SMALL, "--shard", "3/2"], "expected K/N with K from 1 to N"),
        (["generate", "--count", "2", "nosuch"], "nosuch: batch generate makes puzzles of one family"),
        (["generate", "nosuch"], "no family with a generator is named 'nosuch'"),
        (["--jobs", "2", "solve", SMALL], "name it first"),
    ],
)
def test_refusals(arguments: list[object], message: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert batch(*arguments, "-o", tmp_path / "run.sqlite") == (65 if "nosuch.puz" in arguments else 2)
    assert message in capsys.readouterr().err


def test_the_family_may_follow_options(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    command = ["generate", "--count", "2", "--islands", "5", "hashi", "-o", tmp_path / "run.sqlite", "--no-lines"]
    assert batch(*command) == 0
    assert "2 made (" in capsys.readouterr().err
    assert batch(*command) == 0
    assert capsys.readouterr().err.endswith("run.sqlite: 2 done before\n")


def test_puzzles_made_by_different_orders_stand_apart(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    base = tmp_path / "run.sqlite"
    for islands, seed, count in ((5, 0, 2), (7, 0, 2), (5, 1, 2)):
        order = ("--islands", islands, "--seed", seed, "--count", count)
        assert batch("generate", "hashi", *order, "-o", base, "--no-lines", "--jobs", 1) == 0
    capsys.readouterr()
    assert run(["results", str(base), "--json"]) == 0
    made = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    found = sorted((one["options"]["islands"], one["puzzle"], one["figures"]["islands"]) for one in made)
    assert found == [(str(n), f"hashi-{seed}", n) for n, seeds in ((5, 3), (7, 2)) for seed in range(seeds)]


def test_what_is_no_database_is_left_alone(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    other, text = tmp_path / "other.sqlite", tmp_path / "text.db"
    connection = sqlite3.connect(other)
    connection.execute("CREATE TABLE mine (x)")
    connection.commit()
    connection.close()
    text.write_text("2.2\n" * 1000)
    before = other.read_bytes(), text.read_bytes()
    assert batch("solve", SMALL, "-o", other) == 65
    assert batch("solve", SMALL, "-o", text) == 65
    assert batch("solve", SMALL, "-o", tmp_path / "run.jsonl") == 2
    assert run(["results", str(text)]) == 65
    assert run(["results", str(tmp_path / "none.db")]) == 65
    assert (other.read_bytes(), text.read_bytes()) == before
    assert ": this is no database\n" in capsys.readouterr().err


def test_a_damaged_database_may_hold_names_that_are_no_text(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    base = tmp_path / "run.sqlite"
    opened(str(base), writes=True).close()
    base.write_bytes(base.read_bytes().replace(b"UNIQUE (command", b"UNIQUE (comm\xffnd"))
    assert run(["results", str(base)]) == 65
    assert capsys.readouterr().err.startswith(f"hashicnf: {base}: this is no database: it is damaged\n")


def test_a_name_that_is_no_unicode_is_a_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    odd = os.fsdecode(b"odd\xff.puz")
    Path(odd).write_bytes(SMALL.read_bytes())
    assert batch("solve", odd, "-o", "run.sqlite") == 0
    assert statuses(tmp_path / "run.sqlite") == {"odd\\xff": "solved"}
    assert run(["view", odd, "-o", "page.html"]) == 0
    base = os.fsdecode(b"odd\xff.sqlite")
    assert batch("solve", SMALL, "-o", base) == 0
    assert run(["results", "merge", base, "-o", "all.sqlite"]) == 0
    assert statuses(tmp_path / "all.sqlite") == {"small": "solved"}


@pytest.mark.parametrize("option", [["--json"], ["--csv"], ["--errors"], ["--markdown"], ["--plot", "x.svg"]])
def test_merge_prints_no_results(option: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["results", "merge", "a.sqlite", *option]) == 2
    assert capsys.readouterr().err == (
        f"hashicnf: {option[0]}: merge prints no results; print those of the database that it writes\n"
    )


def test_a_damaged_database_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    base = tmp_path / "run.sqlite"
    assert batch("solve", SMALL, "-o", base) == 0
    whole = base.read_bytes()
    base.write_bytes(whole[:4096] + bytes(range(256)) * (len(whole) // 256 - 16))
    capsys.readouterr()
    assert run(["results", str(base)]) == 65
    assert f"{base}: " in capsys.readouterr().err
    base.write_bytes(whole.replace(b'"variables"', b'!variables"'))  # a text that is damaged inside
    assert run(["results", str(base), "--json"]) == 65
    assert f"{base}: the database is damaged: what it holds about {SMALL} is no JSON\n" in capsys.readouterr().err
    base.write_bytes(whole)
    with closing(sqlite3.connect(base)) as damaged, damaged:
        damaged.execute("UPDATE results SET figures = '[5]'")
    assert run(["results", str(base)]) == 65
    assert f"{base}: the database is damaged: what it holds about {SMALL} is no JSON\n" in capsys.readouterr().err


def test_proofs_are_written_beside_their_formulas(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    base, files = tmp_path / "run.sqlite", tmp_path / "a.drup files"
    (tmp_path / "none.puz").write_text("1.1\n...\n1.1\n")
    plans = [ROOT / "examples" / "tiles" / name for name in ("small.puz", "witness_row.puz")]
    assert batch("prove", *plans, tmp_path / "none.puz", SMALL, "-o", base, "--output-dir", files) == 0
    capsys.readouterr()
    assert run(["results", str(base), "--csv"]) == 0
    rows = list(csv.DictReader(io.StringIO(capsys.readouterr().out)))
    assert sorted((row["family"], row["status"], row["horizon"]) for row in rows) == [
        ("hashi", "solvable", ""),
        ("hashi", "unsolvable", ""),
        ("tiles", "optimal", "13"),
        ("tiles", "unsolvable", ""),
    ]
    proofs = [path for path in files.iterdir() if path.suffix == ".drup"]
    assert len(proofs) == 2
    assert all(run(["check-proof", str(proof.with_suffix(".cnf")), str(proof)]) == 0 for proof in proofs)
    written = {path.name: path.read_bytes() for path in files.iterdir()}
    proofs[0].with_suffix(".cnf").unlink()
    assert batch("prove", *plans, tmp_path / "none.puz", SMALL, "-o", base, "--output-dir", files) == 0
    assert ", 3 done before" in capsys.readouterr().err
    assert {path.name: path.read_bytes() for path in files.iterdir()} == written


def test_the_line_of_progress_is_cleared_before_the_manifest_is_named(tmp_path: Path) -> None:
    words = ["batch", "encode", str(SMALL), "-o", str(tmp_path / "run.sqlite"), "--output-dir", str(tmp_path / "out")]
    with terminal(*words, "--jobs", "1") as screen:
        assert screen.finish()[0] == 0
    assert f"\r\x1b[K{tmp_path / 'out'}:" in screen.shown


@pytest.mark.parametrize(("command", "ending"), [("certify", ".cert"), ("encode", ".cnf")])
def test_files_that_are_not_compressed_have_no_ending_for_it(tmp_path: Path, command: str, ending: str) -> None:
    files = tmp_path / "files"
    assert batch(command, SMALL, "-o", tmp_path / "r.sqlite", "--output-dir", files, "--compress", "none") == 0
    assert {path.suffix for path in files.iterdir() if path.suffix not in (".jsonl", ".md")} == {ending}


def test_where_there_is_no_certificate_the_reason_is_a_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    base = tmp_path / "run.sqlite"
    (tmp_path / "a.puz").write_text("2..4..2\n.......\n3..?..2\n")
    assert batch("certify", tmp_path / "a.puz", "-o", base, "--output-dir", tmp_path / "out") == 0
    capsys.readouterr()
    assert run(["results", str(base), "--errors"]) == 0
    assert capsys.readouterr().out.endswith("a.puz: no certificate: not unique: there are several solutions\n")
    assert statuses(base) == {"a": "several"}


@pytest.mark.parametrize("name", ["small.puz", "none", "several"])
@pytest.mark.parametrize("command", ["certify", "prove"])
def test_a_row_has_the_status_of_the_command(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], command: str, name: str
) -> None:
    puzzle, base = tmp_path / f"{name}.puz", tmp_path / "run.sqlite"
    texts = {"small.puz": SMALL.read_text(), "none": "1.1\n...\n1.1\n", "several": "2..4..2\n.......\n3..?..2\n"}
    puzzle.write_text(texts[name])
    files = ["-o", "a.cert"] if command == "certify" else ["--cnf", "a.cnf", "--proof", "a.drup"]
    run([command, str(puzzle), "--json", *(str(tmp_path / w) if w[0] == "a" else w for w in files)])
    status = json.loads(capsys.readouterr().out)["status"]
    assert batch(command, puzzle, "-o", base, "--output-dir", tmp_path / "out") == 0
    assert statuses(base) == {name.partition(".")[0]: status}


def test_roads_are_a_list_and_options_have_the_names_that_users_write(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    base = tmp_path / "run.sqlite"
    assert batch("solve", HASHI / "tree.puz", "-o", base, "--no-all-answers", "--worker-memory", "4G") == 0
    (result,) = results_in(str(base))
    assert result["options"] == {"all-answers": False, "worker-memory": 4 << 30}
    assert json.loads(result["figures"])["roads"] == ["lazy"]
    assert run(["results", str(base), "--csv"]) == 0
    (row,) = csv.DictReader(io.StringIO(capsys.readouterr().out))
    assert row["roads"] == "lazy"


def test_names_of_any_characters_are_one_field_of_csv(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    names = {"c\rd.puz", "a\nb.puz", 'q"x,y.puz'}
    for name in names:
        (tmp_path / name).write_text("1.1\n", encoding="utf-8")
    base = tmp_path / "run.sqlite"
    assert batch("solve", *(tmp_path / name for name in names), "-o", base) == 0
    capsys.readouterr()
    assert run(["results", str(base), "--csv"]) == 0
    rows = [*csv.DictReader(io.StringIO(capsys.readouterr().out, newline=""))]
    assert {Path(row["puzzle"]).name for row in rows} == names


def test_a_folder_is_no_database(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["results", str(tmp_path)]) == 65
    assert f"{tmp_path}: this is a folder" in capsys.readouterr().err
    assert batch("solve", HASHI / "tree.puz", "-o", tmp_path) == 2
    assert f"{tmp_path}: cannot be written: it is a folder" in capsys.readouterr().err


@pytest.mark.parametrize("name", [name for name, task in TASKS.all().items() if not task.internal])
def test_options_of_rows_are_options_of_the_command_line(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["batch", name, "--help"]) == 0
    shown = capsys.readouterr().out
    settings = Settings(name, dict.fromkeys(TASKS.get(name).options), 1.0, 1, "folder", "xz")
    assert [option for option in json.loads(settings.identity) if not re.search(f"--{option}\\b", shown)] == []


def test_one_puzzle_of_a_file_is_an_item(tmp_path: Path) -> None:
    own = tmp_path / "boards.puz"
    own.write_text("1.1\n---\n2.2\n")
    for boards in (own, ROOT / "examples" / "sudoku" / "two.sdm"):
        base = tmp_path / f"{boards.name}.sqlite"
        assert batch("solve", f"{boards}#2", "-o", base) == 0
        with closing(sqlite3.connect(base)) as rows:
            assert rows.execute("SELECT number, status FROM results").fetchall() == [(2, "solved")]
        assert batch("solve", f"{boards}#3", "-o", base) == 1


def test_a_puzzle_of_a_file_that_cannot_be_read_stands_in_the_way_of_no_other(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    base, boards = tmp_path / "run.sqlite", tmp_path / "boards.tatham"
    boards.write_text("3x1m2:2a2\n3x1m5000:1a2\n3x1m2:1a1\n")
    for name, told in (
        (f"{boards}#2", "1 error"),
        (f"{boards}#2", "1 done before"),
        (boards, "2 solved, 1 done before"),
    ):
        assert batch("solve", name, "-o", base) == 1
        assert told in capsys.readouterr().err
    assert statuses(base) == {"boards": "solved", "boards#2": "error", "boards#3": "solved"}


@pytest.mark.parametrize("ending", ["puz", "tatham"])
def test_one_puzzle_of_a_file_has_its_row(ending: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    base, boards = tmp_path / "run.sqlite", tmp_path / f"boards.{ending}"
    boards.write_text({"puz": "2.2\n---\n1.2\n---\n1.1\n", "tatham": "3x1m2:2a2\n3x1m2:1a2\n3x1m2:1a1\n"}[ending])
    assert batch("solve", f"{boards}#2", "-o", base) == 0
    assert statuses(base) == {"boards#2": "unsolvable"}
    assert batch("solve", f"{boards}#3", boards, "-o", base) == 0
    assert "2 solved, 1 identical to another puzzle, 1 done before" in capsys.readouterr().err
    assert statuses(base) == {"boards": "solved", "boards#2": "unsolvable", "boards#3": "solved"}
