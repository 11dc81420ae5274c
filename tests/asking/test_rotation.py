"""Model rotation, compared with brute force."""

from __future__ import annotations

import random
from itertools import product

import numpy as np

from hashicnf.asking.rotation import Rotation
from hashicnf.core.constraints import Clauses, Origin
from hashicnf.logic import Bools

VARIABLES = 5
PARTS = 6


def is_true(clause: list[int], model: Bools) -> bool:
    return any(model[abs(literal)] == (literal > 0) for literal in clause)


def block(clauses: list[list[int]], part: int) -> Clauses:
    rows = np.array(clauses, dtype=np.int32)
    return Clauses(rows, Origin("test", "part"), np.full(len(rows), part, dtype=np.int32))


def keeps(model: Bools) -> bool:
    """A rule without clauses: not all variables are true."""
    return not model[1:].all()


def test_parts_that_turns_show_to_be_needed_are() -> None:
    rng, found, rotated = random.Random(1), 0, 0
    models = [np.array((False, *values)) for values in product((False, True), repeat=VARIABLES)]

    def clauses(count: int) -> list[list[int]]:
        return [
            [rng.choice((-1, 1)) * variable for variable in rng.sample(range(1, VARIABLES + 1), 2)]
            for _ in range(count)
        ]

    for _ in range(60):
        always, *parts = clauses(1), *(clauses(rng.randint(1, 3)) for _ in range(PARTS))
        rotation = Rotation(
            VARIABLES, [block(always, 0)], [block(some, part) for part, some in enumerate(parts)], keeps
        )
        sole = dict[int, Bools]()  # a part with a model that breaks no other one
        for model in models:
            broken = [part for part, some in enumerate(parts) if not all(is_true(clause, model) for clause in some)]
            if len(broken) == 1 and is_true(always[0], model) and keeps(model):
                sole.setdefault(broken[0], model)
        for part, model in sole.items():
            known = {(part + 1) % PARTS}
            others = [*rotation.needed(model, part, {*range(PARTS)} - known, known)]
            assert len(others) == len({*others})
            assert {*others} <= {*sole} - {part} - known
            assert not [*rotation.needed(model, (part + 1) % PARTS, range(PARTS), ())]  # the model breaks another part
            found, rotated = found + len(sole) - 1, rotated + len(others)
    assert 0 < found // 10 < rotated
