"""Values of a JSON text with their places in it, which are looked for where the value is used, never from the text's beginning.

A value is found from a mark, which is the start of a value around it: that of a puzzle, so that a text of many puzzles is gone
through once and not once for each of them.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Final, TypeAlias

from hashicnf.core.document import Setting, Source
from hashicnf.errors import InputError, InternalError
from hashicnf.records import record

Path: TypeAlias = tuple[str | int, ...]  # keys and numbers that lead from one value to another within it

TOKEN: Final = re.compile(r'"(?:[^"\\]++|\\.)*+"|[\[\]{}:,]|[^\s\[\]{}:,"]+')


@record
class Mark:
    """A place of a text: how many characters are before it, and its line and column, 1-based."""

    offset: int = 0
    line: int = 1
    column: int = 1

    def moved(self, text: str, offset: int) -> Mark:
        """Return the mark of a place that is not before this one."""
        line = self.line + text.count("\n", self.offset, offset)
        end = text.rfind("\n", self.offset, offset)
        return Mark(offset, line, self.column + offset - self.offset if end < 0 else offset - end)


@record
class Node:
    """A value of a text and the way to it from the value at ``mark``; a part of a string has the way to the string."""

    source: Source
    mark: Mark
    path: Path
    value: object

    def child(self, key: str | int) -> Node:
        """Return the value under a key or number, that of None where there is none."""
        value: object = None
        if isinstance(self.value, dict):
            value = self.value.get(key)
        elif isinstance(self.value, list) and isinstance(key, int):
            value = self.value[key]
        return Node(self.source, self.mark, (*self.path, key), value)

    @property
    def place(self) -> tuple[int, int]:
        """Return line and column, 1-based, of the value."""
        mark = marked([self])[0].mark
        return mark.line, mark.column

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
        line, column = self.place
        return Setting(self.value if isinstance(self.value, str) else self.shown, line, column, column)


def repeated_key(text: str, mark: Mark) -> tuple[str, Mark]:
    """Return the first key after the mark that its object has already, and its place. There is one."""
    from json import loads

    around: list[set[str] | None] = []
    before = ""
    for token in TOKEN.finditer(text, mark.offset):
        sign = token[0]
        if sign in "[{":
            around.append(set() if sign == "{" else None)
        elif sign in "]}":
            around.pop()
        elif before in ("{", ",") and around and (keys := around[-1]) is not None:
            if (key := loads(sign)) in keys:
                return key, mark.moved(text, token.start())
            keys.add(key)
        before = sign
    raise InternalError("no key is repeated after all")


def marked(nodes: Sequence[Node]) -> list[Node]:
    """Return the values each with a mark of its own; those with one mark are found together."""
    wanted: dict[Mark, set[Path]] = {}
    for node in nodes:
        wanted.setdefault(node.mark, set()).add(node.path)
    found = {mark: _marks(nodes[0].source.text, mark, paths) for mark, paths in wanted.items()}
    return [replace(node, mark=found[node.mark].get(node.path, node.mark), path=()) for node in nodes]


def _marks(text: str, mark: Mark, wanted: set[Path]) -> dict[Path, Mark]:
    """Find where the values at the ends of ways start, in one pass from the value at the mark on."""
    from json import JSONDecoder, loads

    found: dict[Path, Mark] = {}
    around = {path[:length] for path in wanted for length in range(len(path))}
    stack: list[str | int] = []
    is_key = [False]
    whole = JSONDecoder()
    at = mark.offset
    while (token := TOKEN.search(text, at)) is not None:
        sign, at = token[0], token.end()
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
        elif is_key[-1]:
            stack[-1] = loads(sign)
        else:
            if (way := tuple(stack)) in wanted and way not in found:
                found[way] = mark = mark.moved(text, token.start())
            if sign in "[{" and way in around:
                stack.append(0 if sign == "[" else "")
                is_key.append(sign == "{")
            else:
                at = whole.raw_decode(text, token.start())[1]  # faster than token by token
        if not stack or len(found) == len(wanted):
            break
    return found
