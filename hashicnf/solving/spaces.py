"""Resolve ``--space`` and ``--heuristic`` to a search problem.

The space ``formula`` consists of the partial assignments of the compiled puzzle; the others are defined by the family. Without a
requested space, the method determines it; if it does not, it is the first space with the requested heuristic, the formula first.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final

from hashicnf.assignments.heuristics import heuristics
from hashicnf.assignments.space import Assignments
from hashicnf.core.deadline import NEVER, Deadline
from hashicnf.core.statespace import Heuristic, Reversible, Searchable
from hashicnf.errors import UsageError, no_such
from hashicnf.families import STATES, Family, Puzzle
from hashicnf.pipeline.compile import compile_puzzle
from hashicnf.pipeline.compiled import Compiled
from hashicnf.pipeline.encodings import Encodings
from hashicnf.records import record
from hashicnf.registry import returned
from hashicnf.search import Search
from hashicnf.search._checking import checked, require_space
from hashicnf.search.heuristics import HEURISTICS, Estimator

FORMULA: Final = "formula"


class UnfitSpace(UsageError):
    """A space does not meet the requirements of a search."""


@record
class SearchProblem:
    """A space with its name, and a heuristic for it."""

    name: str
    searchable: Searchable[Any]
    heuristic: Heuristic[Any]


def space_names(rules: Family[Any, Any]) -> list[str]:
    """Return the names of the spaces of a family's puzzles, the default first."""
    own = [] if rules.planning is None else [*rules.planning.spaces, STATES]
    return [*dict.fromkeys([*[FORMULA] * (rules.static is not None), *rules.spaces, *own])]


def search_problem(
    puzzle: Puzzle,
    search: Search,
    space: str | None,
    heuristic: str | None,
    of_formula: Callable[[], Searchable[Any]],
    metric: str | None,
) -> SearchProblem:
    """Create the space in a metric, by ``of_formula`` if it is that of the formula, and choose the heuristic.

    Raises UsageError for names that do not apply, UnfitSpace for a space that does not meet the requirements of the search.
    """
    wanted = (search.heuristic or None) if heuristic is None else heuristic
    problem = _find(puzzle, wanted, space, of_formula, metric)
    if lacks := misfit(search, problem.searchable):
        raise UnfitSpace(f"the space {problem.name} {lacks}")
    return problem


def misfit(search: Search, searchable: Searchable[Any]) -> str:
    """Return which requirement of a search a space does not meet, "" if it meets them all."""
    if search.constructive_only and not searchable.constructive:
        return (
            "is one of moves, while this search tries every way to build a solution up; hashicnf methods lists others"
        )
    if search.both_ways and not isinstance(searchable.space, Reversible):
        return (
            "has no list of goals to walk back from, as this search does; hashicnf methods names the families that have"
        )
    return ""


def serves(search: Search, spaces: Iterable[Searchable[Any]]) -> bool:
    """Return whether at least one of the spaces meets the requirements of a search."""
    return not all(misfit(search, space) for space in spaces)


def find_heuristic(puzzle: Puzzle, heuristic: str, space: str | None, metric: str | None) -> SearchProblem:
    """Create the requested space, or the first one with a heuristic. Raises UsageError for names that do not apply."""
    if space is not None and space not in (names := space_names(puzzle.rules)):
        raise no_such(f"space of {puzzle.family}", space, names)
    return _find(puzzle, heuristic, space, lambda: _of_lazy_formula(puzzle), metric)


def _find(
    puzzle: Puzzle, name: str | None, space: str | None, of_formula: Callable[[], Searchable[Any]], metric: str | None
) -> SearchProblem:
    """Return the first space with a heuristic of this name (None: any)."""
    puzzle.metric(metric)
    known: dict[str, None] = {}
    if not (names := space_names(puzzle.rules)):
        raise UsageError(
            f"{puzzle.family} puzzles have neither a formula nor a space to be searched: nothing solves them"
        )
    estimator = None if name is None else HEURISTICS.find(name)
    for candidate in names if space is None else [space]:
        found = _space(puzzle, candidate, of_formula, metric)
        chosen = next(iter(found.heuristics)) if name is None else name
        if (heuristic := _heuristic(puzzle, candidate, found, chosen, estimator, metric)) is not None:
            require_space(found.space)
            return SearchProblem(candidate, found, checked(heuristic))
        known |= dict.fromkeys(found.heuristics)
    where = f"this {puzzle.family} puzzle" + (f" in the space {space}" if space is not None else "")
    if estimator is not None:
        raise UsageError(
            f"the heuristic {name} is for {estimator.family} in the space {estimator.space}, not for {where}"
        )
    added = {key: plugin for key, plugin in HEURISTICS.all().items() if plugin.family == puzzle.family}
    known |= {key: None for key, plugin in added.items() if space in (None, plugin.space)}
    raise no_such(f"heuristic of {where}", name or "", known)


def _heuristic(
    puzzle: Puzzle,
    space: str,
    searchable: Searchable[Any],
    name: str,
    estimator: Estimator | None,
    metric: str | None,
) -> Heuristic[Any] | None:
    """Return a heuristic of a space by name, or make it from an estimator of that name; None if it is for no such space.

    A heuristic of the space comes before one of another package; UsageError is raised for one that a script has added.
    """
    own = searchable.heuristics.get(name)
    if estimator is None or not estimator.serves(puzzle.family, space):
        return own
    if own is None:
        return estimator.named(name, puzzle.board, puzzle.metric(metric))
    if name in HEURISTICS.added:
        raise UsageError(
            f"a heuristic was added to the space {space} of {puzzle.family}, which has one named {name!r}: rename it"
        )
    return own


def spaces_of(puzzle: Puzzle) -> dict[str, Searchable[Any]]:
    """Return every space of a puzzle in its default metric, by name."""
    return {name: _space(puzzle, name, lambda: _of_lazy_formula(puzzle), None) for name in space_names(puzzle.rules)}


def _space(puzzle: Puzzle, name: str, of_formula: Callable[[], Searchable[Any]], metric: str | None) -> Searchable[Any]:
    if name == FORMULA:
        return of_formula()
    make = puzzle.spaces_in(metric)[name]
    return returned(make(), Searchable, getattr(make, "func", make))


def _of_lazy_formula(puzzle: Puzzle) -> Searchable[Any]:
    return formula_space(compile_puzzle(puzzle, Encodings(connectivity="lazy")))


def formula_space(compiled: Compiled, deadline: Deadline = NEVER) -> Searchable[Any]:
    """Return the space of partial assignments of a compiled puzzle.

    A step costs 1 for each counted literal that becomes true: if edges have loads, each unit of load. Raises UsageError if
    connectivity needs several calls of a solver, GaveUp at the deadline.
    """
    if compiled.needs_rounds:
        raise UsageError(
            f"connectivity {compiled.connectivity} takes rounds of a SAT solver, and a search calls none: use lazy"
        )
    priced = {lit for batch in compiled.counted for lit in batch.lits.ravel().tolist()}
    space = Assignments(compiled.formula, compiled.theories, compiled.counted, priced, deadline)
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
