"""The DPLL solver: verdicts against another solver, proofs, limits, interrupts, watches, traces."""

from __future__ import annotations

import random
import re
import signal
import threading
import time
from collections.abc import Iterator, Sequence
from itertools import combinations
from pathlib import Path

import numpy as np
import pytest

import hashicnf
from hashicnf.arrays.blocking import counting, deferred
from hashicnf.backends import Guided
from hashicnf.backends.choose import open_session
from hashicnf.backends.dpll import DpllSession
from hashicnf.backends.dpll.branching import RULES, Branching, Choose, Material, default_branching
from hashicnf.backends.dpll.clauses import ClauseBase
from hashicnf.core.constraints import Cardinality, Clauses, Origin
from hashicnf.core.deadline import Deadline
from hashicnf.core.limits import Limits
from hashicnf.core.searchfigures import SearchFigures
from hashicnf.errors import UsageError
from hashicnf.formulas.solve import Own
from hashicnf.logic import INTERRUPTED, Ints, Sat, Stopped, Unknown, Unsat, Verdict
from hashicnf.proofs.formulas import decide
from hashicnf.proofs.rup import Verified, replay
from hashicnf.testing.counting import propagate
from hashicnf.testing.models import satisfiable
from hashicnf.trace import Collector
from hashicnf.trace.steps import Backtrack, Conflict, Decision, End, Forced, Record, Solution
from tests.clauses import ORIGIN, blocks, models, pigeons
from tests.patience import patiently
from tests.portions import short_and_long

LINE = re.compile(r"(d )?(-?[1-9][0-9]* )*0")

each_rule = pytest.mark.parametrize("rule", RULES.names())


def random_clauses(rng: random.Random, variables: int) -> list[list[int]]:
    """Return clauses of 1 to 5 literals, mostly 3; literals may repeat or contradict each other."""
    count = int(variables * rng.uniform(1, 7))
    widths = rng.choices((1, 2, 3, 4, 5), (1, 4, 12, 4, 2), k=count)
    return [[rng.choice((-1, 1)) * rng.randint(1, variables) for _ in range(width)] for width in widths]


def random_groups(rng: random.Random, variables: int) -> list[Cardinality]:
    """Return cardinality constraints that are not enforced: no verdict may depend on them."""
    groups = []
    for op in rng.sample(("eq", "ge", "le"), 2):
        width = rng.randint(1, variables)
        lits = [[rng.choice((-1, 1)) * v for v in rng.sample(range(1, variables + 1), width)] for _ in range(3)]
        source = np.arange(3, dtype=np.int32)
        groups.append(Cardinality(np.array(lits, dtype=np.int32), op, rng.randint(0, width), ORIGIN, source))  # type: ignore[arg-type]
    return groups


def steps_of(proof: Sequence[str]) -> Iterator[tuple[bool, list[int]]]:
    for line in proof:
        assert LINE.fullmatch(line), line
        yield line.startswith("d"), [int(word) for word in line.removeprefix("d ").split()[:-1]]


def check(clauses: Sequence[Sequence[int]], verdict: Verdict) -> bool:
    """Check a model against every clause, or replay a proof; return which it was."""
    match verdict:
        case Sat(model):
            assert all(any(model[abs(lit)] == (lit > 0) for lit in clause) for clause in clauses)
            return True
        case Unsat(proof):
            assert proof is not None
            assert isinstance(replay(clauses, steps_of(proof)), Verified)
            return False
        case Unknown(stopped):
            pytest.fail(stopped.reason)


@pytest.mark.parametrize("formulas", short_and_long(60, 300))
@each_rule
def test_verdicts_agree_with_another_solver(rule: str, formulas: int) -> None:
    """Every model is checked against every clause, every proof replayed."""
    rng = random.Random(rule)
    found = []
    for _ in range(formulas):
        variables = rng.randint(1, 14)
        clauses = random_clauses(rng, variables)
        groups = random_groups(rng, variables) if rule == "saturation" else []
        with DpllSession(variables, branching=RULES.get(rule), groups=groups, log_proof=True) as session:
            session.add(blocks(clauses))
            found.append(check(clauses, session.solve()))
        assert found[-1] == satisfiable(blocks(clauses)), clauses
    assert formulas < 5 * sum(found) < 4 * formulas


@each_rule
def test_every_rule_stops_when_all_clauses_are_satisfied(rule: str) -> None:
    groups = [Cardinality(np.array([[1, 2, 3]]), "ge", 1, Origin("r", "k"), np.zeros(1, dtype=np.int32))]
    session = DpllSession(6, branching=RULES.get(rule), groups=groups if rule == "saturation" else [])
    session.add(blocks([[1, 2, 3], [4, -4, 5]]))
    assert isinstance(session.solve(), Sat)
    assert session.statistics.expanded == 1


@each_rule
def test_a_clause_so_wide_that_it_weighs_nothing_is_satisfied(rule: str) -> None:
    """2 ** -1200 is 0 among floating-point numbers, and a saturated constraint prefers nothing either."""
    wide = [[*range(1, 1201)]]
    groups = [Cardinality(np.array([[1]]), "ge", 0, Origin("r", "k"), np.zeros(1, dtype=np.int32))]
    session = DpllSession(1200, branching=RULES.get(rule), groups=groups)
    session.add(blocks(wide))
    assert check(wide, session.solve())


def test_all_clauses_of_two_variables() -> None:
    """Test every set of at most four of all fifteen clauses, which include the empty clause and tautologies."""
    literals = (1, -1, 2, -2)
    every = [list(c) for width in range(3) for c in combinations(literals, width)]
    found = []
    for count in range(5):
        for clauses in combinations(every, count):
            session = DpllSession(2, log_proof=True)
            session.add(blocks(clauses))
            found.append(check(clauses, session.solve()))
            assert found[-1] == satisfiable(blocks(clauses))
    assert 0 < sum(found) < len(found)


@pytest.mark.parametrize("sessions", short_and_long(25, 60))
@each_rule
def test_clauses_may_be_added_between_calls(rule: str, sessions: int) -> None:
    rng = random.Random(rule + " again")
    ended = 0
    for _ in range(sessions):
        variables = rng.randint(3, 10)
        session = DpllSession(
            variables, branching=RULES.get(rule), groups=random_groups(rng, variables), log_proof=True
        )
        so_far: list[list[int]] = []
        for _ in range(5):
            more = random_clauses(rng, variables)[:8]
            so_far += more
            session.add(blocks(more))
            verdict = session.solve()
            assert isinstance(verdict, Sat) == satisfiable(blocks(so_far))
            if isinstance(verdict, Sat):
                check(so_far, verdict)
            else:
                ended += 1
    assert sessions < 3 * ended < 14 * sessions


def test_models_of_a_formula_can_be_counted_by_excluding_each() -> None:
    clauses = [[1, 2, 3], [-1, -2], [-2, -3], [-1, -3]]
    session = DpllSession(3)
    session.add(blocks(clauses))
    assert models(session) == {(False, False, True), (False, True, False), (True, False, False)}


def test_variables_that_nothing_mentions_cost_nothing() -> None:
    session = DpllSession(2_000_000_000 // 100)
    session.add(blocks([[1, 2]]))
    verdict = session.solve()
    assert isinstance(verdict, Sat)
    assert (len(verdict.model), session.statistics.expanded) == (20_000_001, 1)


def test_proofs_of_pigeons_grow_as_they_must_and_replay() -> None:
    variables, clauses = pigeons(5)
    session = DpllSession(variables, log_proof=True)
    session.add(blocks(clauses))
    verdict = session.solve()
    assert not check(clauses, verdict)
    assert isinstance(verdict, Unsat)
    lines = verdict.proof or ()
    lemmas = [line for line in lines if not line.startswith("d")]
    assert lemmas[-1] == "0"
    assert len(lemmas) == session.statistics.conflicts
    deleted = [line.removeprefix("d ") for line in lines if line.startswith("d")]
    assert len(set(deleted)) == len(deleted)
    assert set(deleted) < set(lemmas)


def test_without_being_asked_there_is_no_proof() -> None:
    session = DpllSession(1)
    session.add(blocks([[1], [-1]]))
    assert session.solve() == Unsat(None)


@pytest.mark.parametrize("most", [1, 2, 17, 100])
def test_the_limit_of_nodes_is_exact(most: int) -> None:
    variables, clauses = pigeons(7)
    session = DpllSession(variables, limits=Limits(max_nodes=most))
    session.add(blocks(clauses))
    told = Unknown(Stopped("nodes", f"limit of {most:,} node{'s' * (most > 1)} reached"))
    assert session.solve() == told
    assert session.statistics.expanded == most
    assert session.solve() == told, "the limit is for the session"
    assert session.statistics.expanded == most


def test_a_search_that_needs_all_its_nodes_may_have_them() -> None:
    variables, clauses = pigeons(4)
    free = DpllSession(variables)
    free.add(blocks(clauses))
    assert isinstance(free.solve(), Unsat)
    enough = DpllSession(variables, limits=Limits(max_nodes=free.statistics.expanded))
    enough.add(blocks(clauses))
    assert isinstance(enough.solve(), Unsat)
    assert enough.statistics.conflicts == free.statistics.conflicts
    assert free.statistics.expanded + 1 == free.statistics.conflicts, "a binary tree has one more leaf than inner nodes"


def test_the_time_limit_ends_the_search_and_progress_is_told() -> None:
    told: list[int] = []

    def progress(statistics: SearchFigures) -> None:
        told.append(statistics.expanded)

    def search(limit: float) -> None:
        variables, clauses = pigeons(10)
        session = DpllSession(variables, limits=Limits(Deadline.after(limit)), progress=progress)
        session.add(blocks(clauses))
        start = time.process_time()
        assert session.solve() == Unknown(Stopped("time", f"time limit of {limit:g} s reached"))
        assert time.process_time() - start < 10 * limit
        assert session.statistics.seconds >= 0.8 * limit

    patiently(0.35, search, lambda _: bool(told))
    assert told
    assert told == sorted(told)


@each_rule
def test_forced_literals_are_counted_as_the_trace_has_them(rule: str) -> None:
    for seed in range(40):
        rng = random.Random(seed)
        tracer, groups = Collector(), random_groups(rng, 9)
        session = DpllSession(9, branching=RULES.get(rule), tracer=tracer, groups=groups)
        session.add(blocks(random_clauses(rng, 9)))
        session.solve()
        assert session.statistics.propagated == sum(isinstance(record.step, Forced) for record in tracer.records)


def test_no_more_clauses_are_added_when_the_time_is_over(monkeypatch: pytest.MonkeyPatch) -> None:
    added: list[list[int]] = []
    monkeypatch.setattr(ClauseBase, "add", lambda _, clause: added.append(clause))
    variables, clauses = pigeons(10)
    late = DpllSession(variables, limits=Limits(Deadline.after(0)))
    late.add(blocks(clauses))
    assert not added
    assert late.solve() == Unknown(Stopped("time", "time limit of 0 s reached"))
    DpllSession(variables, limits=Limits(Deadline.after(60))).add(blocks(clauses))
    assert len(added) == len(clauses)


def test_deferred_clauses_are_made_as_long_as_there_is_time() -> None:
    made: list[slice] = []

    def make(some: slice) -> Ints:
        made.append(some)
        return np.ones((some.stop - some.start, 3), dtype=np.int32)

    DpllSession(3, limits=Limits(Deadline.after(0))).add([Clauses(deferred(make, 10**8, 3), ORIGIN, counting(10**8))])
    assert len(made) == 1


def test_open_session_knows_it() -> None:
    with open_session("dpll", 2, Deadline.after(10)) as session:
        assert isinstance(session, Guided)
        session.add(blocks([[1, 2], [-1, 2], [-2]]))
        assert isinstance(session.solve(), Unsat)


class Interrupting(Collector):
    """A tracer that raises Ctrl-C at a record."""

    def __init__(self, at: int) -> None:
        super().__init__()
        self.at = at

    def emit(self, record: Record) -> None:
        super().emit(record)
        if len(self.records) == self.at:
            raise KeyboardInterrupt


@pytest.mark.parametrize("at", range(1, 60, 3))
def test_ctrl_c_anywhere_gives_unknown_and_leaves_a_session_that_works(at: int) -> None:
    variables, clauses = pigeons(3)
    session = DpllSession(variables, tracer=Interrupting(at), log_proof=True)
    session.add(blocks(clauses))
    assert session.solve() == Unknown(INTERRUPTED)
    assert session.statistics.seconds > 0
    assert not isinstance(session.solve(), Unknown)


def test_a_real_interrupt_inside_propagation() -> None:
    """Ctrl-C at arbitrary moments may leave an inconsistent state, which is restored before the next search."""
    variables, clauses = pigeons(5)
    interrupted = 0
    for pause in range(1, 40, 2):
        session = DpllSession(variables, log_proof=True)
        session.add(blocks(clauses))
        timer = threading.Timer(pause / 4000, signal.raise_signal, (signal.SIGINT,))
        try:
            timer.start()
            verdict = session.solve()
            timer.join()
        except KeyboardInterrupt:
            continue
        if isinstance(verdict, Unknown):
            interrupted += 1
            assert isinstance(session.solve(), Unsat)
            session.add(blocks([[1]]))
            assert isinstance(session.solve(), Unsat)
    assert interrupted > 2


class Watching(Collector):
    """A tracer that checks at each decision that propagation has reached a fixed point, and that the watches are right.

    A fixed point is reached if plain unit propagation of the ``clauses`` so far, one by one, derives nothing more.
    """

    session: DpllSession
    clauses: Sequence[Sequence[int]] = ()
    looks = 0

    def emit(self, record: Record) -> None:
        if isinstance(record.step, Decision):
            self.looks += 1
            look_at_watches(self.session)
            if record.step.branch == 1:
                now = {code >> 1: not code & 1 for code in self.session._base.trail}
                assert propagate(self.clauses, now) == now


def look_at_watches(session: DpllSession) -> None:
    base = session._base
    false = {code ^ 1 for code in base.trail}
    assert [code for code, value in enumerate(base.truth) if value] == sorted(base.trail)
    for index, clause in enumerate(base.clauses):
        if len(clause) < 3 or any(code ^ 1 in clause for code in clause):
            continue
        lists = [code for code, watched in base._watched.items() for i in watched if i == index]
        assert sorted(lists) == sorted(clause[:2]), "each clause is watched at its first two places, once"
        if not any(base.truth[code] for code in clause):
            assert not false & set(clause[:2]), "a clause that is not true watches codes that are not false"


@pytest.mark.parametrize("sessions", short_and_long(25, 60))
@each_rule
def test_the_search_stands_at_a_fixed_point_with_the_right_watches_whenever_it_decides(
    rule: str, sessions: int
) -> None:
    rng = random.Random(rule)
    looks = 0
    for _ in range(sessions):
        variables = rng.randint(4, 12)
        tracer = Watching()
        groups = random_groups(rng, variables)
        tracer.session = session = DpllSession(variables, branching=RULES.get(rule), tracer=tracer, groups=groups)
        for _ in range(3):
            clauses = random_clauses(rng, variables)
            tracer.clauses = [*tracer.clauses, *clauses]
            session.add(blocks(clauses))
            session.solve()
        looks += tracer.looks
    assert looks > 50


@each_rule
def test_the_trace_is_a_search_tree_that_explains_itself(rule: str) -> None:
    rng = random.Random(rule)
    ends = set()
    for _ in range(60):
        variables = rng.randint(3, 9)
        clauses = random_clauses(rng, variables)
        tracer = Collector()
        session = DpllSession(variables, branching=RULES.get(rule), tracer=tracer, groups=random_groups(rng, variables))
        session.add(blocks(clauses))
        session.solve()
        ends.add(follow(tracer.records, clauses, session.statistics))
    assert ends == {"solved", "unsolvable"}


def follow(records: Sequence[Record], clauses: Sequence[Sequence[int]], statistics: SearchFigures) -> str:
    """Replay a trace: every forced literal has its reason, every conflict is false, every node has its parent."""
    path: list[list[int]] = [[]]
    nodes = [0]
    for record in records[:-1]:
        true = {lit for literals in path for lit in literals}
        step = record.step
        match step:
            case Decision(literals, _, branch):
                assert (record.parent, branch in (1, 2)) == (nodes[-1], True)
                nodes.append(record.node)
                path.append(list(literals))
                assert not {-lit for lit in literals} & true
            case Forced(literal, "test", "clause", source, clause):
                assert record.node == nodes[-1]
                assert set(clause) == set(clauses[source])
                assert {-lit for lit in clause if lit != literal} <= true
                path[-1].append(literal)
            case Conflict("test", "clause", source, clause):
                assert {-lit for lit in clauses[source]} <= true
                assert set(clause) == set(clauses[source])
            case Backtrack():
                assert record.node == nodes.pop()
                path.pop()
            case Solution(literals):
                assert true <= set(literals)
                assert all(any(lit in literals for lit in clause) for clause in clauses)
            case _:
                pytest.fail(str(step))
    end = records[-1].step
    assert isinstance(end, End)
    assert end.figures["conflicts"] == sum(isinstance(r.step, Conflict) for r in records)
    assert end.figures["expanded"] == statistics.expanded
    assert statistics.expanded == sum(isinstance(r.step, Decision) and r.step.branch == 1 for r in records)
    assert end.outcome == "solved" or nodes == [0]
    return end.outcome


def test_there_are_four_rules() -> None:
    assert RULES.names() == ["dlis", "first", "jeroslow-wang", "saturation"]


def test_saturation_needs_something_that_is_counted() -> None:
    session = DpllSession(2, branching=RULES.get("saturation"))
    session.add(blocks([[1, 2]]))
    with pytest.raises(UsageError, match="branching by saturation needs a puzzle"):
        session.solve()


def test_the_rules_choose_what_they_say() -> None:
    def first_decision(rule: str, clauses: list[list[int]], groups: Sequence[Cardinality] = ()) -> int:
        tracer = Collector()
        session = DpllSession(9, branching=RULES.get(rule), tracer=tracer, groups=groups)
        session.add(blocks(clauses))
        session.solve()
        decision = next(r.step for r in tracer.records if isinstance(r.step, Decision))
        return decision.literals[0]

    clauses = [[2, 3, 4], [-9, 5, 6], [-9, 7, 8], [-9, 3, 5], [-2, 4]]
    assert first_decision("first", clauses) == 2
    assert first_decision("dlis", clauses) == -9
    assert first_decision("jeroslow-wang", clauses) == 4, "1/8 + 1/4 against 3/8 for -9: the least code wins"
    repeated = [[1, 1, 1, 2], [-1, 3, 3, -1], [4, 2, 3], [2, -3, 4]]
    assert first_decision("dlis", repeated) == first_decision("jeroslow-wang", repeated) == 2, "a literal counts once"
    always_true = [[1, -1, 3], [1, -1, 4, 1], [2, 3], [2, -3], [-2, 4]]
    assert {first_decision(name, always_true) for name in ("first", "dlis", "jeroslow-wang")} == {2}, (
        "these do not count"
    )
    wide = Cardinality(np.array([[2, 3, 4, 5]], np.int32), "eq", 2, ORIGIN, np.zeros(1, np.int32))
    narrow = Cardinality(np.array([[6, 7, 8]], np.int32), "ge", 3, ORIGIN, np.ones(1, np.int32))
    assert first_decision("saturation", clauses, [wide, narrow]) == 8


def test_a_rule_for_puzzles_is_neither_the_default_for_formulas_nor_listed_for_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert RULES.get(default_branching(has_groups=True)).needs_groups
    assert not RULES.get(default_branching(has_groups=False)).needs_groups
    mine = Branching("mine", RULES.get("saturation").prepare, needs_groups=True)
    monkeypatch.setitem(RULES.added, "mine", mine)
    (tmp_path / "a.cnf").write_text("p cnf 1 1\n1 0\n")
    with pytest.raises(UsageError, match=r"there are: dlis, first, jeroslow-wang$"):
        decide(str(tmp_path / "a.cnf"), "dpll", own=Own(branching="luck"))


@pytest.mark.parametrize("needs_groups", [False, True])
def test_a_formula_without_anything_to_count_is_searched_by_the_requested_rule(
    needs_groups: bool, root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One for puzzles is replaced by the default."""
    prepared = list[Material]()

    def prepare(material: Material) -> Choose:
        prepared.append(material)
        return RULES.get("first").prepare(material)

    monkeypatch.setitem(RULES.added, "mine", Branching("mine", prepare, needs_groups=needs_groups))
    puzzle = hashicnf.read(root / "examples" / "klotski" / "tiny.puz")
    assert hashicnf.solve(puzzle, method="dpll", branching="mine", horizon=1).status == "solved"
    assert bool(prepared) != needs_groups
