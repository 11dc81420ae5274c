"""The commands and their exit codes; the README has the same table.

``COMMANDS`` names the commands in the order of the help, each with the module here that holds its function, which has the
name of the command. The help of those in ``OTHER_CODES`` omits the exit codes: ``sat`` has its own, and what only prints
lists or a script cannot fail. ``OWN_CODES`` are the lines of those for which some codes mean something else. ``serve`` runs all
commands but those in ``NOT_SERVED``: itself, those that start processes for many puzzles, and the shell's. Asked by it, those in
``TEXTS`` print text unless JSON is asked for.
"""

from __future__ import annotations

from enum import IntEnum
from typing import Final

COMMANDS: Final = {
    "encode": "encode",
    "decode": "decode",
    "solve": "solve",
    "count": "count",
    "sample": "sample",
    "check": "check",
    "unique": "answers",
    "enumerate": "answers",
    "backbone": "answers",
    "diagnose": "diagnose",
    "draw": "draw",
    "view": "view",
    "convert": "convert",
    "generate": "generate",
    "sat": "sat",
    "hint": "hint",
    "explain": "explain",
    "rate": "rate",
    "prove": "prove",
    "check-proof": "check_proof",
    "cubes": "cubes",
    "certify": "certify",
    "check-certificate": "check_certificate",
    "check-heuristic": "check_heuristic",
    "explain-trace": "explain_trace",
    "serve": "serve",
    "batch": "batch",
    "results": "results",
    "bench": "bench",
    "compare": "compare",
    "families": "listing",
    "formats": "listing",
    "methods": "methods",
    "solvers": "listing",
    "encodings": "listing",
    "completion": "completion",
}
NOT_SERVED: Final = ("serve", "batch", "bench", "compare", "completion")
TEXTS: Final = ("encode", "draw", "convert")
OTHER_CODES: Final = ("sat", "families", "formats", "methods", "solvers", "encodings", "completion")


class Exit(IntEnum):
    """The exit codes of the program. ``hashicnf sat`` alone follows the solvers' own convention: 10, 20, 0."""

    DONE = 0
    WRONG = 1
    USAGE = 2
    UNSOLVABLE = 20
    GAVE_UP = 30
    BAD_INPUT = 65
    NO_SOLVER = 69
    INTERNAL = 70
    INTERRUPTED = 130
    UNREAD = 141  # what a shell reports of a program that the end of a pipe has ended


EPILOG: Final = (
    "Exit codes: 0 done or solved, 1 the solution, proof, certificate or promise is wrong, 2 usage, 20 proved unsolvable, "
    "30 gave up, 65 bad input file, 69 solver not available, 70 internal error, 130 ended by Ctrl-C."
)
OWN_CODES: Final = {
    "batch": (
        "Exit codes: 0 done, 1 some puzzles ended in an error (in this run or before it), 2 usage, 30 the cluster is gone, "
        "65 bad database, 69 package not installed, 70 internal error, 130 ended by Ctrl-C, 141 by the end of what reads the "
        "lines. What is finished is always kept."
    )
}
