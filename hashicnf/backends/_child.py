"""Run a PySAT solver in a process that is controlled through pipes: the other side of ``child``.

Run as a script, isolated from its surroundings; it imports PySAT and nothing of ours, so that it starts fast. The order comes as
JSON in the first argument: ``solver``, the ``path`` on which our side found PySAT, and whether the solver has to be made ``anew``
for every search. Requests on standard input:

    A count width literals...    add clauses (native int32)
    S                            solve; the answer is one of  s count literals... | u | e count utf-8 bytes

It ends when its input ends, and (on Linux) when its parent dies.
"""

from __future__ import annotations

import json
import os
import signal
import sys
from array import array
from typing import Any, BinaryIO


def main() -> None:
    """Serve requests until the input ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    order = json.loads(sys.argv[1])
    sys.path[:] = order["path"]
    requests, answers = sys.stdin.buffer, os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # what a solver prints is no answer
    try:
        solver: Any = Anew(order["solver"]) if order["anew"] else _made(order["solver"])
        while kind := requests.read(1):
            if kind == b"A":
                _add(solver, requests)
            else:
                _solve(solver, answers)
    except Exception as problem:
        text = f"{type(problem).__name__}: {problem}".encode()
        answers.write(b"e" + array("i", [len(text)]).tobytes() + text)
        answers.flush()


def _made(name: str) -> Any:
    from pysat.solvers import Solver

    return Solver(name=name)


class Anew:
    """A solver that can search only once: a new one with all clauses for each search."""

    def __init__(self, name: str) -> None:
        """Start without clauses."""
        self._name, self._clauses = name, array("i")
        self._solver: Any = None

    def add_clause(self, clause: list[int]) -> None:
        """Keep a clause."""
        self._clauses.extend((*clause, 0))

    def solve(self) -> bool:
        """Search from the start."""
        if self._solver is not None:
            self._solver.delete()
        self._solver = _made(self._name)
        clause: list[int] = []
        for literal in self._clauses:
            if literal:
                clause.append(literal)
            else:
                self._solver.add_clause(clause)
                clause = []
        return bool(self._solver.solve())

    def get_model(self) -> list[int] | None:
        """Return the model that was found."""
        model: list[int] | None = self._solver.get_model()
        return model


def _numbers(stream: BinaryIO, count: int) -> list[int]:
    values = array("i")
    values.frombytes(stream.read(4 * count))
    return values.tolist()


def _add(solver: Any, requests: BinaryIO) -> None:
    count, width = _numbers(requests, 2)
    lits = _numbers(requests, count * width)
    for start in range(0, len(lits), width):
        solver.add_clause(lits[start : start + width])


def _solve(solver: Any, answers: BinaryIO) -> None:
    if solver.solve():
        model = array("i", solver.get_model() or ())
        answers.write(b"s" + array("i", [len(model)]).tobytes() + model.tobytes())
    else:
        answers.write(b"u")
    answers.flush()


if __name__ == "__main__":
    main()
