"""Small puzzles with connectivity: solved as they are stated, by a solver that counts, without encoding or simplification.

Simplifying their constraints mostly takes longer than such a solver needs for all of them; boards take two thirds of the time in
the median. But it propagates less than the clauses of sums do, so what it does not solve with few conflicts is simplified after
all, and boards without double bridges take a sixth longer in total.
"""

from __future__ import annotations

from typing import Final

from hashicnf.backends.choose import NATIVE_SOLVER
from hashicnf.core.constraints import Origin
from hashicnf.logic import Verdict
from hashicnf.passes.connectivity.contraction import closed_pairs
from hashicnf.pipeline.compile import Stated, lower, lowering_of
from hashicnf.pipeline.compiled import NATIVE, Compiled
from hashicnf.solving.lazy import LazyLoop, rounds_for
from hashicnf.solving.model_search import with_another
from hashicnf.solving.request import Request
from hashicnf.solving.run import Run

CONFLICTS: Final = 1_000  # some 10 ms
CLOSED: Final = Origin("closed", "edge")


def as_stated(stated: Stated) -> Compiled:
    """Compile constraints with native counts, and with the unit clauses against pairs of nodes that use up each other's degrees."""
    closed = closed_pairs(stated.connected[0])
    return lower(stated.given(closed.tolist(), CLOSED), lowering_of(Request(), native=True), once=False)


def briefly(run: Run) -> Verdict:
    """Solve a formula with native counts by the lazy loop, within few conflicts unless this road is requested."""
    limit = CONFLICTS if run.request.road is None else None
    run.stats.solver = NATIVE_SOLVER
    run.stats.roads.append(NATIVE)
    with LazyLoop(run.compiled, NATIVE_SOLVER, run.deadline, run.stats) as loop:
        return with_another(run, loop, loop.ask(conflicts=limit, rounds=rounds_for(CONFLICTS)))
