"""Find the numbers in a piece of DIMACS text, all at once.

A token is a run of bytes that are not blank; it begins and ends where blank and solid bytes meet, which one comparison of
the piece with itself, shifted by one, tells. Its value grows digit by digit, for all tokens together.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from hashicnf.dimacs._text import MOST_DIGITS

Bytes: TypeAlias = NDArray[np.uint8]
Offsets: TypeAlias = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Tokens:
    """Tokens of a piece: token i is ``code[first[i]:end[i]]``; ``bad`` is the first byte that belongs to no number."""

    value: Offsets
    first: Offsets
    end: Offsets
    bad: int | None


def scan(code: Bytes) -> Tokens:
    """Find all numbers; values behind ``bad`` mean nothing."""
    blank = is_blank(code)
    digit = code - np.uint8(ord("0")) < 10
    solid = np.zeros(len(code) + 2, dtype=np.bool_)
    np.logical_not(blank, out=solid[1:-1])
    edge = np.flatnonzero(solid[1:] != solid[:-1])
    first, end = edge[0::2], edge[1::2]
    negative = code[first] == ord("-")
    blank |= digit
    blank[first[negative]] = True
    strange = np.flatnonzero(~blank)[:1]
    digits = end - first - negative
    value = _values(code, end, digits)
    wrong = first[(digits == 0) | (digits > MOST_DIGITS) | (negative & (value == 0))][:1]
    np.negative(value, out=value, where=negative)
    return Tokens(value, first, end, min((int(at) for at in (*strange, *wrong)), default=None))


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
    value = np.zeros(len(end), dtype=np.int64)
    for place in range(min(int(digits.max(initial=0)), MOST_DIGITS)):
        there = digits > place
        digit = code.take(end - (1 + place), mode="wrap") - np.uint8(ord("0"))
        digit *= there
        value += digit * np.int64(10**place)
    return value
