"""A PySAT solver alone in a process, spoken to through pipes: the other side of ``child``.

Run as a script with the solver's name; it imports PySAT and nothing of ours, so that it starts fast. Requests on standard input:

    A count width literals...    add clauses (native int32)
    S                            solve; the answer is one of  s count literals... | u | e count utf-8 bytes

It ends when its input ends, and (on Linux) when its parent dies.
"""

from __future__ import annotations

import ctypes
import signal
import sys
from array import array
from typing import Any, BinaryIO

PR_SET_PDEATHSIG = 1


def main() -> None:
    """Serve requests until the input ends."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    requests, answers = sys.stdin.buffer, sys.stdout.buffer
    solver: Any = None
    try:
        from pysat.solvers import Solver

        solver = Solver(name=sys.argv[1])
        while kind := requests.read(1):
            if kind == b"A":
                _add(solver, requests)
            else:
                _solve(solver, answers)
    except Exception as problem:
        text = f"{type(problem).__name__}: {problem}".encode()
        answers.write(b"e" + array("i", [len(text)]).tobytes() + text)
        answers.flush()


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
