"""Cases for solver sessions: small random formulas, compared with brute force.

A session is named as in ``--solver``, so that the command of any solver can be tested.
"""

from __future__ import annotations

import random
from collections.abc import Iterable
from itertools import product

import numpy as np

from hashicnf.backends import AssumingSession
from hashicnf.backends.choose import open_session
from hashicnf.core.constraints import Clauses, Origin
from hashicnf.errors import UsageError
from hashicnf.logic import Sat, Unsat
from hashicnf.testing.cases import Case, case

ORIGIN = Origin("random", "clause")


def blocks_of(clauses: Iterable[tuple[int, ...]]) -> list[Clauses]:
    """Return a block for each clause, so that clauses may differ in width."""
    rows = [np.array([clause], dtype=np.int32) for clause in clauses]
    return [Clauses.of(row, ORIGIN) for row in rows]


def drawn(seed: int, variables: int, count: int) -> list[tuple[int, ...]]:
    """Return random clauses of one to three literals."""
    rng = random.Random(seed)
    names = range(1, variables + 1)
    widths = rng.choices((1, 2, 3), (1, 4, 12), k=count)
    return [tuple(rng.choice((v, -v)) for v in rng.sample(names, width)) for width in widths]


def satisfiable(clauses: list[tuple[int, ...]], variables: int) -> bool:
    """Return whether clauses are satisfiable, by trying all assignments."""
    every = product((False, True), repeat=variables)
    return any(all(any(row[abs(lit) - 1] == (lit > 0) for lit in clause) for clause in clauses) for row in every)


def holds(model: np.ndarray, clauses: list[tuple[int, ...]]) -> bool:
    """Return whether a model satisfies all clauses."""
    return all(any(bool(model[abs(lit)]) == (lit > 0) for lit in clause) for clause in clauses)


def verdicts_are_those_of_brute_force_and_models_hold(name: str) -> None:
    kinds = set()
    for seed in range(12):
        clauses = drawn(seed, 6, 14 + seed)
        with open_session(name, 6) as session:
            session.add(blocks_of(clauses))
            verdict = session.solve()
        kinds.add(type(verdict))
        assert isinstance(verdict, Sat if satisfiable(clauses, 6) else Unsat), seed
        if isinstance(verdict, Sat):
            assert verdict.model.shape == (7,)
            assert verdict.model.dtype == np.bool_
            assert not verdict.model[0]
            assert holds(verdict.model, clauses)
    assert kinds == {Sat, Unsat}


def clauses_stay_and_more_are_added_between_calls(name: str) -> None:
    """Check that excluding model after model finds as many models as brute force."""
    clauses = drawn(3, 4, 4)
    wanted = sum(holds(np.array([False, *row]), clauses) for row in product((False, True), repeat=4))
    found = 0
    with open_session(name, 4) as session:
        session.add(blocks_of(clauses))
        while isinstance(verdict := session.solve(), Sat):
            assert holds(verdict.model, clauses)
            found += 1
            clauses.append(tuple(-v if verdict.model[v] else v for v in range(1, 5)))
            session.add(blocks_of(clauses[-1:]))
        assert isinstance(verdict, Unsat)
        assert isinstance(session.solve(), Unsat)
    assert found == wanted > 1


def without_clauses_there_is_a_model(name: str) -> None:
    with open_session(name, 3) as session:
        verdict = session.solve()
        assert isinstance(verdict, Sat)
        assert verdict.model.shape == (4,)


def an_empty_clause_has_no_model(name: str) -> None:
    with open_session(name, 2) as session:
        session.add(blocks_of([(1, 2)]))
        session.add([Clauses.of(np.empty((1, 0), dtype=np.int32), ORIGIN)])
        assert isinstance(session.solve(), Unsat)


def assumptions_hold_for_one_call_and_cores_suffice(name: str) -> None:
    """Check verdicts under assumptions, and cores; sessions without assumptions are skipped."""
    pairs = list(product((1, -1, 4, -4), (2, -2, 6, -6)))
    for seed in range(4):
        clauses = drawn(seed, 6, 10)
        with open_session(name, 6) as session:
            if not isinstance(session, AssumingSession):
                return
            session.add(blocks_of(clauses))
            try:
                session.assume(np.empty(0, dtype=np.int32))
            except UsageError:  # its solver lacks them
                return
            for pair in pairs:
                units = [(lit,) for lit in pair]
                verdict = session.assume(np.array(pair, dtype=np.int32))
                assert isinstance(verdict, Sat if satisfiable([*clauses, *units], 6) else Unsat), (seed, pair)
                if isinstance(verdict, Sat):
                    assert holds(verdict.model, [*clauses, *units])
                elif isinstance(verdict, Unsat):
                    core = [] if verdict.core is None else verdict.core.tolist()
                    assert {*core} <= {*pair}
                    assert not satisfiable([*clauses, *((lit,) for lit in core)], 6)
            assert isinstance(session.solve(), Sat if satisfiable(clauses, 6) else Unsat)


def cases(name: str) -> list[Case]:
    """List the cases for a solver by its name or command."""
    every = (
        verdicts_are_those_of_brute_force_and_models_hold,
        clauses_stay_and_more_are_added_between_calls,
        without_clauses_there_is_a_model,
        an_empty_clause_has_no_model,
        assumptions_hold_for_one_call_and_cores_suffice,
    )
    return [case(check, name) for check in every]
