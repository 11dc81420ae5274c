"""Commands run as users run them: to their end in this process or in one of their own, interrupted, on a terminal.

A process costs a third of a second, nearly all of it imports. ``run`` is for tests of what a command does, ``start`` for
tests of a process: its streams, signals, start and end.
"""

from __future__ import annotations

import os
import pty
import re
import shlex
import signal
import subprocess
import sys
import warnings
from codecs import getincrementaldecoder
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from functools import cache
from pathlib import Path
from tempfile import TemporaryFile
from threading import Thread
from typing import Any, Final

import pytest

from tests.patience import wait_until

PROGRAM: Final = (sys.executable, "-m", "hashicnf")
IN_SHELL: Final = shlex.join(PROGRAM)
AT_ONCE: Final = "from hashicnf.cli import main, statusline; statusline.QUIET_SECONDS = 0.05; main()"


def run(*arguments: str, stdin: str | None = None, cwd: Path | None = None) -> subprocess.CompletedProcess[str]:
    """Run a command to its end in this process, with standard streams and a folder of its own."""
    from hashicnf.cli.app import run as run_here

    with ExitStack() as stack:
        patch = stack.enter_context(pytest.MonkeyPatch.context())
        patch.setenv("COLUMNS", "100")
        if cwd is not None:
            patch.chdir(cwd)
        stack.enter_context(warnings.catch_warnings())
        # Some versions of typer use what some versions of click call deprecated.
        warnings.filterwarnings("ignore", "'click", DeprecationWarning)
        printed = stack.enter_context(_streams(stdin or ""))
        try:
            code = run_here(list(arguments))
        except SystemExit as end:
            code = end.code if isinstance(end.code, int) else int(end.code is not None)
        return subprocess.CompletedProcess(arguments, code, *printed())


@contextmanager
def _streams(given: str) -> Iterator[Callable[[], tuple[str, str]]]:
    """Put files in place of the standard streams, by name and by number: solvers and children know only the numbers.

    Yields a function that returns what was printed on standard output and standard error.
    """
    with TemporaryFile() as source, TemporaryFile() as output, TemporaryFile() as errors, ExitStack() as stack:
        source.write(given.encode())
        source.seek(0)
        patch = stack.enter_context(pytest.MonkeyPatch.context())
        for number, (name, file) in enumerate([("stdin", source), ("stdout", output), ("stderr", errors)]):
            before = os.dup(number)
            stack.callback(os.close, before)
            stack.callback(os.dup2, before, number)
            os.dup2(file.fileno(), number)
            unwritable = "backslashreplace" if name == "stderr" else "strict"
            stream = open(number, "w" if number else "r", encoding="utf-8", errors=unwritable, closefd=False)  # noqa: SIM115
            stack.callback(stream.close)
            patch.setattr(sys, name, stream)

        def printed() -> tuple[str, str]:
            for stream in (sys.stdout, sys.stderr):
                stream.flush()
            for file in (output, errors):
                file.seek(0)
            return output.read().decode(), errors.read().decode()

        yield printed


def start(*arguments: str, stdin: str | None = None, cwd: Path | None = None) -> subprocess.CompletedProcess[str]:
    """Run a command to its end in a process of its own."""
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


def interrupt(*arguments: str) -> subprocess.CompletedProcess[str]:
    """Run a command and press Ctrl-C when it works."""
    pipe = subprocess.PIPE
    with started(*arguments, stdout=pipe, stderr=pipe, text=True) as process:
        wait_for_work(process.pid)
        process.send_signal(signal.SIGINT)
        output, errors = process.communicate(timeout=60)
    return subprocess.CompletedProcess(process.args, process.returncode, output, errors)


@contextmanager
def started(*arguments: str, **how: Any) -> Iterator[subprocess.Popen[str]]:
    """Start a command; a test that fails leaves no process behind."""
    with subprocess.Popen([*PROGRAM, *arguments], **how) as process:
        try:
            yield process
        finally:
            process.kill()


@cache
def seconds_of_a_start() -> float:
    """Measure the processor time of a command that has next to nothing to do."""
    before = os.times()
    start("solve", "-", stdin="1.1\n")
    after = os.times()
    return after.children_user + after.children_system - before.children_user - before.children_system


def wait_for_work(pid: int) -> None:
    """Wait until a process has used the processor for twice as long as a start does."""
    ticks = 2 * seconds_of_a_start() * os.sysconf("SC_CLK_TCK")
    wait_until(lambda: int(stat_of(pid)[11]) > ticks)


def wait_for_child(pid: int) -> int:
    """Wait until a process has started another program, and return the number of that process."""
    return wait_until(lambda: next(_children(pid), 0))


def _children(pid: int) -> Iterator[int]:
    """Yield the processes that a process has started and that run other programs."""
    for entry in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):  # a process may end while it is looked at
            is_child = int(stat_of(entry.name)[1]) == pid
            if is_child and (entry / "cmdline").read_bytes() != Path(f"/proc/{pid}/cmdline").read_bytes():
                yield int(entry.name)


def stat_of(pid: int | str) -> list[str]:
    """Return what Linux tells of a process, from its state on."""
    return Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()


def is_running(pid: int) -> bool:
    """Return whether a process runs; on Linux, one that only nobody has waited for does not."""
    try:
        os.kill(pid, 0)
        return stat_of(pid)[0] != "Z"
    except ProcessLookupError:
        return False
    except FileNotFoundError:
        return sys.platform != "linux"


class Terminal:
    """A command whose stderr is a terminal, and its stdout too where ``output`` says so; else stdin and stdout are pipes.

    With ``at_once`` its line of progress does not wait until the command has taken long.
    """

    def __init__(self, *arguments: str, output: bool = False, at_once: bool = False) -> None:
        self.screen, there = pty.openpty()
        self.shown = ""
        self.decode = getincrementaldecoder("utf-8")().decode
        pipe, environment = subprocess.PIPE, {**os.environ, "COLUMNS": "120", "NO_COLOR": "1"}
        program = (sys.executable, "-c", AT_ONCE) if at_once else PROGRAM
        self.process = subprocess.Popen(
            [*program, *arguments], stdin=pipe, stdout=there if output else pipe, stderr=there, env=environment
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
        self.wait_for_match(re.escape(text))

    def wait_for_match(self, pattern: str) -> None:
        while re.search(pattern, self.shown) is None:
            assert self.look(), f"it ended before it showed {pattern!r}: {self.shown!r}"

    def finish(self, given: bytes = b"") -> tuple[int, bytes]:
        """Give it what it waits for; return exit code and output."""
        reader = Thread(target=self.look_on)
        reader.start()
        output, _ = self.process.communicate(given, timeout=100)
        reader.join()
        return self.process.returncode, output


@contextmanager
def terminal(*arguments: str, output: bool = False, at_once: bool = False) -> Iterator[Terminal]:
    opened = Terminal(*arguments, output=output, at_once=at_once)
    try:
        yield opened
    finally:
        opened.process.kill()
        opened.process.communicate()
        os.close(opened.screen)
