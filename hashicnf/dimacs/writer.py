"""Write clause blocks as DIMACS text, at the speed of the disk and with memory for one chunk of it.

The form is the one that every solver reads: ASCII, line feeds, comments first, one ``p cnf V C`` line with exact counts,
one clause a line with ``0`` at its end, nothing after the last. The empty clause is the line ``0``: MiniSat, CaDiCaL,
CryptoMiniSat, PicoSAT and clasp all take it for what it is.

Comments never contain ``-``: CaDiCaL obeys an option that it finds in a comment before the ``p`` line.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby
from typing import BinaryIO

import numpy as np

from hashicnf.arrays.blocking import Rows, batches, in_pieces
from hashicnf.dimacs.format_ints import Speller
from hashicnf.errors import InternalError, counted
from hashicnf.logic import Ints

CHUNK = 1 << 16  # literals that are spelled at once


def write_cnf(
    target: BinaryIO, variables: int, blocks: Iterable[Rows], clauses: int, comments: Iterable[str] = ()
) -> int:
    """Write a formula: comments, the ``p`` line, then blocks int32[c, k]; return the number of bytes.

    ``comments`` are lines without the leading ``c``: printable ASCII without ``-``. Blocks may come from a generator:
    memory grows with a chunk, not with the text. Raises InternalError when the blocks do not hold exactly ``clauses``
    clauses, or a literal is 0 or beyond ``variables``.
    """
    head = [*map(_comment, comments), f"p cnf {variables} {clauses}\n"]
    size = target.write("".join(head).encode())
    written = 0
    speller = Speller(variables)
    for chunk in _chunks(blocks):
        _check(chunk, variables)
        written += sum(map(len, chunk))
        size += target.write(_text(chunk, speller))
    _demand(written == clauses, f"the header announces {counted(clauses, 'clause')} and {written:,} came")
    return size


def render_clauses(block: Rows) -> bytes:
    """Render a block int32[c, k] as text, one clause a line."""
    highest = max((int(np.abs(piece).max(initial=0)) for _, piece in in_pieces(block)), default=0)
    speller = Speller(highest)
    return b"".join(bytes(_text(chunk, speller)) for chunk in _chunks([block]))


def _text(chunk: list[Ints], speller: Speller) -> memoryview:
    """Spell blocks that are all empty clauses, or none."""
    if chunk[0].size:
        return speller.spell(chunk)
    return memoryview(b"0\n" * sum(map(len, chunk)))


def _chunks(blocks: Iterable[Rows]) -> Iterator[list[Ints]]:
    """Cut large blocks and gather small ones to about CHUNK literals; empty clauses stay by themselves."""
    for _, alike in groupby(filter(len, blocks), key=lambda block: block.shape[1] == 0):
        for batch in batches(alike, CHUNK):
            yield [np.ascontiguousarray(piece) for piece in batch]


def _check(chunk: list[Ints], variables: int) -> None:
    for block in chunk:
        _demand(bool(block.all()), "a literal is 0")
        _demand(
            not block.size or max(-int(block.min()), int(block.max())) <= variables,
            f"a literal is beyond the {counted(variables, 'variable')} of the header",
        )


def _comment(line: str) -> str:
    _demand(line.isascii() and line.isprintable() and "-" not in line, f"the comment {line!r} would not be safe")
    return f"c {line}".rstrip() + "\n"


def _demand(promise: bool, complaint: str) -> None:
    if not promise:
        raise InternalError(f"cannot write a CNF file: {complaint}")
