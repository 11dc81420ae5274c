"""External solvers: the installed ones, and a fake one with all kinds of faults."""

from __future__ import annotations

import os
import re
import shlex
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest

from hashicnf.backends import process, supervisor
from hashicnf.backends.choose import described, open_session
from hashicnf.backends.dialects import DIALECTS, Dialect, find, find_program, template
from hashicnf.backends.guard import guarding
from hashicnf.backends.process import ProcessSession, most_output, printed_version
from hashicnf.backends.supervisor import MIB, PastDeadlineError, Process, python_command
from hashicnf.core.constraints import Clauses
from hashicnf.core.deadline import Deadline
from hashicnf.errors import GaveUp, SolverFailed, SolverMissing, UsageError
from hashicnf.logic import Sat, Stopped, Unknown, Unsat, Verdict
from tests.batch.running import kill
from tests.clauses import ORIGIN, blocks, models
from tests.patience import wait_until

FAKE = Path(__file__).with_name("fakesolver.py")
PROGRAM = shlex.join([sys.executable, str(FAKE)])
REAL = ["minisat", "cadical", "cryptominisat5", "picosat", "clasp"]
FORMULAS: dict[str, tuple[int, list[list[int]]]] = {
    "satisfiable": (3, [[1, 2], [-1, 3], [-2, -3]]),
    "unsatisfiable": (2, [[1, 2], [-1, 2], [1, -2], [-1, -2]]),
    "no-clauses": (3, []),
    "wide": (3000, [list(range(1, 3001)), [-1], [-2]]),
}


def ask(dialect: Dialect, formula: str, timeout: float | None = 60) -> Verdict:
    variables, clauses = FORMULAS[formula]
    with ProcessSession(dialect, variables, Deadline.after(timeout)) as session:
        session.add(blocks(clauses))
        return session.solve()


def fake(behaviour: str, *, strict: bool = True, terminated: bool = True) -> Dialect:
    codes = {10: "sat", 30: "sat", 20: "unsat", 0: "unknown"}
    command = (sys.executable, "-I", "-S", str(FAKE), behaviour, "{cnf}", "{out}")
    return Dialect("fake", command, "", codes=codes, strict=strict, terminated=terminated)  # type: ignore[arg-type]


@pytest.fixture(autouse=True)
def private_temporary_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Give each test a temporary folder with an unusual name, and check that nothing is left in it."""
    folder = tmp_path / "odd name; $(x) 'q' --version"
    folder.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(folder))
    return folder


@pytest.fixture(autouse=True)
def tag(private_temporary_folder: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """Mark all processes of this test, but not of concurrent ones; check that none of them is left."""
    unique = uuid4().hex
    monkeypatch.setenv("TEST_OF_ORPHANS", unique)
    yield unique
    assert list(private_temporary_folder.iterdir()) == []
    patience = time.monotonic() + 60
    while orphans(unique) and time.monotonic() < patience:
        time.sleep(0.01)  # what was killed and is no child of ours cannot be waited for
    assert orphans(unique) == []


def orphans(tag: str) -> list[str]:
    """Return the processes started by the test of this tag, directly or indirectly, that are still alive."""
    found = []
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                command = (entry / "cmdline").read_bytes()
                mine = f"TEST_OF_ORPHANS={tag}".encode() in (entry / "environ").read_bytes().split(b"\0")
                state = (entry / "stat").read_text().rpartition(")")[2].split()[0]
            except OSError:
                continue
            if mine and state != "Z" and entry.name != str(os.getpid()):
                found.append(command.replace(b"\0", b" ").decode())
    return found


@pytest.mark.parametrize("name", REAL)
def test_real_solvers_read_long_clauses(name: str, need_solver: Callable[[str], None]) -> None:
    need_solver(name)
    dialect = find(name)
    assert dialect is not None
    assert isinstance(ask(dialect, "wide"), Sat)


@pytest.mark.parametrize("name", REAL)
def test_real_solvers_are_incremental_by_rewriting(name: str, need_solver: Callable[[str], None]) -> None:
    need_solver(name)
    with open_session(name, 3, Deadline.after(60)) as session:
        session.add(blocks([[1, 2, 3]]))
        assert len(models(session)) == 7


@pytest.mark.parametrize(
    "behaviour", ["honest", "v-first", "comments", "crlf", "one-per-line", "chatter", "fork-leave", "result-alone"]
)
def test_odd_but_honest_answers_are_understood(behaviour: str) -> None:
    assert isinstance(ask(fake(behaviour), "satisfiable"), Sat)


@pytest.mark.parametrize(
    ("behaviour", "words"),
    [
        ("crash", "killed by signal 11"),
        ("crash-after", "killed by signal 6"),
        ("silent-sat", "gave no answer"),
        ("silent-unsat", "gave no answer"),
        ("error", "cannot read the file"),
        ("lie-model", "breaks"),
        ("cut-off", "cut off"),
        ("half", "breaks"),
        ("too-large", "variables that the formula does not have"),
        ("gigantic", "too large"),
        ("contradiction", "holds both"),
        ("two-answers", "second, different answer"),
        ("two-models", "more than one model"),
        ("code-differs", "reported unsat and ended with exit code 10"),
        ("code-unsat-words-sat", r"reported sat and ended with exit code 20; it wrote:\n    s SATISFIABLE\n    v .*0$"),
        ("sat-code-0", "reported sat and ended with exit code 0"),
        ("unsat-code-0", "reported unsat and ended with exit code 0"),
        ("no-answer", r"gave no answer \(exit code 0\)"),
        ("word", "not a literal"),
        ("nul", "not a literal"),
        ("binary", "not a literal"),
        ("unknown-word", "an answer that is not known"),
        ("float", "not a literal"),
        ("minus", "not a literal"),
        ("unsat-and-model", "a model beside the answer that there is none"),
        ("flood", "wrote more than"),
    ],
)
def test_wrong_answers_are_errors_and_never_verdicts(behaviour: str, words: str) -> None:
    with pytest.raises(SolverFailed, match=words):
        ask(fake(behaviour), "satisfiable")


@pytest.mark.parametrize(
    ("behaviour", "words"),
    [
        ("result-folder", "left a result that is no regular file"),
        ("result-pipe", "left a result that is no regular file"),
        ("result-elsewhere", "left a result that is no regular file"),
        ("result-differs", "printed sat and wrote unsat into its result file"),
        ("result-flood", "wrote more than"),
    ],
)
def test_strange_result_files_are_errors(behaviour: str, words: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(process, "CHATTER", 1 << 20)
    with pytest.raises(SolverFailed, match=words):
        ask(fake(behaviour, strict=False), "satisfiable")


def test_a_solver_may_remove_its_folder() -> None:
    with ProcessSession(fake("removes-folder"), 3, Deadline.after(60)) as session:
        session.add(blocks([[1, 2], [-1, 3]]))
        assert isinstance(session.solve(), Sat)
        assert isinstance(session.solve(), Sat)


def test_satisfiable_without_a_model_is_called_so_where_an_empty_one_does_not_do() -> None:
    with pytest.raises(SolverFailed, match=r"reported sat and printed no model; \{out\} in its command names a file"):
        ask(fake("no-model", terminated=False), "satisfiable")
    assert isinstance(ask(fake("no-model", terminated=False), "no-clauses"), Sat)


def test_unsatisfiable_with_an_odd_exit_code_must_be_declared() -> None:
    command = f"{PROGRAM} {{}} {{{{cnf}}}}"
    with pytest.raises(SolverFailed, match="reported unsat and ended with exit code 1"):
        ask(template(command.format("unsat-code-1")), "unsatisfiable")
    assert isinstance(ask(template(command.format("unsat-code-1") + " {unsat=1}"), "unsatisfiable"), Unsat)
    assert isinstance(ask(template(command.format("sat-code-1")), "satisfiable"), Sat)
    with pytest.raises(SolverFailed, match="reported sat and ended with exit code 1"):
        ask(template(command.format("sat-code-1") + " {unsat=1}"), "satisfiable")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is full")
@pytest.mark.parametrize("ends", ["exit 1", "echo s UNSATISFIABLE; exit 20"])
def test_a_solver_without_room_for_its_files_does_not_take_the_blame(ends: str, tmp_path: Path) -> None:
    (tmp_path / "filling").write_text(f'ln -s /dev/full "${{1%/*}}/more"\n{ends}\n')
    dialect = template(shlex.join(["sh", str(tmp_path / "filling"), "{cnf}", "{proof}"]))
    with (
        ProcessSession(dialect, 1, log_proof=True) as session,
        pytest.raises(UsageError, match=r"^the temporary folder .* cannot be written: No space left on device$"),
    ):
        session.solve()


def test_files_of_the_current_folder_are_no_modules_of_our_processes(tmp_path: Path) -> None:
    for name in ("json", "re", "hashicnf"):
        (tmp_path / f"{name}.py").write_text("raise RuntimeError\n")
    command = python_command("hashicnf.cli", "--version")
    assert subprocess.run(command, cwd=tmp_path, capture_output=True, check=True).stdout.startswith(b"hashicnf ")


def test_what_a_solver_writes_cannot_steer_the_terminal() -> None:
    with pytest.raises(SolverFailed, match=r"title.no .room") as caught:
        ask(fake("escapes"), "satisfiable")
    assert all(c.isprintable() or c == "\n" for c in str(caught.value))


def test_an_answer_may_be_as_long_as_any_model_and_no_longer() -> None:
    for variables in (0, 9, 10_000, 5_000_000):
        model = sum(len(f"v -{v}\r\n") for v in range(1, min(variables, 10_000) + 1))
        assert model + process.CHATTER <= most_output(variables) <= process.MOST_OUTPUT
    assert most_output(5_000_000) < 100 * MIB
    assert most_output(2**31 - 1) == process.MOST_OUTPUT


@pytest.mark.parametrize("behaviour", ["unknown", "silent"])
def test_giving_up_is_no_error(behaviour: str) -> None:
    assert isinstance(ask(fake(behaviour), "satisfiable"), Unknown)


@pytest.mark.parametrize("behaviour", ["hang", "ignore-term", "fork-hang", "session-hang"])
def test_the_time_limit_ends_everything(behaviour: str) -> None:
    start = time.monotonic()
    verdict = ask(fake(behaviour), "satisfiable", timeout=0.5)
    assert isinstance(verdict, Unknown)
    assert verdict.stopped == Stopped("time", "time limit of 0.5 s reached")
    assert time.monotonic() - start < 60  # it would run for ten minutes


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_interrupting_us_ends_the_solver_and_removes_the_files(number: int, private_temporary_folder: Path) -> None:
    code = f"""
import signal, sys, tempfile
tempfile.tempdir = {str(private_temporary_folder)!r}
signal.signal(signal.SIGTERM, lambda *a: sys.exit(1))
from hashicnf.backends.dialects import template
from hashicnf.backends.process import ProcessSession
with ProcessSession(template({f"{PROGRAM} hang"!r}), 0) as session:
    print("ready", flush=True)
    session.solve()
"""
    with subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == b"ready\n"
        time.sleep(0.5)
        process.send_signal(number)
        process.wait(60)


@pytest.mark.parametrize("wait", ["finish", "receive", "has_ended"])
def test_what_is_written_just_before_the_end_is_not_lost(wait: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The process writes and exits between the check for output and the check whether it has ended."""
    step = Process._step

    def slow_step(process: Process, patience: float = 0.01) -> list[object]:
        ready = step(process, patience)
        if not ready:
            time.sleep(0.4)
        return ready

    monkeypatch.setattr(Process, "_step", slow_step)
    with Process(["sh", "-c", "sleep 0.2; echo here"], "late") as late:
        if wait == "finish":
            assert late.finish(MIB) == 0
            assert late.output == b"here\n"
        elif wait == "receive":
            assert late.receive(5) == b"here\n"
        else:
            wait_until(late.has_ended)
            assert late.output == b"here\n"


def test_sigterm_is_caught_while_a_session_is_entered() -> None:
    before, session = signal.getsignal(signal.SIGTERM), ProcessSession(template("true {cnf}"), 0)
    assert signal.getsignal(signal.SIGTERM) is before
    with session:
        assert signal.getsignal(signal.SIGTERM) is not before
    assert signal.getsignal(signal.SIGTERM) is before


def test_children_that_write_on_are_not_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(supervisor, "LINGERING", 0.1)
    command = ["sh", "-c", "while :; do echo more; sleep 0.02; done & echo answer"]
    with Process(command, "talker", deadline=Deadline.after(20)) as talker:
        assert talker.finish(MIB) == 0
        assert b"answer" in talker.output


def test_killing_us_ends_the_solver(tag: str) -> None:
    code = f"""
import tempfile
from hashicnf.backends.supervisor import Process
print("ready", flush=True)
with Process([{sys.executable!r}, {str(FAKE)!r}, "hang", "/dev/null"], "fake") as process:
    process.finish(1)
"""
    with subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == b"ready\n"
        time.sleep(0.5)
        process.kill()


@pytest.mark.skipif(sys.platform != "linux", reason="other systems do not list the children of a process")
def test_stopping_us_stops_the_solver_and_what_it_has_started(monkeypatch: pytest.MonkeyPatch) -> None:
    """The system reports that a child was stopped, and /proc that its child in another session was."""
    with Process(["sh", "-c", "setsid sleep 60 & printf %010d $!; wait"], "sh") as solver:
        stray, stopped = Path(f"/proc/{int(solver.receive(10) or 0)}/stat"), []
        wait_until(lambda: "(sleep)" in stray.read_text())

        def stop(us: int, number: int) -> None:
            assert (us, number, signal.getsignal(number)) == (os.getpid(), signal.SIGTSTP, signal.SIG_DFL)
            assert os.WIFSTOPPED(os.waitpid(solver.group, os.WUNTRACED)[1])
            wait_until(lambda: "(sleep) T" in stray.read_text())
            stopped.append(number)

        monkeypatch.setattr(os, "kill", stop)
        signal.raise_signal(signal.SIGTSTP)
        monkeypatch.undo()
        assert stopped == [signal.SIGTSTP]
        assert os.WIFCONTINUED(os.waitpid(solver.group, os.WCONTINUED)[1])
        wait_until(lambda: "(sleep) T" not in stray.read_text())
        assert signal.getsignal(signal.SIGTSTP) is not signal.SIG_DFL
    assert signal.getsignal(signal.SIGTSTP) is signal.SIG_DFL


def test_a_process_outlives_the_thread_that_started_it() -> None:
    begun: list[Process] = []
    starter = threading.Thread(target=lambda: begun.append(Process(["cat"], "cat", listens=True)))
    starter.start()
    starter.join()
    wait_until(lambda: not Path(f"/proc/self/task/{starter.native_id}").exists())
    with begun[0] as cat:
        assert cat.send(b"here")
        assert cat.receive(4) == b"here"


def test_killing_us_at_the_moment_when_a_solver_starts_ends_it() -> None:
    code = """
import os, subprocess
from hashicnf.backends.supervisor import Process
class Last(subprocess.Popen):
    def __init__(self, command, **options):
        super().__init__(command, **options)
        if command[0] == "sleep":
            os.kill(os.getpid(), 9)
subprocess.Popen = Last
Process(["sleep", "600"], "sleep")
"""
    assert (
        subprocess.run([sys.executable, "-c", code]).returncode == -9
    )  # the fixture looks for processes that are left


def test_a_process_starts_though_the_guard_is_dead() -> None:
    with guarding() as guard:
        assert guard is not None
        kill([guard._process.pid])
        guard._process.wait()
        with Process(["cat"], "cat", listens=True) as cat:
            assert cat.send(b"here")
            assert cat.receive(4) == b"here"


@pytest.mark.parametrize("is_ending", [False, True])
def test_killing_us_ends_what_the_solver_has_started(
    tag: str, private_temporary_folder: Path, tmp_path: Path, is_ending: bool
) -> None:
    """Also while hashicnf waits for the end of a solver that ignores signals."""
    cnf, script = tmp_path / "one.cnf", tmp_path / "solver.sh"
    cnf.write_text("p cnf 1 1\n1 0\n")
    script.write_text("trap '' INT TERM; sleep 300 & sleep 301 & wait\n")
    command = [sys.executable, "-m", "hashicnf", "sat", str(cnf), "--solver", f"sh '{script}' {{cnf}}"]
    environment = {**os.environ, "TMPDIR": str(private_temporary_folder)}
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=environment) as process:
        try:
            wait_until(lambda: sum(one.startswith("sleep 30") for one in orphans(tag)) == 2)
            assert len(list(private_temporary_folder.iterdir())) == 1
            if is_ending:
                process.send_signal(signal.SIGINT)
                time.sleep(0.1)
        finally:
            process.kill()
    wait_until(lambda: not list(private_temporary_folder.iterdir()))  # the fixture looks for processes that are left


def test_a_guard_that_the_system_does_not_start_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise BlockingIOError(11, "none is left")

    monkeypatch.setattr(subprocess, "Popen", refuse)
    with pytest.raises(
        SolverMissing, match=r"^the process that cleans up after solvers cannot be started: none is left$"
    ):
        ask(fake("honest"), "satisfiable")


def test_a_program_that_does_not_read_is_left_at_the_deadline() -> None:
    with Process(["sleep", "600"], "sleep", listens=True) as sleeper:
        assert sleeper.send(b"1")  # so that the pipe has room for less than a piece
        sleeper.deadline = Deadline.after(0.2)
        with pytest.raises(PastDeadlineError):
            sleeper.send(bytes(MIB))


def test_a_program_that_has_ended_is_not_ended_again(monkeypatch: pytest.MonkeyPatch) -> None:
    with Process(["cat"], "cat", listens=True) as cat:
        cat.stop_input()
        assert cat.finish(MIB) == cat.end() == 0
        monkeypatch.setattr(supervisor, "signal_group", None)  # another process may have its number by now
        assert cat.end() == 0


def test_a_fork_leaves_the_guard_of_its_parent_without_an_error() -> None:
    with ExitStack() as stack:
        guard = stack.enter_context(guarding())
        if not (fork := os.fork()):
            try:
                stack.close()
                os._exit(0)
            finally:
                os._exit(1)
        assert os.waitpid(fork, 0)[1] == 0
        assert guard is not None
        assert guard._process.poll() is None


def test_templates() -> None:
    assert isinstance(ask(template(f"{PROGRAM} honest {{cnf}}"), "satisfiable"), Sat)
    assert isinstance(ask(template(f"{PROGRAM} honest"), "unsatisfiable"), Unsat)
    with pytest.raises(UsageError, match="words"):
        template("solver 'unclosed")
    with pytest.raises(SolverMissing, match="no-such-solver"):
        open_session("no-such-solver {cnf}", 1)


def test_a_command_is_found_where_the_user_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "bin").mkdir()
    script = tmp_path / "bin" / "mysolver"
    script.write_text(f'#!/bin/sh\nexec {PROGRAM} honest "$1"\n')
    script.chmod(0o755)
    monkeypatch.chdir(tmp_path)
    assert isinstance(ask(template("bin/mysolver {cnf}"), "satisfiable"), Sat)
    assert isinstance(ask(template("./bin/../bin/mysolver"), "unsatisfiable"), Unsat)
    assert isinstance(ask(template("sh bin/mysolver {cnf}"), "satisfiable"), Sat)
    monkeypatch.setenv("PATH", f"bin:{os.environ['PATH']}")
    assert isinstance(ask(template("mysolver {cnf}"), "satisfiable"), Sat)
    assert isinstance(ask(Dialect("mysolver", ("mysolver", "{cnf}"), ""), "satisfiable"), Sat)


def test_glucose_writes_models_and_proofs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A program with the options of Glucose 4.2.1, which is not asked for a result file."""
    honest = f'exec {PROGRAM} honest "$formula"'
    lines = (
        "#!/bin/sh",
        'for word; do case "$word" in',
        '*.cnf) formula="$word";;',
        "-model) shows=yes;;",
        '-certified-output=*) printf "1 0\\n0\\n" > "${word#*=}";;',
        "*.txt) exit 3;;",
        "esac; done",
        f'[ "$shows" ] && {honest}',
    )
    (tmp_path / "glucose").write_text("\n".join(lines))
    (tmp_path / "glucose").chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:{os.environ['PATH']}")
    dialect = find("glucose")
    assert dialect is not None
    assert isinstance(ask(dialect, "satisfiable"), Sat)
    for formula, expected in (("satisfiable", Sat), ("unsatisfiable", Unsat)):
        variables, clauses = FORMULAS[formula]
        with ProcessSession(dialect, variables, log_proof=True) as session:
            session.add(blocks(clauses))
            verdict = session.solve()
        assert isinstance(verdict, expected)
        assert verdict == Unsat(("1 0", "0")) or formula == "satisfiable"


@pytest.mark.parametrize("word", ["<", "<{cnf}", ">", "2>/dev/null", "|", "&&"])
def test_commands_have_no_shell(word: str) -> None:
    with pytest.raises(UsageError, match=f"contains '{re.escape(word)}': commands run without a shell"):
        template(f"mysolver -q {word} {{cnf}}")


@pytest.mark.parametrize(
    ("word", "unknown"),
    [
        ("{output}", "{output}"),
        ("-o={model}", "{model}"),
        ("{cnf}{foo}", "{foo}"),
        ("{a}{b}", "{a}"),
        ("{CNF}", "{CNF}"),
        ("{size=3}", "{size=3}"),
    ],
)
def test_a_command_has_no_unknown_names_in_braces(word: str, unknown: str) -> None:
    known = f"contains the unknown name {unknown}: there are {{cnf}} for the formula"
    with pytest.raises(UsageError, match=re.escape(known)):
        template(f"minisat {{cnf}} {word}")


@pytest.mark.parametrize("word", ["{print $1}", '{"a": {b}}', "{1}", "x{2,3}", "${HOME}", "{cnf}{out}"])
def test_other_braces_are_passed_on(word: str) -> None:
    assert template(f"minisat {{cnf}} '{word}'").command[2] == word


@pytest.mark.parametrize("word", ["{unsat=abc}", "{unsat=2000}", "{unsat=256}", "{unsat=}", "-x{unsat=1}"])
def test_an_exit_code_that_is_none_is_refused(word: str) -> None:
    with pytest.raises(
        UsageError, match=r"\{unsat=CODE\} is a word of its own, and its exit code is a whole number from 0 to 255$"
    ):
        template(f"minisat {{cnf}} {word}")


def test_a_command_that_begins_with_a_solver_of_pysat_is_explained() -> None:
    with pytest.raises(SolverMissing, match=r"not a program on this machine; .* PySAT is --solver cadical153"):
        open_session("cadical153 {cnf}", 1)


def test_programs_inside_installed_packages_are_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "site-packages" / "some_wheels" / "bin"
    folder.mkdir(parents=True)
    program = folder / "kissat-of-a-wheel"
    program.write_text("#!/bin/sh\n")
    monkeypatch.syspath_prepend(str(tmp_path / "site-packages"))
    assert find_program(program.name) is None
    program.chmod(0o755)
    assert find_program(program.name) == str(program)
    assert find_program("python") is not None
    assert find_program("no-such-program") is None


def test_unknown_names_are_explained() -> None:
    with pytest.raises(UsageError, match="did you mean cadical"):
        open_session("cadical154", 1)
    for empty in ("", " "):
        with pytest.raises(UsageError):
            open_session(empty, 1)
    missing = [d for d in DIALECTS if d.program is None]
    for dialect in missing:
        with pytest.raises(SolverMissing, match="not installed"):
            ProcessSession(dialect, 1)


@pytest.fixture
def interrupted(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[subprocess.Popen[bytes]]]:
    """Let Ctrl-C arrive whenever a process is being started; yield the list of those that were."""
    begun: list[subprocess.Popen[bytes]] = []

    class Interrupted(subprocess.Popen):  # type: ignore[type-arg]
        def _execute_child(self, *details: object) -> None:
            signal.raise_signal(signal.SIGINT)
            super()._execute_child(*details)  # type: ignore[misc]
            begun.append(self)

    handler = signal.getsignal(signal.SIGINT)
    monkeypatch.setattr(subprocess, "Popen", Interrupted)
    yield begun
    assert signal.getsignal(signal.SIGINT) is handler


def test_an_interrupt_while_a_process_starts_is_not_lost(interrupted: list[subprocess.Popen[bytes]]) -> None:
    with pytest.raises(KeyboardInterrupt):
        Process(["sleep", "600"], "sleep")
    assert [started.returncode is None for started in interrupted] == [False, False]  # that of the guard, and its own


def test_an_interrupt_while_the_guard_starts_ends_it(interrupted: list[subprocess.Popen[bytes]]) -> None:
    with pytest.raises(KeyboardInterrupt), guarding():
        pass
    assert [guard.returncode for guard in interrupted] == [0]


@pytest.mark.usefixtures("interrupted")
def test_a_process_goes_on_if_the_handler_of_a_signal_does() -> None:
    came: list[int] = []
    before = signal.signal(signal.SIGINT, lambda number, _: came.append(number))
    try:
        with Process(["cat"], "cat", listens=True) as cat:
            assert cat.send(b"here")
            assert cat.receive(4) == b"here"
    finally:
        signal.signal(signal.SIGINT, before)
    assert came


@pytest.mark.usefixtures("interrupted")
def test_an_interrupt_while_a_process_cannot_start_is_not_lost_either() -> None:
    with pytest.raises(KeyboardInterrupt):
        Process(["/nonexistent/program"], "none")


def test_a_process_that_cannot_start_is_reported() -> None:
    with pytest.raises(SolverMissing, match="none cannot be started: No such file"):
        Process(["/nonexistent/program"], "none")


def test_a_proof_is_read_within_the_time_limit(tmp_path: Path) -> None:
    session = ProcessSession(template("true {cnf} {proof}"), 3, Deadline.after(0), log_proof=True)
    proof = tmp_path / "proof.drup"
    proof.write_text("1 0\n0\n")
    with pytest.raises(GaveUp):
        session._read(proof)


def test_a_proof_may_be_binary(tmp_path: Path) -> None:
    session = ProcessSession(template("true {cnf} {proof}"), 3, log_proof=True)
    proof = tmp_path / "proof.drat"
    proof.write_bytes(b"a\2\7\0d\4\0a\0")
    assert session._read(proof) == ("1 -3 0", "d 2 0", "0")


def test_an_answer_is_read_within_the_time_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    finish = Process.finish

    def at_the_last_moment(process: Process, *limits: Any) -> int:
        code = finish(process, *limits)
        monkeypatch.setattr(time, "monotonic", lambda: float("inf"))
        return code

    monkeypatch.setattr(Process, "finish", at_the_last_moment)
    assert ask(fake("honest"), "satisfiable") == Unknown(Stopped("time", "time limit of 60 s reached"))


def test_no_formula_is_written_past_the_deadline(monkeypatch: pytest.MonkeyPatch) -> None:
    written: list[object] = []
    monkeypatch.setattr(process, "write_cnf", lambda _, __, rows, ___: written.extend(rows))
    with ProcessSession(template("true {cnf}"), 3, Deadline.after(0)) as session:
        session.add([Clauses.units([1, 2], ORIGIN)])
        verdict = session.solve()
    assert isinstance(verdict, Unknown)
    assert verdict.stopped.kind == "time"
    assert written == []


@pytest.mark.parametrize(
    ("script", "version"),
    [
        ("echo c MySat version 2.1; echo more", "mysat 2.1"),
        ("echo 'a \033[1m'", "mysat �[1m"),
        ("exit 1", ""),
        ("kill $$", ""),
    ],
)
def test_the_version_of_a_program_is_what_it_prints(script: str, version: str, tmp_path: Path) -> None:
    program = tmp_path / "mysat"
    program.write_text(f"#!/bin/sh\n{script}\n")
    program.chmod(0o755)
    asked = Dialect("mysat", (str(program),), "", version="--version")
    assert printed_version(asked) == version
    assert printed_version(replace(asked, version="")) == printed_version(replace(asked, command=("/nothing",))) == ""


def test_settings_and_versions_of_solvers_are_named() -> None:
    assert described("cadical153").startswith("cadical153 (stabilizeonly=1), PySAT ")
    assert (described("dpll"), described("sh x {cnf}"), described("")) == ("dpll", "sh x {cnf}", "")


def test_a_program_is_named_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hashicnf.backends.choose.version_of", lambda _: "kissat 4.0.4")
    assert described("kissat") == "kissat 4.0.4"
