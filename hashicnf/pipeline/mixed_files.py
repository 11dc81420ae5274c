"""Explain errors about files that were mixed up: a formula given for a puzzle, a drawing for a proof.

    with expecting((cnf, FORMULA), (proof, PROOF)):
        ...                       # an InputError about a file of another kind names that kind and the command for it

Files are looked at only after a reader has failed.
"""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from contextlib import contextmanager

from hashicnf.errors import HashicnfError, InputError
from hashicnf.files.inputs import BEGINNING, shown
from hashicnf.files.mistaken import other_kind
from hashicnf.pipeline.file_kinds import (
    CLAUSES,
    HEADLESS,
    LEMMA,
    PLANNED,
    PROOF,
    PUZZLE,
    SOLUTION,
    Kind,
    beginning_of,
    explained,
    kind_of,
)
from hashicnf.pipeline.puzzles import parse_all


@contextmanager
def expecting(*inputs: tuple[str | None, Kind]) -> Iterator[None]:
    """Within the block, explain an InputError about one of these files, read by their names, if it is of another kind."""
    try:
        yield
    except InputError as problem:
        for name, wanted in inputs:
            if name is not None and shown(name) == problem.source:
                better = _explained(name, wanted, problem)
                try:
                    if better is not problem:
                        raise better from None
                finally:
                    del better  # else it would hold itself by its traceback, and the files open that were read
        raise


def _explained(name: str, wanted: Kind, problem: InputError) -> InputError:
    """Return the error about a file, explained by its beginning if the file is no text, or of another kind than ``wanted``."""
    data = beginning_of(name)
    if (no_text := other_kind(data, shown(name))) is not None:
        return no_text
    return explained(problem, wanted, _found(data.decode("utf-8", "replace"), wanted), name)


def _found(text: str, wanted: Kind) -> Kind | None:
    """Return the kind of a text, None if it may be of the kind that is wanted.

    A puzzle given for a solution is a drawing without one, so it is of no other kind; numbers that may be clauses, or steps of
    LRAT, are no puzzle.
    """
    found = kind_of(text)
    if wanted is HEADLESS and found is CLAUSES:
        return None
    is_fine = wanted is SOLUTION or (wanted in (PROOF, HEADLESS) and (LEMMA.match(text) or _is_lrat(text)))
    return found or (None if is_fine else _puzzle(text))


def _is_lrat(text: str) -> bool:
    from hashicnf.dimacs.drup import is_lrat

    return is_lrat(text.encode("utf-8", "replace"))


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
