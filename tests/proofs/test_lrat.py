"""Proofs with hints: trimmed ones prove the same, each lemma by its hints alone, and other bytes are rejected."""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence

import numpy as np
import pytest
from pysat.solvers import Solver

from hashicnf.backends._child import _proof
from hashicnf.backends.child import LRAT
from hashicnf.core.deadline import NEVER, Deadline
from hashicnf.errors import GaveUp
from hashicnf.proofs.check_certificate import Propagation
from hashicnf.proofs.lrat import Hinted, NoLratError, trim
from hashicnf.proofs.rup import Verified, replay
from tests.proofs.test_rup import Steps, random_clauses

PIGEONS = [[1, 2], [3, 4], [5, 6], [-1, -3], [-1, -5], [-3, -5], [-2, -4], [-2, -6], [-4, -6]]


@pytest.fixture(autouse=True)
def _with_hints(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in LRAT.items():
        monkeypatch.setenv(name, value)


def proof_of(clauses: Sequence[Sequence[int]]) -> bytes | None:
    with Solver("cadical195", bootstrap_with=clauses, with_proof=True) as session:
        return None if session.solve() else _proof(session, hints=True)


def trimmed(clauses: Sequence[Sequence[int]], proof: bytes) -> Hinted:
    return trim(proof, np.array([len(clause) == 1 for clause in clauses], dtype=np.bool_), NEVER)


class AlongHints(Propagation):
    """Propagates lemmas by their hints alone."""

    is_asked = False

    def implies(self, clause: tuple[int, ...], hints: Iterable[int] = ()) -> bool:
        self.is_asked = True
        found = super().implies(clause, hints)
        self.is_asked = False
        return found

    def conflicts(self) -> bool:
        return not self.is_asked and super().conflicts()


def test_what_is_kept_proves_the_same_along_its_hints() -> None:
    rng = random.Random("hints")
    lemmas = deleted = 0
    for _ in range(60):
        clauses = random_clauses(rng, rng.randint(5, 90), 5, (*[3] * 60, 1, 2, 4))
        if (proof := proof_of(clauses)) is None:
            continue
        found = trimmed(clauses, proof)
        order = rng.sample(range(len(found.core)), len(found.core))
        known, hints, steps = AlongHints(), tuple[int, ...](), Steps()
        for place in order:
            known.add(tuple(clauses[found.core[place]]))
        for line in found.lines(order):
            words = line.split()
            if words[0] == "c":
                hints = tuple(map(int, words[1:]))
                continue
            clause = tuple(map(int, words[words[0] == "d" : -1]))
            steps.append((words[0] == "d", [*clause]))
            if words[0] == "d":
                known.delete(clause)
                deleted += 1
            elif not known.refuted:
                assert known.implies(clause, hints)
                known.add(clause)
                lemmas += 1
            hints = ()
        assert known.refuted
        assert isinstance(replay([clauses[number] for number in found.core], steps), Verified)
    assert lemmas > 300
    assert 2 * deleted > lemmas


def test_other_bytes_are_no_proof() -> None:
    proof = proof_of(PIGEONS) or b""
    assert trimmed(PIGEONS, proof).core == tuple(range(9))
    rng, refused = random.Random("bytes"), 0
    for _ in range(300):
        at = rng.randrange(len(proof))
        changed = proof[:at] + rng.choice((b"", bytes([rng.randrange(256)]))) + proof[at + rng.randint(0, 1) :]
        try:
            trimmed(PIGEONS, changed)
        except NoLratError:
            refused += 1
    assert refused > 100
    for bad, message in (
        (b"", "too early"),
        (proof[:-1], "in the middle"),
        (b"\xff", "of a number"),
        (proof[:9], "of a lemma"),
    ):
        with pytest.raises(NoLratError, match=message):
            trimmed(PIGEONS, bad)
    with pytest.raises(NoLratError, match="is about 9 clauses, not 8"):
        trimmed(PIGEONS[1:], proof)
    with pytest.raises(GaveUp, match="while the proof was trimmed"):
        trim(proof, np.zeros(9, dtype=np.bool_), Deadline.after(0))
