r"""Write clause blocks as DIMACS text, hundreds of millions of bytes per second.

Every literal's text is a fixed-width *token* in a table: ``-123 0\\n``, of which a clause's last literal uses everything and the
others leave out the line's end. A block becomes text by two numpy operations: gather the tokens, and store each one whole
at the place where its text begins. Stores happen in order, so each token overwrites what the one before it had too much.
Numbers too large for a table that stays in the processor's cache are two tokens, the last four digits and those before.

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

CHUNK = 1 << 15
LARGEST_TABLE = 1 << 17
LOW = 10_000
LINE_END = 2


def write_cnf(
    target: BinaryIO, variables: int, blocks: Iterable[Ints], clauses: int, comments: Iterable[str] = ()
) -> int:
    """Write a formula: comments, the ``p`` line, then blocks int32[c, k]; return the number of bytes.

    ``comments`` are lines without the leading ``c``; they must be printable ASCII. Memory grows with a chunk, not with the
    text. Raises InternalError when the blocks do not hold ``clauses`` clauses.
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
    top = max(-int(block.min()), int(block.max()))
    if top < LARGEST_TABLE:
        token, length = _whole(block, 1 << max(10, top.bit_length()))
    else:
        token, length = _halves(block)
    length.reshape(count, -1)[:, -1] += LINE_END
    return _lay_out(token, length)


def _lay_out(token: NDArray[np.generic], length: NDArray[np.int64]) -> memoryview:
    """Store tokens one after the other, the first ``length`` bytes of each."""
    start = np.cumsum(length)
    size = int(start[-1])
    start -= length
    text = np.empty(size + token.itemsize, dtype=np.uint8)
    every_byte: NDArray[np.generic] = np.ndarray((size + 1,), token.dtype, text, 0, (1,))
    every_byte[start] = token
    return text[:size].data


def _whole(block: Ints, top: int) -> tuple[NDArray[np.generic], NDArray[np.int64]]:
    """Look up each literal as one token: tokens and text lengths, in order."""
    tokens, lengths = _literals(top)
    index = block.ravel() + np.int64(top)
    return np.take(tokens, index, mode="clip"), np.take(lengths, index, mode="clip")


def _halves(block: Ints) -> tuple[NDArray[np.generic], NDArray[np.int64]]:
    """Look up each literal as two tokens: sign and leading digits, then the last four digits."""
    flat = block.ravel()
    variable = np.abs(flat)
    high = variable // LOW
    low = variable - high * LOW
    negative = flat < 0
    alone = high == 0
    top = 1 << max(10, int(high.max()).bit_length())
    heads, head_lengths = _literals(top, tail=False)
    bodies, body_lengths = _padded()
    head = (high * (1 - 2 * negative.view(np.int8)) + top).astype(np.int64)
    body = (low + (alone * (1 + negative.view(np.int8))) * np.int32(LOW)).astype(np.int64)
    token = np.empty((len(flat), 2), dtype=np.uint64)
    length = np.empty((len(flat), 2), dtype=np.int64)
    token[:, 0], length[:, 0] = np.take(heads, head, mode="clip"), np.take(head_lengths, head, mode="clip")
    token[:, 1], length[:, 1] = np.take(bodies, body, mode="clip"), np.take(body_lengths, body, mode="clip")
    return token.ravel(), length.ravel()


@lru_cache(maxsize=32)
def _literals(top: int, *, tail: bool = True) -> tuple[NDArray[np.generic], NDArray[np.int64]]:
    """Make the tokens of -top to top, each with blank and line end unless it is a head; 0 is nothing in a head."""
    texts = [str(i) for i in range(-top, top + 1)]
    if not tail:
        texts[top] = ""
    return _tokens(texts, " 0\n" if tail else "")


@lru_cache(maxsize=1)
def _padded() -> tuple[NDArray[np.generic], NDArray[np.int64]]:
    """Make the tokens of four-digit endings, then of the same numbers standing alone, positive and negative."""
    numbers = range(LOW)
    return _tokens([*(f"{i:04}" for i in numbers), *map(str, numbers), *(str(-i) for i in numbers)], " 0\n")


def _tokens(texts: list[str], tail: str) -> tuple[NDArray[np.generic], NDArray[np.int64]]:
    """Pad texts to 8 or 16 bytes; the lengths do not count the line end."""
    lengths = np.array([len(text) for text in texts], dtype=np.int64) + bool(tail)
    wide = int(lengths.max()) + LINE_END > 8
    table = np.array([text + tail for text in texts], dtype="S16" if wide else "S8")
    return table.view(np.complex128 if wide else np.uint64), lengths
