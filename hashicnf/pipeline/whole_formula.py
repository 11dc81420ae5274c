"""Compile a puzzle to one formula with all of connectivity, for questions that mostly have no model.

A lazy loop finds models fastest, but refutes slowly, since cuts are added one by one. On boards whose solutions are random spanning
trees of 400 nodes, the backbone takes it minutes, but 0.4 s with the whole formula.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np

from hashicnf.core.constraints import Origin
from hashicnf.core.progress import Observer, unobserved
from hashicnf.families import Puzzle
from hashicnf.logic import NO_LITERALS, Ints, fixed_literals
from hashicnf.passes.connectivity.choice import AUTO, ConnectivityChoice
from hashicnf.pipeline.compile import Stated, lower, simplified_for, state
from hashicnf.pipeline.compiled import Compiled, Lowering

KNOWN = Origin("known", "literal")
WHOLE: Final = ConnectivityChoice(AUTO, refuting=True)
PART: Final = ConnectivityChoice("dual-partial")  # a part of connectivity, for graphs with an embedding


def compile_whole(
    puzzle: Puzzle, known: Sequence[int] = (), observe: Observer = unobserved, choice: ConnectivityChoice = WHOLE
) -> Compiled:
    """Compile a puzzle with all of connectivity, or as ``choice`` has it, simplified by ``known`` literals, which are added."""
    return lower(state(puzzle).given(known, KNOWN), Lowering(connectivity=choice), simplify=True, observe=observe)


def probe_whole(stated: Stated, known: Sequence[int], observe: Observer) -> Ints:
    """Return the undecided literals that probing with all of connectivity derives from the ``known`` ones, int32[k]."""
    truth = simplified_for(stated.given(known, KNOWN), Lowering(connectivity=WHOLE), observe).truth
    if truth is None:
        return NO_LITERALS
    fixed = truth[: stated.problem.count + 1].copy()
    fixed[np.abs(np.array(known, dtype=np.int32))] = 0
    return fixed_literals(fixed)
