"""Comparing methods: misbehaving processes, and the report about them."""

from __future__ import annotations

import csv
import io
import json
import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
import time
import tracemalloc
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

import hashicnf
from hashicnf.batch.tasks import compare as task
from hashicnf.errors import InputError, InternalError, SolverFailed, UsageError
from hashicnf.measure.comparison import charts, limiter, measure, tables
from hashicnf.measure.comparison.earlier import from_json, merge
from hashicnf.measure.comparison.measure import State, compare, split
from hashicnf.measure.comparison.process import ProcessPool
from hashicnf.measure.comparison.results import Comparison, confront, effective_branching, labels
from hashicnf.measure.comparison.runs import MARKS, MethodRun, RunSettings
from hashicnf.solving import methods
from tests import commands
from tests.patience import patiently, wait_until
from tests.portions import few

FAKE = (sys.executable, "-I", "-S", str(Path(__file__).with_name("fakemethods.py")))
PUZZLE = hashicnf.parse("1.1\n", name="a.puz")
DRIVER = """
import sys
from hashicnf.solving import methods
from hashicnf.measure.comparison import measure
methods.method_named = methods.require_usable = lambda name, *_: name
at = sys.argv.index("compare")
measure.PROGRAM = tuple(sys.argv[1:at])
from hashicnf.cli.app import run
sys.exit(run(sys.argv[at:]))
"""


def once(
    method: str,
    timeout: float = 30,
    max_memory: int | None = None,
    puzzle: hashicnf.Puzzle = PUZZLE,
    program: tuple[str, ...] = FAKE,
) -> MethodRun:
    report = compare({"a": puzzle}, [method], RunSettings(timeout, max_memory), program=program)
    (run,) = report.runs
    return run


def gone(pids: list[int]) -> bool:
    """Wait until all these processes have ended."""
    return wait_until(lambda: not any(map(commands.is_running, pids)))


def pids_in(path: Path) -> list[int]:
    """Wait until a file holds the numbers of two processes, and return them."""
    wait_until(lambda: path.exists() and len(path.read_text().split()) == 2)
    return [int(word) for word in path.read_text().split()]


Cli = Callable[..., subprocess.CompletedProcess[str]]


@pytest.fixture
def cli(monkeypatch: pytest.MonkeyPatch) -> Cli:
    """Run ``compare`` in this process on programs that are no methods of hashicnf; they run in processes."""
    for name in ("method_named", "require_usable"):
        monkeypatch.setattr(methods, name, lambda method, *_: method)
    monkeypatch.setattr(measure, "PROGRAM", FAKE)
    return lambda *arguments: commands.run("compare", *arguments)


@pytest.fixture
def puzzle(tmp_path: Path) -> str:
    path = tmp_path / "tiny.puz"
    path.write_text("1.1\n")
    return str(path)


def test_a_right_solution_is_solved_with_its_figures() -> None:
    run = once("right")
    assert (run.puzzle, run.method, run.status, run.message) == ("a", "right", "solved", "")
    assert (run.inside, run.search, run.nodes) == (1.3, 0.5, 12)
    assert 0.005 < run.seconds < 20
    assert 5 << 20 < run.peak < 100 << 20
    assert (once("bare").status, once("bare").search) == ("solved", None)


@pytest.mark.parametrize(
    ("behaviour", "status", "message"),
    [
        ("wrong", "error", "printed a wrong solution: number: the island at row 1, column 1"),
        ("unreadable", "error", "printed a solution that cannot be read"),
        ("none", "error", "printed a solution that cannot be read"),
        ("garbage", "error", "printed text that is no JSON: Segmentation {fault"),
        ("deep", "error", "printed text that is no JSON: [[[["),
        ("list", "error", "printed JSON without a status"),
        ("statusless", "error", "printed JSON without a status"),
        ("silent", "error", "printed nothing"),
        ("usage", "error", "ended with exit code 2: no method is named 'usage'"),
        ("crash", "error", "ended with exit code 70: ValueError: oh"),
        ("missing", "error", "ended with exit code 69: the solver x is not installed"),
        ("killed", "error", "was killed by SIGKILL"),
        ("lies", "error", "printed 'solved' and ended with exit code 20"),
        ("unsolvable", "unsolvable", ""),
        ("late", "time limit", "time limit of 7 s reached"),
        ("full", "memory limit", "memory limit of 7 bytes reached"),
        ("starved", "memory limit", "ended with exit code 30: out of memory"),
        ("tired", "gave up", "limit of 9 nodes reached"),
    ],
)
def test_every_end_has_its_status_and_message(behaviour: str, status: str, message: str) -> None:
    run = once(behaviour)
    assert run.status == status
    assert run.message.startswith(message)
    assert bool(run.message) == bool(message)
    assert run.message.isprintable()


def test_a_method_that_hangs_is_ended_with_all_it_has_started(tmp_path: Path) -> None:
    mark = tmp_path / "pids"
    run = patiently(1.0, lambda timeout: once(f"hang '{mark}'", timeout=timeout), lambda _: mark.exists())
    assert (run.status, run.message) == ("time limit", "was ended from outside at the time limit")
    assert 1.0 <= run.seconds < 90
    assert gone(pids_in(mark))


def test_figures_of_a_method_that_is_ended_are_kept() -> None:
    run = patiently(0.5, lambda timeout: once("talk", timeout=timeout), lambda run: run.nodes is not None)
    assert (run.status, run.nodes, run.search) == ("time limit", 12, 0.5)
    assert 0.5 <= run.seconds < 50


def test_memory_is_limited_from_outside() -> None:
    run = once("memory 300 90", max_memory=150 << 20)
    assert (run.status, run.message) == ("memory limit", "was ended from outside at the memory limit")
    assert run.seconds < 60
    hasty = once("memory 100 0", max_memory=60 << 20)
    assert hasty.status == "memory limit"
    assert once("memory 100 0", max_memory=400 << 20).status == "solved"


def test_peak_memory_is_that_of_the_method_and_not_ours() -> None:
    ours = bytes([1]) * (300 << 20)
    small, large = once("right"), once("memory 200 0")
    assert len(ours) > small.peak * 3
    assert 200 << 20 < large.peak < 260 << 20


def test_endless_output_is_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hashicnf.measure.comparison.process.MOST_OUTPUT", 1 << 20)
    ended = ProcessPool().run([sys.executable, "-c", "while True: print('x' * 9999)"], b"", 30, None)
    assert ended is not None
    assert (ended.ended, len(ended.output)) == ("output", 1 << 20)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is full")
@pytest.mark.parametrize("given", [b"", b"1.1\n"], ids=["no room for output", "nor for input"])
def test_a_full_temporary_folder_is_named(given: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tempfile.TemporaryFile", lambda **_: Path("/dev/full").open("r+b"))  # noqa: SIM115 - run closes it
    with pytest.raises(UsageError, match=r"^the temporary folder .* cannot be written: No space left on device$"):
        ProcessPool().run([sys.executable, "-c", "print()"], given, 30, None)


def test_what_cannot_be_started_says_so_in_little_memory(tmp_path: Path) -> None:
    program = tmp_path / "no-such-program"
    tracemalloc.start()
    ended = ProcessPool().run([str(program)], b"", 30, None)
    assert ended is not None
    assert tracemalloc.get_traced_memory()[1] < 1 << 24
    tracemalloc.stop()
    assert (ended.code, ended.errors) == (127, f"{program} cannot be started: No such file or directory\n".encode())


def test_an_orphan_of_a_method_that_ended_is_ended_too(tmp_path: Path) -> None:
    mark = tmp_path / "pids"
    script = (
        "import os, pathlib, subprocess, sys;"
        "p = subprocess.Popen(['sleep', '99'], start_new_session=True);"
        "pathlib.Path(sys.argv[1]).write_text(f'{os.getpid()} {p.pid}')"
    )
    ended = ProcessPool().run([sys.executable, "-c", script, str(mark)], b"", 30, None)
    assert ended is not None
    assert (ended.code, ended.ended) == (0, "itself")
    assert ended.wall < 60
    assert sys.platform != "linux" or gone(pids_in(mark))


def test_a_command_that_the_system_does_not_start_ends_with_a_message() -> None:
    script = (
        "import os, runpy, sys\n"
        "def refuse(): raise BlockingIOError(11, 'none is left')\n"
        "os.fork = refuse\n"
        "runpy.run_path(sys.argv.pop(1), run_name='__main__')"
    )
    order = {"command": ["it"], "stdin": 0, "stdout": 1, "stderr": 2, "timeout": None, "memory": None, "output": 0}
    ended = subprocess.run(
        [sys.executable, "-I", "-S", "-c", script, limiter.__file__, json.dumps(order)], capture_output=True, check=True
    )
    report = json.loads(ended.stdout)
    assert (report["code"], report["ended"], report["peak"]) == (127, "itself", 0)
    assert ended.stderr == b"it cannot be started: none is left\n"


@pytest.mark.parametrize(
    ("script", "error", "message"),
    [
        ("import os; os.kill(os.getpid(), 9)", SolverFailed, "was killed by signal 9"),
        ("import os; os._exit(3)", InternalError, "ended with exit code 3"),
        ("", InternalError, "ended with exit code 0"),
    ],
)
def test_a_limiter_that_is_killed_is_no_internal_error(
    script: str, error: type[Exception], message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "script.py"
    path.write_text(script)
    monkeypatch.setattr("hashicnf.measure.comparison.process.SCRIPT", path)
    with pytest.raises(error, match=f"^the limiter of a process {message}$"):
        ProcessPool().run(["it"], b"", 30, None)


def test_the_keeper_sees_the_processes_below() -> None:
    with subprocess.Popen(["cat"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(b"1\n")
        assert process.stdout.read(2) == b"1\n"  # it runs, and has memory
        found = dict(limiter.below(os.getpid()))
        process.kill()
    assert found[process.pid] > 0
    assert process.pid not in dict(limiter.below(os.getpid()))


@pytest.mark.skipif(shutil.which("ps") is None, reason="there is no program ps")
def test_the_list_of_ps_says_the_same() -> None:
    with subprocess.Popen(["sleep", "30"]) as process:
        rows = {row[0]: row for row in limiter._from_ps()}
        process.kill()
    assert rows[process.pid][1] == os.getpid()
    assert rows[os.getpid()][2] > 1 << 20


def test_wrong_options_end_the_comparison(tmp_path: Path) -> None:
    chosen = ["usage --so", f"hang '{tmp_path / 'pids'}'"]
    start = time.monotonic()
    with pytest.raises(UsageError, match="the method 'usage --so' cannot be run: no method is named 'usage'"):
        compare({"a": PUZZLE}, chosen, RunSettings(timeout=90), program=FAKE)
    assert time.monotonic() - start < 60


def test_another_program_is_a_method_under_its_name(cli: Cli, puzzle: str, tmp_path: Path) -> None:
    named = ",".join(f"{name}={shlex.join(FAKE)} solve - --json --method {name}" for name in ("right", "wrong"))
    for more in ([], ["--db", str(tmp_path / "study.sqlite")]):
        done = cli(puzzle, "--methods", named, "--as", "csv", *more)
        rows = list(csv.DictReader(io.StringIO(done.stdout)))
        assert [(row["method"], row["status"]) for row in rows] == [("right", "solved"), ("wrong", "error")], (
            done.stderr
        )


@pytest.mark.parametrize("methods", ["mine=", "=python x.py", "a=x,a=y", "mine=python 'x"])
def test_another_program_needs_a_name_and_a_command(methods: str) -> None:
    with pytest.raises(UsageError):
        split(methods)


@pytest.mark.parametrize(
    ("methods", "message"),
    [
        ("cdcl=python x.py", "cdcl is a method of hashicnf; give the program another name"),
        ("dpll,pysat=python x.py", "pysat is a method of hashicnf"),
        ("right=x,a=y,a=z --seed 1,wrong=x", "a method is named twice: a"),
        ("mine=solver {puzzle}", "{puzzle} is not filled in: the program reads the puzzle from its standard input"),
        ("mine=solver --in={cnf}", "{cnf} is not filled in"),
    ],
)
def test_another_program_is_no_method_and_reads_its_input(methods: str, message: str) -> None:
    with pytest.raises(UsageError, match=re.escape(message)):
        split(methods)


def test_repetitions_stop_at_a_limit_and_the_worst_status_counts(tmp_path: Path) -> None:
    report = compare({"a": PUZZLE}, ["right"], RunSettings(timeout=30, repeat=3), program=FAKE)
    assert [run.repeat for run in report.runs] == [1, 2, 3]
    cell = report.cells()["a", "right"]
    assert (cell.repeat, cell.status) == (3, "solved")
    assert cell.seconds == sorted(run.seconds for run in report.runs)[1]
    method = f"once '{tmp_path / 'mark'}'"
    report = compare({"a": PUZZLE}, [method], RunSettings(timeout=30, repeat=5), program=FAKE)
    assert [run.status for run in report.runs] == ["solved", "time limit"]
    assert report.cells()["a", method].status == "time limit"


def test_several_at_a_time_give_the_same_report_in_the_same_order() -> None:
    states: list[tuple[int, int]] = []

    def watch(state: State) -> None:
        states.append((state.done, len(state.running)))

    chosen = ["right", "late", "garbage"]
    report = compare({"a": PUZZLE, "b": PUZZLE}, chosen, RunSettings(timeout=30, jobs=3), watch, program=FAKE)
    assert not report.interrupted
    assert report.puzzles == ("a", "b")
    assert list(report.cells()) == [(puzzle, method) for puzzle in report.puzzles for method in chosen]
    assert states[-1] == (6, 0)
    assert max(running for _, running in states) <= 3


def test_an_unsolvable_puzzle_that_was_solved_is_an_error() -> None:
    report = compare({"a": PUZZLE}, ["unsolvable", "right"], RunSettings(timeout=30), program=FAKE)
    cell = report.cells()["a", "unsolvable"]
    assert (cell.status, cell.message) == ("error", "reports unsolvable, but right found a correct solution")
    assert [run.status for run in confront(report.runs[:1])] == ["unsolvable"]
    wrong, right = json.loads(report.to_json())["runs"]
    assert (wrong["status"], wrong["message"]) == ("error", cell.message)
    assert right["status"] == "solved"


@pytest.mark.parametrize("method", ["=solver", "solver="])
def test_a_program_needs_a_name_and_a_command(method: str) -> None:
    with pytest.raises(UsageError, match=f"^{method}: expected NAME=COMMAND, such as"):
        split(method)


def test_methods_are_split() -> None:
    assert split("pysat, astar  --heuristic mst,") == ("pysat", "astar --heuristic mst")
    for wrong in ("", " , ", "a,b,a", "a 'b"):
        with pytest.raises(UsageError):
            split(wrong)


def test_labels_are_short_and_different() -> None:
    assert labels([("x/board 1.puz", 1), ("x/board 2.txt", 1)], set()) == ("board 1", "board 2")
    assert labels([("x/a.puz", 1), ("y/a.puz", 1)], set()) == ("x/a.puz", "y/a.puz")
    assert labels([("many.puz", 1), ("many.puz", 3), ("b", 1)], {"many.puz"}) == ("many #1", "many #3", "b")


def report_of(*runs: tuple[str, str, str, float], timeout: float | None = 100.0) -> Comparison:
    made = tuple(
        MethodRun(p, m, 1, status, "why", seconds, seconds, 50 << 20, None, None, 7) for p, m, status, seconds in runs
    )
    puzzles, methods = tuple(dict.fromkeys(run[0] for run in runs)), tuple(dict.fromkeys(run[1] for run in runs))
    return Comparison(puzzles, methods, RunSettings(timeout), "Linux, 4 cores", made)


MIXED = report_of(
    ("p", "fast", "solved", 0.0123),
    ("p", "slow", "solved", 61.0),
    ("q", "fast", "unsolvable", 1.5),
    ("q", "slow", "time limit", 100.2),
    ("r", "fast", "error", 0.2),
    ("r", "slow", "memory limit", 3.0),
)


def test_the_summary_counts_answers_within_minutes() -> None:
    fast, slow = MIXED.summary()
    assert (fast.counts["solved"], fast.counts["unsolvable"], fast.within[60]) == (1, 1, 2)
    assert [slow.within[mark] for mark in MARKS] == [0, 1, 1]
    head, first, second = tables.summary(MIXED)
    assert head[:6] == ("method", "puzzles", "solved", "within 1 min", "within 2 min", "within 5 min")
    assert first[:6] == ("fast", "3", "1", "2", "2", "2")
    assert second[:6] == ("slow", "3", "1", "0", ">=1", ">=1")


@pytest.mark.parametrize(
    ("generated", "depth", "factor"),
    [(14, 3, 2.0), (3, 3, 1.0), (52, 5, 1.9166), (39, 3, 3.0), (5, 0, None), (None, 3, None)],
)
def test_the_effective_branching_factor_is_that_of_a_uniform_tree(
    generated: int | None, depth: int, factor: float | None
) -> None:
    found = effective_branching(generated, depth)
    assert found == (factor if factor is None else pytest.approx(factor, abs=1e-3))


def test_tables_tell_what_was_searched() -> None:
    searched = replace(MIXED.runs[0], generated=1234, kept=99, branching=1.2345, space="grid")
    told = {
        title.partition(",")[0].partition(" (")[0]: rows
        for title, rows in tables.wide(replace(MIXED, runs=(searched,)))
    }
    assert [told[title][1][1] for title in ("Space that is searched", "Nodes generated", "Nodes kept at once")] == [
        "grid",
        "1,234",
        "99",
    ]
    assert told["Effective branching factor b*"][1][1] == "1.23"
    assert dict(zip(*tables.long(replace(MIXED, runs=(searched,))), strict=True))["space"] == "grid"


def test_the_spread_of_repetitions_is_shown() -> None:
    """Only that of pairs which were answered in all runs."""
    first, second, *_ = MIXED.runs
    again = [replace(first, repeat=2, seconds=0.0369), replace(second, repeat=2, status="time limit")]
    report = replace(MIXED, runs=(first, second, *again))
    assert report.spreads() == {(first.puzzle, first.method): pytest.approx(1.0)}
    title, rows = tables.wide(report)[1]
    assert title.startswith("Spread")
    assert rows[1][1:] == ("100", "-")
    assert [
        row["spread"]
        for row in (dict(zip(tables.long(report)[0], row, strict=True)) for row in tables.long(report)[1:3])
    ] == [
        "100",
        "",
    ]
    assert not MIXED.spreads()


def test_tables_tell_answers_from_other_ends() -> None:
    (_, times), (_, memory), (_, nodes) = tables.wide(MIXED)
    assert times == [
        ("puzzle", "fast", "slow"),
        ("p", "0.0123", "61.0"),
        ("q", "1.50 unsolvable", "time limit"),
        ("r", "error", "memory limit"),
    ]
    assert memory[2] == ("q", "50", "(50)")
    assert nodes[3] == ("r", "(7)", "(7)")
    assert tables.remarks(MIXED)[0] == "r, fast: why"
    assert "time limit 100 s; one run each, one process at a time" in tables.remarks(MIXED)[-1]


@pytest.mark.parametrize(
    ("value", "text"),
    [(123.4, "123"), (41.5, "41.5"), (2.774, "2.77"), (0.3456, "0.346"), (0.01234, "0.0123"), (0.000012, "0.000012")],
)
def test_times_have_three_digits_that_matter(value: float, text: str) -> None:
    assert tables.seconds(value) == text


def test_json_reads_back() -> None:
    assert from_json(MIXED.to_json(), "x") == MIXED
    assert json.loads(MIXED.to_json())["summary"][0]["within"] == {"60.0": 2, "120.0": 2, "300.0": 2}


@pytest.mark.parametrize(
    "text",
    ["", "[]", "{}", '{"format": "x"}', '{"format": "hashicnf compare 1"}', MIXED.to_json().replace("solved", "x")],
)
def test_foreign_json_is_refused(text: str) -> None:
    with pytest.raises(InputError, match=r"^x: "):
        from_json(text, "x")


@pytest.mark.parametrize(
    ("field", "value"),
    [
        *(("seconds", value) for value in ('"1"', "null", "true", "[]", "-1", "NaN", "1e999", "1" + "0" * 400)),
        *(("peak", value) for value in ("1.5", "null", "-1")),
        *(("nodes", value) for value in ('"7"', "{}")),
        *(("steps", value) for value in ('"7"', "-1", "0.5")),
        *(("puzzle", value) for value in ("[]", "3", "null", '"\\ud800"', '"another"')),
        ("method", '"another"'),
        *(("status", value) for value in ("[]", "null")),
        *(("timeout", value) for value in ('"never"', "true")),
        *(("machine", value) for value in ("1.5", "[[" * 5000)),
        ("version", "3"),
    ],
    ids=lambda value: value[:12],
)
def test_values_of_another_kind_are_refused(field: str, value: str) -> None:
    text = re.sub(rf'"{field}": ("[^"]*"|[^,\n]+)', lambda _: f'"{field}": {value}', MIXED.to_json(), count=1)
    assert text != MIXED.to_json()
    with pytest.raises(InputError, match=r"^x: this is no comparison"):
        from_json(text, "x")


def test_results_are_put_side_by_side() -> None:
    one = report_of(("p", "fast", "solved", 1.0))
    other = replace(
        report_of(("p", "slow", "solved", 9.0)), settings=RunSettings(100, repeat=3, jobs=2), interrupted=True
    )
    both = merge([one, other])
    assert both.methods == ("fast", "slow")
    assert both.settings == RunSettings(100, repeat=3, jobs=2)
    assert both.interrupted
    unknown = replace(other, settings=RunSettings(100, repeat=3, jobs=None))
    assert tables.remarks(merge([one, unknown]))[-2] == "slow: time limit 100 s; medians of up to 3 runs"
    assert [cell.seconds for cell in both.cells().values()] == [1.0, 9.0]
    assert merge([one]) == one
    for wrong, words in (
        (one, "the method 'fast' is in two of the results"),
        (report_of(("q", "slow", "solved", 9.0)), "different puzzles"),
        (replace(other, machine="Linux, 64 cores"), "different machines"),
    ):
        with pytest.raises(UsageError, match=words):
            merge([one, wrong])


def test_results_under_different_limits_say_so() -> None:
    long = report_of(("p", "fast", "solved", 1.0))
    brief = report_of(("p", "slow", "time limit", 7.0), timeout=7)
    other = replace(
        report_of(("p", "other", "solved", 2.0), timeout=None), settings=RunSettings(None, 1 << 30, repeat=3)
    )
    assert tables.warning(long) is None
    both = merge([long, brief])
    assert both.settings == RunSettings(100)
    assert both.own == {"fast": RunSettings(100), "slow": RunSettings(7)}
    assert from_json(both.to_json(), "x") == both
    assert tables.warning(both) == "The methods were measured under different limits, which are listed below."
    assert tables.remarks(both)[:2] == [
        "fast: time limit 100 s; one run each, one process at a time",
        "slow: time limit 7 s; one run each, one process at a time",
    ]
    assert [row[3] for row in tables.summary(both)[1:]] == ["1", ">=0"]
    every = merge([both, other])
    assert every.settings == RunSettings(None, None, repeat=3)
    assert [*every.own] == ["fast", "slow", "other"]
    assert "different limits and numbers of runs," in (tables.warning(every) or "")
    assert merge([long, report_of(("p", "slow", "solved", 9.0))]).own == {}


@pytest.mark.parametrize(("ending", "start"), [(".png", b"\x89PNG"), (".svg", b"<?xml")])
def test_charts_are_drawn_and_always_the_same(ending: str, start: bytes, tmp_path: Path) -> None:
    pictures = []
    for name in ("a", "b"):
        charts.draw(MIXED, str(tmp_path / f"{name}{ending}"))
        pictures.append((tmp_path / f"{name}{ending}").read_bytes())
    assert pictures[0] == pictures[1]
    assert pictures[0].startswith(start)
    assert len(pictures[0]) > 10_000
    if ending == ".svg":
        charts.draw(replace(MIXED, runs=MIXED.runs[:1]), str(tmp_path / "c.svg"))
        assert (tmp_path / "c.svg").read_bytes() != pictures[0]


def test_every_method_is_in_the_legend(tmp_path: Path) -> None:
    target = tmp_path / "chart.svg"
    charts.draw(report_of(("p", "cdcl", "solved", 1.0), ("p", "_mine", "solved", 2.0)), str(target))
    text = target.read_text()
    assert text.index("<!-- cdcl -->") < text.index("<!-- _mine -->")


def test_charts_have_room_for_many_methods_and_odd_names(tmp_path: Path) -> None:
    runs = [(f"$puzzle_{p} \\x{{$\tof\n", f"_method {m}", "solved", 0.1 + m) for p in range(12) for m in range(12)]
    target = tmp_path / "many.png"
    charts.draw(report_of(*runs, timeout=None), str(target))
    assert target.stat().st_size > 10_000


def test_the_command_prints_tables(puzzle: str, cli: Cli) -> None:
    done = cli(puzzle, "--methods", "right,late")
    assert (done.returncode, done.stderr) == (0, "")
    assert ["puzzle", "right", "late"] in [line.split() for line in done.stdout.splitlines()]
    assert "Summary:" in done.stdout
    markdown = cli(puzzle, "--methods", "right,late", "--as", "markdown").stdout
    assert "| puzzle |" in markdown
    assert "| ------ |" in markdown


def test_the_command_prints_csv_and_the_summary_beside_it(puzzle: str, cli: Cli) -> None:
    done = cli(puzzle, "--methods", "right,tired", "--as", "csv")
    rows = list(csv.DictReader(io.StringIO(done.stdout)))
    assert [(row["method"], row["status"], row["nodes"]) for row in rows] == [
        ("right", "solved", "12"),
        ("tired", "gave up", ""),
    ]
    assert float(rows[0]["search"]) == 0.5
    assert "within 1 min" in done.stderr


def test_the_command_shows_earlier_results_again(puzzle: str, tmp_path: Path, cli: Cli) -> None:
    done = cli(puzzle, "--methods", "right,wrong", "--json")
    assert done.returncode == 1
    earlier = tmp_path / "earlier.json"
    earlier.write_text(done.stdout)
    again = cli("--from", str(earlier), "--json")
    assert (again.returncode, again.stdout) == (1, done.stdout)
    assert cli("--from", str(earlier), puzzle).returncode == 2
    assert cli("--from", puzzle).returncode == 65


def test_real_methods_on_real_puzzles(tmp_path: Path) -> None:
    folder = Path(__file__).parent.parent.parent / "examples" / "hashi"
    boards = [str(folder / "small.puz"), str(folder / "witness_connectivity.puz")]
    target = tmp_path / "chart.svg"
    chosen = "pysat,astar --heuristic mst"
    done = commands.run("compare", *boards, "--json", "--plot", str(target), "--methods", chosen)
    assert done.returncode == 0, done.stderr
    cells = from_json(done.stdout, "x").cells()
    assert [cell.status for cell in cells.values()] == ["solved"] * 2 + ["unsolvable"] * 2
    assert all(
        cell.search is not None and 0 <= cell.search <= (cell.inside or 0) < cell.seconds for cell in cells.values()
    )
    assert cells["small", "astar --heuristic mst"].nodes
    assert target.stat().st_size > 10_000


def test_a_time_limit_keeps_the_nodes_of_a_real_search() -> None:
    puzzle = hashicnf.read(str(Path(__file__).parent.parent.parent / "examples" / "hashi" / "large.puz"))

    run = patiently(
        1,
        lambda timeout: once("bruteforce", timeout, puzzle=puzzle, program=measure.PROGRAM),
        lambda run: (run.nodes or 0) > 100,
    )
    assert run.status == "time limit"
    assert (run.nodes or 0) > 100


def test_an_unknown_method_is_refused_before_anything_runs(puzzle: str) -> None:
    done = commands.run("compare", puzzle, "--methods", "pysat,astr --heuristic mst")
    assert (done.returncode, done.stdout) == (2, "")
    assert "no method is named 'astr'" in done.stderr


@pytest.mark.parametrize(
    ("method", "message"),
    [
        ("bruteforce", "no method of tiles is named 'bruteforce'"),
        ("astar --heuristic mst", "the method 'astar --heuristic mst' cannot be run: no heuristic of "),
    ],
)
def test_what_another_family_has_no_use_for_is_refused_before_anything_runs(
    puzzle: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, method: str, message: str
) -> None:
    def measured(*_: object) -> None:
        pytest.fail("a method was measured")

    monkeypatch.setattr(measure, "run_of", measured)
    (tmp_path / "tiles.puz").write_text("family: tiles\n12\n.3\n")
    done = commands.run("compare", puzzle, str(tmp_path / "tiles.puz"), "--methods", f"cdcl,{method}")
    assert done.returncode == 2
    assert message in done.stderr


def test_options_are_tried_on_the_smallest_puzzle_of_each_family() -> None:
    """A formula that is too large for another puzzle is the error of that run."""
    names = ["1.1...\n", "1.1\n", "1..1\n", "family: tiles\n12\n.3\n"]
    found = measure.samples(map(hashicnf.parse, names))
    assert [puzzle.document.cells.shape for puzzle in found.values()] == [(1, 3), (2, 2)]


@pytest.mark.usefixtures("inline")
@pytest.mark.parametrize("more", few([["--db", "a.sqlite"], []], 1))
def test_wrong_options_are_refused_before_anything_runs(
    more: list[str], puzzle: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for module in (measure, task):
        monkeypatch.setattr(module, "run_of", lambda *_: pytest.fail("a method was measured"))
    done = commands.run("compare", puzzle, "--methods", "cdcl,dpll --heuristic mst", *more, cwd=tmp_path)
    assert (done.returncode, done.stdout) == (2, "")
    assert "the method 'dpll --heuristic mst' cannot be run: " in done.stderr


@pytest.mark.usefixtures("inline")
@pytest.mark.parametrize("db", [False, True])
@pytest.mark.parametrize(
    ("texts", "usual"),
    [
        (["1.1\n"], "cdcl,dpll,astar,idastar,backtracking,bruteforce"),
        (["family: tiles\n12\n.3\n"], "cdcl,dpll,astar,idastar"),
        (["family: sudoku\n12..\n....\n....\n....\n", "family: tiles\n12\n.3\n"], "cdcl,dpll,astar,idastar"),
    ],
)
def test_by_default_the_methods_that_all_families_have_are_compared(
    texts: list[str], usual: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, db: bool
) -> None:
    ran = list[str]()

    def noted(_: object, method: str, *__: object) -> MethodRun:
        ran.append(method)
        return MIXED.runs[0]

    for module in (measure, task):
        monkeypatch.setattr(module, "run_of", noted)
    for number, text in enumerate(texts):
        (tmp_path / f"{number}.puz").write_text(text)
    done = commands.run("compare", str(tmp_path), *(["--db", str(tmp_path / "a.sqlite")] if db else []))
    assert done.returncode == 0, done.stderr
    assert ",".join(dict.fromkeys(ran)) == usual


def test_wrong_requests_are_refused_at_once(puzzle: str, tmp_path: Path, cli: Cli) -> None:
    bad = tmp_path / "bad.puz"
    bad.write_text("1x1\n")
    assert cli().returncode == 2
    assert cli(puzzle, "--as", "html").returncode == 2
    assert cli(puzzle, "--plot", "x.gif").returncode == 2
    assert cli(puzzle, "--methods", "right,right").returncode == 2
    assert cli(str(bad), "--methods", "right").returncode == 65
    assert cli("no-such-file", "--methods", "right").returncode == 65
    misused = cli(puzzle, "--methods", "right,usage --so")
    assert (misused.returncode, misused.stdout) == (2, "")
    assert misused.stderr == "hashicnf: the method 'usage --so' cannot be run: no method is named 'usage'\n"


@pytest.mark.parametrize("number", few([signal.SIGINT, signal.SIGKILL, signal.SIGTERM], 2))
def test_signals_leave_nothing_running(number: signal.Signals, puzzle: str, tmp_path: Path) -> None:
    mark = tmp_path / "pids"
    command = [sys.executable, "-c", DRIVER, *FAKE, "compare", puzzle, "--methods", f"right,hang '{mark}',late"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        pids = pids_in(mark)
        process.send_signal(number)
        output, errors = process.communicate(timeout=60)
    assert gone(pids)
    if number == signal.SIGKILL:
        assert process.returncode == -number
        return
    assert process.returncode == 128 + number
    assert errors == ("hashicnf: interrupted\n" if number == signal.SIGINT else "")
    assert "tiny" in output
    assert "interrupted: not everything was run" in output


def test_plans_are_compared_by_their_steps() -> None:
    puzzle = hashicnf.parse("family: tiles\n382\n451\n76.\n")
    report = compare({"a": puzzle}, ["astar", "greedy"], RunSettings(timeout=60))
    best, quick = (report.cells()[report.puzzles[0], method].steps or 0 for method in ("astar", "greedy"))
    assert best == 22 <= quick
    title, table = tables.wide(report)[-1]
    assert (title, table[-1][1:]) == ("Steps of the plan", (str(best), str(quick)))
