"""Compare two pictures of one board: mark where their solutions differ, by colour and also by dashes, bold type and rings."""

from __future__ import annotations

from collections.abc import Iterable, Set
from dataclasses import replace
from typing import Final, TypeAlias

from hashicnf.core.picture import BACKGROUND, Box, Circle, Line, Look, Paint, Picture, Placed, Shape, Text

Place: TypeAlias = tuple[float, float]

DRAWN: Final = "pen"  # the colour of the shapes of a solution
MARKED: Final = "open"
WRONG: Final = "wrong"
DASHES: Final = (0.16, 0.08)
RING: Final = Paint("ring marked", stroke=MARKED, width=0.035, dashes=(0.1, 0.06))
RADIUS: Final = 0.72  # radius of the ring around a number of size 1
AROUND: Final = 0.46  # radius of the ring around a cell


def marking(picture: Picture, other: Picture, colour: str = MARKED) -> Picture:
    """Return a picture with the shapes of its solution marked that are not in another picture of the same board.

    A number in a box is marked by the box.
    """
    new = {shape for shape in picture.shapes if _is_drawn(shape)} - {*other.shapes}
    texts = {_middle(shape) for shape in new if isinstance(shape, Text)}
    boxes = {shape: _middle(shape) for shape in picture.shapes if isinstance(shape, Box) and _is_drawn(shape)}
    new |= {box for box, middle in boxes.items() if middle in texts}
    boxed = {*boxes.values()}
    shapes = (part for shape in picture.shapes for part in (_marked(shape, colour, boxed) if shape in new else [shape]))
    return replace(picture, shapes=tuple(shapes))


def comparing(one: Picture, other: Picture) -> Picture:
    """Return the pictures of two solutions of one board, each marked: side by side, or of a wide board one above the other.

    If they are the same, one of them is returned.
    """
    if one == other:
        return one
    x, y = (0.0, one.height) if one.width > one.height else (one.width, 0.0)
    width, height = x + other.width, y + other.height
    ground = Box(0, 0, width, height, BACKGROUND, 0.4)
    both = Placed(0, 0, 1, marking(one, other)), Placed(x, y, 1, marking(other, one))
    return Picture(width, height, (ground, *both), f"{one.title}, and another solution", one.unit)


def ringed(picture: Picture, cells: Iterable[tuple[int, int]], look: Look) -> Picture:
    """Return the picture of a board, drawn with ``look``, with a ring in the colour of faults around some cells (row, column)."""
    at = look.margins[0] + 0.5
    rings = [Circle(at + column, at + row, AROUND, replace(RING, stroke=WRONG)) for row, column in cells]
    return replace(picture, shapes=(*picture.shapes, *rings))


def _is_drawn(shape: Shape) -> bool:
    return not isinstance(shape, Placed) and DRAWN in (shape.paint.fill, shape.paint.stroke)


def _middle(shape: Box | Text) -> Place:
    x, y = (shape.x, shape.y) if isinstance(shape, Text) else (shape.x + shape.width / 2, shape.y + shape.height / 2)
    return round(x, 3), round(y, 3)


def _marked(shape: Shape, colour: str, boxed: Set[Place]) -> list[Shape]:
    """Return a shape with its mark: another colour and dashes, and a dashed ring around a number that is in no box."""
    if isinstance(shape, Placed):
        return [shape]
    coloured = _coloured(shape, colour)
    if not isinstance(shape, Text) or _middle(shape) in boxed:
        return [coloured]
    return [coloured, Circle(shape.x, shape.y, RADIUS * shape.size, replace(RING, stroke=colour))]


def _coloured(shape: Circle | Line | Box | Text, to: str) -> Shape:
    """Return a shape in the colour of marks, with lines and borders dashed and text bold."""
    fill, stroke = (to if colour == DRAWN else colour for colour in (shape.paint.fill, shape.paint.stroke))
    dashes = () if isinstance(shape, Text) else DASHES
    marked = replace(
        shape, paint=replace(shape.paint, kind=f"{shape.paint.kind} marked", fill=fill, stroke=stroke, dashes=dashes)
    )
    return replace(marked, bold=True) if isinstance(marked, Text) else marked
