"""The two rules that are one binary clause each: signs, order and sources."""

from __future__ import annotations

import numpy as np

from hashicnf.core.constraints import Exclusive, Implication, Origin
from hashicnf.passes.crossing import binary as crossing
from hashicnf.passes.dependency import binary as dependency

PAIRS = np.array([[2, 1], [4, 3], [-6, 5]], dtype=np.int32)
SOURCE = np.array([7, 8, 9], dtype=np.int32)


def test_an_implication_denies_its_left_side() -> None:
    block = dependency.encode(Implication(PAIRS, Origin("dependency", "edge"), SOURCE))
    assert block.lits.tolist() == [[-2, 1], [-4, 3], [6, 5]]
    assert block.source.tolist() == [7, 8, 9]
    assert block.lits.dtype == np.int32


def test_exclusion_denies_both() -> None:
    block = crossing.encode(Exclusive(PAIRS, Origin("crossing", "crossing"), SOURCE))
    assert block.lits.tolist() == [[-2, -1], [-4, -3], [6, -5]]
    assert block.source.tolist() == [7, 8, 9]
    assert block.origin.rule == "crossing"
