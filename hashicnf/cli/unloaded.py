"""Print messages about puzzles written in the notation of a program that cannot load them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from hashicnf.cli import say
from hashicnf.errors import counted

if TYPE_CHECKING:
    from hashicnf.families import Puzzle


@contextmanager
def noting(to: str) -> Iterator[Callable[[Puzzle], None]]:
    """Yield a function to call with each puzzle written in a format; at the end print a message for each reason for refusal."""
    from hashicnf.pipeline.writing import refused

    names: dict[str, list[str]] = {}

    def note(puzzle: Puzzle) -> None:
        if (what := refused(puzzle, to)) is not None:
            names.setdefault(what, []).append(puzzle.name)

    yield note
    for what, found in names.items():
        others = f"; and in {counted(len(found) - 1, 'other puzzle')}" if len(found) > 1 else ""
        say(f"hashicnf: the program of the {to} format does not load {what}, as in {found[0]}{others}")
