"""Tests of many like cases, some in each test: to start and report a test takes longer than many a case."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import wraps
from typing import Any, TypeVar, cast

import pytest

Test = TypeVar("Test", bound=Callable[..., None])


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
