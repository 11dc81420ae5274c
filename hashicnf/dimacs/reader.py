"""Read DIMACS CNF as competition solvers do; raise InputError with line and column for anything else.

Tokens are separated by blanks and line ends; a clause ends at its 0, wherever that is; a line that begins with ``c`` is a
comment, between clauses too. Any layout and carriage returns are accepted; the ``%`` that ends SATLIB's files, and comments after
clauses, are accepted with a warning.

Numbers must be plain integers: ``1_000``, ``+1`` and digits of other scripts are errors. A text is read as a stream, in pieces that
stay in the processor's cache, by operations on whole arrays. Memory grows with the comments before the header and with the longest
clause, and in ``read_cnf`` with the text, but never with the numbers that the header announces.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import chain
from typing import Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from hashicnf.arrays.blocking import rows_from
from hashicnf.core.variables import MOST_VARIABLES
from hashicnf.dimacs.clauses import Body, Piece
from hashicnf.dimacs.line_windows import Window, windows
from hashicnf.dimacs.preamble import Comment, Preamble, read_preamble
from hashicnf.errors import InputError, counted
from hashicnf.logic import Ints
from hashicnf.records import record

MOST_EXTRA: Final = 1 << 20  # clauses beyond those announced that are read, to find other errors first

Starts: TypeAlias = NDArray[np.uint32]
Counts: TypeAlias = Callable[[Iterable[Comment]], tuple[int, int] | None]

MOST_LITERALS = 2**32 - 1


@record
class Cnf:
    """A formula as read: ``lits`` int32[total] holds all clauses in order, ``start`` uint32[c + 1] the offset of each.

    ``comments`` are those before the header; ``warnings`` lists tolerated deviations. ``cubes``, int32[k] each, are those of
    incremental CNF, None for other formulas.
    """

    variables: int
    lits: Ints
    start: Starts
    comments: tuple[Comment, ...] = ()
    warnings: tuple[str, ...] = ()
    cubes: tuple[Ints, ...] | None = None

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


class CnfStream:
    """A formula that is being read: iterating, once, yields its clauses in order, piece by piece.

    ``comments`` are those before the header. ``variables`` and ``announced`` are the numbers of variables and clauses in the
    header. ``warnings`` lists tolerated deviations, ``cubes`` the cubes of incremental CNF, None for other formulas; both are
    complete after the last piece.
    """

    def __init__(self, text: bytes | Iterable[bytes], name: str, *, counts: Counts | None = None) -> None:
        """Read up to the header. Raises InputError with line and column if this is no DIMACS file, as iterating does.

        With ``counts`` incremental CNF is read, too. Its header has no numbers, so the function ``counts`` finds the numbers of
        variables and clauses in the comments; it returns None if they are not there.
        """
        self.warnings: list[str] = []
        found = windows([text] if isinstance(text, bytes) else text, name)
        self._head = read_preamble(found, name, cubes=counts is not None)
        self.cubes: list[Ints] | None = None
        self.comments, self.variables = self._head.comments, self._head.variables
        self.announced, is_counted = self._head.clauses, True
        if counts is not None and not self._head.counts:
            found_in_comments = counts(self._head.comments)
            self.variables, self.announced = found_in_comments or (MOST_VARIABLES, 0)
            self.cubes, is_counted = [], found_in_comments is not None
        self._body = Body(self.variables, self.warnings, cubes=self.cubes)
        # the iterator does not know this stream, so a file that is not read to its end is closed with the stream
        announced = self.announced if is_counted else None
        self._pieces = _counted(self._body, chain([self._head.rest], found), self._head, announced)

    def __iter__(self) -> Iterator[Piece]:
        """Return the iterator over the clauses that have not been read yet. Raises InputError."""
        return self._pieces


def _counted(body: Body, found: Iterable[Window], head: Preamble, announced: int | None) -> Iterator[Piece]:
    """Yield the clauses of windows piece by piece. Raises InputError if their number is not the one announced, None: unknown."""
    if announced is None:
        yield from body.read(found)
        return
    too_many = False
    says = f"the {'header announces' if head.counts else 'comments announce'} {counted(announced, 'clause')}"
    for piece in body.read(found):
        if too_many:  # the rest is not read merely to count its clauses
            wanted = "a header that counts the clauses"
            raise head.header.error(head.clauses_at, f"{says} and the file holds more", wanted)
        too_many = body.clauses > announced + MOST_EXTRA
        yield piece
    if (clauses := body.clauses) != announced:
        expected = f"p cnf {head.variables} {clauses}" if head.counts else None
        raise head.header.error(head.clauses_at, f"{says} and the file holds {clauses:,}", expected)


def read_cnf(text: bytes | Iterable[bytes], name: str) -> Cnf:
    """Parse a DIMACS file, whole or in pieces. Raises InputError with line and column for anything else."""
    stream = CnfStream(text, name)
    lits, start = _collected(stream, name)
    return Cnf(stream.variables, lits, start, stream.comments, tuple(stream.warnings))


def read_incremental(text: bytes | Iterable[bytes], name: str) -> Cnf:
    """Parse DIMACS or incremental CNF; the latter has the variables that occur in it. Raises InputError."""
    stream = CnfStream(text, name, counts=lambda _: None)
    lits, start = _collected(stream, name)
    if stream.cubes is None:
        return Cnf(stream.variables, lits, start, stream.comments, tuple(stream.warnings))
    variables = max(int(np.abs(some).max(initial=0)) for some in (lits, *stream.cubes))
    return Cnf(variables, lits, start, stream.comments, tuple(stream.warnings), tuple(stream.cubes))


def read_clauses(text: bytes | Iterable[bytes], name: str, variables: int) -> list[Ints]:
    """Parse clauses without a header, over ``variables`` variables. Raises InputError with line and column."""
    found = windows([text] if isinstance(text, bytes) else text, name)
    return blocks_of(Body(variables, []).read(found), variables, name)


def blocks_of(pieces: Iterable[Piece], variables: int, name: str) -> list[Ints]:
    """Group the clauses of pieces by width, as ``Cnf.blocks`` does. Raises InputError for too many literals."""
    return Cnf(variables, *_collected(pieces, name)).blocks()


def _collected(pieces: Iterable[Piece], name: str) -> tuple[Ints, Starts]:
    """Return the literals and offsets of all clauses; the memory grows in place."""
    lits, start = bytearray(), bytearray(np.zeros(1, dtype=np.uint32))
    size = 0
    for piece in pieces:
        lits += piece.numbers.compress(piece.numbers != 0).data
        start += (piece.zero - np.arange(len(piece)) + size).astype(np.uint32).data
        size = len(lits) // 4
        if size > MOST_LITERALS:
            raise InputError(f"more than {MOST_LITERALS:,} literals", name)
    return np.frombuffer(lits, dtype=np.int32), np.frombuffer(start, dtype=np.uint32)
