"""Find the numbers in a piece of DIMACS text, all at once.

A number is a run of digits; one comparison of the piece with itself, shifted by one byte, finds where digits and other bytes meet.
For every byte at once, the digits up to it are joined to a number of at most four digits, 0 where there is no digit; a value is
computed from the joined number at its last digit, the one four bytes before, and so on. This is fast because a processor handles
dozens of bytes in one instruction, but numbers at scattered places one by one.

Every other byte must be a blank, or a minus between a blank and a digit. Counting these shows whether there is a wrong byte; only
if there is, the first one is located.
"""

from __future__ import annotations

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from hashicnf.dimacs.text import MOST_DIGITS
from hashicnf.logic import Bools
from hashicnf.records import record

Bytes: TypeAlias = NDArray[np.uint8]
Offsets: TypeAlias = NDArray[np.int64]
Values: TypeAlias = NDArray[np.signedinteger]

JOINED = 4
FITTING = 9  # any number of so many digits fits into an int32
_NOUGHT = np.uint8(ord("0"))
_MINUS = np.uint8((ord("-") - ord("0")) % 256)


@record
class Tokens:
    """Numbers of a piece: the digits of number i are ``code[start[i]:end[i]]``; ``bad`` is the offset of the first wrong byte.

    Values are int32, or int64 where one has more than FITTING digits; values after ``bad`` are undefined.
    """

    value: Values
    negative: Bools
    start: Offsets
    end: Offsets
    bad: int | None

    @property
    def first(self) -> Offsets:
        """Return the offsets at which the numbers begin, signs included."""
        return self.start - self.negative


def scan(code: Bytes) -> Tokens:
    """Return all numbers of a piece, uint8[n]."""
    # with one more byte at either end, so that "start" is before the first digit and "end" at the last
    digit = np.zeros(len(code) + 2, dtype=np.uint8)
    np.subtract(code, _NOUGHT, out=digit[1:-1])
    solid = digit < 10
    solid[0] = solid[-1] = False
    edge = np.flatnonzero(solid[1:] != solid[:-1])
    start, end = np.ascontiguousarray(edge.reshape(-1, 2).T)
    minus = digit == _MINUS
    negative = minus.take(start)
    value = _values(_joined(digit, solid.view(np.uint8)), start, end)
    is_sound = (
        np.count_nonzero(solid) + np.count_nonzero(negative) + np.count_nonzero(is_blank(code)) == len(code)
        and not (minus[1:] & solid[:-1]).any()
        and not (negative & (value == 0)).any()
        and not _too_long(code, start, end).any()
    )
    sign = negative.astype(value.dtype)
    value ^= -sign
    value += sign
    return Tokens(value, negative, start, end, None if is_sound else _first_bad(code, value, negative, start, end))


def is_blank(code: Bytes) -> Bools:
    """Return which bytes separate tokens: space, tab, line feed and their like."""
    blank: Bools = code - np.uint8(ord("\t")) < 5
    blank |= code == ord(" ")
    return blank


def token_starts(code: Bytes, letter: str) -> Offsets:
    """Return the offsets of the tokens that begin with this letter."""
    found = np.flatnonzero(code == ord(letter))
    starts: Offsets = found[is_blank(code[found - 1]) | (found == 0)]
    return starts


def _joined(digit: Bytes, solid: Bytes) -> NDArray[np.uint16]:
    """Return for each digit the number it forms with up to JOINED - 1 digits before it; 0 where ``solid`` is false."""
    pair = digit * solid
    pair[1:] += pair[:-1] * np.uint8(10)
    pair *= solid
    front = solid[1:-1] & solid[2:]
    front *= pair[:-2]
    joined = pair.astype(np.uint16)
    joined[2:] += front * np.uint16(100)
    return joined


def _values(joined: NDArray[np.uint16], before: Offsets, last: Offsets) -> Values:
    """Return the values of numbers, from the last digit back to the byte before the first; too long ones are cut off."""
    digits = int((last - before).max(initial=0))
    kind = np.dtype(np.int32 if digits <= FITTING else np.int64)
    value: Values = joined.take(last).astype(kind)
    for place in range(JOINED, min(digits, MOST_DIGITS), JOINED):
        last = np.maximum(last - JOINED, before)
        value += joined.take(last) * kind.type(10**place)
    return value


def _too_long(code: Bytes, start: Offsets, end: Offsets) -> Bools:
    """Return which numbers, bool[n], have more than MOST_DIGITS digits, leading zeros not counted."""
    found: Bools = end - start > MOST_DIGITS
    if found.any():
        last = end[found]
        others = np.append(np.flatnonzero(code != _NOUGHT), len(code))
        found[found] = last - np.minimum(others[others.searchsorted(start[found])], last) > MOST_DIGITS
    return found


def _first_bad(code: Bytes, value: Values, negative: Bools, start: Offsets, end: Offsets) -> int:
    """Return the offset of the first wrong byte, or of the first number that is not valid."""
    blank = np.ones(len(code) + 2, dtype=np.bool_)
    blank[1:-1] = is_blank(code)
    sign = (code == ord("-")) & blank[:-2]
    wrong = ~(blank[1:-1] | (code - _NOUGHT < 10) | sign) | (sign & blank[2:])
    none = _too_long(code, start, end) | (negative & (value == 0))
    wrong[(start - negative)[none]] = True
    return int(wrong.argmax())
