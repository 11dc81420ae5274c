"""Tests of many like cases: some in each test, for to start and report one takes longer than many a case; few but in slow tests."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import wraps
from typing import TYPE_CHECKING, Any, TypeVar, cast

import pytest

if TYPE_CHECKING:
    from _pytest.mark.structures import ParameterSet

Test = TypeVar("Test", bound=Callable[..., None])
T = TypeVar("T")


def few(values: Iterable[T], count: int) -> list[ParameterSet]:
    """Mark all values of a parameter but the first ones as slow: seeds, say, of which any few show what they are to show."""
    return [pytest.param(one, marks=[pytest.mark.slow] if at >= count else []) for at, one in enumerate(values)]


def short_and_long(short: int, long: int) -> list[ParameterSet]:
    """How often a test is to try something at random, and how often where the slow tests run."""
    return few((short, long), 1)


def each(
    name: str, values: Sequence[Any], portion: int = 20, made: Callable[[Any], object] | None = None
) -> Callable[[Test], Test]:
    """Try a test for each value of a parameter, ``portion`` of them in a test; the value that fails is noted.

    With ``made`` the parameter is what it makes of the value when the test runs.
    """

    portions = [values[first : first + portion] for first in range(0, len(values), portion)]

    def decorate(test: Test) -> Test:
        @wraps(test)
        def tries(**arguments: object) -> None:
            for value in cast(Sequence[Any], arguments[name]):
                try:
                    test(**arguments | {name: made(value) if made else value})
                except Exception as error:
                    error.add_note(f"{name} = {value!r}")
                    raise

        first = [str(number * portion) for number in range(len(portions))]
        return cast(Test, pytest.mark.parametrize(name, portions, ids=first)(tries))

    return decorate
