"""Solve a board in a process of its own, and count its processor time with that of its children."""

from __future__ import annotations

import json
import os
import resource
import signal
import subprocess
import sys
import tempfile
import time
from contextlib import suppress
from pathlib import Path
from typing import Final

from hashicnf.records import record
from tests.kinds.boards import Kind

WALL: Final = 4  # times the limit, for other work may share the machine
TICK: Final = 0.05
GAVE_UP: Final = {30: "gave up", -signal.SIGXCPU: "limit", -signal.SIGKILL: "limit"}
ANSWERED: Final = {0: "solved", 20: "unsolvable"}


@record
class Run:
    """What came of a board: solved, unsolvable, gave up, limit or an exit code; seconds of processor time, MiB, the roads taken."""

    kind: Kind
    result: str
    seconds: float
    memory: float
    roads: str

    @property
    def is_unanswered(self) -> bool:
        """Return whether there is no answer."""
        return self.result in GAVE_UP.values()

    @property
    def is_wrong(self) -> bool:
        """Return whether there is an answer other than the right one."""
        return not self.is_unanswered and self.result != ("solved" if self.kind.solvable else "unsolvable")


def run(kind: Kind, limit: int, options: list[str]) -> Run:
    """Solve a board within seconds of processor time for each process of it."""
    with tempfile.TemporaryDirectory() as folder:
        board, output = Path(folder) / "board.puz", Path(folder) / "output"
        board.write_text(kind.text())
        command = [sys.executable, "-m", "hashicnf", "solve", str(board), "--json", *options]
        with output.open("wb") as out:
            process = _start(command, out.fileno(), limit)
            code, seconds, memory = _wait(process, time.monotonic() + WALL * limit)
        result = ANSWERED.get(code) or GAVE_UP.get(code) or f"exit {code}"
        return Run(kind, result, seconds, memory, _roads(output.read_text()))


def _start(command: list[str], output: int, limit: int) -> subprocess.Popen[bytes]:
    def bound() -> None:
        resource.setrlimit(resource.RLIMIT_CPU, (limit, limit + 5))

    return subprocess.Popen(command, stdout=output, stderr=subprocess.DEVNULL, start_new_session=True, preexec_fn=bound)


def _wait(process: subprocess.Popen[bytes], end: float) -> tuple[int, float, float]:
    """Wait for a process, killing it with its children at the end; return exit code, seconds and MiB."""
    while True:
        found, status, usage = os.wait4(pid := process.pid, os.WNOHANG)
        if found:
            process.returncode = os.waitstatus_to_exitcode(status)
            with suppress(ProcessLookupError):
                os.killpg(pid, signal.SIGKILL)
            return process.returncode, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024
        if time.monotonic() > end:
            os.killpg(pid, signal.SIGKILL)
        time.sleep(TICK)


def _roads(output: str) -> str:
    """Read the roads off the JSON of an answer."""
    with suppress(ValueError, KeyError):
        return ", ".join(json.loads(output)["stats"]["roads"])
    return ""
