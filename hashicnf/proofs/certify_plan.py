"""Write certificates that a plan is a shortest one, or that there is no plan.

They contain the puzzle and the plan, and no proof: ``check_plan`` replays the plan and searches all positions that fewer steps
reach. It runs as a process of its own, as users run it, so that it can be stopped.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Literal

from hashicnf.backends.scratch import private_folder, scratch_file
from hashicnf.backends.supervisor import MIB, PastDeadlineError, Process
from hashicnf.core.deadline import Deadline
from hashicnf.core.processor import processor_time
from hashicnf.core.progress import Observer, searching
from hashicnf.errors import InternalError, UsageError
from hashicnf.families import Puzzle
from hashicnf.logic import Stopped, Unknown, Unsat
from hashicnf.proofs import check_plan
from hashicnf.proofs.outcomes import Certifiable, Certified, Cost
from hashicnf.solving.methods import solve_with
from hashicnf.solving.request import Request


def certify_plan(
    puzzle: Puzzle, claim: Certifiable | None, metric: str | None, deadline: Deadline, observe: Observer
) -> Certified:
    """Solve a puzzle, and return a certificate of its plan, or that it has none.

    Raises UsageError for a claim or metric that does not fit, and for a family that the checker does not support.
    """
    if puzzle.family not in check_plan.FAMILIES:
        raise UsageError(f"there are no certificates of {puzzle.family} puzzles")
    if claim == "unique":
        raise UsageError(f"--claim unique: {puzzle.family} puzzles are solved by plans: optimal, or unsolvable")
    begun = processor_time()
    request = Request(metric=metric, timeout=deadline.seconds, spent=deadline.spent(), progress=searching(observe))
    answer = solve_with(puzzle, request)
    if isinstance(answer.verdict, Unknown):
        return Certified("unknown", stopped=answer.verdict.stopped)
    found: Literal["unsolvable", "optimal"] = "unsolvable" if isinstance(answer.verdict, Unsat) else "optimal"
    if claim not in (None, found):
        return Certified("solvable" if found == "optimal" else found)
    head = [check_plan.MAGIC, f"claim: {found}", f"metric: {puzzle.metric(metric)}", "[puzzle]", *puzzle.lines]
    plan = [] if found == "unsolvable" else ["[solution]", *_steps(puzzle.draw(answer.solution))]
    text = "\n".join([*head, *plan, ""])
    made = processor_time()
    verified = _verified(text, deadline)
    if isinstance(verified, Stopped):
        return Certified("unknown", stopped=verified)
    return Certified(found, text, verified, cost=Cost(made - begun, processor_time() - made))


def _steps(drawing: str) -> list[str]:
    """List the steps of a plan that is drawn with one step per line."""
    return [line for line in drawing.splitlines() if line and not line.startswith("#")]


def _verified(text: str, deadline: Deadline) -> str | Stopped:
    """Return the checker's output for a certificate, or why it gave up.

    Raises InternalError if it refuses the certificate, SolverFailed if it was killed.
    """
    with private_folder() as folder:
        file = folder / "certificate.txt"
        with scratch_file(file) as stream:
            stream.write(text.encode())
        command = [sys.executable, "-I", str(Path(check_plan.__file__)), str(file)]
        try:
            with Process(command, "the checker", deadline=deadline, folder=folder) as process:
                code = process.finish(MIB)
                output = process.output.decode(errors="replace").strip()
        except PastDeadlineError:
            return deadline.stopped(" while fewer steps were searched")
    if code == 0:
        return output.removeprefix("verified: ")
    if code == check_plan.GAVE_UP:
        return Stopped("memory", output.rpartition(": ")[2])
    raise InternalError(f"the certificate is wrong: {output}") if code > 0 and output else process.failure(code)
