"""What every session promises, on small formulas decided by brute force: verdicts and models, and answers under assumptions.

A solver of PySAT and an external program are tested here as soon as they are in their tables and installed. A process is started
only for sessions that are processes.
"""

from __future__ import annotations

import os
import random
import tempfile
from collections.abc import Callable, Sequence
from itertools import product
from pathlib import Path
from typing import TypeAlias

import numpy as np
import pytest

from hashicnf.backends import AssumingSession, Guided, Session
from hashicnf.backends.abilities import abilities, missing, solvers
from hashicnf.backends.child import ChildSession
from hashicnf.backends.dialects import DIALECTS, find
from hashicnf.backends.dpll import DpllSession
from hashicnf.backends.escalating import EscalatingSession
from hashicnf.backends.process import ProcessSession
from hashicnf.backends.pysat import PysatSession
from hashicnf.core.constraints import Origin
from hashicnf.core.deadline import NEVER, Deadline
from hashicnf.core.limits import Limits
from hashicnf.errors import GaveUp, UsageError
from hashicnf.logic import Ints, Sat, Stopped, Unknown, Unsat, Verdict
from hashicnf.propagation.codes import code
from hashicnf.propagation.theory import Explained
from tests.clauses import blocks, pigeons
from tests.portions import each

Clause: TypeAlias = Sequence[int]
Open: TypeAlias = Callable[[int, Deadline], Session]
Ask: TypeAlias = Callable[[int, Deadline], AssumingSession]

SOLVERS = [name for name in solvers() if missing(name) is None]
EMBEDDED = [name for name in SOLVERS if abilities(name).interruptible or abilities(name).escalating]
IN_CHILDREN = ["minisat22", "lingeling", "kissat404"]  # cadical195 moves into one
EXPECTED = [
    "minisat",
    "cadical",
    "cryptominisat5",
    "picosat",
    "clasp",
]  # skipped, and missed in CI, where not installed
EIGHT = 8  # variables of random formulas


def of_dpll(variables: int, deadline: Deadline) -> DpllSession:
    return DpllSession(variables, limits=Limits(deadline))


def embedded(name: str) -> Ask:
    return lambda variables, _: PysatSession(name, variables)


def in_child(name: str) -> Ask:
    return lambda variables, deadline: ChildSession(name, variables, deadline)


def escalating(name: str) -> Ask:
    return lambda variables, _: EscalatingSession(name, variables)


def program(name: str) -> Open:
    def opened(variables: int, deadline: Deadline) -> Session:
        dialect = find(name)
        assert dialect is not None
        return ProcessSession(dialect, variables, deadline)

    return opened


ASKING: dict[str, Ask] = {
    "dpll": of_dpll,
    **{f"{name} here": embedded(name) for name in EMBEDDED},
    **{f"{name} in a child": in_child(name) for name in IN_CHILDREN if name in SOLVERS},
    **{f"{name} escalating": escalating(name) for name in SOLVERS if abilities(name).escalating},
}
PLAIN: dict[str, Open] = {**ASKING}
PROGRAMS: dict[str, Open] = {
    dialect.name: program(dialect.name) for dialect in DIALECTS if dialect.program or dialect.name in EXPECTED
}
TIMED = ["dpll", *(key for key in ASKING if key.endswith("child")), *PROGRAMS]


@pytest.fixture
def opening(need_solver: Callable[[str], None]) -> Callable[[str], Open]:
    """Find what opens a session; external programs have to be installed."""

    def find_it(key: str) -> Open:
        if key in EXPECTED:
            need_solver(key)
        return {**PLAIN, **PROGRAMS}[key]

    return find_it


each_session = pytest.mark.parametrize("key", [*PLAIN, *PROGRAMS])
each_timed = pytest.mark.parametrize("key", TIMED)


def able(*abilities: str) -> pytest.MarkDecorator:
    """Take the sessions that can be asked whose solver lacks none of these."""
    return pytest.mark.parametrize("key", [key for key in ASKING if not lacks(key) & set(abilities)])


def lacks(key: str) -> set[str]:
    return set() if key == "dpll" else set(abilities(key.split()[0]).lacks)


def ints(*literals: int) -> Ints:
    return np.array(literals, dtype=np.int32)


def models(variables: int, clauses: Sequence[Clause], assumed: Clause = ()) -> list[tuple[bool, ...]]:
    """All models, by trying every assignment; entry 0 is no variable."""
    rows = np.array([(False, *row) for row in product((False, True), repeat=variables)])
    for clause in [*clauses, *([lit] for lit in assumed)]:
        literals = np.array(clause, dtype=np.int32)
        rows = rows[(rows[:, np.abs(literals)] == (literals > 0)).any(axis=1)]
    return [tuple(row) for row in rows.tolist()]


def random_clauses(rng: random.Random, count: int) -> list[list[int]]:
    widths = rng.choices((1, 2, 3, 4), (1, 4, 12, 4), k=count)
    return [[rng.choice((-1, 1)) * rng.randint(1, EIGHT) for _ in range(width)] for width in widths]


def agrees(verdict: Verdict, variables: int, clauses: Sequence[Clause], assumed: Clause = ()) -> bool:
    """Hold a verdict against all models, and tell whether it found one."""
    known = models(variables, clauses, assumed)
    if isinstance(verdict, Sat):
        assert tuple(verdict.model.tolist()[: variables + 1]) in known, clauses
    else:
        assert isinstance(verdict, Unsat), verdict
        assert not known, clauses
    return isinstance(verdict, Sat)


PORTIONS: dict[str, tuple[int, list[list[list[int]]], list[bool]]] = {
    "no clauses": (3, [[]], [True]),
    "no variables": (0, [[]], [True]),
    "only the empty clause": (0, [[[]]], [False]),
    "an empty clause later": (2, [[[1]], [[]], [[2]]], [True, False, False]),
    "units that contradict": (2, [[[1], [2]], [[-1]], [[2]]], [True, False, False]),
    "tautologies and repetitions": (3, [[[1, -1]], [[2, 2, 2]], [[-2, -2, 3]]], [True, True, True]),
    "variables in no clause": (40, [[[40]], [[-20, -40]]], [True, True]),
    "closing step by step": (2, [[[1, 2]], [[-1, 2]], [[1, -2]], [[-1, -2]]], [True, True, True, False]),
}


@each_session
@each("formula", [*PORTIONS])
def test_clauses_come_in_portions(key: str, formula: str, opening: Callable[[str], Open]) -> None:
    variables, portions, expected = PORTIONS[formula]
    so_far: list[list[int]] = []
    with opening(key)(variables, NEVER) as session:
        for portion, satisfiable in zip(portions, expected, strict=True):
            so_far += portion
            session.add(blocks(portion))
            verdict = session.solve()
            assert type(verdict) is (Sat if satisfiable else Unsat)
            if isinstance(verdict, Sat):
                assert verdict.model.shape == (variables + 1,)
                assert verdict.model.dtype == np.bool_
                assert not verdict.model[0]
                assert not [block for block in blocks(so_far) if len(block.violated(verdict.model))]


@each_session
def test_random_formulas_against_brute_force(key: str, opening: Callable[[str], Open]) -> None:
    """Solved, then solved again with more clauses, down to no model at all."""
    rng = random.Random(key)
    seen = set()
    for _ in range(2 if key in PROGRAMS or key.endswith("child") else 6):
        so_far: list[list[int]] = []
        with opening(key)(EIGHT, NEVER) as session:
            for count in (12, 16, 40):
                more = random_clauses(rng, count)
                so_far += more
                session.add(blocks(more))
                seen.add(agrees(session.solve(), EIGHT, so_far))
    assert seen == {False, True}


@each_session
def test_solving_twice_gives_the_same_verdict(key: str, opening: Callable[[str], Open]) -> None:
    with opening(key)(3, NEVER) as session:
        session.add(blocks([[1, 2], [-1, 3]]))
        assert [agrees(session.solve(), 3, [[1, 2], [-1, 3]]) for _ in range(2)] == [True, True]
        session.add(blocks([[-3], [-2]]))
        assert [type(session.solve()) for _ in range(2)] == [Unsat, Unsat]


@each_timed
@pytest.mark.parametrize("seconds", [0, 0.2])
def test_past_the_deadline_nothing_is_known(key: str, seconds: float, opening: Callable[[str], Open]) -> None:
    variables, clauses = pigeons(12)
    with opening(key)(variables, Deadline.after(seconds)) as session:
        session.add(blocks(clauses))
        for _ in range(2):
            assert session.solve() == Unknown(Stopped("time", f"time limit of {seconds:g} s reached"))


def processes() -> set[int]:
    """The children of this process, by number."""
    found = set()
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                fields = (entry / "stat").read_text().rpartition(")")[2].split()
            except (FileNotFoundError, ProcessLookupError):
                continue
            if int(fields[1]) == os.getpid():
                found.add(int(entry.name))
    return found


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="needs Linux's list of processes")
@pytest.mark.parametrize("error", [None, ZeroDivisionError])
@each_timed
def test_leaving_frees_processes_and_folders(
    key: str,
    error: type[Exception] | None,
    opening: Callable[[str], Open],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    before, files = processes(), len(list(Path("/proc/self/fd").iterdir()))
    try:
        with opening(key)(3, Deadline.after(60)) as session:
            session.add(blocks([[1, 2]]))
            assert isinstance(session.solve(), Sat)
            if error is not None:
                raise error
    except ZeroDivisionError:
        assert error is not None
    assert processes() == before
    assert len(list(Path("/proc/self/fd").iterdir())) == files
    assert list(tmp_path.iterdir()) == []


@able("assumptions")
def test_answers_under_assumptions_against_brute_force(key: str) -> None:
    """Models keep the assumptions; a core is some of them, and has no model with the clauses. The next question forgets them."""
    rng = random.Random(key)
    cores, seen = set(), set()
    for _ in range(2 if key.endswith("child") else 5):
        clauses = random_clauses(rng, 20)
        with ASKING[key](EIGHT, NEVER) as session:
            session.add(blocks(clauses))
            for count in (0, 1, 2, 4, 8, 8):
                assumed = [rng.choice((-1, 1)) * rng.randint(1, EIGHT) for _ in range(count)]
                verdict = session.assume(ints(*assumed))
                seen.add(agrees(verdict, EIGHT, clauses, assumed))
                if isinstance(verdict, Unsat):
                    assert verdict.core is not None
                    core = verdict.core.tolist()
                    assert verdict.core.dtype == np.int32
                    assert set(core) <= set(assumed)
                    assert not models(EIGHT, clauses, core)
                    cores.add(len(set(core)) < len(set(assumed)))
            agrees(session.solve(), EIGHT, clauses)
            more = random_clauses(rng, 3)
            session.add(blocks(more))
            agrees(session.assume(ints(1, -2)), EIGHT, [*clauses, *more], (1, -2))
    assert seen == {False, True}
    assert True in cores, "some assumptions are never to blame"


@able("assumptions")
def test_what_has_nothing_to_do_with_a_contradiction_is_in_no_core(key: str) -> None:
    with ASKING[key](9, NEVER) as session:
        session.add(blocks([[-1, 2], [-2, -3], [7, 8]]))
        verdict = session.assume(ints(9, 1, 5, 3, -6))
        assert isinstance(verdict, Unsat)
        assert verdict.core is not None
        assert set(verdict.core.tolist()) == {1, 3}
        for contradiction in ((4, -4), (-9, 5, 9)):
            verdict = session.assume(ints(*contradiction))
            assert isinstance(verdict, Unsat)
            assert verdict.core is not None
            assert set(map(abs, verdict.core.tolist())) == {abs(contradiction[0])}
        session.assert_literal(-1)
        assert isinstance(session.assume(ints(9, 5, 3, -6)), Sat)
        session.add(blocks([[-9, -5]]))
        assert isinstance(session.assume(ints(9, 5, 3, -6)), Unsat)


@able("assumptions")
@each("clauses", [[[]], [[1], [-1]], [[1, 2], [1, -2], [-1, 2], [-1, -2]]])
def test_clauses_without_a_model_need_no_assumption(key: str, clauses: list[list[int]]) -> None:
    with ASKING[key](3, NEVER) as session:
        session.add(blocks(clauses))
        for _ in range(2):
            verdict = session.assume(ints(3))
            assert isinstance(verdict, Unsat)
            assert verdict.core is not None
            assert verdict.core.tolist() == []


@able("assumptions")
def test_a_session_without_clauses_and_variables_can_be_asked(key: str) -> None:
    """Variables need not be declared."""
    with ASKING[key](0, NEVER) as session:
        assert isinstance(session.assume(ints()), Sat)
        verdict = session.assume(ints(3, -5))
        assert isinstance(verdict, Sat)
        assert verdict.model[[3, 5]].tolist() == [True, False]
        assert isinstance(session.solve(), Sat)
        session.add(blocks([[-7, 6], [7]]))
        verdict = session.assume(ints(-5))
        assert isinstance(verdict, Sat)
        assert verdict.model[[5, 6, 7]].tolist() == [False, True, True]


@able("assumptions", "conflict limits")
def test_a_question_gives_up_after_its_conflicts_and_can_be_asked_again(key: str) -> None:
    """Glucose counts in steps of fifty."""
    variables, clauses = pigeons(6)
    free = variables + 1
    with ASKING[key](free, NEVER) as session:
        session.add(blocks([*clauses[1:], [-free, *clauses[0]]]))
        for _ in range(2):
            assert session.assume(ints(free), 3) == Unknown(Stopped("conflicts", "limit of 3 conflicts reached"))
        assert isinstance(session.assume(ints(-free), 10_000), Sat)
        verdict = session.assume(ints(free))
        assert isinstance(verdict, Unsat)
        assert verdict.core is not None
        assert verdict.core.tolist() == [free]
        assert isinstance(session.solve(), Sat)


@able("assumptions", "conflict limits")
@each("conflicts", [0, -1])
def test_no_conflicts_are_no_limit(key: str, conflicts: int) -> None:
    """Solvers take 0 for "without end"."""
    with ASKING[key](1, NEVER) as session, pytest.raises(UsageError, match="conflicts must be at least 1"):
        session.assume(ints(1), conflicts)


def closure(clauses: Sequence[Clause], literals: Sequence[int]) -> set[int] | None:
    """What unit propagation makes of literals, by looking at every clause until nothing is new."""
    true = set(literals)
    size = -1
    while size != len(true):
        size = len(true)
        for clause in clauses:
            open_ = {lit for lit in clause if -lit not in true}
            if not open_:
                return None
            if len(open_) == 1 and not open_ & true:
                true |= open_
    return None if any(-lit in true for lit in true) else true


@able("propagation")
def test_what_a_literal_implies_is_what_unit_propagation_finds(key: str) -> None:
    rng = random.Random(key)
    kinds = set()
    for _ in range(2 if key.endswith("child") else 5):
        clauses = random_clauses(rng, 14)
        facts = closure(clauses, ())
        with ASKING[key](EIGHT, NEVER) as session:
            session.add(blocks(clauses))
            for literal in (*range(1, EIGHT + 1), *range(-EIGHT, 0), EIGHT + 3):
                expected = closure(clauses, (literal,))
                found = session.implied(literal)
                kinds.add(type(found))
                if expected is None or facts is None:
                    assert found is None
                else:
                    assert found is not None
                    assert literal in found
                    assert found | facts == expected
            agrees(session.solve(), EIGHT, clauses)
    assert kinds == {set, type(None)}


@able("propagation")
@each("clauses", [[[]], [[1], [-1]]])
def test_nothing_follows_from_a_contradiction(key: str, clauses: list[list[int]]) -> None:
    with ASKING[key](3, NEVER) as session:
        session.add(blocks(clauses))
        assert session.implied(3) is None


@able("phases", "assumptions")
@each("preferred", [(1, -2, 3, -4, 5, -6), (-1, 2, -3, 4, -5, 6)])
def test_preferred_values_are_tried_first_and_decide_nothing(key: str, preferred: Clause) -> None:
    clauses = [[1, 2], [3, 4], [5, 6], [-1, -2], [-3, -4], [-5, -6]]
    with ASKING[key](6, NEVER) as session:
        session.add(blocks(clauses))
        session.prefer(ints(*preferred))
        verdict = session.assume(ints())
        assert isinstance(verdict, Sat)
        assert tuple(v if verdict.model[v] else -v for v in range(1, 7)) == tuple(preferred)
        session.prefer(ints(-9))
        agrees(session.solve(), 6, clauses)
        session.add(blocks([[9]]))
        opposite = [-lit for lit in preferred]
        assert agrees(session.assume(ints(*opposite)), 6, clauses, opposite)
        session.add(blocks([[-preferred[0]]]))
        assert agrees(session.solve(), 6, [*clauses, [-preferred[0]]])


@pytest.mark.parametrize("key", [key for key in ASKING if lacks(key)])
def test_what_a_solver_lacks_it_says_at_the_door(key: str) -> None:
    """And it can be used as before."""
    asked = {
        "assumptions": lambda session: session.assume(ints(1)),
        "conflict limits": lambda session: session.assume(ints(1), 5),
        "phases": lambda session: session.prefer(ints(1)),
        "propagation": lambda session: session.implied(1),
    }
    with ASKING[key](2, NEVER) as session:
        session.add(blocks([[1, 2]]))
        for ability in lacks(key):
            with pytest.raises(UsageError, match=f"{key.split()[0]} inside PySAT has no .*; use --solver "):
                asked[ability](session)
        assert isinstance(session.solve(), Sat)


@pytest.mark.parametrize("key", [key for key in TIMED if key in ASKING and not lacks(key)])
def test_questions_keep_the_deadline(key: str) -> None:
    variables, clauses = pigeons(12)
    with ASKING[key](variables, Deadline.after(0.3)) as session:
        session.add(blocks(clauses))
        assert session.assume(ints(1)) == Unknown(Stopped("time", "time limit of 0.3 s reached"))
        session.prefer(ints(1))
        with pytest.raises(GaveUp, match=r"time limit of 0\.3 s reached"):
            session.implied(1)
        assert session.assume(ints(), 5) == Unknown(Stopped("time", "time limit of 0.3 s reached"))


def test_which_sessions_can_be_asked(opening: Callable[[str], Open]) -> None:
    for key in ASKING:
        with ASKING[key](1, NEVER) as session:
            assert isinstance(session, AssumingSession)


class AtMostTwo:
    """A rule that no clause states: of the variables 1 to n at most two are true."""

    origin = Origin("at most two", "variable")

    def __init__(self, variables: int) -> None:
        self.variables = range(1, variables + 1)
        self.concerns = frozenset(map(code, self.variables))

    def examine(self, truth: Sequence[int]) -> list[Explained]:
        true = [v for v in self.variables if truth[code(v)]]
        if len(true) > 2:
            return [Explained(tuple(-v for v in true[:3]), ())]
        free = [v for v in self.variables if not truth[code(v)] and not truth[code(-v)]]
        return [Explained((-true[0], -true[1], -v), ()) for v in free] if len(true) == 2 else []

    def clauses(self) -> list[list[int]]:
        every = self.variables
        return [[-a, -b, -c] for a in every for b in every for c in every if a < b < c]


def test_a_session_with_theories_keeps_them_under_assumptions_too() -> None:
    rng = random.Random(2)
    theory = AtMostTwo(EIGHT)
    seen = set()
    for _ in range(40):
        clauses = random_clauses(rng, 10)
        whole = [*clauses, *theory.clauses()]
        with DpllSession(EIGHT) as session:
            assert isinstance(session, Guided)
            session.guide([theory], [])
            session.add(blocks(clauses))
            assert agrees(session.solve(), EIGHT, whole) == bool(models(EIGHT, whole))
            for _ in range(5):
                assumed = [rng.choice((-1, 1)) * rng.randint(1, EIGHT) for _ in range(4)]
                verdict = session.assume(ints(*assumed))
                seen.add(agrees(verdict, EIGHT, whole, assumed))
                if isinstance(verdict, Unsat):
                    assert verdict.core is not None
                    assert set(verdict.core.tolist()) <= set(assumed)
                    assert not models(EIGHT, whole, verdict.core.tolist())
    assert seen == {False, True}
