"""Claims of formulas about their models: exact, relaxed, restricted, or both of the latter."""

from __future__ import annotations

import numpy as np
import pytest

from hashicnf.core.constraints import EXACT, Claim, Clauses, Origin, Relaxed, Restricted
from hashicnf.logic import Bools

RESTRICTED = Restricted("plans of more than 3 steps are missing")
OPEN = Relaxed("models may be disconnected")


def unit(literal: int) -> Clauses:
    return Clauses.of(np.array([[literal]], dtype=np.int32), Origin("rule", "set"))


def against(variable: int) -> Relaxed:
    """A relaxation whose refinement forbids a variable to be true."""

    def refine(model: Bools) -> list[Clauses]:
        return [unit(-variable)] if model[variable] else []

    return Relaxed(f"{variable} may be true", refine)


@pytest.mark.parametrize(
    ("claim", "exact", "stays"),
    [
        (EXACT, True, False),
        (Claim.of(RESTRICTED), False, False),
        (Claim.of(OPEN), False, True),
        (Claim.of(against(1)), False, False),
        (Claim.of(against(1), RESTRICTED), False, False),
        (Claim.of(against(1), OPEN), False, True),
    ],
)
def test_what_a_claim_says(claim: Claim, exact: bool, stays: bool) -> None:
    assert (claim.is_exact, claim.stays_relaxed) == (exact, stays)


def test_claims_add_up() -> None:
    both = Claim.of(OPEN) & EXACT & Claim.of(RESTRICTED) & Claim.of(OPEN)
    assert both == Claim((OPEN, OPEN), (RESTRICTED,))
    assert both.reasons() == [OPEN.why, RESTRICTED.why]


def test_every_relaxation_is_refined() -> None:
    claim = Claim.of(against(1), OPEN, against(3))
    model = np.array([False, True, True, True])
    assert [block.lits.tolist() for block in claim.refine(model)] == [[[-1]], [[-3]]]
    assert claim.refine(np.zeros(4, dtype=np.bool_)) == []
    assert Claim.of(OPEN, RESTRICTED).refine(model) == []
