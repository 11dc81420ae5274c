"""Read the clauses of a CNF file, window by window, and refuse what its mode does not let through."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Literal, TypeAlias

import numpy as np

from hashicnf.dimacs._scanning import Bytes, Offsets, Tokens, scan, token_starts
from hashicnf.dimacs._text import Text
from hashicnf.dimacs._windows import Window
from hashicnf.logic import Ints
from hashicnf.variables import MOST_VARIABLES

Mode: TypeAlias = Literal["strict", "normal", "relaxed"]


@dataclass(frozen=True, slots=True)
class Piece:
    """Some clauses, whole and in order: ``numbers`` int32[n] as in the file, each clause with its 0; clause i ends at ``zero[i]``.

    So no clause is without numbers, and whoever knows what to make of a 0 need not look for empty ones.
    """

    numbers: Ints
    zero: Offsets

    def __len__(self) -> int:
        """Count the clauses."""
        return len(self.zero)


class Body:
    """Reads clauses, and tells of those that were read so far how many they are and the highest variable."""

    def __init__(self, mode: Mode, variables: int, warnings: list[str]) -> None:
        """Read clauses over so many variables; what is tolerated is added to ``warnings``."""
        self.mode, self.warnings = mode, warnings
        self.variables = MOST_VARIABLES if mode == "relaxed" else variables
        self.clauses = self.highest = 0

    def read(self, found: Iterable[Window]) -> Iterator[Piece]:
        """Read all clauses. Raises InputError."""
        open_: list[Ints] = []  # numbers of a clause that is not closed yet
        last = Text(b"", ""), 0
        for window in found:
            tokens, ends_here = self._tokens(window)
            numbers = tokens.value.astype(np.int32, copy=False)
            zero = np.flatnonzero(numbers == 0)
            closed = int(zero[-1]) + 1 if len(zero) else 0
            if len(zero):
                yield self._piece(open_, numbers[:closed], zero)
                open_ = []
            if closed < len(numbers):
                open_.append(numbers[closed:])
                last = window.text, window.begin + int(tokens.first[-1])
            if ends_here:
                break
        if open_:
            if self.mode != "relaxed":
                text, offset = last
                raise text.error(offset, "the last clause is not closed", "0 at the end of every clause")
            self.warnings.append("the last clause is not closed by 0")
            yield self._piece(open_, np.zeros(1, dtype=np.int32), np.zeros(1, dtype=np.int64))

    def _piece(self, begun: list[Ints], numbers: Ints, zero: Offsets) -> Piece:
        """Put clauses behind the beginning of the first one."""
        self.clauses += len(zero)
        if not begun:
            return Piece(numbers, zero)
        return Piece(np.concatenate([*begun, numbers]), zero + sum(map(len, begun)))

    def _tokens(self, window: Window) -> tuple[Tokens, bool]:
        """Find and check the numbers of a window; tell whether an end mark is behind them."""
        data, begin, end = window.text.data, window.begin, window.end
        code = np.frombuffer(data, np.uint8, end - begin, begin)
        mark: int | None = None
        if self.mode != "strict":
            if self.mode == "relaxed" and data.find(b"p", begin, end) >= 0:
                code = self._without("p", code, window)
            if data.find(b"c", begin, end) >= 0:
                code = self._without("c", code, window)
            if data.find(b"%", begin, end) >= 0:
                mark = next(iter(token_starts(code, "%").tolist()), None)
        tokens = scan(code[:mark])
        self._check(tokens, code[:mark], window)
        if mark is not None:
            self.warnings.append("the end mark % and what follows it are ignored")
        return tokens, mark is not None

    def _without(self, letter: str, code: Bytes, window: Window) -> Bytes:
        """Blank out comments (letter c) or headers (letter p) to the ends of their lines."""
        code = code.copy()
        newline = np.append(np.flatnonzero(code == ord("\n")), len(code))
        found = token_starts(code, letter)
        line, one = np.unique(np.searchsorted(newline, found), return_index=True)
        for first, end in zip(found[one].tolist(), newline[line].tolist(), strict=True):
            is_begun = window.text.is_line_begun(window.begin + first)
            if letter == "p" and (is_begun or not window.text.data.startswith(b"p cnf ", window.begin + first)):
                continue
            if letter == "p":
                self._warn("a second header is ignored")
            elif is_begun:
                self._warn("comments behind clauses in the same line are ignored; some solvers refuse them")
            code[first:end] = ord(" ")
        return code

    def _warn(self, words: str) -> None:
        if words not in self.warnings:
            self.warnings.append(words)

    def _check(self, tokens: Tokens, code: Bytes, window: Window) -> None:
        """Raise InputError for the first token that is no literal, or not laid out as ``strict`` wants it."""
        value = tokens.value
        self.highest = max(self.highest, int(value.max(initial=0)), -int(value.min(initial=0)))
        beyond = tokens.first[np.abs(value) > self.variables][:1] if self.highest > self.variables else ()
        bad = min((int(at) for at in (*beyond, tokens.bad) if at is not None), default=None)
        if bad is not None:
            raise window.text.bad_token(window.begin + bad, self.variables)
        if self.mode == "strict" and (at := _first_misplaced(tokens, code)) is not None:
            message = "this is not in the form that all solvers read"
            raise window.text.error(
                window.begin + at, message, "one clause a line, single blanks, 0 and a line feed at its end"
            )


def _first_misplaced(tokens: Tokens, code: Bytes) -> int | None:
    """Find the first byte that the strict form has elsewhere: a blank after each literal, a line end after each 0."""
    wanted = np.where(tokens.value == 0, ord("\n"), ord(" "))
    follower = np.append(code, np.uint8(0))[tokens.end]
    padded = (code[tokens.start] == ord("0")) & (tokens.end - tokens.start > 1)
    behind = np.append(0, tokens.end + 1)  # where the next token should begin, or the piece end
    wrong = [
        tokens.end[follower != wanted][:1],
        behind[np.append(tokens.first, len(code)) > behind][:1],
        tokens.first[padded][:1],
    ]
    return min((int(at) for at in np.concatenate(wrong)), default=None)
