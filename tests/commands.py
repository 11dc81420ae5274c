"""Commands run as users run them: as processes, interrupted from the keyboard, on a terminal."""

from __future__ import annotations

import os
import pty
import shlex
import signal
import subprocess
import sys
import time
from codecs import getincrementaldecoder
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Thread
from typing import Final

import pytest

PROGRAM: Final = (sys.executable, "-m", "hashicnf")
IN_SHELL: Final = shlex.join(PROGRAM)


def run(*arguments: str, stdin: str | None = None, cwd: Path | None = None) -> subprocess.CompletedProcess[str]:
    """Run a command to its end."""
    environment = {**os.environ, "COLUMNS": "100"}
    return subprocess.run(
        [*PROGRAM, *arguments],
        input=stdin,
        capture_output=True,
        text=True,
        cwd=cwd,
        env=environment,
        timeout=100,
        check=False,
    )


def interrupt(*arguments: str, after: float) -> subprocess.CompletedProcess[str]:
    """Run a command and press Ctrl-C when it has used so many seconds of processor time."""
    pipe = subprocess.PIPE
    with subprocess.Popen([*PROGRAM, *arguments], stdout=pipe, stderr=pipe, text=True) as process:
        _wait_for_work(process.pid, after)
        process.send_signal(signal.SIGINT)
        output, errors = process.communicate(timeout=60)
    return subprocess.CompletedProcess(process.args, process.returncode, output, errors)


def _wait_for_work(pid: int, seconds: float) -> None:
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline:
        ticks = int(Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[11])
        if ticks / os.sysconf("SC_CLK_TCK") > seconds:
            return
        time.sleep(0.02)
    pytest.fail("the process does not work")


class Terminal:
    """A command whose stderr is a terminal, and its stdout too where ``output`` says so; else stdin and stdout are pipes."""

    def __init__(self, *arguments: str, output: bool = False) -> None:
        self.screen, there = pty.openpty()
        self.shown = ""
        self.decode = getincrementaldecoder("utf-8")().decode
        pipe, environment = subprocess.PIPE, {**os.environ, "COLUMNS": "120"}
        self.process = subprocess.Popen(
            [*PROGRAM, *arguments], stdin=pipe, stdout=there if output else pipe, stderr=there, env=environment
        )
        os.close(there)

    def look(self) -> bool:
        """Read what the terminal shows next; False at its end."""
        try:
            part = os.read(self.screen, 4096)
        except OSError:
            return False
        self.shown += self.decode(part)
        return bool(part)

    def look_on(self) -> None:
        while self.look():
            pass

    def wait_for(self, text: str) -> None:
        while text not in self.shown:
            assert self.look(), f"it ended before it showed {text!r}: {self.shown!r}"

    def finish(self, given: bytes = b"") -> tuple[int, bytes]:
        """Give it what it waits for; return exit code and output."""
        reader = Thread(target=self.look_on)
        reader.start()
        output, _ = self.process.communicate(given, timeout=100)
        reader.join()
        return self.process.returncode, output


@contextmanager
def terminal(*arguments: str, output: bool = False) -> Iterator[Terminal]:
    opened = Terminal(*arguments, output=output)
    try:
        yield opened
    finally:
        opened.process.kill()
        opened.process.communicate()
        os.close(opened.screen)
