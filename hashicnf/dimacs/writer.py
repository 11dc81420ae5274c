"""Write clause blocks as DIMACS text, at the speed of the disk and with memory for one chunk of it.

The form is the one that every solver reads: ASCII, line feeds, comments first, one ``p cnf V C`` line with exact counts,
one clause a line with ``0`` at its end, nothing after the last. The empty clause is the line ``0``: MiniSat, CaDiCaL,
CryptoMiniSat, PicoSAT and clasp all take it for what it is.

Comments never contain ``--``: CaDiCaL obeys an option that it finds in a comment before the ``p`` line.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cached_property
from itertools import groupby
from typing import TYPE_CHECKING, BinaryIO, Final

import numpy as np

from hashicnf.arrays.blocking import Rows, batches, in_pieces, pieces
from hashicnf.dimacs.format_ints import Speller
from hashicnf.errors import InternalError, counted
from hashicnf.logic import Ints

if TYPE_CHECKING:
    from hashicnf.dimacs.alike import AlikeSpeller

CHUNK: Final = 1 << 16  # literals that are spelled at once
PART: Final = 1 << 15  # literals among which there may be one shape of line
FEW: Final = 256  # rows, whatever their lines look like


def write_cnf(
    target: BinaryIO, variables: int, blocks: Iterable[Rows], clauses: int, comments: Iterable[str] = ()
) -> int:
    """Write a formula: comments, the ``p`` line, then blocks int32[c, k]; return the number of bytes.

    ``comments`` are lines without the leading ``c``: printable ASCII without ``--``. Blocks may come from a generator:
    memory grows with a chunk, not with the text. Raises InternalError when the blocks do not hold exactly ``clauses``
    clauses, or a literal is 0 or beyond ``variables``.
    """
    head = [*map(_comment, comments), f"p cnf {variables} {clauses}\n"]
    size = target.write("".join(head).encode())
    written = 0
    texts = _Texts(variables)
    for chunk in _chunks(blocks):
        _check(chunk, variables)
        written += sum(map(len, chunk))
        for text in texts(chunk):
            size += target.write(text)
    if written != clauses:
        raise InternalError(f"the header announces {counted(clauses, 'clause')} and {written:,} came")
    return size


def render_clauses(block: Rows) -> bytes:
    """Render a block int32[c, k] as text, one clause a line."""
    highest = max((int(np.abs(piece).max(initial=0)) for _, piece in in_pieces(block)), default=0)
    texts = _Texts(highest)
    return b"".join(bytes(text) for chunk in _chunks([block]) for text in texts(chunk))


class _Texts:
    """Spells chunks; each text is gone with the next one."""

    def __init__(self, variables: int) -> None:
        self._variables, self._any = variables, Speller(variables)

    @cached_property
    def _alike(self) -> AlikeSpeller:
        from hashicnf.dimacs.alike import AlikeSpeller  # small formulas do without

        return AlikeSpeller(self._variables)

    def __call__(self, chunk: list[Ints]) -> Iterator[memoryview]:
        """Spell blocks that are all empty clauses, or none: long ones in parts, where lines are alike or nearly so."""
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
    """Cut large blocks and gather small ones to about CHUNK literals; empty clauses stay by themselves."""
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
