"""Find the numbers in a piece of DIMACS text, all at once.

A token is a run of bytes that are not blank; it begins and ends where blank and solid bytes meet, which one comparison of
the piece with itself, shifted by one, tells. Its value comes from the word of eight bytes that ends where it ends: what is before
the first digit is masked out, then neighbouring digits are joined to numbers of two, of four, of eight digits, in all
tokens together.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from hashicnf.dimacs._text import MOST_DIGITS
from hashicnf.logic import Bools

Bytes: TypeAlias = NDArray[np.uint8]
Offsets: TypeAlias = NDArray[np.int64]
Words: TypeAlias = NDArray[np.uint64]

WORD = 8
_KEPT = np.array([0x0F0F0F0F0F0F0F0F << 8 * (WORD - n) & (1 << 64) - 1 for n in range(WORD + 1)], dtype=np.uint64)
_JOINS = [(1, np.uint64(0x00FF00FF00FF00FF)), (2, np.uint64(0x0000FFFF0000FFFF)), (4, np.uint64(0x00000000FFFFFFFF))]


@dataclass(frozen=True, slots=True)
class Tokens:
    """Tokens of a piece: token i is ``code[first[i]:end[i]]``; ``bad`` is the first byte that belongs to no number."""

    value: Offsets
    first: Offsets
    end: Offsets
    bad: int | None


def scan(code: Bytes) -> Tokens:
    """Find all numbers; values behind ``bad`` mean nothing."""
    solid = np.zeros(len(code) + 2, dtype=np.bool_)
    np.logical_not(is_blank(code), out=solid[1:-1])
    edge = np.flatnonzero(solid[1:] ^ solid[:-1])
    first, end = np.ascontiguousarray(edge.reshape(-1, 2).T)
    negative = code.take(first) == ord("-")
    digits = end - first - negative
    value = _values(code, end, digits)
    wrong = first[(digits == 0) | (digits > MOST_DIGITS) | (negative & (value == 0))][:1]
    strange = _strange(code, solid[1:-1], first[negative])
    return Tokens(np.where(negative, -value, value), first, end, min(map(int, (*strange, *wrong)), default=None))


def _strange(code: Bytes, solid: Bools, signs: Offsets) -> Offsets:
    """Find the first byte that is no blank, no digit and none of the signs."""
    digit = code - np.uint8(ord("0")) < 10
    if np.count_nonzero(digit) + len(signs) == np.count_nonzero(solid):
        return signs[:0]
    rest = solid & ~digit
    rest[signs] = False
    return np.flatnonzero(rest)[:1]


def is_blank(code: Bytes) -> NDArray[np.bool_]:
    """Tell which bytes separate tokens: space, tab, line feed and their like."""
    blank: NDArray[np.bool_] = code - np.uint8(ord("\t")) < 5
    blank |= code == ord(" ")
    return blank


def token_starts(code: Bytes, letter: str) -> Offsets:
    """List where a token begins with this letter."""
    found = np.flatnonzero(code == ord(letter))
    starts: Offsets = found[is_blank(code[found - 1]) | (found == 0)]
    return starts


def _values(code: Bytes, end: Offsets, digits: Offsets) -> Offsets:
    """Read the numbers whose last digits end before ``end``; longer ones than MOST_DIGITS are not finished."""
    padded = np.zeros(WORD + len(code), dtype=np.uint8)
    padded[WORD:] = code
    every_byte: Words = np.ndarray((len(code) + 1,), "<u8", padded, 0, (1,))
    word = every_byte[end]
    word &= _KEPT.take(digits, mode="clip")
    for count, lanes in _JOINS:
        right = word >> np.uint64(8 * count)
        word *= np.uint64(10**count)
        word += right
        word &= lanes
    value = word.astype(np.int64)
    for place in range(WORD, min(int(digits.max(initial=0)), MOST_DIGITS)):
        longer = np.flatnonzero(digits > place)
        value[longer] += (code[end[longer] - 1 - place] - np.uint8(ord("0"))) * np.int64(10**place)
    return value
