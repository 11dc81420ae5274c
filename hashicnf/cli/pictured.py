"""Pictures of what a command finds, written when all is found."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hashicnf.pictures.marking import marking
from hashicnf.pipeline.pictures import Style, require_drawable, write_drawn

if TYPE_CHECKING:
    from hashicnf.core.picture import Picture
    from hashicnf.families import Puzzle


class Pictures:
    """A file with the pictures of some puzzles; it is written if there are any."""

    def __init__(self, name: str, theme: str | None, count: int, *, coordinates: bool = False) -> None:
        """Raise UsageError for a file that cannot be written, or that has no room for ``count`` pictures."""
        require_drawable(name, count, Style(theme))
        self._name, self._theme, self._coordinates = name, theme, coordinates
        self._drawn: list[Picture] = []

    def add(self, puzzle: Puzzle, solution: object | None) -> None:
        """Draw a puzzle, solved or (with None) not."""
        self.add_drawn(puzzle.picture(solution, coordinates=self._coordinates))

    def add_marked(self, puzzle: Puzzle, solution: object, other: object | None) -> None:
        """Draw a solution with marks where another drawing, None the puzzle alone, has something else."""
        pictures = (puzzle.picture(one, coordinates=self._coordinates) for one in (solution, other))
        self.add_drawn(marking(*pictures))

    def add_drawn(self, picture: Picture) -> None:
        """Add a picture that is made already."""
        self._drawn.append(picture)

    def write(self) -> None:
        """Write what was drawn."""
        if self._drawn:
            write_drawn(self._name, self._drawn, self._theme)
