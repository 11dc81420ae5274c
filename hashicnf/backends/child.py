"""A PySAT solver in a process of its own, for time limits and a clean Ctrl-C.

CaDiCaL, kissat and Lingeling inside PySAT cannot be interrupted, and they hold the interpreter while they think; a process
can always be killed. It costs the start of one small Python, so it is used only when there is a time limit.
"""

from __future__ import annotations

import contextlib
import os
import selectors
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path
from types import TracebackType
from typing import Self

import numpy as np

from hashicnf.backends.pysat import CHUNK, accepted
from hashicnf.core.constraints import Clauses
from hashicnf.core.deadline import Deadline
from hashicnf.errors import SolverFailed
from hashicnf.logic import Ints, Sat, Unknown, Unsat, Verdict, model_of

SCRIPT = Path(__file__).with_name("_child.py")


class ChildSession:
    """An incremental PySAT solver that is killed at its deadline."""

    def __init__(self, name: str, variables: int, deadline: Deadline) -> None:
        """Start the process."""
        self.name, self.variables = name, variables
        self._deadline = deadline
        self._contradiction = False
        command = [sys.executable, "-I", str(SCRIPT), accepted(name)]
        self._process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, start_new_session=True
        )
        assert self._process.stdin is not None  # noqa: S101 - said above
        assert self._process.stdout is not None  # noqa: S101 - said above
        self._to, self._from = self._process.stdin, self._process.stdout
        os.set_blocking(self._to.fileno(), False)
        os.set_blocking(self._from.fileno(), False)

    def add(self, blocks: Iterable[Clauses]) -> None:
        """Send clauses; what does not fit before the deadline is not sent, and ``solve`` will say so."""
        for block in blocks:
            if block.width == 0:
                self._contradiction |= len(block) > 0
                continue
            for start in range(0, len(block), CHUNK):
                part = np.ascontiguousarray(block.rows[start : start + CHUNK], dtype=np.intc)
                self._send(b"A" + np.array([len(part), block.width], dtype=np.intc).tobytes() + part.tobytes())

    def solve(self) -> Verdict:
        """Decide the clauses within what is left of the time. Raises SolverFailed when the process breaks."""
        if self._contradiction:
            return Unsat()
        if not self._send(b"S"):
            return self._gave_up()
        kind = self._receive(1)
        match kind:
            case b"s":
                literals = self._receive_numbers()
                if literals is None:
                    return self._gave_up()
                return Sat(model_of(literals[np.abs(literals) <= self.variables], self.variables))
            case b"u":
                return Unsat()
            case None:
                return self._gave_up()
            case _:
                raise self._failure(kind)

    def _gave_up(self) -> Unknown:
        return Unknown(self._deadline.stopped())

    def _receive_numbers(self) -> Ints | None:
        size = self._receive(4)
        data = self._receive(4 * int.from_bytes(size, sys.byteorder)) if size else None
        return None if data is None else np.frombuffer(data, dtype=np.intc).astype(np.int32)

    def _wait(self, event: int) -> bool:
        """Wait until the pipe is ready; False at the deadline."""
        left = self._deadline.left()
        with selectors.DefaultSelector() as selector:
            selector.register(self._to if event == selectors.EVENT_WRITE else self._from, event)
            return left != 0 and bool(selector.select(left))

    def _send(self, data: bytes) -> bool:
        """Write to the process until the deadline. Raises SolverFailed if it is gone."""
        rest = memoryview(data)
        while len(rest):
            if not self._wait(selectors.EVENT_WRITE):
                return False
            try:
                rest = rest[os.write(self._to.fileno(), rest[: 1 << 16]) :]
            except BlockingIOError:
                continue
            except BrokenPipeError:
                raise self._failure(self._receive(1)) from None
        return True

    def _receive(self, count: int) -> bytes | None:
        """Read exactly ``count`` bytes, None at the deadline. Raises SolverFailed if the process is gone."""
        parts = bytearray()
        while len(parts) < count:
            if not self._wait(selectors.EVENT_READ):
                return None
            part = os.read(self._from.fileno(), count - len(parts))
            if not part:
                raise self._died()
            parts += part
        return bytes(parts)

    def _failure(self, kind: bytes | None) -> SolverFailed:
        """Make the error that the process reported before it ended."""
        size = self._receive(4) if kind == b"e" else None
        text = self._receive(int.from_bytes(size, sys.byteorder)) if size else None
        return SolverFailed(f"{self.name} inside PySAT failed: {(text or b'no reason given').decode(errors='replace')}")

    def _died(self) -> SolverFailed:
        return SolverFailed(f"{self.name} inside PySAT ended without an answer (exit code {self._process.wait()})")

    def __enter__(self) -> Self:
        """Start using the session."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Kill the process and close the pipes."""
        self._process.kill()
        self._process.wait()
        for stream in (self._to, self._from):
            with contextlib.suppress(BrokenPipeError):
                stream.close()
