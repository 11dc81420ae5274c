"""Worksheets: several pictures on a page of paper, each with a caption above it."""

from __future__ import annotations

import sys
from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from math import log
from typing import Final

from hashicnf.core.picture import Box, Paint, Picture, Placed, Shape, Text
from hashicnf.errors import UsageError
from hashicnf.pictures.wrapping import ELLIPSIS, width_of, wrapped
from hashicnf.records import record

PAPERS: Final[Mapping[str, tuple[float, float]]] = {"a4": (210.0, 297.0), "letter": (215.9, 279.4)}  # mm, upright
# All lengths are millimetres.
MARGIN: Final = 14.0
BETWEEN: Final = 8.0
HEADING: Final = 9.0  # the height of a heading of one line
HEADING_LINE: Final = 6.0  # of each further line
HEADING_FONT: Final = 5.0
MOST_HEADING_LINES: Final = 2
CAPTION: Final = 7.0  # the height of a caption of one line
CAPTION_LINE: Final = 1.2  # the height of each further line, as a factor of the font
CAPTION_FONT: Final = 3.8
SMALLEST_CAPTION_FONT: Final = 2.5  # in columns that are too narrow for a word
MOST_CAPTION_LINES: Final = 3  # of a title; rules are never cut
NOTE_LINE: Final = 3.6
NOTE_FONT: Final = 2.8
NOTE_GAP: Final = 1.5  # above a note
MOST_NOTE: Final = 0.6  # share of a room's height that a note may take
ALL: Final = sys.maxsize  # lines
LARGEST_CELL: Final = 10.0
SMALLEST_CELL: Final = 3.0  # of pictures of which more than asked for are on a page; numbers are then 1.7 mm high
LEAST_BOARD: Final = 5.0
NOTHING: Final = 1e-6  # stands for the scale 0 of pictures without room, which has no logarithm
ROUNDING: Final = 1e-9  # more than the relative error of a few additions
PAGE: Final = Paint("page", fill="paper")
CAPTIONS: Final = Paint("caption", fill="ink")
NUMBERS: Final = Paint("number of page", fill="soft")
NOTES: Final = Paint("note", fill="ink")


@record
class Captioned:
    """A picture and its caption, a title and rules of the puzzle: a title that does not fit is cut, rules never are."""

    title: str
    picture: Picture
    rules: str = ""

    @property
    def text(self) -> str:
        """Return the whole caption, in one line."""
        return f"{self.title} {self.rules}".rstrip()

    def caption(self, font: float, width: float, most: int) -> list[str]:
        """Break the caption into at most ``most`` lines if the rules fit; the rules get lines of their own if the title is cut."""
        whole = wrapped(self.text, font, width, ALL)
        if len(whole) <= most:
            return whole
        rules = wrapped(self.rules, font, width, ALL) if self.rules else []
        return [*wrapped(self.title, font, width, max(1, most - len(rules))), *rules]

    def note(self, width: float) -> list[str]:
        """Break the note of the picture into lines; without a note there are none."""
        return wrapped(self.picture.note.text, NOTE_FONT, width, ALL) if self.picture.note else []

    @property
    def drawn(self) -> Captioned:
        """Return this with its note as a drawn part of the picture only."""
        return replace(self, picture=replace(self.picture, note=None))

    @property
    def bare(self) -> Picture:
        """Return the picture without its note."""
        return self.picture.note.without if self.picture.note else self.picture


@record
class Section:
    """Pages of one kind: pictures with captions, the rows and columns of pictures on a page, and the heading of each page.

    A heading that does not fit is cut, but not its ``ending``. Pages have as few rows and columns as ``sparsest`` (None: ``shape``)
    if their cells are smaller than ``SMALLEST_CELL`` otherwise.
    """

    pictures: Sequence[Captioned]
    shape: tuple[int, int]
    heading: str
    ending: str = ""
    sparsest: tuple[int, int] | None = None

    @property
    def parts(self) -> list[Sequence[Captioned]]:
        """Divide the pictures among pages."""
        count = self.shape[0] * self.shape[1]
        return [self.pictures[start : start + count] for start in range(0, len(self.pictures), count)]


def sheets(sections: Sequence[Section], paper: str) -> list[Picture]:
    """Lay pictures out on numbered pages; each section is in portrait or landscape, whichever makes its pictures larger.

    A page has fewer pictures than its section asks for if their notes have no room otherwise, or down to those of ``sparsest`` if
    their cells are too small. Raises UsageError if so many pictures on a page leave no room for their boards.
    """
    sections = [_readable(_spaced(section, PAPERS[paper]), PAPERS[paper]) for section in sections]
    last = sum(len(section.parts) for section in sections)
    pages: list[Picture] = []
    for section in sections:
        size = _page_size(section, PAPERS[paper])
        font = _caption_font(section, size)
        for part in section.parts:
            number = f"{len(pages) + 1} / {last}" if last > 1 else ""
            pages.append(_page(part, section, size, font, number))
    return pages


def _spaced(section: Section, paper: tuple[float, float]) -> Section:
    """Return a section with as many pictures on a page as leave room for their notes; a note too long for a page stays drawn."""
    pictures = [own if _has_room([own], (1, 1), paper) else own.drawn for own in section.pictures]
    rows, columns = section.shape
    while not _has_room(pictures, (rows, columns), paper):
        rows, columns = (rows - 1, columns) if rows > 1 else (1, columns - 1)
    return replace(section, pictures=pictures, shape=(rows, columns))


def _readable(section: Section, paper: tuple[float, float]) -> Section:
    """Return a section with fewer pictures on a page, not fewer than its ``sparsest`` shape, if cells are too small otherwise."""
    least = section.sparsest or section.shape
    while (shape := section.shape) > least and _smallest_cell(section, paper) < SMALLEST_CELL:
        (rows, columns), (tall, wide) = shape, least
        section = replace(section, shape=(rows - 1, columns) if rows * wide >= columns * tall else (rows, columns - 1))
    return section


def _smallest_cell(section: Section, paper: tuple[float, float]) -> float:
    """Return the millimetres per cell of the smallest picture of a section."""
    size = _page_size(section, paper)
    room = _room(size, section.shape, len(_heading(section, size)))
    return min(_scale(own, room, CAPTION) for own in section.pictures)


def _has_room(pictures: Sequence[Captioned], shape: tuple[int, int], upright: tuple[float, float]) -> bool:
    """Return whether the notes of all pictures leave room for the boards, in portrait or in landscape."""
    noted = [own for own in pictures if own.picture.note]
    rooms = [_room(page, shape, MOST_HEADING_LINES) for page in (upright, upright[::-1])]
    return any(
        all(_note_height(len(own.note(wide))) <= MOST_NOTE * (high - CAPTION) for own in noted) for wide, high in rooms
    )


def _page_size(section: Section, upright: tuple[float, float]) -> tuple[float, float]:
    """Return the page's width and height, portrait or landscape, whichever gives the larger geometric mean of scales."""

    def size_of_all(size: tuple[float, float]) -> float:
        room = _room(size, section.shape, len(_heading(section, size)))
        return sum(log(max(_scale(own, room, CAPTION), NOTHING)) for own in section.pictures)

    return max((upright, upright[::-1]), key=size_of_all)


def _heading(section: Section, page: tuple[float, float]) -> list[str]:
    """Break a heading into lines; one that is too long is cut before its ending."""
    text, ending = section.heading, section.ending

    def lines(kept: int) -> list[str]:
        cut = text if kept == len(text) else f"{text[:kept].rstrip()}{ELLIPSIS}"
        return wrapped(cut + ending, HEADING_FONT, page[0] - 2 * MARGIN, ALL, bold=True)

    if len(whole := lines(len(text))) <= MOST_HEADING_LINES:
        return whole
    return lines(bisect_right(range(len(text)), MOST_HEADING_LINES, key=lambda kept: len(lines(kept))) - 1)


def _caption_font(section: Section, page: tuple[float, float]) -> float:
    """Return the usual size of captions, or a smaller one at which words fit into a column that would be broken otherwise."""
    wide, _ = _room(page, section.shape, 1)
    widths = {width_of(word, 1) for own in section.pictures for word in own.text.split()}
    fitting = [width for width in widths if width * SMALLEST_CAPTION_FONT <= wide]
    return min(CAPTION_FONT, wide / (max(fitting) * (1 + ROUNDING))) if fitting else CAPTION_FONT


def _above(lines: int) -> float:
    """Return the height of a heading of so many lines."""
    return HEADING + (lines - 1) * HEADING_LINE


def _room(page: tuple[float, float], shape: tuple[int, int], lines: int) -> tuple[float, float]:
    """Return width and height of the space for a picture with its caption, below a heading of so many lines."""
    (width, height), (rows, columns) = page, shape
    wide = (width - 2 * MARGIN - (columns - 1) * BETWEEN) / columns
    high = (height - 2 * MARGIN - _above(lines) - (rows - 1) * BETWEEN) / rows
    return wide, high


def _scale(own: Captioned, room: tuple[float, float], height: float) -> float:
    """Return the millimetres per cell at which a picture fits between a caption of this height and its note."""
    high = room[1] - height - _note_height(len(own.note(room[0])))
    return min(room[0] / own.bare.width, high / own.bare.height, LARGEST_CELL)


def _height(lines: int, font: float) -> float:
    """Return the height of a caption of so many lines."""
    return CAPTION + (lines - 1) * CAPTION_LINE * font


def _note_height(lines: int) -> float:
    """Return the height of a note of so many lines."""
    return NOTE_GAP + lines * NOTE_LINE if lines else 0.0


def _page(
    pictures: Sequence[Captioned], section: Section, page: tuple[float, float], font: float, number: str
) -> Picture:
    """Lay out a page with captions of this font. Raises UsageError if there is no room for boards."""
    heading = _heading(section, page)
    wide, high = room = _room(page, section.shape, len(heading))
    most = 1 + int((high - CAPTION - LEAST_BOARD) // (CAPTION_LINE * font))
    captions = [own.caption(font, wide, min(most, MOST_CAPTION_LINES)) for own in pictures]
    height = _height(max(map(len, captions)), font)
    if min(wide, high - height) < LEAST_BOARD:
        rows, columns = section.shape
        raise UsageError(f"--sheet: {rows}x{columns} puzzles on a page leave no room for their boards; ask for fewer")
    shapes: list[Shape] = [
        Box(0, 0, *page, PAGE),
        *(
            Text(MARGIN, MARGIN + 1 + n * HEADING_LINE, text, HEADING_FONT, CAPTIONS, bold=True, starts=True)
            for n, text in enumerate(heading)
        ),
        Text(page[0] / 2, page[1] - MARGIN / 2, number, 3.2, NUMBERS),
    ]
    for place, (caption, own) in enumerate(zip(captions, pictures, strict=True)):
        row, column = divmod(place, section.shape[1])
        x = MARGIN + column * (wide + BETWEEN)
        y = MARGIN + _above(len(heading)) + row * (high + BETWEEN)
        shapes += _captioned(caption, font, own, (x, y), room, height)
    return Picture(*page, tuple(shapes), section.heading + section.ending, "mm")


def _captioned(
    caption: Sequence[str],
    font: float,
    own: Captioned,
    corner: tuple[float, float],
    room: tuple[float, float],
    height: float,
) -> Iterator[Shape]:
    """Yield a picture centred in its room below all captions, of this ``height``, its note below it, and its caption above."""
    (x, y), scale, picture = corner, _scale(own, room, height), own.bare
    left, below = x + (room[0] - picture.width * scale) / 2, y + height
    top = below - _height(len(caption), font) + CAPTION / 2
    yield from _set(caption, font, CAPTION_LINE * font, CAPTIONS, (_start(caption, font, left, x, room[0]), top))
    yield Placed(left, below, scale, picture)
    if note := own.note(room[0]):
        top = below + picture.height * scale + NOTE_GAP + NOTE_LINE / 2
        yield from _set(note, NOTE_FONT, NOTE_LINE, NOTES, (_start(note, NOTE_FONT, left, x, room[0]), top))


def _start(lines: Sequence[str], size: float, left: float, x: float, wide: float) -> float:
    """Return where lines start: at the left edge of their board, or further left if the room to the right is too narrow."""
    return max(x, min(left, x + wide - max(width_of(text, size) for text in lines)))


def _set(lines: Sequence[str], size: float, step: float, paint: Paint, at: tuple[float, float]) -> Iterator[Shape]:
    """Yield lines of text below each other."""
    return (Text(at[0], at[1] + n * step, text, size, paint, starts=True) for n, text in enumerate(lines))
