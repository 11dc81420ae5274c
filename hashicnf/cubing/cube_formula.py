"""Compile the formula of a puzzle under a cube: the decisions are unit clauses, and the other constraints are simplified by them.

The claim of the formula refers to the solutions in the cube, and is exact if the encoding is. A formula that is written to a file
also declares that solutions in other cubes are missing.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from hashicnf.core.constraints import Claim, Origin, Restricted
from hashicnf.core.progress import Observer
from hashicnf.dimacs.cubes import Literals
from hashicnf.errors import UsageError
from hashicnf.families import Puzzle
from hashicnf.pipeline.compile import compile_puzzle, lower, state
from hashicnf.pipeline.compiled import Compiled, Lowering
from hashicnf.pipeline.encodings import Encodings
from hashicnf.pipeline.family_parts import why_not_static

CUBE: Final = Origin("cube", "cube")
PART: Final = "one cube of many: solutions may be in another"


def whole(puzzle: Puzzle, encodings: Encodings, observe: Observer) -> Compiled:
    """Compile a puzzle that will be split into cubes.

    Raises UsageError for a puzzle that is solved by plans, and for encodings whose models are not exactly the solutions.
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
    """Raise UsageError for a formula that excludes solutions: its refuted cubes may contain some."""
    if restricted := compiled.claim.restricted:
        raise UsageError(f"cubes need a formula of all solutions: {restricted[0].why}")


def is_simplified(encodings: Encodings) -> bool:
    """Return whether the formulas of cubes are simplified: unless that is excluded, since a cube decides some of their literals."""
    return encodings.simplify is not False


def part(puzzle: Puzzle, literals: Literals, lowering: Lowering, *, simplify: bool) -> Compiled:
    """Compile a puzzle under a cube."""
    return lower(state(puzzle).given(literals, CUBE), lowering, simplify=simplify)


def apart(compiled: Compiled) -> Compiled:
    """Return the formula of a cube with the claim that solutions of the puzzle may be missing, for a separate file."""
    claim = compiled.claim & Claim.of(Restricted(PART))
    return replace(compiled, formula=replace(compiled.formula, claim=claim))
