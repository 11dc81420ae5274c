"""Summaries of measurements: repeated runs are one puzzle, and runs with static cuts are kept apart."""

from __future__ import annotations

import csv
import json
import shlex
import signal
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from itertools import combinations, count, product
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import hashicnf
from hashicnf.backends.choose import DEFAULT_SOLVER, KILLABLE
from hashicnf.batch.database import UnwritableError
from hashicnf.batch.execute import Executor, ItemAnswer, out_of_time
from hashicnf.batch.items import Item
from hashicnf.batch.limits import Alarm
from hashicnf.batch.studies import measurement, settings_of_bench
from hashicnf.batch.tables import FIGURES_READ, SEVERAL, results_in
from hashicnf.cli.app import run
from hashicnf.core.stats import COUNTERS, Stats
from hashicnf.errors import SolverFailed, SolverMissing, UsageError
from hashicnf.families import Puzzle
from hashicnf.files.signals import ENDING
from hashicnf.logic import INTERRUPTED, Unknown, Unsat
from hashicnf.measure import plotting
from hashicnf.measure.bench import (
    DEFAULT,
    OF_FORMULAS,
    Measurement,
    Row,
    Setting,
    settings,
    summarise,
)
from hashicnf.measure.bench_tables import MOST_NAMED
from hashicnf.measure.plotting import answered_within, plain, plot_records
from hashicnf.pipeline.answer import Answer
from hashicnf.pipeline.writing import write_puzzles
from hashicnf.solving import by_cdcl, model_search
from hashicnf.solving.methods import solve_with
from hashicnf.solving.request import Request
from hashicnf.solving.roads.choice import Stage
from hashicnf.solving.roads.runner import WINDOWS
from hashicnf.windows.schedule import Swept
from tests.portions import few

FIGURES = {"solver": "s", "clauses": 20, "rounds": 1, "seconds": {"encode": 0.001, "search": 0.001}}
SETTING = Setting(solver="s", cardinality="c", connectivity="k")
RUN = Measurement("f", "a", SETTING, "solved", {"islands": 10}, "island", FIGURES)


def took(puzzle: str, milliseconds: float, status: str = "solved") -> Measurement:
    return replace(RUN, puzzle=puzzle, figures={"seconds": {"search": milliseconds / 1000}}, status=status)


def measure(puzzle: Puzzle, setting: Setting, timeout: float | None = None) -> Measurement:
    """Measure a puzzle as a worker does, in this process."""
    asked = settings_of_bench(setting, timeout)
    (result,) = Executor(asked).execute(Item("a.puz", "", write_puzzles([puzzle]), 1)).results
    row = {"family": None, **result, "options": json.loads(asked.identity)}
    read = {FIGURES_READ: json.loads(result.get("figures") or "{}"), SEVERAL: False}
    return measurement({**row, **read, "puzzle": "f/a.puz", "index": 1}, setting)


def row_of(*records: Measurement) -> Row:
    (row,) = summarise(records)
    return row


def test_a_cactus_counts_puzzles_not_runs() -> None:
    """Unsolvable puzzles are answered, too."""
    group = [took("a", 4), took("a", 2), took("a", 90), *(took("b", time, "unsolvable") for time in (1, 1, 3))]
    assert answered_within(group) == [1.0, 4.0]
    assert answered_within([*group, took("b", 9, "unknown")]) == [4.0]


def test_runs_without_an_answer_have_no_times_but_a_penalty() -> None:
    late = [replace(one, timeout=0.02) for one in (took("a", 4), took("b", 8, "unsolvable"), took("c", 21, "unknown"))]
    row = row_of(*late)
    assert (row.puzzles, row.solved, row.unsolvable, row.unanswered, row.wrong) == (3, 1, 1, 1, 0)
    assert row.times["total"] == pytest.approx((0.006, 0.006, 0.008))
    assert row.par2 == pytest.approx((0.004 + 0.008 + 2 * 0.02) / 3)
    assert row_of(late[2]).times["total"] is None
    assert row_of(replace(late[2], timeout=None)).par2 is None
    assert row_of(late[0]).par2 == pytest.approx(0.004)


def test_the_spread_of_runs_is_apart_from_that_of_puzzles() -> None:
    runs = [took("a", 4), took("b", 400), took("a", 6), took("b", 400), took("a", 5), took("b", 480)]
    row = row_of(*runs)
    assert (row.puzzles, row.runs) == (2, 6)
    assert row.times["total"] == pytest.approx((0.2025, 0.2025, 0.4))
    assert row.spread == pytest.approx((2 / 5 + 80 / 400) / 2)
    assert row_of(*runs[:2]).spread is None


def test_runs_without_an_answer_are_hollow_and_at_their_limit(
    drawn: Callable[[list[Measurement]], tuple[Any, Any]],
) -> None:
    late = replace(took("b", 30, "unknown"), timeout=0.05)
    _, (cactus, scaling) = drawn([took("a", 4), took("c", 7), late])
    assert [*cactus.get_lines()[0].get_ydata()] == [4, 7]
    shown = {line.get_markerfacecolor(): [*line.get_ydata()] for line in scaling.get_lines()}
    assert shown == {plotting.COLOURS[0]: [4, 7], "none": [50]}


@pytest.fixture
def drawn(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Callable[[list[Measurement]], tuple[Any, Any]]:
    """Draw records; return the figure, laid out and not saved, and its axes."""
    from matplotlib.figure import Figure

    def draw(records: list[Measurement]) -> tuple[Any, Any]:
        kept: list[tuple[Any, Any]] = []

        @contextmanager
        def keep(*arguments: Any) -> Iterator[tuple[Any, Any]]:
            with picture(*arguments) as (figure, axes):
                yield figure, axes
                figure.draw_without_rendering()
                kept.append((figure, axes))

        monkeypatch.setattr(plotting, "picture", keep)
        monkeypatch.setattr(Figure, "savefig", lambda *_, **__: None)
        plot_records(records, str(tmp_path / "chart.png"))
        return kept[0]

    picture = plotting.picture
    return draw


@pytest.mark.parametrize("puzzles", [1, 30])
def test_a_chart_counts_puzzles_in_whole_numbers(
    puzzles: int, drawn: Callable[[list[Measurement]], tuple[Any, Any]]
) -> None:
    _, (cactus, _) = drawn([took(str(n), n + 1) for n in range(puzzles)])
    low, high = cactus.get_xlim()
    ticks = [tick for tick in cactus.get_xticks() if low <= tick <= high]
    assert ticks
    assert all(tick == int(tick) for tick in ticks)


@pytest.mark.parametrize("islands", [(9, 12, 18), (0, 50_000)])
def test_the_labels_of_a_chart_are_plain_and_keep_apart(
    islands: tuple[int, ...], drawn: Callable[[list[Measurement]], tuple[Any, Any]]
) -> None:
    solvers = [f"solver-with-a-long-name-{n}" for n in range(14)]
    records = [
        replace(took(str(n), n * 3 + 1), size={"islands": n}, setting=replace(SETTING, solver=s))
        for n, s in product(islands, solvers)
    ]
    figure, axes = drawn(records)
    for axis in (axis for one in axes for axis in (one.xaxis, one.yaxis)):
        low, high = sorted(axis.get_view_interval())
        labels = [t.label1 for t in axis.get_major_ticks() if low <= t.get_loc() <= high and t.label1.get_text()]
        assert all(label.get_text().replace(",", "").replace(".", "").isdigit() for label in labels)
        boxes = [label.get_window_extent() for label in labels]
        assert not any(one.overlaps(other) for one, other in combinations(boxes, 2))
        assert not any(label.get_text() for label in axis.get_minorticklabels())
    legend = figure.legends[0].get_window_extent()
    assert not any(legend.overlaps(one.get_window_extent()) for one in axes)
    assert 0 <= legend.x0 < legend.x1 <= figure.bbox.x1


def test_the_times_of_a_run_leave_no_phase_out() -> None:
    """A lattice of twos with odd sides is refuted by counting."""
    puzzle, setting = hashicnf.generate("hashi", lattice=31).puzzle, Setting()
    record = measure(puzzle, setting)
    assert record.status == "unsolvable"
    shown = record.data()
    assert shown["refute"] > 0
    of_later = sum(shown[phase] for phase in OF_FORMULAS) + shown["check"] - shown["parse"]
    assert record.times["total"] == pytest.approx(of_later)
    assert record.times["solve"] == pytest.approx(record.times["total"] - record.times["encode"])


def test_sums_of_seconds_have_no_more_decimals_than_the_seconds() -> None:
    assert replace(RUN, figures={"seconds": {"decode": 0.1, "check": 0.2}}).data()["check"] == 0.3


def test_static_cuts_are_part_of_the_setting() -> None:
    matrix = settings(solver=["s"], cardinality=["c"], connectivity=["k", "l"], cuts=[0, 4])
    assert [setting.label for setting in matrix] == ["s, c, k", "s, c, k + cuts 4", "s, c, l", "s, c, l + cuts 4"]
    rows = summarise([RUN, replace(RUN, setting=replace(SETTING, cuts=4)), RUN])
    assert [(row.setting.cuts, row.runs) for row in rows] == [(0, 2), (4, 1)]


def take_windows(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(model_search, "FEW_NODES", 0)
    monkeypatch.setattr("hashicnf.solving.roads.choice.stages_for", lambda *_, **__: (Stage("windows"),))


@pytest.mark.parametrize(
    ("solver", "wide", "used"),
    [
        (DEFAULT, False, DEFAULT_SOLVER),
        (DEFAULT, True, WINDOWS),
        ("glucose4", True, "glucose4"),
    ],
)
@pytest.mark.parametrize("timeout", [None, 100.0])
def test_the_default_is_what_solve_does(
    solver: str, wide: bool, used: str, timeout: float | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """All time is reported, that of windows too."""
    if wide:
        take_windows(monkeypatch)
    puzzle = hashicnf.parse("2 . 3 . 2\n. . . . .\n2 . 3 . 2\n")
    record = measure(puzzle, Setting(solver=solver), timeout)
    assert (record.setting.solver, record.used, record.status) == (solver, used, "solved")
    assert ("probe" in record.seconds, "sweep" in record.seconds) == (used == WINDOWS,) * 2
    assert record.seconds["search"] > 0
    assert record.data()["decisions"] is not None
    assert summarise([record])[0].used == (used,)


def test_a_wide_board_keeps_the_time_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    take_windows(monkeypatch)

    def wait(*_: object, **__: object) -> Swept:
        time.sleep(0.5)
        return Swept(Unknown(), NOTHING)

    monkeypatch.setattr("hashicnf.windows.sweep", wait)
    record = measure(hashicnf.parse("2.3.2\n.....\n2.3.2\n"), Setting(), 0.5)
    assert (record.status, record.used, record.figures["rounds"]) == ("unknown", WINDOWS, 0)


def test_a_phase_does_not_count_the_phases_inside(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = iter(range(100))
    monkeypatch.setattr(time, "perf_counter", lambda: float(next(clock)))
    stats = Stats()
    with stats.phase("outer"):
        for _ in range(2):
            with stats.phase("inner"):
                time.perf_counter()
    assert stats.seconds == {"inner": 4.0, "outer": 3.0}
    assert stats.total == 7.0


NOTHING = np.zeros(1, dtype=np.int32)


def stop(*_: object, **__: object) -> None:
    raise KeyboardInterrupt


@pytest.mark.parametrize("wide", [False, True])
@pytest.mark.parametrize(
    "step",
    ["hashicnf.solving.by_cdcl.compile_stated", "hashicnf.solving.lazy.LazyLoop.ask", "hashicnf.windows.sweep"],
)
def test_an_interrupt_leaves_figures(step: str, wide: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    if wide or step == "hashicnf.windows.sweep":
        stages = (Stage("lazy" if step.endswith("ask") else "windows"),)
        monkeypatch.setattr(model_search, "FEW_NODES", 0)
        monkeypatch.setattr("hashicnf.solving.roads.choice.stages_for", lambda *_, **__: stages)
    monkeypatch.setattr(step, lambda *_, **__: stop())
    puzzle = hashicnf.parse("2 . 3 . 2\n. . . . .\n2 . 3 . 2\n")
    answer = by_cdcl.solve_puzzle(puzzle, Request())
    assert answer.verdict == Unknown(INTERRUPTED)
    assert "encode" in answer.stats.seconds
    record = measure(puzzle, Setting())
    assert (record.status, "encode" in record.seconds) == ("unknown", True)


def test_what_is_not_solved_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str], inline: None) -> None:
    for name in range(MOST_NAMED + 2):
        (tmp_path / f"{name:02}.puz").write_text("1.1.1\n" if name else "1.1\n")
    assert run(["bench", str(tmp_path), "--repeat", "2"]) == 0
    units, spread, origin, *named, more = capsys.readouterr().err.splitlines()
    assert "milliseconds" in units
    assert spread.startswith("spread in %")
    assert origin.startswith("hashicnf ")
    assert named == [f"{tmp_path / f'{name:02}.puz'}: unsolvable in 2 runs" for name in range(1, MOST_NAMED + 1)]
    assert more == "and 1 other puzzle"


def test_puzzles_that_are_not_named_are_counted_once_each(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], inline: None
) -> None:
    for name in range(MOST_NAMED + 2):
        (tmp_path / f"{name:02}.puz").write_text("1.1.1\n")
    numbers = count(1)
    monkeypatch.setattr("hashicnf.measure.bench_tables._outcome", lambda _: f"outcome {next(numbers)}")
    assert run(["bench", str(tmp_path), "--repeat", "2"]) == 0
    *lines, more = capsys.readouterr().err.splitlines()
    named = [line for line in lines if ": outcome " in line]
    assert len(named) == MOST_NAMED
    assert more == f"and {MOST_NAMED + 2 - len({line.partition(':')[0] for line in named})} other puzzles"


def test_a_verdict_that_a_solution_disproves_is_an_error(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], inline: None
) -> None:
    (tmp_path / "a.puz").write_text("1.1\n---\n1.1.1\n")

    def solve(puzzle: Puzzle, request: Request) -> Answer:
        answer = solve_with(puzzle, request)
        return replace(answer, verdict=Unsat(), solution=None) if request.solver == "minisat22" else answer

    monkeypatch.setattr("hashicnf.batch.tasks.solve.solve_with", solve)
    assert run(["bench", str(tmp_path), "--solver", "cadical153,minisat22", "--as", "json"]) == 1
    shown = capsys.readouterr()
    statuses = [json.loads(line)["status"] for line in shown.out.splitlines()]
    assert statuses == ["solved", "unsolvable", "error", "unsolvable"]
    first, second = shown.err.splitlines()
    reason = "error: minisat22, direct, lazy: reports unsolvable, but another run found a correct solution"
    assert first == f"{tmp_path}/a.puz #1: {reason}"
    assert second == f"{tmp_path}/a.puz #2: unsolvable in 2 runs"
    assert run(["bench", str(tmp_path), "--solver", "cadical153,minisat22", "--as", "csv"]) == 1
    rows = [*csv.DictReader(capsys.readouterr().out.splitlines())]
    assert [[row[name] for name in ("runs", "solved", "unsolvable", "errors")] for row in rows] == [
        ["2", "1", "1", "0"],
        ["2", "0", "1", "1"],
    ]


@pytest.mark.parametrize("command", [["bench"], ["compare", "--methods", "pysat"]])
@pytest.mark.parametrize("kept", [False, True])
def test_a_file_that_cannot_be_read_does_not_keep_the_others_from_being_measured(
    command: list[str], kept: bool, tmp_path: Path, capsys: pytest.CaptureFixture[str], inline: None
) -> None:
    (tmp_path / "bad.puz").write_text("1.!\n")
    (tmp_path / "good.puz").write_text("1.1\n")
    options = [*command[1:], "--as", "csv", *(["--db", str(tmp_path / "study.sqlite")] if kept else [])]
    assert run([command[0], *options, str(tmp_path / "bad.puz"), str(tmp_path / "good.puz")]) == 65
    shown = capsys.readouterr()
    assert f"hashicnf: {tmp_path}/bad.puz:1:3: '!' does not belong here" in shown.err
    (row,) = csv.DictReader(shown.out.splitlines())
    assert row["solved" if command[0] == "bench" else "status"] in ("1", "solved")
    assert run([command[0], *options, str(tmp_path / "bad.puz")]) == 65
    assert capsys.readouterr().out == ""


SMALL_ONLY = (
    "if test $(grep '^p cnf' \"$1\" | cut -d ' ' -f 4) -le 4; then echo 's SATISFIABLE'; echo 'v -1 0'; exit 10; fi"
)
CRASH = "kill -SEGV $$"
LIE = "echo 's SATISFIABLE'; echo 'v -1 0'"


@pytest.mark.parametrize(
    ("does", "message"),
    [(CRASH, "was killed by signal 11"), (LIE, "printed a model that breaks "), ("exit 3", "code 3")],
)
def test_a_run_that_fails_is_counted_as_an_error(
    does: str, message: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], inline: None
) -> None:
    """A solver that fails on large formulas must not appear as one that was asked about small ones alone."""
    boards = tmp_path / "boards"
    boards.mkdir()
    (boards / "a.puz").write_text("1.1\n")
    large = str(boards / "b.puz")
    assert run(["generate", "hashi", "--lattice", "4", "-o", large]) == 0
    (tmp_path / "fails.sh").write_text(f"{SMALL_ONLY}\n{does}\n")
    solver = shlex.join(["sh", str(tmp_path / "fails.sh"), "{cnf}"])
    bench = ["bench", str(boards), "--timeout", "9", "--solver", f"minisat22,{solver}"]
    capsys.readouterr()
    assert run([*bench, "--repeat", "2", "--as", "csv"]) == 1
    shown = capsys.readouterr()
    names = ("puzzles", "runs", "solved", "no answer", "errors")
    rows = {row["solver"]: row for row in csv.DictReader(shown.out.splitlines())}
    assert [rows["minisat22"][name] for name in names] == ["2", "4", "4", "0", "0"]
    assert [rows[solver][name] for name in names] == ["2", "4", "2", "0", "2"]
    assert 9000 <= float(rows[solver]["par2 ms"]) < 9500
    named = [line for line in shown.err.splitlines() if ": error: " in line]
    assert len(named) == 1
    assert named[0].startswith(f"{large}: error: {solver}, direct, lazy: ")
    assert message in named[0]
    assert named[0].endswith(" in 2 runs")
    assert "left out" not in shown.err
    assert run([*bench[:1], large, *bench[2:-1], solver]) == 1
    head, values = capsys.readouterr().out.splitlines()
    assert {"errors", "par2"} <= {*head.split()}
    assert " 18,000.0 " in values
    assert run([*bench[:1], large, *bench[2:-1], solver, "--json"]) == 1
    record = json.loads(capsys.readouterr().out)
    assert (record["status"], record["search"], message in record["message"]) == ("error", None, True)


def test_the_temporary_folder_is_named_instead_of_a_database_in_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def full(_: object, __: object, base: str, *___: object) -> None:
        raise UnwritableError(base, "database or disk is full")

    monkeypatch.setattr("hashicnf.batch.benchmarks.study", full)
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    assert run(["bench", str(tmp_path)]) == 2
    shown = f"hashicnf: the temporary folder {tmp_path} cannot be written: database or disk is full\n"
    assert capsys.readouterr().err == shown


def test_a_formula_that_would_be_too_large_is_an_error_of_its_run_as_in_compare(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], inline: None
) -> None:
    (tmp_path / "a.puz").write_text("2.2\n...\n2.2\n")
    (tmp_path / "b.puz").write_text("1.1\n")
    monkeypatch.setattr("hashicnf.passes.connectivity.MOST_CLAUSES", 20)
    bench = ["bench", str(tmp_path), "--connectivity", "levels-unary", "--no-simplify"]
    assert run([*bench, "--as", "csv"]) == 1
    shown = capsys.readouterr()
    (row,) = csv.DictReader(shown.out.splitlines())
    assert (row["puzzles"], row["solved"], row["errors"]) == ("2", "1", "1")
    assert "a.puz: error: default, direct, levels-unary, not simplified: unary levels of 4 nodes" in shown.err
    assert run([*bench[:1], str(tmp_path / "a.puz"), *bench[2:], "--json"]) == 1
    assert json.loads(capsys.readouterr().out)["status"] == "error"


def test_runs_without_a_record_are_counted_and_their_puzzles_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], inline: None
) -> None:
    def missing(*_: object) -> None:
        raise SolverMissing("the solver x is not installed")

    puzzles = [str(tmp_path / f"{name}.puz") for name in "abcd"]
    for clue, name in enumerate(puzzles, 1):
        Path(name).write_text(f"{clue}.{clue}\n")
    monkeypatch.setattr("hashicnf.batch.tasks.solve.solve_with", missing)
    assert run(["bench", str(tmp_path), "--repeat", "2", "--json"]) == 69
    shown = capsys.readouterr()
    first, second = shown.err.splitlines()
    assert first == f"hashicnf: {', '.join(puzzles[:3])} and 1 other puzzle: the solver x is not installed"
    assert second == "8 runs left out of the table"
    assert shown.out == ""


def test_what_was_measured_before_an_interrupt_is_printed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], inline: None
) -> None:
    (tmp_path / "a.puz").write_text("1.1\n")
    order = iter((execute, stop, stop))
    monkeypatch.setattr(Executor, "execute", lambda *given: next(order)(*given))
    assert run(["bench", str(tmp_path), "--repeat", "2", "--as", "csv"]) == 130
    (row,) = csv.DictReader(capsys.readouterr().out.splitlines())
    assert (row["runs"], row["solved"]) == ("1", "1")
    assert run(["bench", str(tmp_path)]) == 130
    assert capsys.readouterr().out == ""


@pytest.mark.parametrize(
    "command", few([["bench", "--solver", "default,cadical153"], ["compare", "--methods", "cdcl,dpll"]], 1)
)
@pytest.mark.parametrize("number", ENDING)
def test_a_study_that_is_ended_keeps_what_was_measured(
    command: list[str],
    number: int,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    inline: None,
) -> None:
    (tmp_path / "a.puz").write_text("1.1\n")
    base = str(tmp_path / "study.sqlite")
    study = [*command, str(tmp_path / "a.puz"), "--db", base]
    order = iter((execute, lambda *_: signal.raise_signal(number)))
    monkeypatch.setattr(Executor, "execute", lambda *given: next(order)(*given))
    before = signal.signal(number, signal.SIG_DFL)
    code: object
    try:
        code = run(study)
    except SystemExit as ended:
        code = ended.code
    assert signal.signal(number, before) is signal.SIG_DFL
    assert code == 128 + number
    shown = capsys.readouterr()
    assert ("default" in shown.out) == (command[0] == "bench")
    assert "hashicnf: interrupted" not in shown.err
    assert [path.name for path in sorted(tmp_path.iterdir())] == ["a.puz", "study.sqlite"]
    assert len([*results_in(base)]) == 1
    monkeypatch.setattr(Executor, "execute", execute)
    assert run(study) == 0
    assert len([*results_in(base)]) == 2


execute = Executor.execute


def test_a_run_repeated_after_an_error_is_named(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str], inline: None
) -> None:
    (tmp_path / "a.puz").write_text("1.1\n")
    failures = [SolverFailed("crashed")]

    def fail_once(*given: Any) -> Any:
        if failures:
            raise failures.pop()
        return solved(*given)

    solved = Executor._outcome
    monkeypatch.setattr(Executor, "_outcome", fail_once)
    assert run(["bench", str(tmp_path / "a.puz"), "--json"]) == 0
    shown = capsys.readouterr()
    assert json.loads(shown.out)["message"] == "crashed"
    assert f"{tmp_path / 'a.puz'}: default, direct, lazy: repeated after an error: crashed\n" in shown.err


def test_the_first_puzzle_of_a_family_is_solved_once_before_it_is_measured(monkeypatch: pytest.MonkeyPatch) -> None:
    solved: list[str] = []

    def solve(puzzle: Puzzle, request: Request) -> Answer:
        solved.append(puzzle.family)
        return solve_with(puzzle, request)

    monkeypatch.setattr("hashicnf.batch.tasks.solve.solve_with", solve)
    worker = Executor(settings_of_bench(Setting(), None))
    sudoku = "family: sudoku\n1...\n....\n....\n...2\n"
    for text in ("1.1\n", "1.2.1\n", "1.1.1\n", sudoku, sudoku):
        (result,) = worker.execute(Item("a", "", text, 1)).results
        assert result["status"] in ("solved", "unsolvable")
    assert solved == ["hashi"] * 4 + ["sudoku"] * 3


@pytest.mark.parametrize("solver", ["cadical153", "kissat404", "glucose4", "minisat22"])
def test_no_time_contains_the_start_of_a_process(solver: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A solver that can search only once is made anew for each round, in the worker too."""
    monkeypatch.setattr("hashicnf.backends.supervisor.subprocess.Popen", stop)
    monkeypatch.setattr("hashicnf.backends.pysat.BRIEF", 1)
    puzzle, setting = hashicnf.generate("hashi", lattice=6).puzzle, Setting(solver=solver, simplify=False)
    KILLABLE.set()
    try:
        record = measure(puzzle, setting, 60.0)
    finally:
        KILLABLE.clear()
    assert (record.status, record.used) == ("solved", solver)
    assert record.figures["rounds"] > 1


def test_a_run_that_was_killed_has_the_size_of_its_puzzle_and_no_figures(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], inline: None
) -> None:
    (tmp_path / "a.puz").write_text("2.3.2\n.....\n2.3.2\n")

    def late(worker: Executor, item: Item) -> ItemAnswer:
        if worker.settings.options.get("solver") != "lingeling":
            return execute(worker, item)
        return ItemAnswer([], [out_of_time(item.as_number(1), Alarm(worker.settings.timeout))])

    monkeypatch.setattr(Executor, "execute", late)
    bench = ["bench", str(tmp_path / "a.puz"), "--solver", "cadical153,lingeling", "--timeout", "9", "--repeat", "2"]
    assert run([*bench, "--json"]) == 0
    *_, first, second = map(json.loads, capsys.readouterr().out.splitlines())
    assert [first["repetition"], second["repetition"]] == [1, 2]
    assert (first["status"], first["size"], first["clauses"], first["search"]) == (
        "unknown",
        {"islands": 6},
        None,
        None,
    )
    assert run([*bench, "--as", "csv"]) == 0
    solved, row = csv.DictReader(capsys.readouterr().out.splitlines())
    assert (row["no answer"], row["total mean ms"], row["par2 ms"]) == ("2", "", "18000.0")
    assert (row["simplify"], row["depth"]) == ("", "")
    assert "-" not in {*row.values(), *solved.values()}  # for programs, nothing is an empty cell
    assert (solved["used"], solved["no answer"]) == ("cadical153 (stabilizeonly=1)", "0")
    assert "PySAT " in solved["solver version"]
    assert "core" in solved["machine"]
    assert run(bench) == 0
    shown = capsys.readouterr()
    assert "par2: " in shown.err
    assert "-0.0" not in shown.out


def test_a_puzzle_that_is_refuted_without_a_search_is_measured() -> None:
    puzzle = hashicnf.parse("family: klotski\ngoal: A at 0,1\nAB\n")
    record = measure(puzzle, Setting())
    assert (record.status, record.times["encode"]) == ("unsolvable", 0.0)


def test_an_empty_name_is_no_default() -> None:
    with pytest.raises(UsageError, match="no solver is named ''"):
        by_cdcl.solve_puzzle(hashicnf.parse("1 1\n"), Request(solver=""))


def test_large_numbers_of_an_axis_are_powers_of_ten() -> None:
    written = [plain(value) for value in (0.001, 1.0, 100_000.0, 1e6, 2e7, 1e18)]
    assert written == ["0.001", "1", "100,000", "10⁶", "2·10⁷", "10¹⁸"]


def test_settings_of_the_formula_are_kept_and_shown_where_they_differ(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], inline: None
) -> None:
    """Whether a formula is simplified depends on its encoding and its size, unless the request says so."""
    assert (
        run(["generate", "hashi", "--size", "12x12", "--islands", "40", "--seed", "3", "-o", str(tmp_path / "a.puz")])
        == 0
    )
    bench = ["bench", str(tmp_path / "a.puz"), "--connectivity", "planar,link-elimination,lazy", "--as", "csv"]
    for options, simplified in (([], "no yes no"), (["--simplify"], "yes yes yes"), (["--no-simplify"], "no no no")):
        assert run([*bench, *options]) == 0
        shown = capsys.readouterr()
        rows = [*csv.DictReader(shown.out.splitlines())]
        assert [row["simplify"] for row in rows] == simplified.split()
        assert ("some formulas are simplified" in shown.err) == (not options)
        assert all(row["version"].startswith("hashicnf ") and float(row["cpu ms"]) > 0 for row in rows)
        assert all(int(row["variables"]) > 0 for row in rows)


def test_all_encodings_are_settings(tmp_path: Path, capsys: pytest.CaptureFixture[str], inline: None) -> None:
    (tmp_path / "a.puz").write_text("family: sudoku\n1...\n....\n....\n...2\n")
    options = ["--at-most-one", "pairwise,ladder", "--no-simplify", "--solver", "cadical153"]
    assert run(["bench", str(tmp_path / "a.puz"), *options]) == 0
    head, *rows = capsys.readouterr().out.splitlines()
    assert "at most one" in head
    assert [word for row in rows for word in ("pairwise", "ladder") if f" {word} " in row] == ["pairwise", "ladder"]
    label = replace(SETTING, cuts=4, at_most_one="ladder", depth=3, simplify=False).label
    assert label == "s, c, k, ladder, depth 3, not simplified + cuts 4"
    (tmp_path / "b.puz").write_text("2.3.2\n.....\n2.3.2\n")
    depths = ["--connectivity", "levels-unary", "--depth", "3", "--json"]
    assert run(["bench", str(tmp_path / "b.puz"), *depths]) == 0
    assert json.loads(capsys.readouterr().out)["depth"] == 3


@pytest.mark.parametrize(
    ("solver", "counted"),
    [("minisat22", 4), ("cadical153", 4), ("maplecm", 3), ("kissat404", 0), ("dpll", 0)],
)
@pytest.mark.parametrize("timeout", [None, 60.0])
def test_what_a_solver_counts_is_kept(solver: str, counted: int, timeout: float | None) -> None:
    puzzle = hashicnf.read(str(Path(__file__).parent.parent.parent / "examples" / "sudoku" / "hard.puz"))
    found = measure(puzzle, Setting(solver=solver), timeout).data()
    known = [name for name in COUNTERS if found[name] is not None]
    assert len(known) == counted
    assert all(isinstance(found[name], int) for name in known)
    assert not counted or found["decisions"] > 0


def test_counters_are_of_the_answer_alone() -> None:
    """Those of the search for another solution are not included, and puzzles without a call of a solver have none."""
    puzzle = hashicnf.generate("hashi", lattice=10).puzzle
    alone, also = (
        solve_with(puzzle, Request(solver="cadical153", all_answers=wanted)).stats.counters for wanted in (False, True)
    )
    assert alone == also
    assert alone["conflicts"] > 0
    plain = measure(hashicnf.parse("1.1\n"), Setting())
    assert (plain.used, plain.data()["conflicts"]) == ("propagation", 0)
    assert replace(plain, status="unknown").data()["conflicts"] is None  # an external solver, ended in its first call
