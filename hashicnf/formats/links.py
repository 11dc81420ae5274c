"""Links as chats and mail programs pass them on: in brackets, with escapes for signs, and with a tail after the board."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Final

from hashicnf.core.document import Source

LINE: Final = re.compile(r"[^\r\n]+")
BEFORE: Final = re.compile(r"(?:\s++|#[^\n]*+)*+")
BRACKETED: Final = re.compile(r"([ \t]*)(?:<(\S+)>|\((\S+)\))[ \t]*")
ESCAPE: Final = re.compile(r"%([2-7][0-9A-Fa-f])")
TAIL: Final = re.compile(r"[#&?]")  # begins a fragment or further parameters after a board


def plain_start(text: str, escaped: re.Pattern[str]) -> str:
    """Return a text whose first line, blank ones and comments aside, is as ``plain_source`` has it: enough to recognise links."""
    start = found.end() if (found := BEFORE.match(text)) is not None else 0
    if (first := LINE.match(text, start)) is None or (made := _plain(first[0], escaped)) == first[0]:
        return text
    return text[:start] + made + text[first.end() :]


def plain_source(source: Source, escaped: re.Pattern[str]) -> Source:
    """Return a source without brackets around its lines, and with escapes decoded once in lines where ``escaped`` is found.

    Errors show the text that was read.
    """
    if not any(sign in source.text for sign in "%<("):
        return source
    return replace(source, text=LINE.sub(lambda line: _plain(line[0], escaped), source.text))


def _plain(line: str, escaped: re.Pattern[str]) -> str:
    if (found := BRACKETED.fullmatch(line)) is not None:
        line = f"{found[1]} {found[2] or found[3]}"
    return ESCAPE.sub(lambda sign: chr(int(sign[1], 16)), line) if escaped.search(line) else line
