"""Worksheets: several pictures on a page of paper, each with a line above it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, TypeAlias

from hashicnf.core.picture import Box, Paint, Picture, Placed, Shape, Text

Captioned: TypeAlias = tuple[str, Picture]

PAPERS: Final[Mapping[str, tuple[float, float]]] = {"a4": (210.0, 297.0), "letter": (215.9, 279.4)}  # mm, upright
MARGIN: Final = 14.0
BETWEEN: Final = 8.0
HEADING: Final = 9.0
CAPTION: Final = 7.0  # of one line
LINE: Final = 4.5  # each further one
MOST_LINES: Final = 3
CHARACTER: Final = 2.2  # millimetres of width for a character of a caption
HEADING_WIDTH: Final = 3.2  # of the heading
LARGEST: Final = 10.0  # millimetres of a cell of a board
PAGE: Final = Paint("page", fill="paper")
CAPTIONS: Final = Paint("caption", fill="ink")
NUMBERS: Final = Paint("number of page", fill="soft")


def sheets(pictures: Sequence[Captioned], shape: tuple[int, int], paper: str, heading: str) -> list[Picture]:
    """Put pictures on pages with rows and columns of them, upright or across, whichever makes the largest one larger."""
    upright = PAPERS[paper]
    page = max(
        (upright, upright[::-1]), key=lambda size: min(_scale(own, _room(size, shape), 1) for _, own in pictures)
    )
    count = shape[0] * shape[1]
    heading = _wrapped(heading, (page[0] - 2 * MARGIN) / HEADING_WIDTH, 1)[0]
    parts = [pictures[start : start + count] for start in range(0, len(pictures), count)]
    numbers = [f"{number} / {len(parts)}" if len(parts) > 1 else "" for number in range(1, len(parts) + 1)]
    return [_page(part, shape, page, heading, number) for part, number in zip(parts, numbers, strict=True)]


def _room(page: tuple[float, float], shape: tuple[int, int]) -> tuple[float, float]:
    """Return width and height of the place for a picture and its caption."""
    (width, height), (rows, columns) = page, shape
    wide = (width - 2 * MARGIN - (columns - 1) * BETWEEN) / columns
    high = (height - 2 * MARGIN - HEADING - (rows - 1) * BETWEEN) / rows
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


def _page(
    pictures: Sequence[Captioned], shape: tuple[int, int], page: tuple[float, float], heading: str, number: str
) -> Picture:
    wide, high = room = _room(page, shape)
    shapes: list[Shape] = [
        Box(0, 0, *page, PAGE),
        Text(MARGIN, MARGIN + 1, heading, 5, CAPTIONS, bold=True, starts=True),
        Text(page[0] / 2, page[1] - MARGIN / 2, number, 3.2, NUMBERS),
    ]
    captions = [_wrapped(caption, wide / CHARACTER, MOST_LINES) for caption, _ in pictures]
    lines = max(map(len, captions))
    for place, (caption, (_, picture)) in enumerate(zip(captions, pictures, strict=True)):
        row, column = divmod(place, shape[1])
        x = MARGIN + column * (wide + BETWEEN)
        y = MARGIN + HEADING + row * (high + BETWEEN)
        scale = _scale(picture, room, lines)
        left = x + (wide - picture.width * scale) / 2
        top = y + _height(lines - len(caption) + 1) - CAPTION / 2  # the last line stands right above the board
        shapes += [Text(left, top + n * LINE, text, 3.8, CAPTIONS, starts=True) for n, text in enumerate(caption)]
        shapes.append(Placed(left, y + _height(lines), scale, picture))
    return Picture(*page, tuple(shapes), heading, "mm")
