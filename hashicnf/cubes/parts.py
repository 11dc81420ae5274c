"""The formula of a puzzle under a cube: its decisions are given, and what follows from them leaves the other constraints.

Its claim is about the solutions in the cube: exact where the encoding is. What is written says besides that there are other cubes.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from hashicnf.core.constraints import Claim, Origin, Restricted
from hashicnf.core.stats import Observer, unobserved
from hashicnf.cubes.partition import Literals
from hashicnf.errors import UsageError
from hashicnf.families import Puzzle
from hashicnf.pipeline.compile import compile_puzzle, lower, state
from hashicnf.pipeline.compiled import Compiled, Lowering
from hashicnf.pipeline.encodings import Encodings
from hashicnf.pipeline.parts import why_not_static

CUBE: Final = Origin("cube", "cube")
PART: Final = "one cube of many: solutions may be in another"


def whole(puzzle: Puzzle, encodings: Encodings, observe: Observer = unobserved) -> Compiled:
    """Compile a puzzle that is to be solved by its cubes.

    Raises UsageError for one that is solved by plans, and for encodings whose models are not exactly the solutions.
    """
    if puzzle.rules.static is None:
        raise UsageError(f"{why_not_static(puzzle.family, puzzle.rules)}: there are no cubes of them")
    compiled = compile_puzzle(puzzle, encodings, observe=observe)
    if compiled.claim.relaxed:
        raise UsageError(
            f"--connectivity {encodings.connectivity}: cubes need a complete encoding; see: hashicnf encodings"
        )
    require_unrestricted(compiled)
    return compiled


def require_unrestricted(compiled: Compiled) -> None:
    """Raise UsageError for a formula that leaves out solutions: cubes of it that are refuted may hold some."""
    if restricted := compiled.claim.restricted:
        raise UsageError(f"cubes need a formula of all solutions: {restricted[0].why}")


def part(puzzle: Puzzle, literals: Literals, lowering: Lowering, *, simplify: bool = True) -> Compiled:
    """Compile a puzzle under a cube."""
    return lower(state(puzzle).given(literals, CUBE), lowering, simplify=simplify)


def apart(compiled: Compiled) -> Compiled:
    """Return the formula of a cube as one that is written alone: solutions of the puzzle may be missing."""
    claim = compiled.claim & Claim.of(Restricted(PART))
    return replace(compiled, formula=replace(compiled.formula, claim=claim))
