r"""Spell whole arrays of literals at once: from int32 to text without a Python object per number.

The text of a literal is a *token* of 8 or 16 bytes: ``-123 0\n`` and nothing behind. Most literals are not the last of their clause
and want only ``-123 ``, so tokens are laid over each other: each is written whole, in order, at the byte where the text
of the one before it ends, and so overwrites what that one had too much. One gather and one scatter make a chunk of text.

A token is put together from its head, the sign and all digits but the last four, and its tail, the last four digits and what
follows. Both come from tables so small that they stay in the processor's cache, and a shift joins them; for formulas of few variables
the joined tokens themselves are kept. The highest byte of a table's entry is its length in bytes, line end not counted.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from hashicnf.logic import Ints

Words: TypeAlias = NDArray[np.uint64]
Tokens: TypeAlias = NDArray[np.generic]
Lengths: TypeAlias = NDArray[np.uint8]

TAIL = 10_000
TABLE_MOST = 1 << 17  # beyond this a table of tokens costs more time in cache misses than it saves
LINE_END = len("0\n")

_LENGTH = np.uint64(56)
_TEXT = np.uint64((1 << 56) - 1)
_WORD = np.uint64(64)
_BITS = np.uint64(3)


def spell(blocks: Sequence[Ints], variables: int) -> memoryview:
    """Spell the clauses of blocks int32[c, k], k >= 1, one a line; no literal is beyond ``variables``."""
    literals = np.concatenate([block.ravel() for block in blocks])
    tokens, lengths = _look_up(literals, variables) if variables < TABLE_MOST else _join(literals, variables)
    done = 0
    for block in blocks:
        width = block.shape[1]
        lengths[done + width - 1 : done + block.size : width] += LINE_END
        done += block.size
    return _lay_out(tokens, lengths)


def _lay_out(tokens: Tokens, lengths: Lengths) -> memoryview:
    """Write tokens in order, each behind the first ``lengths`` bytes of the one before."""
    starts = np.zeros(len(tokens) + 1, dtype=np.int64)
    np.cumsum(lengths, out=starts[1:])
    size = int(starts[-1])
    text = np.empty(size + tokens.itemsize, dtype=np.uint8)
    every_byte: Tokens = np.ndarray((size + 1,), tokens.dtype, text, 0, (1,))
    every_byte[starts[:-1]] = tokens
    return text[:size].data


def _look_up(literals: Ints, variables: int) -> tuple[Tokens, Lengths]:
    """Take tokens and their lengths from the table."""
    top = 1 << max(8, variables.bit_length())
    tokens, lengths = _table(top)
    at = np.add(literals, top, dtype=np.int64)
    return tokens.take(at, mode="clip"), lengths.take(at, mode="clip")


@lru_cache(maxsize=4)
def _table(top: int) -> tuple[Tokens, Lengths]:
    """Keep the tokens of -top to top - 1; entry i + top is that of i."""
    tokens, lengths = _join(np.arange(-top, top, dtype=np.int32), top)
    if top <= TAIL:  # at most five characters and three behind them: half a token will do
        return tokens.view(np.uint64)[::2].copy(), lengths
    return tokens, lengths


def _join(literals: Ints, variables: int) -> tuple[Tokens, Lengths]:
    """Put tokens together from heads and tails: 16 bytes each, as one complex number because numpy copies those fast."""
    number = np.abs(literals)
    high = number // TAIL
    low = number - high * TAIL
    low += np.minimum(high, 1) * TAIL
    high += high
    high -= literals >> 31
    head = _heads(1 << (variables // TAIL).bit_length()).take(high, mode="clip")
    tail = _tails().take(low, mode="clip")
    shift = head >> _LENGTH
    lengths = (shift + (tail >> _LENGTH)).astype(np.uint8)
    shift <<= _BITS
    head &= _TEXT
    tail &= _TEXT
    words = np.empty((len(literals), 2), dtype="<u8")
    np.bitwise_or(head, tail << shift, out=words[:, 0])
    np.right_shift(tail, _WORD - shift, out=words[:, 1])
    return words.view(np.complex128)[:, 0], lengths


@lru_cache(maxsize=1)
def _tails() -> Words:
    """List the last four digits and what follows: entry i without leading zeros, entry TAIL + i with them."""
    texts = [*(b"%d" % i for i in range(TAIL)), *(b"%04d" % i for i in range(TAIL))]
    return _entries([text + b" 0\n" for text in texts], beyond=LINE_END)


@lru_cache(maxsize=4)
def _heads(most: int) -> Words:
    """List the first digits: entry 2 i without a sign, entry 2 i + 1 with it; 0 is spelled as nothing."""
    texts = [b"%d" % i if i else b"" for i in range(most)]
    return _entries([sign + text for text in texts for sign in (b"", b"-")], beyond=0)


def _entries(texts: list[bytes], *, beyond: int) -> Words:
    words = np.array(texts, dtype="S8").view("<u8").astype(np.uint64)
    return words | np.array([len(text) - beyond for text in texts], dtype=np.uint64) << _LENGTH
