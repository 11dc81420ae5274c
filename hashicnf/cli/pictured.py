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
    """A file with the pictures of some puzzles, if there are any."""

    def __init__(self, name: str, theme: str | None, count: int, *, coordinates: bool = False) -> None:
        """Raise UsageError for a file that cannot be written, or that has no room for ``count`` pictures."""
        require_drawable(name, count, Style(theme))
        require_place(name)
        self._name, self._theme, self._count, self._coordinates = name, theme, count, coordinates
        self._drawn: list[Picture] = []

    def add(self, puzzle: Puzzle, solution: object | None, *, partial: bool = False) -> None:
        """Draw a puzzle, solved, in part, or (with None) not."""
        self.add_drawn(puzzle.picture(solution, coordinates=self._coordinates, partial=partial))

    def add_new(self, puzzle: Puzzle, solution: object, before: object | None) -> None:
        """Draw a part of a solution with marks on what was not drawn before, None being the puzzle alone."""
        self.add_drawn(marking(*self._both(puzzle, solution, before, partial=True)))

    def add_wrong(self, puzzle: Puzzle, solution: object, right: object) -> None:
        """Draw a part of a solution with marks on what is wrong, which is not in the part that is ``right``."""
        self.add_drawn(marking(*self._both(puzzle, solution, right, partial=True), WRONG))

    def add_compared(self, puzzle: Puzzle, solution: object, other: object) -> None:
        """Draw a solution with marks where another one differs."""
        self.add_drawn(comparing(*self._both(puzzle, solution, other)))

    def _both(
        self, puzzle: Puzzle, one: object, other: object | None, *, partial: bool = False
    ) -> tuple[Picture, Picture]:
        first, second = (
            puzzle.picture(shown, coordinates=self._coordinates, partial=partial) for shown in (one, other)
        )
        return first, second

    def add_drawn(self, picture: Picture) -> None:
        """Add a picture that is made already; write all of them if it is the last one."""
        self._drawn.append(picture)
        if len(self._drawn) == self._count:
            self._write()

    def finish(self) -> None:
        """Write the pictures if some puzzles have none; if no puzzle has one, remove a file of this name and report that."""
        if not self._drawn:
            say_unwritten(self._name, "there is nothing to draw")
        elif len(self._drawn) < self._count:
            self._write()

    def _write(self) -> None:
        with observing() as observe:
            observe("draw")
            write_drawn(self._name, self._drawn, self._theme)
