"""Helpers to run batches as users do, to read their databases, and to find processes that are left."""

from __future__ import annotations

import os
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any
from uuid import uuid4

from hashicnf.batch.tables import results_in
from hashicnf.cli.app import run
from hashicnf.errors import InputError


def batch(*arguments: object) -> int:
    """Run a batch in this process, with one worker unless told otherwise; return its exit code."""
    jobs = [] if "--jobs" in arguments else ["--jobs", "1"]
    return run(["batch", *map(str, arguments), "--no-lines", *jobs])


class Driver(subprocess.Popen[str]):
    """A batch in a process of its own. Its workers inherit its ``mark``, by which they are found when it has ended too."""

    def __init__(self, *arguments: object) -> None:
        self.mark = f"TEST_OF_WORKERS={uuid4().hex}".encode()
        name, _, value = self.mark.decode().partition("=")
        command = [sys.executable, "-m", "hashicnf", "batch", *map(str, arguments), "--no-lines"]
        pipe = subprocess.PIPE
        super().__init__(command, stdout=pipe, stderr=pipe, text=True, env={**os.environ, name: value})


def started(*arguments: object) -> Driver:
    """Start a batch in a process of its own."""
    return Driver(*arguments)


def statuses(base: Path) -> dict[str, str]:
    """Return the status of each puzzle by the stem of its file, with a number from the second puzzle on."""
    found = {}
    for result in results_in(str(base)):
        number = "" if result["index"] == 1 else f"#{result['index']}"
        name = Path(result["puzzle"]).name.partition(".")[0] + number
        assert name not in found, "a result stands there twice"
        found[name] = result["status"]
    return found


def has_begun(base: Path, before: int = 0) -> bool:
    """Return whether some results are written in addition to those from before."""
    try:
        return len(statuses(base)) > before
    except InputError:  # it is only just being made
        return False


def results(base: Path) -> dict[str, dict[str, Any]]:
    """Return the results by the stem of the file."""
    return {Path(result["puzzle"]).stem: result for result in results_in(str(base))}


def is_sound(base: Path) -> bool:
    """Return whether SQLite finds no damage."""
    connection = sqlite3.connect(base)
    try:
        return connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
    finally:
        connection.close()


def workers_of(driver: Driver) -> list[int]:
    """Return the worker processes that a driver has started, recognised by their command and environment."""
    found = []
    for folder in Path("/proc").iterdir():
        if folder.name.isdigit():
            try:
                command, environment = ((folder / name).read_bytes() for name in ("cmdline", "environ"))
            except OSError:
                continue
            if b"hashicnf.batch.worker" in command and driver.mark in environment.split(b"\0"):
                found.append(int(folder.name))
    return found


def below(process: int) -> list[int]:
    """Return the descendants of a process."""
    try:
        own = Path(f"/proc/{process}/task/{process}/children").read_text().split()
    except OSError:
        return []
    children = [int(pid) for pid in own]
    return [*children, *(pid for child in children for pid in below(child))]


def runs(process: int, program: str) -> bool:
    """Return whether a process runs a program, by its command line."""
    try:
        return program.encode() in Path(f"/proc/{process}/cmdline").read_bytes()
    except OSError:
        return False


def kill(pids: Sequence[int]) -> None:
    """Kill processes, some of which may have ended."""
    for pid in pids:
        try:
            os.kill(pid, signal.SIGKILL)
        except ProcessLookupError:
            continue
