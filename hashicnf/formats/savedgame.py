"""Games saved by Simon Tatham's puzzles: a field a line, its value behind the number of its characters.

    SAVEFILE:41:Simon Tatham's Portable Puzzle Collection
    GAME    :7:Bridges
    CPARAMS :5:7x7m2
    DESC    :24:a3c3a1e1c2a3b3d3h2c1a2e2

The parameters and the board are those of a game ID. What was played is not read.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from typing import Final

from hashicnf.core.document import Document, Source
from hashicnf.errors import InputError, counted
from hashicnf.formats import Passage

FIELD: Final = re.compile(r"(?P<name>[A-Z]{1,8}) *:(?P<count>[0-9]{1,9}):(?P<value>.*)")
FIRST: Final = "SAVEFILE"
READ: Final = ("GAME", "CPARAMS", "DESC")
EXPECTED: Final = "fields such as VERSION :1:1, one a line"


def looks_like(text: str) -> bool:
    """Return whether a text begins as saved games do."""
    return text.startswith(f"{FIRST}:")


def fields(source: Source) -> list[Passage]:
    """Return the name of the game, its parameters and its board. Raises InputError with line and column."""
    found: dict[str, Passage] = {}
    for number, line in enumerate(source.text.split("\n"), 1):
        if not (text := line.removesuffix("\r")):
            continue
        if (field := FIELD.fullmatch(text)) is None:
            raise source.error("this is no field of a saved game", number, 1, EXPECTED)
        value = Passage(source, number, field.start("value") + 1, field["value"])
        if len(value.text) != int(field["count"]):
            message = f"this field has {counted(len(value.text), 'character')}"
            raise value.error(message, 0, counted(int(field["count"]), "character"))
        found.setdefault(field["name"], value)
    if missing := [name for name in READ if name not in found]:
        raise source.error(f"the saved game has no field {missing[0]}", 1, 1, EXPECTED)
    return [found[name] for name in READ]


def as_id(parameters: Passage, board: Passage, read: Callable[[Passage], Document]) -> Document:
    """Read parameters and board as a game ID; places in front of the board are those of the parameters. Raises InputError."""
    text = f"{parameters.text}:{board.text}"
    whole = Passage(board.source, board.line, board.column - len(parameters.text) - 1, text)
    shift = parameters.column - whole.column
    try:
        document = read(whole)
    except InputError as problem:
        if problem.column is None or problem.column >= board.column:
            raise
        source, column = parameters.source, problem.column + shift
        raise source.error(problem.message, parameters.line, column, problem.expected) from None
    moved = {
        name: replace(setting, line=parameters.line, column=setting.column + shift)
        for name, setting in document.settings.items()
        if setting.column < board.column
    }
    return replace(document, settings={**document.settings, **moved})
