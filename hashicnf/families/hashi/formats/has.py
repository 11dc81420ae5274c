"""The public Hashiwokakero benchmark's format: the grammar is ``grammar/has.lark``.

Reference: Coelho, Laporte, Lindbeck and Vidal 2019, "Benchmark instances and branch-and-cut algorithm for the
Hashiwokakero puzzle".
"""

from __future__ import annotations

import re
from typing import Final

import numpy as np

from hashicnf.core.document import Document, Source
from hashicnf.errors import counted
from hashicnf.formats import Format
from hashicnf.formats.parsing import (
    is_table_with_gaps,
    lines_of,
    place_of,
    ragged,
    read_tokens,
    refuse_extras,
    separated,
)

EXPECTED = "a line 'rows columns islands', then rows of numbers with blanks between, 0 for an empty cell"
START = re.compile(r"\s*([0-9]+)[ \t]+([0-9]+)[ \t]+[0-9]+[ \t]*\r?\n[ \t]*([0-9][^#\r\n]*)?")
FOREIGN: Final = re.compile(r"[^0-9\s]")
NUMBER: Final = re.compile(r"[0-9]+")


def looks_like(text: str) -> bool:
    """Return whether the first line is a header of three numbers, not a row of three cells, nor one with empty cells.

    It is a header if the next line has another length and no tab stands for an empty cell, as in tables of spreadsheets, or if all
    that follows is numbers, as many as the header declares.
    """
    if (found := START.match(text)) is None or found[3] is None:
        return False
    if len(found[3].split(None, 3)) != 3 and not is_table_with_gaps(text):
        return True
    rows, columns = int(found[1][:9]), int(found[2][:9])
    rest = text.lstrip().split("\n", 1)[1]
    is_true = (
        len(found[3].split()) == columns and len(rest.split(None, min(rows * columns, len(text)))) == rows * columns
    )
    return is_true and FOREIGN.search(rest) is None


def parse(source: Source) -> list[Document]:
    """Parse the one board of a file and compare it with its header. Raises InputError with line and column."""
    (text,) = read_tokens("has", source, EXPECTED)
    header, *rows = lines_of(text)
    numbers = [*NUMBER.finditer(header)]
    if len(numbers) != 3:
        raise source.error("this is no header", *place_of(header), "three numbers: rows columns islands")

    def require(number: re.Match[str], found: int, noun: str, which: str) -> None:
        if found != (declared := int(number[0])):
            message = f"the header declares {counted(declared, noun)} and the file has {found:,}"
            raise source.error(message, *place_of(header, number.start()), f"{found} as the {which} number")

    require(numbers[0], len(rows), "row", "first")
    if rows and (columns := len(rows[0].split())) != (wanted := int(numbers[1][0])):
        raise ragged(rows[0], columns, wanted, source, like="the header declares")
    cells = separated(rows, source) if rows else np.zeros((0, 0), dtype=np.int32)
    require(numbers[2], int(np.count_nonzero(cells)), "island", "third")
    return [Document(cells, source, family="hashi")]


def write(document: Document) -> str:
    """Return header and cells as text. Raises UsageError for boards with settings or unknown numbers."""
    refuse_extras(document, "has")
    rows, columns = document.cells.shape
    head = f"{rows} {columns} {np.count_nonzero(document.cells)}"
    return "\n".join([head, *(" ".join(map(str, row)) for row in document.cells.tolist())]) + "\n"


FORMAT: Final = Format(
    summary="the public benchmark: 'rows columns islands', then numbers",
    suffixes=(".has",),
    example="2 3 2\n1 0 1\n0 0 0\n",
    looks_like=looks_like,
    parse=parse,
    write=write,
)
