"""A puzzle in a solver, for repeated searches for solutions.

Two solutions can differ only in the problem's own variables that unit propagation leaves undecided, so all clauses here are over
these. If a call takes the default solver long, and the formula contains all rules, a strong solver replaces it from then on.
"""

from __future__ import annotations

from typing import Any, Self

from hashicnf.asking.backbones import lasting, lasting_at_once
from hashicnf.asking.turns import Turns
from hashicnf.backends.choose import DEFAULT_SOLVER, main_name
from hashicnf.core.constraints import Clauses
from hashicnf.core.deadline import NEVER, Deadline
from hashicnf.core.stats import Stats
from hashicnf.families import Puzzle
from hashicnf.logic import NO_LITERALS, Bools, Ints, Sat, Unsat, answered
from hashicnf.passes.connectivity.choice import LAZY
from hashicnf.pipeline.answer import accept
from hashicnf.pipeline.compile import compile_puzzle
from hashicnf.pipeline.compiled import Compiled
from hashicnf.pipeline.encodings import Encodings
from hashicnf.pipeline.family_parts import require_part
from hashicnf.solving.flat import ASKED
from hashicnf.solving.lazy import LazyLoop
from hashicnf.solving.model_search import insist, is_one_shot, persist
from hashicnf.solving.run import Run


class Questions:
    """A static puzzle in a solver; a context manager. ``open`` int32[k] are the problem's variables in which solutions may differ.

    Raises UsageError for puzzles that are solved by plans, and for those without a formula.
    """

    def __init__(self, puzzle: Puzzle, *, solver: str | None = None, deadline: Deadline = NEVER) -> None:
        """Compile the puzzle and load its formula."""
        require_part(puzzle, "static")
        name = DEFAULT_SOLVER if solver is None else main_name(solver)
        self.stats = Stats(name, size=puzzle.size)
        with self.stats.phase("encode"):
            self.compiled: Compiled = compile_puzzle(
                puzzle, Encodings(connectivity=LAZY, simplify=True), observe=deadline.ending()
            )
        self.problem = self.compiled.problem
        self._deadline = deadline
        self._loop = LazyLoop(self.compiled, name, deadline, self.stats)
        self.open = self._loop.open
        self._is_default = solver is None
        if self._is_default:  # others may have no phases
            self._loop.climb()

    def __enter__(self) -> Self:
        """Open the solver."""
        self._loop.__enter__()
        return self

    def __exit__(self, *problem: Any) -> None:
        """Free the solver."""
        self._loop.__exit__(*problem)

    def ask(self, assumptions: Ints = NO_LITERALS, conflicts: int | None = None) -> Sat | Unsat:
        """Find a model that satisfies all rules, under assumptions int32[a].

        Raises GaveUp at the deadline and after so many conflicts (None: no limit), SolverFailed.
        """
        self._deadline.require()
        if conflicts is None and self._is_default:
            return answered(insist(self._loop, assumptions))
        return answered(self._loop.ask(assumptions, conflicts))

    def ask_first(self) -> Sat | Unsat:
        """Find any model before clauses are added; with the default solver by the roads of ``solve``. Raises as ``ask`` does."""
        if not self._is_default or self._deadline.is_past():
            return self.ask()
        return answered(persist(Run(self.compiled, deadline=self._deadline, stats=self.stats), self._loop))

    def solution(self, verdict: Sat) -> object:
        """Decode a model and check the solution. Raises as ``pipeline.answer.accept`` does."""
        return accept(self.compiled, verdict.model, verdict, self.stats).solution

    def lasting(self, literals: Ints) -> Ints:
        """Return the literals of a model, int32[k], that hold in all models. Raises as ``ask`` does; must be the last call."""
        loop = self._loop
        if is_one_shot(self.compiled):
            return lasting_at_once(loop, literals, self.ask)
        with Turns(self.compiled, loop.solver, briefly=False, cuts=loop.cuts, deadline=self._deadline) as turns:
            return lasting(loop, literals, turns)

    def exclude(self, model: Bools) -> None:
        """Exclude the solution of a model from all later calls, and search for the next one near it."""
        self._loop.exclude(model)

    def add(self, rows: Ints) -> None:
        """Add clauses, int32[c, w], for all later calls."""
        self._loop.add([Clauses.of(rows, ASKED)])

    def prefer(self, model: Bools) -> None:
        """Let the solver search near a model first."""
        self._loop.stay_near(model)

    def selectors(self, count: int) -> Ints:
        """Return new variables, int32[count], for clauses that hold only if these are assumed."""
        return self._loop.auxiliaries(count)
