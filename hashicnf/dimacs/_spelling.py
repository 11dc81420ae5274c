r"""Spell whole arrays of literals at once: from int32 to text without a Python object per number.

The text of a literal is a *token* of 8 bytes (16 when numbers reach ten million), filled up with blanks. Its head is the sign and
all digits but the last four, its tail those four; both come from small tables that stay in the processor's cache, and are
joined by a shift. Tokens are then laid over each other: each is written, from left to right, where the text of the one
before it and one blank end, so that every token overwrites the padding of its neighbour.

In the tables a character is stored XOR blank, so that a blank is a zero byte and shifting moves blanks in. The highest byte of an
entry is its length: of heads in bits, of tails in bytes and with the blank that follows. The literal 0, which ends a
clause, is spelled ``0\n``.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import TypeAlias

import numpy as np
from numpy.lib.stride_tricks import as_strided
from numpy.typing import NDArray

from hashicnf.logic import Ints

Words: TypeAlias = NDArray[np.uint64]

TAIL = 10_000
ONE_WORD = 10**7  # a smaller number and its sign fill at most 8 bytes
TABLE_MOST = 1 << 17  # tokens of smaller numbers are worth remembering: the table fits into the second-level cache

_BLANKS = np.uint64(int.from_bytes(b" " * 8, "little"))
_LENGTH = np.uint64(56)
_TEXT = np.uint64((1 << 56) - 1)
_WORD = np.uint64(64)
_BYTE = np.uint64(3)


def spell(literals: Ints, variables: int) -> memoryview:
    """Spell literals int32[n] of a formula of so many variables, with a blank after each and ``0`` as the end of a line."""
    if not len(literals):
        return memoryview(b"")
    if variables < TABLE_MOST:
        top = 1 << max(8, variables.bit_length())
        words, lengths = _table(top)
        at = np.add(literals, top, dtype=np.int64)
        return _overlay(words.take(at, mode="clip"), lengths.take(at, mode="clip"))
    return _overlay(*_tokens(literals, variables))


def _overlay(tokens: NDArray[np.generic], lengths: NDArray[np.generic]) -> memoryview:
    """Write tokens in order, each over the padding of the one before."""
    starts = np.empty(len(tokens) + 1, dtype=np.int64)
    starts[0] = 0
    np.cumsum(lengths, out=starts[1:])
    size = int(starts[-1])
    text = np.full(size + tokens.itemsize, ord(" "), dtype=np.uint8)
    places = as_strided(text[: tokens.itemsize].view(tokens.dtype), (size + 1,), (1,))
    places[starts[:-1]] = tokens
    return memoryview(text)[:size]


@lru_cache(maxsize=2)
def _table(top: int) -> tuple[Words, NDArray[np.uint8]]:
    """Remember the tokens and lengths of -top to top - 1; entry i + top is that of i."""
    words, lengths = _tokens(np.arange(-top, top, dtype=np.int32), top)
    return words, lengths.astype(np.uint8)


def _tokens(literals: Ints, variables: int) -> tuple[NDArray[np.generic], Words]:
    """Join heads and tails: tokens uint64[n] or void16[n], and their lengths in bytes."""
    number = np.abs(literals)
    high = number // TAIL
    low = number - high * TAIL
    low += np.minimum(high, 1) * TAIL
    high += high
    high -= literals >> 31
    head = _heads(1 << (variables // TAIL).bit_length()).take(high, mode="clip")
    tail = _tails().take(low, mode="clip")
    shift = head >> _LENGTH
    length = tail >> _LENGTH
    length += shift >> _BYTE
    head &= _TEXT
    tail &= _TEXT
    if variables >= ONE_WORD:
        return _two_words(head, tail, shift), length
    tail <<= shift
    head |= tail
    head ^= _BLANKS
    return head, length


def _two_words(head: Words, tail: Words, shift: Words) -> NDArray[np.void]:
    """Join heads and tails that may need more than 8 bytes."""
    pair = np.empty((len(head), 2), dtype=np.uint64)
    np.bitwise_xor(head | tail << shift, _BLANKS, out=pair[:, 0])
    np.bitwise_xor(tail >> (_WORD - shift), _BLANKS, out=pair[:, 1])
    return pair.view(np.dtype((np.void, 16)))[:, 0]


@lru_cache(maxsize=1)
def _tails() -> Words:
    """List the last four digits: entry i for numbers that have no more (no leading zeros), entry TAIL + i for others."""
    texts = [b"0\n", *(b"%d" % i for i in range(1, TAIL)), *(b"%04d" % i for i in range(TAIL))]
    lengths = [2, *(len(text) + 1 for text in texts[1:])]
    return _entries(texts, lengths)


@lru_cache(maxsize=2)
def _heads(most: int) -> Words:
    """List the first digits: entry 2 i for the positive ones, entry 2 i + 1 with a sign; nothing for i = 0."""
    texts = [sign + (b"%d" % i if i else b"") for i in range(most) for sign in (b"", b"-")]
    return _entries(texts, (8 * len(text) for text in texts))


def _entries(texts: list[bytes], lengths: Iterable[int]) -> Words:
    words = np.array([text.ljust(8) for text in texts], dtype="S8").view("<u8").astype(np.uint64) ^ _BLANKS
    return words | np.fromiter(lengths, dtype=np.uint64, count=len(texts)) << _LENGTH
