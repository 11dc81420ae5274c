"""Rows of words separated by blanks, as an array; the place of a word is searched for only if an error points at it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from itertools import chain, islice
from typing import Final

import numpy as np

from hashicnf.core.document import Document
from hashicnf.errors import counted
from hashicnf.formats import Passage
from hashicnf.formats.distinct import coded, numbers
from hashicnf.formats.parsing import require_size
from hashicnf.logic import Bools, Ints
from hashicnf.records import record

WORD: Final = re.compile(r"\S+")


@record(eq=False)
class WordTable:
    """Words by their ``codes``, int32[rows, columns], equal for equal words; ``lines`` holds the rows as stripped text."""

    lines: Sequence[Passage]
    codes: Ints

    def word(self, row: int, column: int) -> Passage:
        """Return a word by its 0-based row and column."""
        found = next(islice(WORD.finditer(self.lines[row].text), column, None))
        return self.lines[row].part(*found.span())

    def place(self, row: int, column: int) -> tuple[int, int]:
        """Return line and column (1-based) of a word by its 0-based row and column."""
        word = self.word(row, column)
        return word.line, word.column

    def numbers(self, read: Callable[[Passage], int], among: Bools | None = None) -> Ints:
        """Return the cells as int32[rows, columns], 0 outside ``among``; each distinct word is read once.

        ``read`` raises InputError for a word that is no cell.
        """
        return numbers(self.codes, lambda row, column: read(self.word(row, column)), among)

    def document(self, read: Callable[[Passage], int]) -> Document:
        """Return the cells of a problem as a document without a family, with the places of its cells. Raises InputError."""
        cells = self.numbers(read)
        first = self.lines[0]
        require_size(first.source, 0, int(np.count_nonzero(cells)), first.line, first.column)
        return Document(cells, first.source, place=self.place(0, 0), locate=self.place)


def word_table(lines: Sequence[Passage], columns: int | None, more: str = "") -> WordTable:
    """Return lines as a table of words; ``more`` is appended to the expected number in messages.

    Raises InputError for a row that has not ``columns`` words (None: as many as the first row).
    """
    if not lines:
        return WordTable((), np.zeros((0, columns or 0), dtype=np.int32))
    first, words = lines[0], lines[0].text.split()
    wanted = len(words) if columns is None else columns

    def rows() -> Iterator[Sequence[str]]:
        for line, found in chain([(first, words)], ((line, line.text.split()) for line in lines[1:])):
            if len(found) != wanted:
                extra = next(islice(WORD.finditer(line.text), wanted, None), None)
                at = len(line.text) if extra is None else extra.start()
                raise line.error(f"this row has {counted(len(found), 'cell')}", at, f"{wanted}{more}")
            yield found

    require_size(first.source, len(lines) * wanted, 0, first.line, first.column)
    return WordTable(lines, coded(rows(), (len(lines), wanted), first.source))
