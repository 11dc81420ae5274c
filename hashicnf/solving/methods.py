"""The registry of methods that solve a puzzle.

    cdcl, pysat     clauses, a CDCL solver, and cuts if connectivity is lazy
    dpll            the same clauses, our own solver without learning
    a search        any algorithm of ``search``, on the formula or on a space of the puzzle's family
    frontier        no solver and no search: all solutions are counted by dynamic programming, and one is reconstructed
    a family's own  a search on a certain space, under a name defined by the family

A new search algorithm automatically becomes a method with its module's name. A method lists the options that it accepts, and
imports its modules, such as the room of searches, only when it is called.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from functools import partial
from itertools import chain
from typing import TYPE_CHECKING, Any, Final

from hashicnf.errors import UsageError, no_such
from hashicnf.solving import DPLL, FRONTIER
from hashicnf.solving.request import ENCODINGS, FORMULAS_ALONE, Method, Request

if TYPE_CHECKING:
    from hashicnf.families import Family, Puzzle
    from hashicnf.pipeline.answer import Answer
    from hashicnf.search import Search

DEFAULT_METHOD: Final = "cdcl"
DEFAULT_SEARCH: Final = "astar"  # for families without a formula
ALIASES: Final = {"pysat": "cdcl", "sat": "cdcl", "bfs": "breadthfirst", "brute-force": "bruteforce"}
UNIFORM_COST: Final = ("ucs", "uniform-cost", "dijkstra")  # names of A* without a heuristic
LIMITS: Final = frozenset({"max_nodes", "max_memory"})


def solve_with(puzzle: Puzzle, request: Request) -> Answer:
    """Solve a puzzle by the requested method, or by the default of its family.

    Raises UsageError for a method, option or name that does not apply, and the errors of SAT solvers.
    """
    name = request.method
    if name is None:
        name = DEFAULT_METHOD if _asks_for_a_formula(request) else default_method(puzzle.rules)
    method = method_named(name, puzzle.rules, puzzle.family)
    require_precheck(puzzle, precheck=request.precheck)
    if puzzle.rules.planning is not None and request.precheck and puzzle.impossible is not None:
        method.require(request)
        puzzle.metric(request.metric)
        return _refuted(puzzle, method)
    return replace(method.solve(puzzle, request), puzzle=puzzle)


def require_precheck(puzzle: Puzzle, *, precheck: bool) -> None:
    """Raise UsageError for a request without precheck on a puzzle whose family has no precheck."""
    if not precheck and puzzle.rules.planning is None:
        raise UsageError(f"--no-precheck has no effect on {puzzle.family} puzzles, which are always searched")


def solve_for(puzzle: Puzzle, request: Request) -> Answer:
    """Solve a puzzle as ``solve_with`` does, as a part of other work, but raise KeyboardInterrupt after Ctrl-C."""
    from hashicnf.logic import Unknown, pass_on_interrupt

    answer = solve_with(puzzle, request)
    if isinstance(answer.verdict, Unknown):
        pass_on_interrupt(answer.verdict.stopped)
    return answer


def _refuted(puzzle: Puzzle, method: Method) -> Answer:
    """Return the answer for a puzzle that has no plan for an obvious reason."""
    from hashicnf.core.stats import Stats
    from hashicnf.logic import Unsat
    from hashicnf.pipeline.answer import Answer

    return Answer(Unsat(), None, Stats(size=puzzle.size, method=method.name))


def _asks_for_a_formula(request: Request) -> bool:
    """Return whether a request has an option that applies only to formulas, such as a horizon."""
    return not (FORMULAS_ALONE | {"solver"}).isdisjoint(request.given())


def default_method(rules: Family[Any, Any]) -> str:
    """Return the name of the default method for puzzles of a family."""
    if rules.static is None and rules.planning is not None and rules.planning.method is not None:
        return rules.planning.method
    return DEFAULT_SEARCH if rules.static is None and rules.planning is None else DEFAULT_METHOD


def _by_cdcl(puzzle: Puzzle, _: Method, request: Request) -> Answer:
    from hashicnf.solving.by_cdcl import solve_puzzle

    if puzzle.rules.planning is not None and request.horizon is None:
        from hashicnf.solving.growing import can_grow, grow_horizon

        if can_grow(request):
            return grow_horizon(puzzle, request)
    return _at_a_horizon(puzzle, request, solve_puzzle)


def _by_dpll(puzzle: Puzzle, _: Method, request: Request) -> Answer:
    from hashicnf.backends.dpll import DpllFigures
    from hashicnf.solving.by_dpll import by_dpll

    known = DpllFigures()
    return _at_a_horizon(puzzle, request, lambda same, asked: by_dpll(same, asked, known))


def _at_a_horizon(puzzle: Puzzle, request: Request, solve: Callable[[Puzzle, Request], Answer]) -> Answer:
    """Solve by a formula; for plans without a requested horizon, raise the horizon until there is a plan.

    Raises UsageError if this is to be traced, since a trace is of one formula.
    """
    if puzzle.rules.planning is None or request.horizon is not None:
        return solve(puzzle, request)
    if request.tracer.active:
        raise UsageError("--trace: a trace is of one formula, and there is one for each horizon; give --horizon")
    from hashicnf.solving.horizons import raise_horizon

    return raise_horizon(puzzle, request, solve)


def _by_search(search: Search, puzzle: Puzzle, method: Method, request: Request) -> Answer:
    from hashicnf.solving.by_search import by_search
    from hashicnf.solving.spaces import UnfitSpace

    try:
        return by_search(puzzle, method, search, request)
    except UnfitSpace:
        if request.space is None and method.name not in puzzle.rules.methods:
            require_usable(method.name, puzzle.rules, puzzle.family)
        raise


SAT_SOLVERS: Final = {
    method.name: method
    for method in (
        Method(
            DEFAULT_METHOD,
            "a CDCL solver, connectivity by cuts between its calls (also called pysat)",
            _by_cdcl,
            ENCODINGS | {"solver", "jobs", "road"},
        ),
        Method(
            DPLL,
            "built-in SAT solver without learning, connectivity inside the search",
            _by_dpll,
            ENCODINGS | {"branching", "tracer", "max_nodes"},
        ),
    )
}


def _by_frontier(puzzle: Puzzle, _: Method, request: Request) -> Answer:
    from hashicnf.solving.by_frontier import by_frontier

    return by_frontier(puzzle, request)


COUNTING: Final = Method(
    FRONTIER,
    "counts all solutions by dynamic programming, without a solver; for puzzles of sums",
    _by_frontier,
    frozenset({"max_memory"}),
)


def by_algorithm(name: str, search: Search, title: str = "", space: str | None = None) -> Method:
    """Return a method for a search algorithm; its options follow from the properties of the algorithm."""
    options = ENCODINGS | LIMITS | {"space", "tracer"}
    options |= {"heuristic"} if search.informed else set()
    options |= {"tie_break"} if search.has_open_list else set()
    options |= {"weight"} if search.takes_weight else set()
    options |= {"max_depth"} if search.limits_depth else set()
    return Method(name, title or search.title, partial(_by_search, search), options, search, space)


def methods(rules: Family[Any, Any] | None = None) -> dict[str, Method]:
    """Return the methods for puzzles of a family, or of all, by name: SAT solvers, then searches, then the frontier method."""
    from hashicnf.families import FAMILIES
    from hashicnf.search import SEARCHES

    families = FAMILIES.all().values() if rules is None else [rules]
    own = [(name, method.search) for family in families for name, method in family.methods.items()]
    names = [[name, *(mine for mine, search in own if search == name)] for name in SEARCHES.names()]
    found = {name: _find(name, families) for name in chain.from_iterable(names)}
    searches = {name: method for name, method in found.items() if method is not None}
    is_stated = any(family.static is not None for family in families)
    has_formula = is_stated or any(family.planning is not None for family in families)
    return (SAT_SOLVERS if has_formula else {}) | searches | ({COUNTING.name: COUNTING} if is_stated else {})


def _find(name: str, families: Iterable[Family[Any, Any]]) -> Method | None:
    """Return a search method by name, a family's own before an algorithm; None if there is none."""
    from hashicnf.search import SEARCHES

    for family in families:
        if (own := family.methods.get(name)) is not None:
            method = by_algorithm(name, SEARCHES.get(own.search), own.title, own.space)
            return replace(method, max_memory=own.max_memory)
    search = SEARCHES.find(name)
    return None if search is None else by_algorithm(name, search)


def method_named(name: str, rules: Family[Any, Any] | None = None, family: str = "") -> Method:
    """Return a method by its name or an alias. Raises UsageError with a list of the names for an unknown name.

    The message contains the ``family`` of the ``rules`` if other families have such a method.
    """
    wanted = ALIASES.get(name, name)
    if (solver := SAT_SOLVERS.get(wanted)) is not None:
        return solver
    if wanted == COUNTING.name and (rules is None or rules.static is not None):
        return COUNTING
    found = methods().get(wanted) if rules is None else _find(wanted, [rules])
    if found is not None:
        return found
    if name.lower() in UNIFORM_COST:
        raise UsageError(f"no method is named {name!r}: uniform-cost search is --method astar --heuristic zero")
    is_elsewhere = bool(family) and wanted in methods()
    offered = methods() if rules is None else usable_methods(rules)
    raise no_such(f"method of {family}" if is_elsewhere else "method", name, offered, ALIASES)


def require_usable(name: str, rules: Family[Any, Any], family: str) -> None:
    """Raise UsageError as ``method_named`` does, and for a search that no space of the family supports."""
    method = method_named(name, rules, family)
    if method.name not in (offered := usable_methods(rules)):
        raise no_such(f"method of {family}", method.name, offered)


def usable_methods(rules: Family[Any, Any]) -> list[str]:
    """Return the names of the methods of a family, without the searches that no space of its example, if any, supports."""
    if not rules.example:
        return [*methods(rules)]
    from hashicnf.pipeline.puzzles import parse
    from hashicnf.solving.spaces import serves, spaces_of

    spaces = spaces_of(parse(rules.example, "native")).values()
    return [name for name, one in methods(rules).items() if one.search is None or serves(one.search, spaces)]
