"""Convert puzzles of many inputs: into one text, or into a folder with a file for each input."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Final

from hashicnf.errors import UsageError
from hashicnf.families import Puzzle
from hashicnf.files.compressions import unpacked_name
from hashicnf.files.inputs import is_folder
from hashicnf.pipeline.puzzles import format_named
from hashicnf.pipeline.writing import one_alone, write_puzzles
from hashicnf.records import record

UNNAMED: Final = "puzzle"  # stem of files for puzzles from standard input or an argument


@record
class Input:
    """One input: the name of its file (None if it is no file), and its puzzles."""

    file: str | None
    puzzles: tuple[Puzzle, ...]


@record
class Target:
    """A file to be written."""

    path: Path
    text: str
    puzzles: tuple[Puzzle, ...]


def means_folder(name: str) -> bool:
    """Return whether an output is a folder: an existing folder, or a name that ends with a slash."""
    return name.endswith("/") or is_folder(name)


def into_text(inputs: Iterable[Input], to: str) -> str:
    """Return a text of all puzzles. Raises UsageError if the format cannot express them, or several of them."""
    puzzles = [puzzle for item in inputs for puzzle in item.puzzles]
    if len(puzzles) > 1 and format_named(to).separator is None:
        raise one_alone(to, len(puzzles), "native, or a folder: --output NAME/")
    return (format_named(to).separator or "").join(_written([puzzle], to, name=len(puzzles) > 1) for puzzle in puzzles)


def into_folder(inputs: Sequence[Input], to: str, folder: str) -> list[Target]:
    """Return the path and text of a file for each input, or of numbered files if the format holds only one puzzle.

    Several puzzles in a line, which have no file, are numbered too: puzzle-1, puzzle-2.
    Raises UsageError if the format cannot express a puzzle, or if two inputs would be written to the same file. Nothing is written
    to disk.
    """
    chosen = format_named(to)
    targets: dict[Path, Target] = {}
    owners: dict[Path, str] = {}
    unnamed = iter(_unnamed(sum(item.file is None for item in inputs)))
    for item in inputs:
        owner = next(unnamed) if item.file is None else item.file
        stem = unpacked_name(owner).stem
        groups = (
            [item.puzzles] if chosen.separator is not None or len(item.puzzles) == 1 else [(p,) for p in item.puzzles]
        )
        for number, puzzles in enumerate(groups, 1):
            ending = f"-{number}{chosen.suffixes[0]}" if len(groups) > 1 else chosen.suffixes[0]
            path = Path(folder) / f"{stem}{ending}"
            if path in targets:
                raise UsageError(
                    f"{owners[path]} and {owner} would both be written as {path}; convert one of them apart"
                )
            owners[path] = owner
            targets[path] = Target(path, _written(puzzles, to, name=True), tuple(puzzles))
    return [*targets.values()]


def _unnamed(count: int) -> list[str]:
    """Return the stems of so many inputs without a file."""
    return [UNNAMED] * count if count < 2 else [f"{UNNAMED}-{number}" for number in range(1, count + 1)]


def into_texts(inputs: Iterable[Input], to: str) -> list[str]:
    """Return a separate text of each puzzle. Raises UsageError if the format cannot express it."""
    return [_written([puzzle], to, name=True) for item in inputs for puzzle in item.puzzles]


def _written(puzzles: Sequence[Puzzle], to: str, *, name: bool) -> str:
    """Return the text of puzzles; with ``name``, the error names the puzzle that cannot be expressed."""
    try:
        return write_puzzles(puzzles, to)
    except UsageError:
        for puzzle in puzzles if name else ():
            try:
                write_puzzles([puzzle], to)
            except UsageError as problem:
                raise UsageError(f"{puzzle.name}: {problem}") from None
        raise
