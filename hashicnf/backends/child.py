"""A PySAT solver in a process of its own, for time limits, a clean Ctrl-C, and solvers that crash.

CaDiCaL, kissat and Lingeling inside PySAT cannot be interrupted, and they block the interpreter while they search; a process can
always be killed. It costs the start of a small Python process, so it is used only if needed.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Final, Self

import numpy as np

from hashicnf.backends import out_of_conflicts, unit
from hashicnf.backends.abilities import abilities, accepted, counts_conflicts, require, require_question
from hashicnf.backends.pysat import CHUNK, ONE, mention
from hashicnf.backends.supervisor import MIB, PastDeadlineError, Process
from hashicnf.core.constraints import Clauses
from hashicnf.core.deadline import NEVER, Deadline
from hashicnf.core.stats import COUNTERS
from hashicnf.errors import HashicnfError, SolverFailed, printable_lines, unless_lack_of_memory
from hashicnf.files.temporary import temporary_folder, unwritable
from hashicnf.logic import Ints, Sat, Unknown, Unsat, Verdict, model_of

SCRIPT = Path(__file__).with_name("_child.py")
CHATTER = 32 * MIB
LRAT: Final = {"CADICAL_LRAT": "1"}  # PySAT opens the proof file before options can be set


class ChildSession:
    """An incremental PySAT solver that is killed at its deadline; with ``log_proof``, an ``Unsat`` of ``solve`` has a proof.

    With ``hints`` the proof lists the antecedents of each lemma, in LRAT, if the solver supports that.
    """

    def __init__(
        self, name: str, variables: int, deadline: Deadline = NEVER, *, log_proof: bool = False, hints: bool = False
    ) -> None:
        """Start the process."""
        self.name, self.variables, self._deadline, self._log_proof = name, variables, deadline, log_proof
        self._folder = temporary_folder() if log_proof else ""
        self._hints = hints and abilities(name).hints
        self._contradiction = self._late = False
        known = {
            "solver": accepted(name),
            "anew": abilities(name).one_shot,
            "settings": dict(abilities(name).settings),
            "proof": log_proof,
            "hints": self._hints,
            "environment": {**({"TMPDIR": self._folder} if log_proof else {}), **(LRAT if self._hints else {})},
            "path": [*map(str, sys.path)],
        }
        order = json.dumps(known)
        self._process = Process([sys.executable, "-I", str(SCRIPT), order], name, deadline=deadline, listens=True)
        try:
            self.add(mention(name, ONE))
        except BaseException:
            self._process.end()
            raise

    def add(self, blocks: Iterable[Clauses]) -> None:
        """Send clauses; if the deadline passes meanwhile, the rest is not sent, and ``solve`` returns Unknown."""
        try:
            for block in blocks:
                if block.width == 0:
                    self._contradiction |= len(block) > 0
                    continue
                for start in range(0, len(block), CHUNK):
                    part = np.ascontiguousarray(block.rows[start : start + CHUNK], dtype=np.intc)
                    self._send(b"A" + _packed([len(part), block.width]) + part.tobytes())
        except PastDeadlineError:
            self._late = True

    def solve(self) -> Verdict:
        """Decide the clauses within the rest of the time. Raises SolverFailed if the process fails."""
        if self._contradiction:
            return Unsat(("0",) if self._log_proof else None)
        match self._ask(b"S"):
            case b"s", literals:
                return Sat(model_of(literals[np.abs(literals) <= self.variables], self.variables))
            case b"u", _:
                return self._proved() if self._log_proof else Unsat()
            case _:
                return Unknown(self._deadline.stopped())

    def _proved(self) -> Verdict:
        """Fetch the proof of the last search."""
        try:
            self._send(b"D")
            if self._kind() != b"d":
                raise SolverFailed(f"{self.name} inside PySAT returned no proof")
            proof = self._receive_counted(1)
            return Unsat(hinted=proof) if self._hints else Unsat(tuple(proof.decode().splitlines()))
        except PastDeadlineError:
            self._late = True
            return Unknown(self._deadline.stopped())

    def assume(self, literals: Ints, conflicts: int | None = None) -> Verdict:
        """Decide the clauses under assumptions, int32[a], within so many conflicts and the deadline.

        Raises UsageError if the solver does not support this, SolverFailed if the process fails.
        """
        require_question(self.name, conflicts)
        if self._contradiction:
            return Unsat(core=literals[:0])
        self.add(mention(self.name, literals))
        match self._ask(b"Q" + _packed([conflicts or 0, len(literals)]) + _packed(literals)):
            case b"s", model:
                return Sat(model_of(model, int(np.abs(model).max(initial=0))))
            case b"u", core:
                return Unsat(core=core)
            case b"k", _ if conflicts is not None:
                return out_of_conflicts(conflicts)
            case _:
                return Unknown(self._deadline.stopped())

    def prefer(self, literals: Ints) -> None:
        """Set the preferred phases, int32[p]: the literals to try first in decisions."""
        require(self.name, "phases")
        self.add(mention(self.name, literals))
        if self._late:
            return
        try:
            self._send(b"P" + _packed([len(literals)]) + _packed(literals))
        except PastDeadlineError:
            self._late = True

    def implied(self, literal: int) -> set[int] | None:
        """Return the literals implied by a literal through unit propagation, itself included; None on a contradiction.

        Raises GaveUp past the deadline, since an incomplete set of literals would be taken for all of them.
        """
        require(self.name, "propagation")
        if self._contradiction:
            return None
        match self._ask(b"I" + _packed([literal])):
            case b"i", literals:
                return {literal, *literals.tolist()}
            case b"n", _:
                return None
            case _:
                raise self._deadline.stopped().error()

    def assert_literal(self, literal: int) -> None:
        """Add a clause of one literal."""
        self.add([unit(literal)])

    def conflicts(self) -> int:
        """Return the number of conflicts of all searches so far; 0 if the solver does not count them, or past the deadline."""
        return self.counters().get("conflicts", 0) if counts_conflicts(self.name) else 0

    def counters(self) -> dict[str, int]:
        """Return the counters of the solver so far, by the names of ``core.stats``; none past the deadline."""
        names = abilities(self.name).counters
        answer = self._ask(b"C") if names else None
        if answer is None:
            return {}
        low, high = answer[1][::2].tolist(), answer[1][1::2].tolist()
        every = {name: one + (other << 31) for name, one, other in zip(COUNTERS, low, high, strict=True)}
        return {name: every[name] for name in names}

    def _ask(self, request: bytes) -> tuple[bytes, Ints] | None:
        """Send a request; return the kind of the answer and its literals, int32[n], or None past the deadline."""
        if self._late:
            return None
        try:
            self._send(request)
            return self._answer()
        except PastDeadlineError:
            self._late = True
            return None

    def _answer(self) -> tuple[bytes, Ints]:
        """Receive an answer. Raises errors as ``_kind`` does."""
        kind = self._kind()
        return kind, np.frombuffer(self._receive_counted(4), dtype=np.intc).astype(np.int32)

    def _kind(self) -> bytes:
        """Receive the kind of an answer. For an error, raises that of ``_failed``; UsageError if the proof could not be written."""
        if (kind := self._receive(1)) not in (b"e", b"f"):
            return kind
        reason = printable_lines(self._receive_counted(1).decode(errors="replace"))
        if kind == b"f":
            raise unwritable(self._folder, reason)
        raise self._failed(f"failed: {reason}")

    def _send(self, data: bytes) -> None:
        """Write to the process. Raises SolverFailed with what it reported if it has closed its input."""
        if not self._process.send(data):
            self._answer()
            raise SolverFailed(f"{self.name} inside PySAT answered before it was asked")

    def _receive(self, count: int) -> bytes:
        """Read exactly ``count`` bytes. Raises errors as ``_failed`` if the process has ended."""
        if (data := self._process.receive(count)) is not None:
            return data
        raise self._failed(self._process.ending(self._process.finish(CHATTER)))

    def _failed(self, how: str) -> HashicnfError | MemoryError:
        """Return the error for a failure of the solver: MemoryError if it was for lack of memory, else SolverFailed."""
        return unless_lack_of_memory(SolverFailed(f"{self.name} inside PySAT {how}"))

    def _receive_counted(self, size: int) -> bytes:
        """Read a count of items of so many bytes, and the items."""
        return self._receive(size * int.from_bytes(self._receive(8), sys.byteorder))

    def __enter__(self) -> Self:
        """Start using the session."""
        return self

    def __exit__(self, *problem: object) -> None:
        """Kill the process and close the pipes."""
        self._process.end()


def _packed(numbers: Sequence[int] | Ints) -> bytes:
    """Return numbers in the binary form that the child reads."""
    return np.asarray(numbers, dtype=np.intc).tobytes()
