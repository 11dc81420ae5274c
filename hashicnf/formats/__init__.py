"""Formats, text to Document and back: one module each, ending in ``FORMAT``, or in ``NOTATION`` where families contribute parts.

Notations of a single family live in the family's folder, and are made of the same parts. A notation that several families share,
such as the URLs of a player of many kinds of puzzles, is read and written here as far as it is the same for all; each of these
families contributes a ``Genre``: what its kind of puzzle is called there, and how its boards are written.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any, Final, Generic, TypeAlias, TypeVar

from hashicnf.core.document import Document, Source
from hashicnf.errors import InputError
from hashicnf.records import record
from hashicnf.registry import Registry

P = TypeVar("P")  # what a genre reads
W = TypeVar("W")  # what it writes


def _holds_none(_: Document) -> bool:
    return False


@record(kw_only=True)
class Format:
    """A notation.

    A file whose suffix no other format has is parsed by this one alone; of other texts ``looks_like`` decides whether they are
    written in it, and claims no text of another format. The format that a text is taken for if none claims it has None: native,
    whose errors explain most. ``parse`` raises InputError with line and column. ``write`` writes one document, with a newline at
    its end, and raises UsageError for what the notation cannot express; ``separator`` stands between two of them, None where a
    file holds one only. ``example`` is a text of one puzzle. ``families`` are those whose puzzles it can hold, None for all.
    A notation that is ``inline`` writes a puzzle in a line, which commands take in place of a file. ``holds`` tells of a document
    whether the notation has a place for its solution; without one it is left out before ``write`` is called. ``boundaries``
    finds the lines between puzzles, start and end of each, where a text can be cut there without reading it.
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
    boundaries: Callable[[str], list[tuple[int, int]]] | None = None


@record
class Passage:
    """A part of a line: its text, and line and column (1-based) where it starts."""

    source: Source
    line: int
    column: int
    text: str

    def error(self, message: str, at: int = 0, expected: str | None = None) -> InputError:
        """Make (not raise) the error that points at a character of the text, by its 0-based place."""
        return self.source.error(message, self.line, self.column + at, expected)

    def part(self, start: int, end: int | None = None) -> Passage:
        """Return the passage of a slice of the text."""
        return Passage(self.source, self.line, self.column + start, self.text[start:end])


@record(kw_only=True)
class Play:
    """The moves of a game: ``moves`` are those that draw a document's solution, ``holds`` tells whether there are any.

    ``replay`` draws the solution of a document by moves, in their order, and raises InputError. ``require`` raises Inexpressible
    for boards that the game does not load.
    """

    moves: Callable[[Document], list[str]]
    holds: Callable[[Document], bool]
    replay: Callable[[Document, Sequence[Passage]], Document]
    require: Callable[[Document], None]


@record(kw_only=True)
class Genre(Generic[P, W]):
    """The contribution of a family to a notation that others share.

    ``names`` are the words for its kind of puzzle there, the first of which is written. ``read`` makes a document of what the
    notation found, and raises InputError; ``write`` gives the notation what it writes, and raises UsageError for what it cannot
    express. ``example`` is a whole text of one puzzle, ``holds`` that of a ``Format``. ``play`` is what a notation of the same
    boards asks for besides, if the family has it.
    """

    names: tuple[str, ...]
    example: str
    read: Callable[[P], Document]
    write: Callable[[Document], W]
    holds: Callable[[Document], bool] = _holds_none
    play: Play | None = None


@record(kw_only=True)
class Notation(Generic[P, W]):
    """A format in parts: its functions are those of a ``Format``, and get the genres by the names of their families.

    ``others`` are the names of notations that write the same boards, and have the same genres; ``plays`` if it holds solutions as
    the moves of a game. ``example`` makes that of the format, unless it is the one of the first genre.
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
        """Make the format of these genres."""
        first = next(iter(genres.values()))
        return Format(
            summary=self.summary,
            suffixes=self.suffixes,
            example=first.example if self.example is None else self.example(first),
            looks_like=partial(self._looks_like, genres),
            parse=partial(self._parse, genres),
            write=partial(self._write, genres),
            separator=self.separator,
            families=tuple(genres),
            inline=self.inline,
            holds=partial(self._holds, genres),
        )

    def _looks_like(self, genres: Mapping[str, Genre[P, W]], text: str) -> bool:
        return self.looks_like(text, genres)

    def _parse(self, genres: Mapping[str, Genre[P, W]], source: Source) -> list[Document]:
        return self.parse(source, genres)

    def _write(self, genres: Mapping[str, Genre[P, W]], document: Document) -> str:
        return self.write(document, genres[document.family or next(iter(genres))])

    def _holds(self, genres: Mapping[str, Genre[P, W]], document: Document) -> bool:
        genre = genres.get(document.family or next(iter(genres)))
        held = genre.play if genre is not None and self.plays else genre
        return held is not None and held.holds(document)


Contribution: TypeAlias = Format | Genre[Any, Any]  # under the name of its format or notation


def named(genres: Mapping[str, Genre[P, W]], word: str) -> Genre[P, W] | None:
    """Find the genre that a word names, None if there is none."""
    return next((genre for genre in genres.values() if word in genre.names), None)


def words(genres: Mapping[str, Genre[P, W]]) -> list[str]:
    """List the words for all genres."""
    return [word for genre in genres.values() for word in genre.names]


def numbered(documents: Sequence[Document], lines: Sequence[int]) -> list[Document]:
    """Name each of several documents of a text after the line where it starts; a single one has the name of the text."""
    if len(documents) == 1:
        return [*documents]
    return [replace(d, source=d.source.starting(line)) for d, line in zip(documents, lines, strict=True)]


FORMATS: Final[Registry[Format]] = Registry("hashicnf.formats", "FORMAT", "format", "Format")
NOTATIONS: Final[Registry[Notation[Any, Any]]] = Registry("hashicnf.formats", "NOTATION", "notation", "Notation")
