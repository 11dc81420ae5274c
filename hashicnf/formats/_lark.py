"""Run a grammar over a text: parse, and turn what Lark says of bad input into our errors."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from hashicnf.core.document import Source
from hashicnf.errors import InputError
from hashicnf.formats._grammars import load_parser

if TYPE_CHECKING:
    from lark import Lark, Tree
    from lark.lexer import Token


@lru_cache
def parser(grammar: str) -> Lark:
    """Load a parser once."""
    return load_parser(grammar)


def parse(grammar: str, source: Source, expected: str) -> Tree[Token]:
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
