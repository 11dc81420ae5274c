"""Fixed variables are not loaded into the solver until a clause contains them, which changes no answer."""

from __future__ import annotations

import numpy as np
import pytest

from hashicnf.arrays import blocking
from hashicnf.backends.choose import DEFAULT_SOLVER
from hashicnf.core.constraints import Clauses, Formula, Origin
from hashicnf.core.variables import VariablePool
from hashicnf.logic import Sat, Unsat, literals_of
from hashicnf.passes.simplify import FIXED
from hashicnf.pipeline.compile import compile_puzzle
from hashicnf.pipeline.encodings import Encodings
from hashicnf.pipeline.puzzles import parse
from hashicnf.solving.flat import ASKED
from hashicnf.solving.lazy import Aside, LazyLoop

RULE = Origin("rule", "row")
BOARD = "143\n123\n343\n"  # three solutions: most variables are fixed, others are in clauses


def block(*rows: list[int], origin: Origin = RULE) -> Clauses:
    return Clauses.of(np.array(rows, dtype=np.int32), origin)


def formula(*blocks: Clauses) -> Formula:
    pool = VariablePool()
    pool.declare("x", 5, meaning="a variable")
    return Formula(pool.freeze(), blocks)


@pytest.mark.parametrize("items", [1, blocking.ITEMS])
@pytest.mark.parametrize(
    ("units", "clauses", "told"),
    [
        ([[1], [-2]], [[3, 4]], 0),
        ([[1], [-2]], [[2, 3]], 2),
        ([[1], [-2]], [[3, 4], [5, 2]], 2),
        ([[1], [-1]], [[3, 4]], 2),
        ([[1], [1]], [[3, 4]], 2),
    ],
)
def test_only_variables_that_are_mentioned_once_are_set_aside(
    units: list[list[int]], clauses: list[list[int]], told: int, items: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(blocking, "ITEMS", items)
    aside = Aside(formula(block(*units, origin=FIXED), block(*clauses)))
    assert sum(len(each) for each in aside.others) == len(clauses) + told


def test_what_is_set_aside_is_fetched_once_and_completes_models_until_then() -> None:
    fixed, given = block([1], [-2], origin=FIXED), block([5])
    aside = Aside(formula(fixed, block([3, 4]), given))
    model = np.array([False, False, True, True, False, False])
    aside.complete(model)
    assert model.tolist() == [False, True, False, True, False, True]
    assert aside.fetched([block([3, -4]), block([9])]) == []
    assert aside.fetched([block([4, -5])]) == [fixed, given]
    assert aside.fetched([block([4, -2])]) == []
    aside.complete(model := np.zeros(6, dtype=np.bool_))
    assert not model.any()


@pytest.mark.parametrize("solver", [DEFAULT_SOLVER, "dpll"])
def test_fixed_variables_can_be_asked_about(solver: str) -> None:
    compiled = compile_puzzle(parse(BOARD), Encodings(connectivity="lazy", simplify=True))
    known = compiled.formula.known()
    fixed = np.flatnonzero(known).astype(np.int32) * known[known != 0]
    assert 0 < len(fixed) < compiled.problem
    for literal in fixed.tolist():
        with LazyLoop(compiled, solver) as loop:
            found = loop.ask()
            assert isinstance(found, Sat)
            assert found.model[abs(literal)] == (literal > 0)
            refuted = loop.ask(np.array([-literal], dtype=np.int32))
            assert isinstance(refuted, Unsat)
            assert refuted.core is not None
            assert refuted.core.tolist() == [-literal]
            loop.add([Clauses.of(np.array([[-literal]], dtype=np.int32), ASKED)])
            assert isinstance(loop.ask(), Unsat)


def test_what_contradicts_a_variable_set_aside_is_refuted() -> None:
    """It is refuted by unit propagation; consistent literals are not."""
    compiled = compile_puzzle(parse(BOARD), Encodings(connectivity="lazy", simplify=True))
    with LazyLoop(compiled, DEFAULT_SOLVER) as loop:
        verdict = loop.ask()
        assert isinstance(verdict, Sat)
        literals = literals_of(verdict.model, np.arange(1, compiled.problem + 1, dtype=np.int32))
        fixed = literals[compiled.formula.known()[np.abs(literals)] != 0]
        assert loop.refuted(-fixed).tolist() == (-fixed).tolist()
        assert 0 < len(loop.refuted(-literals)) < len(literals)
        assert loop.refuted(literals).tolist() == []
