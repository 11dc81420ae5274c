"""Formats, text to Document and back: one module each, ending in ``FORMAT``, or in ``NOTATION`` if families contribute parts.

Notations of a single family live in the family's folder, and are made of the same parts. If several families share a notation,
such as the URLs of a player for many kinds of puzzles, the common part is read and written here, and each family contributes a
``Genre``: the names of its kind of puzzle in this notation, and how its boards are written.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final, Generic, TypeAlias, TypeVar

from hashicnf.core.document import Document, Source
from hashicnf.errors import InputError
from hashicnf.records import record
from hashicnf.registry import Registry

P = TypeVar("P")  # the parsed text from which a genre makes a document
W = TypeVar("W")  # the parts that a genre makes of a document to be written


def _holds_none(_: Document) -> bool:
    return False


def _refuses_none(_: Document) -> str | None:
    return None


@record(kw_only=True)
class Format:
    """A notation for puzzles: how it is recognised, parsed and written.

    A file whose suffix belongs to this format alone is always parsed by it. For other texts ``looks_like`` decides, and it must
    accept no text of another format; it is None for the format that is used when no other accepts a text (native, whose errors
    explain most). ``parse`` raises InputError with line and column. ``write`` writes one document, ending in a newline, and
    raises UsageError for anything that the notation cannot express; ``separator`` is written between two documents, and None if a
    file holds only one. ``example`` is a text of one puzzle. ``families`` lists the families whose puzzles it can hold, None for
    all. ``inline``: a puzzle takes one line, and commands accept it in place of a file. ``holds`` returns whether the notation
    has room for a document's solution; otherwise the solution is removed before ``write`` is called. ``refused`` names the part
    of a document that the program of the notation does not load although it can be written, None if it loads the document.
    ``boundaries`` returns start and end of each separator between puzzles, if a text can be cut there without parsing it.
    """

    summary: str
    suffixes: tuple[str, ...]
    example: str
    looks_like: Callable[[str], bool] | None
    parse: Callable[[Source], list[Document]]
    write: Callable[[Document], str]
    separator: str | None = None
    families: tuple[str, ...] | None = None
    inline: bool = False
    holds: Callable[[Document], bool] = _holds_none
    refused: Callable[[Document], str | None] = _refuses_none
    boundaries: Callable[[str], list[tuple[int, int]]] | None = None


@record
class Passage:
    """A part of a line: its text, and line and column (1-based) where it starts."""

    source: Source
    line: int
    column: int
    text: str

    def error(self, message: str, at: int = 0, expected: str | None = None) -> InputError:
        """Return (not raise) the error that points at a character of the text, by its 0-based index."""
        return self.source.error(message, self.line, self.column + at, expected)

    def part(self, start: int, end: int | None = None) -> Passage:
        """Return a slice of the text, by 0-based indices, as a passage."""
        return Passage(self.source, self.line, self.column + start, self.text[start:end])


@record(kw_only=True)
class Play:
    """The moves of a game: ``moves`` lists those that draw a document's solution, ``holds`` returns whether there are any.

    ``replay`` returns a document with the solution that its moves draw, in their order, and raises InputError.
    """

    moves: Callable[[Document], list[str]]
    holds: Callable[[Document], bool]
    replay: Callable[[Document, Sequence[Passage]], Document]


@record(kw_only=True)
class Genre(Generic[P, W]):
    """The contribution of a family to a notation that several families share.

    ``names`` are the words for its kind of puzzle in the notation; the first is used for writing. ``read`` makes a document from
    the parts that the notation has parsed, and raises InputError; ``write`` returns the parts for the notation to write, and
    raises UsageError for anything that it cannot express. ``example`` is a complete text of one puzzle, ``holds`` and ``refused``
    as in ``Format``. ``play`` adds the moves of the game, for notations that store a solution as moves, if the family has them.
    """

    names: tuple[str, ...]
    example: str
    read: Callable[[P], Document]
    write: Callable[[Document], W]
    holds: Callable[[Document], bool] = _holds_none
    refused: Callable[[Document], str | None] = _refuses_none
    play: Play | None = None


@record(kw_only=True)
class Notation(Generic[P, W]):
    """The part of a format that families share: the functions of ``Format``, which also receive the genres by family name.

    ``others`` names notations that write the same boards and use the same genres; ``plays`` is true if solutions are stored as
    moves of a game. ``example`` makes the format's example from the first genre; None: the example of that genre.
    """

    summary: str
    suffixes: tuple[str, ...]
    looks_like: Callable[[str, Mapping[str, Genre[P, W]]], bool]
    parse: Callable[[Source, Mapping[str, Genre[P, W]]], list[Document]]
    write: Callable[[Document, Genre[P, W]], str]
    separator: str | None = None
    inline: bool = False
    example: Callable[[Genre[P, W]], str] | None = None
    others: tuple[str, ...] = ()
    plays: bool = False

    def joined(self, genres: Mapping[str, Genre[P, W]]) -> Format:
        """Return the complete format for the given genres, by family name."""
        default, first = next(iter(genres.items()))

        def genre_of(document: Document) -> Genre[P, W] | None:
            return genres.get(document.family or default)

        def holds(document: Document) -> bool:
            genre = genre_of(document)
            held = genre.play if genre is not None and self.plays else genre
            return held is not None and held.holds(document)

        def refused(document: Document) -> str | None:
            genre = genre_of(document)
            return None if genre is None else genre.refused(document)

        return Format(
            summary=self.summary,
            suffixes=self.suffixes,
            example=first.example if self.example is None else self.example(first),
            looks_like=lambda text: self.looks_like(text, genres),
            parse=lambda source: self.parse(source, genres),
            write=lambda document: self.write(document, genres[document.family or default]),
            separator=self.separator,
            families=tuple(genres),
            inline=self.inline,
            holds=holds,
            refused=refused,
        )


Contribution: TypeAlias = Format | Genre[Any, Any]  # under the name of its format or notation


def named(genres: Mapping[str, Genre[P, W]], word: str) -> Genre[P, W] | None:
    """Return the genre with a word among its names; None if there is none."""
    return next((genre for genre in genres.values() if word in genre.names), None)


def words(genres: Mapping[str, Genre[P, W]]) -> list[str]:
    """List the names of all genres."""
    return [word for genre in genres.values() for word in genre.names]


def numbered(documents: Sequence[Document], lines: Sequence[int]) -> list[Document]:
    """Return documents with the line where each starts in its source's name; a single one keeps the name of the text."""
    if len(documents) == 1:
        return [*documents]
    return [replace(d, source=d.source.starting(line)) for d, line in zip(documents, lines, strict=True)]


FORMATS: Final[Registry[Format]] = Registry("hashicnf.formats", "FORMAT", "format", "Format")
NOTATIONS: Final[Registry[Notation[Any, Any]]] = Registry("hashicnf.formats", "NOTATION", "notation", "Notation")
