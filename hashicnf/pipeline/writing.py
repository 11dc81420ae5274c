"""Write puzzles and documents in any format."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from hashicnf.core.document import DEFAULT_FAMILY, Document, Setting
from hashicnf.errors import Inexpressible, UsageError
from hashicnf.families import Puzzle
from hashicnf.formats import Format
from hashicnf.pipeline.puzzles import NATIVE, fitting, format_named, named_by
from hashicnf.registry import returned


def write_puzzles(puzzles: Iterable[Puzzle], to: str = NATIVE) -> str:
    """Return a text of puzzles in any format, with their titles, and with their solutions if the format can contain them.

    Settings that equal the defaults are left out. Raises UsageError if the format cannot express the puzzles.
    """
    chosen = format_named(to)
    return write_documents((_full(puzzle, chosen) for puzzle in puzzles), to)


def _full(puzzle: Puzzle, to: Format) -> Document:
    """Return a puzzle as a document with its title, and with its solution if the format can contain it."""
    document = puzzle.document
    if puzzle.solution is not None:
        solved = replace(document, solution=puzzle.as_data(puzzle.solution))
        document = solved if to.holds(solved) else document
    if not puzzle.title:
        return document
    return replace(document, settings={"title": Setting(puzzle.title), **document.settings})


def keeps_solution(puzzle: Puzzle, to: str) -> bool:
    """Return whether a format can contain the solution of a puzzle, or the puzzle has none."""
    return puzzle.solution is None or _full(puzzle, format_named(to)).solution is not None


def refused(puzzle: Puzzle, to: str) -> str | None:
    """Name the part of a puzzle that the program of a format does not load although it can be written; None if there is none."""
    return None if to == NATIVE else format_named(to).refused(puzzle.document)


def checksum(puzzle: Puzzle) -> str:
    """Return the sha256 of a puzzle's native text, in hexadecimal; it does not depend on the format of the file."""
    from hashlib import sha256

    return sha256(puzzle.text.encode()).hexdigest()


def write_documents(documents: Iterable[Document], format: str = NATIVE) -> str:  # noqa: A002 - the option's name
    """Return a text of documents; native text that fits another format gets a line with the family.

    Raises UsageError if the format cannot express the documents.
    """
    chosen = format_named(format)
    every = list(documents)
    for document in every:
        _require_expressible(document, chosen, format)
    if chosen.separator is None and len(every) > 1:
        raise one_alone(format, len(every), "native")
    text = (chosen.separator or "").join(returned(chosen.write(one), str, chosen.write) for one in every)
    return text if format != NATIVE or not fitting(text) else f"family: {DEFAULT_FAMILY}\n{text}"


def one_alone(format: str, count: int, instead: str) -> UsageError:  # noqa: A002 - the option's name
    """Make (not raise) the error for several puzzles in a format that holds one; ``instead`` is what can be used."""
    return UsageError(f"the {format} format holds one puzzle, and there are {count:,}; use {instead}")


def _require_expressible(document: Document, chosen: Format, name: str) -> None:
    """Raise UsageError for a family that the format does not support."""
    family = document.family or DEFAULT_FAMILY
    if chosen.families is not None and family not in chosen.families:
        raise Inexpressible(name, f"{family} puzzles")


def format_to_write(format: str | None, name: str) -> str:  # noqa: A002 - the option's name
    """Return the name of the format for a file to be written: the requested one, or that of the file's ending, or native.

    Raises UsageError if the ending is that of another format.
    """
    from hashicnf.files.outputs import require_ending

    wanted = (named_by(name) or NATIVE) if format is None else format
    require_ending(name, f"the format {wanted}", format_named(wanted).suffixes)
    return wanted
