"""Turn SVG into PNG and PDF by cairosvg, an optional package."""

from __future__ import annotations

import io
import re
from collections.abc import Sequence
from math import sqrt
from typing import Any, Final

from hashicnf.errors import SolverMissing

PER_UNIT: Final = 2.0  # pixels of a PNG for one of the SVG
LONGEST: Final = 32_767  # pixels of a side that cairo can draw
MOST_PIXELS: Final = 2**28  # they take a GiB
SIZE: Final = re.compile(r' width="([\d.]+)" height="([\d.]+)"')
MISSING: Final = "{} pictures need the package cairosvg and the library cairo: pip install 'hashicnf[pictures]'"


def require_cairo(kind: str) -> Any:
    """Import cairosvg. Raises SolverMissing where it, or the library that it calls, is not installed."""
    try:
        import cairosvg
    except (ImportError, OSError):
        raise SolverMissing(MISSING.format(kind)) from None
    return cairosvg


def png(svg: str) -> bytes:
    """Draw an SVG document as PNG, twice as large for sharp screens, unless that is more than can be drawn."""
    data: bytes = require_cairo("PNG").svg2png(bytestring=svg.encode(), scale=_scale(svg))
    return data


def _scale(svg: str) -> float:
    """Return the pixels for one unit of an SVG document, whose first element tells its size."""
    size = SIZE.search(svg)
    if size is None:
        return PER_UNIT
    width, height = map(float, size.groups())
    return min(PER_UNIT, LONGEST / max(width, height), sqrt(MOST_PIXELS / (width * height)))


def pdf(pages: Sequence[str]) -> bytes:
    """Draw SVG documents as the pages of one PDF."""
    require_cairo("PDF")
    import cairocffi
    from cairosvg.parser import Tree
    from cairosvg.surface import PDFSurface

    output = io.BytesIO()
    whole = cairocffi.PDFSurface(output, 1, 1)

    class Page(PDFSurface):  # type: ignore[misc] # cairosvg has no types
        """A page of the document that all pages share."""

        def _create_surface(self, width: float, height: float) -> tuple[Any, float, float]:
            whole.set_size(width, height)
            return whole, width, height

    for svg in pages:
        Page(Tree(bytestring=svg.encode()), output, 96).context.show_page()
    whole.finish()
    return output.getvalue()
