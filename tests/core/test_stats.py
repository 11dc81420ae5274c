"""Figures of runs: the work of two runs adds up in every field, and what describes a run stays."""

from __future__ import annotations

from copy import deepcopy
from dataclasses import fields
from typing import Any

import pytest

from hashicnf.core.stats import DESCRIBING, Stats

ONE: dict[type, Any] = {int: 1, str: "a", type(None): True, list: ["a"], dict: {"a": 1, "b": 1}}
MORE: dict[type, Any] = {int: 2, str: "b", type(None): False, list: ["b"], dict: {"b": 2, "c": 2}}
SUM: dict[type, Any] = {int: 3, list: ["a", "b"], dict: {"a": 1, "b": 3, "c": 2}}


@pytest.mark.parametrize("name", [field.name for field in fields(Stats)])
def test_work_adds_up_in_every_field_and_descriptions_stay(name: str) -> None:
    kind = type(getattr(Stats(), name))
    first, second = Stats(**{name: deepcopy(ONE[kind])}), Stats(**{name: deepcopy(MORE[kind])})
    first.add(second)
    assert getattr(first, name) == (ONE if name in DESCRIBING else SUM)[kind]
    assert getattr(second, name) == MORE[kind]


def test_fields_that_describe_exist() -> None:
    assert {field.name for field in fields(Stats)} > DESCRIBING
