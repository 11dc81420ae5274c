"""hashicnf: compile logic puzzles to DIMACS, solve them with any SAT solver, and check the solutions.

    import hashicnf

    puzzle = hashicnf.read("board.has")
    hashicnf.encode(puzzle).write("out.cnf")
    answer = hashicnf.solve(puzzle, timeout=10)
    print(hashicnf.draw(puzzle, answer.solution))
    assert hashicnf.check(puzzle, answer.solution) == []

Names are imported when they are first used, so that ``import hashicnf`` takes hardly any time.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from hashicnf.version import __version__

if TYPE_CHECKING:
    from hashicnf.answers.backbone import Backbone
    from hashicnf.answers.diagnosis import Diagnosis
    from hashicnf.answers.repairs import Change, Repair
    from hashicnf.answers.unique import Uniqueness
    from hashicnf.api import (
        Planted,
        backbone,
        check,
        convert,
        count,
        decode,
        diagnose,
        draw,
        encode,
        explain,
        generate,
        hint,
        parse,
        parse_all,
        puzzle,
        rate,
        read,
        read_all,
        read_solution,
        sample,
        solve,
        unique,
        view,
    )
    from hashicnf.api import enumerate as enumerate  # noqa: A004 - the name users know it by
    from hashicnf.core.constraints import Claim
    from hashicnf.core.limits import Progress
    from hashicnf.core.searchfigures import SearchFigures
    from hashicnf.core.statespace import Plan
    from hashicnf.core.stats import Observer, Stats
    from hashicnf.core.techniques import Step, Technique
    from hashicnf.deduction import Explanation, Hint
    from hashicnf.deduction.rating import Rating
    from hashicnf.errors import (
        GaveUp,
        HashicnfError,
        InputError,
        InputWarning,
        InternalError,
        PluginError,
        PluginWarning,
        SolverError,
        SolverFailed,
        SolverMissing,
        UsageError,
    )
    from hashicnf.families import Puzzle, Violation
    from hashicnf.families.hashi.board import Board, Bridge, Solution
    from hashicnf.files.streams import Readable
    from hashicnf.logic import Sat, Solved, Stopped, Unknown, Unsat
    from hashicnf.pipeline.answer import Answer
    from hashicnf.pipeline.compiled import Compiled
    from hashicnf.pipeline.decode import Decoded
    from hashicnf.pipeline.emit import Form
    from hashicnf.pipeline.grids import Grid
    from hashicnf.proofs.outcomes import Certified, Checked
    from hashicnf.proofs.public import certify, check_certificate, check_proof, prove
    from hashicnf.proofs.write import Proved
    from hashicnf.solving.model_counting import Count
    from hashicnf.trace import Collector, Tracer
    from hashicnf.trace.steps import Record

_HOMES = {
    "hashicnf.solving.model_counting": ("Count",),
    "hashicnf.api": (
        "Planted",
        "backbone",
        "check",
        "convert",
        "count",
        "decode",
        "diagnose",
        "draw",
        "encode",
        "enumerate",
        "explain",
        "generate",
        "hint",
        "parse",
        "parse_all",
        "puzzle",
        "rate",
        "read",
        "read_all",
        "read_solution",
        "sample",
        "solve",
        "unique",
        "view",
    ),
    "hashicnf.answers.backbone": ("Backbone",),
    "hashicnf.answers.diagnosis": ("Diagnosis",),
    "hashicnf.answers.repairs": ("Change", "Repair"),
    "hashicnf.answers.unique": ("Uniqueness",),
    "hashicnf.core.constraints": ("Claim",),
    "hashicnf.core.limits": ("Progress",),
    "hashicnf.core.searchfigures": ("SearchFigures",),
    "hashicnf.core.statespace": ("Plan",),
    "hashicnf.core.stats": ("Observer", "Stats"),
    "hashicnf.core.techniques": ("Step", "Technique"),
    "hashicnf.deduction": ("Explanation", "Hint"),
    "hashicnf.deduction.rating": ("Rating",),
    "hashicnf.errors": (
        "GaveUp",
        "HashicnfError",
        "InputError",
        "InputWarning",
        "InternalError",
        "PluginError",
        "PluginWarning",
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
    "hashicnf.files.streams": ("Readable",),
    "hashicnf.logic": (
        "Sat",
        "Solved",
        "Stopped",
        "Unknown",
        "Unsat",
    ),
    "hashicnf.pipeline.answer": ("Answer",),
    "hashicnf.pipeline.compiled": ("Compiled",),
    "hashicnf.pipeline.decode": ("Decoded",),
    "hashicnf.pipeline.emit": ("Form",),
    "hashicnf.pipeline.grids": ("Grid",),
    "hashicnf.proofs.outcomes": ("Certified", "Checked"),
    "hashicnf.proofs.public": ("certify", "check_certificate", "check_proof", "prove"),
    "hashicnf.proofs.write": ("Proved",),
    "hashicnf.trace": ("Collector", "Tracer"),
    "hashicnf.trace.steps": ("Record",),
}
_HOME = {name: module for module, names in _HOMES.items() for name in names}

# Without ``enumerate``: ``from hashicnf import *`` must not replace Python's own.
__all__ = [
    "Answer",
    "Backbone",
    "Board",
    "Bridge",
    "Certified",
    "Change",
    "Checked",
    "Claim",
    "Collector",
    "Compiled",
    "Count",
    "Decoded",
    "Diagnosis",
    "Explanation",
    "Form",
    "GaveUp",
    "Grid",
    "HashicnfError",
    "Hint",
    "InputError",
    "InputWarning",
    "InternalError",
    "Observer",
    "Plan",
    "Planted",
    "PluginError",
    "PluginWarning",
    "Progress",
    "Proved",
    "Puzzle",
    "Rating",
    "Readable",
    "Record",
    "Repair",
    "Sat",
    "SearchFigures",
    "Solution",
    "Solved",
    "SolverError",
    "SolverFailed",
    "SolverMissing",
    "Stats",
    "Step",
    "Stopped",
    "Technique",
    "Tracer",
    "Uniqueness",
    "Unknown",
    "Unsat",
    "UsageError",
    "Violation",
    "__version__",
    "backbone",
    "certify",
    "check",
    "check_certificate",
    "check_proof",
    "convert",
    "count",
    "decode",
    "diagnose",
    "draw",
    "encode",
    "explain",
    "generate",
    "hint",
    "parse",
    "parse_all",
    "prove",
    "puzzle",
    "rate",
    "read",
    "read_all",
    "read_solution",
    "sample",
    "solve",
    "unique",
    "view",
]


def __getattr__(name: str) -> object:
    """Import and return a public name when it is first used."""
    if name not in _HOME:
        raise AttributeError(f"module 'hashicnf' has no attribute {name!r}")
    value: object = getattr(import_module(_HOME[name]), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    """List the public names."""
    return sorted([*__all__, "enumerate"])
