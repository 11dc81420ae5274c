"""A puzzle as one formula with all of connectivity, to be asked what mostly has no model.

A lazy loop finds models soonest, but refutes badly: cuts come one by one. What all solutions share where they are random spanning
trees of 400 nodes takes it minutes, the formula as a whole 0.4 s.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np

from hashicnf.core.constraints import Origin
from hashicnf.core.stats import Observer, unobserved
from hashicnf.families import Puzzle
from hashicnf.logic import NO_LITERALS, Ints, fixed_literals
from hashicnf.passes.connectivity.choice import AUTO, ConnectivityChoice
from hashicnf.pipeline.compile import Stated, lower, simplified, state
from hashicnf.pipeline.compiled import Compiled, Lowering

KNOWN = Origin("known", "literal")
WHOLE: Final = ConnectivityChoice(AUTO, refuting=True)
PART: Final = ConnectivityChoice("dual-partial")  # of connectivity, for graphs that are drawn


def compile_whole(
    puzzle: Puzzle, known: Sequence[int] = (), observe: Observer = unobserved, choice: ConnectivityChoice = WHOLE
) -> Compiled:
    """Compile a puzzle with all of connectivity, or as it is chosen, contracted by the known literals, which hold."""
    return lower(state(puzzle).given(known, KNOWN), Lowering(connectivity=choice), simplify=True, observe=observe)


def probe_whole(stated: Stated, known: Sequence[int], observe: Observer = unobserved) -> Ints:
    """List the open literals that probing with all of connectivity finds to follow from known ones, which hold, int32[k]."""
    truth = simplified(stated.given(known, KNOWN), Lowering(connectivity=WHOLE), observe).truth
    if truth is None:
        return NO_LITERALS
    fixed = truth[: stated.problem.count + 1].copy()
    fixed[np.abs(np.array(known, dtype=np.int32))] = 0
    return fixed_literals(fixed)
