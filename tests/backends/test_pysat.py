"""The solvers inside PySAT: all are incremental, end at once on Ctrl-C, and do not crash this process."""

from __future__ import annotations

import resource
import signal
import sys
import threading
import time
from collections.abc import Callable
from itertools import product
from pathlib import Path
from tempfile import gettempdir
from types import SimpleNamespace
from typing import Any, NoReturn, get_args

import numpy as np
import pytest
from pysat._utils import MainThread
from pysat.solvers import Solver

from hashicnf.backends import Session, pysat
from hashicnf.backends._child import _send_bytes
from hashicnf.backends.abilities import Ability, abilities, missing, solvers
from hashicnf.backends.child import ChildSession
from hashicnf.backends.choose import KILLABLE, has, main_name, open_session
from hashicnf.backends.dialects import DIALECTS
from hashicnf.backends.escalating import EscalatingSession
from hashicnf.backends.pysat import PysatSession
from hashicnf.backends.supervisor import Process
from hashicnf.core.constraints import Cardinality, Clauses, Op, Origin
from hashicnf.core.deadline import Deadline
from hashicnf.core.modelcheck import broken_rows
from hashicnf.errors import GaveUp, InternalError, SolverFailed, SolverMissing, UsageError
from hashicnf.files.signals import InterruptsWait, Terminated, catch_termination, release_termination
from hashicnf.logic import Sat, Stopped, Unknown, Unsat
from tests.clauses import blocks, blocks_by_width, models, pigeons

SOLVERS = [name for name in solvers() if missing(name) is None]


@pytest.mark.parametrize("name", SOLVERS)
@pytest.mark.parametrize("opening", [open_session, PysatSession])
def test_every_solver_is_incremental(name: str, opening: Callable[[str, int], Session]) -> None:
    """In this process too, where those run that measurements use."""
    with opening(name, 3) as session:
        session.add([Clauses.of(np.zeros((0, 0), dtype=np.int32), Origin("none", "clause")), *blocks([[1, 2, 3]])])
        assert len(models(session)) == 7
        assert session.solve() == session.solve() == Unsat()


@pytest.mark.parametrize("name", SOLVERS)
def test_solvers_that_count_take_counts(name: str) -> None:
    """Also counts that nothing satisfies or that always hold, and those with a literal twice."""
    rows, order = np.array([[1, -2, 3, 4], [1, 1, 2, 2]], dtype=np.int32), Origin("count", "row")
    for op, bound in product(get_args(Op), range(-1, 6)):
        batch = Cardinality(rows, op, bound, order, np.arange(2, dtype=np.int32))
        with PysatSession(name, 4) as session:
            if not abilities(name).counts:
                with pytest.raises(
                    UsageError, match=f"{name} inside PySAT takes only clauses; use --solver .*minicard"
                ):
                    session.add_counts([(rows, bound)])
                return
            session.add(blocks([[1, 2, 3, 4, -1]]))
            least, most = batch.bounds
            session.add_counts([(rows, most), (-rows, 4 - least), (rows[:1, :2], 1)])
            every = [np.array([False, *model]) for model in product((False, True), repeat=4)]
            wanted = [
                model for model in every if not len(broken_rows(batch, model)) and not (model[1] and not model[2])
            ]
            assert len(models(session)) == len(wanted), (op, bound)


@pytest.mark.parametrize("name", [name for name, names in solvers().items() if names != (name,)])
def test_a_short_name_stands_for_the_main_one(name: str) -> None:
    """All that is asked by name is the same for both, except for the names that programs have too."""
    for short in set(solvers()[name]) - {dialect.name for dialect in DIALECTS}:
        assert main_name(short) == main_name(short.upper()) == name
        for ability in get_args(Ability):
            assert has(short, ability) == (ability not in abilities(name).lacks)
        if short != name:
            with pytest.raises(InternalError, match="main name"):
                abilities(short)


@pytest.mark.parametrize("ability", get_args(Ability))
def test_own_sessions_have_every_ability_and_programs_none(ability: Ability) -> None:
    assert has("dpll", ability)
    assert not has("kissat", ability)
    assert not has("mysat {cnf}", ability)


@pytest.mark.parametrize("name", ["minisat22", "glucose4", "cadical153", "cadical195"])
def test_a_search_that_takes_long_ends_as_a_short_one(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pysat, "BRIEF", 10)
    variables, clauses = pigeons(6)
    with open_session(name, variables) as session:
        session.add(blocks(clauses[:-1]))
        assert isinstance(session.solve(), Sat)
        session.add(blocks([clauses[-1], *clauses[7:]]))
        assert isinstance(session.solve(), Unsat)
        assert isinstance(session.solve(), Unsat)


def test_a_short_search_starts_no_process() -> None:
    with EscalatingSession("cadical153", 3) as session:
        session.add(blocks([[1, 2], [-1, 3]]))
        assert isinstance(session.solve(), Sat)
        assert isinstance(session._session, PysatSession)
    with EscalatingSession("cadical153", pigeons(7)[0]) as session:
        session.add(blocks(pigeons(7)[1]))
        assert isinstance(session.solve(), Unsat)
        assert isinstance(session._session, ChildSession)


def test_large_formulas_of_solvers_that_cannot_be_interrupted_are_solved_in_a_child() -> None:
    kinds: list[tuple[str, int, float | None, type[Session]]] = [
        ("minisat22", pysat.LARGE, None, PysatSession),
        ("cadical195", pysat.LARGE - 1, None, EscalatingSession),
        ("cadical195", pysat.LARGE, None, ChildSession),
        ("lingeling", 3, None, ChildSession),
        ("minisat22", 3, 9.0, PysatSession),
        ("minisat22", pysat.LARGE, 9.0, ChildSession),
        ("cadical195", 3, 9.0, ChildSession),
    ]
    for name, variables, timeout, kind in kinds:
        with open_session(name, variables, Deadline.after(timeout)) as session:
            assert type(session) is kind
            assert isinstance(session.solve(), Sat)


def test_solvers_that_cannot_be_interrupted_stay_here_in_a_process_that_is_ended_at_its_limits() -> None:
    KILLABLE.set()
    try:
        for variables, timeout, kind in ((pysat.LARGE, None, PysatSession), (3, 9.0, ChildSession)):
            with open_session("cadical195", variables, Deadline.after(timeout)) as session:
                assert type(session) is kind
    finally:
        KILLABLE.clear()


def test_without_process_groups_solvers_stay_here_and_only_some_have_time_limits(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.delattr("os.killpg")
    for name, timeout in (("lingeling", None), ("minisat22", 9.0)):
        with open_session(name, pysat.LARGE, Deadline.after(timeout)) as session:
            assert type(session) is PysatSession
    with pytest.raises(
        SolverMissing, match="cadical195 cannot be stopped at a time limit on this system; use minisat22"
    ):
        open_session("cadical195", 3, Deadline.after(9))


@pytest.mark.parametrize(
    ("name", "asks", "conflicts"),
    [
        *product(["minisat22", "glucose42", "cadical195"], [False, True], [None]),
        ("kissat404", False, None),
        ("minisat22", True, 10**9),
        ("cadical195", True, 10**9),
    ],
)
def test_an_interrupt_ends_a_long_search_at_once(name: str, asks: bool, conflicts: int | None) -> None:
    variables, clauses = pigeons(13)
    timer = threading.Timer(0.2, signal.raise_signal, (signal.SIGINT,))
    start = time.monotonic()
    with open_session(name, variables) as session:
        session.add(blocks(clauses))
        timer.start()
        with pytest.raises(KeyboardInterrupt):
            _ = session.assume(np.array([1], dtype=np.int32), conflicts) if asks else session.solve()  # type: ignore[attr-defined]
    timer.join()
    assert time.monotonic() - start < 10


def test_a_session_past_its_deadline_takes_no_clauses_and_answers_nothing() -> None:
    with PysatSession("minisat22", 2, Deadline(seconds=1.0, end=0.0)) as session:
        session.add(blocks([[1], [-1]]))
        for verdict in (session.solve(), session.assume(np.array([2], dtype=np.int32), 5)):
            assert isinstance(verdict, Unknown)
            assert verdict.stopped.kind == "time"
        with pytest.raises(GaveUp, match="time limit of 1 s"):
            session.implied(1)


def test_an_interrupt_during_the_move_leaves_the_session_once(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("hashicnf.backends.escalating.ChildSession", interrupted)
    entered = InterruptsWait._entered
    with EscalatingSession("cadical153", pigeons(9)[0]) as session:
        session.add(blocks(pigeons(9)[1]))
        with pytest.raises(KeyboardInterrupt):
            session.solve()
    assert InterruptsWait._entered == entered


def test_interrupts_come_when_the_solver_is_done_however_often() -> None:
    """Many short calls, as by windows, with many interrupts: each results in one KeyboardInterrupt of Python."""
    caught = 0
    for pause in range(1, 30):
        timer = threading.Timer(pause / 3000, signal.raise_signal, (signal.SIGINT,))
        try:
            with PysatSession("minisat22", 0) as session:
                session.add(blocks(pigeons(8)[1]))
                timer.start()
                while True:
                    session.implied(1)
                    session.assume(np.array([1], dtype=np.int32), 20)
        except KeyboardInterrupt:
            caught += 1
        timer.join()
    assert caught == 29
    assert MainThread.check()


def test_interrupts_wait_until_the_last_context_is_left() -> None:
    first, second = InterruptsWait(), InterruptsWait()
    first.__enter__()
    second.__enter__()
    first.__exit__(None, None, None)
    assert not MainThread.check()
    second.__exit__(None, None, None)
    assert MainThread.check()


def stub(folder: Path, search: str) -> None:
    """Write a package that a child process imports as PySAT."""
    (folder / "pysat").mkdir()
    (folder / "pysat" / "__init__.py").touch()
    (folder / "pysat" / "solvers.py").write_text(f"""
import os, sys
class Solver:
    def __init__(self, name): self.name = name
    def add_clause(self, clause): pass
    def get_model(self): return [7]
    def solve(self): {search}
""")


@pytest.mark.parametrize("timeout", [None, 60.0])
def test_a_child_finds_pysat_where_we_do(
    timeout: float | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    solvers()
    stub(tmp_path, "print('c chatter', flush=True); return True")
    monkeypatch.setattr(sys, "path", [str(tmp_path), *sys.path])
    with ChildSession("minisat22", 9, Deadline.after(timeout)) as session:
        verdict = session.solve()
        assert isinstance(verdict, Sat)
        assert np.flatnonzero(verdict.model).tolist() == [7]


@pytest.mark.parametrize(
    ("search", "words"),
    [
        (
            "sys.stderr.write('\\x1b[31mlost\\n'); sys.stderr.flush(); os.abort()",
            "killed by signal 6; it wrote:\n.*lost",
        ),
        ("os.kill(os.getpid(), 11)", "minisat22 inside PySAT was killed by signal 11$"),
        ("os._exit(3)", "ended with exit code 3"),
        ("raise ValueError('\\x1b[31mno')", "failed: ValueError: .*no"),
        ("raise OSError('no')", "failed: OSError: no"),
    ],
)
def test_a_crash_in_a_child_is_an_error_of_the_solver(
    search: str, words: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    solvers()
    stub(tmp_path, search)
    monkeypatch.setattr(sys, "path", [str(tmp_path), *sys.path])
    with ChildSession("minisat22", 9) as session:
        session.add(blocks([[1, 2]]))
        with pytest.raises(SolverFailed, match=words) as caught:
            session.solve()
    assert "\x1b" not in str(caught.value)


@pytest.mark.parametrize(
    "search",
    [
        "raise MemoryError",
        "raise MemoryError('Solver ran out of addressable memory (int32 allocator limit exceeded)')",
        """os.write(2, b"thrown an instance of 'std::bad_alloc'\\n  what():  std::bad_alloc"); os.abort()""",
        """os.write(2, b"thrown an instance of 'Minisat22::OutOfMemoryException'"); os.abort()""",
    ],
)
def test_a_lack_of_memory_in_a_child_is_one_here(search: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    solvers()
    stub(tmp_path, search)
    monkeypatch.setattr(sys, "path", [str(tmp_path), *sys.path])
    with ChildSession("minisat22", 9) as session, pytest.raises(MemoryError, match="minisat22 inside PySAT"):
        session.solve()


def test_a_lack_of_memory_in_this_process_is_no_failure_of_the_solver(monkeypatch: pytest.MonkeyPatch) -> None:
    def lack(*_: object) -> NoReturn:
        raise MemoryError("Solver ran out of addressable memory (int32 allocator limit exceeded)")

    with PysatSession("minisat22", 2) as session:
        monkeypatch.setattr(session, "_decide", lack)
        with pytest.raises(MemoryError):
            session.solve()


def test_an_error_of_a_solver_with_a_proof_is_none_of_its_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    solvers()
    stub(tmp_path, "return True")
    monkeypatch.setattr(sys, "path", [str(tmp_path), *sys.path])
    with (
        pytest.raises(SolverFailed, match=r"failed: TypeError: .*with_proof"),
        ChildSession("minisat22", 9, log_proof=True) as session,
    ):
        session.solve()


def test_a_child_that_fails_before_it_has_all_clauses_says_why(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "pysat").mkdir()
    (tmp_path / "pysat" / "__init__.py").write_text("raise RuntimeError('out of order')")
    solvers()
    monkeypatch.setattr(sys, "path", [str(tmp_path), *sys.path])
    clauses = Clauses.of(np.ones((400_000, 1), dtype=np.int32), Origin("test", "clause"))
    with ChildSession("minisat22", 9) as session, pytest.raises(SolverFailed, match="RuntimeError: out of order"):
        session.add([clauses])


@pytest.mark.skipif(not hasattr(resource, "prlimit"), reason="needs limits of another process, which Linux has")
@pytest.mark.parametrize(("name", "hints"), [("glucose4", False), ("cadical195", True)])
def test_a_proof_that_is_cut_off_is_none(name: str, hints: bool) -> None:
    variables, clauses = pigeons(5)
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    with ChildSession(name, variables, log_proof=True, hints=hints) as session:
        session.add(blocks_by_width(clauses))
        resource.prlimit(session._process.group, resource.RLIMIT_FSIZE, (1000, limits[1]))
        with pytest.raises(
            UsageError, match=f"^the temporary folder {gettempdir()} cannot be written: File too large$"
        ):
            session.solve()


@pytest.mark.parametrize("name", SOLVERS)
def test_a_solver_counts_the_same_here_and_in_a_process_of_its_own(name: str) -> None:
    """No counter is always 0."""
    variables, clauses = pigeons(5)  # less than BRIEF conflicts: no search goes on in a thread
    found = []
    for kind in (PysatSession, ChildSession):
        with kind(name, variables) as session:
            session.add(blocks(clauses))
            assert isinstance(session.solve(), Unsat)
            found.append(session.counters())
    assert found[0] == found[1]
    assert found[0].keys() == {*abilities(name).counters}
    assert all(found[0].get(key, 1) for key in ("conflicts", "decisions", "propagations"))


def test_no_counter_of_a_solver_of_later_versions_is_trusted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hashicnf.backends.abilities.solvers", lambda: {"later": ("later",)})
    assert not abilities("later").counters


def test_counters_of_a_search_that_moves_to_another_process_are_of_both() -> None:
    variables, clauses = pigeons(7)
    with EscalatingSession("cadical153", variables) as session:
        session.add(blocks(clauses))
        assert isinstance(session.solve(), Unsat)
        assert session.counters()["conflicts"] == session.conflicts() > pysat.BRIEF


def test_large_counts_come_whole_from_a_process() -> None:
    from hashicnf.backends import _child

    number = 3 * 2**31 + 5
    low, high = _child._halves(number)
    assert low + (high << 31) == number


def test_a_solver_has_its_settings_in_this_process_and_in_another() -> None:
    variables, clauses = pigeons(7)
    name = "cadical153"
    counts = []
    for settings in ({}, dict(abilities(name).settings)):
        with Solver(name=name) as plain:
            plain.configure(settings)
            for clause in clauses:
                plain.add_clause(clause)
            assert not plain.solve()
            counts.append(plain.accum_stats()["conflicts"])
    assert counts[0] != counts[1]
    for session in (PysatSession(name, variables), ChildSession(name, variables)):
        with session:
            session.add(blocks(clauses))
            assert isinstance(session.solve(), Unsat)
            assert session.conflicts() == counts[1]


@pytest.mark.parametrize("asks", [False, True])
def test_a_search_does_not_outlast_the_deadline(asks: bool) -> None:
    variables, clauses = pigeons(11)
    with PysatSession("minisat22", variables, Deadline.after(0.05)) as session:
        session.add(blocks(clauses))
        verdict = session.assume(np.array([1], dtype=np.int32), 200_000) if asks else session.solve()
    assert isinstance(verdict, Unknown)
    assert verdict.stopped.kind == "time"


def test_a_proof_may_have_more_bytes_than_an_int32_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    sent, asked = list[bytes](), list[int]()
    answers: Any = SimpleNamespace(write=sent.append, flush=list)
    proof: Any = np.broadcast_to(np.uint8(0), 1 << 31)  # that takes one byte of memory
    _send_bytes(answers, b"d", proof)

    def receive(count: int) -> bytes:
        asked.append(count)
        return sent[0][1:]

    with ChildSession("minisat22", 9) as session:
        monkeypatch.setattr(session._process, "receive", receive)
        session._receive_counted(1)
    assert asked == [8, 1 << 31]


def test_the_conflicts_before_a_search_moves_to_a_thread_count(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pysat, "BRIEF", 100)
    variables, clauses = pigeons(9)
    with PysatSession("minisat22", variables, Deadline.after(60)) as session:
        session.add(blocks(clauses))
        verdict = session.assume(np.array([1], dtype=np.int32), 150)
        assert verdict == Unknown(Stopped("conflicts", "limit of 150 conflicts reached"))
        assert 150 <= session.conflicts() < 200


def test_the_conflicts_before_a_search_moves_to_a_process_count(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pysat, "BRIEF", 100)
    monkeypatch.setattr(pysat, "SHORT", 100)
    variables, clauses = pigeons(9)
    with EscalatingSession("cadical153", variables) as session:
        session.add(blocks(clauses))
        verdict = session.assume(np.array([1], dtype=np.int32), 150)
        assert verdict == Unknown(Stopped("conflicts", "limit of 150 conflicts reached"))
        assert isinstance(session._session, ChildSession)
        assert 150 <= session.conflicts() < 200


def test_a_search_limited_to_few_conflicts_stays_here_though_the_formula_has_grown_large(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(pysat, "LARGE", 5)
    _, clauses = pigeons(9)
    with EscalatingSession("cadical153", 0) as session:
        session.add(blocks(clauses))
        assert isinstance(session.assume(np.array([1], dtype=np.int32), pysat.BRIEF + 1), Unknown)
        assert isinstance(session._session, PysatSession)
        assert session.conflicts() > pysat.BRIEF


@pytest.mark.parametrize("asks", [False, True])
@pytest.mark.parametrize("is_declared", [False, True])
def test_no_search_over_many_variables_is_taken_for_brief(
    is_declared: bool, asks: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    variables, clauses = pigeons(4)
    threads: list[threading.Thread] = []
    for limit in (pysat.LARGE, variables):
        monkeypatch.setattr(pysat, "LARGE", limit)
        with PysatSession("minisat22", variables if is_declared else 0) as session:
            search = session._solver.solve_limited

            def noting(*asked: object, **how: object) -> object:
                threads.append(threading.current_thread())
                return search(*asked, **how)  # noqa: B023 - called in this round only

            session._solver.solve_limited = noting
            session.add(blocks(clauses))
            assert isinstance(session.assume(np.array([1], dtype=np.int32)) if asks else session.solve(), Unsat)
    assert [thread is threading.main_thread() for thread in threads] == [True, False]


@pytest.mark.parametrize("asks", [False, True])
def test_a_formula_that_has_grown_large_moves_before_its_search(asks: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pysat, "LARGE", 5)
    with EscalatingSession("cadical153", 0) as session:
        session.prefer(np.array([-2], dtype=np.int32))
        for grown, kind in (([1, 4], PysatSession), ([2, 5], ChildSession)):
            session.add(blocks([grown]))
            verdict = session.assume(np.array([1], dtype=np.int32)) if asks else session.solve()
            assert isinstance(verdict, Sat)
            assert type(session._session) is kind
            assert kind is PysatSession or not asks or not verdict.model[2], "preferred values move as well"


def test_a_child_that_cannot_be_told_its_variables_is_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    ended: list[Process] = []
    end = Process.end

    def noting(process: Process) -> None:
        ended.append(process)
        end(process)

    def torn(*_: object) -> None:
        raise SolverFailed("gone")

    monkeypatch.setattr(Process, "end", noting)
    monkeypatch.setattr(ChildSession, "add", torn)
    with pytest.raises(SolverFailed):
        ChildSession("lingeling", 3)
    assert len(ended) == 1


KEPT = [name for name in SOLVERS if abilities(name).interruptible or abilities(name).escalating]


@pytest.mark.parametrize("name", KEPT)
def test_solvers_that_search_in_this_process_keep_to_a_limit_of_conflicts(name: str) -> None:
    """Those of the Glucose family look at it when they restart, after thirty times as many conflicts."""
    variables, clauses = pigeons(20)
    with PysatSession(name, variables) as session:
        session.add(blocks_by_width(clauses))
        assert isinstance(session.solve_briefly(), Unknown)
        assert session.conflicts() <= 2 * pysat.BRIEF


def test_two_signals_leave_a_search_only_when_its_thread_has_ended() -> None:
    variables, clauses = pigeons(40)
    handlers = catch_termination()

    def send() -> None:
        time.sleep(0.3)
        for number in (signal.SIGTERM, signal.SIGHUP):
            signal.pthread_kill(threading.main_thread().ident or 0, number)

    def search(session: PysatSession) -> None:
        try:
            session.solve()
        finally:
            sender.join()  # the second signal may come as late as here

    before = threading.active_count()
    sender = threading.Thread(target=send)
    try:
        with PysatSession("minisat22", variables, Deadline.after(60)) as session:
            session.add(blocks_by_width(clauses))
            sender.start()
            with pytest.raises(Terminated) as ended:
                search(session)
            sender.join()
            assert threading.active_count() == before
    finally:
        release_termination(handlers)
    assert ended.value.code in {128 + signal.SIGTERM, 128 + signal.SIGHUP}


def test_a_search_goes_on_after_a_signal_whose_handler_does_not_raise(monkeypatch: pytest.MonkeyPatch) -> None:
    """As that of an event loop, or of a program that ends when it is ready to."""
    variables, clauses = pigeons(5)
    main, came, searches = threading.main_thread().ident or 0, list[int](), list[int]()
    before = signal.signal(signal.SIGINT, lambda number, _: came.append(number))
    monkeypatch.setattr(pysat, "LARGE", 0)
    try:
        with PysatSession("minisat22", variables) as session:
            session.add(blocks_by_width(clauses))
            search = session._solver.solve_limited

            def interrupted(*details: Any, **named: Any) -> bool | None:
                searches.append(1)
                if len(searches) > 1:
                    return search(*details, **named)  # type: ignore[no-any-return]
                signal.pthread_kill(main, signal.SIGINT)
                return None

            monkeypatch.setattr(session._solver, "solve_limited", interrupted)
            assert session.solve() == Unsat()
    finally:
        signal.signal(signal.SIGINT, before)
    assert (came, len(searches)) == ([signal.SIGINT], 2)
