"""Read the solution that the text of a puzzle contains."""

from __future__ import annotations

from dataclasses import replace

from hashicnf.core.document import Document
from hashicnf.errors import InputError, InputWarning, warn
from hashicnf.families import Puzzle


def solution_in(document: Document, puzzle: Puzzle) -> object | None:
    """Return the solution in the document of a puzzle; None, with a warning, for doubtful data that are none. Raises InputError."""
    name = document.source.file or document.source.name
    try:
        return puzzle.from_data(document.solution, name)
    except InputError as problem:
        if document.doubtful:
            why = f"its object names no family, and it cannot be read as that of a {puzzle.family} puzzle"
            warn(f"{name}: a solution is ignored: {why}", InputWarning)
            return None
        unread = replace(problem, message=f"the solution cannot be read: {problem.message}")
        raise unread if document.solution_error is None else document.solution_error(unread) from None
