"""Write a formula as a self-describing DIMACS file."""

from __future__ import annotations

import io
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from os import PathLike, fspath
from typing import TYPE_CHECKING, BinaryIO, TextIO, TypeAlias, cast

from hashicnf.core.progress import Observer, Written, unobserved
from hashicnf.dimacs.header import header_lines
from hashicnf.dimacs.writer import write_cnf
from hashicnf.errors import UsageError
from hashicnf.files import destination, read_pieces, shown, writing
from hashicnf.files.outputs import require_ending

if TYPE_CHECKING:
    from hashicnf.arrays.blocking import Rows
    from hashicnf.core.constraints import Claim, Clauses, Formula

Target: TypeAlias = str | PathLike[str] | BinaryIO | TextIO

COMPLETE = "every model decodes to a solution"
INCOMPLETE = "INCOMPLETE: "


def write_formula(
    formula: Formula,
    description: Mapping[str, object],
    puzzle: Sequence[str],
    target: Target,
    add: Sequence[str] = (),
    *,
    observe: Observer = unobserved,
) -> None:
    """Write a formula to a file (``"-"``: standard output) or a stream, followed by the clauses of the files ``add``.

    ``description`` is the JSON data of the first comment, ``puzzle`` the lines of the puzzle in native form.
    Raises UsageError if the file cannot be written or its ending stands for something else, InputError for clauses that are none.
    """
    opened, phase = _open(target)
    observe(phase)
    extra = [block for path in add for block in _added(path, formula.variables.count)]
    rules = [*_ranges(formula.blocks)]
    if extra:
        count = sum(map(len, extra))
        rules.append(("added", formula.clause_count + 1, formula.clause_count + count))
    comments = header_lines(description, remark(formula.claim), formula.variables.groups, rules, puzzle)
    blocks = [*(block.rows for block in formula.blocks), *extra]
    with opened as stream:
        written = Written(stream, phase, sum(block.size for block in blocks), observe)
        clauses = sum(map(len, blocks))
        write_cnf(written.stream, formula.variables.count, written.pieces(blocks), clauses, comments)


def _added(path: str, variables: int) -> Sequence[Rows]:
    from hashicnf.dimacs.reader import read_clauses

    return read_clauses(read_pieces(path), shown(path), variables)


def require_dimacs(name: str) -> None:
    """Raise UsageError if the ending of a file's name stands for anything but DIMACS CNF."""
    require_ending(name, "DIMACS CNF", (".cnf",))


def _open(target: Target) -> tuple[AbstractContextManager[BinaryIO], str]:
    """Open a file by its name, or take a stream as it is; name the phase of writing to it. Raises UsageError."""
    if isinstance(target, str | PathLike):
        name = fspath(target)
        require_dimacs(name)
        return writing(name), f"write {destination(name)}"
    if isinstance(target, io.TextIOBase):
        return nullcontext(cast(BinaryIO, AsciiStream(target))), "write the formula"
    return nullcontext(cast(BinaryIO, target)), "write the formula"


class AsciiStream:
    """A text stream that takes bytes of ASCII text."""

    def __init__(self, stream: io.TextIOBase) -> None:
        """Write to ``stream``."""
        self._stream = stream

    def write(self, data: bytes | memoryview) -> int:
        """Write the text; return the number of bytes."""
        return self._stream.write(bytes(data).decode("ascii"))


def write_clause_blocks(blocks: Sequence[Rows], name: str, remark: str) -> int:
    """Write clauses alone, without a header, for ``encode --add``; return their number."""
    from hashicnf.dimacs.writer import render_clauses

    if not name:
        raise UsageError("the name of a file to write is empty")
    with writing(name) as stream:
        stream.write(f"c {remark}\n".encode())
        for block in blocks:
            stream.write(render_clauses(block))
    return sum(map(len, blocks))


def remark(claim: Claim) -> str:
    """Describe the claim of a formula in a sentence."""
    return COMPLETE if claim.is_exact else INCOMPLETE + "; ".join(claim.reasons())


def _ranges(blocks: Iterable[Clauses]) -> Iterator[tuple[str, int, int]]:
    """Name each run of clauses of one rule, from the first to the last clause, counting from 1."""
    rule, first, last = "", 1, 0
    for block in blocks:
        if block.origin.rule != rule:
            if last >= first:
                yield rule, first, last
            rule, first = block.origin.rule, last + 1
        last += len(block)
    if last >= first:
        yield rule, first, last
