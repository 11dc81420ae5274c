"""Worksheets: several pictures on a page of paper, each with a line above it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import log
from typing import Final, TypeAlias

from hashicnf.core.picture import Box, Paint, Picture, Placed, Shape, Text
from hashicnf.errors import UsageError
from hashicnf.records import record

Captioned: TypeAlias = tuple[str, Picture]

PAPERS: Final[Mapping[str, tuple[float, float]]] = {"a4": (210.0, 297.0), "letter": (215.9, 279.4)}  # mm, upright
MARGIN: Final = 14.0
BETWEEN: Final = 8.0
HEADING: Final = 9.0  # of one line
HEADING_LINE: Final = 6.0  # each further one
MOST_HEADING_LINES: Final = 2
CAPTION: Final = 7.0  # of one line
LINE: Final = 4.5  # each further one
MOST_LINES: Final = 3
CHARACTER: Final = 2.2  # millimetres of width for a character of a caption
HEADING_WIDTH: Final = 3.2  # of the heading
LARGEST: Final = 10.0  # millimetres of a cell of a board
NOTHING: Final = 1e-6
LEAST: Final = 5.0  # millimetres of a board
PAGE: Final = Paint("page", fill="paper")
CAPTIONS: Final = Paint("caption", fill="ink")
NUMBERS: Final = Paint("number of page", fill="soft")


@record
class Section:
    """Pages of one kind: pictures with captions, rows and columns of them on a page, and the heading of each page."""

    pictures: Sequence[Captioned]
    shape: tuple[int, int]
    heading: str

    @property
    def parts(self) -> list[Sequence[Captioned]]:
        """Divide the pictures among pages."""
        count = self.shape[0] * self.shape[1]
        return [self.pictures[start : start + count] for start in range(0, len(self.pictures), count)]


def sheets(sections: Sequence[Section], paper: str) -> list[Picture]:
    """Put pictures on pages, those of a section upright or across, whichever makes them larger; number all of them.

    Raises UsageError where so many on a page leave no room for them.
    """
    last = sum(len(section.parts) for section in sections)
    pages: list[Picture] = []
    for section in sections:
        size = _page_size(section, PAPERS[paper])
        for part in section.parts:
            number = f"{len(pages) + 1} / {last}" if last > 1 else ""
            pages.append(_page(part, section, size, number))
    return pages


def _page_size(section: Section, upright: tuple[float, float]) -> tuple[float, float]:
    """Choose the way the paper lies: that with the larger geometric mean of the scales."""

    def size_of_all(size: tuple[float, float]) -> float:
        room = _room(size, section.shape, len(_heading(section.heading, size)))
        return sum(log(max(_scale(own, room, 1), NOTHING)) for _, own in section.pictures)

    return max((upright, upright[::-1]), key=size_of_all)


def _heading(text: str, page: tuple[float, float]) -> list[str]:
    """Break a heading into lines."""
    return _wrapped(text, (page[0] - 2 * MARGIN) / HEADING_WIDTH, MOST_HEADING_LINES)


def _above(lines: int) -> float:
    """Return the height of a heading."""
    return HEADING + (lines - 1) * HEADING_LINE


def _room(page: tuple[float, float], shape: tuple[int, int], lines: int) -> tuple[float, float]:
    """Return width and height of the place for a picture and its caption, below a heading of so many lines."""
    (width, height), (rows, columns) = page, shape
    wide = (width - 2 * MARGIN - (columns - 1) * BETWEEN) / columns
    high = (height - 2 * MARGIN - _above(lines) - (rows - 1) * BETWEEN) / rows
    return wide, high


def _scale(picture: Picture, room: tuple[float, float], lines: int) -> float:
    """Return the millimetres of a cell with which a picture fits below a caption of so many lines."""
    return min(room[0] / picture.width, (room[1] - _height(lines)) / picture.height, LARGEST)


def _height(lines: int) -> float:
    """Return the height of a caption."""
    return CAPTION + (lines - 1) * LINE


def _wrapped(text: str, characters: float, lines: int) -> list[str]:
    """Break a text into lines that fit; what is too long ends with an ellipsis."""
    import textwrap  # not at the top: few pictures are worksheets

    return textwrap.wrap(text, max(1, int(characters)), max_lines=lines, placeholder="…") or [""]


def _page(pictures: Sequence[Captioned], section: Section, page: tuple[float, float], number: str) -> Picture:
    heading = _heading(section.heading, page)
    wide, high = room = _room(page, section.shape, len(heading))
    most = 1 + int((high - CAPTION - LEAST) // LINE)  # lines of a caption
    if min(wide, high - CAPTION) < LEAST:
        rows, columns = section.shape
        raise UsageError(f"--sheet: {rows}x{columns} puzzles on a page leave no room for their boards; ask for fewer")
    shapes: list[Shape] = [
        Box(0, 0, *page, PAGE),
        *(
            Text(MARGIN, MARGIN + 1 + n * HEADING_LINE, text, 5, CAPTIONS, bold=True, starts=True)
            for n, text in enumerate(heading)
        ),
        Text(page[0] / 2, page[1] - MARGIN / 2, number, 3.2, NUMBERS),
    ]
    captions = [_wrapped(caption, wide / CHARACTER, min(most, MOST_LINES)) for caption, _ in pictures]
    lines = max(map(len, captions))
    for place, (caption, (_, picture)) in enumerate(zip(captions, pictures, strict=True)):
        row, column = divmod(place, section.shape[1])
        x = MARGIN + column * (wide + BETWEEN)
        y = MARGIN + _above(len(heading)) + row * (high + BETWEEN)
        scale = _scale(picture, room, lines)
        left = x + (wide - picture.width * scale) / 2
        top = y + _height(lines - len(caption) + 1) - CAPTION / 2  # the last line stands right above the board
        shapes += [Text(left, top + n * LINE, text, 3.8, CAPTIONS, starts=True) for n, text in enumerate(caption)]
        shapes.append(Placed(left, y + _height(lines), scale, picture))
    return Picture(*page, tuple(shapes), section.heading, "mm")
