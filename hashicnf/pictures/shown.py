"""Results as notebooks show them: the text of a result, and its picture or its tables below.

Commands draw the same picture with ``-o``, and print the same tables. Modules are imported when something is shown, since every
command imports this one.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Final

from hashicnf.errors import UsageError

if TYPE_CHECKING:
    from hashicnf.core.picture import Picture

MOST_SHAPES: Final = 20_000  # of a picture in a notebook, about a megabyte: Jupyter drops outputs of several megabytes


class Shown:
    """A result that may have a picture."""

    __slots__ = ()

    def picture(self, *, coordinates: bool = False) -> Picture | None:
        """Return the picture of the result; None if there is nothing to draw. Raises UsageError for a family without pictures."""
        raise NotImplementedError

    def _lines(self) -> Iterable[str]:
        """Yield the lines that notebooks show below the ``repr``."""
        return ()

    def _repr_html_(self) -> str | None:
        """Return what notebooks show; None, for the ``repr`` alone, if there is neither a line nor a picture that they can show."""
        from html import escape

        try:
            picture = self.picture()
        except UsageError:
            picture = None
        lines, svg = [*self._lines()], None if picture is None else notebook_svg(picture)
        if svg is None and not lines:
            return None
        shown = _pre([repr(self), *lines])
        return shown if picture is None or svg is None else f"{shown}\n{_image(svg, escape(picture.title))}"


class Tabled:
    """A result that is shown as tables."""

    __slots__ = ()

    def _tables(self) -> Iterable[tuple[str, Sequence[Sequence[str]], int]]:
        """Yield the title of each table, its rows, the head first, and the number of its columns of text, which come first."""
        raise NotImplementedError

    def _lines(self) -> Iterable[str]:
        """Yield the lines below the tables."""
        return ()

    def _repr_html_(self) -> str:
        """Return what notebooks show."""
        tables = [_table(*table) for table in self._tables()]
        return "\n".join([_pre([repr(self)]), *tables, *([_pre(lines)] if (lines := [*self._lines()]) else [])])


def notebook_svg(picture: Picture) -> str | None:
    """Return a picture as SVG for a notebook; None if it is too large for one."""
    if _count(picture) > MOST_SHAPES:
        return None
    from hashicnf.pictures.svg import svg_of

    return svg_of(picture)


def _count(picture: Picture) -> int:
    """Return the number of shapes of a picture and of those within it."""
    from hashicnf.core.picture import Placed

    return sum(_count(shape.picture) if isinstance(shape, Placed) else 1 for shape in picture.shapes)


def _pre(lines: Iterable[str]) -> str:
    """Return lines of text as HTML."""
    from html import escape

    return f'<pre style="white-space: pre-wrap; word-break: normal">{escape(chr(10).join(lines))}</pre>'


def _table(title: str, rows: Sequence[Sequence[str]], left: int) -> str:
    """Return a table as HTML, the first ``left`` columns aligned to the left and the others to the right."""
    from html import escape

    def row(cells: Sequence[str], of: str) -> str:
        sides = ("left" if column < left else "right" for column in range(len(cells)))
        shown = (
            f'<{of} style="text-align: {side}">{escape(cell)}</{of}>' for side, cell in zip(sides, cells, strict=True)
        )
        return f"<tr>{''.join(shown)}</tr>"

    head, *others = rows
    caption = f'<caption style="text-align: left; white-space: nowrap">{escape(title)}</caption>' if title else ""
    body = "\n".join(row(cells, "td") for cells in others)
    return f"<table>{caption}<thead>{row(head, 'th')}</thead><tbody>\n{body}\n</tbody></table>"


def _image(svg: str, title: str) -> str:
    from base64 import b64encode

    return f'<img alt="{title}" src="data:image/svg+xml;base64,{b64encode(svg.encode()).decode()}">'
