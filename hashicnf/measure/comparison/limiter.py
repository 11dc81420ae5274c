"""Run one command within limits: start it, end it with all its child processes, and report its time and memory.

This is a script, which ``process`` runs in a small Python process that imports no module of hashicnf. It must be small: the peak
memory that a system reports for a program is never less than that of the process which started it, so a large parent would
measure itself. The order is passed as JSON in the first argument; the report is JSON on standard output:

    order    command, three file descriptors (stdin, stdout, stderr), timeout in seconds, memory and output in bytes, or null
    report   code (negative: the signal), ended (itself | time | memory | output | cancelled), wall and cpu seconds, peak bytes

When the limiter's standard input ends, because the parent cancels or has died, it kills all processes. Processes that lost their
parent are adopted (on Linux) and killed as well. At a limit the command first gets SIGINT, as from Ctrl-C, and a moment to
print its figures. ``wall`` runs from just before the start of the command until it has ended, or until a limit was reached.
``peak`` is the resident memory of the largest process; the memory limit applies to the sum over all processes.
"""

from __future__ import annotations

import ctypes
import json
import os
import select
import signal
import sys
import time
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from types import FrameType
from typing import Any, Final

POLL: Final = 0.1
GRACE: Final = 1.0
CANNOT_START: Final = 127
PR_SET_PDEATHSIG: Final = 1
PR_SET_CHILD_SUBREAPER: Final = 36


class Limiter:
    """Runs one command; ``peak`` is the maximum and ``cpu`` the sum over all reaped processes."""

    def __init__(self, order: Mapping[str, Any]) -> None:
        """Store the order, become the parent of orphaned processes, and let signals wake ``select``."""
        self.order = order
        self.peak, self.cpu = 0, 0.0
        self.code: int | None = None
        self.terminated = False
        if sys.platform == "linux":
            ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1)
        self._bell, ring = os.pipe()
        os.set_blocking(ring, False)
        signal.set_wakeup_fd(ring, warn_on_full_buffer=False)
        signal.signal(signal.SIGCHLD, lambda *_: None)
        signal.signal(signal.SIGTERM, self._terminate)

    def run(self) -> dict[str, object]:
        """Start the command, wait for its end or end it at a limit, and return the report."""
        start = time.perf_counter()
        self.pid = self._start()
        ended = self._watch(start)
        wall = time.perf_counter() - start
        self._clear()
        return {"code": self.code, "ended": ended, "wall": wall, "cpu": self.cpu, "peak": self.peak}

    def _terminate(self, number: int, frame: FrameType | None) -> None:  # noqa: ARG002 - the signature of handlers
        self.terminated = True

    def _start(self) -> int:
        """Fork; the child becomes the command, in a session of its own."""
        limiter = os.getpid()
        try:
            if pid := os.fork():
                return pid
        except OSError as problem:
            self._refused(self.order["stderr"], problem)
            self.code = CANNOT_START
            return 0
        try:
            os.setsid()
            if sys.platform == "linux":
                ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
            if os.getppid() == limiter:
                for target, name in enumerate(("stdin", "stdout", "stderr")):
                    os.dup2(self.order[name], target)
                for number in (signal.SIGCHLD, signal.SIGTERM, signal.SIGINT):
                    signal.signal(number, signal.SIG_DFL)
                os.execvp(self.order["command"][0], self.order["command"])  # noqa: S606
        except OSError as problem:
            self._refused(2, problem)
        finally:
            os._exit(CANNOT_START)

    def _refused(self, errors: int, problem: OSError) -> None:
        """Write to a file descriptor why the command cannot be started."""
        os.write(errors, f"{self.order['command'][0]} cannot be started: {problem.strerror}\n".encode())

    def _watch(self, start: float) -> str:
        """Wait until the command ends or has to be ended; return the reason, a value of ``ended``."""
        timeout = self.order["timeout"]
        while True:
            if self._reap():
                return "itself"
            if self.terminated:
                return "cancelled"
            left = POLL if timeout is None else start + timeout - time.perf_counter()
            if left <= 0:
                return "time"
            ready, _, _ = select.select([self._bell, sys.stdin.fileno()], [], [], min(left, POLL))
            if sys.stdin.fileno() in ready:
                return "cancelled"
            if self._bell in ready:
                os.read(self._bell, 4096)
            elif passed := self._passed():
                return passed

    def _passed(self) -> str | None:
        """Return the limit that has been exceeded, output or memory; None if there is none."""
        memory = self.order["memory"]
        if os.fstat(self.order["stdout"]).st_size > self.order["output"]:
            return "output"
        if memory is not None and sum(resident for _, resident in below(os.getpid())) > memory:
            return "memory"
        return None

    def _reap(self) -> bool:
        """Reap all processes that have ended; return whether the command has ended, now or before."""
        with suppress(ChildProcessError):
            while True:
                pid, status, usage = os.wait4(-1, os.WNOHANG)
                if not pid:
                    break
                unit = 1 if sys.platform == "darwin" else 1024
                self.peak = max(self.peak, usage.ru_maxrss * unit)
                self.cpu += usage.ru_utime + usage.ru_stime
                if pid == self.pid:
                    self.code = os.waitstatus_to_exitcode(status)
        return self.code is not None

    def _clear(self) -> None:
        """End the command with SIGINT, then SIGKILL, and kill all its child processes."""
        known = {pid for pid, _ in below(os.getpid())}
        if not self._reap():
            interrupt(self.pid)
            deadline = time.perf_counter() + GRACE
            while not self._reap() and time.perf_counter() < deadline:
                select.select([self._bell], [], [], 0.01)
        while not self._reap() or known:
            for pid in known:
                kill(pid)
            time.sleep(0.001)
            known = {pid for pid, _ in below(os.getpid())}


def interrupt(pid: int) -> None:
    """Send SIGINT once, to the group or else the process: a second one would interrupt the printing of the statistics."""
    for send in (os.killpg, os.kill):
        with suppress(ProcessLookupError, PermissionError):
            send(pid, signal.SIGINT)
            return


def kill(pid: int) -> None:
    """Kill a process and, if it leads a group, the group."""
    for send in (os.killpg, os.kill):
        with suppress(ProcessLookupError, PermissionError):
            send(pid, signal.SIGKILL)


def below(root: int) -> list[tuple[int, int]]:
    """List all descendants of a process as (pid, resident bytes), without those that have ended."""
    table = _from_proc() if sys.platform == "linux" else _from_ps()
    children: dict[int, list[tuple[int, int]]] = {}
    for pid, parent, resident in table:
        children.setdefault(parent, []).append((pid, resident))
    found = list(children.get(root, ()))
    for pid, _ in found:
        found += children.get(pid, ())
    return found


def _from_proc() -> list[tuple[int, int, int]]:
    page, found = os.sysconf("SC_PAGE_SIZE"), []
    for folder in Path("/proc").iterdir():
        if not folder.name.isdigit():
            continue
        with suppress(OSError):
            fields = Path(folder, "stat").read_text(errors="replace").rpartition(")")[2].split()
            if fields[0] != "Z":
                found.append((int(folder.name), int(fields[1]), int(fields[21]) * page))
    return found


def _from_ps() -> list[tuple[int, int, int]]:
    import subprocess

    command = ["ps", "-axo", "pid=,ppid=,rss=,state="]
    with subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, text=True) as ps:
        rows = [line.split() for line in ps.stdout or ()]
    return [(int(r[0]), int(r[1]), int(r[2]) * 1024) for r in rows if int(r[0]) != ps.pid and r[3][0] != "Z"]


if __name__ == "__main__":
    sys.stdout.write(json.dumps(Limiter(json.loads(sys.argv[1])).run()))
