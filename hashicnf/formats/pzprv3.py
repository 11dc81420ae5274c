"""Boards as the player of puzz.link saves them, with the solution that is drawn on them.

    pzprv3
    hashikake
    5
    5
    4 . 2 . .
    ...

Slashes may stand in place of the ends of lines, alone or after the question mark of a URL. Another board starts at each line or
part that is ``pzprv3``. The saved history of the player is ignored.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Final, TypeAlias

from hashicnf.core.document import EMPTY, UNKNOWN, Document, Source
from hashicnf.errors import counted, one_of
from hashicnf.formats import Genre, Notation, Passage, named, numbered, words
from hashicnf.formats.parsing import natural
from hashicnf.formats.wordtable import WordTable, word_table

Lines: TypeAlias = Sequence[Passage]
Kinds: TypeAlias = Mapping[str, Genre[Lines, list[str]]]

EXPECTED: Final = "a line pzprv3, the kind of puzzle, its rows and columns, and the rows of the board"
SITE: Final = re.compile(r"[^\s?]*\?(?:\w+=\w+&)*(?=pzprv3)")
HEAD: Final = re.compile(r"pzprv3(?:\.\d+)?")
START: Final = re.compile(rf"(?:\s++|#[^\n]*+\n)*+(?:{SITE.pattern})?{HEAD.pattern}[ \t\r]*(?:[/\n]|%2[Ff]|$)")
PART: Final = re.compile(r"[^/\n]+")
HISTORY: Final = ("info:", "history:", "__HISTORY__", "TrialData", "http:", "https:")
MOST_SIDE: Final = 100_000


def looks_like(text: str, _: Kinds) -> bool:
    """Return whether the text starts with pzprv3, perhaps in a URL."""
    return START.match(text) is not None


def parse(source: Source, genres: Kinds) -> list[Document]:
    """Parse all boards of a text. Raises InputError with line and column."""
    if "%" in source.text:
        from urllib.parse import unquote  # not at the top: this module is loaded for every text, to test its format

        source = Source(source.name, unquote(source.text))
    boards = list(_boards(source))
    return numbered([_board(lines, genres) for lines in boards], [lines[0].line for lines in boards])


def _boards(source: Source) -> Iterator[list[Passage]]:
    """Yield the lines of each board, from pzprv3 on, without the history. Raises InputError for text before the first board."""
    lines: list[Passage] = []
    is_over = False
    for passage in _parts(source):
        if HEAD.fullmatch(passage.text) is not None:
            if lines:
                yield lines
            lines, is_over = [passage], False
        elif not lines:
            raise passage.error("this is no board of the player", 0, EXPECTED)
        elif not (is_over := is_over or passage.text.startswith(HISTORY)):
            lines.append(passage)
    if not lines:
        raise source.nothing(EXPECTED)
    yield lines


def _parts(source: Source) -> Iterator[Passage]:
    """Yield the stripped parts between slashes and ends of lines; of a URL, only those after the question mark."""
    for number, line in enumerate(source.text.split("\n"), 1):
        site = SITE.match(line)
        for found in PART.finditer("" if line.lstrip().startswith("#") else line, 0 if site is None else site.end()):
            text = found[0].strip()
            if text:
                yield Passage(source, number, found.start() + len(found[0]) - len(found[0].lstrip()) + 1, text)


def _board(lines: Sequence[Passage], genres: Kinds) -> Document:
    head = lines[0]
    if len(lines) < 2:
        raise head.error("the board ends too early", len(head.text), EXPECTED)
    kind = lines[1]
    if (genre := named(genres, kind.text)) is None:
        raise kind.error(f"no boards of the kind {kind.text!r} are read here", 0, one_of(kind.text, words(genres)))
    return genre.read(lines[1:])


def sides(lines: Lines, count: int) -> list[int]:
    """Return the ``count`` numbers after the kind of puzzle, such as rows and columns. Raises InputError."""
    found = []
    for at in range(1, count + 1):
        if at >= len(lines):
            raise lines[-1].error("the board ends too early", len(lines[-1].text), EXPECTED)
        text = lines[at].text
        side = natural(text)
        if side is None or not 0 < side <= MOST_SIDE:
            raise lines[at].error(f"{text[:20]!r} is no size", 0, f"a number from 1 to {MOST_SIDE:,}")
        found.append(side)
    return found


def table(lines: Lines, start: int, rows: int, columns: int) -> WordTable:
    """Return ``rows`` lines from index ``start`` as words. Raises InputError for too few lines or a wrong number of words."""
    found = word_table(lines[start : start + rows], columns)
    if len(found.lines) < rows:
        message = f"the board ends after {counted(len(found.lines), 'row')} of {rows:,}"
        raise lines[-1].error(message, len(lines[-1].text), EXPECTED)
    return found


def cell(word: Passage) -> int:
    """Return a cell: EMPTY for ``.``, UNKNOWN for ``-``, or its number. Raises InputError."""
    return EMPTY if word.text == "." else UNKNOWN if word.text == "-" else clue(word)


def clue(word: Passage) -> int:
    """Return a number from 1. Raises InputError."""
    if not (number := natural(word.text)):
        expected = ". for an empty cell, - for ?, or a number from 1"
        raise word.error(f"{word.text[:20]!r} does not belong here", 0, expected)
    return number


def row_text(row: Sequence[int]) -> str:
    """Return a row of cells as text, with a blank after each cell, as the player writes it."""
    return "".join(("." if n == EMPTY else "-" if n == UNKNOWN else str(n)) + " " for n in row)


def write(document: Document, genre: Genre[Lines, list[str]]) -> str:
    """Return a board as lines of text."""
    return "\n".join(["pzprv3", genre.names[0], *genre.write(document), ""])


NOTATION: Final[Notation[Lines, list[str]]] = Notation(
    summary="boards of the player of puzz.link, with what is drawn on them",
    suffixes=(".pzpr",),
    looks_like=looks_like,
    parse=parse,
    write=write,
    separator="",
    inline=True,
)
