r"""Format whole arrays of literals at once: from int32 to text without a Python object per number.

The text of a literal is a *token* of 8 or 16 bytes: ``-123 0\n``, padded. Most literals are not the last of their clause and need
only ``-123 ``, so tokens overlap: each is written whole, in order, at the byte where the text of the one before it ends, and so
overwrites the excess of that one. One gather and one scatter make a chunk of text.

A token is joined from its head, the sign and all digits but the last four, and its tail, the last four digits and the characters
after them. Both come from tables so small that they stay in the processor's cache, and a shift joins them; for formulas of few
variables there is a table of the joined tokens. The highest byte of a table's entry is its length in bytes, line end not counted.
All steps use arrays that are allocated once: fresh memory for each step would cost more than the step.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from hashicnf.logic import Ints

UInt64s: TypeAlias = NDArray[np.uint64]
TokenTable: TypeAlias = NDArray[np.generic]
Wides: TypeAlias = NDArray[np.int64]

TAIL = 10_000
TABLE_MOST = 1 << 18  # beyond this a table of tokens costs more time in cache misses than it saves
LONGEST = len("-2147483647 0\n")
LINE_END = len("0\n")

_LENGTH = np.uint64(56)
_TEXT = np.uint64((1 << 56) - 1)
_WORD = np.uint64(64)
_BITS = np.uint64(3)


class Speller:
    """Write clauses of a formula with so many ``variables`` as text."""

    def __init__(self, variables: int, size: int = 0) -> None:
        """Allocate the arrays that all calls share, for ``size`` literals at a time; they grow on demand."""
        self._variables = variables
        self._make_room(size)

    def _make_room(self, size: int) -> None:
        self._literals, self._rest, self._high = np.empty((3, size), dtype=np.int32)
        self._at, self._start = np.empty(size, dtype=np.int64), np.zeros(size + 1, dtype=np.int64)
        self._head, self._tail, self._shift, self._moved = np.empty((4, size), dtype=np.uint64)
        self._words = np.empty((size, 2), dtype="<u8")
        self._text = np.empty(size * LONGEST + 16, dtype=np.uint8)

    def spell(self, blocks: Sequence[Ints]) -> memoryview:
        """Return the clauses of blocks int32[c, k], k >= 1, as text, one per line. The next call overwrites the text."""
        count = sum(block.size for block in blocks)
        if count > len(self._literals):
            self._make_room(2 * count)
        literals = self._literals[:count]
        np.concatenate([block.ravel() for block in blocks], out=literals)
        tokens, lengths = self._look_up(literals) if self._variables < TABLE_MOST else self._join(literals)
        done = 0
        for block in blocks:
            width = block.shape[1]
            lengths[done + width - 1 : done + block.size : width] += LINE_END
            done += block.size
        return self._lay_out(tokens, lengths)

    def _lay_out(self, tokens: TokenTable, lengths: Wides) -> memoryview:
        """Write tokens in order, each after the first ``lengths`` bytes of the one before."""
        start = self._start[: len(tokens) + 1]
        np.cumsum(lengths, out=start[1:])
        places = len(self._text) - tokens.itemsize + 1
        every_byte: TokenTable = np.ndarray((places,), tokens.dtype, self._text, 0, (1,))
        every_byte[start[:-1]] = tokens
        return self._text[: int(start[-1])].data

    def _look_up(self, literals: Ints) -> tuple[TokenTable, Wides]:
        """Return tokens and their lengths from the table."""
        top = 1 << max(8, self._variables.bit_length())
        table, lengths = _table(top)
        at = self._at[: len(literals)]
        np.add(literals, top, out=at)
        tokens = self._words.reshape(-1).view(table.dtype)[: len(literals)]
        table.take(at, mode="clip", out=tokens)
        lengths.take(at, mode="clip", out=(short := self._high.view(np.uint8)[: len(literals)]))
        at[:] = short
        return tokens, at

    def _join(self, literals: Ints) -> tuple[TokenTable, Wides]:
        """Return joined tokens of 16 bytes, typed as complex numbers because numpy copies those fast, and their lengths."""
        count = len(literals)
        rest, high, at = self._rest[:count], self._high[:count], self._at[:count]
        head, tail, shift, moved = (array[:count] for array in (self._head, self._tail, self._shift, self._moved))
        np.abs(literals, out=rest)
        np.floor_divide(rest, TAIL, out=high)
        np.add(high, high, out=at)
        at -= np.right_shift(literals, 31, out=literals)
        heads(1 << (self._variables // TAIL).bit_length()).take(at, mode="clip", out=head)
        np.minimum(high, 1, out=literals)
        literals -= high
        literals *= TAIL
        np.add(rest, literals, out=at)
        tails().take(at, mode="clip", out=tail)
        np.right_shift(head, _LENGTH, out=shift)
        np.add(shift, np.right_shift(tail, _LENGTH, out=moved), out=at.view(np.uint64))
        shift <<= _BITS
        head &= _TEXT  # the length byte of the tail may stay: it lies behind the text and is overwritten
        np.bitwise_or(head, np.left_shift(tail, shift, out=moved), out=self._words[:count, 0])
        np.right_shift(tail, np.subtract(_WORD, shift, out=shift), out=self._words[:count, 1])
        return self._words[:count].view(np.complex128)[:, 0], at


@lru_cache(maxsize=4)
def _table(top: int) -> tuple[TokenTable, NDArray[np.uint8]]:
    """Return tables of the tokens and lengths of -top to top - 1; entry i + top is that of i."""
    speller = Speller(top, 2 * top)
    tokens, lengths = speller._join(np.arange(-top, top, dtype=np.int32))
    if top <= TAIL:  # at most five characters and three behind them: half a token will do
        tokens = tokens.view(np.uint64)[::2].copy()
    return tokens, lengths.astype(np.uint8)


@lru_cache(maxsize=1)
def tails() -> UInt64s:
    """Return the table of the last four digits and the characters after them: entry i without leading zeros, TAIL + i with them."""
    texts = [*(b"%d" % i for i in range(TAIL)), *(b"%04d" % i for i in range(TAIL))]
    return _entries([text + b" 0\n" for text in texts], beyond=LINE_END)


@lru_cache(maxsize=4)
def heads(most: int) -> UInt64s:
    """Return the table of the first digits: entry 2 i without a sign, entry 2 i + 1 with it; 0 has no digits."""
    texts = [b"%d" % i if i else b"" for i in range(most)]
    return _entries([sign + text for text in texts for sign in (b"", b"-")], beyond=0)


def _entries(texts: list[bytes], *, beyond: int) -> UInt64s:
    words = np.array(texts, dtype="S8").view("<u8").astype(np.uint64)
    return words | np.array([len(text) - beyond for text in texts], dtype=np.uint64) << _LENGTH
