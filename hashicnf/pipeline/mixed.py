"""Explain errors about files that were mixed up: a formula given for a puzzle, a drawing for a proof.

    with expecting((cnf, FORMULA), (proof, PROOF)):
        ...                       # an InputError about a file of another kind names that kind and the command for it

Files are looked at only after a reader has failed.
"""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from hashicnf.errors import HashicnfError, InputError
from hashicnf.files.inputs import BEGINNING, beginning_of_input, is_held, read_pieces, shown
from hashicnf.pipeline.kinds import PLANNED, PUZZLE, SOLUTION, Kind, explained, kind_of
from hashicnf.pipeline.puzzles import parse_all


@contextmanager
def expecting(*inputs: tuple[str | None, Kind]) -> Iterator[None]:
    """Within the block, explain an InputError about one of these files, read by their names, if it is of another kind."""
    try:
        yield
    except InputError as problem:
        for name, wanted in inputs:
            if name is not None and shown(name) == problem.source:
                better = explained_by(name, wanted, problem)
                if better is not problem:
                    raise better from None
        raise


def explained_by(name: str, wanted: Kind, problem: InputError) -> InputError:
    """Return the error about a file, explained by its beginning if the file is of another kind than ``wanted``."""
    return explained(problem, wanted, _found(_head(name), wanted), name)


def _found(text: str, wanted: Kind) -> Kind | None:
    """Return the kind of a text. A puzzle given for a solution is a drawing without one, so it is of no other kind."""
    return kind_of(text) or (None if wanted is SOLUTION else _puzzle(text))


def _puzzle(text: str) -> Kind | None:
    """Return the kind of a text that can be read as puzzles, else None; warnings about plug-ins that fail on it are dropped."""
    if len(text) >= BEGINNING:
        return None
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            puzzles = parse_all(text)
        except HashicnfError:
            return None
    if not puzzles:
        return None
    return PUZZLE if all(puzzle.rules.planning is None for puzzle in puzzles) else PLANNED


def _head(name: str) -> str:
    """Return the beginning of a file that can be opened again, or of standard input, which has been read."""
    if name == "-":
        return beginning_of_input().decode("utf-8", "replace")
    if not is_held(name) and not Path(name).is_file():  # opening a pipe again would wait for another writer
        return ""
    try:
        data = next(read_pieces(name), b"")
    except InputError:
        return ""
    return data.decode("utf-8", "replace")
