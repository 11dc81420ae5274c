"""External SAT solvers: write the formula to a private file, run the program, read its answer, believe nothing.

Each ``solve`` writes one file in a folder that nobody else can read and that is always removed. A model must satisfy every clause;
an exit code must agree with the words; whatever cannot be understood is an error that quotes the program. Only "unsatisfiable"
has to be taken on trust, as no proof is asked for.
"""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Iterable
from pathlib import Path
from types import TracebackType
from typing import Self

import numpy as np

from hashicnf.backends._run import Finished, run
from hashicnf.backends.dialects import Dialect
from hashicnf.backends.output import Output, parse_output
from hashicnf.core.constraints import Clauses
from hashicnf.core.deadline import NEVER, Deadline
from hashicnf.dimacs.writer import write_cnf
from hashicnf.errors import InputError, SolverFailed, SolverMissing
from hashicnf.files.sigterm import catch_termination, release_termination
from hashicnf.logic import Sat, Stopped, Unknown, Unsat, Verdict, model_of

QUOTE = 400


class ProcessSession:
    """A session around an external solver. Raises SolverMissing if it is not installed."""

    def __init__(self, dialect: Dialect, variables: int, deadline: Deadline = NEVER) -> None:
        """Find the program and make the private folder."""
        program = dialect.program
        if program is None:
            raise SolverMissing(f"the solver {dialect.name} is not installed: {dialect.install}")
        self.dialect, self.variables = dialect, variables
        self._program = program
        self._deadline = deadline
        self._blocks: list[Clauses] = []
        self._folder = tempfile.mkdtemp(prefix="hashicnf-")
        self._terminate = catch_termination()

    def add(self, blocks: Iterable[Clauses]) -> None:
        """Keep clauses for the next file."""
        self._blocks += blocks

    def solve(self) -> Verdict:
        """Write the file and run the solver. Raises SolverFailed for a crash or an answer that is none."""
        cnf, out = Path(self._folder, "formula.cnf"), Path(self._folder, "result.txt")
        out.unlink(missing_ok=True)
        with cnf.open("wb") as stream:
            write_cnf(stream, self.variables, (b.rows for b in self._blocks), sum(map(len, self._blocks)))
        if self._deadline.is_past():
            return self._gave_up()
        words = [word.replace("{cnf}", str(cnf)).replace("{out}", str(out)) for word in self.dialect.command]
        finished = run([self._program, *words[1:]], self._folder, self._deadline, self.dialect.name)
        if finished.timed_out:
            return self._gave_up()
        data = out.read_bytes() if out.exists() and out.stat().st_size else finished.output
        return self._verdict(self._read(data, finished), finished)

    def _gave_up(self) -> Unknown:
        return Unknown(self._deadline.stopped())

    def _read(self, data: bytes, finished: Finished) -> Output:
        if finished.code < 0:
            raise self._failed(f"was killed by signal {-finished.code}", finished)
        try:
            return parse_output(data, f"the output of {self.dialect.name}")
        except InputError as problem:
            raise SolverFailed(f"{self.dialect.name} printed what cannot be read: {problem}") from None

    def _verdict(self, said: Output, finished: Finished) -> Verdict:
        """Hold words against exit code, and the model against the clauses."""
        meant = self.dialect.codes.get(finished.code)
        if meant is None and self.dialect.strict:
            raise self._failed(f"ended with the unknown exit code {finished.code}", finished)
        contradicts = meant in ("sat", "unsat") and said.status not in (meant, "none")
        silent = said.status == "none" and (meant in ("sat", "unsat") or finished.output.strip())
        if contradicts or (self.dialect.strict and meant == "unknown" and said.status in ("sat", "unsat")):
            raise self._failed(f"said {said.status} and ended with exit code {finished.code}", finished)
        if silent or (said.status == "none" and not self.dialect.strict):
            raise self._failed(f"gave no answer (exit code {finished.code})", finished)
        match said.status:
            case "sat":
                return self._model(said)
            case "unsat":
                return Unsat()
            case _:
                return Unknown(Stopped("solver", f"{self.dialect.name} gave up"))

    def _model(self, said: Output) -> Sat:
        name = self.dialect.name
        if self.dialect.terminated and not said.terminated:
            raise SolverFailed(f"{name} printed a model without its end: it is cut off")
        if len(said.literals) and int(np.abs(said.literals).max()) > self.variables:
            raise SolverFailed(f"{name} printed a model with variables that the formula does not have")
        model = model_of(said.literals, self.variables)
        broken = sum(len(block.violated(model)) for block in self._blocks)
        if broken:
            total = sum(map(len, self._blocks))
            raise SolverFailed(f"{name} printed a model that breaks {broken:,} of {total:,} clauses")
        return Sat(model)

    def _failed(self, what: str, finished: Finished) -> SolverFailed:
        """Quote the end of what the program wrote."""
        text = (finished.errors.strip() or finished.output.strip())[-QUOTE:].decode("utf-8", "replace")
        return SolverFailed(
            f"{self.dialect.name} {what}" + (f"; it wrote:\n    {text}" if text else " and wrote nothing")
        )

    def __enter__(self) -> Self:
        """Start using the session."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Remove the private folder."""
        shutil.rmtree(self._folder, ignore_errors=True)
        release_termination(self._terminate)
