"""Game IDs of Simon Tatham's Bridges, one a line: the grammar is ``grammar/tatham.lark``."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

import numpy as np
from numpy.typing import NDArray

from hashicnf.core.document import UNKNOWN, Document, Setting, Source
from hashicnf.errors import UsageError, counted
from hashicnf.formats import Format
from hashicnf.formats._lark import parse as parse_grammar

if TYPE_CHECKING:
    from lark.lexer import Token

EXPECTED = "game IDs such as 7x7m2:a3c3a1e1c2a3b3d3h2c1a2e2, one a line"
START = re.compile(r"(?:\s++|#[^\n]*+)*+[0-9][0-9A-Za-z]*+:")
PARTS = re.compile(r"(\d+)(?:x(\d+))?(?:[ied]\d+)*(?:m(\d+))?(L?)(?:d\d+)?:")
LARGEST_CLUE = 35
GLYPHS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"
LETTERS = "abcdefghijklmnopqrstuvwxyz"
RUN = bytes.maketrans((GLYPHS + LETTERS).encode(), bytes([1] * len(GLYPHS) + [*range(1, 27)]))
CLUE = bytes.maketrans((GLYPHS + LETTERS).encode(), bytes([*range(len(GLYPHS)), *[0] * len(LETTERS)]))


def looks_like(text: str) -> bool:
    """Look for a size and a colon."""
    return START.match(text) is not None


def parse(source: Source) -> list[Document]:
    """Parse all game IDs of a file. Raises InputError with line and column."""
    tokens = parse_grammar("tatham", source, EXPECTED).children
    is_alone = source.text.count(":") <= 1
    return [_game(token, source, is_alone=is_alone) for token in tokens if not hasattr(token, "data")]


def _game(token: Token, source: Source, *, is_alone: bool) -> Document:
    line, column = token.line or 1, token.column or 1
    found = PARTS.match(token)
    if found is None:
        raise source.error("these parameters cannot be read", line, column, EXPECTED)
    width = int(found[1])
    height = int(found[2] or found[1])
    run, clue = _runs(token[found.end() :])
    if (total := int(run.sum(dtype=np.int64))) != width * height:
        raise source.error(
            f"the board has {counted(total, 'cell')}, and {width:,} x {height:,} are {width * height:,}",
            line,
            column + found.end(),
            "letters a to z for 1 to 26 empty cells and a digit or capital for each island",
        )
    here = clue > 0
    source.require_size(total, int(np.count_nonzero(here)), line, column)
    cells = np.zeros(total, dtype=np.int32)
    cells[(np.cumsum(run, dtype=np.int64) - run)[here]] = clue[here]
    settings = {}
    if found[3]:
        settings["max-bridges"] = Setting(str(int(found[3])), line, column + found.start(3))
    if found[4]:
        settings["loops"] = Setting("no", line, column + found.start(4))
    own = Source(source.name if is_alone else f"{source.name}:{line}", source.text)
    return Document(cells.reshape(height, width), own, settings)


def _runs(text: str) -> tuple[NDArray[np.uint8], NDArray[np.uint8]]:
    """Translate a board's characters: the cells each stands for, and its clue (0 for empty cells)."""
    code = text.encode()
    run, clue = (np.frombuffer(code.translate(table), dtype=np.uint8) for table in (RUN, CLUE))
    return run, clue


def write(document: Document) -> str:
    """Write a game ID. Raises UsageError for unknown numbers and for numbers above 35."""
    cells = document.cells
    if (cells == UNKNOWN).any() or cells.max(initial=0) > LARGEST_CLUE:
        raise UsageError("the tatham format cannot express unknown numbers or numbers above 35; use native")
    rows, columns = cells.shape
    most = document.settings["max-bridges"].value if "max-bridges" in document.settings else "2"
    no_loops = "loops" in document.settings and document.settings["loops"].value.lower() in ("no", "false", "off")
    board = []
    gap = 0
    for clue in [*cells.ravel().tolist(), -1]:
        if clue == 0:
            gap += 1
            continue
        board.append("z" * (gap // 26) + (chr(ord("a") + gap % 26 - 1) if gap % 26 else ""))
        board.append(GLYPHS[clue] if clue > 0 else "")
        gap = 0
    return f"{columns}x{rows}m{most}{'L' * no_loops}:{''.join(board)}\n"


FORMAT: Final = Format(
    "game IDs of Simon Tatham's Bridges, one a line",
    (".tatham", ".txt"),
    1,
    looks_like,
    parse,
    write,
    "7x7m2:a3c3a1e1c2a3b3...",
    "",
)
