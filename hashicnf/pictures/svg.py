"""Write a picture as SVG: consecutive shapes with the same paint share a group, whose class is the kind of the paint."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from html import escape
from itertools import groupby
from math import hypot
from typing import Final

from hashicnf.core.picture import Box, Circle, Line, Paint, Picture, Placed, Shape, Text
from hashicnf.pictures.themes import theme_named

FONT: Final = "system-ui, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, 'DejaVu Sans', sans-serif"
BASELINE: Final = 0.355  # distance from the middle of a digit down to the baseline, as a share of the font's height
CELL: Final = 40.0  # size of a cell of an inner picture, before it is scaled
QUOTE: Final = '"'


def svg_of(picture: Picture, theme: str = "light") -> str:
    """Return a picture as a complete SVG document. Raises UsageError for an unknown theme."""
    colours = theme_named(theme)
    scale = picture.unit if isinstance(picture.unit, float) else 1.0
    unit = "" if isinstance(picture.unit, float) else picture.unit
    width, height = (_number(length * scale) for length in (picture.width, picture.height))
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}{unit}" height="{height}{unit}" viewBox="0 0 {width} {height}" '
        f'role="img" font-family="{FONT}" text-anchor="middle" stroke-linecap="round">'
    )
    return "\n".join([head, f"<title>{escape(picture.title)}</title>", *_groups(picture, scale, colours), "</svg>", ""])


def _groups(picture: Picture, scale: float, colours: Mapping[str, str]) -> Iterator[str]:
    for paint, shapes in groupby(picture.shapes, lambda shape: None if isinstance(shape, Placed) else shape.paint):
        if paint is None:
            for shape in shapes:
                if isinstance(shape, Placed):
                    yield from _placed(shape, scale, colours)
        else:
            yield f"<g {_attributes(paint, scale, colours)}>"
            yield from (_element(shape, scale) for shape in shapes)
            yield "</g>"


def _placed(shape: Placed, scale: float, colours: Mapping[str, str]) -> Iterator[str]:
    place = f"translate({_number(shape.x * scale)} {_number(shape.y * scale)})"
    yield f'<g class="picture" transform="{place} scale({shape.scale * scale / CELL:.5g})">'
    yield from _groups(shape.picture, CELL, colours)
    yield "</g>"


def _attributes(paint: Paint, scale: float, colours: Mapping[str, str]) -> str:
    found = {"class": paint.kind, "fill": colours[paint.fill] if paint.fill else "none"}
    if paint.stroke:
        found |= {"stroke": colours[paint.stroke], "stroke-width": _number(paint.width * scale)}
    if paint.dashes:
        found |= {
            "stroke-dasharray": " ".join(_number(dash * scale) for dash in paint.dashes),
            "stroke-linecap": "butt",
        }
    if paint.opacity < 1:
        found["opacity"] = _number(paint.opacity)
    return " ".join(f'{name}="{value}"' for name, value in found.items())


def _element(shape: Shape, scale: float) -> str:
    match shape:
        case Line():
            ends = {"x1": shape.x * scale, "y1": shape.y * scale, "x2": shape.to_x * scale, "y2": shape.to_y * scale}
            start = {"stroke-dashoffset": _dash_offset(shape) * scale} if shape.paint.dashes else {}
            return _tag("line", **ends, **start)
        case Circle():
            return _tag("circle", cx=shape.x * scale, cy=shape.y * scale, r=shape.radius * scale)
        case Box():
            corner = {"rx": shape.rounding * scale} if shape.rounding else {}
            size = {"width": shape.width * scale, "height": shape.height * scale}
            return _tag("rect", x=shape.x * scale, y=shape.y * scale, **size, **corner)
        case Text():
            foot, height = (shape.y + BASELINE * shape.size) * scale, _number(shape.size * scale)
            style = ' font-weight="600"' * shape.bold + ' text-anchor="start"' * shape.starts
            place = f'x="{_number(shape.x * scale)}" y="{_number(foot)}"'
            return f'<text {place} font-size="{height}"{style}>{escape(shape.text)}</text>'
        case Placed():
            return ""


def _dash_offset(line: Line) -> float:
    """Return where the dashes start so that the middle of a gap is the middle of the line: both ends look alike."""
    dashes = line.paint.dashes
    middle = hypot(line.to_x - line.x, line.to_y - line.y) / 2
    return (-dashes[-1] / 2 - middle) % sum(dashes)


def _tag(name: str, **lengths: float) -> str:
    return f"<{name} {' '.join([f'{key}={QUOTE}{_number(value)}{QUOTE}' for key, value in lengths.items()])}/>"


def _number(value: float) -> str:
    """Return a length as text with at most two decimals."""
    return f"{value:.2f}".rstrip("0").rstrip(".")
