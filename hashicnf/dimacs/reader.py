"""Read DIMACS CNF as competition solvers do, and refuse the rest with line and column.

Tokens are separated by blanks and newlines; a clause ends at its 0, wherever that is; lines that begin with ``c`` are comments,
also between clauses; a line that begins with ``%`` ends the file (SATLIB's trailer). The header's counts must be true. Everything runs
on whole arrays: a token's number is the sum of its digits times powers of ten, for all tokens at once. Memory grows with the
text, never with the header's promises.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NoReturn

import numpy as np
from numpy.typing import NDArray

from hashicnf.errors import InputError
from hashicnf.graph import ragged_by_width
from hashicnf.logic import Ints
from hashicnf.variables import MOST_VARIABLES

MOST_DIGITS = 10


@dataclass(frozen=True, slots=True)
class Cnf:
    """A formula as read: ``lits`` int32[total] holds all clauses one after the other, ``start`` int64[c + 1] where each begins.

    ``comments`` are the texts after ``c``; ``warnings`` tells what was tolerated.
    """

    variables: int
    lits: Ints
    start: NDArray[np.int64]
    comments: tuple[str, ...]
    warnings: tuple[str, ...] = ()

    def __len__(self) -> int:
        """Count the clauses."""
        return len(self.start) - 1

    def clause(self, index: int) -> Ints:
        """Return one clause, 0-based."""
        return self.lits[self.start[index] : self.start[index + 1]]

    def blocks(self) -> list[Ints]:
        """Group the clauses by width: blocks int32[c, k]."""
        width = np.diff(self.start)
        owner = np.repeat(np.arange(len(self), dtype=np.int32), width)
        return [rows for _, rows in ragged_by_width(owner, self.lits, len(self))] if len(self) else []


def read_cnf(data: bytes, name: str) -> Cnf:
    """Parse a DIMACS file. Raises InputError with line and column for everything that is not one."""
    text = _Text(data, name)
    comments, variables, clauses, body = _preamble(text)
    warnings: list[str] = []
    code = np.frombuffer(data, dtype=np.uint8)[body:].copy()
    more = _drop_comments(code, data[body:], warnings)
    values, at = _numbers(code, text, body)
    _check_range(values, at, variables, text, body)
    ends = np.flatnonzero(values == 0)
    if len(values) and (not len(ends) or ends[-1] != len(values) - 1):
        text.refuse(int(at[-1]) + body, "the last clause does not end", "0 at the end of every clause")
    if len(ends) != clauses:
        text.refuse(
            text.header_at,
            f"the header says {clauses:,} clauses and the file has {len(ends):,}",
            f"p cnf {variables} {len(ends)}",
        )
    start = np.concatenate(([0], ends - np.arange(len(ends))))
    return Cnf(variables, values[values != 0].astype(np.int32), start, (*comments, *more), tuple(warnings))


def read_clauses(data: bytes, name: str, variables: int) -> list[Ints]:
    """Parse clauses without a header, over ``variables`` variables. Raises InputError with line and column."""
    text = _Text(data, name)
    padded = b"\n" + data
    code = np.frombuffer(padded, dtype=np.uint8).copy()
    _drop_comments(code, padded, [])
    values, at = _numbers(code, text, -1)
    _check_range(values, at, variables, text, -1)
    ends = np.flatnonzero(values == 0)
    if len(values) and (not len(ends) or ends[-1] != len(values) - 1):
        text.refuse(int(at[-1]) - 1, "the last clause does not end", "0 at the end of every clause")
    start = np.concatenate(([0], ends - np.arange(len(ends))))
    return Cnf(variables, values[values != 0].astype(np.int32), start, ()).blocks()


class _Text:
    """The bytes of a file with its name, able to point at an offset."""

    def __init__(self, data: bytes, name: str) -> None:
        self.data, self.name, self.header_at = data, name, 0

    def refuse(self, offset: int, message: str, expected: str | None = None) -> NoReturn:
        """Raise the InputError for a byte offset."""
        begin = self.data.rfind(b"\n", 0, offset) + 1
        end = self.data.find(b"\n", offset)
        line = self.data[begin : end if end >= 0 else None].decode("utf-8", "replace").rstrip("\r")
        number = self.data.count(b"\n", 0, begin) + 1
        raise InputError(message, self.name, number, offset - begin + 1, line, expected)


def _preamble(text: _Text) -> tuple[list[str], int, int, int]:
    """Read comments up to the header: comments, variables, clauses, and the offset where clauses begin."""
    comments: list[str] = []
    offset = 0
    while offset < len(text.data):
        end = text.data.find(b"\n", offset)
        end = len(text.data) if end < 0 else end
        line = text.data[offset:end].rstrip(b"\r")
        if line.startswith(b"p"):
            text.header_at = offset
            variables, clauses = _header(line, offset, text)
            return comments, variables, clauses, end
        if line.startswith(b"c"):
            comments.append(line[1:].strip().decode("utf-8", "replace"))
        elif line.strip():
            text.refuse(offset, "a clause before the header", "the header: p cnf VARIABLES CLAUSES")
        offset = end + 1
    return text.refuse(
        max(0, len(text.data) - 1), "the file ends without a header", "the header: p cnf VARIABLES CLAUSES"
    )


def _header(line: bytes, offset: int, text: _Text) -> tuple[int, int]:
    """Read ``p cnf V C``."""
    words = line.split()
    form = "p cnf VARIABLES CLAUSES"
    if words[0] != b"p" or len(words) < 2 or words[1] != b"cnf":
        kind = words[1].decode("utf-8", "replace") if len(words) > 1 else "nothing"
        text.refuse(offset + min(2, max(0, len(line) - 1)), f"the header says {kind!r}, not cnf", form)
    if len(words) != 4:
        text.refuse(offset, f"the header has {len(words)} words instead of 4", form)
    counts = []
    for word in words[2:]:
        place = offset + line.rindex(word) if word is words[3] else offset + line.index(word, line.index(b"cnf") + 3)
        if not word.isdigit() or len(word) > MOST_DIGITS:
            text.refuse(
                place, f"{word[:20].decode('utf-8', 'replace')!r} is not a count", f"a number up to {MOST_VARIABLES}"
            )
        if int(word) > MOST_VARIABLES:
            text.refuse(
                place, f"{int(word):,} is more than DIMACS solvers can number", f"a number up to {MOST_VARIABLES}"
            )
        counts.append(int(word))
    return counts[0], counts[1]


def _drop_comments(code: NDArray[np.uint8], body: bytes, warnings: list[str]) -> list[str]:
    """Blank out comment lines and everything from a ``%`` line on; return the comments."""
    comments = []
    at = body.find(b"\n%")
    if at >= 0:
        warnings.append("the file ends at a line with %; what follows is ignored")
        code[at:] = ord(" ")
        body = body[:at]
    at = body.find(b"\nc")
    while at >= 0:
        end = body.find(b"\n", at + 1)
        end = len(body) if end < 0 else end
        comments.append(body[at + 2 : end].strip().decode("utf-8", "replace"))
        code[at:end] = ord(" ")
        at = body.find(b"\nc", end)
    return comments


def _numbers(code: NDArray[np.uint8], text: _Text, shift: int) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Read all tokens: their values and offsets, int64."""
    blank = (code == 32) | ((code >= 9) & (code <= 13))
    digit = (code >= 48) & (code <= 57)
    minus = code == 45
    if not (blank | digit | minus).all():
        offset = int(np.flatnonzero(~(blank | digit | minus))[0])
        _refuse_character(code, offset, text, shift)
    solid = np.concatenate(([False], ~blank, [False]))
    change = np.flatnonzero(solid[1:] != solid[:-1])
    first, last = change[0::2], change[1::2] - 1
    negative = minus[first] if len(first) else np.zeros(0, dtype=np.bool_)
    stray = minus.copy()
    stray[first] = False
    if stray.any():
        text.refuse(int(np.flatnonzero(stray)[0]) + shift, "a minus sign inside a number", "an integer such as -12")
    digits = last - first + 1 - negative
    if (digits == 0).any():
        text.refuse(int(first[digits == 0][0]) + shift, "a minus sign without a number", "an integer such as -12")
    if (digits > MOST_DIGITS).any():
        text.refuse(
            int(first[digits > MOST_DIGITS][0]) + shift,
            "a number too large for any variable",
            f"at most {MOST_VARIABLES}",
        )
    values = np.zeros(len(first), dtype=np.int64)
    for place in range(int(digits.max(initial=0))):
        there = digits > place
        values += np.where(there, code[np.maximum(last - place, 0)].astype(np.int64) - 48, 0) * 10**place
    return np.where(negative, -values, values), first


def _refuse_character(code: NDArray[np.uint8], offset: int, text: _Text, shift: int) -> NoReturn:
    """Say what is wrong with a byte that is no part of a number."""
    match chr(code[offset]):
        case "p":
            text.refuse(offset + shift, "a second header", "clauses")
        case "x":
            text.refuse(offset + shift, "an xor clause, which plain DIMACS CNF does not have", "clauses of integers")
        case "\0":
            text.refuse(offset + shift, "a NUL byte: this is not a text file", "clauses of integers")
        case other:
            shown = other if other.isascii() else "a character that is not ASCII"
            text.refuse(
                offset + shift, f"{shown!r} in a clause" if other.isascii() else f"{shown} in a clause", "an integer"
            )


def _check_range(values: NDArray[np.int64], at: NDArray[np.int64], variables: int, text: _Text, shift: int) -> None:
    """Refuse literals of variables that the header does not count."""
    beyond = np.abs(values) > variables
    if beyond.any():
        where = int(np.flatnonzero(beyond)[0])
        text.refuse(
            int(at[where]) + shift,
            f"literal {values[where]} is beyond the {variables:,} variables of the header",
            f"numbers from -{variables} to {variables}",
        )
