r"""Write clause blocks as DIMACS text, hundreds of millions of bytes per second.

Every variable's text is a fixed-width *token* in a table: ``-123 0\\n``. A literal's text is a part of its token: from byte 0 or 1 (with
or without the sign), up to the blank, or up to the line's end for the last literal of a clause. So a block becomes text by
two numpy operations: gather the tokens, and store each one whole at the place where its text begins. Stores happen in order,
so each token overwrites what the one before it had too much.

The form is the one that every solver reads: ASCII, ``\\n``, comments first, exact counts, one clause a line, ``0`` at its end. The
empty clause is the line ``0``.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import BinaryIO

import numpy as np
from numpy.typing import NDArray

from hashicnf.errors import InternalError
from hashicnf.logic import Ints

CHUNK = 1 << 18


def write_cnf(
    target: BinaryIO, variables: int, blocks: Iterable[Ints], clauses: int, comments: Iterable[str] = ()
) -> int:
    """Write a formula: comments, the ``p`` line, then blocks int32[c, k]; return the number of bytes.

    ``comments`` are lines without the leading ``c``; they must be printable ASCII. Memory grows with a chunk, not with the text.
    Raises InternalError when the blocks do not hold ``clauses`` clauses.
    """
    size = 0
    for comment in comments:
        if not (comment.isascii() and comment.isprintable()):
            raise InternalError(f"a comment is not one line of printable ASCII: {comment!r}")
        size += target.write(f"c {comment}".rstrip().encode() + b"\n")
    size += target.write(f"p cnf {variables} {clauses}\n".encode())
    written = 0
    for block in blocks:
        written += len(block)
        size += write_clauses(target, block)
    if written != clauses:
        raise InternalError(f"the header promised {clauses} clauses, and {written} were written")
    return size


def write_clauses(target: BinaryIO, block: Ints) -> int:
    """Write the clauses of a block int32[c, k], one a line; return the number of bytes."""
    rows = max(1, CHUNK // max(1, block.shape[1]))
    return sum(target.write(render_clauses(block[start : start + rows])) for start in range(0, len(block), rows))


def render_clauses(block: Ints) -> memoryview | bytes:
    """Render a block int32[c, k] as text, one clause a line."""
    count, width = block.shape
    if width == 0 or count == 0:
        return b"0\n" * count
    variable, negative = np.abs(block), block < 0
    length = np.full(block.shape, 2, dtype=np.int64)
    length += negative
    for power in range(len(str(variable.min())), len(str(variable.max()))):
        length += variable >= 10**power
    length += len(str(variable.min())) - 1
    length[:, -1] += 2
    length.shape = (-1,)
    start = np.cumsum(length)
    size = int(start[-1])
    start -= length
    tokens, row = _tokens_for(variable)
    step = tokens.shape[1]
    first_byte = row.ravel() * np.int64(step)
    first_byte += ~negative.ravel()
    text = np.empty(size + step, dtype=np.uint8)
    _at_every_byte(text, step)[start] = _at_every_byte(tokens.ravel(), step)[first_byte]
    return text[:size].data


def _at_every_byte(data: NDArray[np.uint8], step: int) -> NDArray[np.void]:
    """View bytes as overlapping items of ``step`` bytes, one starting at every byte."""
    return np.ndarray((len(data) - step + 1,), np.dtype((np.void, step)), data, 0, (1,))


def _tokens_for(variable: Ints) -> tuple[NDArray[np.uint8], Ints]:
    """Return a table of tokens and the row of each variable in it, of the same shape as ``variable``."""
    top = int(variable.max())
    if top <= max(1 << 16, 16 * variable.size, 1 << 24):
        return _table(1 << max(10, top.bit_length())), variable
    numbers, row = np.unique(variable, return_inverse=True)
    return _tokens(numbers), row.reshape(variable.shape).astype(np.int32)


@lru_cache(maxsize=2)
def _table(top: int) -> NDArray[np.uint8]:
    """Make the tokens of 0 to ``top`` - 1; sizes are powers of two, so that few tables are made."""
    return _tokens(np.arange(top, dtype=np.int32))


def _tokens(number: Ints) -> NDArray[np.uint8]:
    """Make the tokens ``-N 0`` and line end of sorted numbers N: uint8[numbers + 1, 8 or 16], the last row unused."""
    digits = len(str(number[-1]))
    width = 8 if digits <= 4 else 16
    table = np.zeros((len(number) + 1, width), dtype=np.uint8)
    bounds = [0, *(int(np.searchsorted(number, 10**p)) for p in range(1, digits)), len(number)]
    for length in range(1, digits + 1):
        rows = slice(bounds[length - 1], bounds[length])
        table[rows, 0] = ord("-")
        for place in range(length):
            table[rows, length - place] = number[rows] // 10**place % 10 + ord("0")
        table[rows, length + 1 : length + 4] = np.frombuffer(b" 0\n", dtype=np.uint8)
    return table
