"""Read DIMACS CNF as competition solvers do, and refuse the rest with line and column.

Tokens are separated by blanks and line ends; a clause ends at its 0, wherever that is; a line that begins with ``c`` is a
comment, between clauses too. How much else is let through is the reader's ``mode``:

- ``strict``: only the form that every solver reads (see ``writer``): one clause a line, single blanks, line feeds,
  comments before the header.
- ``normal``: any layout, carriage returns; with a warning, the ``%`` that ends SATLIB's files, and comments after clauses.
- ``relaxed``: also, each with a warning, no header, a second one or wrong counts, a last clause without 0, and a byte order mark.

No mode reads what is no integer: ``1_000``, ``+1``, digits of other scripts. Pieces that stay in the processor's cache are read at
a time, by whole-array operations: memory grows with the text, and never with the header's promises.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray

from hashicnf.chunks import rows_from
from hashicnf.dimacs._preamble import Comment, Preamble, read_preamble
from hashicnf.dimacs._scanning import Bytes, Offsets, Tokens, scan, token_starts
from hashicnf.dimacs._text import Text, counted
from hashicnf.logic import Ints
from hashicnf.variables import MOST_VARIABLES

Mode: TypeAlias = Literal["strict", "normal", "relaxed"]

PIECE = 1 << 18


@dataclass(frozen=True, slots=True)
class Cnf:
    """A formula as read: ``lits`` int32[total] holds all clauses in order, ``start`` int64[c + 1] where each begins.

    ``comments`` are those before the header; ``warnings`` tells what was tolerated.
    """

    variables: int
    lits: Ints
    start: Offsets
    comments: tuple[Comment, ...] = ()
    warnings: tuple[str, ...] = ()

    def __len__(self) -> int:
        """Count the clauses."""
        return len(self.start) - 1

    def clause(self, index: int) -> Ints:
        """Return one clause, 0-based."""
        return self.lits[self.start[index] : self.start[index + 1]]

    def blocks(self) -> list[Ints]:
        """Group the clauses by width: blocks int32[c, k], narrow ones first, each in the order of the file."""
        width = np.diff(self.start)
        widths = np.flatnonzero(np.bincount(width)).tolist()
        return [rows_from(self.lits, self.start[:-1][width == k], k) for k in widths]


def read_cnf(data: bytes, name: str, *, mode: Mode = "normal") -> Cnf:
    """Parse a DIMACS file. Raises InputError with line and column for everything that is not one."""
    text = Text(data, name)
    warnings: list[str] = []
    if mode == "relaxed" and data.startswith(b"\xef\xbb\xbf"):
        warnings.append("a byte order mark is ignored")
        text = Text(b"   " + data[3:], name)
    head = read_preamble(text, strict=mode == "strict", optional=mode == "relaxed")
    lits, start = _Body(text, mode, head.variables, warnings).read(head.body)
    variables = _reconcile(text, head, lits, len(start) - 1, warnings, lenient=mode == "relaxed")
    return Cnf(variables, lits, start, head.comments, tuple(warnings))


def read_clauses(data: bytes, name: str, variables: int) -> list[Ints]:
    """Parse clauses without a header, over ``variables`` variables. Raises InputError with line and column."""
    return Cnf(variables, *_Body(Text(data, name), "normal", variables, []).read(0)).blocks()


class _Body:
    """Reads clauses, piece by piece."""

    def __init__(self, text: Text, mode: Mode, variables: int, warnings: list[str]) -> None:
        self.text, self.mode, self.warnings = text, mode, warnings
        self.variables = MOST_VARIABLES if mode == "relaxed" else variables

    def read(self, begin: int) -> tuple[Ints, Offsets]:
        """Read all clauses: ``lits`` and ``start`` of the formula."""
        lits = np.empty(len(self.text.data) // 2 + 1, dtype=np.int32)  # most of this is never touched and costs nothing
        ends: list[NDArray[np.uint32]] = []
        last, kept, closed = begin, 0, 0
        for offset, code in self._pieces(begin):
            tokens = scan(code)
            self._check(tokens, code, offset)
            zero = np.flatnonzero(tokens.value == 0)
            found = tokens.value[tokens.value != 0]
            ends.append((zero - np.arange(len(zero)) + kept).astype(np.uint32))
            lits[kept : kept + len(found)] = found
            kept += len(found)
            closed = int(ends[-1][-1]) if len(zero) else closed
            last = offset + int(tokens.first[-1]) if len(tokens.first) else last
        if kept > closed:
            if self.mode != "relaxed":
                raise self.text.error(last, "the last clause is not closed", "0 at the end of every clause")
            self.warnings.append("the last clause is not closed by 0")
            ends.append(np.array([kept], dtype=np.uint32))
        lits.resize(kept, refcheck=False)
        return lits, np.concatenate([np.zeros(1, dtype=np.int64), *ends])

    def _pieces(self, begin: int) -> Iterator[tuple[int, Bytes]]:
        """Cut the text at line ends, with comments blanked out, up to an end mark."""
        data = self.text.data
        while begin < len(data):
            end = data.find(b"\n", min(begin + PIECE, len(data))) + 1 or len(data)
            code = np.frombuffer(data, dtype=np.uint8, count=end - begin, offset=begin)
            if self.mode != "strict":
                if self.mode == "relaxed":
                    code = self._without(code, begin, "p")
                code = self._without(code, begin, "c")
                mark = token_starts(code, "%")
                if len(mark):
                    self.warnings.append("the end mark % and what follows it are ignored")
                    yield begin, code[: mark[0]]
                    return
            yield begin, code
            begin = end

    def _without(self, code: Bytes, offset: int, letter: str) -> Bytes:
        """Blank out comments (letter c) or headers (letter p) to the ends of their lines."""
        found = token_starts(code, letter)
        if not len(found):
            return code
        code = code.copy()
        newline = np.append(np.flatnonzero(code == ord("\n")), len(code))
        line, one = np.unique(np.searchsorted(newline, found), return_index=True)
        for first, end in zip(found[one].tolist(), newline[line].tolist(), strict=True):
            behind = self.text.data[self.text.data.rfind(b"\n", 0, offset + first) + 1 : offset + first].strip()
            if letter == "p" and (behind or not self.text.data.startswith(b"p cnf ", offset + first)):
                continue
            if letter == "p":
                self._warn("a second header is ignored")
            elif behind:
                self._warn("comments behind clauses in the same line are ignored; some solvers refuse them")
            code[first:end] = ord(" ")
        return code

    def _warn(self, words: str) -> None:
        if words not in self.warnings:
            self.warnings.append(words)

    def _check(self, tokens: Tokens, code: Bytes, offset: int) -> None:
        """Raise InputError for the first token that is no literal, or not laid out as ``strict`` wants it."""
        highest = max(int(tokens.value.max(initial=0)), -int(tokens.value.min(initial=0)))
        beyond = tokens.first[np.abs(tokens.value) > self.variables][:1] if highest > self.variables else ()
        bad = min((int(at) for at in (*beyond, tokens.bad) if at is not None), default=None)
        if bad is not None:
            raise self.text.bad_token(offset + bad, self.variables)
        if self.mode == "strict" and (at := _first_misplaced(tokens, code)) is not None:
            message = "this is not in the form that all solvers read"
            raise self.text.error(
                offset + at, message, "one clause a line, single blanks, 0 and a line feed at its end"
            )


def _first_misplaced(tokens: Tokens, code: Bytes) -> int | None:
    """Find the first byte that the strict form has elsewhere: a blank after each literal, a line end after each 0."""
    wanted = np.where(tokens.value == 0, ord("\n"), ord(" "))
    follower = np.append(code, np.uint8(0))[tokens.end]
    padded = (code[tokens.first + (tokens.value < 0)] == ord("0")) & (tokens.end - tokens.first > 1)
    wrong = [
        tokens.end[follower != wanted][:1],
        tokens.first[tokens.first != np.append(0, tokens.end[:-1] + 1)][:1] - 1,
        tokens.first[padded][:1],
    ]
    empty = [0] if len(code) and not len(tokens.value) else []
    trailing = [len(code) - 1] if len(tokens.end) and tokens.end[-1] + 1 < len(code) else []
    return min((int(at) for at in (*np.concatenate(wrong), *empty, *trailing)), default=None)


def _reconcile(text: Text, head: Preamble, lits: Ints, clauses: int, warnings: list[str], *, lenient: bool) -> int:
    """Hold the header against what was found; return the number of variables."""
    highest = max(int(lits.max(initial=0)), -int(lits.min(initial=0)))
    if head.clauses_at is None:
        warnings.append("there is no header")
        return highest
    if clauses != head.clauses:
        message = f"the header announces {counted(head.clauses, 'clause')} and the file holds {clauses:,}"
        if not lenient:
            raise text.error(head.clauses_at, message, f"p cnf {head.variables} {clauses}")
        warnings.append(message)
    if highest > head.variables:
        warnings.append(f"the header announces {counted(head.variables, 'variable')} and the file uses {highest:,}")
    return max(head.variables, highest)
