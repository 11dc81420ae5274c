"""Find the line and column of values in a JSON text, on demand (mostly for errors), without scanning the text from its start.

The scan for a value starts at a mark, the start of an enclosing value. Each puzzle has a mark, so that a text of many puzzles is
scanned once in all, not once per puzzle.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Container, Generator, Sequence
from dataclasses import replace
from typing import Final, TypeAlias

from hashicnf.core.document import Setting, Source, escaped_index
from hashicnf.core.jsondata import MOST_DEEP
from hashicnf.errors import InputError, InternalError
from hashicnf.records import record

Path: TypeAlias = tuple[str | int, ...]  # keys and indices that lead from a value to a value within it

# Each stands for one character; of the characters beyond U+FFFF, two escapes do.
ESCAPE: Final = re.compile(r"\\u[dD][89abAB].{2}\\u[dD][c-fC-F].{2}|\\u.{4}|\\.")
TOKEN: Final = re.compile(r'"(?:[^"\\]++|\\.)*+"|[\[\]{}:,]|[^\s\[\]{}:,"]+')


@record
class Mark:
    """A place in a text: its 0-based offset in characters, and its line and column, 1-based."""

    offset: int = 0
    line: int = 1
    column: int = 1

    def moved(self, text: str, offset: int) -> Mark:
        """Return the mark of an offset, which must not be before this one."""
        line = self.line + text.count("\n", self.offset, offset)
        end = text.rfind("\n", self.offset, offset)
        return Mark(offset, line, self.column + offset - self.offset if end < 0 else offset - end)


@record
class Node:
    """A value of a text and the path to it from the value at ``mark``; a part of a string has the path of the string."""

    source: Source
    mark: Mark
    path: Path
    value: object

    def child(self, key: str | int) -> Node:
        """Return the node under a key or index; its value is None for a missing key."""
        value: object = None
        if isinstance(self.value, dict):
            value = self.value.get(key)
        elif isinstance(self.value, list) and isinstance(key, int):
            value = self.value[key]
        return Node(self.source, self.mark, (*self.path, key), value)

    @property
    def place(self) -> tuple[int, int]:
        """Return the line and column (1-based) where the value starts."""
        mark = marked([self])[0].mark
        return mark.line, mark.column

    @property
    def shown(self) -> str:
        """Return the value as JSON."""
        import json

        return json.dumps(self.value)

    def error(self, message: str, expected: str) -> InputError:
        """Return (not raise) the error that points at the value."""
        return self.source.error(message, *self.place, expected)

    def outer(self, problem: InputError) -> InputError:
        """Return the error of reading the value, or a text in it, with its place in the whole text.

        A text is the string itself, or has the strings of a list as its lines; an error without a line points at the value.
        """
        text, line, node = self.value, problem.line, self
        if isinstance(text, list) and line is not None and 0 < line <= len(text):
            node, text, line = self.child(line - 1), text[line - 1], 1
        mark = marked([node])[0].mark
        if isinstance(text, str) and line is not None:
            written = TOKEN.match(self.source.text, mark.offset)
            before = sum(len(one) + 1 for one in text.split("\n")[: line - 1]) + (problem.column or 1) - 1
            mark = mark.moved(
                self.source.text,
                mark.offset + 1 + escaped_index(ESCAPE, "" if written is None else written[0][1:-1], before),
            )
        return self.source.error(problem.message, mark.line, mark.column, problem.expected)

    def setting(self) -> Setting:
        """Return the value as a setting, with its place; values other than strings as JSON."""
        line, column = self.place
        return Setting(self.value if isinstance(self.value, str) else self.shown, line, column, column)


def repeated_key(text: str, mark: Mark) -> tuple[str, Mark]:
    """Return the first repeated key of an object after the mark, and its place. Requires that there is one."""
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
    raise InternalError("no key is repeated, although the decoder found one")


def too_deep(text: str, mark: Mark) -> Mark:
    """Return the place of the first bracket after the mark that is nested deeper than MOST_DEEP. There is one."""
    depth = 0
    for token in TOKEN.finditer(text, mark.offset):
        depth += (token[0] in "[{") - (token[0] in "]}")
        if depth > MOST_DEEP:
            return mark.moved(text, token.start())
    raise InternalError("nothing is nested too deeply after all")


def too_long(text: str, mark: Mark) -> Mark:
    """Return the place of the first number after the mark of more digits than Python reads. There is one."""
    for token in TOKEN.finditer(text, mark.offset):
        digits = token[0].lstrip("-")
        if len(digits) > sys.get_int_max_str_digits() and digits.isdigit():
            return mark.moved(text, token.start())
    raise InternalError("no number is too long after all")


def marked(nodes: Sequence[Node]) -> list[Node]:
    """Return the nodes with a mark at the start of each; nodes that share a mark are found in one scan."""
    wanted: dict[Mark, set[Path]] = {}
    for node in nodes:
        wanted.setdefault(node.mark, set()).add(node.path)
    found = {mark: _marks(nodes[0].source.text, mark, paths) for mark, paths in wanted.items()}
    return [replace(node, mark=found[node.mark].get(node.path, node.mark), path=()) for node in nodes]


def _marks(text: str, mark: Mark, wanted: set[Path]) -> dict[Path, Mark]:
    """Return the marks of the values at the ``wanted`` paths, found in one scan from the value at the mark."""
    found: dict[Path, Mark] = {}
    around = {path[:length] for path in wanted for length in range(len(path))}
    for path, offset in _Values(text, around).walk(mark.offset):
        if path in wanted and path not in found:
            found[path] = mark = mark.moved(text, offset)
            if len(found) == len(wanted):
                break
    return found


class _Values:
    """The values of a text that the decoder has read; of those in others only the ones in values at the paths ``around``."""

    def __init__(self, text: str, around: Container[Path]) -> None:
        from json import JSONDecoder, loads

        self._text, self._around, self._key = text, around, loads
        self._skip = JSONDecoder().raw_decode  # faster than token by token

    def walk(self, offset: int, path: Path = ()) -> Generator[tuple[Path, int], None, int]:
        """Yield path and offset of the next value, then of the values in it; return the offset of its end."""
        start = self._token(offset)
        yield path, start.start()
        if start[0] not in "[{" or path not in self._around:
            return self._skip(self._text, start.start())[1]
        index, end = 0, start.end()
        while (token := self._token(end))[0] not in "]}":
            if token[0] == ",":
                index, end = index + 1, token.end()
            elif start[0] == "[":
                end = yield from self.walk(end, (*path, index))
            else:
                colon = self._token(token.end())
                end = yield from self.walk(colon.end(), (*path, self._key(token[0])))
        return token.end()

    def _token(self, offset: int) -> re.Match[str]:
        if (token := TOKEN.search(self._text, offset)) is None:
            raise InternalError("a JSON text ends inside a value")
        return token
