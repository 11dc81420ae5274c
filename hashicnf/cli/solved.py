"""Puzzles with the solutions that are in their files, or in another file."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hashicnf.cli.report import Given, each_puzzle
from hashicnf.errors import InputError, UsageError

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence


def solved_puzzles(
    files: Sequence[str],
    format: str | None,  # noqa: A002 - the option's name
    *,
    codes: list[int],
    each: bool,
    timeout: float | None = None,
) -> Iterator[tuple[Given, object | None]]:
    """Yield puzzles with the solutions in their files; of two files the second contains solutions, unless ``each`` is a puzzle."""
    if each or len(files) != 2:
        for given in each_puzzle(files, format, timeout, codes=codes):
            yield given, given.puzzle.solution
        return
    from hashicnf.files.outputs import require_apart
    from hashicnf.pipeline.solutions import read_solutions

    require_apart([], files)
    every = list(each_puzzle(files[:1], format, timeout, codes=codes))
    if not every:
        return
    puzzles = [given.puzzle for given in every]
    try:
        solutions = read_solutions(puzzles, files[1])
    except InputError as problem:
        if _holds_puzzles(files[1], format):
            problem.expected = f"{problem.expected or 'a solution'}; --each if it is a puzzle of its own"
        raise
    yield from zip(every, solutions, strict=True)


def _holds_puzzles(file: str, format: str | None) -> bool:  # noqa: A002 - the option's name
    from hashicnf.pipeline.puzzles import read_all

    try:
        return file != "-" and bool(read_all(file, format))
    except (InputError, UsageError):
        return False
