"""Find reasons of unsolvable puzzles in a batch, whose time limit is an alarm that acts like Ctrl-C."""

from __future__ import annotations

from hashicnf.families import Puzzle
from hashicnf.refuting.by_counting import why_unsolvable


def reason_of(puzzle: Puzzle, known: str | None = None) -> str:
    """Return the reason why a puzzle is unsolvable; without one by the time limit, the ``known`` reason, or the empty text."""
    try:
        return why_unsolvable(puzzle, known) or ""
    except KeyboardInterrupt:
        return known or ""
