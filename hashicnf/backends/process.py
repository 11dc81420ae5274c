"""External SAT solvers: write the formula to a private file, run the program, read and check its answer.

Each ``solve`` writes one file in a private folder that is always removed. A model must satisfy every clause; an exit code must
agree with the printed answer; output that cannot be parsed is an error that quotes the program. Only "unsatisfiable" is trusted,
unless a proof is requested.
"""

from __future__ import annotations

import stat
from collections.abc import Iterable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Final, Self

import numpy as np

from hashicnf.arrays.blocking import in_pieces
from hashicnf.backends.dialects import FILES, Dialect
from hashicnf.backends.guard import guarding
from hashicnf.backends.output import Output, parse_output
from hashicnf.backends.scratch import private_folder, require_room_in, scratch_file
from hashicnf.backends.supervisor import MIB, PastDeadlineError, Process
from hashicnf.core.constraints import Clauses
from hashicnf.core.deadline import NEVER, Deadline
from hashicnf.core.modelcheck import require_model
from hashicnf.dimacs.drup import closed, read_proof
from hashicnf.dimacs.writer import write_cnf
from hashicnf.errors import GaveUp, InputError, SolverFailed, SolverMissing, printable
from hashicnf.files.signals import catch_termination, release_termination, signals_wait
from hashicnf.logic import Ints, Sat, Stopped, Unknown, Unsat, Verdict, model_of

CHATTER: Final = 32 * MIB  # comments and statistics beside a model
MOST_OUTPUT: Final = 512 * MIB
MOST_PROOF: Final = 1024 * MIB
PRINTING: Final = 5.0  # seconds for a program to print its version


class ProcessSession:
    """A session of an external solver; with ``log_proof``, its ``Unsat`` has a proof.

    Raises SolverMissing if the solver is not installed.
    """

    def __init__(
        self, dialect: Dialect, variables: int, deadline: Deadline = NEVER, *, log_proof: bool = False
    ) -> None:
        """Find the program. Raises SolverMissing."""
        program = dialect.program
        if program is None:
            raise SolverMissing(f"the solver {dialect.name} is not installed: {dialect.install}")
        self.dialect, self.variables = dialect, variables
        self._program = program
        self._deadline, self._log_proof = deadline, log_proof
        self._blocks: list[Clauses] = []
        self._entered = ExitStack()

    def add(self, blocks: Iterable[Clauses]) -> None:
        """Store clauses for the next file."""
        self._blocks += blocks

    def solve(self) -> Verdict:
        """Write the file and run the solver. Raises SolverFailed for a crash or no answer, UsageError without disk space."""
        with private_folder() as folder:
            cnf, out, proof = folder / "formula.cnf", folder / "result.txt", folder / "proof.drat"
            words = [*self.dialect.command[1:], *(self.dialect.proof if self._log_proof else ())]
            for mark, path in zip(FILES, (cnf, out, proof), strict=True):
                words = [word.replace(mark, str(path)) for word in words]
            try:
                with scratch_file(cnf) as stream:
                    write_cnf(stream, self.variables, self._rows(), sum(map(len, self._blocks)))
                verdict = self._ask([self._program, *words], folder, out, proof)
                if not (isinstance(verdict, Unsat) and self._log_proof):
                    return verdict
                require_room_in(folder)  # otherwise the proof may be cut off
                return Unsat(self._read(proof))
            except (PastDeadlineError, GaveUp):
                return Unknown(self._deadline.stopped())
            except SolverFailed:
                require_room_in(folder)  # a solver that cannot write its files fails in a way of its own
                raise

    def _rows(self) -> Iterator[Ints]:
        """Yield the clauses in pieces, int32[c, k]. Raises GaveUp at the deadline."""
        for block in self._blocks:
            for _, rows in in_pieces(block.rows):
                self._deadline.require()
                yield rows

    def _read(self, proof: Path) -> tuple[str, ...]:
        """Return the lines of a proof. Raises SolverFailed unless it is a text over the formula's variables, GaveUp."""
        try:
            given = read_proof(self._result(proof), f"the proof of {self.dialect.name}", self.variables, self._deadline)
        except InputError as problem:
            raise SolverFailed(f"{self.dialect.name} wrote a proof that cannot be read: {problem}") from None
        return tuple("d " * deletes + closed(clause) for deletes, clause in self._deadline.within(given.steps()))

    def _ask(self, command: list[str], folder: Path, out: Path, proof: Path) -> Verdict:
        """Run the solver to its end, and check its output."""
        most, name = most_output(self.variables), self.dialect.name
        where = folder if self.dialect.private else None
        with Process(command, name, deadline=self._deadline, folder=where) as process:
            code = process.finish(most, lambda: _size(out) > most or _size(proof) > MOST_PROOF)
            if code < 0:
                raise SolverFailed(f"{name} {process.ending(code)}")
            try:
                printed = parse_output(bytes(process.output), f"the output of {name}", self._deadline)
                lacks_model = printed.status == "sat" and not len(printed.literals)
                written = parse_output(
                    self._result(out), f"the result file of {name}", self._deadline, is_file=lacks_model
                )
            except InputError as problem:
                raise SolverFailed(f"{name} printed what cannot be read: {problem}") from None
            if "none" not in (printed.status, written.status) and printed.status != written.status:
                raise self._failed(f"printed {printed.status} and wrote {written.status} into its result file", process)
            return self._verdict(printed if written.status == "none" else written, code, process)

    def _result(self, out: Path) -> bytes:
        """Return the contents of the result file, empty if there is none. Raises SolverFailed unless it is a regular file."""
        try:
            if not stat.S_ISREG(out.lstat().st_mode):
                raise SolverFailed(f"{self.dialect.name} left a result that is no regular file")
            return out.read_bytes()
        except FileNotFoundError:
            return b""
        except OSError as problem:
            raise SolverFailed(f"{self.dialect.name} left a result that cannot be read: {problem.strerror}") from None

    def _verdict(self, printed: Output, code: int, process: Process) -> Verdict:
        """Check the printed status against the exit code, and the model against the clauses."""
        meant, strict = self.dialect.codes.get(code), self.dialect.strict
        if meant is None and strict:
            raise self._failed(f"ended with the unknown exit code {code}", process)
        contradicts = meant in ("sat", "unsat") and printed.status not in (meant, "none")
        unproved = meant is None and printed.status == "unsat"  # a model can be checked, this cannot
        silent = printed.status == "none" and (meant in ("sat", "unsat") or process.output.strip())
        if contradicts or unproved or (strict and meant == "unknown" and printed.status in ("sat", "unsat")):
            raise self._failed(f"reported {printed.status} and ended with exit code {code}", process)
        if silent or (printed.status == "none" and not strict):
            raise self._failed(f"gave no answer (exit code {code})", process)
        match printed.status:
            case "sat":
                return self._model(printed)
            case "unsat":
                return Unsat()
            case _:
                return Unknown(Stopped("solver", f"{self.dialect.name} gave up"))

    def _model(self, printed: Output) -> Sat:
        name = self.dialect.name
        if self.dialect.terminated and not printed.terminated:
            raise SolverFailed(f"{name} printed a model without its end: it is cut off")
        if len(printed.literals) and int(np.abs(printed.literals).max()) > self.variables:
            raise SolverFailed(f"{name} printed a model with variables that the formula does not have")
        model = model_of(printed.literals, self.variables)
        if not len(printed.literals) and any(len(block.violated(model)) for block in self._blocks):
            raise SolverFailed(f"{name} reported sat and printed no model; {{out}} in its command names a file for one")
        require_model(model, self._blocks, f"{name} printed")
        return Sat(model)

    def _failed(self, what: str, process: Process) -> SolverFailed:
        """Return the error for a failure, which quotes the end of the program's output."""
        return SolverFailed(f"{self.dialect.name} {process.quoted(what)}")

    def __enter__(self) -> Self:
        """Start using the session, with one guard for all its searches; SIGTERM is caught from now on."""
        with ExitStack() as entering:
            with signals_wait():
                entering.callback(release_termination, catch_termination())
                entering.enter_context(guarding())
            self._entered = entering.pop_all()
        return self

    def __exit__(self, *problem: object) -> None:
        """End the guard, restore the handler of SIGTERM."""
        self._entered.close()


def most_output(variables: int) -> int:
    """Return the largest size of an answer in bytes: any model, even with a line for each literal, and some other output."""
    return min(CHATTER + variables * len(f"v -{variables}\r\n"), MOST_OUTPUT)


def printed_version(dialect: Dialect) -> str:
    """Return the name of an external solver and the version that it prints; nothing if it is missing, or cannot print one."""
    if not dialect.version or (program := dialect.program) is None:
        return ""
    try:
        with Process([program, dialect.version], dialect.name, deadline=Deadline.after(PRINTING)) as process:
            process.finish(MIB)
            first = process.output.decode(errors="replace").strip().partition("\n")[0]
    except (PastDeadlineError, SolverFailed, SolverMissing):
        return ""
    return f"{dialect.name} {printable(first.split()[-1])}" if first else ""


def _size(path: Path) -> int:
    try:
        return path.lstat().st_size
    except OSError:
        return 0
