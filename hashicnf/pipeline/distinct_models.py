"""Models that are the same solution: a family must not have any, since searches for further solutions exclude models."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from hashicnf.families import Puzzle
from hashicnf.logic import Bools
from hashicnf.pipeline.compiled import Compiled
from hashicnf.registry import breach, is_foreign

SAME: Final = (
    "two models of its formula are one solution: a solution must determine the values of all variables of the family"
)


def noting(puzzle: Puzzle) -> Callable[[object], None]:
    """Return a function to be called with each solution, which raises PluginError for one that was there before.

    It does nothing for families of hashicnf, which are tested instead.
    """
    static = puzzle.rules.static
    if static is None or not is_foreign(static.decode):
        return _ignore
    from hashlib import sha256

    seen: set[bytes] = set()

    def note(solution: object) -> None:
        drawn = sha256(puzzle.as_json(solution).encode()).digest()
        if drawn in seen:
            raise breach(SAME, [static.constraints, static.decode])
        seen.add(drawn)

    return note


def require_distinct(compiled: Compiled, *models: Bools) -> None:
    """Raise PluginError if two models, bool[v + 1], of a family of another package are the same solution."""
    note = noting(compiled.puzzle)
    for model in () if note is _ignore else models:
        note(compiled.decode(model))


def _ignore(_: object) -> None:
    pass
