"""The commands and their exit codes; the README has the same table.

``GROUPS`` are those of the help: their titles, and their commands, each with the module here that holds its function, which has
the name of the command. The help of those in ``OTHER_CODES`` omits the exit codes: ``sat`` has its own, and what only prints
lists or a script cannot fail. ``ONES`` say what 1 means, ``OWN_CODES`` are the lines of commands for which other codes differ too.
``serve`` runs all commands but those in ``NOT_SERVED``: itself, those that start processes for many puzzles, and the shell's.
Asked by it, those in ``TEXTS`` print text unless JSON is asked for.
"""

from __future__ import annotations

from enum import IntEnum
from typing import Final

GROUPS: Final = {
    "Solve and check": {
        "solve": "solve",
        "check": "check",
        "unique": "answers",
        "enumerate": "answers",
        "count": "count",
        "sample": "sample",
        "backbone": "answers",
        "diagnose": "diagnose",
    },
    "Formulas": {"encode": "encode", "decode": "decode", "sat": "sat"},
    "Puzzles": {"draw": "draw", "view": "view", "convert": "convert", "generate": "generate"},
    "As people solve": {"hint": "hint", "explain": "explain", "rate": "rate"},
    "Proofs and searches": {
        "prove": "prove",
        "check-proof": "check_proof",
        "certify": "certify",
        "check-certificate": "check_certificate",
        "cubes": "cubes",
        "explain-trace": "explain_trace",
        "check-heuristic": "check_heuristic",
    },
    "Many puzzles": {
        "batch": "batch",
        "results": "results",
        "bench": "bench",
        "compare": "compare",
        "serve": "serve",
    },
    "Lists and the shell": {
        "families": "listing",
        "formats": "listing",
        "encodings": "listing",
        "solvers": "listing",
        "methods": "methods",
        "completion": "completion",
    },
}
COMMANDS: Final = {name: module for group in GROUPS.values() for name, module in group.items()}
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

    @classmethod
    def stopped(cls, kind: str) -> Exit:
        """Return the code of work that a limit or Ctrl-C ended, by the ``kind`` of what stopped it."""
        return cls.INTERRUPTED if kind == "interrupted" else cls.GAVE_UP


ONES: Final = {
    **dict.fromkeys(("solve", "check", "decode"), "the solution is wrong"),
    **dict.fromkeys(("unique", "explain", "rate"), "several solutions"),
    "diagnose": "several solutions (with --unique)",
    "hint": "several solutions, or the drawing is wrong",
    "check-proof": "the proof is wrong",
    "check-certificate": "the certificate is wrong",
    "certify": "the claim is not true",
    "check-heuristic": "a promise does not hold",
    "bench": "a puzzle was not solved",
    "compare": "a run ended in an error",
}
OWN_CODES: Final = {
    "batch": (
        "Exit codes: 0 done, 1 some puzzles ended in an error (in this run or before it), 2 usage, 30 the cluster is gone, "
        "65 bad database, 69 package not installed, 70 internal error, 130 ended by Ctrl-C, 141 by the end of what reads the "
        "lines. What is finished is always kept."
    )
}
