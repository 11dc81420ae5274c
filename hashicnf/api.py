"""The functions that the library's users call, under the names they use."""

from __future__ import annotations

from typing import Any

from hashicnf.families import Puzzle, Violation
from hashicnf.pipeline.answer import Answer
from hashicnf.pipeline.compile import Compiled, compile_puzzle
from hashicnf.solving.dispatch import solve_with
from hashicnf.solving.methods import DEFAULT_METHOD
from hashicnf.solving.request import Request
from hashicnf.trace import SILENT, Tracer


def encode(
    puzzle: Puzzle,
    *,
    cardinality: str = "direct",
    connectivity: str = "planar",
    cuts: int = 0,
    depth: int | None = None,
    at_most_one: str = "pairwise",
    redundant: bool = True,
) -> Compiled:
    """Compile a puzzle; ``.write(path or stream)`` makes the DIMACS file, ``.clauses()`` and ``.to_pysat()`` give the clauses.

    ``connectivity`` may be ``auto``; ``cuts`` adds static cuts of sets up to that many nodes; ``depth`` bounds unary levels.
    Without ``redundant``, constraints that follow from the others are left out. ``.claim`` tells what the models are worth.

    Raises UsageError for unknown or unsuitable encodings, SolverMissing for an encoding that is not installed.
    """
    return compile_puzzle(
        puzzle,
        cardinality=cardinality,
        connectivity=connectivity,
        cuts=cuts,
        depth=depth,
        at_most_one=at_most_one,
        redundant=redundant,
    )


def solve(
    puzzle: Puzzle,
    *,
    method: str = DEFAULT_METHOD,
    solver: str | None = None,
    cardinality: str = "direct",
    connectivity: str = "lazy",
    cuts: int = 0,
    branching: str | None = None,
    space: str | None = None,
    heuristic: str | None = None,
    tie_break: str | None = None,
    timeout: float | None = None,
    max_nodes: int | None = None,
    max_memory: int | None = None,
    tracer: Tracer = SILENT,
) -> Answer:
    """Solve a puzzle within ``timeout`` seconds (0: give up at once); the solution in the answer has passed the checker.

    ``solver`` is for the method cdcl, ``branching`` for dpll, ``space``, ``heuristic`` and ``tie_break`` for searches. They and
    dpll stop after ``max_nodes`` nodes, searches when their lists need ``max_memory`` bytes; both tell ``tracer`` every step.
    ``answer.verdict`` is Sat, Unsat or Unknown, ``answer.stats`` the figures of the run. Raises UsageError, SolverMissing, and
    SolverFailed when the solver crashes or breaks its word.
    """
    request = Request(
        method=method,
        solver=solver,
        cardinality=cardinality,
        connectivity=connectivity,
        cuts=cuts,
        branching=branching,
        space=space,
        heuristic=heuristic,
        tie_break=tie_break,
        timeout=timeout,
        max_nodes=max_nodes,
        max_memory=max_memory,
        tracer=tracer,
    )
    return solve_with(puzzle, request)


def check(puzzle: Puzzle, solution: Any) -> list[Violation]:
    """List the broken rules of a solution; none if it is right."""
    return puzzle.check(solution)


def draw(puzzle: Puzzle, solution: Any | None = None, style: str | None = None) -> str:
    """Draw a puzzle, with its solution or without, in the usual style or another. Raises UsageError for an unknown style."""
    return puzzle.draw(solution, style)
