"""Run cases in worker processes that are replaced when they die, and judge what comes back."""

from __future__ import annotations

import json
import os
import shlex
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from pathlib import Path
from threading import Lock
from typing import Final, Self

from tests.fuzzing.cases import Case, Step
from tests.fuzzing.corpus import ROOT
from tests.fuzzing.judging import Ran, complaint
from tests.fuzzing.worker import PRINTED, SAID, SECONDS

CASES_OF_A_WORKER: Final = 1000
SHOWN: Final = 40_000
COMMAND: Final = (sys.executable, "-W", "error", "-m", "tests.fuzzing.worker")


@dataclass(frozen=True, slots=True)
class Fault:
    """A case that ended badly: what is wrong, and the run in which it showed."""

    what: str
    case: Case
    ran: Ran

    def report(self) -> str:
        """Tell it so that it can be found again."""
        steps = "\n".join(f"    hashicnf {shlex.join(step.arguments)}" for step in self.case.steps)
        files = "\n".join(f"    {name}: {data[:300]!r}" for name, data in self.case.files.items())
        return f"{self.what} (case {self.case.number})\n{steps}\n{files}\n    said: {self.ran.said[-600:]!r}"

    def save(self, folder: Path) -> None:
        """Write the files of the case, and the commands that show the fault."""
        folder.mkdir(parents=True, exist_ok=True)
        for name, data in self.case.files.items():
            (folder / name).write_bytes(data)
        (folder / "fault.txt").write_text(self.report() + "\n", errors="backslashreplace")


class Worker:
    """A worker process and its private folder."""

    def __init__(self, seconds: float = SECONDS) -> None:
        self._seconds = seconds
        self._process: subprocess.Popen[str] | None = None
        self._folder = tempfile.TemporaryDirectory(prefix="fuzzing-")
        self._here = Path(self._folder.name)
        self._temporary = self._here / "temporary"
        self._temporary.mkdir()
        self._ran = 0

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *problem: object) -> None:
        self.stop()
        self._folder.cleanup()

    def stop(self) -> None:
        """End the process; the next command starts another one."""
        process, self._process = self._process, None
        if process is not None:
            process.kill()
            process.communicate()

    def run(self, case: Case) -> Fault | None:
        """Run a case; return its fault."""
        folder = self._here / "case"
        self._ran += 1
        if self._ran % CASES_OF_A_WORKER == 0:
            self.stop()
        for name, data in case.files.items():
            (folder / name).parent.mkdir(exist_ok=True)
            (folder / name).write_bytes(data)
        try:
            for number, step in enumerate(case.steps):
                ran = self._left(case, self._run(step, case.stdin if number == 0 else None, folder))
                if (what := complaint(ran)) is not None:
                    self.stop()
                    return Fault(what, case, ran)
                if ran.code not in step.goes_on:
                    break
                (folder / f"{PRINTED}.{number}").write_bytes((folder / PRINTED).read_bytes())
        finally:
            for path in folder.iterdir():
                shutil.rmtree(path) if path.is_dir() else path.unlink()
        return None

    def _run(self, step: Step, stdin: str | None, folder: Path) -> Ran:
        process = self._process or self._start(folder)
        assert process.stdin is not None
        assert process.stdout is not None
        request = {"arguments": step.arguments, "stdin": stdin, "seconds": self._seconds}
        process.stdin.write(json.dumps(request) + "\n")
        process.stdin.flush()
        reply = process.stdout.readline()
        printed, said = (_read(folder / name) for name in (PRINTED, SAID))
        if reply:
            return Ran(step, printed=printed, said=said, **json.loads(reply))
        self._process = None
        process.communicate()
        return Ran(step, None, printed, said, signal=-process.returncode)

    def _start(self, folder: Path) -> subprocess.Popen[str]:
        folder.mkdir(exist_ok=True)
        environment = {**os.environ, "PYTHONPATH": str(ROOT), "TMPDIR": str(self._temporary)}
        self._process = subprocess.Popen(
            COMMAND, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, cwd=folder, env=environment
        )
        return self._process

    def _left(self, case: Case, ran: Ran) -> Ran:
        """Add the files that should not be there: in the folder of temporary files, or beside those of the case."""
        known = {*case.files, *case.outputs, PRINTED, SAID, *(f"{PRINTED}.{i}" for i in range(len(case.steps)))}
        found = [*(self._here / "case").iterdir(), *self._temporary.iterdir()]
        return replace(ran, left=tuple(sorted(path.name for path in found if path.name not in known)))


def _read(path: Path) -> str:
    """Read what a command printed, without the middle if it is long."""
    text = path.read_bytes().decode("utf-8", "replace") if path.exists() else ""
    return text if len(text) <= 2 * SHOWN else f"{text[:SHOWN]} [...] {text[-SHOWN:]}"


def hunt(cases: Iterable[Case], *, workers: int, on_fault: Callable[[Fault], None] | None = None) -> list[Fault]:
    """Run cases on so many workers; return the faults that show again in a fresh process, by the numbers of their cases."""
    lock, remaining = Lock(), iter(cases)

    def work(_: int) -> list[Fault]:
        faults: list[Fault] = []
        with Worker(SECONDS) as worker:
            while True:
                with lock:
                    case = next(remaining, None)
                if case is None:
                    return faults
                if worker.run(case) is not None and (fault := worker.run(case)) is not None:
                    faults.append(fault)
                    if on_fault is not None:
                        on_fault(fault)

    with ThreadPoolExecutor(workers) as pool:
        found = [fault for faults in pool.map(work, range(workers)) for fault in faults]
    return sorted(found, key=lambda fault: fault.case.number)
