"""Write clause blocks as DIMACS text, at the speed of the disk and with memory for one chunk of it.

The form is the one that every solver reads: ASCII, line feeds, comments first, one ``p cnf V C`` line with exact counts,
one clause per line with ``0`` at its end, nothing after the last clause. The empty clause is the line ``0``: MiniSat, CaDiCaL,
CryptoMiniSat, PicoSAT and clasp all read it as such.

Comments never contain ``--``: CaDiCaL applies options that it finds in a comment before the ``p`` line.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cached_property
from itertools import groupby
from typing import TYPE_CHECKING, Final

import numpy as np

from hashicnf.arrays.blocking import Rows, batches, in_pieces, pieces
from hashicnf.dimacs.format_ints import Speller
from hashicnf.errors import InternalError, counted
from hashicnf.logic import Ints

if TYPE_CHECKING:
    from hashicnf.dimacs.alike import AlikeSpeller
    from hashicnf.files.outputs import ByteStream

CHUNK: Final = 1 << 16  # literals that are formatted at once
PART: Final = 1 << 15  # literals of a part whose lines may have one layout
FEW: Final = 256  # rows; parts with fewer are not examined for one layout


def write_cnf(
    target: ByteStream, variables: int, blocks: Iterable[Rows], clauses: int, comments: Iterable[str] = ()
) -> None:
    """Write a formula: comments, the ``p`` line, then blocks int32[c, k].

    ``comments`` are lines without the leading ``c``: printable ASCII without ``--``. Blocks may come from a generator:
    memory grows with a chunk, not with the text. Raises InternalError if the blocks have more or fewer than ``clauses``
    clauses, or if a literal is 0 or beyond ``variables``.
    """
    head = [*map(_comment, comments), f"p cnf {variables} {clauses}\n"]
    target.write("".join(head).encode())
    written = 0
    texts = _Texts(variables)
    for chunk in _chunks(blocks):
        _check(chunk, variables)
        written += sum(map(len, chunk))
        for text in texts(chunk):
            target.write(text)
    if written != clauses:
        raise InternalError(f"the header announces {counted(clauses, 'clause')} and {written:,} came")


def render_clauses(block: Rows) -> bytes:
    """Render a block int32[c, k] as text, one clause a line."""
    highest = max((int(np.abs(piece).max(initial=0)) for _, piece in in_pieces(block)), default=0)
    texts = _Texts(highest)
    return b"".join(bytes(text) for chunk in _chunks([block]) for text in texts(chunk))


class _Texts:
    """Formats chunks as text; each text is overwritten by the next one."""

    def __init__(self, variables: int) -> None:
        self._variables, self._any = variables, Speller(variables)

    @cached_property
    def _alike(self) -> AlikeSpeller:
        from hashicnf.dimacs.alike import AlikeSpeller  # small formulas do without

        return AlikeSpeller(self._variables)

    def __call__(self, chunk: list[Ints]) -> Iterator[memoryview]:
        """Yield the text of blocks in order; either all clauses are empty, or none is. Lines of one length are written faster."""
        if not chunk[0].size:
            yield memoryview(b"0\n" * sum(map(len, chunk)))
            return
        waiting: list[Ints] = []
        for rows in [block[some] for block in chunk for some in pieces(len(block), block.shape[1], PART)]:
            text = self._alike.spell(rows) if len(rows) >= FEW else None
            if text is None:
                waiting.append(rows)
                continue
            if waiting:
                yield self._any.spell(waiting)
                waiting = []
            yield text
        if waiting:
            yield self._any.spell(waiting)


def _chunks(blocks: Iterable[Rows]) -> Iterator[list[Ints]]:
    """Split large blocks and collect small ones to chunks of about CHUNK literals; empty clauses have chunks of their own."""
    for _, alike in groupby(filter(len, blocks), key=lambda block: block.shape[1] == 0):
        for batch in batches(alike, CHUNK):
            yield [np.ascontiguousarray(piece) for piece in batch]


def _check(chunk: list[Ints], variables: int) -> None:
    for block in chunk:
        _demand(bool(block.all()), "a literal is 0")
        if block.size and max(-int(block.min()), int(block.max())) > variables:
            raise InternalError(f"a literal is beyond the {counted(variables, 'variable')} of the header")


def _comment(line: str) -> str:
    _demand(line.isascii() and line.isprintable() and "--" not in line, f"the comment {line!r} would not be safe")
    return f"c {line}".rstrip() + "\n"


def _demand(promise: bool, complaint: str) -> None:
    if not promise:
        raise InternalError(f"cannot write a CNF file: {complaint}")
