"""The order in which plans are tried."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import NoReturn

import numpy as np
import pytest

import hashicnf
from hashicnf.core.stats import Stats
from hashicnf.errors import GaveUp
from hashicnf.logic import Unknown
from hashicnf.pipeline.compile import compile_puzzle
from hashicnf.pipeline.encodings import Encodings
from hashicnf.windows import schedule, sweep
from hashicnf.windows.parity import Parities
from hashicnf.windows.schedule import AT_ONCE, Attempts, Planned, schedule_for
from hashicnf.windows.settings import DEFAULTS
from hashicnf.windows.state import State
from hashicnf.windows.tiles import Tiles

PATIENCE = DEFAULTS.patience_a_node
NODES = 5


def schedule_of(plans: int, *, most_nodes: int = NODES, is_patient: bool = False) -> tuple[Planned, list[Attempts]]:
    settings = replace(DEFAULTS, repair=replace(DEFAULTS.repair, most_nodes=most_nodes))
    planned = [
        (plan, Tiles(1, number, np.zeros(NODES, dtype=np.int32)))
        for number, plan in enumerate(DEFAULTS.where_few_are_apart[:plans], 1)
    ]
    return planned, [*schedule_for(NODES, settings, planned, is_patient=is_patient)]


def conflicts(number: int) -> int:
    return NODES * PATIENCE[number]


@pytest.mark.parametrize("plans", [1, 2, 3])
def test_every_plan_has_a_short_attempt_and_a_long_one_from_both_ends(plans: int) -> None:
    planned, schedule = schedule_of(plans)
    for number in (0, 1):
        tried = Counter(
            (id(plan), backwards)
            for attempts in schedule
            if attempts.patience == conflicts(number)
            for plan, _, backwards in attempts.plans
        )
        assert tried == {(id(plan), backwards): 1 for plan, _ in planned for backwards in (False, True)}


@pytest.mark.parametrize("plans", [1, 2, 3])
def test_repair_has_a_turn_after_each_short_attempt(plans: int) -> None:
    planned, schedule = schedule_of(plans)
    short = [attempts for attempts in schedule if attempts.patience == conflicts(0)]
    assert [len(attempts.plans) for attempts in short] == [1] * 2 * plans
    assert all(attempts.mends for attempts in short)
    first = planned[:AT_ONCE]
    assert [attempts.plans for attempts in short[: len(first)]] == [[(*plan, False)] for plan in first]


def test_what_is_too_large_for_repair_has_none() -> None:
    _, schedule = schedule_of(3, most_nodes=NODES - 1)
    assert not any(attempts.mends for attempts in schedule[:2])
    assert [attempts.patience for attempts in schedule] == [conflicts(0)] * 2 + [conflicts(1)] * 2


def test_a_patient_schedule_has_long_attempts_alone() -> None:
    _, usual = schedule_of(3)
    _, patient = schedule_of(3, is_patient=True)
    assert patient == [replace(attempts, patience=conflicts(1)) for attempts in usual]


@pytest.mark.parametrize(
    ("options", "is_patient"),
    [({"no_loops": True}, True), ({"no_loops": True, "doubles": 0}, False), ({"loops": 0}, False)],
    ids=str,
)
def test_large_boards_without_loops_have_a_patient_schedule(
    options: dict[str, object], is_patient: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Unless sums make solutions trees."""
    asked = list[bool]()

    def recording(*_: object, is_patient: bool) -> NoReturn:
        asked.append(is_patient)
        raise GaveUp("recorded")

    monkeypatch.setattr(schedule, "schedule_for", recording)
    compiled = compile_puzzle(
        hashicnf.generate("hashi", islands=40, size=(9, 9), **options).puzzle, Encodings(connectivity="lazy")
    )
    settings = replace(DEFAULTS, many_loopless=10)
    with pytest.raises(GaveUp):
        sweep(compiled.formula, compiled.connected[0], compiled.counted, Stats(), settings=settings)
    assert asked == [is_patient]


def test_windows_that_find_no_assignment_for_repair_get_equations_of_parity(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = list[tuple[list[type], int]]()

    def failing(state: State, plan: object, effort: object, patience: int, *, backwards: bool) -> Unknown:
        asked.append(([type(rule) for rule in state.rules], patience))
        if len(asked) == len(PATIENCE) + 1:
            raise GaveUp("recorded")
        return Unknown()

    monkeypatch.setattr(schedule, "attempt", failing)
    puzzle = hashicnf.generate("hashi", islands=40, size=(9, 9), doubles=0).puzzle
    compiled = compile_puzzle(puzzle, Encodings(connectivity="lazy"))
    with pytest.raises(GaveUp):
        sweep(compiled.formula, compiled.connected[0], compiled.counted, Stats())
    short, long = (compiled.connected[0].nodes * patience for patience in PATIENCE)
    assert asked[1:] == [([], short), ([Parities], long)]
