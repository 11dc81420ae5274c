"""Pictures of the solutions that a command finds.

They are written as soon as the last one is drawn, before its text is printed, since the reader of the text may end early.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hashicnf.cli import observing, say_unwritten
from hashicnf.files.outputs import require_place
from hashicnf.pictures.marking import WRONG, comparing, marking
from hashicnf.pipeline.pictures import Style, require_drawable, write_drawn

if TYPE_CHECKING:
    from hashicnf.core.picture import Picture
    from hashicnf.families import Puzzle


class Pictures:
    """The file for the pictures of some puzzles, if they have any."""

    def __init__(self, name: str, theme: str | None, count: int, *, coordinates: bool = False) -> None:
        """Start without pictures. Raises UsageError for a file that cannot be written, or cannot contain ``count`` pictures."""
        require_drawable(name, count, Style(theme))
        require_place(name)
        self._name, self._theme, self._count, self._coordinates = name, theme, count, coordinates
        self._drawn: list[Picture] = []

    def add(self, puzzle: Puzzle, solution: object | None, *, partial: bool = False) -> None:
        """Add the picture of a puzzle: solved, partly solved, or (with None) unsolved."""
        self.add_drawn(puzzle.picture(solution, coordinates=self._coordinates, partial=partial))

    def add_new(self, puzzle: Puzzle, solution: object, before: object | None) -> None:
        """Add the picture of a partial solution with marks on the parts that ``before`` lacks (None: the unsolved puzzle)."""
        self.add_drawn(marking(*self._both(puzzle, solution, before, partial=True)))

    def add_wrong(self, puzzle: Puzzle, solution: object, right: object) -> None:
        """Add the picture of a partial solution with marks on the wrong parts, which are not in ``right``."""
        self.add_drawn(marking(*self._both(puzzle, solution, right, partial=True), WRONG))

    def add_compared(self, puzzle: Puzzle, solution: object, other: object) -> None:
        """Add the picture of a solution with marks where another one differs."""
        self.add_drawn(comparing(*self._both(puzzle, solution, other)))

    def _both(
        self, puzzle: Puzzle, one: object, other: object | None, *, partial: bool = False
    ) -> tuple[Picture, Picture]:
        first, second = (
            puzzle.picture(shown, coordinates=self._coordinates, partial=partial) for shown in (one, other)
        )
        return first, second

    def add_drawn(self, picture: Picture) -> None:
        """Add a given picture; write all pictures if it is the last one."""
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
