"""Work in one process needs no features of POSIX systems alone; parts that do need them report that."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Final

import pytest

ROOT = Path(__file__).parent.parent.parent
SMALL = str(ROOT / "examples" / "hashi" / "small.puz")

# What Windows lacks: modules, and names in modules. Other packages are imported before, for they look which system it is.
# Before even those goes opening by a folder's number: shutil looks for it when imported, and then wants O_NONBLOCK.
BARE: Final = """
import os
os.supports_dir_fd.clear()
import select, signal, subprocess, sys
import lark, numpy, pysat.solvers, typer

for name in "fcntl resource grp pwd pty termios tty select".split():
    sys.modules[name] = None
missing = {
    os: "O_NONBLOCK O_CLOEXEC O_DIRECTORY O_NOFOLLOW fork forkpty killpg getpgid setsid setpgid getuid geteuid getgid wait4 "
        "waitid WNOHANG sysconf uname set_blocking mkfifo fchmod chown sched_getaffinity getloadavg nice pread register_at_fork",
    signal: "SIGALRM SIGCHLD SIGHUP SIGKILL SIGPIPE SIGUSR1 SIGXCPU alarm setitimer pthread_sigmask sigwait siginterrupt pause",
}
for module, names in missing.items():
    for name in names.split():
        if hasattr(module, name):
            delattr(module, name)

class NoProcess:
    def __init__(self, *_, **__):
        raise AssertionError("a process is started")

subprocess.Popen = NoProcess
"""
LIBRARY: Final = """
import pathlib
import hashicnf
puzzle = hashicnf.read(sys.argv[1])
for connectivity in ("auto", "planar", "link-elimination", "lazy"):
    formula = hashicnf.encode(puzzle, connectivity=connectivity)
    formula.write("small.cnf")
    assert pathlib.Path("small.cnf").read_text().startswith("c ")
for words in ({}, {"timeout": 60.0}, {"solver": "cadical153"}, {"method": "dpll"}, {"method": "astar"}, {"connectivity": "planar"}):
    answer = hashicnf.solve(puzzle, **words)
    assert answer.solution is not None, words
    assert hashicnf.check(puzzle, answer.solution) == []
print(hashicnf.draw(puzzle, answer.solution))
"""
COMMANDS: Final = """
from hashicnf.cli.app import run
small = sys.argv[1]
assert run(["encode", small, "-o", "small.cnf"]) == 0
assert run(["encode", small, "--connectivity", "planar", "-o", "small.cnf.gz"]) == 0
assert run(["encode", small, "--output-dir", "instances"]) == 0
assert run(["solve", small, "--timeout", "60", "--style", "csv", "-o", "board.svg"]) == 0
assert run(["draw", small]) == 0
assert run(["convert", small, "--to", "tatham", "-o", "small.tatham"]) == 0
sys.stdout = open("small.out", "w")
assert run(["sat", "small.cnf"]) == 10
sys.stdout.close()
sys.stdout = open("small.sol", "w")
assert run(["decode", "small.out", "--cnf", "small.cnf"]) == 0
sys.stdout.close()
sys.stdout = sys.__stdout__
assert run(["check", small, "small.sol"]) == 0
assert run(["unique", small]) in (0, 1)
assert run(["count", small]) == 0
assert run(["hint", small]) in (0, 1)
"""


def bare(script: str, cwd: Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-W", "error", "-c", BARE + script, SMALL]
    return subprocess.run(command, capture_output=True, text=True, cwd=cwd, timeout=100, check=False)


@pytest.mark.parametrize("script", [LIBRARY, COMMANDS], ids=["library", "commands"])
def test_reading_encoding_solving_and_checking_need_no_posix(script: str, tmp_path: Path) -> None:
    done = bare(script, tmp_path)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "1───3" in done.stdout or "correct" in done.stdout


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--solver", "sh {cnf}"], "sh {cnf} needs a process of its own"),
        (["--solver", "cadical153", "--timeout", "9"], "cadical153 cannot be stopped at a time limit on this system"),
    ],
)
def test_what_needs_another_process_says_so(words: list[str], said: str, tmp_path: Path) -> None:
    done = bare(f"from hashicnf.cli.app import run; sys.exit(run(['solve', sys.argv[1], *{words}]))", tmp_path)
    assert done.returncode == 69
    assert said in done.stderr


HARD: Final = """
import time
from hashicnf.backends.choose import open_session
from hashicnf.core.constraints import Clauses, Origin
from hashicnf.core.deadline import Deadline
from hashicnf.logic import Unknown
import numpy as np
holes = 11
lits = np.arange(1, (holes + 1) * holes + 1, dtype=np.int32).reshape(holes + 1, holes)
origin, none = Origin("pigeons", "pigeon"), lambda rows: np.zeros(len(rows), dtype=np.int32)
apart = np.array([(-lits[a, h], -lits[b, h]) for a in range(holes + 1) for b in range(a) for h in range(holes)], dtype=np.int32)
start = time.monotonic()
with open_session("minisat22", lits.size, Deadline.after(0.5)) as session:
    session.add([Clauses(lits, origin, none(lits)), Clauses(apart, origin, none(apart))])
    verdict = session.solve()
assert isinstance(verdict, Unknown) and verdict.stopped.kind == "time", verdict
assert time.monotonic() - start < 20
"""


def test_a_solver_in_this_process_keeps_its_time_limit(tmp_path: Path) -> None:
    """Eleven holes take MiniSat hours."""
    done = bare(HARD, tmp_path)
    assert done.returncode == 0, done.stdout + done.stderr
