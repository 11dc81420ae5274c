"""Format clauses whose lines have the same layout: as a matrix of bytes, column by column.

Clauses of one rule are in the order of the board, so over thousands of rows each column has literals of one sign and one number
of digits. Then all lines have one length, no offsets have to be computed, and a column of text is stored by few strided writes:
first the sign and all digits but the last four, then these and the characters after them. A write may reach beyond its column as
long as it stays in the line, since later columns overwrite the excess.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from hashicnf.dimacs.format_ints import LINE_END, TAIL, UInt64s, heads, tails
from hashicnf.logic import Ints

MOST_DIGITS: Final = 8
WORD: Final = 8  # bytes
PARTS: Final = ((8, "<u8"), (4, "<u4"), (2, "<u2"), (1, "u1"))


class AlikeSpeller:
    """Write clauses whose lines have one length, of a formula with so many ``variables``, as text."""

    def __init__(self, variables: int) -> None:
        """Make the tables of digits."""
        self._heads = heads(1 << (min(variables, 10**MOST_DIGITS) // TAIL).bit_length())
        self._tails = tails()
        self._text = np.zeros(0, dtype=np.uint8)

    def spell(self, rows: Ints) -> memoryview | None:
        """Return clauses int32[c, k] as text, one per line; None if their lines differ. The next call overwrites the text."""
        columns = []
        for column in rows.T:
            low, high = int(column.min()), int(column.max())
            if low < 0 < high or not (width := len(str(low))) == len(str(high)) <= MOST_DIGITS:
                return None
            columns.append((column, width))
        line = sum(width for _, width in columns) + len(columns) + LINE_END
        size = len(rows) * line
        if size + WORD > len(self._text):
            self._text = np.empty(2 * size + WORD, dtype=np.uint8)
        place = 0
        for column, width in columns:
            self._store(column, place, line)
            place += width + 1
        return self._text[:size].data

    def _store(self, column: Ints, place: int, line: int) -> None:
        """Write a column of literals at an offset in each line; the last column with the end of the line."""
        negative = int(column[0] < 0)
        number = np.abs(column)
        first, last = int(number.min()) // TAIL, int(number.max()) // TAIL
        if last == 0:
            if negative:
                self._lines(place, line, "u1")[: len(column)] = ord("-")
            self._put(self._tails.take(number), place + negative, line)
            return
        if first == last:  # as in most columns, for literals ascend, and a part of the rows spans few of them
            self._put(self._heads[2 * first + negative], place, line, len(column))
            number -= (first - 1) * TAIL
        else:
            high = number // TAIL
            self._put(self._heads.take(2 * high + negative), place, line)
            number -= (high - 1) * TAIL  # the entries with leading zeros come after those without
        self._put(self._tails.take(number), place + len(str(first)) + negative, line)

    def _put(self, words: UInt64s | np.uint64, place: int, line: int, count: int | None = None) -> None:
        """Store words of eight bytes, or one word for ``count`` lines, at an offset in each line, cut at the end of the line."""
        room = min(WORD, line - place)
        done, count = 0, len(words) if isinstance(words, np.ndarray) else count
        for size, dtype in PARTS:
            if room & size:
                self._lines(place + done, line, dtype)[:count] = words >> np.uint64(8 * done) if done else words
                done += size

    def _lines(self, place: int, line: int, dtype: str) -> NDArray[np.generic]:
        """Return a view of the same offset in every line."""
        count = (len(self._text) - place - WORD) // line + 1
        return np.ndarray((count,), dtype, self._text, place, (line,))
