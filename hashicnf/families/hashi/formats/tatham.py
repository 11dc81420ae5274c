"""Game IDs of Simon Tatham's Bridges, one a line: the grammar is ``grammar/tatham.lark``."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final, TypeVar

import numpy as np
from numpy.typing import NDArray

from hashicnf.core.document import UNKNOWN, Document, Setting, Source
from hashicnf.core.options import Option
from hashicnf.errors import UsageError, counted
from hashicnf.families.hashi.board import LOOPS, MAX_BRIDGES
from hashicnf.formats import Format
from hashicnf.formats.parsing import parse as parse_grammar

if TYPE_CHECKING:
    from lark.lexer import Token

V = TypeVar("V")

EXPECTED = "game IDs such as 7x7m2:a3c3a1e1c2a3b3d3h2c1a2e2, one a line"
START = re.compile(r"(?:\s++|#[^\n]*+)*+[0-9][0-9A-Za-z]*+:(?![ \t])")
PARTS = re.compile(r"(\d+)(?:x(\d+))?(?:[ied]\d+)*(?:m(\d+))?(L?)(?:d\d+)?:")
LARGEST_CLUE = 35
GLYPHS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"
LETTERS = "abcdefghijklmnopqrstuvwxyz"
RUN = bytes.maketrans((GLYPHS + LETTERS).encode(), bytes([1] * len(GLYPHS) + [*range(1, 27)]))
CLUE = bytes.maketrans((GLYPHS + LETTERS).encode(), bytes([*range(len(GLYPHS)), *[0] * len(LETTERS)]))


def looks_like(text: str) -> bool:
    """Look for a size and a colon, with no blank after it."""
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
        settings[MAX_BRIDGES.name] = Setting(str(int(found[3])), line, column + found.start(3))
    if found[4]:
        settings[LOOPS.name] = Setting(LOOPS.show(False), line, column + found.start(4))
    own = Source(source.name if is_alone else f"{source.name}:{line}", source.text)
    return Document(cells.reshape(height, width), own, settings, "hashi")


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
    most, loops = _setting(document, MAX_BRIDGES), _setting(document, LOOPS)
    board = []
    gap = 0
    for clue in [*cells.ravel().tolist(), -1]:
        if clue == 0:
            gap += 1
            continue
        board.append("z" * (gap // 26) + (chr(ord("a") + gap % 26 - 1) if gap % 26 else ""))
        board.append(GLYPHS[clue] if clue > 0 else "")
        gap = 0
    return f"{columns}x{rows}m{most}{'' if loops else 'L'}:{''.join(board)}\n"


def _setting(document: Document, option: Option[V]) -> V:
    """Read a setting of a document, or take its default."""
    setting = document.settings.get(option.name)
    return option.default if setting is None else option.parse(setting.value)


FORMAT: Final = Format(
    summary="game IDs of Simon Tatham's Bridges, one a line",
    suffixes=(".tatham", ".txt"),
    example="7x7m2:a3c3a1e1c2a3b3d3h2c1a2e2\n",
    looks_like=looks_like,
    parse=parse,
    write=write,
    separator="",
)
