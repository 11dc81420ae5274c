"""Measurements put together: repeated runs are one puzzle, and settings keep apart what was measured with static cuts."""

from __future__ import annotations

from dataclasses import replace

from hashicnf.pipeline.bench import Record, settings, summarise
from hashicnf.pipeline.plot import solved_within

RUN = Record("f", "a", "s", "c", "k", 0, "solved", 10, 20, 1, 0, 0.0, 0.001, 0.0, 0.001, 0.0, 0.0)


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
