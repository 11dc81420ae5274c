"""Find shortest plans by one growing formula: a solver is called for each horizon, and keeps its learned clauses.

Each horizon (``rising_horizon``) is selected by one assumption (``planning/horizons/growing``).
Reference: Eén and Sörensson 2003, "Temporal induction by incremental SAT solving".
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property
from typing import Final

import numpy as np

from hashicnf.backends import AssumingSession, can_count
from hashicnf.backends.choose import REFUTING_SOLVER, has, main_name, open_assuming
from hashicnf.core.constraints import Batch, Clauses
from hashicnf.core.deadline import Deadline
from hashicnf.core.modelcheck import require_model
from hashicnf.core.statespace import Plan
from hashicnf.core.stats import Stats
from hashicnf.core.variables import VariablePool
from hashicnf.errors import GaveUp, UsageError
from hashicnf.families import POSITIONS, Puzzle
from hashicnf.logic import INTERRUPTED, NO_LITERALS, Bools, Ints, Sat, Unknown, Unsat, fixed_literals, resized
from hashicnf.passes.simplify import FIXED, propagated
from hashicnf.pipeline.answer import Answer, miscoded
from hashicnf.pipeline.compile import Stated, lower
from hashicnf.pipeline.compiled import Lowering
from hashicnf.planning.horizons.growing import Growing
from hashicnf.planning.task import Task
from hashicnf.solving.request import Request, option_of
from hashicnf.solving.rising_horizon import RisingHorizon

OF_CONNECTIVITY: Final = ("connectivity", "cuts", "depth")
MANY_FACTS: Final = 200  # of a task whose layers are simplified; a solver takes smaller layers as fast


def can_grow(request: Request) -> bool:
    """Return whether the requested solver takes clauses and assumptions between its calls."""
    return request.solver is None or has(request.solver, "assumptions")


def _require_effect(family: str, request: Request) -> None:
    """Raise UsageError for an option of formulas that has no effect on a growing one."""
    given = request.given()
    for name in OF_CONNECTIVITY:
        if name in given:
            option = f"{option_of(name)} {getattr(request, name)}"
            raise UsageError(f"{option} has no effect: {family} has no connectivity constraint")
    if "simplify" in given:
        why = "the formula grows with the horizon, and is never simplified as a whole"
        raise UsageError(f"{option_of('simplify')} has no effect: {why}; give --horizon")


def grow_horizon(puzzle: Puzzle, request: Request) -> Answer:
    """Solve with growing horizons until there is a plan or no time is left; a plan of fewest steps is optimal if each costs 1.

    Raises UsageError, SolverMissing, and SolverFailed if the answer of the solver is wrong.
    """
    _require_effect(puzzle.family, request)
    deadline = request.deadline()
    task = puzzle.task(puzzle.choices(request.options), request.metric)
    solver = REFUTING_SOLVER if request.solver is None else main_name(request.solver)
    stats = Stats(solver, request.cardinality, "", puzzle.size, at_most_one=request.at_most_one)
    stats.figures["metric"] = task.metric
    try:
        with stats.phase("load"):
            session = open_assuming(stats.solver, 0, deadline)
        with session:
            answer = _Asking(puzzle, request, task, session, stats, deadline).answer()
            stats.count(session.counters() if can_count(session) else {})
            return answer
    except KeyboardInterrupt:
        return Answer(Unknown(INTERRUPTED), None, stats)


class _Asking:
    """A growing formula and its solver."""

    def __init__(
        self, puzzle: Puzzle, request: Request, task: Task, session: AssumingSession, stats: Stats, deadline: Deadline
    ) -> None:
        self._puzzle, self._task, self._session = puzzle, task, session
        self._stats, self._deadline, self._request = stats, deadline, request
        self._pool = VariablePool()
        self._lowering = Lowering(request.cardinality, request.at_most_one)
        choices = puzzle.choices(request.options)
        self._in_binary = choices[POSITIONS] == "binary"
        self._blocks: list[Clauses] = []
        self._fixed: Ints = NO_LITERALS

    @cached_property
    def _growing(self) -> Growing:
        return Growing(self._task, self._pool, in_binary=self._in_binary, observe=self._deadline.ending())

    def answer(self) -> Answer:
        """Raise the horizon until there is an answer."""
        stats, asked = self._stats, None
        horizons = RisingHorizon(self._task, self._request)
        for horizon in horizons:
            if asked is not None:
                self._session.assert_literal(-asked)
            stats.figures["horizon"] = horizon
            try:
                asked = self._add(horizon)
            except GaveUp:
                return Answer(horizons.late(self._deadline), None, stats)
            with stats.phase("search"):
                verdict = self._session.assume(np.array([asked], dtype=np.int32))
            stats.rounds += 1
            match verdict:
                case Sat(model):
                    return self._accept(model, horizon)
                case Unknown(stopped) if stopped.kind == "time":
                    return Answer(horizons.late(self._deadline), None, stats)
                case Unknown():
                    return Answer(verdict, None, stats)
                case Unsat(core=core) if core is not None and not len(core):
                    return Answer(Unsat(), None, stats)  # no state is so far from the goal, so none is farther
        return Answer(horizons.conclude(stats), None, stats)

    def _add(self, horizon: int) -> int:
        """Add the layers that a horizon lacks to the solver; return the literal that selects it. Raises GaveUp at the deadline."""
        self._deadline.require()
        with self._stats.phase("encode"):
            missing = self._growing.grow(horizon)
        while True:
            with self._stats.phase("encode"):
                layer = next(missing, None)
            self._deadline.require()
            if layer is None:
                break
            self._load(layer)
        with self._stats.phase("encode"):
            asked, batches = self._growing.reach(horizon)
        self._load(batches)
        return asked

    def _load(self, batches: Iterable[Batch]) -> None:
        """Add the clauses of some batches to the solver."""
        stats = self._stats
        with stats.phase("encode"):
            kept = [batch for batch in batches if self._request.redundant or not batch.redundant]
            stated = Stated(self._puzzle, self._pool, self._pool.freeze(), self._simplified(kept))
            formula = lower(stated, self._lowering).formula
        stats.count_clauses(formula.clauses_per_rule())
        stats.variables = formula.variables.count
        with stats.phase("load"):
            self._session.add(formula.blocks)
        self._blocks += formula.blocks

    def _simplified(self, batches: Sequence[Batch]) -> tuple[Batch, ...]:
        """Remove literals that the clauses so far fix, such as facts too far from the goal; new ones become unit clauses."""
        if len(self._task.facts) < MANY_FACTS:
            return tuple(batches)
        count, known = self._pool.count, self._fixed
        simple = propagated(batches, count, known)
        truth = simple.truth[: count + 1]
        if truth.any():
            self._fixed = fixed_literals(truth)
        return tuple(
            batch.part(~np.isin(batch.lits[:, 0], known))
            if isinstance(batch, Clauses) and batch.origin is FIXED
            else batch
            for batch in simple.batches
        )

    def _accept(self, model: Bools, horizon: int) -> Answer:
        """Decode the plan of a model and check it. Raises SolverFailed, or InternalError or PluginError, for a wrong one."""
        stats, puzzle = self._stats, self._puzzle
        whole = resized(model, self._pool.count)
        with stats.phase("decode"):
            actions, cost = self._growing.decode(whole, horizon)
            solution = puzzle.plan(actions)
        with stats.phase("check"):
            broken = puzzle.check(solution)
        if broken:
            require_model(whole, self._blocks, f"{stats.solver} returned")
            raise miscoded(puzzle, self._lowering, broken)
        plan = Plan.judged(actions, cost, self._task.metric, self._task.doubt)
        return Answer(Sat(whole), solution, stats, plan=plan.named(solution))
