"""Unit propagation of the checker of certificates: by its definition, on proofs of solvers, complete and damaged."""

from __future__ import annotations

import random

from hashicnf.proofs.check_certificate import Propagation
from tests.proofs.test_rup import Steps, plain, proof_of, random_clauses


def replayed(clauses: list[list[int]], steps: list[tuple[bool, list[int]]]) -> bool:
    known = Propagation()
    for clause in clauses:
        known.add(tuple(clause))
    for deletes, clause in steps:
        if known.refuted:
            break
        if deletes:
            known.delete(tuple(clause))
        elif not known.implies(tuple(clause)):
            return False
        else:
            known.add(tuple(clause))
    return known.refuted


def test_propagation_agrees_with_its_definition() -> None:
    """Proofs of solvers, complete and damaged; deletions can only make the checker refuse more."""
    rng = random.Random("propagation")
    right = wrong = 0
    while right < 36 or wrong < 36:
        clauses = random_clauses(rng, rng.randint(3, 25), 5)
        steps = proof_of(clauses, rng.choice(("glucose4", "cadical153", "lingeling"))) or [(False, [1]), (False, [])]
        if rng.random() < 0.7 and steps:
            at = rng.randrange(len(steps))
            literals = steps[at][1]
            changed = [-v if rng.random() < 0.3 else v for v in literals][: rng.randint(0, len(literals))]
            steps = [*steps[:at], (steps[at][0], changed), *steps[at + 1 :]]
        found = replayed(clauses, steps)
        without: Steps = [(deletes, clause) for deletes, clause in steps if not deletes]
        assert replayed(clauses, without) == plain(clauses, without)
        assert plain(clauses, without) or not found
        right, wrong = right + found, wrong + (not found)


def test_a_deletion_names_a_clause_in_any_order() -> None:
    known = Propagation()
    known.add((1, 9))
    known.add((-1, -2))
    for clause, lemma in (((9, 1), (1, 9)), ((-2, -1), (-1, -2))):
        assert known.implies(lemma)
        known.delete(clause)
        assert not known.implies(lemma)


def test_a_clause_that_comes_with_false_literals_is_propagated() -> None:
    known = Propagation()
    for clause in ((-1,), (1, 2, 3), (-3, 4), (-3, -4)):
        known.add(clause)
    assert known.implies((2,))


def test_one_of_two_open_literals_does_not_follow() -> None:
    known = Propagation()
    for clause in ((1, 2, 3, 4), (-2, 5), (-2, -5)):
        known.add(clause)
    assert not known.implies((1, 3))
    assert known.implies((1, 3, 4, 2))


def test_what_is_true_stays_true() -> None:
    known = Propagation()
    assert not known.implies((1,), [0, 1])
    known.add((1,))
    assert not known.implies((-1, 2))
    assert known.implies((1,))


def test_hints_are_advice() -> None:
    """Whether they name present, deleted or no clauses, a lemma follows with and without them."""
    rng = random.Random("advice")
    found = dict.fromkeys((False, True), 0)
    for _ in range(150):
        known = Propagation()
        clauses = random_clauses(rng, rng.randint(4, 12), 3)
        for clause in clauses:
            known.add(tuple(clause))
        for clause in rng.sample(clauses, 3):
            known.delete(tuple(clause))
        for clause in [] if known.refuted else random_clauses(rng, 12, 1):
            hints = [rng.randint(-2, len(clauses) + 2) for _ in range(rng.randint(0, 20))]
            follows = known.implies(tuple(clause))
            assert known.implies(tuple(clause), hints) == follows
            assert known.implies(tuple(clause)) == follows
            found[follows] += 1
    assert min(found.values()) > 50


def test_no_proof_refutes_what_has_a_model() -> None:
    rng = random.Random("lies")
    for _ in range(300):
        model = [rng.choice((-1, 1)) * v for v in range(1, 9)]
        clauses = [clause for clause in random_clauses(rng, 8, 4) if {*clause} & {*model}]
        steps = [(rng.random() < 0.2, clause) for clause in random_clauses(rng, 8, 2)]
        assert not replayed(clauses, [*steps, (False, [])])
