"""Nested alarms: each rings at its time, or not at all if its block has ended."""

from __future__ import annotations

import json
import signal
import sys
import time
from contextlib import suppress
from pathlib import Path
from types import SimpleNamespace
from typing import Any, NoReturn

import pytest

import hashicnf
from hashicnf.batch import execute, limits, pool, reasons
from hashicnf.batch.chunks import Chunks
from hashicnf.batch.execute import Executor, died
from hashicnf.batch.items import WHOLE, Item, Settings
from hashicnf.batch.limits import Alarm
from hashicnf.batch.pool import WorkerDied, WorkerPool
from hashicnf.batch.tasks import TASKS, Outcome, Task
from hashicnf.core.processor import processor_time
from hashicnf.core.stats import FAILED
from hashicnf.errors import SolverFailed


def work(seconds: float) -> None:
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        pass


def within(first: Alarm, second: Alarm, busy: float) -> None:
    with first:
        try:
            with second:
                work(busy)
        except KeyboardInterrupt:
            if first.rang or not second.rang:
                raise
        work(9)


@pytest.mark.parametrize(("inner", "busy"), [(None, 0.0), (9.0, 0.0), (9.0, 9.0), (0.02, 9.0), (0.0, 9.0)])
def test_an_alarm_rings_in_time_whatever_alarm_is_set_within(inner: float | None, busy: float) -> None:
    first, second, start = Alarm(0.1), Alarm(inner), time.monotonic()
    with pytest.raises(KeyboardInterrupt):
        within(first, second, busy)
    assert first.rang
    assert 0.08 < time.monotonic() - start < 5
    assert second.rang == (inner is not None and inner < 0.1)


def test_no_alarm_rings_after_its_block() -> None:
    with Alarm(0.05) as first, Alarm(0.02) as second:
        pass
    work(0.1)
    assert not first.rang
    assert not second.rang


@pytest.mark.parametrize("outer", [0.0, 12.0])
@pytest.mark.parametrize("seconds", [0.0, 9.0])
def test_the_handler_and_the_alarm_from_outside_the_block_are_restored(seconds: float, outer: float) -> None:
    def other(*_: object) -> None:
        raise AssertionError

    start, before = time.monotonic(), signal.signal(signal.SIGALRM, other)
    timer, alarm = signal.setitimer(signal.ITIMER_REAL, outer), Alarm(seconds)
    try:
        with suppress(KeyboardInterrupt), alarm:
            work(0.02)
        assert alarm.rang == (not seconds)
        assert signal.getsignal(signal.SIGALRM) is other
        left = signal.getitimer(signal.ITIMER_REAL)[0]
        assert outer - (time.monotonic() - start) <= left <= max(0, outer - (0.01 if seconds else 0))
    finally:
        signal.setitimer(signal.ITIMER_REAL, *timer)
        signal.signal(signal.SIGALRM, before)


@pytest.mark.parametrize("command", ["solve", "unique", "count", "rate"])
def test_an_alarm_while_a_reason_is_looked_for_leaves_the_answer(command: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def late(*_: object) -> NoReturn:
        raise KeyboardInterrupt

    monkeypatch.setattr(reasons, "why_unsolvable", late)
    task = TASKS.get(command)
    assert task.run is not None
    outcome = task.run(hashicnf.parse("1.1.1\n"), {})
    assert (outcome.status, outcome.reason) == ("unsolvable", "")


@pytest.mark.parametrize("measures", [False, True])
@pytest.mark.parametrize("fails", [0, 1, 2])
def test_a_solver_that_fails_once_is_recorded(measures: bool, fails: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """If it fails again, that is the result; the first puzzle is measured when modules are loaded, by a second run."""
    runs: list[float] = []

    def run(*_: object) -> Outcome:
        runs.append(time.perf_counter())
        if len(runs) <= fails:
            raise SolverFailed("crashed")
        return Outcome(status="solved", figures={"seconds": {"search": 0.0}})

    monkeypatch.setitem(TASKS.added, "fails", Task(title="fail once", options=(), run=run, measures=measures))
    start, cpu = time.perf_counter(), processor_time()
    (result,) = Executor(Settings("fails", {})).execute(Item("a", "", "2.2\n", 1)).results
    assert 0 < result["seconds"] <= time.perf_counter() - start
    assert result["cpu"] <= processor_time() - cpu + 1e-6
    assert len(runs) == 1 + (fails > 0) + (measures and not fails)
    if fails == 2:
        assert (result["status"], result["stopped"], result["error"]) == ("error", "solver", "crashed")
        return
    figures = json.loads(result["figures"])
    assert (result["status"], figures.get(FAILED)) == ("solved", "crashed" if fails else None)
    assert 0 < figures["seconds"]["parse"] <= result["seconds"]


def test_the_address_space_is_unknown_where_the_system_does_not_report_it(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    assert limits.address_space() > 1 << 20 or sys.platform != "linux"
    monkeypatch.setattr(limits, "PAGES", tmp_path / "statm")
    assert limits.address_space() == 0


def test_a_worker_that_dies_for_lack_of_memory_is_no_internal_error(monkeypatch: pytest.MonkeyPatch) -> None:
    """Before it is ready it stops the batch; later its item is unknown."""
    how = "was killed by signal 6; it wrote:\n    terminate called after throwing an instance of 'std::bad_alloc'"
    item = Item("a", "", "2.2\n", 1)
    dead: Any = SimpleNamespace(items=[item], is_ready=False, is_late=None, is_dead=lambda: True, end=lambda: (-6, how))
    monkeypatch.setattr(pool, "MOST_STILLBORN", 1)
    workers = WorkerPool(Settings("solve", {}), 1)
    workers._workers.append(dead)
    with pytest.raises(MemoryError, match="workers cannot be started: the last one was killed by signal 6"):
        list(workers._lost(dead, Chunks(iter([item]), 1.0)))
    result = died(item, WorkerDied(f"the process that worked on it {how}"))
    assert (result["status"], result["stopped"], result["reason"][-16:]) == ("unknown", "memory", "'std::bad_alloc'")


@pytest.mark.parametrize("number", [1, WHOLE])
def test_a_lack_of_memory_that_a_library_reports_is_one_as_well(number: int, monkeypatch: pytest.MonkeyPatch) -> None:
    def lack(*_: object) -> NoReturn:
        raise ImportError("a.so: failed to map segment from shared object")

    monkeypatch.setitem(TASKS.added, "lacks", Task(title="lack memory", options=(), run=lack))
    monkeypatch.setattr(execute, "parts_of", lack)
    (result,) = Executor(Settings("lacks", {})).execute(Item("a", "", "2.2\n", number)).results
    assert (result["status"], result["stopped"]) == ("unknown", "memory")
    assert result["reason"] == "out of memory: a.so: failed to map segment from shared object"
