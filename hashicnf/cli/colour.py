"""Colours of the terminal, by the role of the text. Boards and messages can be understood without colours."""

from __future__ import annotations

import re
from itertools import groupby
from typing import Final

CODES: Final = {
    "given": "1",  # parts of the puzzle
    "new": "36",  # parts of the solution
    "differs": "7",  # reversed: no colour has enough contrast on both light and dark terminals
    "frame": "2",  # numbers of rows and columns, marks of cut lines
    "title": "1",
    "good": "32",
    "wrong": "31",
    "error": "1;31",
}
START: Final = re.compile(r"^hashicnf:")
CARET: Final = re.compile(r"^( *)(\^)$", re.MULTILINE)


def tinted(text: str, role: str) -> str:
    """Return a text coloured by its role; unchanged if the role has no colour."""
    return f"\x1b[{CODES[role]}m{text}\x1b[0m" if role in CODES and text else text


def tinted_by(text: str, roles: list[str]) -> str:
    """Return a line coloured by the roles of its characters."""
    runs = groupby(zip(text, roles, strict=True), key=lambda pair: "" if pair[0] == " " else pair[1])
    return "".join(tinted("".join(symbol for symbol, _ in run), role) for role, run in runs)


def marked(text: str, mark: str) -> str:
    """Return a drawing with coloured marks of differences."""
    return text.replace(mark, tinted(mark, "differs"))


def tinted_message(text: str) -> str:
    """Return an error message with a coloured start and coloured carets."""
    shown = START.sub(lambda found: tinted(found[0], "error"), text)
    return CARET.sub(lambda found: found[1] + tinted(found[2], "error"), shown)
