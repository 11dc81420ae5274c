"""The native format (.puz): settings, comments, rows. The grammar is ``grammar/native.lark``.

Rows are separated (blanks or commas between cells) or compact (one character a cell): all rows of a board the same way.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from hashicnf.core.document import DEFAULT_FAMILY, Document, Setting, Source, native_rows
from hashicnf.errors import one_of
from hashicnf.formats import Format
from hashicnf.formats._cells import compact, separated
from hashicnf.formats._lark import parse as parse_grammar

if TYPE_CHECKING:
    from lark import Tree
    from lark.lexer import Token

KNOWN = ("family", "title", "max-bridges", "loops")
EXPECTED = "settings such as 'max-bridges: 2', then rows of cells: . 0 _ empty, 1 2 3 ... numbers, ? unknown"


def looks_like(text: str) -> bool:
    """Accept everything: this is the last format to be tried."""
    return bool(text)


def parse(source: Source) -> list[Document]:
    """Parse all boards of a file. Raises InputError with line and column."""
    boards = parse_grammar("native", source, EXPECTED).children
    return [_board(tree, source) for tree in boards if not isinstance(tree, str)]


def _board(tree: Tree[Token], source: Source) -> Document:
    tokens = [child for child in tree.children if not hasattr(child, "data")]
    settings: dict[str, Setting] = {}
    rows: list[Token] = []
    for token in tokens:
        if token.type == "SETTING":
            name, setting = _setting(token, source)
            if rows:
                raise source.error(
                    "a setting after the first row", token.line or 1, token.column or 1, "a row of cells"
                )
            if name in settings:
                raise source.error(f"{name} is set twice", token.line or 1, token.column or 1)
            settings[name] = setting
        else:
            rows.append(token)
    if not rows:
        last = tokens[-1]
        raise source.error("a board without rows", last.line or 1, (last.end_column or 1), EXPECTED)
    for row in rows:
        if row.type != rows[0].type and len(row) > 1:
            how = "separated like" if rows[0].type == "SEPARATED_ROW" else "one character a cell like"
            raise source.error(
                "this row is written another way", row.line or 1, row.column or 1, f"cells {how} the first row"
            )
    cells = (separated if rows[0].type == "SEPARATED_ROW" else compact)(rows, source)
    family = settings["family"].value if "family" in settings else DEFAULT_FAMILY
    return Document(cells, source, settings, family)


def _setting(token: Token, source: Source) -> tuple[str, Setting]:
    name, _, value = str(token).partition(":")
    line, column = token.line or 1, token.column or 1
    key = name.strip().lower()
    if key not in KNOWN:
        raise source.error(f"no setting is named {key!r}", line, column, one_of(key, KNOWN))
    at = column + len(name) + 1 + len(value) - len(value.lstrip())
    return key, Setting(value.strip(), line, at)


def write(document: Document) -> str:
    """Write a document; settings come first."""
    head = [f"{name}: {setting.value}" for name, setting in document.settings.items()]
    return "\n".join([*head, *native_rows(document.cells)]) + "\n"


FORMAT: Final = Format(
    "settings, comments and rows; one character a cell, or separated",
    (".puz",),
    9,
    looks_like,
    parse,
    write,
    ".2.5..2",
    "---\n",
)
