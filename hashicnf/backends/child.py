"""A PySAT solver in a process of its own, for time limits, a clean Ctrl-C, and solvers that crash.

CaDiCaL, kissat and Lingeling inside PySAT cannot be interrupted, and they hold the interpreter while they search; a process can
always be killed. It costs the start of one small Python, so it is used only where it is needed.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable
from pathlib import Path
from types import TracebackType
from typing import Self

import numpy as np

from hashicnf.backends.pysat import CHUNK, ONE_SHOT, accepted
from hashicnf.backends.supervisor import MIB, PastDeadlineError, Process
from hashicnf.core.constraints import Clauses
from hashicnf.core.deadline import NEVER, Deadline
from hashicnf.errors import SolverFailed, printable_lines
from hashicnf.logic import Sat, Unknown, Unsat, Verdict, model_of

SCRIPT = Path(__file__).with_name("_child.py")
CHATTER = 32 * MIB


class ChildSession:
    """An incremental PySAT solver that is killed at its deadline."""

    def __init__(self, name: str, variables: int, deadline: Deadline = NEVER) -> None:
        """Start the process."""
        self.name, self.variables, self._deadline = name, variables, deadline
        self._contradiction = self._late = False
        order = json.dumps({"solver": accepted(name), "anew": name in ONE_SHOT, "path": [*map(str, sys.path)]})
        self._process = Process([sys.executable, "-I", str(SCRIPT), order], name, deadline=deadline, listens=True)

    def add(self, blocks: Iterable[Clauses]) -> None:
        """Send clauses; what does not fit before the deadline is not sent, and ``solve`` returns Unknown."""
        try:
            for block in blocks:
                if block.width == 0:
                    self._contradiction |= len(block) > 0
                    continue
                for start in range(0, len(block), CHUNK):
                    part = np.ascontiguousarray(block.rows[start : start + CHUNK], dtype=np.intc)
                    self._send(b"A" + np.array([len(part), block.width], dtype=np.intc).tobytes() + part.tobytes())
        except PastDeadlineError:
            self._late = True

    def solve(self) -> Verdict:
        """Decide the clauses within what is left of the time. Raises SolverFailed when the process breaks."""
        if self._contradiction:
            return Unsat()
        if self._late:
            return Unknown(self._deadline.stopped())
        try:
            self._send(b"S")
            return self._answer()
        except PastDeadlineError:
            self._late = True
            return Unknown(self._deadline.stopped())

    def _answer(self) -> Verdict:
        match self._receive(1):
            case b"s":
                literals = np.frombuffer(self._receive_counted(4), dtype=np.intc).astype(np.int32)
                return Sat(model_of(literals[np.abs(literals) <= self.variables], self.variables))
            case b"u":
                return Unsat()
            case _:
                reason = printable_lines(self._receive_counted(1).decode(errors="replace"))
                raise SolverFailed(f"{self.name} inside PySAT failed: {reason}")

    def _send(self, data: bytes) -> None:
        """Write to the process. Raises SolverFailed with what it reported if it has closed its input."""
        if not self._process.send(data):
            self._answer()
            raise SolverFailed(f"{self.name} inside PySAT answered before it was asked")

    def _receive(self, count: int) -> bytes:
        """Read exactly ``count`` bytes. Raises SolverFailed if the process is gone."""
        if (data := self._process.receive(count)) is not None:
            return data
        code = self._process.finish(CHATTER)
        how = f"was killed by signal {-code}" if code < 0 else f"ended with exit code {code}"
        wrote = self._process.complaint()
        raise SolverFailed(f"{self.name} inside PySAT {how}" + (f"; it wrote:\n    {wrote}" if wrote else ""))

    def _receive_counted(self, size: int) -> bytes:
        """Read a count of items of so many bytes, and the items."""
        return self._receive(size * int.from_bytes(self._receive(4), sys.byteorder))

    def __enter__(self) -> Self:
        """Start using the session."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Kill the process and close the pipes."""
        self._process.end()
