"""Search for a model of a compiled puzzle: by the requested solver, or by the roads chosen for the formula."""

from __future__ import annotations

from typing import Final

from hashicnf.backends import is_out_of_conflicts
from hashicnf.backends.choose import DEFAULT_SOLVER, STRONG_SOLVER
from hashicnf.backends.pysat import LARGE
from hashicnf.errors import UsageError
from hashicnf.logic import NO_LITERALS, Ints, Sat, Verdict
from hashicnf.passes.connectivity.choice import LAZY
from hashicnf.pipeline.compiled import Compiled
from hashicnf.solving.lazy import FEW_NODES, LEAST_PATIENCE, LazyLoop, rounds_for
from hashicnf.solving.run import Run

PATIENCE: Final = 5_000  # conflicts, a quarter of a second
BRIEFLY: Final = 1_000  # conflicts of a search for another solution near one that a road has found
MOST_ASKED: Final = 5_000  # nodes up to which a further solver is loaded fast, to search for another solution


def search(run: Run) -> Verdict:
    """Solve by the requested solver, or by the roads chosen for the formula."""
    compiled, request = run.compiled, run.request
    if request.solver is not None:
        with _loop(run, request.solver) as loop:
            return with_another(run, loop, loop.ask())
    run.stats.solver = DEFAULT_SOLVER
    if has_roads(compiled):
        return travel(run)
    if request.road is not None:
        raise UsageError("--road needs a puzzle with one graph to be connected, and --connectivity lazy")
    with _loop(run, DEFAULT_SOLVER) as loop:
        return with_another(run, loop, insist(loop))


def is_one_shot(compiled: Compiled) -> bool:
    """Return whether a formula contains all rules, and is so small that starting the strong solver on it is worthwhile."""
    return not compiled.claim.relaxed and compiled.variables.count < LARGE


def has_roads(compiled: Compiled) -> bool:
    """Return whether roads apply: connectivity of exactly one graph is left to cuts."""
    return compiled.connectivity == LAZY and len(compiled.connected) == 1


def travel(run: Run) -> Verdict:
    """Solve by the roads of ``solving.roads``; a small board is mostly solved by the lazy loop before they are loaded."""
    if run.request.road is not None or run.compiled.connected[0].nodes > FEW_NODES:
        return _on_roads(run)
    run.stats.roads.append("lazy")
    with _loop(run, DEFAULT_SOLVER) as loop:
        loop.climb()
        verdict = loop.ask(conflicts=PATIENCE, rounds=rounds_for(PATIENCE))
        return _on_roads(run, loop) if is_out_of_conflicts(verdict) else with_another(run, loop, verdict)


def persist(run: Run, loop: LazyLoop) -> Verdict:
    """Call a loop for the first time, without assumptions; if that takes long, try the other roads with its cuts."""
    if not has_roads(run.compiled):
        return insist(loop)
    verdict = loop.ask(conflicts=PATIENCE, rounds=rounds_for(PATIENCE))
    return _on_roads(run, loop) if is_out_of_conflicts(verdict) else verdict


def insist(loop: LazyLoop, assumptions: Ints = NO_LITERALS) -> Verdict:
    """Call a loop under assumptions, int32[a]; if that takes the default solver long, replace it permanently by the strong one.

    It is replaced only if the formula contains all rules: the strong solver is not used with a lazy loop.
    """
    if loop.solver != DEFAULT_SOLVER or not is_one_shot(loop.compiled):
        return loop.ask(assumptions)
    verdict = loop.ask(assumptions, PATIENCE)
    if not is_out_of_conflicts(verdict):
        return verdict
    loop.hand_over(STRONG_SOLVER)
    return loop.ask(assumptions)


def _on_roads(run: Run, loop: LazyLoop | None = None) -> Verdict:
    """Solve by the requested road, or by those chosen for the formula, with the cuts of a loop."""
    from hashicnf.solving.roads.choice import one_road, stages_for
    from hashicnf.solving.roads.features import features_of
    from hashicnf.solving.roads.runner import StageRunner

    compiled, request = run.compiled, run.request
    has_begun = loop is not None
    road = request.road
    stages = stages_for(features_of(compiled), has_begun=has_begun) if road is None else one_road(road)
    if request.jobs is not None and request.jobs > 1:
        from hashicnf.solving.roads.portfolio import side_by_side

        verdict = side_by_side(run, stages)
    else:
        with StageRunner(run, loop) as runner:
            verdict = runner.run(stages)
    if request.all_answers and isinstance(verdict, Sat) and compiled.connected[0].nodes <= MOST_ASKED:
        with LazyLoop(compiled, DEFAULT_SOLVER, run.deadline) as near:
            near.climb()
            return with_another(run, near, verdict, BRIEFLY)
    return verdict


def _loop(run: Run, solver: str) -> LazyLoop:
    return LazyLoop(run.compiled, solver, run.deadline, run.stats)


def with_another(run: Run, loop: LazyLoop, verdict: Verdict, least: int = LEAST_PATIENCE) -> Verdict:
    """Return a verdict; if requested and the models are exactly the solutions, record whether there are other solutions.

    The search for another one has at least ``least`` conflicts.
    """
    if run.request.all_answers and isinstance(verdict, Sat) and run.compiled.claim.becomes_exact:
        run.stats.several = loop.has_another(verdict.model, least)
    return verdict
