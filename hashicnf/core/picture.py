"""Pictures as shapes: a family describes the look of its boards with them, and one writer renders them in any theme.

Lengths are in cells of the board, from the upper left corner. Colours are names, which a theme resolves (``hashicnf.pictures``).
"""

from __future__ import annotations

from typing import Final, TypeAlias

from hashicnf.records import record

MARGIN: Final = 0.5  # around a board
LABELS: Final = 0.6  # more, for numbers of rows and columns
BOLD: Final = 0.7  # the width of a bold digit, as a share of the font's height


@record
class Paint:
    """The look of shapes of one kind: names of colours (None: none), the width of lines, their dashes and gaps, and how opaque.

    ``kind`` names the shapes, for style sheets and for programs that read the picture.
    """

    kind: str
    fill: str | None = None
    stroke: str | None = None
    width: float = 0.0
    dashes: tuple[float, ...] = ()
    opacity: float = 1.0


@record
class Line:
    """A straight line between two points."""

    x: float
    y: float
    to_x: float
    to_y: float
    paint: Paint


@record
class Circle:
    """A circle by its centre."""

    x: float
    y: float
    radius: float
    paint: Paint


@record
class Box:
    """A rectangle by its upper left corner, its corners rounded by ``rounding``."""

    x: float
    y: float
    width: float
    height: float
    paint: Paint
    rounding: float = 0.0


@record
class Text:
    """A line of text, centred on a point both ways, or starting there; ``size`` is the height of the font."""

    x: float
    y: float
    text: str
    size: float
    paint: Paint
    bold: bool = False
    starts: bool = False


@record
class Placed:
    """A picture within another one: the place of its upper left corner there, and the factor by which it is enlarged."""

    x: float
    y: float
    scale: float
    picture: Picture


Shape: TypeAlias = Line | Circle | Box | Text | Placed


@record
class Picture:
    """Shapes, the first ones below the others, on a page of this size; ``title`` describes it in a sentence.

    ``unit`` is the size of a length of 1: pixels, or "mm" for a page to be printed. ``note`` is set if a text is drawn below the
    rest, for pages that set this text themselves.
    """

    width: float
    height: float
    shapes: tuple[Shape, ...]
    title: str
    unit: float | str = 40.0
    note: Note | None = None


@record
class Note:
    """The text below a picture, and the picture without it; only spaces other than no-break spaces end a line."""

    text: str
    without: Picture


@record
class Look:
    """Options of a drawing: ``coordinates`` adds the numbers of rows and columns; ``partial`` if the solution may be incomplete."""

    coordinates: bool = False
    partial: bool = False

    @property
    def margins(self) -> tuple[float, float]:
        """Return the margins at the left and at the top, and at the right and at the bottom."""
        return MARGIN + (LABELS if self.coordinates else 0), MARGIN


BACKGROUND: Final = Paint("background", fill="sea")
LABEL: Final = Paint("label", fill="soft")


def framed(shape: tuple[int, int], shapes: list[Shape], title: str, look: Look) -> Picture:
    """Make a picture of a board of rows and columns: its shapes on a background, with the numbers that ``look`` asks for.

    The board has its upper left corner at the first margin of ``look``, to the right and down.
    """
    (rows, columns), (before, after) = shape, look.margins
    width, height = columns + before + after, rows + before + after
    labels: list[Shape] = []
    if look.coordinates:
        at = before - LABELS / 2
        labels += [Text(before + c + 0.5, at, str(c + 1), 0.34, LABEL) for c in range(columns)]
        labels += [Text(at, before + r + 0.5, str(r + 1), 0.34, LABEL) for r in range(rows)]
    return Picture(width, height, (Box(0, 0, width, height, BACKGROUND, 0.4), *labels, *shapes), title)
