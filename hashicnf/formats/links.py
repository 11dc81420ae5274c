"""Links as chats and mail programs pass them on: in brackets, with escapes for signs, and with a tail after the board."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Final

from hashicnf.core.document import Source

LINE: Final = re.compile(r"[^\r\n]+")
BRACKETED: Final = re.compile(r"([ \t]*)(?:<(\S+)>|\((\S+)\))[ \t]*")
ESCAPE: Final = re.compile(r"%([2-7][0-9A-Fa-f])")
TAIL: Final = re.compile(r"[#&?]")  # begins a fragment or further parameters after a board


def plain(text: str, escaped: re.Pattern[str]) -> str:
    """Return a text without brackets around its lines, and with the escapes decoded once in lines where ``escaped`` is found."""
    return LINE.sub(lambda line: _plain(line[0], escaped), text) if any(sign in text for sign in "%<(") else text


def plain_source(source: Source, escaped: re.Pattern[str]) -> Source:
    """Return a source with its text as ``plain`` returns it, so that errors show what was read."""
    text = plain(source.text, escaped)
    return source if text == source.text else replace(source, text=text)


def _plain(line: str, escaped: re.Pattern[str]) -> str:
    if (found := BRACKETED.fullmatch(line)) is not None:
        line = f"{found[1]} {found[2] or found[3]}"
    return ESCAPE.sub(lambda sign: chr(int(sign[1], 16)), line) if escaped.search(line) else line
