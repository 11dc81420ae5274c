"""A puzzle as one formula with all of connectivity, to be asked what mostly has no model.

A lazy loop finds models soonest, but refutes badly: cuts come one by one. What all solutions share where they are random spanning
trees of 400 nodes takes it minutes, the formula as a whole 0.4 s.
"""

from __future__ import annotations

from collections.abc import Sequence

from hashicnf.core.constraints import Origin
from hashicnf.core.stats import Observer, unobserved
from hashicnf.families import Puzzle
from hashicnf.passes.connectivity.choice import AUTO, ConnectivityChoice
from hashicnf.pipeline.compile import lower, state
from hashicnf.pipeline.compiled import Compiled, Lowering

KNOWN = Origin("known", "literal")


def compile_whole(puzzle: Puzzle, known: Sequence[int] = (), observe: Observer = unobserved) -> Compiled:
    """Compile a puzzle with all of connectivity, contracted by the known literals, which hold."""
    stated = state(puzzle)
    lowering = Lowering(connectivity=ConnectivityChoice(AUTO, refuting=True))
    return lower(stated.given(known, KNOWN), lowering, simplify=True, observe=observe)
