"""The functions that the library's users call, under the names they use."""

from __future__ import annotations

from typing import Any

from hashicnf.families import Puzzle, Violation
from hashicnf.pipeline.compile import Compiled, compile_puzzle
from hashicnf.pipeline.solve import Answer, solve_puzzle


def encode(
    puzzle: Puzzle,
    *,
    cardinality: str = "direct",
    connectivity: str = "planar",
    cuts: int = 0,
    depth: int | None = None,
) -> Compiled:
    """Compile a puzzle; ``.write(path)`` makes the DIMACS file, ``.formula`` holds clauses and variables.

    ``connectivity`` may be ``auto``; ``cuts`` adds static cuts of sets up to that many islands; ``depth`` bounds unary levels.

    Raises UsageError for unknown or unsuitable encodings, SolverMissing for an encoding that is not installed.
    """
    return compile_puzzle(puzzle, cardinality=cardinality, connectivity=connectivity, cuts=cuts, depth=depth)


def solve(
    puzzle: Puzzle,
    *,
    solver: str | None = None,
    cardinality: str = "direct",
    connectivity: str = "lazy",
    cuts: int = 0,
    timeout: float | None = None,
) -> Answer:
    """Solve a puzzle within ``timeout`` seconds; the solution in the answer has passed the checker.

    ``answer.verdict`` is Sat, Unsat or Unknown, ``answer.stats`` the figures of the run. Raises UsageError, SolverMissing, and
    SolverFailed when the solver crashes or breaks its word.
    """
    return solve_puzzle(
        puzzle, solver=solver, cardinality=cardinality, connectivity=connectivity, cuts=cuts, timeout=timeout
    )


def check(puzzle: Puzzle, solution: Any) -> list[Violation]:
    """List the broken rules of a solution; none if it is right."""
    return puzzle.rules.check(puzzle.board, solution)


def draw(puzzle: Puzzle, solution: Any | None = None, style: str = "unicode") -> str:
    """Draw a puzzle, with its solution or without. Raises UsageError for an unknown style."""
    return puzzle.rules.draw(puzzle.board, solution, style)
