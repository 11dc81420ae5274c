"""The claim in a header: it is written as briefly as in earlier versions, and read back with its meaning."""

from __future__ import annotations

import json
from itertools import product
from typing import Any

import pytest

from hashicnf.core.constraints import EXACT, Claim, Relaxed, Restricted
from hashicnf.dimacs.header import BOUNDED, OPEN, Header, claim_data

RELAXED, SHORT = Relaxed("models may be disconnected"), Restricted("plans of more than 3 steps are missing")
CLAIMS = [EXACT, Claim.of(RELAXED), Claim.of(SHORT), Claim.of(RELAXED, SHORT), Claim.of(RELAXED, Relaxed("a"), SHORT)]


def kinds(claim: Claim) -> tuple[bool, bool]:
    return bool(claim.relaxed), bool(claim.restricted)


@pytest.mark.parametrize(("claim", "depth"), list(product(CLAIMS, (None, 5))))
def test_claims_come_back(claim: Claim, depth: int | None) -> None:
    data: dict[str, object] = {} if depth is None else {"depth": depth}
    written = json.loads(json.dumps(data | claim_data(claim, data)))
    found = Header(written, ()).claim
    assert kinds(found) == kinds(claim)
    if "relaxed" in written or "restricted" in written:
        assert found == claim


def test_what_was_always_written_is_no_longer_now() -> None:
    """Complete, lazy or none, bounded in depth: one word each."""
    assert claim_data(EXACT, {}) == {"complete": True}
    assert claim_data(EXACT, {"depth": 9}) == {"complete": True}
    assert claim_data(Claim.of(RELAXED), {}) == {"complete": False}
    assert claim_data(Claim.of(SHORT), {"depth": 2}) == {"complete": False}
    assert claim_data(Claim.of(SHORT), {}) == {"complete": False, "restricted": [SHORT.why]}
    both = {"complete": False, "relaxed": [RELAXED.why], "restricted": [SHORT.why]}
    assert claim_data(Claim.of(RELAXED, SHORT), {}) == both


@pytest.mark.parametrize(
    ("data", "claim"),
    [
        ({}, Claim.of(Relaxed(OPEN))),
        ({"complete": "yes"}, Claim.of(Relaxed(OPEN))),
        ({"complete": None, "depth": "deep"}, Claim.of(Restricted(BOUNDED))),
        ({"complete": True, "restricted": "somehow"}, Claim.of(Restricted("somehow"))),
        ({"complete": True, "restricted": [3, None]}, Claim.of(Restricted("3"), Restricted("None"))),
        ({"complete": True, "restricted": []}, EXACT),
        ({"complete": True, "relaxed": False, "restricted": None}, EXACT),
    ],
)
def test_damaged_claims_promise_less_not_more(data: dict[str, Any], claim: Claim) -> None:
    assert Header(data, ()).claim == claim
