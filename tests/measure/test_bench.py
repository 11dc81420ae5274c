"""Measurements put together: repeated runs are one puzzle, and settings keep apart what was measured with static cuts."""

from __future__ import annotations

import time
from dataclasses import replace

import pytest

import hashicnf
from hashicnf.backends.choose import DEFAULT_SOLVER
from hashicnf.core.stats import Stats
from hashicnf.measure.bench import DEFAULT, Record, Setting, measure, settings, summarise
from hashicnf.measure.plotting import solved_within
from hashicnf.solving import cdcl
from hashicnf.solving.cdcl import BY_WINDOWS

RUN = Record(
    "f",
    "a",
    "s",
    "s",
    "c",
    "k",
    0,
    "solved",
    {"islands": 10},
    "island",
    20,
    1,
    0,
    0.0,
    0.001,
    0.0,
    0.0,
    0.001,
    0.0,
    0.0,
    0.0,
)


def took(puzzle: str, milliseconds: float, status: str = "solved") -> Record:
    return replace(RUN, puzzle=puzzle, encode=0.0, search=milliseconds / 1000, status=status)


def test_a_cactus_counts_puzzles_not_runs() -> None:
    group = [took("a", 4), took("a", 2), took("a", 90), took("b", 1), took("b", 1), took("b", 3)]
    assert solved_within(group) == [1.0, 4.0]
    assert solved_within([*group, took("b", 9, "unknown")]) == [4.0]


def test_static_cuts_are_part_of_the_setting() -> None:
    matrix = settings(["s"], ["c"], ["k", "l"], [0, 4])
    assert [setting.label for setting in matrix] == ["s, c, k", "s, c, k + cuts 4", "s, c, l", "s, c, l + cuts 4"]
    rows = summarise([RUN, replace(RUN, static_cuts=4), RUN])
    assert [(row.setting.static_cuts, row.count) for row in rows] == [(0, 2), (4, 1)]


@pytest.mark.parametrize(
    ("solver", "wide", "used"),
    [
        (DEFAULT, 10_000, DEFAULT_SOLVER),
        (DEFAULT, 1, BY_WINDOWS),
        ("glucose4", 1, "glucose4"),
    ],
)
@pytest.mark.parametrize("timeout", [None, 100.0])
def test_the_default_is_what_solve_does(
    solver: str, wide: int, used: str, timeout: float | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """All time is told, that of windows too."""
    monkeypatch.setattr(cdcl, "WIDE", wide)
    puzzle = hashicnf.parse("2 . 3 . 2\n. . . . .\n2 . 3 . 2\n")
    record = measure(puzzle, Setting(solver, "direct", "lazy"), "f", 0.0, timeout)
    assert (record.solver, record.used, record.status) == (solver, used, "solved")
    assert (record.probe > 0, record.sweep > 0) == (used == BY_WINDOWS,) * 2
    assert record.search > 0
    assert summarise([record])[0].used == (used,)


def test_a_wide_board_keeps_the_time_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cdcl, "WIDE", 1)
    monkeypatch.setattr(cdcl, "sweep_wide", lambda *_: time.sleep(0.02))
    record = measure(hashicnf.parse("1.1\n"), Setting(DEFAULT, "direct", "lazy"), "f", 0.0, 0.02)
    assert (record.status, record.used, record.rounds) == ("unknown", BY_WINDOWS, 0)


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
