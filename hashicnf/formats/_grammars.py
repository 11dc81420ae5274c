"""Grammars, and parsers made of them.

A grammar of ``grammar/`` is the only source of its parser. To make the tables of one takes Lark longer than to read a usual puzzle,
so they are made ahead and shipped in ``tables/``. A file of tables has the version of Lark and a checksum of the grammar in its
name: where another Lark is installed, or the grammar was changed, no file has the right name, and the tables are made anew.
"""

from __future__ import annotations

import zlib
from pathlib import Path
from typing import TYPE_CHECKING, Final

from hashicnf.errors import InternalError

if TYPE_CHECKING:
    from lark import Lark

PACKAGE: Final = Path(__file__).parent.parent
FOLDERS: Final = (PACKAGE / "grammar", PACKAGE.parent / "grammar")
TABLES: Final = PACKAGE / "formats" / "tables"


def grammar_text(grammar: str) -> str:
    """Read a grammar, from the installed package or from the checkout."""
    for folder in FOLDERS:
        if (path := folder / f"{grammar}.lark").is_file():
            return path.read_text(encoding="utf-8")
    raise InternalError(f"the grammar {grammar}.lark is missing from the installation")


def tables_of(grammar: str) -> Path:
    """Name the file of a grammar's tables for the installed Lark; there may be none."""
    import lark

    return TABLES / f"{grammar}-{zlib.crc32(grammar_text(grammar).encode()):08x}-lark-{lark.__version__}.tables"


def make_parser(grammar: str) -> Lark:
    """Make the tables of a grammar."""
    from lark import Lark

    text = grammar_text(grammar)
    return Lark(text, parser="lalr", lexer="basic", propagate_positions=False, maybe_placeholders=False)


def load_parser(grammar: str) -> Lark:
    """Load the tables of a grammar, or make them."""
    from lark import Lark

    try:
        stream = tables_of(grammar).open("rb")
    except FileNotFoundError:
        return make_parser(grammar)
    with stream:
        return Lark.load(stream)
