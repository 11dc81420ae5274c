"""Answer a request: by a CDCL solver through the usual road, or by a method that can be watched.

What only the latter need, a whole room of searches among it, is imported when one of them is asked for.
"""

from __future__ import annotations

from hashicnf.families import Puzzle
from hashicnf.pipeline.answer import Answer
from hashicnf.solving.cdcl import solve_puzzle
from hashicnf.solving.methods import DEFAULT_METHOD, method_named
from hashicnf.solving.request import Request, refuse_unused


def solve_with(puzzle: Puzzle, request: Request) -> Answer:
    """Solve a puzzle by the method asked for.

    Raises UsageError for a method, option or name that does not fit, and what the SAT solvers raise.
    """
    method = method_named(request.method)
    refuse_unused(method, request)
    if method.name == DEFAULT_METHOD:
        return solve_puzzle(
            puzzle,
            solver=request.solver,
            cardinality=request.cardinality,
            connectivity=request.connectivity,
            cuts=request.cuts,
            timeout=request.timeout,
            spent=request.spent,
        )
    from hashicnf.solving.glassbox import solve_watched

    return solve_watched(puzzle, method, request)
