"""The conformance suites of the package as parameters of tests."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from itertools import groupby
from typing import TYPE_CHECKING

import pytest

from hashicnf.testing import conformance
from hashicnf.testing.cases import Case
from hashicnf.testing.oracle import Oracle

if TYPE_CHECKING:
    from _pytest.mark.structures import ParameterSet


def every_case(group: str, names: Iterable[str], oracle: Oracle | None = None) -> list[ParameterSet]:
    """List the promises of plug-ins of one kind, each with all its cases, named after both; slow ones are marked."""
    return [
        pytest.param(found, id=f"{name}: {found}", marks=[pytest.mark.slow] if found.slow else [])
        for name in names
        for found in by_promise(conformance(group, name, oracle))
    ]


def by_promise(cases: Iterable[Case]) -> list[Case]:
    """Make one case of those of a promise that differ by what it is tried on alone; the one that fails is noted."""

    def sort(case: Case) -> tuple[str, bool]:
        return case.name.partition(":")[0], case.slow

    return [
        Case(f"{promise}, slow" if slow else promise, partial(try_all, [*those]), slow)
        for (promise, slow), those in groupby(sorted(cases, key=sort), sort)
    ]


def try_all(cases: Iterable[Case]) -> None:
    for case in cases:
        try:
            case()
        except Exception as error:
            error.add_note(case.name)
            raise
