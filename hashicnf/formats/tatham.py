"""Game IDs of Simon Tatham's puzzles, one per line: parameters, colon, board; or links that end in such an ID.

    7x7m2:a3c3a1e1c2a3b3d3h2c1a2e2
    https://www.chiark.greenend.org.uk/~sgtatham/puzzles/js/bridges.html#7x7m2:a3c3a1e1c2a3b3d3h2c1a2e2

An ID does not name its game. An ID without a link is read by the first game that can.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from string import ascii_lowercase
from typing import Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from hashicnf.core.document import Document, Source
from hashicnf.errors import InputError, counted, one_of
from hashicnf.formats import Genre, Notation, Passage, named, numbered, words
from hashicnf.formats.links import TAIL, plain_source, plain_start

Games: TypeAlias = Mapping[str, Genre[Passage, str]]

EXPECTED: Final = "game IDs such as 7x7m2:a3c3a1e1c2a3b3d3h2c1a2e2, one a line"
# Bounded: a board may be megabytes.
LINK: Final = re.compile(r"[^\s#]{0,200}?(?P<game>[a-z]{1,30})\.html[^\s#]{0,200}#")
ESCAPED: Final = re.compile(r"%(?:3a|23)", re.IGNORECASE)  # a colon or #
START: Final = re.compile(rf"(?:\s++|#[^\n]*+)*+(?:{LINK.pattern}|[0-9][0-9A-Za-z]*+(?::(?![ \t])|#[0-9]+\s*$))")
SEED: Final = re.compile(r"[0-9][0-9A-Za-z]*(#)[0-9]+")


def looks_like(text: str, _: Games) -> bool:
    """Return whether the text begins with parameters and a colon (or # and a seed), or with a link to a page of a game."""
    return START.match(plain_start(text, ESCAPED)) is not None


def parse(source: Source, genres: Games) -> list[Document]:
    """Parse all game IDs of a text. Raises InputError with line and column."""
    source = plain_source(source, ESCAPED)
    lines = [(number, *_body(line)) for number, line in enumerate(source.text.split("\n"), 1)]
    lines = [(number, start, text) for number, start, text in lines if text]
    if not lines:
        raise source.nothing(EXPECTED)
    documents = [_game(Passage(source, number, start + 1, text), genres) for number, start, text in lines]
    return numbered(documents, [number for number, _, _ in lines])


def _body(line: str) -> tuple[int, str]:
    """Return the 0-based index where the text of a line starts, and this text without its comment or other tail."""
    text = line.strip()
    start = len(line) - len(line.lstrip())
    link = LINK.match(text)
    begin = 0 if link is None else link.end()
    tail = None if SEED.match(text, begin) else TAIL.search(text, begin)
    return start, text if tail is None else text[: tail.start()].rstrip()


def _game(passage: Passage, genres: Games) -> Document:
    link = LINK.match(passage.text)
    chosen = [*genres.values()] if link is None else [genre_of(passage.part(*link.span("game")), genres)]
    body = passage.part(0 if link is None else link.end())
    if not body.text:
        raise body.error("a link without a board", 0, EXPECTED)
    if (seed := SEED.fullmatch(body.text)) is not None:
        message = "the number of a random board: only the game can make it"
        raise body.error(message, seed.start(1), "the game's specific ID, with a colon and the board")
    return _first_readable(body, chosen)


def genre_of(name: Passage, genres: Games) -> Genre[Passage, str]:
    """Return the genre of a game. Raises InputError for a game that no family reads."""
    game = name.text.lower()
    if (genre := named(genres, game)) is None:
        raise name.error(f"no boards of the game {game!r} are read here", 0, one_of(game, words(genres)))
    return genre


def _first_readable(passage: Passage, genres: list[Genre[Passage, str]]) -> Document:
    """Return an ID as a document of the first game that can read it. Raises the InputError that lies furthest to the right."""
    problems: list[InputError] = []
    for genre in genres:
        try:
            return genre.read(passage)
        except InputError as problem:
            problems.append(problem)
    raise max(problems, key=lambda problem: problem.column or 0)


def require_cells(passage: Passage, found: int, width: int, height: int, expected: str) -> None:
    """Raise InputError, at the end of the board, unless the cells ``found`` are as many as its parameters declare."""
    if found != width * height:
        wanted = f"{width:,} x {height:,} are {width * height:,}"
        raise passage.error(f"the board has {counted(found, 'cell')}, and {wanted}", len(passage.text), expected)


def gap(cells: int) -> str:
    """Return the code of a run of empty cells: letters a to z for 1 to 26."""
    return "z" * (cells // 26) + (ascii_lowercase[cells % 26 - 1] if cells % 26 else "")


def translated(text: str, table: bytes) -> NDArray[np.uint8]:
    """Return ASCII characters as numbers, uint8, by a translation table of 256 bytes."""
    return np.frombuffer(text.encode().translate(table), dtype=np.uint8)


def write(document: Document, genre: Genre[Passage, str]) -> str:
    """Return a document as a game ID."""
    return f"{genre.write(document)}\n"


NOTATION: Final[Notation[Passage, str]] = Notation(
    summary="game IDs of Simon Tatham's puzzles, and links with them, one a line",
    suffixes=(".tatham", ".txt"),
    looks_like=looks_like,
    parse=parse,
    write=write,
    separator="",
    inline=True,
    others=("savedgame",),
)
