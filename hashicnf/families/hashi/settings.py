"""Settings of a Hashiwokakero file: what they are called, what they may be, and the puzzle as native text.

max-bridges: 2     the most bridges between a pair, 1 to 1000
loops: yes         "no" forbids loops: the joined pairs form a tree
title: ...         for people
"""

from __future__ import annotations

from hashicnf.core.document import Document, Setting, native_rows
from hashicnf.errors import InputError
from hashicnf.families.hashi.board import DEFAULT_MAX_BRIDGES, Board, build_board

MOST_MAX_BRIDGES = 1000
YES, NO = ("yes", "true", "on"), ("no", "false", "off")


def build(document: Document) -> Board:
    """Build the board of a document. Raises InputError for settings that cannot be read."""
    settings = document.settings
    most = _number(document, settings["max-bridges"]) if "max-bridges" in settings else DEFAULT_MAX_BRIDGES
    loops = _flag(document, settings["loops"]) if "loops" in settings else True
    return build_board(document, most, loops=loops)


def native_settings(board: Board) -> dict[str, str]:
    """Give the settings that differ from the defaults, for a native file."""
    found = {}
    if board.max_bridges != DEFAULT_MAX_BRIDGES:
        found["max-bridges"] = str(board.max_bridges)
    if not board.loops:
        found["loops"] = "no"
    return found


def lines(board: Board) -> list[str]:
    """Write the puzzle as the lines of a native file; reading them gives the same board."""
    head = [f"{name}: {value}" for name, value in native_settings(board).items()]
    return head + native_rows(board.cells())


def _number(document: Document, setting: Setting) -> int:
    text = setting.value
    if not (text.isascii() and text.isdigit() and len(text) <= 9 and 1 <= int(text) <= MOST_MAX_BRIDGES):
        raise _wrong(document, setting, "max-bridges", f"a number from 1 to {MOST_MAX_BRIDGES}")
    return int(text)


def _flag(document: Document, setting: Setting) -> bool:
    word = setting.value.lower()
    if word not in YES + NO:
        raise _wrong(document, setting, "loops", "yes or no")
    return word in YES


def _wrong(document: Document, setting: Setting, name: str, expected: str) -> InputError:
    return document.source.error(f"cannot read {setting.value!r} as {name}", setting.line, setting.column, expected)
