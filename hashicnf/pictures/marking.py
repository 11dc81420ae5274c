"""Two pictures of one board compared: where their solutions differ is marked, also where there are no colours."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from hashicnf.core.picture import Box, Circle, Line, Paint, Picture, Placed, Shape, Text

DRAWN: Final = "pen"  # the colour of what a solution draws
MARKED: Final = "open"
DASHES: Final = (0.16, 0.08)
PALE: Final = 0.4  # how opaque lines of the other solution are
RING: Final = Paint("ring marked", stroke=MARKED, width=0.035, dashes=(0.1, 0.06))
RADIUS: Final = 0.72  # of a ring, for a number of size 1


def marking(picture: Picture, other: Picture) -> Picture:
    """Mark the shapes of a solution that are not in another picture of the same board."""
    new = {shape for shape in picture.shapes if _is_drawn(shape)} - {*other.shapes}
    return replace(picture, shapes=tuple(part for shape in picture.shapes for part in _marked(shape, shape in new)))


def comparing(picture: Picture, other: Picture) -> Picture:
    """Mark the shapes of a solution that another has not; lines that only the other has lie below them, pale."""
    marked, own = marking(picture, other).shapes, {*picture.shapes}
    lines = (shape for shape in other.shapes if isinstance(shape, Line) and _is_drawn(shape))
    pale = [_coloured(line, PALE) for line in lines if line not in own]
    pairs = enumerate(zip(picture.shapes, other.shapes, strict=False))
    first = next((at for at, (one, two) in pairs if one != two), len(marked))
    return replace(picture, shapes=(*marked[:first], *pale, *marked[first:]))


def _is_drawn(shape: Shape) -> bool:
    return not isinstance(shape, Placed) and DRAWN in (shape.paint.fill, shape.paint.stroke)


def _marked(shape: Shape, is_new: bool) -> list[Shape]:
    """Mark a shape if it is new, a number by a dashed ring."""
    if not is_new or isinstance(shape, Placed):
        return [shape]
    ring = [Circle(shape.x, shape.y, RADIUS * shape.size, RING)] if isinstance(shape, Text) else []
    return [_coloured(shape), *ring]


def _coloured(shape: Circle | Line | Box | Text, opacity: float = 1.0) -> Shape:
    """Give a shape the colour of marks; lines are dashed and numbers bold beside it."""
    fill, stroke = (MARKED if colour == DRAWN else colour for colour in (shape.paint.fill, shape.paint.stroke))
    dashes = DASHES if isinstance(shape, Line | Circle) else shape.paint.dashes
    kind = f"{shape.paint.kind} marked"
    marked = replace(
        shape, paint=replace(shape.paint, kind=kind, fill=fill, stroke=stroke, dashes=dashes, opacity=opacity)
    )
    return replace(marked, bold=True) if isinstance(marked, Text) else marked
