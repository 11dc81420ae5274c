"""Worksheets: several pictures on a page of paper, each with a caption above it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from math import log
from typing import Final, TypeAlias

from hashicnf.core.picture import Box, Paint, Picture, Placed, Shape, Text
from hashicnf.errors import UsageError
from hashicnf.pictures.wrapping import width_of, wrapped
from hashicnf.records import record

Captioned: TypeAlias = tuple[str, Picture]

PAPERS: Final[Mapping[str, tuple[float, float]]] = {"a4": (210.0, 297.0), "letter": (215.9, 279.4)}  # mm, upright
# All lengths are millimetres.
MARGIN: Final = 14.0
BETWEEN: Final = 8.0
HEADING: Final = 9.0  # the height of a heading of one line
HEADING_LINE: Final = 6.0  # of each further line
HEADING_FONT: Final = 5.0
MOST_HEADING_LINES: Final = 2
CAPTION: Final = 7.0  # the height of a caption of one line
CAPTION_LINE: Final = 4.5  # of each further line
CAPTION_FONT: Final = 3.8
MOST_CAPTION_LINES: Final = 3
LARGEST_CELL: Final = 10.0
LEAST_BOARD: Final = 5.0
NOTHING: Final = 1e-6  # stands for the scale 0 of pictures without room, which has no logarithm
PAGE: Final = Paint("page", fill="paper")
CAPTIONS: Final = Paint("caption", fill="ink")
NUMBERS: Final = Paint("number of page", fill="soft")


@record
class Section:
    """Pages of one kind: pictures with captions, the rows and columns of pictures on a page, and the heading of each page."""

    pictures: Sequence[Captioned]
    shape: tuple[int, int]
    heading: str

    @property
    def parts(self) -> list[Sequence[Captioned]]:
        """Divide the pictures among pages."""
        count = self.shape[0] * self.shape[1]
        return [self.pictures[start : start + count] for start in range(0, len(self.pictures), count)]


def sheets(sections: Sequence[Section], paper: str) -> list[Picture]:
    """Lay pictures out on numbered pages; each section is in portrait or landscape, whichever makes its pictures larger.

    Raises UsageError if so many pictures on a page leave no room for their boards.
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
    """Return the page's width and height, portrait or landscape, whichever gives the larger geometric mean of scales."""

    def size_of_all(size: tuple[float, float]) -> float:
        room = _room(size, section.shape, len(_heading(section.heading, size)))
        return sum(log(max(_scale(own, room, 1), NOTHING)) for _, own in section.pictures)

    return max((upright, upright[::-1]), key=size_of_all)


def _heading(text: str, page: tuple[float, float]) -> list[str]:
    """Break a heading into lines."""
    return wrapped(text, HEADING_FONT, page[0] - 2 * MARGIN, MOST_HEADING_LINES, bold=True)


def _above(lines: int) -> float:
    """Return the height of a heading of so many lines."""
    return HEADING + (lines - 1) * HEADING_LINE


def _room(page: tuple[float, float], shape: tuple[int, int], lines: int) -> tuple[float, float]:
    """Return width and height of the space for a picture with its caption, below a heading of so many lines."""
    (width, height), (rows, columns) = page, shape
    wide = (width - 2 * MARGIN - (columns - 1) * BETWEEN) / columns
    high = (height - 2 * MARGIN - _above(lines) - (rows - 1) * BETWEEN) / rows
    return wide, high


def _scale(picture: Picture, room: tuple[float, float], lines: int) -> float:
    """Return the millimetres per cell at which a picture fits below a caption of so many lines."""
    return min(room[0] / picture.width, (room[1] - _height(lines)) / picture.height, LARGEST_CELL)


def _height(lines: int) -> float:
    """Return the height of a caption of so many lines."""
    return CAPTION + (lines - 1) * CAPTION_LINE


def _page(pictures: Sequence[Captioned], section: Section, page: tuple[float, float], number: str) -> Picture:
    """Lay out a page. Raises UsageError if there is no room for boards."""
    heading = _heading(section.heading, page)
    wide, high = room = _room(page, section.shape, len(heading))
    if min(wide, high - CAPTION) < LEAST_BOARD:
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
    most = 1 + int((high - CAPTION - LEAST_BOARD) // CAPTION_LINE)
    captions = [wrapped(text, CAPTION_FONT, wide, min(most, MOST_CAPTION_LINES)) for text, _ in pictures]
    lines = max(map(len, captions))
    for place, (caption, (_, picture)) in enumerate(zip(captions, pictures, strict=True)):
        row, column = divmod(place, section.shape[1])
        x = MARGIN + column * (wide + BETWEEN)
        y = MARGIN + _above(len(heading)) + row * (high + BETWEEN)
        shapes += _captioned(caption, picture, (x, y), room, lines)
    return Picture(*page, tuple(shapes), section.heading, "mm")


def _captioned(
    caption: Sequence[str], picture: Picture, corner: tuple[float, float], room: tuple[float, float], lines: int
) -> Iterator[Shape]:
    """Yield a picture centred in its room, and its caption above it, in the last of the lines reserved for captions.

    A caption starts at the left edge of its board, or further left if the room to the right is too narrow for it.
    """
    (x, y), scale = corner, _scale(picture, room, lines)
    left = x + (room[0] - picture.width * scale) / 2
    top = y + _height(lines - len(caption) + 1) - CAPTION / 2
    start = max(x, min(left, x + room[0] - max(width_of(text, CAPTION_FONT) for text in caption)))
    for n, text in enumerate(caption):
        yield Text(start, top + n * CAPTION_LINE, text, CAPTION_FONT, CAPTIONS, starts=True)
    yield Placed(left, y + _height(lines), scale, picture)
