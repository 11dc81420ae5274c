"""The DPLL solver, held against another solver on many small formulas."""

from __future__ import annotations

import random

import numpy as np
import pytest

from hashicnf.backends.dpll import DpllSession
from hashicnf.backends.dpll.branching import Branching
from hashicnf.constraints import Clauses, Origin
from hashicnf.logic import Sat
from hashicnf.registry import Registry
from tests.oracles.models import satisfiable

ORIGIN = Origin("test", "clause")
BRANCHING: Registry[Branching] = Registry("hashicnf.backends.dpll.branching", "BRANCHING", "branching rule")


def random_blocks(rng: random.Random) -> tuple[int, list[Clauses]]:
    """Blocks of clauses of length 0 to 4 over few variables; literals may repeat or contradict each other."""
    variables = rng.randint(1, 9)
    blocks = []
    for width in range(1, 5):
        count = rng.randint(0, variables * (1, 1, 3, 6)[width - 1] // (2 if width == 1 else 1))
        lits = [[rng.choice((-1, 1)) * rng.randint(1, variables) for _ in range(width)] for _ in range(count)]
        blocks.append(
            Clauses(np.array(lits, dtype=np.int32).reshape(count, width), ORIGIN, np.arange(count, dtype=np.int32))
        )
    return variables, blocks


@pytest.mark.parametrize("rule", ["dlis", "first", "jeroslow-wang"])
def test_verdicts_agree_with_another_solver(rule: str) -> None:
    rng = random.Random(rule)
    verdicts = []
    for _ in range(400):
        variables, blocks = random_blocks(rng)
        with DpllSession(variables, branching=BRANCHING.get(rule)) as session:
            session.add(blocks)
            verdict = session.solve()
        verdicts.append(isinstance(verdict, Sat))
        assert verdicts[-1] == satisfiable(blocks)
        if isinstance(verdict, Sat):
            assert not any(len(block.violated(verdict.model)) for block in blocks)
    assert 50 < sum(verdicts) < 350
