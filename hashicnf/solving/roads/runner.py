"""Run the stages of roads one after the other; fixed variables and cuts are passed from stage to stage."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from contextlib import ExitStack
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final, Self

import numpy as np

from hashicnf.backends import is_out_of_conflicts
from hashicnf.backends.choose import DEFAULT_SOLVER, STRONG_SOLVER
from hashicnf.core.constraints import Clauses, Connected, Formula
from hashicnf.core.deadline import Deadline
from hashicnf.core.variables import VariablePool
from hashicnf.errors import GaveUp
from hashicnf.logic import Bools, Ints, Sat, Stopped, Unknown, Unsat, Verdict, fixed_literals
from hashicnf.passes.connectivity.choice import ConnectivityChoice
from hashicnf.passes.connectivity.contraction import demanded, marked
from hashicnf.passes.simplify import units_of
from hashicnf.pipeline.answer import require_refined
from hashicnf.pipeline.compile import restated
from hashicnf.pipeline.compiled import Compiled
from hashicnf.pipeline.whole_formula import probe_whole
from hashicnf.solving.lazy import LazyLoop, rounds_for
from hashicnf.solving.roads.choice import RoadName, Stage
from hashicnf.solving.run import Run

if TYPE_CHECKING:
    from hashicnf.windows import Swept

COUNTING: Final = "counting"
UNREFUTED: Final = Stopped("solver", "counting does not refute the puzzle, and finds no solutions")
WINDOWS: Final = "windows"  # printed instead of a solver, since none has the whole formula
PORTION: Final = 1_000  # conflicts between two checks for Ctrl-C and the deadline


class StageRunner:
    """Runs stages of roads, and keeps fixed variables and cuts between them; a context manager that frees the solver."""

    def __init__(self, run: Run, loop: LazyLoop | None = None) -> None:
        """Start, possibly with a lazy loop that has been used already, and which its owner frees."""
        self.compiled, self.deadline, self.stats = run.compiled, run.deadline, run.stats
        self._resources = ExitStack()
        self._loop = loop
        self._sweep: Callable[[int | None], Swept] = self._first_sweep
        self._known = run.compiled.formula.known()

    def __enter__(self) -> Self:
        """Return the runner."""
        return self

    def __exit__(self, *problem: Any) -> None:
        """Free the solver."""
        self._resources.__exit__(*problem)

    def run(self, stages: Iterable[Stage]) -> Verdict:
        """Run stage after stage until there is an answer, or no stage is left."""
        verdict: Verdict = Unknown()
        for stage in stages:
            if self.deadline.is_past():
                break
            self.stats.roads.append(stage.road)
            found = ROADS[stage.road](self, stage.conflicts)
            if not isinstance(found, Unknown):
                return found
            verdict = found
        return Unknown(self.deadline.stopped()) if self.deadline.is_past() else verdict

    def formula(self, *, cuts: bool = True) -> Formula:
        """Return the formula with the fixed literals and, unless ``cuts`` is False, the cuts found so far."""
        learnt = self._loop.cuts if cuts and self._loop is not None else []
        formula = self.compiled.formula
        found = fixed_literals(np.where(formula.known() == 0, self._known, 0))
        return replace(formula, blocks=(*formula.blocks, *learnt, *units_of(found)))

    def lazily(self, conflicts: int | None) -> Verdict:
        """Run the lazy loop; its solver is kept, and continued if a later stage uses it again."""
        if self._loop is None:
            self._loop = self._resources.enter_context(
                LazyLoop(self.compiled, DEFAULT_SOLVER, self.deadline, self.stats)
            )
            self._loop.climb()
        self.stats.solver = DEFAULT_SOLVER
        return asked(self._loop, conflicts, self.deadline)

    def by_counting(self, _: int | None) -> Verdict:
        """Refute by counting, also each value of the edges at necks of the graph."""
        from hashicnf.refuting.by_counting import refuted

        with self.stats.phase("refute"):
            found = refuted(self.compiled, self.deadline)
        if not isinstance(found, Unsat):
            self._fix(found)
            return Unknown(self.deadline.stopped() if self.deadline.is_past() else UNREFUTED)
        self.stats.solver = COUNTING
        return found

    def by_windows(self, conflicts: int | None) -> Verdict:
        """Solve window by window; a later stage continues where this one stops."""
        self.stats.solver = WINDOWS
        with self.stats.phase("sweep"):
            swept = self._sweep(conflicts)
            self._sweep = swept.resume or self._sweep
            self._known = np.where(self._known, self._known, swept.known[: len(self._known)])
            if isinstance(swept.verdict, Sat):
                return self._accepted(swept.verdict.model)
        return swept.verdict

    def _first_sweep(self, conflicts: int | None) -> Swept:
        from hashicnf.windows import sweep

        # Without cuts: a cut may extend over the whole board, and so would every window with one of its variables.
        graph, formula = self.compiled.connected[0], self.formula(cuts=False)
        return sweep(formula, graph, self.compiled.counted, self.stats, self.deadline, conflicts=conflicts)

    def as_a_whole(self, encoding: RoadName, conflicts: int | None) -> Verdict:
        """Solve the formula with connectivity encoded, on the drawn graph or on the contracted one."""
        with self.stats.phase("encode"):
            try:
                compiled = self._encoded(encoding)
            except GaveUp as late:
                return Unknown(Stopped.by(late))
        self.stats.solver = STRONG_SOLVER
        with LazyLoop(compiled, STRONG_SOLVER, self.deadline, self.stats) as loop:
            verdict = loop.ask(conflicts=conflicts)  # at once: this solver takes much longer in portions
        return self._accepted(verdict.model[: len(self._known)]) if isinstance(verdict, Sat) else verdict

    def _encoded(self, encoding: RoadName) -> Compiled:
        self._probe()
        formula, choice = self.formula(), ConnectivityChoice(encoding)
        pool = VariablePool()
        pool.declare("problem", formula.variables.count, meaning="as in the formula")
        more = list[Clauses]()
        graph = self.compiled.connected[0]
        for part in marked(graph, self._known.astype(np.int8), self.compiled.counted):
            if isinstance(part, Connected):
                more += demanded(part, choice, pool, self.deadline.ending())
            else:
                more.append(part)
        return replace(self.compiled, formula=Formula(pool.freeze(), (*formula.blocks, *more), formula.claim))

    def _probe(self) -> None:
        """Fix the literals that probing with all of connectivity derives from the known values of the problem's variables."""
        known = fixed_literals(self._known[: self.compiled.problem + 1])
        self._fix(probe_whole(restated(self.compiled), known.tolist(), self.deadline.ending()))

    def _fix(self, literals: Ints) -> None:
        self._known = self._known.copy()
        self._known[np.abs(literals)] = np.sign(literals)

    def _accepted(self, model: Bools) -> Sat:
        require_refined(self.compiled, model, f"{self.stats.solver} returned")
        return Sat(model)


def asked(loop: LazyLoop, conflicts: int | None, deadline: Deadline) -> Verdict:
    """Run a loop for so many conflicts in portions, so that the deadline and Ctrl-C are checked in between."""
    if conflicts is None:
        return loop.ask()
    end, last = loop.conflicts() + conflicts, loop.rounds + rounds_for(conflicts)
    while True:
        verdict = loop.ask(conflicts=max(1, min(PORTION, end - loop.conflicts())), rounds=last - loop.rounds)
        is_over = loop.conflicts() >= end or loop.rounds >= last or deadline.is_past()
        if not is_out_of_conflicts(verdict) or is_over:
            return verdict


ROADS: Final[Mapping[RoadName, Callable[[StageRunner, int | None], Verdict]]] = {
    "lazy": StageRunner.lazily,
    "counting": StageRunner.by_counting,
    "windows": StageRunner.by_windows,
    "dual-elimination": lambda runner, conflicts: runner.as_a_whole("dual-elimination", conflicts),
    "planar": lambda runner, conflicts: runner.as_a_whole("planar", conflicts),
    "link-elimination": lambda runner, conflicts: runner.as_a_whole("link-elimination", conflicts),
}
