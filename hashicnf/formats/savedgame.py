"""Games saved by Simon Tatham's puzzles: one field per line, with the length of its value (in characters) before the value.

    SAVEFILE:41:Simon Tatham's Portable Puzzle Collection
    VERSION :1:1
    GAME    :7:Bridges
    PARAMS  :5:7x7m2
    CPARAMS :5:7x7m2
    DESC    :24:a3c3a1e1c2a3b3d3h2c1a2e2
    NSTATES :1:2
    STATEPOS:1:2
    MOVE    :10:L1,0,5,0,1

CPARAMS and DESC are the parameters and the board of a game ID. NSTATES counts the saved positions from the start on, each but the
first with the move that leads to it. STATEPOS is the number of the current position; the moves after it were undone.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Final

from hashicnf.core.document import Document, Source
from hashicnf.errors import Inexpressible, InputError, counted
from hashicnf.formats import Genre, Notation, Passage
from hashicnf.formats.tatham import Games, genre_of

FIELD: Final = re.compile(r"(?P<name>[A-Z]{1,8}) *:(?P<count>[0-9]{1,9}):(?P<value>.*)")
START: Final = re.compile(r"\s*SAVEFILE:")
FIRST: Final = "Simon Tatham's Portable Puzzle Collection"
READ: Final = ("GAME", "CPARAMS", "DESC")
MOVES: Final = ("MOVE", "SOLVE", "RESTART")
EXPECTED: Final = "fields such as VERSION :1:1, one a line"


def looks_like(text: str, _: Games) -> bool:
    """Return whether a text begins with the field SAVEFILE."""
    return START.match(text) is not None


def parse(source: Source, genres: Games) -> list[Document]:
    """Parse a saved game, with its solution if the family can replay moves. Raises InputError with line and column."""
    found, moves = _fields(source)
    if missing := [name for name in READ if name not in found]:
        raise source.error(f"the saved game has no field {missing[0]}", 1, 1, EXPECTED)
    genre = genre_of(found["GAME"], genres)
    document = _as_id(found["CPARAMS"], found["DESC"], genre.read)
    return [document if genre.play is None else genre.play.replay(document, _made(found, moves))]


def _fields(source: Source) -> tuple[Mapping[str, Passage], list[tuple[str, Passage]]]:
    """Return the first field of each name, and all moves with their kinds. Raises InputError with line and column."""
    found: dict[str, Passage] = {}
    moves: list[tuple[str, Passage]] = []
    for number, line in enumerate(source.text.split("\n"), 1):
        if not (text := line.removesuffix("\r")):
            continue
        if (field := FIELD.fullmatch(text)) is None:
            raise source.error("this is no field of a saved game", number, 1, EXPECTED)
        value = Passage(source, number, field.start("value") + 1, field["value"])
        if len(value.text) != int(field["count"]):
            message = f"this field has {counted(len(value.text), 'character')}"
            raise value.error(message, 0, counted(int(field["count"]), "character"))
        if field["name"] in MOVES:
            moves.append((field["name"], value))
        found.setdefault(field["name"], value)
    return found, moves


def _made(found: Mapping[str, Passage], moves: list[tuple[str, Passage]]) -> list[Passage]:
    """List the moves that lead to the current position, from the last restart on. Raises InputError."""
    if (position := found.get("STATEPOS")) is None:
        return []
    if re.fullmatch("[0-9]{1,9}", position.text) is None or not 1 <= int(position.text) <= len(moves) + 1:
        raise position.error("this position is not among those that were kept", 0, f"1 to {len(moves) + 1:,}")
    made = moves[: int(position.text) - 1]
    begin = max((number for number, (kind, _) in enumerate(made, 1) if kind == "RESTART"), default=0)
    return [move for _, move in made[begin:]]


def _as_id(parameters: Passage, board: Passage, read: Callable[[Passage], Document]) -> Document:
    """Read parameters and board as a game ID; errors and settings in the parameters get places there. Raises InputError."""
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
    settings = {
        name: replace(setting, line=parameters.line, column=setting.column + shift)
        for name, setting in document.settings.items()
    }
    return replace(document, settings=settings)


def write(document: Document, genre: Genre[Passage, str]) -> str:
    """Return a saved game, with moves that draw the solution. Raises Inexpressible for boards that the game does not load."""
    if (what := genre.refused(document)) is not None:
        raise Inexpressible("savedgame", what)
    moves = [] if genre.play is None or document.solution is None else genre.play.moves(document)
    return _saved(genre, _id(document, genre), moves)


def example(genre: Genre[Passage, str]) -> str:
    """Return the example of a genre as a saved game without moves."""
    return _saved(genre, genre.example.rstrip(), [])


def _saved(genre: Genre[Passage, str], text: str, moves: Sequence[str]) -> str:
    parameters, _, board = text.partition(":")
    fields = [("SAVEFILE", FIRST), ("VERSION", "1"), ("GAME", genre.names[0].capitalize())]
    fields += [("PARAMS", parameters), ("CPARAMS", parameters), ("DESC", board)]
    fields += [(name, str(len(moves) + 1)) for name in ("NSTATES", "STATEPOS")]
    fields += [("MOVE", move) for move in moves]
    return "".join(f"{name:8}:{len(value)}:{value}\n" for name, value in fields)


def _id(document: Document, genre: Genre[Passage, str]) -> str:
    """Return the game ID. Raises Inexpressible with the name of this format instead of the game ID's."""
    try:
        return genre.write(document)
    except Inexpressible as problem:
        raise Inexpressible("savedgame", problem.what) from None


NOTATION: Final[Notation[Passage, str]] = Notation(
    summary="games saved by Simon Tatham's puzzles, and what was drawn in some of them",
    suffixes=(".puzzle", ".sav"),
    looks_like=looks_like,
    parse=parse,
    write=write,
    example=example,
    plays=True,
)
