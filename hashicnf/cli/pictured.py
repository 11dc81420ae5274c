"""Pictures of the results that a command finds.

They are written as soon as the last one is drawn, before its text is printed, since the reader of the text may end early.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hashicnf.cli import observing, say_unwritten
from hashicnf.files.outputs import require_place
from hashicnf.pipeline.pictures import Style, require_drawable, write_drawn

if TYPE_CHECKING:
    from hashicnf.core.picture import Picture
    from hashicnf.pictures.shown import Shown


class Pictures:
    """The file for the pictures of some puzzles, if they have any."""

    def __init__(self, name: str, theme: str | None, count: int, *, coordinates: bool = False) -> None:
        """Start without pictures. Raises UsageError for a file that cannot be written, or cannot contain ``count`` pictures."""
        require_drawable(name, count, Style(theme))
        require_place(name)
        self._name, self._theme, self._count, self._coordinates = name, theme, count, coordinates
        self._drawn: list[Picture] = []

    def add(self, found: Shown) -> None:
        """Add the picture of a result, if it has one; write all pictures if it is the last one."""
        if (picture := found.picture(coordinates=self._coordinates)) is None:
            return
        self._drawn.append(picture)
        if len(self._drawn) == self._count:
            self._write()

    def finish(self) -> None:
        """Write the pictures if some puzzles have none; if no puzzle has one, report that."""
        if not self._drawn:
            say_unwritten(self._name, "there is nothing to draw")
        elif len(self._drawn) < self._count:
            self._write()

    def _write(self) -> None:
        with observing() as observe:
            observe("draw")
            write_drawn(self._name, self._drawn, self._theme)
