"""Two pictures of one board compared: what the first has drawn and the other has not is marked, also where there are no colours."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from hashicnf.core.picture import Circle, Line, Picture, Placed, Shape, Text

DRAWN: Final = "pen"  # the colour of what a solution draws
MARKED: Final = "open"
DASHES: Final = (0.16, 0.08)


def marking(picture: Picture, other: Picture) -> Picture:
    """Mark the shapes of a solution that are not in another picture of the same board."""
    known = {shape for shape in other.shapes if _is_drawn(shape)}
    shapes = tuple(_marked(shape) if _is_drawn(shape) and shape not in known else shape for shape in picture.shapes)
    return replace(picture, shapes=shapes)


def _is_drawn(shape: Shape) -> bool:
    return not isinstance(shape, Placed) and DRAWN in (shape.paint.fill, shape.paint.stroke)


def _marked(shape: Shape) -> Shape:
    """Give a shape the colour of marks; lines are dashed and numbers bold beside it."""
    if isinstance(shape, Placed):
        return shape
    paint = shape.paint
    fill, stroke = (MARKED if colour == DRAWN else colour for colour in (paint.fill, paint.stroke))
    dashes = DASHES if isinstance(shape, Line | Circle) else paint.dashes
    marked = replace(shape, paint=replace(paint, kind=f"{paint.kind} marked", fill=fill, stroke=stroke, dashes=dashes))
    return replace(marked, bold=True) if isinstance(marked, Text) else marked
