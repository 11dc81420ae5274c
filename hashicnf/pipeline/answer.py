"""Answers: what solving or decoding found, and the check that every solution has to pass."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from hashicnf.core.constraints import Claim
from hashicnf.core.stats import Stats
from hashicnf.errors import InternalError, SolverFailed
from hashicnf.families import Violation
from hashicnf.logic import Bools, Unknown, Unsat, Verdict
from hashicnf.pipeline.compile import Compiled


@dataclass(frozen=True, slots=True)
class Answer:
    """What ``solve`` found: a verdict, the checked solution if there is one, and figures.

    ``broken`` lists broken rules; it can only be non-empty where the formula is relaxed and not refined, as with
    ``connectivity="none"``.
    """

    verdict: Verdict
    solution: Any
    stats: Stats
    broken: tuple[Violation, ...] = ()


def concluded(verdict: Verdict, claim: Claim) -> Verdict:
    """Return what a verdict on a formula means for its puzzle: Unsat of a restricted formula proves nothing beyond its bounds."""
    if isinstance(verdict, Unsat) and claim.restricted:
        return Unknown("; ".join(dict.fromkeys(part.why for part in claim.restricted)))
    return verdict


def accept(compiled: Compiled, model: Bools, verdict: Verdict, stats: Stats) -> Answer:
    """Decode and check; find out whose fault it is if the checker objects."""
    puzzle = compiled.puzzle
    with stats.phase("decode"):
        solution = compiled.decode(model)
    with stats.phase("check"):
        broken = tuple(puzzle.check(solution))
    if broken and compiled.formula.violated(model):
        raise SolverFailed(
            f"{stats.solver} returned a model that breaks {compiled.formula.violated(model):,} of "
            f"{compiled.formula.clause_count:,} clauses"
        )
    if broken and not compiled.claim.stays_relaxed:
        raise InternalError(f"a model of the formula breaks a rule of the puzzle: {broken[0].message}")
    return Answer(verdict, solution, stats, broken)
