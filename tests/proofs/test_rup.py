"""The checker of proofs: it accepts correct proofs, rejects wrong ones, and accepts none for a satisfiable formula."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Sequence

import pytest
from pysat.solvers import Solver

from hashicnf.proofs.rup import Known, Refused, Verified, replay
from hashicnf.testing.counting import propagate

Steps = list[tuple[bool, list[int]]]
SQUARE = [[1, 2], [-1, 2], [1, -2], [-1, -2]]


def random_clauses(
    rng: random.Random, variables: int, density: float, either: Sequence[int] = (2, 3, 3)
) -> list[list[int]]:
    widths = (rng.choice(either) for _ in range(int(variables * density)))
    return [[rng.choice((-1, 1)) * v for v in rng.sample(range(1, variables + 1), min(w, variables))] for w in widths]


def proof_of(clauses: list[list[int]], solver: str) -> Steps | None:
    """Return a proof from a solver independent of hashicnf, None for a satisfiable formula."""
    with Solver(solver, bootstrap_with=clauses, with_proof=True) as session:
        if session.solve():
            return None
        lines = session.get_proof()
    return [(line.startswith("d"), [int(w) for w in line.removeprefix("d").split()[:-1]]) for line in lines]


def plain(clauses: Iterable[Sequence[int]], steps: Steps) -> bool:
    """Return the same by the definition, with the propagation of the oracle; deletions are ignored, as they prove nothing."""
    known = [list(clause) for clause in clauses]
    for deletes, lemma in steps:
        if propagate(known, {}) is None:
            return True
        if not deletes:
            is_tautology = any(-lit in lemma for lit in lemma)
            if not is_tautology and propagate(known, {abs(lit): lit < 0 for lit in lemma}) is not None:
                return False
            known.append(lemma)
    return propagate(known, {}) is None


@pytest.mark.parametrize("solver", ["glucose4", "cadical153", "lingeling", "maplechrono"])
def test_proofs_of_other_solvers_pass(solver: str) -> None:
    rng = random.Random(solver)
    lemmas: list[int] = []
    while len(lemmas) < 10:
        clauses = random_clauses(rng, rng.randint(5, 80), 5, (3,))
        steps = proof_of(clauses, solver)
        if steps is not None:
            result = replay(clauses, steps)
            assert isinstance(result, Verified)
            lemmas.append(result.lemmas)
    assert max(lemmas) > 10


def test_it_agrees_with_the_definition_on_proofs_that_were_tampered_with() -> None:
    rng = random.Random(3)
    verdicts = []
    for _ in range(300):
        clauses = random_clauses(rng, rng.randint(5, 14), 5.5)
        steps = proof_of(clauses, "glucose4")
        if not steps:
            continue
        steps = [step for step in steps if not step[0]]
        tampered = tamper(rng, steps)
        result = replay(clauses, tampered)
        assert isinstance(result, Verified) == plain(clauses, tampered)
        if isinstance(result, Refused):
            assert result.index == len(tampered) or not plain(clauses, [*tampered[: result.index + 1], (False, [])])
            assert plain_prefix(clauses, tampered[: result.index])
        verdicts.append(isinstance(result, Verified))
    assert 40 < sum(verdicts) < len(verdicts) - 40


def plain_prefix(clauses: list[list[int]], steps: Steps) -> bool:
    """Return whether each lemma follows, even if the empty clause does not."""
    known = list(clauses)
    for _, lemma in steps:
        if propagate(known, {abs(lit): lit < 0 for lit in lemma}) is not None and not any(-x in lemma for x in lemma):
            return False
        known.append(lemma)
    return True


def tamper(rng: random.Random, steps: Steps) -> Steps:
    """Drop lemmas, drop literals, negate literals, or stop early."""
    steps = [(deletes, list(lits)) for deletes, lits in steps]
    match rng.randrange(4):
        case 0:
            return rng.sample(steps, rng.randint(0, len(steps)))
        case 1:
            for _, lits in rng.sample(steps, min(3, len(steps))):
                if lits:
                    lits.remove(rng.choice(lits))
        case 2:
            for _, lits in rng.sample(steps, min(3, len(steps))):
                if lits:
                    lits[rng.randrange(len(lits))] *= -1
        case 3:
            return steps[: rng.randint(0, len(steps) - 1)]
    return steps


def test_no_steps_refute_a_formula_that_can_be_satisfied() -> None:
    rng = random.Random(11)
    for _ in range(400):
        variables = rng.randint(2, 6)
        clauses = random_clauses(rng, variables, 2.5)
        with Solver("minisat22", bootstrap_with=clauses) as session:
            if not session.solve():
                continue
        lemmas = random_clauses(rng, variables, 4)
        steps: Steps = [(False, lemma[: rng.randint(0, 3)]) for lemma in lemmas]
        steps += [(True, clause) for clause in clauses[:2]]
        rng.shuffle(steps)
        assert isinstance(replay(clauses, steps), Refused)


def test_the_first_lemma_that_does_not_follow_is_named() -> None:
    assert replay(SQUARE, [(False, [2]), (False, [])]) == Verified(1, 0), (
        "the lemma 2 lets the clauses refute themselves"
    )
    pigeons = [[1, 2], [3, 4], [5, 6], [-1, -3], [-1, -5], [-3, -5], [-2, -4], [-2, -6], [-4, -6], [7, 8]]
    assert replay(pigeons, [(False, [-1, 2]), (False, [-1]), (False, [2])]) == Verified(2, 0)
    assert replay(pigeons, [(False, [-1, 2]), (False, [2, 3, 4]), (False, [9, 7]), (False, [])]) == Refused(2, (9, 7))
    assert replay(pigeons, []) == Refused(0, None)
    assert replay(pigeons, [(False, [1, 2, 3])]) == Refused(1, None)


def test_a_formula_may_refute_itself() -> None:
    assert replay([[1], [-1, 2], [-2]], []) == Verified(0, 0)
    assert replay([[]], []) == Verified(0, 0)
    assert replay([[1], []], [(False, [5])]) == Verified(0, 0)
    assert replay([], []) == Refused(0, None)


def test_a_clause_that_was_deleted_proves_nothing() -> None:
    assert replay(SQUARE, [(True, [1, 2]), (False, [2])]) == Refused(1, (2,))
    assert replay(SQUARE, [(True, [2, 1]), (False, [2])]) == Refused(1, (2,)), "the order of literals does not matter"
    assert replay([*SQUARE, [2, 1]], [(True, [1, 2]), (False, [2])]) == Verified(1, 0), "there is a copy"
    assert replay(SQUARE, [(False, [1, 2]), (True, [1, 2]), (False, [2])]) == Verified(2, 0), "a lemma may be a copy"


def test_deletions_that_are_not_carried_out_are_counted() -> None:
    chain = [[1], [-1, 2], [-2, 3], [-3, 4, 5], [-3, -4, 5], [-3, 4, -5], [-3, -4, -5]]
    assert replay(chain, [(True, [1]), (True, [-1, 2]), (True, [7, 8]), (False, [4])]) == Verified(1, 3)


class Number(int):
    """A number that counts how often it is compared."""

    compared = 0

    def __eq__(self, other: object) -> bool:
        Number.compared += 1
        return super().__eq__(other)

    def __lt__(self, other: int) -> bool:
        Number.compared += 1
        return super().__lt__(other)

    __hash__ = int.__hash__


@pytest.mark.parametrize("order", [iter, reversed], ids=["oldest first", "newest first"])
def test_a_clause_is_found_fast_among_many_that_share_its_literals(order: Callable[[range], Iterable[int]]) -> None:
    known, clauses = Known(), range(1000)
    for index in clauses:
        known.add([1, 2, 3 + index])
    for literal in (1, 2):
        known.holders[literal] = [*map(Number, known.holders[literal])]
    Number.compared = 0
    assert all(known.remove([1, 2, 3 + index]) for index in order(clauses))
    assert known.holders[1] == known.holders[2] == []
    assert Number.compared <= 2 * 1000 * 10  # each literal's list is bisected


def test_odd_clauses() -> None:
    assert replay([[1, 1, 2], [-1, 2, 2], [1, -2], [-1, -2, -1]], [(False, [2, 2])]) == Verified(1, 0)
    assert replay([[1, -1], [2]], [(False, [3, -3]), (False, [2, 5])]) == Refused(2, None), "tautologies follow"


def test_everything_is_taken_back_after_each_lemma() -> None:
    """The same lemma repeatedly, and a wrong one at the end, which must not profit from earlier assumptions."""
    steps: Steps = [(False, [1, 2, 3])] * 50 + [(True, [1, 2, 3])] * 50
    assert replay([[1, 2, 3], [-3, 4], [-4, 5]], [*steps, (False, [1, 2, 5]), (False, [1, 2])]) == Refused(101, (1, 2))
