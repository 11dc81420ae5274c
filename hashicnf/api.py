"""The functions that the library's users call, under the names they use."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from functools import wraps
from typing import Any, Concatenate, ParamSpec, TypeVar, cast

from hashicnf.families import Puzzle, Violation
from hashicnf.pipeline.answer import Answer
from hashicnf.pipeline.compile import Compiled
from hashicnf.solving.methods import solve_with
from hashicnf.solving.request import Encodings, Request

P = ParamSpec("P")
R = TypeVar("R")
T = TypeVar("T")


def _by_keyword(request: Callable[P, R]) -> Callable[[Callable[[Puzzle, R], T]], Callable[Concatenate[Puzzle, P], T]]:
    """Let a function of a puzzle and a request take the fields of the request as keyword arguments, typed as there."""

    def decorate(function: Callable[[Puzzle, R], T]) -> Callable[Concatenate[Puzzle, P], T]:
        @wraps(function)
        def call(puzzle: Puzzle, *args: P.args, **options: P.kwargs) -> T:
            return function(puzzle, request(*args, **options))

        given, own = inspect.signature(request), inspect.signature(function)
        parameters = [own.parameters["puzzle"], *given.parameters.values()]
        call.__signature__ = own.replace(parameters=parameters)  # type: ignore[attr-defined]
        return cast(Callable[Concatenate[Puzzle, P], T], call)

    return decorate


@_by_keyword(Encodings)
def encode(puzzle: Puzzle, encodings: Encodings) -> Compiled:
    """Compile a puzzle; ``.write(path or stream)`` makes the DIMACS file, ``.clauses()`` and ``.to_pysat()`` give the clauses.

    ``connectivity`` may be ``auto``; ``cuts`` adds static cuts of sets up to that many nodes; ``depth`` bounds unary levels.
    Without ``redundant``, constraints that follow from the others are left out. ``.claim`` tells what the models are worth.

    Raises UsageError for unknown or unsuitable encodings, SolverMissing for an encoding that is not installed.
    """
    return encodings.compile(puzzle)


@_by_keyword(Request)
def solve(puzzle: Puzzle, request: Request) -> Answer:
    """Solve a puzzle within ``timeout`` seconds (0: give up at once); the solution in the answer has passed the checker.

    ``solver`` is for the method cdcl, ``branching`` for dpll, ``space``, ``heuristic`` and ``tie_break`` for searches. They and
    dpll stop after ``max_nodes`` nodes, searches when their lists need ``max_memory`` bytes; both report every step to ``tracer``.
    ``answer.verdict`` is Solved (Sat, with its model, where a formula was solved), Unsat or Unknown; ``answer.plan`` the way to the
    solution on puzzles that ask for one, ``answer.stats`` the figures of the run. Raises UsageError, SolverMissing, and
    SolverFailed when the solver crashes or breaks its word.
    """
    return solve_with(puzzle, request)


def check(puzzle: Puzzle, solution: Any) -> list[Violation]:
    """List the broken rules of a solution; none if it is right."""
    return puzzle.check(solution)


def draw(puzzle: Puzzle, solution: Any | None = None, style: str | None = None) -> str:
    """Draw a puzzle, with its solution or without, in the usual style or another. Raises UsageError for an unknown style."""
    return puzzle.draw(solution, style)
