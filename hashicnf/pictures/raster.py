"""Convert SVG to PNG and PDF by cairosvg, an optional package.

cairo writes to temporary files instead of calling a Python function for output: in such a callback Ctrl-C would be lost.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from math import sqrt
from pathlib import Path
from typing import Any, Final

from hashicnf.errors import SolverMissing

PER_UNIT: Final = 2.0  # pixels of a PNG per unit of the SVG, or per pixel that other units have
SHARP_PIXELS: Final = 2**24  # pictures are not enlarged beyond this: that would take seconds
LONGEST: Final = 32_767  # pixels of the longest side that cairo can draw
MOST_PIXELS: Final = 2**28  # of a picture: they take a GiB
SIZE: Final = re.compile(r'<svg [^>]*?width="([\d.]+)(mm|)" height="([\d.]+)\2"')
UNITS: Final = {"": 1.0, "mm": 96 / 25.4}  # pixels before scaling, of which an inch has 96
MISSING: Final = "{} pictures need the package cairosvg and the library cairo: pip install 'hashicnf[pictures]'"


def require_cairo(kind: str) -> Any:
    """Import and return cairosvg. Raises SolverMissing if the package or the library cairo is not installed."""
    try:
        import cairosvg
    except (ImportError, OSError):
        raise SolverMissing(MISSING.format(kind)) from None
    return cairosvg


def png(svg: str) -> bytes:
    """Convert an SVG document to PNG, up to twice as large (for sharp screens), within the limits of cairo and of memory."""
    with _file() as path:
        require_cairo("PNG").svg2png(bytestring=svg.encode(), scale=_scale(svg), write_to=str(path))
        return _read(path)


def _scale(svg: str) -> float:
    """Return the factor by which an SVG document is enlarged, from the width and height of its root."""
    size = SIZE.match(svg)
    if size is None:
        return PER_UNIT
    width, height = (float(length) * UNITS[size[2]] for length in (size[1], size[3]))
    sharp = max(1.0, sqrt(SHARP_PIXELS / (width * height)))
    return min(PER_UNIT, sharp, LONGEST / max(width, height), sqrt(MOST_PIXELS / (width * height)))


@contextmanager
def _file() -> Iterator[Path]:
    """Yield the path of a temporary file that is removed at the end. Raises UsageError if cairo cannot write it."""
    from tempfile import TemporaryDirectory

    from hashicnf.files.temporary import temporary_folder, unwritable

    parent = temporary_folder()
    try:
        with TemporaryDirectory(dir=parent) as folder:
            yield Path(folder) / "picture"
    except OSError as problem:  # of cairo it has a text instead of a number
        raise unwritable(parent, problem.strerror if isinstance(problem.errno, int) else "write error") from None


def pdf(pages: Sequence[str]) -> bytes:
    """Convert SVG documents to the pages of one PDF."""
    require_cairo("PDF")
    import cairocffi
    from cairosvg.parser import Tree
    from cairosvg.surface import PDFSurface

    class Page(PDFSurface):  # type: ignore[misc] # cairosvg has no types
        """A page of the document that all pages share."""

        def _create_surface(self, width: float, height: float) -> tuple[Any, float, float]:
            whole.set_size(width, height)
            return whole, width, height

    with _file() as path:
        whole = cairocffi.PDFSurface(str(path), 1, 1)
        for svg in pages:
            Page(Tree(bytestring=svg.encode()), str(path), 96).context.show_page()
        whole.finish()
        return _read(path)


def _read(path: Path) -> bytes:
    """Read a file that cairo has written. Raises OSError if its end may be lost, of which cairo reports nothing."""
    from hashicnf.files.temporary import require_room

    with path.open("r+b") as stream:
        require_room(stream)
        stream.seek(0)
        return stream.read()
