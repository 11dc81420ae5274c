"""Read the comments and the ``p cnf`` line before the clauses."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Self

from hashicnf.core.variables import MOST_VARIABLES
from hashicnf.dimacs.line_windows import Window
from hashicnf.dimacs.text import BLANKS, HEADER, Text, alien, is_binary
from hashicnf.errors import InputError, counted
from hashicnf.files.inputs import MOST_LINES
from hashicnf.records import record

MOST_CLAUSES = 2**62
ASCII_BLANKS = BLANKS.decode()
_WORD = re.compile(rb"[^\t-\r ]+")
_KINDS = {
    "wcnf": "a weighted formula, of a MaxSAT problem",
    "inccnf": "an incremental formula, with assumptions between its clauses",
    "knf": "a formula with cardinality constraints",
    "sat": "a formula that is not in clauses",
    "edge": "a graph",
    "col": "a graph",
}


@record
class Comment:
    """A comment: its 1-based line in the file, its text without the leading ``c``, and the whole line."""

    line: int
    text: str
    whole: str

    @classmethod
    def of(cls, line: int, whole: str) -> Self:
        """Return the comment in a line."""
        whole = whole.rstrip(ASCII_BLANKS)
        return cls(line, whole.lstrip(ASCII_BLANKS)[1:].lstrip(ASCII_BLANKS), whole)

    def error(self, name: str, message: str, at: int = 0, expected: str | None = None) -> InputError:
        """Make (not raise) the error that points at a character of the text, by its 0-based index, in the file ``name``."""
        column = len(self.whole) - len(self.text) + at + 1
        return InputError(message, name, self.line, column, None if is_binary(self.whole) else self.whole, expected)


@record
class Preamble:
    """Comments and header; ``rest`` is the rest of the window in which the clauses begin.

    ``header`` is the line of the header, with the number of clauses at ``clauses_at``. ``counts`` is False for the header of an
    incremental formula, which has no numbers; both are 0 then.
    """

    comments: tuple[Comment, ...]
    rest: Window
    variables: int
    clauses: int
    header: Text
    clauses_at: int
    counts: bool = True


def read_preamble(found: Iterable[Window], name: str, *, cubes: bool) -> Preamble:
    """Read up to the header; ``cubes`` allows that of an incremental formula. Raises InputError."""
    comments: list[Comment] = []
    line, number = Window(Text(b"", name), 0, 0), 0
    for number, (line, rest) in enumerate(_lines(found), 1):
        data = line.text.data[line.begin : line.end]
        words = data.split(None, 1)
        if words and words[0].startswith(b"c"):
            comments.append(Comment.of(number, data.decode("utf-8", "replace")))
        elif words and words[0].startswith(b"p"):
            return _read_header(Text(data, name, number - 1), comments, rest, cubes=cubes)
        elif words:
            raise _missing(line.text, line.begin + data.index(words[0]), words[0])
    raise line.text.error(line.end, "the file ends without a header" if number else "the file is empty", HEADER)


def _lines(found: Iterable[Window]) -> Iterator[tuple[Window, Window]]:
    """Yield each line of the windows with the rest of its window; a long line may come in parts.

    Raises InputError for more lines than may come before the clauses.
    """
    number = 0
    for window in found:
        begin = window.begin
        while begin < window.end:
            if (number := number + 1) > MOST_LINES:
                message = "there is no header"
                raise InputError(message, window.text.name, number, expected=f"{HEADER}, within {MOST_LINES:,} lines")
            end = window.text.data.find(b"\n", begin, window.end) + 1 or window.end
            yield Window(window.text, begin, end), Window(window.text, end, window.end)
            begin = end


def _read_header(line: Text, comments: list[Comment], rest: Window, *, cubes: bool) -> Preamble:
    """Read the line ``p cnf V C``, or with ``cubes`` also ``p inccnf``."""
    if (nul := line.data.find(b"\0")) >= 0:
        raise line.bad_token(nul, 0)
    words = list(islice(_WORD.finditer(line.data), 5))
    kind = words[1].group().decode("utf-8", "replace") if len(words) > 1 else ""
    if words[0].group() != b"p":
        raise line.error(words[0].start(), "a header begins with a single p", HEADER)
    if cubes and [word.group() for word in words] == [b"p", b"inccnf"]:
        return Preamble(tuple(comments), rest, 0, 0, line, words[1].start(), counts=False)
    if kind != "cnf":
        what = f"{kind[:24]!r}: {_KINDS.get(kind, 'a kind of problem that is not known here')}" if kind else "no kind"
        raise line.error(words[min(1, len(words) - 1)].start(), f"the header names {what}", HEADER)
    if len(words) != 4:
        at = words[4].start() if len(words) > 4 else words[-1].end()
        count = sum(1 for _ in _WORD.finditer(line.data)) - 2
        raise line.error(at, f"the header has {counted(count, 'number')} instead of 2", HEADER)
    variables = _count(line, words[2], MOST_VARIABLES, "variables")
    clauses = _count(line, words[3], MOST_CLAUSES, "clauses")
    return Preamble(tuple(comments), rest, variables, clauses, line, words[3].start())


def _count(text: Text, word: re.Match[bytes], most: int, things: str) -> int:
    """Read a number of the header. Raises InputError for one that is out of range."""
    raw = word.group()
    shown = raw[:24].decode("utf-8", "replace")
    if not re.fullmatch(rb"[0-9]+", raw):
        raise text.error(word.start(), f"{shown!r} is not a number of {things}", HEADER)
    digits = raw.lstrip(b"0") or b"0"
    if len(digits) > len(str(most)) or int(digits) > most:
        raise text.error(word.start(), f"more {things} than solvers can number", f"at most {most:,}")
    return int(digits)


def _missing(text: Text, offset: int, word: bytes) -> InputError:
    """Return the error for a file that does not begin as a CNF file does."""
    if (problem := text.unreadable()) is not None:
        return problem
    if re.fullmatch(rb"-?[0-9]+", word):
        return text.error(offset, "a clause before the header", HEADER)
    if b"\0" in word or word.startswith(b"\xef\xbb\xbf") or alien(word) is not None:
        return text.bad_token(offset, 0)
    start = word[:24].decode("utf-8", "replace")
    shown = "binary data" if is_binary(start) else repr(start)
    return text.error(offset, f"{shown} where the header should be", f"comments (c ...), then {HEADER}")
