"""Run a PySAT solver in a process that is controlled through pipes: the other side of ``child``.

Run as an isolated script, which imports PySAT and nothing of hashicnf, so that it starts fast. The order is JSON in the first
argument: ``solver``, the ``path`` of modules with which the parent found PySAT, whether the solver must be created ``anew`` for
every search, its ``settings``, whether it logs a ``proof``, and with ``hints``, and variables of the ``environment`` to set before
the solver is created. Requests on standard input:

    A count width literals...        add clauses (native int32)
    S                                solve: s, or u with nothing
    Q conflicts count literals...    solve under assumptions, 0 conflicts being no limit: s, u with a core, or k at the limit
    I literal                        propagate: i with the implied literals, or n for a contradiction
    P count literals...              prefer values
    C                                count conflicts, decisions, propagations and restarts so far
    D                                the proof: d count and so many bytes, lines of DRUP text, or binary LRAT with hints

The answers to S, Q, I and C are a letter, a count and so many numbers: s is followed by a model,
c with four numbers, the low 31 bits of each and then the rest. An error is e count utf-8 bytes, or f count utf-8 bytes if the file
of the proof could not be written. Counts in answers are native int64. It ends when its input ends.
"""

from __future__ import annotations

import json
import os
import signal
import sys
from array import array
from typing import Any, BinaryIO

COUNTERS = ("conflicts", "decisions", "propagations", "restarts")


def main() -> None:
    """Serve requests until the input ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    order = json.loads(sys.argv[1])
    sys.path[:] = order["path"]
    requests, answers = sys.stdin.buffer, os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # output of solvers must not mix with answers
    os.environ.update(order["environment"])
    try:
        solver: Any = (
            Renewed(order["solver"]) if order["anew"] else _made(order["solver"], order["proof"], order["settings"])
        )
        while kind := requests.read(1):
            match kind:
                case b"A":
                    _add(solver, requests)
                case b"P":
                    solver.set_phases(_numbers(requests, *_numbers(requests, 1)))
                case b"S":
                    _send(answers, *_solved(solver))
                case b"Q":
                    _send(answers, *_assumed(solver, requests))
                case b"D":
                    _send_bytes(answers, b"d", _proof(solver, order["hints"]))
                case b"C":
                    counted = solver.accum_stats()
                    _send(answers, b"c", [half for name in COUNTERS for half in _halves(counted[name])])
                case b"I":
                    consistent, literals = solver.propagate(_numbers(requests, 1))
                    _send(answers, b"i" if consistent else b"n", literals)
    except Exception as problem:
        _send_error(answers, problem, writes=order["proof"])


def _made(name: str, proof: bool = False, settings: dict[str, int] | None = None) -> Any:
    from pysat.solvers import Solver

    solver = Solver(name=name, with_proof=True) if proof else Solver(name=name)
    if settings:
        solver.configure(settings)
    return solver


class Renewed:
    """A solver that can search only once: a new one with all clauses for each search."""

    def __init__(self, name: str) -> None:
        """Start without clauses."""
        self._name, self._clauses = name, array("i")
        self._solver: Any = None

    def add_clause(self, clause: list[int]) -> None:
        """Store a clause."""
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


def _halves(number: int) -> tuple[int, int]:
    """Split a number into its low 31 bits and the rest, which are sent separately."""
    return number & 0x7FFFFFFF, number >> 31


def _add(solver: Any, requests: BinaryIO) -> None:
    count, width = _numbers(requests, 2)
    lits = _numbers(requests, count * width)
    for start in range(0, len(lits), width):
        solver.add_clause(lits[start : start + width])


def _solved(solver: Any) -> tuple[bytes, list[int]]:
    return (b"s", solver.get_model() or []) if solver.solve() else (b"u", [])


def _assumed(solver: Any, requests: BinaryIO) -> tuple[bytes, list[int]]:
    conflicts, count = _numbers(requests, 2)
    assumptions = _numbers(requests, count)
    if conflicts:
        solver.conf_budget(conflicts)
        satisfiable = solver.solve_limited(assumptions=assumptions)
    else:
        satisfiable = solver.solve(assumptions=assumptions)
    if satisfiable is None:
        return b"k", []
    return (b"s", solver.get_model() or []) if satisfiable else (b"u", solver.get_core() or [])


def _proof(solver: Any, hints: bool) -> bytes:
    """Return the proof as text, or with hints the bytes of its file, which PySAT cannot read as LRAT. Raises OSError if cut off."""
    from pysat.solvers import pysolvers

    logged = solver.solver
    pysolvers.flushpr(logged.prfp)
    _require_whole(logged.prfile.fileno())
    if not hints:
        return "\n".join(solver.get_proof() or ()).encode()
    logged.prfile.seek(0)
    proof: bytes = logged.prfile.read()
    return proof


def _require_whole(number: int) -> None:
    """Raise OSError if a file takes no more: then its end may be missing, which the library that wrote it does not report."""
    size = os.fstat(number).st_size
    os.pwrite(number, b"\0", size)
    os.ftruncate(number, size)


def _send_error(answers: BinaryIO, problem: Exception, *, writes: bool) -> None:
    if writes and isinstance(problem, OSError):
        _send_bytes(answers, b"f", (problem.strerror or str(problem)).encode())
    else:
        _send_bytes(answers, b"e", f"{type(problem).__name__}: {problem}".encode())


def _send_bytes(answers: BinaryIO, kind: bytes, data: bytes) -> None:
    _send_counted(answers, kind, len(data), data)


def _send(answers: BinaryIO, kind: bytes, literals: list[int]) -> None:
    _send_counted(answers, kind, len(literals), array("i", literals).tobytes())


def _send_counted(answers: BinaryIO, kind: bytes, count: int, data: bytes) -> None:
    answers.write(kind + array("q", [count]).tobytes())  # a proof may have more bytes than an int32 counts
    answers.write(data)
    answers.flush()


if __name__ == "__main__":
    main()
