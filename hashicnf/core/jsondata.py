"""Texts in JSON: keys that occur twice, data that are nested too deeply, and the data of solutions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from hashicnf.core.document import Source
from hashicnf.errors import InputError

MOST_DEEP: Final = 100  # brackets of JSON around a value; Python writes and compares some 900 at most
TOO_DEEP: Final = f"nested deeper than {MOST_DEEP}"


class RepeatedKeyError(ValueError):
    """A key occurs twice in an object of JSON, so one of its values would be lost."""

    def __init__(self, key: str) -> None:
        """Name the key."""
        super().__init__(f"the key {key!r} occurs twice")


def unrepeated(pairs: Sequence[tuple[str, object]]) -> dict[str, object]:
    """Make a dict of the keys and values of an object of JSON. Raises RepeatedKeyError if a key occurs twice."""
    found: dict[str, object] = {}
    for key, value in pairs:
        if key in found:
            raise RepeatedKeyError(key)
        found[key] = value
    return found


def is_deep(value: object) -> bool:
    """Return whether data of JSON are nested deeper than MOST_DEEP."""
    level = [value] if isinstance(value, list | dict) else []
    for _ in range(MOST_DEEP):
        inside = (part.values() if isinstance(part, dict) else part for part in level)
        level = [part for parts in inside for part in parts if isinstance(part, list | dict)]
        if not level:
            return False
    return True


def solution_data(source: Source, expected: str | None = None) -> object:
    """Read a text as the JSON data of a solution. Raises InputError with line and column."""
    import json  # not at the top: most commands read none

    try:
        data: object = json.loads(source.text, object_pairs_hook=unrepeated)
    except json.JSONDecodeError as problem:
        raise source.error(f"this is no JSON: {problem.msg}", problem.lineno, problem.colno, expected) from None
    except RepeatedKeyError as problem:
        raise _no_solution(source, f"{problem}", expected) from None
    except ValueError:  # a number of thousands of digits
        raise _no_solution(source, "too large a number", expected) from None
    except RecursionError:
        raise _no_solution(source, TOO_DEEP, expected) from None
    if is_deep(data):
        raise _no_solution(source, TOO_DEEP, expected)
    return data


def _no_solution(source: Source, fault: str, expected: str | None) -> InputError:
    return InputError(f"this is no solution: {fault}", source.name, expected=expected)
