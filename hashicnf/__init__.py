"""hashicnf: compile logic puzzles to DIMACS, solve them with any SAT solver, and check what comes back.

    import hashicnf

    puzzle = hashicnf.read("board.has")
    hashicnf.encode(puzzle).write("out.cnf")
    answer = hashicnf.solve(puzzle, timeout=10)
    print(hashicnf.draw(puzzle, answer.solution))
    assert hashicnf.check(puzzle, answer.solution) == []

Names are imported when they are first used, so that ``import hashicnf`` costs nothing.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from hashicnf.version import __version__

if TYPE_CHECKING:
    from hashicnf.api import (
        Planted,
        certify,
        check,
        check_certificate,
        convert,
        decode,
        draw,
        encode,
        generate,
        parse,
        parse_all,
        puzzle,
        read,
        read_all,
        read_solution,
        solve,
    )
    from hashicnf.core.constraints import Claim
    from hashicnf.core.statespace import Plan
    from hashicnf.core.stats import Stats
    from hashicnf.errors import (
        HashicnfError,
        InputError,
        InternalError,
        SolverError,
        SolverFailed,
        SolverMissing,
        UsageError,
    )
    from hashicnf.families import Puzzle, Violation
    from hashicnf.families.hashi.board import Board, Bridge, Solution
    from hashicnf.logic import Sat, Solved, Stopped, Unknown, Unsat
    from hashicnf.pipeline.answer import Answer
    from hashicnf.pipeline.compile import Compiled
    from hashicnf.pipeline.decode import Decoded
    from hashicnf.proofs.certificates import Checked
    from hashicnf.proofs.certify_plan import Certified
    from hashicnf.trace import Collector

_HOMES = {
    "hashicnf.api": (
        "Planted",
        "certify",
        "check",
        "check_certificate",
        "convert",
        "decode",
        "draw",
        "encode",
        "generate",
        "parse",
        "parse_all",
        "puzzle",
        "read",
        "read_all",
        "read_solution",
        "solve",
    ),
    "hashicnf.core.constraints": ("Claim",),
    "hashicnf.core.statespace": ("Plan",),
    "hashicnf.core.stats": ("Stats",),
    "hashicnf.errors": (
        "HashicnfError",
        "InputError",
        "InternalError",
        "SolverError",
        "SolverFailed",
        "SolverMissing",
        "UsageError",
    ),
    "hashicnf.families": (
        "Puzzle",
        "Violation",
    ),
    "hashicnf.families.hashi.board": (
        "Board",
        "Bridge",
        "Solution",
    ),
    "hashicnf.logic": (
        "Sat",
        "Solved",
        "Stopped",
        "Unknown",
        "Unsat",
    ),
    "hashicnf.pipeline.answer": ("Answer",),
    "hashicnf.pipeline.compile": ("Compiled",),
    "hashicnf.pipeline.decode": ("Decoded",),
    "hashicnf.proofs.certificates": ("Checked",),
    "hashicnf.proofs.certify_plan": ("Certified",),
    "hashicnf.trace": ("Collector",),
}
_HOME = {name: module for module, names in _HOMES.items() for name in names}

__all__ = [
    "Answer",
    "Board",
    "Bridge",
    "Certified",
    "Checked",
    "Claim",
    "Collector",
    "Compiled",
    "Decoded",
    "HashicnfError",
    "InputError",
    "InternalError",
    "Plan",
    "Planted",
    "Puzzle",
    "Sat",
    "Solution",
    "Solved",
    "SolverError",
    "SolverFailed",
    "SolverMissing",
    "Stats",
    "Stopped",
    "Unknown",
    "Unsat",
    "UsageError",
    "Violation",
    "__version__",
    "certify",
    "check",
    "check_certificate",
    "convert",
    "decode",
    "draw",
    "encode",
    "generate",
    "parse",
    "parse_all",
    "puzzle",
    "read",
    "read_all",
    "read_solution",
    "solve",
]


def __getattr__(name: str) -> object:
    """Import a public name when it is first asked for."""
    if name not in _HOME:
        raise AttributeError(f"module 'hashicnf' has no attribute {name!r}")
    value: object = getattr(import_module(_HOME[name]), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    """List the public names."""
    return __all__
