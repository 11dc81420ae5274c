"""Prove that a plan is a shortest one: that there is no plan of fewer steps, by a formula and a proof.

The formula states that there is a plan with at least one step less. It depends neither on the lengths of plans that the family
declares, nor on the search that found the plan; so a plan of any method can be proved to be shortest. It only has to be trusted
that the formula encodes the puzzle.
"""

from __future__ import annotations

from hashicnf.core.deadline import NEVER, Deadline
from hashicnf.core.limits import Limits
from hashicnf.errors import InternalError, UsageError
from hashicnf.families import Puzzle
from hashicnf.logic import Sat
from hashicnf.pipeline.answer import Answer
from hashicnf.pipeline.encodings import Encodings
from hashicnf.proofs.write import FoundProof, find_proof
from hashicnf.solving.request import Request


def prove_shortest(puzzle: Puzzle, answer: Answer, request: Request, deadline: Deadline = NEVER) -> FoundProof:
    """Return the formula for a plan of fewer steps than the answer's, and a proof that it has no model.

    Raises UsageError if the answer is no plan or an empty one, InternalError if there is a shorter plan than one called optimal.
    """
    plan = answer.plan
    if plan is None:
        raise UsageError("--proof: there is no plan to be proved a shortest one")
    if not plan.length:
        raise UsageError("--proof: the plan has no steps; there is nothing to prove")
    shorter = Encodings(**request.named() | {"horizon": plan.length - 1, "metric": plan.metric})
    found = find_proof(puzzle, shorter, limits=Limits(deadline))
    if isinstance(found.proved.verdict, Sat) and plan.optimal and puzzle.task(metric=plan.metric).unit_costs:
        raise InternalError(f"there is a plan of fewer steps than one of {plan.length} that is called optimal")
    return found
