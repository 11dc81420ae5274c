"""Read what comes before the clauses: comments and the ``p cnf`` line."""

from __future__ import annotations

import re
from dataclasses import dataclass

from hashicnf.dimacs._text import ALIEN, HEADER, Text, counted
from hashicnf.errors import InputError
from hashicnf.variables import MOST_VARIABLES

MOST_CLAUSES = 2**62
_STRICT = re.compile(rb"p cnf (0|[1-9][0-9]*) (0|[1-9][0-9]*)\n")
_COMMENT = re.compile(rb"c( [ -~]*)?\n")
_WORD = re.compile(rb"[^\t-\r ]+")
_KINDS = {
    "wcnf": "a weighted formula, of a MaxSAT problem",
    "inccnf": "an incremental formula, with assumptions between its clauses",
    "knf": "a formula with cardinality constraints",
    "sat": "a formula that is not in clauses",
    "edge": "a graph",
    "col": "a graph",
}


@dataclass(frozen=True, slots=True)
class Comment:
    """A comment: its 1-based line in the file, and its text without the leading ``c``."""

    line: int
    text: str


@dataclass(frozen=True, slots=True)
class Preamble:
    """What comes before the clauses; ``body`` is the offset where they begin. Without a header, ``clauses_at`` is None."""

    comments: tuple[Comment, ...]
    body: int
    variables: int = 0
    clauses: int = 0
    clauses_at: int | None = None


def read_preamble(text: Text, *, strict: bool, optional: bool) -> Preamble:
    """Read up to the header, or to the first clause if the header is ``optional``. Raises InputError."""
    comments: list[Comment] = []
    offset, number = 0, 0
    while offset < len(text.data):
        number += 1
        end = text.data.find(b"\n", offset) + 1 or len(text.data)
        line = text.data[offset:end]
        words = line.split(None, 1)
        if strict and not re.match(rb"[^\s]", line):
            raise text.error(offset, "this is not in the form that all solvers read", "no blanks before c or p")
        if words and words[0].startswith(b"c"):
            if strict and not _COMMENT.fullmatch(line):
                raise text.error(
                    offset, "this comment is not in the form that all solvers read", "c, a blank, ASCII text"
                )
            comments.append(Comment(number, line.strip()[1:].strip().decode("utf-8", "replace")))
        elif words and words[0].startswith(b"p"):
            head = _read_header(text, offset, end, comments)
            if strict and not _STRICT.fullmatch(line):
                raise text.error(
                    offset, "this header is not in the form that all solvers read", "p cnf V C, a line feed"
                )
            return head
        elif words and optional and re.fullmatch(rb"-?[0-9]+", words[0]):
            return Preamble(tuple(comments), offset)
        elif words:
            raise _missing(text, offset + line.index(words[0]), words[0])
        offset = end
    if text.data.strip() and optional:
        return Preamble(tuple(comments), offset)
    raise text.error(len(text.data), "the file ends without a header" if number else "the file is empty", HEADER)


def _read_header(text: Text, offset: int, end: int, comments: list[Comment]) -> Preamble:
    """Read the line ``p cnf V C`` at ``offset``."""
    if (nul := text.data.find(b"\0", offset, end)) >= 0:
        raise text.bad_token(nul, 0)
    words = list(_WORD.finditer(text.data, offset, end))
    kind = words[1].group().decode("utf-8", "replace") if len(words) > 1 else ""
    if words[0].group() != b"p":
        raise text.error(words[0].start(), "a header begins with a single p", HEADER)
    if kind != "cnf":
        what = f"{kind[:24]!r}: {_KINDS.get(kind, 'a kind of problem that is not known here')}" if kind else "no kind"
        raise text.error(words[min(1, len(words) - 1)].start(), f"the header names {what}", HEADER)
    if len(words) != 4:
        at = words[4].start() if len(words) > 4 else words[-1].end()
        raise text.error(at, f"the header has {counted(len(words) - 2, 'number')} instead of 2", HEADER)
    variables = _count(text, words[2], MOST_VARIABLES, "variables")
    clauses = _count(text, words[3], MOST_CLAUSES, "clauses")
    return Preamble(tuple(comments), end, variables, clauses, words[3].start())


def _count(text: Text, word: re.Match[bytes], most: int, things: str) -> int:
    """Read a number of the header. Raises InputError before anybody believes a wrong one."""
    raw = word.group()
    shown = raw[:24].decode("utf-8", "replace")
    if not re.fullmatch(rb"[0-9]+", raw):
        raise text.error(word.start(), f"{shown!r} is not a number of {things}", HEADER)
    if len(raw) > len(str(most)) or int(raw) > most:
        raise text.error(word.start(), f"more {things} than solvers can number", f"at most {most:,}")
    return int(raw)


def _missing(text: Text, offset: int, word: bytes) -> InputError:
    """Make the error for a file that does not begin as a CNF file does."""
    if text.data.startswith((b"\x1f\x8b", b"\xfd7zXZ", b"\x28\xb5\x2f\xfd", b"BZh")):
        return text.error(0, "compressed data, and the name does not say so", "a name that ends in .gz, .xz or .zst")
    if re.fullmatch(rb"-?[0-9]+", word):
        return text.error(offset, "a clause before the header", HEADER)
    if b"\0" in word or word.startswith(b"\xef\xbb\xbf") or word[:1].decode("latin-1") in ALIEN:
        return text.bad_token(offset, 0)
    shown = word[:24].decode("utf-8", "replace")
    return text.error(offset, f"{shown!r} where the header should be", f"comments (c ...), then {HEADER}")
