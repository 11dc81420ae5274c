"""Colours of the terminal, by what is shown. Boards and messages can be understood without them."""

from __future__ import annotations

import re
from itertools import groupby
from typing import Final

CODES: Final = {
    "given": "1",  # what the puzzle says
    "new": "36",  # what the solution adds
    "differs": "1;33",
    "frame": "2",  # rows, columns, what is cut
    "title": "1",
    "good": "32",
    "wrong": "31",
    "error": "1;31",
}
START: Final = re.compile(r"^hashicnf:")
CARET: Final = re.compile(r"^( *)(\^)$", re.MULTILINE)


def tinted(text: str, role: str) -> str:
    """Colour a text by its role; one without a colour stays as it is."""
    return f"\x1b[{CODES[role]}m{text}\x1b[0m" if role in CODES and text else text


def tinted_by(text: str, roles: list[str]) -> str:
    """Colour a line whose characters have a role each."""
    runs = groupby(zip(text, roles, strict=True), key=lambda pair: "" if pair[0] == " " else pair[1])
    return "".join(tinted("".join(symbol for symbol, _ in run), role) for role, run in runs)


def marked(text: str, mark: str) -> str:
    """Colour the marks of what differs in a drawing."""
    return text.replace(mark, tinted(mark, "differs"))


def tinted_message(text: str) -> str:
    """Colour the start of an error and its carets."""
    shown = START.sub(lambda found: tinted(found[0], "error"), text)
    return CARET.sub(lambda found: found[1] + tinted(found[2], "error"), shown)
