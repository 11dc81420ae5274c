"""The formula of a small board: dropping the clauses of a rule changes the answer, dropping redundant clauses does not."""

from __future__ import annotations

from functools import cache

import pytest

import hashicnf
from hashicnf.core.constraints import Clauses
from hashicnf.pipeline.compile import compile_puzzle
from hashicnf.pipeline.encodings import Encodings
from hashicnf.testing.models import satisfiable

WITNESS = "family: klotski\nBAA.\nBAA.\nC.D.\n"


@cache
def shortest(metric: str) -> int:
    plan = hashicnf.solve(hashicnf.parse(WITNESS), metric=metric).plan
    assert plan is not None
    return plan.length


@cache
def formula(metric: str, horizon: int, *, redundant: bool) -> list[Clauses]:
    encodings = Encodings(horizon=horizon, metric=metric, redundant=redundant)
    return [*compile_puzzle(hashicnf.parse(WITNESS), encodings).formula.blocks]


@pytest.mark.parametrize("redundant", [True, False])
@pytest.mark.parametrize("metric", ["step", "slide", "move"])
def test_the_formula_has_a_model_from_the_shortest_plan_on(metric: str, redundant: bool) -> None:
    least = shortest(metric)
    for horizon in (least - 1, least, least + 1) if redundant else (least - 1, least):
        assert satisfiable(formula(metric, horizon, redundant=redundant)) == (horizon >= least)


# Preconditions and effects follow from frames here: one action a step, and of the facts about a cell one holds.
@pytest.mark.parametrize("rule", ["start", "goal", "frame"])
@pytest.mark.parametrize("metric", ["step", "slide", "move"])
def test_a_plan_that_is_too_short_appears_where_a_rule_is_dropped(metric: str, rule: str) -> None:
    blocks = formula(metric, shortest(metric) - 1, redundant=False)
    kept = [block for block in blocks if block.origin.rule != rule]
    assert len(kept) < len(blocks)
    assert satisfiable(kept)


def test_pieces_and_blank_cells_are_counted_in_every_layer() -> None:
    compiled = compile_puzzle(hashicnf.parse(WITNESS), Encodings(horizon=2))
    rules = {block.origin.rule for block in compiled.formula.blocks}
    assert {"2x2-pieces", "2x1-pieces", "1x1-pieces", "blank-cells"} <= rules
    plain = compile_puzzle(hashicnf.parse(WITNESS), Encodings(horizon=2, redundant=False))
    assert not {"2x2-pieces", "blank-cells"} & {block.origin.rule for block in plain.formula.blocks}
