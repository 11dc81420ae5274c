"""Tables as spreadsheets write them, 0 or nothing for an empty cell: the grammar is ``grammar/csv.lark``."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from hashicnf.core.document import DEFAULT_FAMILY, UNKNOWN, Document, Source
from hashicnf.errors import Inexpressible
from hashicnf.formats import Format
from hashicnf.formats.parsing import (
    empty_lines,
    is_table_with_gaps,
    place_of,
    ragged,
    read_tokens,
    refuse_settings,
    separated,
)

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from lark.lexer import Token

EXPECTED = "rows of numbers with commas, semicolons or tabs between, 0 or nothing for an empty cell"
SEPARATORS_ALONE: Final = "separators for a row without numbers, such as ,,"
ONE_DIGIT: Final = 9
USUAL: Final = re.compile(r"[0-9]++(?:[ \t]*+,[ \t]*+[0-9]++)*+")
BETWEEN: Final = {",": re.compile(r"[ \t]*,[ \t]*"), ";": re.compile(r"[ \t]*;[ \t]*"), "\t": re.compile(r" *\t *")}
SIGNS: Final = (*BETWEEN, '"')
AROUND: Final = b' \t"'  # characters that may surround a number
FIRST_ROW: Final = re.compile(r"(?:\s++|#[^\n]*+)*+[0-9]++[ \t]*+,[^?._:]*$", re.MULTILINE)
FIRST_SIGNS: Final = re.compile(
    r'(?:\s++|#[^\n]*+)*+(?=,|[^\n#]*(?:[;"]|,[ \t]*,|,[^\n#,]+,[ \t]*(?:[\r\n#]|\Z)))[0-9?",; \t]++\r?(?:#|$)',
    re.MULTILINE,
)
SEPARATOR_LINE: Final = re.compile(r"\A(\s*)sep=[,;\t][ \t]*(?=[\r\n])", re.IGNORECASE)  # Excel's own
DECIMALS: Final = re.compile(r'(?<=[0-9])(\.0++)("?)(?=[ \t]*(?:[,;\t\r\n]|\Z))')
NATIVE_CELL: Final = re.compile(r"^(?:[^#\n]*,)?[ \t]*[._][ \t]*(?:[,#\r\n]|\Z)", re.MULTILINE)


def looks_like(text: str) -> bool:
    """Return whether the cells have signs or gaps that the native format has not, and no cell is of its kinds alone (. and _)."""
    if SEPARATOR_LINE.match(text) is not None:
        return True
    if not any(sign in text for sign in SIGNS):
        return False
    text = _plain(text)
    if NATIVE_CELL.search(text) is not None:
        return False
    if FIRST_ROW.match(text) is not None or FIRST_SIGNS.match(text) is not None:
        return True
    return any(is_table_with_gaps(text, one) for one in "\t,;")


def parse(source: Source) -> list[Document]:
    """Parse the one board of a file. Raises InputError with line and column."""
    if (text := _plain(SEPARATOR_LINE.sub(r"\1", source.text))) != source.text:
        source = replace(source, text=text)
    tokens = read_tokens("csv", source, EXPECTED)
    rows = [*map(_usual, tokens)]
    if empty := empty_lines(rows, source):
        rows = _filled(rows, empty, source)
    else:
        _require_equal(tokens, rows, source)
    return [Document(separated(rows, source), source)]


def _filled(rows: Sequence[Token], empty: Mapping[int, int], source: Source) -> list[Token]:
    """Return the rows of a single column with a 0 for each empty line between them. Raises InputError for wider tables."""
    if any("," in row for row in rows):
        row = rows[next(iter(empty))]
        raise source.error("an empty line before this row", *place_of(row), SEPARATORS_ALONE)
    zero = rows[0].update(value="0")
    return [one for at, row in enumerate(rows) for one in (*[zero] * empty.get(at, 0), row)]


def _require_equal(tokens: Sequence[Token], rows: Sequence[Token], source: Source) -> None:
    """Raise InputError, with the column in the text, for the first of the usual rows that has not as many cells as the first."""
    wanted = rows[0].count(",") + 1
    for token, row in zip(tokens, rows, strict=True):
        if (count := row.count(",") + 1) != wanted:
            raise ragged(token, count, wanted, source, BETWEEN[_separator(token)])


def _separator(row: str) -> str:
    return next(sign for sign in BETWEEN if sign in row or sign == "\t")


def _plain(text: str) -> str:
    """Return a text with blanks, for the columns of errors, instead of the decimals of whole numbers such as 2.0."""
    return DECIMALS.sub(lambda found: found[2] + " " * len(found[1]), text) if ".0" in text else text


def _usual(row: Token) -> Token:
    """Return a row with its separators as commas and its empty cells as 0."""
    if USUAL.fullmatch(row):
        return row
    separator = _separator(row).encode()
    cells = row.encode().translate(bytes.maketrans(separator, b","), AROUND.replace(separator, b"")).decode()
    filled = f",{cells},".replace(",,", ",0,").replace(",,", ",0,")  # twice, for each comma stands between two cells
    return row.update(value=filled[1:-1])


def write(document: Document) -> str:
    """Return the cells as text. Raises UsageError for settings, and for a single column with numbers from 10."""
    refuse_settings(document, "csv")
    if document.cells.shape[1] == 1 and document.cells.max(initial=0) > ONE_DIGIT:  # it would be read as rows of digits
        raise Inexpressible("csv", "a single column with numbers from 10")
    text = "\n".join(", ".join(map(str, row)) for row in document.cells.tolist()) + "\n"
    if not (document.cells == UNKNOWN).any():
        return text
    sign = '"?"' if "," in text else "?"  # quotes tell a row that begins with ? from one of native
    return text.replace(", ", ",").replace(str(UNKNOWN), sign)  # a quote behind a blank is none to a spreadsheet


FORMAT: Final = Format(
    summary="tables of spreadsheets: numbers with commas between, 0 or nothing for an empty cell",
    suffixes=(".csv", ".tsv", ".txt"),
    example="0, 2, 0, 5, 0, 0, 2\n",
    looks_like=looks_like,
    parse=parse,
    write=write,
    families=(DEFAULT_FAMILY,),  # a table has no place for the name of a family
)
