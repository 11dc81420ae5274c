"""The order in which plans are tried."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import numpy as np
import pytest

from hashicnf.windows.schedule import AT_ONCE, Attempts, Planned, schedule_for
from hashicnf.windows.settings import DEFAULTS
from hashicnf.windows.tiles import Tiles

PATIENCE = DEFAULTS.patience_a_node
NODES = 5


def schedule_of(plans: int, *, most_nodes: int = NODES) -> tuple[Planned, list[Attempts]]:
    settings = replace(DEFAULTS, repair=replace(DEFAULTS.repair, most_nodes=most_nodes))
    planned = [
        (plan, Tiles(1, number, np.zeros(NODES, dtype=np.int32)))
        for number, plan in enumerate(DEFAULTS.where_few_are_open[:plans], 1)
    ]
    return planned, [*schedule_for(NODES, settings, planned)]


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
