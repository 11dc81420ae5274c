"""The formula of a puzzle under a cube: its decisions are given, and what follows from them leaves the other constraints."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from hashicnf.core.constraints import Claim, Origin, Restricted
from hashicnf.cubes.partition import Literals
from hashicnf.families import Puzzle
from hashicnf.pipeline.compile import lower, state
from hashicnf.pipeline.compiled import Compiled, Lowering

CUBE: Final = Origin("cube", "cube")
PART: Final = "one cube of many: solutions may be in another"


def part(puzzle: Puzzle, literals: Literals, lowering: Lowering, *, simplify: bool = True) -> Compiled:
    """Compile a puzzle under a cube; the claim of the formula says that solutions may be missing."""
    stated = state(puzzle)
    claim = stated.claim & Claim.of(Restricted(PART)) if literals else stated.claim
    return lower(replace(stated.given(literals, CUBE), claim=claim), lowering, simplify=simplify)
