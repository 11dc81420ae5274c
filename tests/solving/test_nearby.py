"""Models near a known one decide what holds in every model, as models of any kind do; clauses are held against models at once."""

from __future__ import annotations

import random

import numpy as np
import pytest

from hashicnf.core.constraints import Clauses, Origin
from hashicnf.logic import Sat, Unsat
from hashicnf.pipeline.compile import compile_puzzle
from hashicnf.pipeline.encodings import Encodings
from hashicnf.solving.backbones import always
from hashicnf.solving.flat import FlatClauses
from hashicnf.solving.lazy import LazyLoop, _asked_once
from hashicnf.solving.nearby import Nearby, grouped
from tests.oracles import hashi
from tests.oracles.puzzles import puzzle_of


@pytest.mark.parametrize("seed", range(8))
def test_a_literal_holds_in_every_model_if_none_near_lacks_it(seed: int) -> None:
    rng = random.Random(seed)
    compiled = compile_puzzle(
        puzzle_of(hashi.planted(rng, 6, 6, rng.randint(5, 8))), Encodings(connectivity="lazy", simplify=True)
    )
    variables = compiled.formula.undecided(compiled.problem)
    with LazyLoop(compiled, "minisatgh") as loop, LazyLoop(compiled, "minisat22") as other:
        first = loop.ask()
        assert isinstance(first, Sat)
        literals = np.where(first.model[variables], variables, -variables).astype(np.int32)
        wanted = [isinstance(other.ask(-literals[[i]]), Unsat) for i in range(len(literals))]
        nearby = Nearby(loop, compiled.counted, first.model, variables)
        found, left = always(literals, nearby.ask, portion=1)
    assert not len(left)
    assert found.tolist() == literals[np.array(wanted, dtype=np.bool_)].tolist()


def test_groups_are_rows_and_what_shares_a_row_is_near() -> None:
    group, near = grouped([[1, 2, 9], [2, 3], [4, 3]], [1, 2, 3, 4, 5])
    assert group == {1: 0, 2: 0, 3: 1, 4: 2, 5: 3}
    assert near == [{0, 1}, {0, 1, 2}, {1, 2}, set()]


def test_a_solver_that_is_asked_once_is_refused_with_the_names_of_others() -> None:
    for solver, others in (("cadical", "cadical153 or"), ("mysat {cnf}", "minisat22 or dpll ")):
        assert f"use --solver {others}" in str(_asked_once(solver))


def test_flat_clauses_hold_where_every_clause_does() -> None:
    def block(*rows: list[int]) -> Clauses:
        return Clauses.of(np.array(rows, dtype=np.int32), Origin("rule", "row"))

    model = np.array([False, True, False, True])
    clauses = FlatClauses([block([1, 2], [-2, 3]), block([3])])
    assert clauses.hold(model)
    clauses.add([block([2, -3, -1])])
    assert not clauses.hold(model)
    assert not FlatClauses([Clauses.of(np.empty((1, 0), dtype=np.int32), Origin("r", "r"))]).hold(model)
