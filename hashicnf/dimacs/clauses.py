"""Read the clauses of a CNF file, window by window; raise InputError for anything else."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

import numpy as np

from hashicnf.dimacs.line_windows import Window
from hashicnf.dimacs.text import Text
from hashicnf.dimacs.tokenise import Bytes, Offsets, Tokens, is_blank, scan, token_starts
from hashicnf.logic import Ints
from hashicnf.records import record

CUBE_LINE = "a line such as a 3 -4 0"


@record
class Piece:
    """Some whole clauses in order: ``numbers`` int32[n] as in the file, each clause with its final 0, which is at ``zero[i]``.

    The final zeros are kept so that empty clauses need no special case.
    """

    numbers: Ints
    zero: Offsets

    def __len__(self) -> int:
        """Count the clauses."""
        return len(self.zero)

    def part(self, first: int, end: int) -> Piece:
        """Return the clauses from ``first``, from 0, to the one before ``end``, at least one."""
        begin = int(self.zero[first - 1]) + 1 if first else 0
        return Piece(self.numbers[begin : int(self.zero[end - 1]) + 1], self.zero[first:end] - begin)


class Body:
    """Reads clauses, and counts them in ``clauses``."""

    def __init__(self, variables: int, warnings: list[str], *, cubes: list[Ints] | None = None) -> None:
        """Read clauses over so many variables; tolerated deviations are added to ``warnings``.

        With ``cubes``, lines that begin with ``a`` may follow after all clauses; their literals, int32[k], are appended to it.
        """
        self.variables, self.warnings = variables, warnings
        self._cubes = cubes
        self.clauses = 0

    def read(self, found: Iterable[Window]) -> Iterator[Piece]:
        """Yield all clauses. Raises InputError."""
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
            text, offset = last
            raise text.error(offset, "the last clause is not closed", "0 at the end of every clause")

    def _piece(self, begun: list[Ints], numbers: Ints, zero: Offsets) -> Piece:
        """Return clauses as a piece, with the numbers ``begun`` prepended to the first one."""
        self.clauses += len(zero)
        if not begun:
            return Piece(numbers, zero)
        return Piece(np.concatenate([*begun, numbers]), zero + sum(map(len, begun)))

    def _tokens(self, window: Window) -> tuple[Tokens, bool]:
        """Return the checked numbers of a window, and whether an end mark follows them."""
        code, noted = _cleaned(window)
        mark = _end_mark(code, window)
        if mark is not None:
            window = replace(window, end=window.begin + mark)
            code, noted = _cleaned(window)  # again, to warn only of comments before the mark
            noted.append("the end mark % and the text after it are ignored")
        self.warnings += [words for words in noted if words not in self.warnings]
        tokens = scan(code if self._cubes is None else self._without_cubes(code, window, self._cubes))
        self._check(tokens, window)
        return tokens, mark is not None

    def _without_cubes(self, code: Bytes, window: Window, cubes: list[Ints]) -> Bytes:
        """Read the cubes of a window and blank them. Raises InputError for a malformed cube, and for a clause after a cube."""
        begun = 0 if cubes else len(code)  # where the first cube begins
        spans = _lines_of(code, "a")
        for first, end in spans:
            tokens = scan(code[first + 1 : end])
            zeros = np.flatnonzero(tokens.value == 0)
            is_apart = is_blank(code[first + 1 : first + 2]).all()
            if tokens.bad is not None or not is_apart or zeros.tolist() != [len(tokens.value) - 1]:
                raise window.text.error(window.begin + first, "this is no cube", CUBE_LINE)
            for at in np.flatnonzero(np.abs(tokens.value) > self.variables)[:1]:
                raise window.text.bad_token(window.begin + first + 1 + int(tokens.first[at]), self.variables)
            cubes.append(tokens.value[:-1].astype(np.int32))
            begun = min(begun, first)
        code = _blanked(code, spans) if spans else code
        for behind in np.flatnonzero(~is_blank(code[begun:]))[:1]:
            raise window.text.error(
                window.begin + begun + int(behind), "a clause after a cube", "clauses before all cubes"
            )
        return code

    def _check(self, tokens: Tokens, window: Window) -> None:
        """Raise InputError for the first token that is no literal."""
        value = tokens.value
        highest = max(int(value.max(initial=0)), -int(value.min(initial=0)))
        beyond = tokens.first[np.abs(value) > self.variables][:1] if highest > self.variables else ()
        bad = min((int(at) for at in (*beyond, tokens.bad) if at is not None), default=None)
        if bad is not None:
            raise window.text.bad_token(window.begin + bad, self.variables)


def _cleaned(window: Window) -> tuple[Bytes, list[str]]:
    """Return the bytes of a window with comments blanked, and warnings about comments after clauses."""
    data, begin, end = window.text.data, window.begin, window.end
    code = np.frombuffer(data, np.uint8, end - begin, begin)
    noted: list[str] = []
    if data.find(b"c", begin, end) >= 0:
        comments = _lines_of(code, "c")
        if any(window.text.is_line_begun(begin + first) for first, _ in comments):
            noted.append("comments after clauses in the same line are ignored; some solvers refuse them")
        code = _blanked(code, comments)
    return code, noted


def _end_mark(code: Bytes, window: Window) -> int | None:
    """Return the offset of the % that ends a formula, None if there is none."""
    if window.text.data.find(b"%", window.begin, window.end) < 0:
        return None
    return next(iter(token_starts(code, "%").tolist()), None)


def _lines_of(code: Bytes, letter: str) -> list[tuple[int, int]]:
    """Return, for each line with a token that begins with this letter, the span from the first such token to the line end."""
    newline = np.append(np.flatnonzero(code == ord("\n")), len(code))
    found = token_starts(code, letter)
    line, one = np.unique(np.searchsorted(newline, found), return_index=True)
    return list(zip(found[one].tolist(), newline[line].tolist(), strict=True))


def _blanked(code: Bytes, spans: list[tuple[int, int]]) -> Bytes:
    code = code.copy()
    for first, end in spans:
        code[first:end] = ord(" ")
    return code
