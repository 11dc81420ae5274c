"""Hashiwokakero in URLs of puzz.link.

The player supports only boards with up to two bridges per pair, and with loops. Other rules are written as flags before the size,
as in the parameters of Simon Tatham's game IDs: ``m3`` for three bridges, ``L`` for no loops. The player ignores unknown flags.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Final

from hashicnf.core.document import Document, Setting
from hashicnf.families.hashi.board import LOOPS, MAX_BRIDGES
from hashicnf.formats import Genre, Passage
from hashicnf.formats.number16 import encode
from hashicnf.formats.puzzlink import flags, sized_cells

RULES: Final = re.compile(r"(?:m([0-9]{1,9}))?(L?)")


def read(passage: Passage) -> Document:
    """Return flags, size and board as a document. Raises InputError."""
    document = replace(sized_cells(passage), family="hashi")
    flag = flags(passage)
    if (found := RULES.fullmatch(flag.text)) is None:
        return document
    settings = {}
    if found[1]:
        settings[MAX_BRIDGES.name] = Setting(found[1], flag.line, flag.column + found.start(1))
    if found[2]:
        settings[LOOPS.name] = Setting(LOOPS.show(False), flag.line, flag.column + found.start(2))
    return replace(document, settings=settings)


def write(document: Document) -> str:
    """Return flags, size and board as the part of a URL after the kind."""
    rows, columns = document.cells.shape
    parts = [_flags(document), str(columns), str(rows), encode(document.cells)]
    return "/".join(part for part in parts[:3] if part) + f"/{parts[3]}"


def _flags(document: Document) -> str:
    """Return flags for the settings that differ from the rules of the player."""
    most = MAX_BRIDGES.value_in(document.settings)
    return (f"m{most}" if most != MAX_BRIDGES.default else "") + "L" * (not LOOPS.value_in(document.settings))


GENRE: Final[Genre[Passage, str]] = Genre(
    names=("hashi", "hashikake", "bridges"),
    example="https://puzz.link/p?hashi/5/5/1g3g1w1h\n",
    read=read,
    write=write,
)
