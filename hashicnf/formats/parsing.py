"""Functions that formats share: parsers from grammars, InputErrors in place of those of Lark, and rows of text as arrays of cells.

A grammar, of ``grammar/`` or beside the format of a family, is the only source of its parser. Lark takes longer to make the
tables of a parser than to parse a usual puzzle, so the tables are made ahead and shipped in a folder ``tables``. The name of a
file of tables holds the version of Lark and a checksum of the grammar: with another version of Lark, or a changed grammar, no
file has that name, and the tables are made anew.

Rows become arrays of cells in bulk; a row is scanned again, slowly, only to report an error in it.
"""

from __future__ import annotations

import re
import zlib
from collections.abc import Collection, Sequence
from functools import lru_cache
from itertools import islice, pairwise, product
from pathlib import Path
from typing import TYPE_CHECKING, Final

import numpy as np

from hashicnf.core.document import LARGEST, UNKNOWN, Document, Source
from hashicnf.errors import Inexpressible, InputError, InternalError, UsageError, counted
from hashicnf.logic import Ints

if TYPE_CHECKING:
    from lark import Lark, Tree
    from lark.lexer import Token

PACKAGE: Final = Path(__file__).parent.parent
FOLDERS: Final = (PACKAGE / "grammar", PACKAGE.parent / "grammar")
TABLES: Final = PACKAGE / "formats" / "tables"

MOST_DIGITS: Final = len(str(LARGEST))
LONE_RETURN: Final = re.compile(r"\r(?!\n)")
BLANKS: Final = str.maketrans("\f\v", "  ")
SEPARATED = str.maketrans({",": " ", ".": "0", "_": "0", "\t": " "})
COMPACT = bytes.maketrans(b"._0123456789?", bytes([1, 1, *range(1, 11), 0]))
MANY_DIGITS: Final = re.compile(r"[0-9]{10,}")
TOO_LONG = re.compile(r"(?<![^ \t,])[0-9]{10,}(?![^ \t,#])")
SEPARATOR = re.compile(r"[ \t,]")
BETWEEN_CELLS: Final = re.compile(r"[ \t]*,[ \t]*|[ \t]+")
MOST_CELLS: Final = 1 << 25
MOST_CLUES: Final = 1 << 22
LONGEST_LINE: Final = 10_000  # characters of a row whose cells are objects
TABLE_LINE: Final = re.compile(r"[^\r\n]+")
TABLE_CELL: Final = re.compile(r' *(?:[0-9]{1,9}|\?|"(?:[0-9]{1,9}|\?)?")? *')
LETTERS = bytes.maketrans(b"._0?", bytes([1, 1, 1, 0]))  # every other character is its code point


def plain(text: str) -> str:
    """Return a text with a line feed for each carriage return without one, and a blank for each form feed and vertical tab."""
    text = LONE_RETURN.sub("\n", text) if "\r" in text else text
    return text.translate(BLANKS) if "\f" in text or "\v" in text else text


def grammar_text(grammar: str | Path) -> str:
    """Return the text of a grammar: by name from the installed package or the checkout, or by the path of a file elsewhere."""
    for path in [grammar] if isinstance(grammar, Path) else [folder / f"{grammar}.lark" for folder in FOLDERS]:
        if path.is_file():
            return path.read_text(encoding="utf-8")
    if not PACKAGE.is_dir():
        raise UsageError(
            "hashicnf cannot run from an archive: its grammars, tables and pages are files; install it unpacked"
        )
    raise InternalError(f"the grammar {Path(grammar).stem}.lark is missing from the installation")


def tables_of(grammar: str | Path) -> Path:
    """Return the path of a grammar's tables for the installed version of Lark; the file may not exist."""
    import lark

    folder = grammar.parent / "tables" if isinstance(grammar, Path) else TABLES
    checksum = zlib.crc32(grammar_text(grammar).encode())
    return folder / f"{Path(grammar).stem}-{checksum:08x}-lark-{lark.__version__}.tables"


def make_parser(grammar: str | Path) -> Lark:
    """Return a parser whose tables are made from the grammar."""
    from lark import Lark

    text = grammar_text(grammar)
    return Lark(text, parser="lalr", lexer="basic", propagate_positions=False, maybe_placeholders=False)


def load_parser(grammar: str | Path) -> Lark:
    """Return a parser from shipped tables if they exist, otherwise from the grammar."""
    from lark import Lark

    try:
        stream = tables_of(grammar).open("rb")
    except FileNotFoundError:
        return make_parser(grammar)
    with stream:
        return Lark.load(stream)


@lru_cache
def parser(grammar: str | Path) -> Lark:
    """Return the parser of a grammar, which is loaded once."""
    return load_parser(grammar)


def terminal(grammar: str | Path, name: str) -> re.Pattern[str]:
    """Return the regular expression of a terminal of a grammar."""
    return re.compile(parser(grammar).get_terminal(name).pattern.to_regexp())


def read_tokens(grammar: str | Path, source: Source, expected: str) -> list[Token]:
    """Return the tokens of a text, by a grammar whose rules group none of them. Raises InputError as ``parse`` does."""
    return [token for token in parse(grammar, source, expected).children if not hasattr(token, "data")]


def parse(grammar: str | Path, source: Source, expected: str) -> Tree[Token]:
    """Parse a text. Raises InputError at the first character or token that does not fit; ``expected`` is part of its message."""
    from lark.exceptions import UnexpectedCharacters, UnexpectedEOF, UnexpectedToken

    if not source.text.strip():
        raise source.nothing(expected)
    try:
        return parser(grammar).parse(source.text)
    except UnexpectedCharacters as problem:
        line, column = problem.line, problem.column
        _require_short_numbers(source, line)
        found = source.line(line)[column - 1 : column]
        raise source.error(f"{shown_character(found)} does not belong here", line, column, expected) from None
    except (UnexpectedToken, UnexpectedEOF) as problem:
        token = problem.token
        if isinstance(problem, UnexpectedEOF) or token.type == "$END":
            raise source.nothing(expected) from None
        line, column = place_of(token, len(token) - len(token.lstrip(" \t")))
        _require_short_numbers(source, line)
        raise source.error(f"{_short(token)} does not belong here", line, column, expected) from None


def lines_of(token: Token) -> list[Token]:
    """Return the lines of a token without the blanks around them, each as a token with its place; blank lines are left out."""
    first, column = place_of(token)
    found = []
    for number, line in enumerate(token.split("\n"), first):
        if row := line.strip():
            start = line.index(row) + (column if number == first else 1)
            found.append(type(token)(token.type, row, line=number, column=start))
    return found


def place_of(token: Token, at: int = 0) -> tuple[int, int]:
    """Return line and column (1-based) of a token's character ``at`` (0-based) in its first line."""
    return token.line or 1, (token.column or 1) + at


def _require_short_numbers(source: Source, line: int) -> None:
    """Raise InputError if a line of several cells holds a number with more digits than any grammar accepts."""
    text = source.line(line)
    if SEPARATOR.search(text.strip()) and (found := long_number(text, TOO_LONG)) is not None:
        raise source.error(found[0], line, *found[1:])


def long_number(text: str, pattern: re.Pattern[str] = MANY_DIGITS) -> tuple[str, int, str] | None:
    """Return what is wrong with the first number of too many digits in a line, its column, and what is expected; else None."""
    if (number := pattern.search(text)) is None:
        return None
    message = f"a number of {len(number[0]):,} digits does not belong here"
    return message, number.start() + 1, "numbers of at most 9 digits"


def shown_character(character: str) -> str:
    """Return the words for a character, or for the end of a line; beyond ASCII with its name, since it may look like another."""
    from unicodedata import name

    if not character:
        return "the end of the line"
    if character == "\t":
        return "a tab"
    words = repr(character) if character.isprintable() else f"the character U+{ord(character):04X}"
    known = "" if character.isascii() else name(character, "")
    return f"{words} ({known.lower()})" if known else words


def _short(token: str) -> str:
    first = token.split("\n", maxsplit=1)[0].strip()
    return repr(first if len(first) <= 20 else first[:20] + "…") if first else "the end of the line"


def separated(rows: Sequence[Token], source: Source) -> Ints:
    """Return rows of cells, separated by blanks or commas, as int32[rows, columns]. Raises InputError for ragged rows."""
    text = _single_blanks("\n".join(rows).translate(SEPARATED).replace("?", "-1")).replace(" \n", "\n").rstrip()
    counts = [line.count(" ") + 1 for line in text.split("\n")]
    require_equal(rows, counts, source)
    require_size(source, sum(counts), 0, *place_of(rows[0]))
    cells = np.fromstring(text, dtype=np.int64, sep=" ").astype(np.int32)
    require_size(source, len(cells), int(np.count_nonzero(cells)), *place_of(rows[0]))
    return cells.reshape(len(rows), counts[0])


def _single_blanks(text: str) -> str:
    """Return a text with each run of blanks replaced by one."""
    while "  " in text:
        text = text.replace("  ", " ")
    return text


def compact(rows: Sequence[Token], source: Source) -> Ints:
    """Return rows of one character per cell as int32[rows, columns]. Raises InputError for ragged rows."""
    cells = _codes(rows, source, COMPACT)
    cells -= 1
    return cells


def letters(rows: Sequence[Token], source: Source) -> Ints:
    """Return rows of letters as int32[rows, columns] of code points, EMPTY or UNKNOWN. Raises InputError for ragged rows."""
    code = _codes(rows, source, LETTERS)
    return np.where(code <= 1, code - 1, code)


def _codes(rows: Sequence[Token], source: Source, table: bytes) -> Ints:
    """Return rows of one character per cell by a translation table, in which 1 is an empty cell, as int32[rows, columns]."""
    counts = [len(row) for row in rows]
    require_equal(rows, counts, source)
    codes = np.frombuffer("".join(rows).encode().translate(table), dtype=np.uint8)
    require_size(source, len(codes), int(np.count_nonzero(codes != 1)), *place_of(rows[0]))
    return codes.astype(np.int32).reshape(len(rows), counts[0])


def empty_lines(rows: Sequence[Token], source: Source) -> dict[int, int]:
    """Return the number of empty lines before each row that follows some, by its index; a comment line is not empty."""
    gaps = [at for at, (one, next_) in enumerate(pairwise(rows), 1) if place_of(next_)[0] - place_of(one)[0] > 1]
    if not gaps:
        return {}
    lines = source.text.split("\n")
    between = {at: lines[place_of(rows[at - 1])[0] : place_of(rows[at])[0] - 1] for at in gaps}
    return {at: empty for at, skipped in between.items() if (empty := sum(not line.strip() for line in skipped))}


def may_have_gaps(text: str, separator: str = "\t") -> bool:
    """Return whether a separator stands beside another, a comment or an end of a line; otherwise ``gap`` finds nothing."""
    if separator not in text:
        return False
    beside = f"\n{text}\n".replace(" ", "")
    return any(f"{a}{b}" in beside for a, b in product(f"{separator}\r\n", f"{separator}\r\n#") if separator in (a, b))


def gap(rows: Sequence[str], separator: str = "\t") -> tuple[int, int] | None:
    """Return row and column of the separator beside the first empty cell, both from 0 on; None if no cell is empty.

    Columns without a cell in any row, at the left or the right, are not counted: there, tabs only indent or end the rows.
    """
    table = [row.split(separator) for row in rows]
    filled = [at for row in table for at, cell in enumerate(row) if cell.strip()]
    first, last = min(filled, default=0), max(filled, default=0)
    if first == last:  # rows without a cell are empty lines, which may be indented as well
        return None
    for number, row in enumerate(table):
        at = next((at for at in range(first, min(last + 1, len(row))) if not row[at].strip()), None)
        if at is not None:
            start = sum(len(cell) + 1 for cell in row[:at])
            return number, start + len(row[at]) if at + 1 < len(row) else start - 1
    return None


def is_table_with_gaps(text: str, separator: str = "\t") -> bool:
    """Return whether a text is a table of numbers as spreadsheets write them, with an empty cell in it as ``gap`` finds it."""
    if not may_have_gaps(text, separator):
        return False
    lines = (found[0].partition("#") for found in TABLE_LINE.finditer(text))
    rows = [line.rstrip() if comment else line for line, comment, _ in lines]
    rows = [row for row in rows if separator in row or row.strip()]
    if len({row.count(separator) for row in rows}) != 1 or gap(rows, separator) is None:
        return False
    return all(TABLE_CELL.fullmatch(cell) for row in rows for cell in row.split(separator))


def natural(text: str) -> int | None:
    """Return the number that a text is, from 0 on and of as many digits as the grammars take, None for any other text."""
    return int(text) if len(text) <= MOST_DIGITS and text.isascii() and text.isdigit() else None


def require_size(source: Source, cells: int, clues: int, line: int, column: int = 1) -> None:
    """Raise InputError for a grid with too many cells or too many clues, before arrays of that size are made."""
    for number, most, things in ((cells, MOST_CELLS, "cells"), (clues, MOST_CLUES, "numbers")):
        if number > most:
            raise source.error(f"a board with {number:,} {things}", line, column, f"at most {most:,}")


def require_short(source: Source, text: str, line: int) -> None:
    """Raise InputError for a line that is too long for a row, before each of its cells becomes an object."""
    if (length := len(text.rstrip())) > LONGEST_LINE:
        column = len(text) - len(text.lstrip()) + 1
        raise source.error(f"a line of {length:,} characters", line, column, f"at most {LONGEST_LINE:,}")


def require_equal(rows: Sequence[Token], counts: Sequence[int], source: Source) -> None:
    """Raise InputError for the first row that has not as many cells as the first."""
    for row, count in zip(rows, counts, strict=True):
        if count != counts[0]:
            raise ragged(row, count, counts[0], source)


def ragged(
    row: Token,
    count: int,
    wanted: int,
    source: Source,
    between: re.Pattern[str] = BETWEEN_CELLS,
    like: str = "in the first row",
) -> InputError:
    """Return the error for a row of the wrong length, which points past its end or at the first surplus cell.

    Cells are separated by ``between``, or if it is not found, each is a character. The wanted length is as ``like`` says.
    """
    line, column = place_of(row)
    text = str(row)
    at = column + len(text)
    if count > wanted:
        found = next(islice(between.finditer(text), wanted - 1, None), None) if wanted else None
        at = column + (wanted if found is None else found.end())
    expected = f"{wanted}, as {like}"
    if wanted == 1 and text.isdigit():
        expected += f"; if {text} is one number, end each row with a comma, such as {text},"
    return source.error(f"this row has {counted(count, 'cell')}", line, at, expected)


def refuse_extras(document: Document, name: str) -> None:
    """Raise UsageError for documents that a plain table of numbers cannot express."""
    refuse_settings(document, name)
    if (document.cells == UNKNOWN).any():
        raise Inexpressible(name, "an unknown number")


def refuse_settings(document: Document, name: str, known: Collection[str] = ()) -> None:
    """Raise UsageError for settings other than the ``known`` ones; titles and families may be dropped in writing."""
    special = [key for key in document.settings if key not in ("title", "family", *known)]
    if special:
        raise Inexpressible(name, special[0])
