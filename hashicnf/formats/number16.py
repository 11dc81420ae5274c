"""The code of grids in URLs of puzz.link: hexadecimal numbers, and letters for runs of empty cells.

g ... z    1 to 20 empty cells
0 ... f    a number up to 15
-xx        16 to 255
+xxx       256 to 4,095
=xxx       4,096 to 8,191
@xxx       8,192 to 12,239 (% in old URLs)
*xxxx      12,240 to 77,775
$xxxxx     from 77,776
.          a number that is not known
"""

from __future__ import annotations

import re
from typing import Final

import numpy as np

from hashicnf.core.document import EMPTY, UNKNOWN
from hashicnf.errors import Inexpressible, counted
from hashicnf.formats import Passage
from hashicnf.formats.parsing import require_size
from hashicnf.logic import Ints

EXPECTED: Final = "0 to f for a number, . for ?, g to z for 1 to 20 empty cells, - and two digits for a number from 16"
GAP: Final = "ghijklmnopqrstuvwxyz"
SIGNS: Final = {  # by sign: the least number that is written with it, the number that is written as zeros, and how many digits
    "": (0, 0, 1),
    "-": (16, 0, 2),
    "+": (256, 0, 3),
    "=": (4096, 4096, 3),
    "@": (8192, 8192, 3),
    "*": (12_240, 12_240, 4),
    "$": (77_776, 77_776, 5),
}
MOST: Final = 77_776 + 0xFFFFF
CODES: Final = [rf"{re.escape(sign)}[0-9a-f]{{{digits}}}" for sign, (_, _, digits) in SIGNS.items()]
TOKEN: Final = re.compile("|".join(["[g-z.]", *CODES]).replace("@", "[%@]"))  # % in old URLs


def decode(passage: Passage, rows: int, columns: int) -> tuple[Ints, list[int]]:
    """Return a grid, int32[rows, columns], and for each cell, in reading order, its 0-based index in the passage.

    Raises InputError for characters that have no meaning in this code, for a wrong number of cells, and for the number 0, which
    occurs in no family that uses the code.
    """
    total, text = rows * columns, passage.text
    require_size(passage.source, total, 0, passage.line, passage.column)
    cells = np.full(total, EMPTY, dtype=np.int32)
    places: list[int] = []
    at = 0
    while at < len(text):
        if (found := TOKEN.match(text, at)) is None:
            raise passage.error(f"{text[at]!r} does not belong here", at, EXPECTED)
        word = found[0]
        run = GAP.find(word) + 1 or 1
        if len(places) + run > total:
            raise passage.error(_wrong_size(rows, columns, "the code goes on"), at, "a code that ends with the board")
        if word not in GAP:
            cells[len(places)] = _number(word, passage, at)
        places += [at] * run
        at = found.end()
    if len(places) < total:
        raise passage.error(_wrong_size(rows, columns, f"the code has only {len(places):,}"), at, EXPECTED)
    return cells.reshape(rows, columns), places


def _wrong_size(rows: int, columns: int, found: str) -> str:
    return f"a board of {columns:,} x {rows:,} has {counted(rows * columns, 'cell')}, and {found}"


def _number(word: str, passage: Passage, at: int) -> int:
    if word == ".":
        return UNKNOWN
    word = word.replace("%", "@")
    sign = word[0] if word[0] in SIGNS else ""
    number = SIGNS[sign][1] + int(word.removeprefix(sign), 16)
    if number == 0:
        raise passage.error("a number 0", at, "a number from 1")
    return number


def encode(cells: Ints) -> str:
    """Return the code of a grid. Raises UsageError for a number too large for the code."""
    parts: list[str] = []
    gap = 0
    for number in cells.ravel().tolist():
        if number == EMPTY:
            gap += 1
            continue
        parts.append(_gap(gap) + ("." if number == UNKNOWN else _code(number)))
        gap = 0
    return "".join(parts) + _gap(gap)


def _gap(cells: int) -> str:
    """Return the code of a run of empty cells as the player writes it: full runs of 20 cells, then the rest."""
    most = len(GAP)
    return GAP[-1] * (cells // most) + (GAP[cells % most - 1] if cells % most else "")


def _code(number: int) -> str:
    if number > MOST:
        raise Inexpressible("puzzlink", f"numbers above {MOST:,}")
    sign = next(sign for sign, (least, _, _) in reversed(SIGNS.items()) if number >= least)
    _, start, digits = SIGNS[sign]
    return f"{sign}{number - start:0{digits}x}"
