"""Write a formula as a self-describing DIMACS file."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, nullcontext
from os import PathLike, fspath
from typing import TYPE_CHECKING, BinaryIO, Final, Protocol, TextIO, TypeAlias, TypeVar, cast

from hashicnf.arrays.blocking import Rows, in_pieces
from hashicnf.core.constraints import Cardinality, Clauses, Exclusive, Formula
from hashicnf.core.progress import Observer
from hashicnf.dimacs.writer import write_cnf
from hashicnf.errors import UsageError, no_such
from hashicnf.files.outputs import ByteStream, destination, require_ending, require_output, unbroken, writing
from hashicnf.records import record

if TYPE_CHECKING:
    from hashicnf.logic import Ints

D = TypeVar("D", str, bytes, contravariant=True)


class OutputStream(Protocol[D]):
    """An open stream of text or bytes, of any class."""

    def write(self, data: D, /) -> object:
        """Write data; return the size of the part that was written, None if the stream takes none now."""


Target: TypeAlias = str | PathLike[str] | OutputStream[str] | OutputStream[bytes]
# Runs of clauses: the name of their rule, the numbers of the first and the last, from 1.
Runs: TypeAlias = Iterable[tuple[str, int, int]]
Describe: TypeAlias = Callable[[Runs], Sequence[str]]  # returns the comments of a file

FORMS: Final = {"cnf": "DIMACS CNF", "opb": "pseudo-Boolean constraints"}


@record(kw_only=True)
class Form:
    """The form of a file: ``to`` cnf or opb; ``names`` adds a name for each variable, ``show`` the variables for model counters."""

    to: str = "cnf"
    names: bool = False
    show: bool = False

    @property
    def is_native(self) -> bool:
        """Return whether cardinality constraints are written without encoding them."""
        return self.to == "opb"

    def require(self, name: str, add: Sequence[str] = ()) -> None:
        """Raise UsageError for an unknown form, a file ``name`` that cannot be written, or clauses to ``add`` to OPB."""
        if self.to not in FORMS:
            raise no_such("form", self.to, FORMS)
        require_output(name, FORMS[self.to], (f".{self.to}",))
        if add and self.is_native:
            raise UsageError("--add: clauses can be added to DIMACS CNF alone")


def write_clauses(formula: Formula, describe: Describe, target: Target, *, observe: Observer) -> None:
    """Write a formula as DIMACS CNF to a file (``"-"``: standard output) or a stream.

    Raises UsageError if the file cannot be written or its ending is that of another format.
    """
    phase = "write the formula"
    if isinstance(target, str | PathLike):
        require_dimacs(fspath(target))
        phase = f"write {destination(fspath(target))}"
    observe(phase)
    blocks = [block.rows for block in formula.blocks]
    comments = describe(rule_ranges(formula.blocks))
    with opened(target) as stream:
        written = Written(stream, phase, sum(block.size for block in blocks), observe)
        clauses = sum(map(len, blocks))
        write_cnf(written, formula.variables.count, written.pieces(blocks), clauses, comments)


def require_dimacs(name: str) -> None:
    """Raise UsageError if the ending of a file's name is that of a format other than DIMACS CNF."""
    require_ending(name, "DIMACS CNF", (".cnf",))


def opened(target: Target) -> AbstractContextManager[ByteStream]:
    """Open a file by its name, or wrap an open stream. Raises UsageError for a target that cannot be written."""
    if isinstance(target, str | PathLike):
        return writing(fspath(target))
    if not hasattr(target, "write"):
        raise UsageError(f"expected the name of a file or an open stream to write to, not {target!r}")
    is_text = hasattr(target, "encoding")  # not all text streams are of io's classes: tempfile's are not
    return nullcontext(AsciiStream(cast(TextIO, target)) if is_text else unbroken(cast(BinaryIO, target)))


class Written:
    """A stream that reports the share of literals rendered and the number of bytes written to an observer."""

    def __init__(self, stream: ByteStream, phase: str, literals: int, observe: Observer) -> None:
        """Start with nothing written; ``literals`` is the number of literals to come."""
        self._stream, self._phase, self._observe = stream, phase, observe
        self._literals, self._taken, self._size = max(1, literals), 0, 0

    def write(self, data: bytes | memoryview) -> int:
        """Write data, count its bytes, and report."""
        self._stream.write(data)
        self._size += len(data)
        self._observe(self._phase, self._taken / self._literals, self._size)
        return len(data)

    def pieces(self, blocks: Iterable[Rows]) -> Iterator[Ints]:
        """Yield blocks int32[c, k] in pieces of some rows, and count their literals."""
        for block in blocks:
            for _, piece in in_pieces(block):
                self._taken += piece.size
                yield piece


class AsciiStream:
    """A binary stream that writes bytes of ASCII text to a text stream."""

    def __init__(self, stream: TextIO) -> None:
        """Write to ``stream``."""
        self._stream = stream

    def write(self, data: bytes | memoryview) -> int:
        """Write the text; return the number of bytes."""
        self._stream.write(bytes(data).decode("ascii"))
        return len(data)


def write_clause_blocks(blocks: Iterable[Rows], name: str, remark: str) -> None:
    """Write clauses without a header, for ``encode --add``."""
    from hashicnf.dimacs.writer import render_clauses

    with writing(name) as stream:
        stream.write(f"c {remark}\n".encode())
        for block in blocks:
            stream.write(render_clauses(block))


def rule_ranges(blocks: Iterable[Clauses | Cardinality | Exclusive]) -> Iterator[tuple[str, int, int]]:
    """Yield for each run of clauses or constraints of the same rule its name, its first and its last number, from 1."""
    rule, first, last = "", 1, 0
    for block in blocks:
        if block.origin.rule != rule:
            if last >= first:
                yield rule, first, last
            rule, first = block.origin.rule, last + 1
        last += len(block if isinstance(block, Clauses) else block.lits)
    if last >= first:
        yield rule, first, last
