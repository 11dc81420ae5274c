"""The task ``prove``: prove that puzzles have no solution, or for puzzles solved by plans, that no plan has fewer steps."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

from hashicnf.batch.tasks import Options, Outcome, Status, Target, Task
from hashicnf.core.processor import processor_time
from hashicnf.families import Puzzle
from hashicnf.logic import Sat, Unknown, Unsat
from hashicnf.pipeline.answer import Answer
from hashicnf.proofs.shortest import prove_shortest
from hashicnf.proofs.write import BY_CUTS, FoundProof, find_proof
from hashicnf.solving.methods import solve_with
from hashicnf.solving.request import Request


def run(puzzle: Puzzle, options: Options) -> Outcome:
    """Refute a puzzle, or that it has a plan shorter than the one found.

    In the latter case the status is ``optimal``, and the figure ``horizon`` the largest refuted number of steps.
    """
    figures: dict[str, Any] = {**puzzle.size}
    begun = processor_time()
    if puzzle.rules.planning is None:
        found = find_proof(puzzle, BY_CUTS, solver=options.get("solver"))
    else:
        request = Request(metric=options.get("metric"))
        answer = solve_with(puzzle, request)
        if (outcome := _without_plan(answer, figures)) is not None:
            return outcome
        figures["cpu"] = {"solved": round(processor_time() - begun, 6)}
        begun = processor_time()
        found = prove_shortest(puzzle, answer, request)
    figures["cpu"] = {**figures.get("cpu", {}), "proved": round(processor_time() - begun, 6)}
    return _outcome(found, figures)


def _without_plan(answer: Answer, figures: dict[str, Any]) -> Outcome | None:
    """Return the outcome if there is no plan of at least one step; otherwise add its length to the figures and return None."""
    match answer.verdict:
        case Unknown(stopped):
            return Outcome.unknown(stopped, figures)
        case Unsat():
            return Outcome(status="unsolvable", reason="no proof: there is no plan of any length", figures=figures)
    if answer.plan is None or not answer.plan.length:
        return Outcome(status="optimal", reason="no proof: the plan has no steps", figures=figures)
    figures |= {"length": answer.plan.length, "horizon": answer.plan.length - 1}
    return None


def _outcome(found: FoundProof, figures: dict[str, Any]) -> Outcome:
    status: Status = found.proved.status
    match found.proved.verdict:
        case Unknown(stopped):
            return Outcome.unknown(stopped, figures)
        case Sat():
            return Outcome(status=status, reason="no proof: there is a solution", figures=figures)
    if "length" in figures:
        status = "optimal"
    if found.compiled is None:
        return Outcome(status=status, reason="no proof: the solver wrote none", figures=figures)
    formula = found.compiled.formula
    figures |= {"variables": formula.variables.count, "clauses": formula.clause_count}
    figures |= {"lemmas": found.proved.lemmas, "axioms": found.proved.axioms}

    def save(target: Target) -> tuple[Path, Options]:
        proof, formula = TASK.files(target.file)
        found.write(str(formula), str(proof))
        return proof, {}

    return Outcome(status=status, figures=figures, save=save)


TASK: Final = Task(
    title="write a formula and a proof that it has no model for each puzzle",
    options=("solver", "metric"),
    run=run,
    suffix=".drup",
    needs_folder=True,
    beside=(".cnf",),
)
