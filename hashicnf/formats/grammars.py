"""Grammars, their parsers, and errors in place of those of Lark.

A grammar, of ``grammar/`` or beside the format of a family, is the only source of its parser. To make the tables of one takes
Lark longer than to read a usual puzzle, so they are made ahead and shipped, in a folder ``tables``. A file of them has the version
of Lark and a checksum of the grammar in its name: where another Lark is installed, or the grammar was changed, no file has the
right name, and the tables are made anew.
"""

from __future__ import annotations

import zlib
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Final

from hashicnf.core.document import Source
from hashicnf.errors import InputError, InternalError

if TYPE_CHECKING:
    from lark import Lark, Tree
    from lark.lexer import Token

PACKAGE: Final = Path(__file__).parent.parent
FOLDERS: Final = (PACKAGE / "grammar", PACKAGE.parent / "grammar")
TABLES: Final = PACKAGE / "formats" / "tables"


def grammar_text(grammar: str | Path) -> str:
    """Read a grammar by its name, from the installed package or from the checkout, or the file of one that lies elsewhere."""
    for path in [grammar] if isinstance(grammar, Path) else [folder / f"{grammar}.lark" for folder in FOLDERS]:
        if path.is_file():
            return path.read_text(encoding="utf-8")
    raise InternalError(f"the grammar {Path(grammar).stem}.lark is missing from the installation")


def tables_of(grammar: str | Path) -> Path:
    """Name the file of a grammar's tables for the installed Lark; there may be none."""
    import lark

    folder = grammar.parent / "tables" if isinstance(grammar, Path) else TABLES
    checksum = zlib.crc32(grammar_text(grammar).encode())
    return folder / f"{Path(grammar).stem}-{checksum:08x}-lark-{lark.__version__}.tables"


def make_parser(grammar: str | Path) -> Lark:
    """Make the tables of a grammar."""
    from lark import Lark

    text = grammar_text(grammar)
    return Lark(text, parser="lalr", lexer="basic", propagate_positions=False, maybe_placeholders=False)


def load_parser(grammar: str | Path) -> Lark:
    """Load the tables of a grammar, or make them."""
    from lark import Lark

    try:
        stream = tables_of(grammar).open("rb")
    except FileNotFoundError:
        return make_parser(grammar)
    with stream:
        return Lark.load(stream)


@lru_cache
def parser(grammar: str | Path) -> Lark:
    """Load a parser once."""
    return load_parser(grammar)


def parse(grammar: str | Path, source: Source, expected: str) -> Tree[Token]:
    """Parse a text. Raises InputError at the first character or token that does not fit; ``expected`` is in plain words."""
    from lark.exceptions import UnexpectedCharacters, UnexpectedEOF, UnexpectedToken

    if not source.text.strip():
        raise InputError("the file is empty", source.name, expected=expected)
    try:
        return parser(grammar).parse(source.text.replace("\f", " ").replace("\v", " "))
    except UnexpectedCharacters as problem:
        line, column = problem.line, problem.column
        found = source.line(line)[column - 1 : column]
        raise source.error(f"{_named(found)} does not belong here", line, column, expected) from None
    except (UnexpectedToken, UnexpectedEOF) as problem:
        token = problem.token
        if isinstance(problem, UnexpectedEOF) or token.type == "$END":
            last = source.text.rstrip().count("\n") + 1
            raise source.error("the file ends too early", last, len(source.line(last)) + 1, expected) from None
        line, column = token.line or 1, token.column or 1
        raise source.error(f"{_short(token)} does not belong here", line, column, expected) from None


def _named(character: str) -> str:
    if not character:
        return "the end of the line"
    if character == "\t":
        return "a tab"
    return repr(character) if character.isprintable() else f"the character U+{ord(character):04X}"


def _short(token: str) -> str:
    first = token.split("\n", maxsplit=1)[0].strip()
    return repr(first if len(first) <= 20 else first[:20] + "…") if first else "the end of the line"
