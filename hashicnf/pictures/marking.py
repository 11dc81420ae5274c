"""Compare two pictures of one board: mark where their solutions differ, by colour and also by dashes, bold type and rings."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from hashicnf.core.picture import Box, Circle, Line, Paint, Picture, Placed, Shape, Text

DRAWN: Final = "pen"  # the colour of the shapes of a solution
MARKED: Final = "open"
WRONG: Final = "wrong"
DASHES: Final = (0.16, 0.08)
PALE: Final = 0.4  # opacity of lines that only the other solution has
RING: Final = Paint("ring marked", stroke=MARKED, width=0.035, dashes=(0.1, 0.06))
RADIUS: Final = 0.72  # radius of the ring around a number of size 1


def marking(picture: Picture, other: Picture, colour: str = MARKED) -> Picture:
    """Return a picture with the shapes of its solution marked that are not in another picture of the same board."""
    new = {shape for shape in picture.shapes if _is_drawn(shape)} - {*other.shapes}
    shapes = (part for shape in picture.shapes for part in (_marked(shape, colour) if shape in new else [shape]))
    return replace(picture, shapes=tuple(shapes))


def comparing(picture: Picture, other: Picture) -> Picture:
    """Return a picture marked as by ``marking``, with the lines that only the other solution has drawn pale beneath."""
    marked, own = marking(picture, other).shapes, {*picture.shapes}
    lines = (shape for shape in other.shapes if isinstance(shape, Line) and _is_drawn(shape))
    pale = [_coloured(line, MARKED, PALE) for line in lines if line not in own]
    pairs = enumerate(zip(picture.shapes, other.shapes, strict=False))
    first = next((at for at, (one, two) in pairs if one != two), len(marked))
    return replace(picture, shapes=(*marked[:first], *pale, *marked[first:]))


def _is_drawn(shape: Shape) -> bool:
    return not isinstance(shape, Placed) and DRAWN in (shape.paint.fill, shape.paint.stroke)


def _marked(shape: Shape, colour: str) -> list[Shape]:
    """Return a shape with its mark: another colour and dashes, and a dashed ring around a number."""
    if isinstance(shape, Placed):
        return [shape]
    paint = replace(RING, stroke=colour)
    ring = [Circle(shape.x, shape.y, RADIUS * shape.size, paint)] if isinstance(shape, Text) else []
    return [_coloured(shape, colour), *ring]


def _coloured(shape: Circle | Line | Box | Text, to: str, opacity: float = 1.0) -> Shape:
    """Return a shape in the colour of marks, with lines and circles dashed and text bold."""
    fill, stroke = (to if colour == DRAWN else colour for colour in (shape.paint.fill, shape.paint.stroke))
    dashes = DASHES if isinstance(shape, Line | Circle) else shape.paint.dashes
    kind = f"{shape.paint.kind} marked"
    marked = replace(
        shape, paint=replace(shape.paint, kind=kind, fill=fill, stroke=stroke, dashes=dashes, opacity=opacity)
    )
    return replace(marked, bold=True) if isinstance(marked, Text) else marked
