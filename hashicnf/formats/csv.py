"""Tables as spreadsheets write them, 0 or nothing for an empty cell: the grammar is ``grammar/csv.lark``."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from hashicnf.core.document import DEFAULT_FAMILY, Document, Source
from hashicnf.errors import Inexpressible
from hashicnf.formats import Format
from hashicnf.formats.parsing import parse as parse_grammar
from hashicnf.formats.parsing import refuse_extras, separated

if TYPE_CHECKING:
    from lark.lexer import Token

EXPECTED = "rows of numbers with commas, semicolons or tabs between, 0 or nothing for an empty cell"
ONE_DIGIT: Final = 9
USUAL: Final = re.compile(r"[0-9]++(?:[ \t]*+,[ \t]*+[0-9]++)*+")
SEPARATORS: Final = ",;"
AROUND: Final = b' \t"'  # characters that may surround a number
FIRST_ROW = re.compile(r"(?:\s++|#[^\n]*+)*+[0-9]++[ \t]*+,[^?._:]*$", re.MULTILINE)
NATIVE_CELL: Final = re.compile(r"^(?:[^#\n]*,)?[ \t]*[._][ \t]*(?:[,#\r\n]|\Z)", re.MULTILINE)


def looks_like(text: str) -> bool:
    """Return whether a comma follows the first number and no cell is of a kind that only the native format has (. and _)."""
    return FIRST_ROW.match(text) is not None and NATIVE_CELL.search(text) is None


def parse(source: Source) -> list[Document]:
    """Parse the one board of a file. Raises InputError with line and column."""
    rows = [token for token in parse_grammar("csv", source, EXPECTED).children if not hasattr(token, "data")]
    return [Document(separated([*map(_usual, rows)], source), source)]


def _usual(row: Token) -> Token:
    """Return a row with its separators as commas and its empty cells as 0."""
    if USUAL.fullmatch(row):
        return row
    separator = next((one for one in SEPARATORS if one in row), "\t").encode()
    cells = row.encode().translate(bytes.maketrans(separator, b","), AROUND.replace(separator, b"")).decode()
    filled = f",{cells},".replace(",,", ",0,").replace(",,", ",0,")  # twice, for each comma stands between two cells
    return row.update(value=filled[1:-1])


def write(document: Document) -> str:
    """Return the cells as text. Raises UsageError for settings, unknown numbers, and a single column with numbers from 10."""
    refuse_extras(document, "csv")
    if document.cells.shape[1] == 1 and document.cells.max(initial=0) > ONE_DIGIT:  # it would be read as rows of digits
        raise Inexpressible("csv", "a single column with numbers from 10")
    return "\n".join(", ".join(map(str, row)) for row in document.cells.tolist()) + "\n"


FORMAT: Final = Format(
    summary="tables of spreadsheets: numbers with commas between, 0 or nothing for an empty cell",
    suffixes=(".csv", ".tsv", ".txt"),
    example="0, 2, 0, 5, 0, 0, 2\n",
    looks_like=looks_like,
    parse=parse,
    write=write,
    families=(DEFAULT_FAMILY,),  # a table has no place for the name of a family
)
