"""Resolve ``--space`` and ``--heuristic`` to a search problem.

The space ``formula`` holds the partial assignments of the compiled puzzle; the others are the family's own. Unless a space is asked
for, the method names it; unless it does, it is the first that knows the heuristic asked for, the formula before the others.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from hashicnf.assignments.heuristics import heuristics
from hashicnf.assignments.space import Assignments
from hashicnf.core.statespace import Heuristic, Searchable
from hashicnf.errors import UsageError, no_such
from hashicnf.families import Puzzle
from hashicnf.pipeline.compile import Compiled, compile_puzzle
from hashicnf.records import record
from hashicnf.search import Search

FORMULA: Final = "formula"


@record
class SearchProblem:
    """A space with its name, and a heuristic for it."""

    name: str
    searchable: Searchable[Any]
    heuristic: Heuristic[Any]


def space_names(puzzle: Puzzle) -> list[str]:
    """List the spaces of a puzzle, the default first."""
    return [FORMULA] * (puzzle.rules.static is not None) + [*puzzle.spaces]


def search_problem(
    puzzle: Puzzle, search: Search, space: str | None, heuristic: str | None, compile_it: Callable[[], Compiled]
) -> SearchProblem:
    """Make the space, by ``compile_it`` if it is the formula's, and choose the heuristic.

    Raises UsageError for names that do not fit, and for a space whose paths do not build solutions up where the search needs one.
    """
    names = space_names(puzzle)
    name = heuristic or search.heuristic
    known: dict[str, None] = {}
    for candidate in names if space is None else [space]:
        found = _space(puzzle, candidate, compile_it)
        if not name or name in found.heuristics:
            if search.constructive_only and not found.constructive:
                raise UsageError(
                    f"the space {candidate} is one of moves: this search needs one that builds solutions up"
                )
            guide = found.heuristics[name or next(iter(found.heuristics))]
            return SearchProblem(candidate, found, guide)
        known |= dict.fromkeys(found.heuristics)
    where = f"the space {space}" if space is not None else puzzle.family
    raise no_such(f"heuristic of {where}", name or "", known)


def spaces_of(puzzle: Puzzle) -> dict[str, Searchable[Any]]:
    """Make every space of a puzzle, by name."""
    return {
        name: _space(puzzle, name, lambda: compile_puzzle(puzzle, connectivity="lazy")) for name in space_names(puzzle)
    }


def _space(puzzle: Puzzle, name: str, compile_it: Callable[[], Compiled]) -> Searchable[Any]:
    return formula_space(compile_it()) if name == FORMULA else puzzle.spaces[name]()


def formula_space(compiled: Compiled) -> Searchable[Any]:
    """Make the space of partial assignments of a compiled puzzle.

    A step costs 1 for each counted literal that becomes true: on Hashiwokakero, each bridge. Raises UsageError where
    connectivity is left to a solver that can be asked again.
    """
    if compiled.needs_rounds:
        raise UsageError(f"connectivity {compiled.connectivity} needs a SAT solver that can be asked again: use lazy")
    priced = {lit for batch in compiled.counted for lit in batch.lits.ravel().tolist()}
    space = Assignments(compiled.formula, compiled.theories, compiled.counted, priced)
    known: Mapping[str, Heuristic[Any]] = heuristics(compiled.counted, compiled.connected)
    return Searchable(
        space,
        known,
        lambda state, _: compiled.decode(space.model(state)),
        space.settled,
        "partial assignments of the formula, closed under propagation and connectivity",
        constructive=True,
        claim=compiled.claim,
    )
