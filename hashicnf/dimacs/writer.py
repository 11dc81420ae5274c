"""Write clause blocks as DIMACS text, at the speed of the disk and with memory for one chunk of it.

The form is the one that every solver reads: ASCII, line feeds, comments first, one ``p cnf V C`` line with exact counts, one clause
a line with ``0`` at its end, nothing after the last. The empty clause is the line ``0``: MiniSat, CaDiCaL, CryptoMiniSat,
PicoSAT and clasp all take it for what it is.

Comments never contain ``-``: CaDiCaL obeys an option that it finds in a comment before the ``p`` line.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import BinaryIO

import numpy as np

from hashicnf.dimacs._spelling import spell
from hashicnf.errors import InternalError
from hashicnf.logic import Ints

CHUNK = 1 << 17  # literals that are spelled at once


def write_cnf(
    target: BinaryIO, variables: int, blocks: Iterable[Ints], clauses: int, comments: Iterable[str] = ()
) -> int:
    """Write a formula: comments, the ``p`` line, then blocks int32[c, k]; return the number of bytes.

    ``comments`` are lines without the leading ``c``: printable ASCII without ``-``. Blocks may come from a generator: memory grows
    with a chunk, not with the text. Raises InternalError when the blocks do not hold exactly ``clauses`` clauses, or
    a literal is 0 or beyond ``variables``.
    """
    size = target.write("".join(f"{_comment(line)}\n" for line in comments).encode())
    size += target.write(f"p cnf {variables} {clauses}\n".encode())
    written = 0
    for literals in _chunks(blocks):
        _demand(not len(literals) or max(-int(literals.min()), int(literals.max())) <= variables, "a variable too high")
        written += len(literals) - int(np.count_nonzero(literals))
        size += target.write(spell(literals, variables))
    _demand(written == clauses, f"the header promised {clauses} clauses, and {written} were written")
    return size


def render_clauses(block: Ints) -> bytes:
    """Render a block int32[c, k] as text, one clause a line."""
    highest = max(-int(block.min()), int(block.max())) if block.size else 0
    return bytes(spell(_flat(block), highest))


def _chunks(blocks: Iterable[Ints]) -> Iterator[Ints]:
    """Cut and join blocks to runs of about CHUNK literals, in which a 0 ends each clause."""
    waiting: list[Ints] = []
    for block in blocks:
        _demand(bool(block.all()), "a literal is 0")
        rows = max(1, CHUNK // (block.shape[1] + 1))
        for start in range(0, len(block), rows):
            waiting.append(_flat(block[start : start + rows]))
            if sum(map(len, waiting)) >= CHUNK // 2:
                yield np.concatenate(waiting)
                waiting = []
    if waiting:
        yield np.concatenate(waiting)


def _flat(block: Ints) -> Ints:
    flat = np.zeros((block.shape[0], block.shape[1] + 1), dtype=np.int32)
    flat[:, :-1] = block
    return flat.ravel()


def _comment(text: str) -> str:
    _demand(text.isascii() and (text.isprintable()) and "-" not in text, f"not fit for a comment: {text!r}")
    return f"c {text}".rstrip()


def _demand(promise: bool, complaint: str) -> None:
    if not promise:
        raise InternalError(f"cannot write a CNF file: {complaint}")
