"""URLs of puzz.link and other sites that run its player, one per line.

    https://puzz.link/p?hashi/5/5/4g2i3h23k3g1g3g4g3

After the question mark come the kind of puzzle, columns, rows and the board, in the code of ``number16.py``. Text before the
question mark is ignored, and so are ``type=player&`` before the kind, ``_edit`` or ``_play`` after it, flags before the size, and
all from a #, & or ? after the board on.
URLs of the editor Penpa+ are recognised and refused: they hold a drawing, without the kind of puzzle.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from io import StringIO
from typing import Final

from hashicnf.core.document import Document, Source
from hashicnf.errors import one_of
from hashicnf.formats import Genre, Notation, Passage, named, numbered, words
from hashicnf.formats.links import TAIL, plain_source, plain_start
from hashicnf.formats.number16 import EXPECTED as CODE
from hashicnf.formats.number16 import decode

SITE: Final = "https://puzz.link/p?"
EXAMPLE: Final = f"{SITE}hashi/5/5/4g2i3h23k3g1g3g4g3"
EXPECTED: Final = f"URLs such as {EXAMPLE}, one a line"
KIND: Final = re.compile(
    r"(?:(?P<site>[^\s?#]*\?)(?:\w+=\w+&)*)?(?:v:[^/\s]*/)?(?P<kind>[a-z][a-z0-9-]*)(?:_edit|_play)?(?(site)(?:/|$)|/)"
)
PENPA: Final = re.compile(r"(?=[^\s?#]*penpa)[^\s?#]*+[?#]\S*\bp=")
# For the first slash; in a board % may begin a number.
ESCAPED: Final = re.compile(r"(?:^\s*|\?)[^/\s?]*%2f", re.IGNORECASE)
SIZE: Final = re.compile(r"(?:v:[^/\s]*/)?(?:([0-9]*+[^/\s0-9][^/\s]*+)/)?([0-9]{1,5})/([0-9]{1,5})(?:/|$)")


def looks_like(text: str, genres: Mapping[str, Genre[Passage, str]]) -> bool:
    """Return whether the first line is a URL of a puzzle: it needs two of a question mark, a known kind and a size.

    URLs of Penpa+ are accepted too, so that ``parse`` can refuse them with a message of their own.
    """
    # not a list of lines: there may be a million before the first word
    for line in StringIO(plain_start(text, ESCAPED)):
        if line.strip() and not line.lstrip().startswith("#"):
            if PENPA.match(line.strip()):
                return True
            found = KIND.match(line.strip())
            if found is None or found["kind"].startswith("pzprv"):
                return False
            is_known = named(genres, found["kind"]) is not None
            has_size = SIZE.match(line.strip(), found.end()) is not None
            return has_size + is_known + bool(found["site"]) >= 2
    return False


def parse(source: Source, genres: Mapping[str, Genre[Passage, str]]) -> list[Document]:
    """Parse all URLs of a text. Raises InputError with line and column."""
    source = plain_source(source, ESCAPED)
    lines = [(number, line.rstrip()) for number, line in enumerate(source.text.split("\n"), 1)]
    lines = [(number, line) for number, line in lines if line.strip() and not line.lstrip().startswith("#")]
    if not lines:
        raise source.nothing(EXPECTED)
    return numbered([_url(number, line, source, genres) for number, line in lines], [number for number, _ in lines])


def _url(number: int, line: str, source: Source, genres: Mapping[str, Genre[Passage, str]]) -> Document:
    start = len(line) - len(line.lstrip())
    if PENPA.match(line, start) is not None:
        message = "a URL of Penpa+ holds a drawing and names no kind of puzzle, so it is not read"
        raise source.error(
            message, number, start + 1, f"the board as rows of text, such as 2.2, or a URL such as {EXAMPLE}"
        )
    if (kind := KIND.match(line, start)) is None:
        raise source.error("this is no URL of a puzzle", number, start + 1, EXPECTED)
    if (genre := named(genres, kind["kind"])) is None:
        message = f"no puzzles of the kind {kind['kind']!r} are read here"
        raise source.error(message, number, kind.start("kind") + 1, one_of(kind["kind"], words(genres)))
    if SIZE.match(line, kind.end()) is None:
        raise source.error("this is no size", number, kind.end() + 1, "columns/rows/ and the board")
    tail = TAIL.search(line, kind.end())
    return genre.read(
        Passage(source, number, kind.end() + 1, line[kind.end() : None if tail is None else tail.start()])
    )


def flags(passage: Passage) -> Passage:
    """Return the flags before the size; an empty passage if there are none."""
    found = SIZE.match(passage.text)
    return passage.part(0, 0) if found is None or found[1] is None else passage.part(*found.span(1))


def sized_cells(passage: Passage) -> Document:
    """Return size and board as a document without a family. Raises InputError."""
    found = SIZE.match(passage.text)
    if found is None:
        raise passage.error("this is no size", 0, "columns/rows/ and the board")
    columns, rows = int(found[2]), int(found[3])
    if not rows * columns:
        raise passage.error("a puzzle without cells", found.start(2), CODE)
    body = passage.part(found.end(), len(passage.text) - passage.text.endswith("/"))
    cells, places = decode(body, rows, columns)
    return Document(
        cells,
        passage.source,
        place=(body.line, body.column),
        locate=lambda r, c: (body.line, body.column + places[r * columns + c]),
    )


def write(document: Document, genre: Genre[Passage, str]) -> str:
    """Return a URL; a slash is added if it would end in punctuation, which programs may take for the end of a sentence."""
    text = f"{SITE}{genre.names[0]}/{genre.write(document)}"
    return f"{text}\n" if text[-1].isalnum() else f"{text}/\n"


NOTATION: Final[Notation[Passage, str]] = Notation(
    summary="URLs of puzz.link, one a line",
    suffixes=(".url",),
    looks_like=looks_like,
    parse=parse,
    write=write,
    separator="",
    inline=True,
)
