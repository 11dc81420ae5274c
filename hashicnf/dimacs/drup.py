"""Read a proof of unsatisfiability in DRUP text, as solvers write it and checkers such as drat-trim read it.

    1 -2 0        a lemma: a clause that follows from the formula and the lemmas before it
    d 1 -2 0      a deletion: this clause is not used any more
    0             the empty lemma: the end
    c words       a comment

One step per line is usual, but not required: a step ends at its 0. DRAT has the same form as text, and so it is read as well, also
in binary (``binary_drat``); FRAT, LRAT and anything else raise errors with line and column. Lines are processed in portions, by
operations on arrays.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from typing import Final, NamedTuple

import numpy as np

from hashicnf.arrays.blocking import pieces
from hashicnf.core.deadline import NEVER, Deadline
from hashicnf.core.variables import MOST_VARIABLES
from hashicnf.dimacs.binary_drat import beyond_formula, is_binary_proof, read_steps
from hashicnf.dimacs.text import Text, portions
from hashicnf.dimacs.tokenise import Offsets, Values, scan, token_starts
from hashicnf.errors import InputError
from hashicnf.logic import Bools, Ints
from hashicnf.records import record

STEP: Final = "a lemma, or d and a clause: integers closed by 0"
DRAT: Final = "DRUP or DRAT, as solvers write it"

_COMMENT = re.compile(rb"^[ \t]*c[^\n]*", re.MULTILINE)
_LRAT = re.compile(rb"[ \t]*[0-9]+ (?:d (?:[0-9]+ )*|(?:-?[1-9][0-9]* )*0 (?:-?[1-9][0-9]* )*)0[ \t\r]*(?:\n|\Z)")
_FORMULA = "a formula where the proof should be", STEP
_NO_STEP = "no step of a proof in DRUP or DRAT, perhaps one of FRAT", DRAT
_ALIEN: Final = {
    "p": _FORMULA,
    "s": ("a solver's answer, not a proof", STEP),
    "v": ("a solver's answer, not a proof", STEP),
    **dict.fromkeys("aoflrt", _NO_STEP),
    **dict.fromkeys("ehx", ("no step of a proof", STEP)),
    "%": ("a proof in a format of PicoSAT's own", DRAT),
    "c": ("a comment inside a line", "comments on lines of their own"),
    "D": ("deletions begin with a small d", STEP),
}


@record
class Proof:
    """The s steps in order: ``lits`` int32[total], ``start`` int64[s + 1] the offset of each, ``deletes`` bool[s]."""

    lits: Ints
    start: Offsets
    deletes: Bools
    _offset: Offsets
    _text: Text
    _is_binary: bool = False

    def __len__(self) -> int:
        """Count the steps."""
        return len(self.deletes)

    def steps(self) -> Iterator[tuple[bool, list[int]]]:
        """Yield for each step whether it deletes, and its clause."""
        for piece in pieces(len(self)):
            start = self.start[piece.start : piece.stop + 1]
            lits = self.lits[start[0] : start[-1]].tolist()
            for deletes, (i, j) in zip(
                self.deletes[piece].tolist(), pairwise((start - start[0]).tolist()), strict=True
            ):
                yield deletes, lits[i:j]

    def place(self, index: int) -> str:
        """Return the place of a step as ``name:line``, or with its byte; the end of the proof for an index that is too large."""
        if self._is_binary:
            return f"{self._text.name}: byte {int(np.append(self._offset, len(self._text.data))[index]) + 1:,}"
        end = len(self._text.data.rstrip())
        offset = int(self._offset[index]) if index < len(self) else end
        line = self._text.data.count(b"\n", 0, offset) + 1
        return f"{self._text.name}:{line}"


def read_proof(data: bytes, name: str, variables: int, deadline: Deadline = NEVER) -> Proof:
    """Read a proof about ``variables`` variables. Raises InputError with line and column, GaveUp past the deadline."""
    text = Text(data, name)
    if (problem := text.unreadable()) is not None:
        raise problem
    if is_binary_proof(data):
        lits, width, deletes, offset = read_steps(data, name, variables, deadline)
        return Proof(lits, np.append(0, np.cumsum(width)), deletes, offset, text, True)
    parts = [_scanned(b"", 0)]
    for start, end in portions(data, deadline):
        parts.append(_scanned(data[start:end], start))
        _check(text, parts[-1], variables)
    return _assemble(text, parts)


class _Part(NamedTuple):
    """The numbers of some lines, the offset of each, the offsets of marks d; ``bad`` is the offset of the first other byte."""

    value: Values
    first: Offsets
    marks: Offsets
    bad: int | None


def _scanned(data: bytes, start: int) -> _Part:
    """Return the numbers and marks of lines that begin at ``start``; offsets are those in the whole text."""
    code = np.frombuffer(data, dtype=np.uint8).copy()
    for comment in _COMMENT.finditer(data):
        code[comment.start() : comment.end()] = ord(" ")
    marks = token_starts(code, "d")
    whole = np.append(code, np.uint8(ord(" ")))[marks + 1] <= ord(" ")
    code[marks[whole]] = ord(" ")
    tokens = scan(code)
    return _Part(tokens.value, tokens.first + start, marks + start, None if tokens.bad is None else tokens.bad + start)


def _assemble(text: Text, parts: Sequence[_Part]) -> Proof:
    """Split numbers into steps, and find the step of each mark d. Raises InputError for marks that do not begin a step."""
    value = np.concatenate([part.value for part in parts])
    begins = np.concatenate([part.first for part in parts])
    marks = np.concatenate([part.marks for part in parts])
    ends = np.flatnonzero(value == 0)
    first = np.append(0, ends + 1)
    if len(value) and value[-1]:
        raise text.error(int(begins[first[-1]]), "the last step is not closed", "0 at the end of every step")
    behind = np.searchsorted(begins, marks)
    step = np.searchsorted(first, behind)
    wrong = (behind == len(value)) | (first[step] != behind)
    wrong[1:] |= behind[1:] == behind[:-1]
    if wrong.any():
        raise _misplaced(text, int(marks[wrong][0]))
    deletes = np.zeros(len(ends), dtype=np.bool_)
    deletes[step] = True
    offset = begins[first[:-1]]
    offset[step] = marks
    start = first - np.arange(len(first))
    return Proof(value[value != 0].astype(np.int32), start, deletes, offset, text)


def _misplaced(text: Text, offset: int) -> InputError:
    """Return the error for a d at which no step begins."""
    rest = text.data[offset + 1 :].split(None, 1)
    if not rest:
        return text.error(offset, "the file ends where the clause to delete should be", "integers closed by 0")
    closing = "a deletion begins before the step in front of it is closed", "0, then d"
    return _of_lrat(text, offset) or text.error(offset, *closing)


def _of_lrat(text: Text, offset: int) -> InputError | None:
    """Return the error for a line of LRAT, which has a number, and d or two zeros; None for another line."""
    begin = text.data.rfind(b"\n", 0, offset) + 1
    if _LRAT.match(text.data, begin) is None:
        return None
    return text.error(begin, "this looks like a step of LRAT, which numbers its clauses", DRAT)


def is_lrat(data: bytes) -> bool:
    """Return whether all lines of a text are steps of LRAT; tables of numbers may have single lines of that form."""
    lines = _COMMENT.sub(b"", data).split(b"\n")
    return all(_LRAT.fullmatch(line) for line in lines if line.strip())


def _check(text: Text, part: _Part, variables: int) -> None:
    """Raise InputError for the first token that is no literal over these variables."""
    beyond = part.first[np.abs(part.value) > variables][:1]
    bad = min((int(at) for at in (*beyond, part.bad) if at is not None), default=None)
    if bad is None:
        return
    first, raw = text.token(bad)
    token = raw.decode("utf-8", "replace")
    if token[:1] in _ALIEN:
        raise text.error(first, *_ALIEN[token[0]])
    number = re.fullmatch(r"-?0*([1-9][0-9]{0,9})", token)
    if number is not None and int(number[1]) <= MOST_VARIABLES:
        raise _of_lrat(text, first) or text.error(first, *beyond_formula(token, variables))
    raise text.bad_token(bad, variables)


def closed(clause: Iterable[int]) -> str:
    """Return a clause as DIMACS text: its literals, and a final 0."""
    return " ".join(map(str, (*clause, 0)))
