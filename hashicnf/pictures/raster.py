"""Turn SVG into PNG and PDF by cairosvg, an optional package."""

from __future__ import annotations

import io
from collections.abc import Sequence
from typing import Any, Final

from hashicnf.errors import UsageError

PER_UNIT: Final = 2.0  # pixels of a PNG for one of the SVG
MISSING: Final = "{} pictures need the package cairosvg and the library cairo: pip install 'hashicnf[pictures]'"


def require_cairo(kind: str) -> Any:
    """Import cairosvg. Raises UsageError where it, or the library that it calls, is not installed."""
    try:
        import cairosvg
    except (ImportError, OSError):
        raise UsageError(MISSING.format(kind)) from None
    return cairosvg


def png(svg: str) -> bytes:
    """Draw an SVG document as PNG, twice as large for sharp screens."""
    data: bytes = require_cairo("PNG").svg2png(bytestring=svg.encode(), scale=PER_UNIT)
    return data


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
