"""Values of a JSON text with their places in it, which are looked for only when there is something to report."""

from __future__ import annotations

import re
from typing import Final, TypeAlias

from hashicnf.core.document import Setting, Source
from hashicnf.errors import InputError
from hashicnf.records import record

Path: TypeAlias = tuple[
    str | int, ...
]  # keys and numbers that lead to a value, first the number of a value of the whole text

TOKEN: Final = re.compile(r'"(?:[^"\\]|\\.)*"|[\[\]{}:,]|[^\s\[\]{}:,"]+')


@record
class Node:
    """A value of a text and the way to it; a part of a string has the way to the string."""

    source: Source
    path: Path
    value: object

    def child(self, key: str | int) -> Node:
        """Return the value under a key or number, that of None where there is none."""
        value: object = None
        if isinstance(self.value, dict):
            value = self.value.get(key)
        elif isinstance(self.value, list) and isinstance(key, int):
            value = self.value[key]
        return Node(self.source, (*self.path, key), value)

    @property
    def place(self) -> tuple[int, int]:
        """Return line and column, 1-based, of the value."""
        offset = _offsets(self.source.text, self.path)
        before = self.source.text[:offset]
        return before.count("\n") + 1, offset - before.rfind("\n")

    @property
    def shown(self) -> str:
        """Write the value as JSON."""
        import json

        return json.dumps(self.value)

    def error(self, message: str, expected: str) -> InputError:
        """Make (not raise) the error that points at the value."""
        return self.source.error(message, *self.place, expected)

    def setting(self) -> Setting:
        """Return the value as that of a setting, with its place."""
        shown = self.value if isinstance(self.value, str) else self.shown
        return Setting(shown, *self.place, self.place[1])


def _offsets(text: str, wanted: Path) -> int:
    """Find where the value at the end of a way starts; where the way ends early, the last value on it."""
    from json import loads

    stack: list[str | int] = [0]
    is_key = [False]
    best = 0
    for token in TOKEN.finditer(text):
        sign = token[0]
        if sign == ",":
            if isinstance(stack[-1], int):
                stack[-1] += 1
            else:
                is_key[-1] = True
        elif sign == ":":
            is_key[-1] = False
        elif sign in "]}":
            stack.pop()
            is_key.pop()
            _end_of_value(stack)
        elif is_key[-1]:
            stack[-1] = loads(sign)
        else:
            if tuple(stack) == wanted[: len(stack)]:
                best = token.start()
                if len(stack) == len(wanted):
                    return best
            if sign in "[{":
                stack.append(0 if sign == "[" else "")
                is_key.append(sign == "{")
            else:
                _end_of_value(stack)
    return best


def _end_of_value(stack: list[str | int]) -> None:
    """Count the values of the whole text, between which no comma stands."""
    if len(stack) == 1 and isinstance(stack[0], int):
        stack[0] += 1
