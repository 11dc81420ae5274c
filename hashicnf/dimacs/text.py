"""The bytes of a DIMACS file: errors about them and their tokens, with their places, and portions to be read in turn."""

from __future__ import annotations

import re
from collections.abc import Iterator

from hashicnf.core.deadline import Deadline
from hashicnf.core.variables import MOST_VARIABLES
from hashicnf.errors import InputError, counted
from hashicnf.files.compressions import misnamed
from hashicnf.files.mistaken import declared_encoding
from hashicnf.records import record

HEADER = "a header: p cnf VARIABLES CLAUSES"
CLAUSES = "clauses: integers, each clause closed by 0"
LITERAL = "an integer such as 12 or -12"
MOST_DIGITS = 10
SHOWN = 24
UNREADABLE = "\ufffd"  # replaces bytes that are no UTF-8
MOST_UNREAD = 5  # one character in so many may be unreadable in a line that is quoted
PORTION = 1 << 18  # bytes of whole lines or steps between two checks of the deadline
NEAR = 1000  # bytes of a line on either side of an error: more than messages show

BLANKS = b"\t\n\v\f\r "
_TOKEN_END = re.compile(rb"[\t-\r ]")
_BOM = b"\xef\xbb\xbf"
ALIEN = {
    "x": ("an xor clause, which only CryptoMiniSat reads", "plain clauses; an xor of n literals is 2^(n-1) of them"),
    "h": ("a hard clause of a weighted formula (WCNF), not of a CNF", CLAUSES),
    "a": ("a quantifier or assumption line (QDIMACS, iCNF), not of a CNF", CLAUSES),
    "e": ("a quantifier line (QDIMACS), not of a CNF", CLAUSES),
    "p": ("a second header", CLAUSES),
    "s": ("a solver's answer, not a formula", HEADER),
    "v": ("a solver's answer, not a formula", HEADER),
    "%": ("the end mark % of SATLIB, which many solvers do not know", "the end of the file after the last clause"),
}


@record
class Text:
    """The bytes of a file or of a part of it, and its name.

    Before a part are ``lines`` line ends, and between the last of them and the part ``columns`` bytes, all ASCII.
    """

    data: bytes
    name: str
    lines: int = 0
    columns: int = 0

    def error(self, offset: int, message: str, expected: str | None = None) -> InputError:
        """Make (not raise) the error that points at a byte; it quotes its line, a part of a long one, and no binary data."""
        begin = self.data.rfind(b"\n", 0, offset) + 1
        end = self.data.find(b"\n", offset, offset + NEAR)
        before = self.data[begin:offset].decode("utf-8", "replace")
        behind = self.data[offset : end if end >= 0 else offset + NEAR].decode("utf-8", "replace")
        line = self.lines + self.data.count(b"\n", 0, begin) + 1
        skipped = self.columns if begin == 0 else 0
        far = max(0, len(before) - NEAR)
        text = (before[far:] + behind).rstrip("\r")
        column = skipped + len(before) + 1
        quoted = None if not text or is_binary(text) else text
        return InputError(message, self.name, line, column, quoted, expected, skipped + far)

    def unreadable(self) -> InputError | None:
        """Make (not raise) the error for compressed data whose name has no such ending, and for UTF-16; None for other data."""
        if self.lines:
            return None
        problem = misnamed(self.data, self.name)
        if problem is None and (encoding := declared_encoding(self.data)) is not None:
            problem = f"the text is in {encoding}", "plain ASCII text"
        return None if problem is None else InputError(problem[0], self.name, 1, 1, expected=problem[1])

    def is_line_begun(self, offset: int) -> bool:
        """Return whether its line has other characters than blanks before a byte."""
        begin = self.data.rfind(b"\n", 0, offset) + 1
        return (begin == 0 and self.columns > 0) or bool(self.data[begin:offset].strip())

    def token(self, offset: int) -> tuple[int, bytes]:
        """Return the token around a byte: the offset of its first byte, and its text."""
        first = max(self.data.rfind(blank, 0, offset) for blank in BLANKS) + 1
        stop = _TOKEN_END.search(self.data, offset)
        return first, self.data[first : stop.start() if stop else None]

    def bad_token(self, offset: int, variables: int) -> InputError:
        """Make (not raise) the error that explains why the token around a byte is no literal over ``variables`` variables."""
        first, raw = self.token(offset)
        token = raw[:SHOWN].decode("utf-8", "replace") + ("..." if len(raw) > SHOWN else "")
        if b"\0" in raw:
            return self.error(first + raw.index(b"\0"), "a NUL byte: this is not a text file", CLAUSES)
        if raw.startswith(_BOM):
            return self.error(first, "a byte order mark, which no solver reads", "plain ASCII text")
        if re.fullmatch(rb"-0*", raw):
            return self.error(first, f"{token!r} is neither a literal nor the end of a clause", LITERAL)
        sign = alien(raw)
        if sign is not None and not self.is_line_begun(first):
            return self.error(first, *ALIEN[sign])
        number = re.match(rb"-?[0-9]*", raw)
        if number is not None and number.end() < len(raw):
            return self.error(first + number.end(), f"{token!r} is not a literal", LITERAL)
        digits = raw.lstrip(b"-").lstrip(b"0")
        if len(digits) > MOST_DIGITS or int(digits or b"0") > MOST_VARIABLES:
            return self.error(first, f"{token} is more than solvers can number", f"at most {MOST_VARIABLES:,}")
        return self.error(
            first,
            f"the literal {token} is beyond the {counted(variables, 'variable')} of the header",
            _between(variables),
        )


def portions(data: bytes, deadline: Deadline, closing: bytes = b"\n") -> Iterator[tuple[int, int]]:
    """Yield begin and end of portions that end with a byte ``closing`` or the data. Raises GaveUp past the deadline."""
    start = 0
    while start < len(data):
        deadline.require()
        end = data.find(closing, start + PORTION) + 1 or len(data)
        yield start, end
        start = end


def alien(token: bytes) -> str | None:
    """Return the key of ``ALIEN`` for a token that begins a line of another format; None for other tokens."""
    sign = token[:1].decode("latin-1")
    return sign if sign in ALIEN and re.fullmatch(rb".-?[0-9]*", token) else None


def is_binary(text: str) -> bool:
    """Return whether too much of a line is unreadable for it to be quoted."""
    unread = sum(letter == UNREADABLE or not (letter.isprintable() or letter == "\t") for letter in text)
    return unread * MOST_UNREAD > len(text)


def _between(variables: int) -> str:
    return f"a number from {-variables} to {variables}" if variables else "a header that counts the variables"
