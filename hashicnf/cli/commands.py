"""The commands, and the meanings of their exit codes, which the README also lists.

``GROUPS`` are the groups of commands in the help: each title with its commands, and for each command the module in this folder
whose function has the name of the command. The help of commands in ``OTHER_CODES`` omits the exit codes: ``sat`` has its own, and
commands that only print lists or a script cannot fail. ``MEANINGS`` are the meanings for all commands, ``ONES`` the meanings of
code 1, and ``OWN_MEANINGS`` replace these for a command: an empty text marks a code that the command never returns, such as 20 for
those in ``NEVER_UNSOLVABLE``. ``ADDED`` are further sentences for the help of a command.
``serve`` runs all commands but those in ``NOT_SERVED``: itself, commands that start processes for many puzzles, and ``completion``.
In its replies, commands in ``TEXTS`` print text unless JSON is requested.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from hashicnf.errors import Exit

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


MEANINGS: Final[Mapping[Exit, str]] = {
    Exit.DONE: "done or solved",
    Exit.USAGE: "usage error",
    Exit.UNSOLVABLE: "unsolvable: proved, or reported by the solver",
    Exit.GAVE_UP: "gave up",
    Exit.BAD_INPUT: "bad input file",
    Exit.NO_SOLVER: "solver not available",
    Exit.INTERNAL: "internal error",
    Exit.INTERRUPTED: "ended by Ctrl-C",
    Exit.UNREAD: "the reader of the output has ended",
    Exit.TERMINATED: "ended by SIGTERM",
}
ONES: Final = {
    **dict.fromkeys(("solve", "check", "decode"), "the solution is wrong"),
    **dict.fromkeys(("unique", "explain", "rate"), "several solutions"),
    "diagnose": "several solutions (with --unique)",
    "hint": "several solutions, or the drawing is wrong",
    "check-proof": "the proof is wrong",
    "check-certificate": "the certificate is wrong",
    "certify": "the claim is not true",
    "check-heuristic": "the heuristic is not admissible or consistent as declared",
    "bench": "a run failed or was wrong",
    "compare": "a run ended in an error",
}
NEVER_UNSOLVABLE: Final = (
    *("check", "check-proof", "check-certificate", "encode", "view", "convert", "generate", "explain-trace"),
    *("results", "bench", "compare", "serve"),
)
OWN_MEANINGS: Final[Mapping[str, Mapping[Exit, str]]] = {
    **{name: {Exit.UNSOLVABLE: ""} for name in NEVER_UNSOLVABLE},
    "draw": {Exit.UNSOLVABLE: "unsolvable (with --solutions)"},
    "batch": {
        Exit.DONE: "done",
        Exit.WRONG: "some puzzles ended in an error (in this run or before it)",
        Exit.UNSOLVABLE: "",
        Exit.GAVE_UP: "the cluster has no worker any more",
        Exit.BAD_INPUT: "bad database",
        Exit.NO_SOLVER: "package not installed",
    },
}
ADDED: Final = {"batch": ("Finished results are always kept.",)}
