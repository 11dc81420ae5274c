"""The conformance suites of the package as parameters of tests."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

import pytest

from hashicnf.testing import conformance
from hashicnf.testing.oracle import Oracle

if TYPE_CHECKING:
    from _pytest.mark.structures import ParameterSet


def every_case(group: str, names: Iterable[str], oracle: Oracle | None = None) -> list[ParameterSet]:
    """List the cases of plug-ins of one kind, named after both; slow ones are marked."""
    return [
        pytest.param(case, id=f"{name}: {case}", marks=[pytest.mark.slow] if case.slow else [])
        for name in names
        for case in conformance(group, name, oracle)
    ]
