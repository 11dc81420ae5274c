"""Reasons of unsolvable puzzles in a batch, where the time limit is an alarm that acts like Ctrl-C."""

from __future__ import annotations

from hashicnf.families import Puzzle
from hashicnf.pipeline.refute import why_unsolvable


def reason_of(puzzle: Puzzle, known: str | None = None) -> str:
    """Return why a puzzle is unsolvable, empty if no reason is found by the time limit: the answer stands without one."""
    try:
        return why_unsolvable(puzzle, known) or ""
    except KeyboardInterrupt:
        return known or ""
