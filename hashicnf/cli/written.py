"""Choose the format of puzzles that are written; print messages about it, and about programs that cannot load them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from hashicnf.cli import say
from hashicnf.errors import counted

if TYPE_CHECKING:
    from hashicnf.families import Puzzle


def chosen_format(to: str | None, output: str) -> str:
    """Return the name of the format to write: the requested one, or that of the ending, or native.

    A message is printed if none is requested and the ending is that of no format. Raises UsageError if it is that of another one.
    """
    from hashicnf.files.inputs import ending
    from hashicnf.files.outputs import destination
    from hashicnf.pipeline.puzzles import formats_by_ending
    from hashicnf.pipeline.writing import format_to_write

    wanted = format_to_write(to, output)
    if to is None and (own := ending(output)) and own not in formats_by_ending():
        say(f"hashicnf: {destination(output)}: no format has the ending {own}; the puzzles are written as {wanted}")
    return wanted


@contextmanager
def noting(to: str) -> Iterator[Callable[[Puzzle], None]]:
    """Yield a function to call with each puzzle written in a format; at the end print a message for each reason for refusal."""
    from hashicnf.pipeline.writing import refused

    first, times = dict[str, str](), Counter[str]()

    def note(puzzle: Puzzle) -> None:
        if (what := refused(puzzle, to)) is not None:
            first.setdefault(what, puzzle.name)
            times[what] += 1

    yield note
    for what, name in first.items():
        others = f"; and in {counted(times[what] - 1, 'other puzzle')}" if times[what] > 1 else ""
        say(f"hashicnf: the program of the {to} format does not load {what}, as in {name}{others}")
