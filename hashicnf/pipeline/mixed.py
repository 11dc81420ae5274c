"""Explain errors about files that were mixed up: a formula given for a puzzle, a drawing for a proof.

    with expecting((cnf, FORMULA), (proof, PROOF)):
        ...                       # an InputError about a file of another kind names that kind and the command for it

Files are looked at only after a reader has failed.
"""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from hashicnf.errors import HashicnfError, InputError
from hashicnf.files.inputs import read_pieces, shown
from hashicnf.pipeline.kinds import PUZZLE, SOLUTION, Kind, explained, kind_of
from hashicnf.pipeline.puzzles import parse_all

MOST: Final = 1 << 16  # bytes of a file in which a puzzle is looked for


@contextmanager
def expecting(*inputs: tuple[str | None, Kind]) -> Iterator[None]:
    """Within the block, explain an InputError about one of these files, read by their names, if it is of another kind."""
    try:
        yield
    except InputError as problem:
        for name, wanted in inputs:
            if name is not None and shown(name) == problem.source:
                better = explained(problem, wanted, _found(_head(name, problem), wanted), name)
                if better is not problem:
                    raise better from None
        raise


def _found(text: str, wanted: Kind) -> Kind | None:
    """Return the kind of a text. A puzzle given for a solution is a drawing without one, so it is of no other kind."""
    return kind_of(text) or (PUZZLE if wanted is not SOLUTION and _is_puzzle(text) else None)


def _is_puzzle(text: str) -> bool:
    """Return whether a text can be read as puzzles; warnings about plug-ins that fail on it are dropped."""
    if len(text) >= MOST:
        return False
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            return bool(parse_all(text))
        except HashicnfError:
            return False


def _head(name: str, problem: InputError) -> str:
    """Return the beginning of a file; for standard input, which is read already, the line in the error if it is the first."""
    if name == "-":
        return f"{problem.text}\n" if problem.line == 1 and problem.text is not None and not problem.skipped else ""
    try:
        data = next(read_pieces(name), b"")
    except InputError:
        return ""
    return data.decode("utf-8", "replace")
