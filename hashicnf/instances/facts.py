"""Known facts about a puzzle: whether it has solutions, how many, and the size of its backbone."""

from __future__ import annotations

from typing import Final, Literal, TypeAlias

from hashicnf.answers.backbone import backbone
from hashicnf.answers.counting import count
from hashicnf.core.constraints import Claim
from hashicnf.core.deadline import Deadline
from hashicnf.core.limits import Limits
from hashicnf.errors import GaveUp
from hashicnf.families import Puzzle
from hashicnf.logic import Solved, Unsat, pass_on_interrupt
from hashicnf.records import record
from hashicnf.solving.by_frontier import WRITTEN
from hashicnf.solving.methods import solve_for
from hashicnf.solving.request import Request

Expected: TypeAlias = Literal["solvable", "unsolvable"]


@record
class Facts:
    """Whether a puzzle is solvable, its number of solutions, and of variables with one value in all of them; None: not known."""

    expected: Expected | None = None
    solutions: int | None = None
    backbone: int | None = None

    def data(self) -> dict[str, object]:
        """Return the known facts by name."""
        known = {"expected": self.expected, "solutions": self.solutions, "backbone": self.backbone}
        return {name: value for name, value in known.items() if value is not None}

    def of_formula(self, claim: Claim) -> str | None:
        """Return SAT or UNSAT for a formula of the puzzle with this claim, None if neither follows."""
        if self.expected == "solvable":
            return None if claim.restricted else "SAT"
        return "UNSAT" if self.expected == "unsolvable" and not claim.relaxed else None


NOTHING: Final = Facts()


def planted(*, solvable: bool, unique: bool, variables: int | None) -> Facts:
    """Return the facts that a generator knows about a puzzle with so many variables."""
    if not solvable:
        return Facts("unsolvable", 0)
    return Facts("solvable", 1, variables) if unique else Facts("solvable")


def find(puzzle: Puzzle, seconds: float) -> Facts:
    """Find facts by counting and solving within so many seconds; no facts are found for puzzles that are solved by plans.

    Raises KeyboardInterrupt on Ctrl-C, whichever step is running.
    """
    if puzzle.rules.static is None:
        return NOTHING
    deadline = Deadline.after(seconds)
    counted = count(puzzle, limits=Limits(Deadline.after(seconds / 2)))
    pass_on_interrupt(counted.stopped)
    if counted.exact and not counted.total:
        return Facts("unsolvable", 0)
    if not counted.total:
        verdict = solve_for(puzzle, Request(timeout=deadline.left(), all_answers=False)).verdict
        if not isinstance(verdict, Solved):
            return Facts("unsolvable", 0) if isinstance(verdict, Unsat) else NOTHING
    solutions = counted.total if counted.exact and counted.digits <= WRITTEN else None
    try:
        shared = backbone(puzzle, deadline=deadline)
    except GaveUp:
        return Facts("solvable", solutions)
    return Facts("solvable", solutions, None if shared is None else len(shared.literals))
