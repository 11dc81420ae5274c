"""The methods by which a puzzle can be solved, in one registry.

    cdcl, pysat     clauses, a CDCL solver, and cuts where connectivity is lazy
    dpll            the same clauses, our own solver without learning
    a search        any algorithm of ``search``, on the formula or on a space of the puzzle's family
    backtracking    depth first on the grid
    bruteforce      every configuration of the grid

A new search algorithm is a method at once, under its module's name.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Final

from hashicnf.errors import no_such

if TYPE_CHECKING:
    from hashicnf.search import Search

DEFAULT_METHOD: Final = "cdcl"
ALIASES: Final = {"pysat": "cdcl", "sat": "cdcl", "bfs": "breadthfirst", "brute-force": "bruteforce"}
FORMULA: Final = "formula"


@dataclass(frozen=True, slots=True)
class Method:
    """A way to solve a puzzle.

    ``complete``: it proves that there is no solution where there is none. ``optimal``: what it finds costs least, where the
    heuristic is admissible; on puzzles whose solutions all cost the same that means nothing. ``search`` is the algorithm,
    None for SAT solvers. ``space`` is the space it is about, None where any will do; ``heuristic`` the one it should begin
    with, None for the first of its space.
    """

    name: str
    title: str
    complete: bool = True
    optimal: bool = False
    search: Search | None = None
    space: str | None = None
    heuristic: str | None = None

    @property
    def has_open_list(self) -> bool:
        """Tell whether tie-breaks mean something."""
        return self.search is not None and self.search.informed and not self.search.depth_first

    @property
    def is_informed(self) -> bool:
        """Tell whether heuristics mean something."""
        return self.search is not None and self.search.informed


SAT_SOLVERS: Final = (
    Method("cdcl", "a CDCL solver, connectivity by cuts between its calls (also called pysat)"),
    Method("dpll", "our own SAT solver without learning, connectivity inside the search"),
)


@cache
def methods() -> dict[str, Method]:
    """List all methods by name, the SAT solvers first; the searches are imported for that."""
    from hashicnf.search import SEARCHES

    known = [*SAT_SOLVERS]
    for name, search in SEARCHES.all().items():
        match name:
            case "bruteforce":
                known.append(Method(name, search.title, search=search, space="configurations"))
            case "iddfs":
                known.append(Method(name, search.title, search=search, heuristic="zero"))
            case "dfs":
                known.append(Method(name, search.title, search=search))
                title = "depth first on the grid: 0, 1, 2 bridges edge by edge, pruned by numbers and crossings"
                known.append(Method("backtracking", title, search=search, space="grid"))
            case _:
                known.append(Method(name, search.title, optimal=search.optimal, search=search))
    return {method.name: method for method in known}


def method_named(name: str) -> Method:
    """Find a method by its name or another name of it. Raises UsageError that lists what there is."""
    wanted = ALIASES.get(name, name)
    for solver in SAT_SOLVERS:
        if solver.name == wanted:
            return solver
    known = methods()
    if (found := known.get(wanted)) is not None:
        return found
    raise no_such("method", name, known, ALIASES)
