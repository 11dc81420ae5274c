"""Rows of text to arrays of cells, in bulk; a row is scanned again, slowly, only to report what is wrong with it.

Shared by the notations that are tables: what they can hold is tested here too.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from hashicnf.core.document import UNKNOWN, Document, Source
from hashicnf.errors import InputError, UsageError, counted
from hashicnf.logic import Ints

if TYPE_CHECKING:
    from lark.lexer import Token

SEPARATED = str.maketrans({",": " ", ".": "0", "_": "0", "\t": " "})
COMPACT = bytes.maketrans(b"._0123456789?", bytes([1, 1, *range(1, 11), 0]))
LETTERS = bytes.maketrans(b"._0?", bytes([1, 1, 1, 0]))  # every other character is its code point


def separated(rows: Sequence[Token], source: Source) -> Ints:
    """Read rows of cells with blanks or commas between them: int32[rows, columns]. Raises InputError for ragged rows."""
    texts = [str(row).translate(SEPARATED).replace("?", "-1").rstrip() for row in rows]
    counts = [text.count(" ") + 1 if "  " not in text else len(text.split()) for text in texts]
    require_equal(rows, counts, source)
    source.require_size(sum(counts), 0, rows[0].line or 1, rows[0].column or 1)
    cells = np.fromstring("\n".join(texts), dtype=np.int64, sep=" ").astype(np.int32)
    source.require_size(len(cells), int(np.count_nonzero(cells)), rows[0].line or 1, rows[0].column or 1)
    return cells.reshape(len(rows), counts[0])


def compact(rows: Sequence[Token], source: Source) -> Ints:
    """Read rows with one character a cell: int32[rows, columns]. Raises InputError for ragged rows."""
    counts = [len(row) for row in rows]
    require_equal(rows, counts, source)
    code = np.frombuffer("".join(rows).encode().translate(COMPACT), dtype=np.uint8)
    source.require_size(len(code), int(np.count_nonzero(code != 1)), rows[0].line or 1, rows[0].column or 1)
    return code.astype(np.int32).reshape(len(rows), counts[0]) - 1


def letters(rows: Sequence[Token], source: Source) -> Ints:
    """Read rows of letters: int32[rows, columns] of code points. Raises InputError for ragged rows."""
    counts = [len(row) for row in rows]
    require_equal(rows, counts, source)
    code = np.frombuffer("".join(rows).encode().translate(LETTERS), dtype=np.uint8).astype(np.int32)
    return np.where(code <= 1, code - 1, code).reshape(len(rows), counts[0])


def require_equal(rows: Sequence[Token], counts: Sequence[int], source: Source) -> None:
    """Refuse the first row that is not as long as the first one."""
    for row, count in zip(rows, counts, strict=True):
        if count != counts[0]:
            raise ragged(row, count, counts[0], source)


def ragged(row: Token, count: int, wanted: int, source: Source) -> InputError:
    """Make the error for a row of the wrong length: it points past its end, or at its first cell too many."""
    line, column = row.line or 1, row.column or 1
    text = str(row)
    at = column + len(text)
    if count > wanted:
        cells = [i for i, c in enumerate(text) if c not in ", \t" and (i == 0 or text[i - 1] in ", \t")]
        at = column + (cells[wanted] if len(cells) > wanted else wanted)
    return source.error(f"this row has {counted(count, 'cell')}", line, at, f"{wanted}, as in the first row")


def refuse_extras(document: Document, name: str) -> None:
    """Raise UsageError for documents that a plain table of numbers cannot express."""
    special = [key for key in document.settings if key not in ("title", "family")]
    if special or (document.cells == UNKNOWN).any():
        what = special[0] if special else "an unknown number"
        raise UsageError(f"the {name} format cannot express {what}; use native")
