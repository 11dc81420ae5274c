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

from hashicnf.version import __version__

TYPE_CHECKING = False  # type checkers take it as True; typing would be imported before main
if TYPE_CHECKING:
    from hashicnf.answers.backbone import Backbone
    from hashicnf.answers.clues import Change
    from hashicnf.answers.counting.result import Count
    from hashicnf.answers.diagnosis import Diagnosis
    from hashicnf.answers.repairs import Repair
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
    from hashicnf.batch.benchmarks import Benchmark
    from hashicnf.batch.public import bench, compare
    from hashicnf.core.constraints import Claim
    from hashicnf.core.progress import Observer, Progress
    from hashicnf.core.searchfigures import SearchFigures
    from hashicnf.core.statespace import Plan
    from hashicnf.core.stats import Stats
    from hashicnf.core.techniques import Step, Technique
    from hashicnf.cubing.conquer import Conquered
    from hashicnf.cubing.cubes import Cubes
    from hashicnf.cubing.partition import Cube
    from hashicnf.cubing.public import conquer, cubes
    from hashicnf.deduction import Explanation, Hint
    from hashicnf.deduction.rating import Rating
    from hashicnf.errors import (
        GaveUp,
        HashicnfError,
        InputError,
        InputWarning,
        InternalError,
        OutputWarning,
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
    from hashicnf.formulas.solve import CnfAnswer
    from hashicnf.logic import Sat, Solved, Stopped, Unknown, Unsat
    from hashicnf.measure.bench import Measurement
    from hashicnf.measure.comparison.results import Comparison
    from hashicnf.measure.comparison.runs import MethodRun
    from hashicnf.measure.heuristics import HeuristicCheck, HeuristicReport
    from hashicnf.measure.public import check_heuristic, read_comparison
    from hashicnf.narrate.public import explain_trace, view_trace
    from hashicnf.pipeline.answer import Answer
    from hashicnf.pipeline.compiled import Compiled
    from hashicnf.pipeline.decode import Decoded
    from hashicnf.pipeline.emit import Form
    from hashicnf.pipeline.grids import Grid
    from hashicnf.proofs.outcomes import Certified, Checked
    from hashicnf.proofs.public import certify, check_certificate, check_proof, prove, sat
    from hashicnf.proofs.write import Proved
    from hashicnf.trace import Collector, Tracer
    from hashicnf.trace.steps import Record

_HOMES = {
    "hashicnf.answers.counting.result": ("Count",),
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
    "hashicnf.answers.clues": ("Change",),
    "hashicnf.answers.diagnosis": ("Diagnosis",),
    "hashicnf.answers.repairs": ("Repair",),
    "hashicnf.answers.unique": ("Uniqueness",),
    "hashicnf.batch.benchmarks": ("Benchmark",),
    "hashicnf.batch.public": ("bench", "compare"),
    "hashicnf.core.constraints": ("Claim",),
    "hashicnf.core.progress": ("Observer", "Progress"),
    "hashicnf.core.searchfigures": ("SearchFigures",),
    "hashicnf.core.statespace": ("Plan",),
    "hashicnf.core.stats": ("Stats",),
    "hashicnf.core.techniques": ("Step", "Technique"),
    "hashicnf.cubing.conquer": ("Conquered",),
    "hashicnf.cubing.cubes": ("Cubes",),
    "hashicnf.cubing.partition": ("Cube",),
    "hashicnf.cubing.public": ("conquer", "cubes"),
    "hashicnf.deduction": ("Explanation", "Hint"),
    "hashicnf.deduction.rating": ("Rating",),
    "hashicnf.errors": (
        "GaveUp",
        "HashicnfError",
        "InputError",
        "InputWarning",
        "InternalError",
        "OutputWarning",
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
    "hashicnf.measure.bench": ("Measurement",),
    "hashicnf.measure.comparison.results": ("Comparison",),
    "hashicnf.measure.comparison.runs": ("MethodRun",),
    "hashicnf.measure.heuristics": ("HeuristicCheck", "HeuristicReport"),
    "hashicnf.measure.public": ("check_heuristic", "read_comparison"),
    "hashicnf.narrate.public": ("explain_trace", "view_trace"),
    "hashicnf.pipeline.answer": ("Answer",),
    "hashicnf.pipeline.compiled": ("Compiled",),
    "hashicnf.pipeline.decode": ("Decoded",),
    "hashicnf.pipeline.emit": ("Form",),
    "hashicnf.pipeline.grids": ("Grid",),
    "hashicnf.proofs.outcomes": ("Certified", "Checked"),
    "hashicnf.proofs.public": ("certify", "check_certificate", "check_proof", "prove", "sat"),
    "hashicnf.proofs.write": ("Proved",),
    "hashicnf.formulas.solve": ("CnfAnswer",),
    "hashicnf.trace": ("Collector", "Tracer"),
    "hashicnf.trace.steps": ("Record",),
}
_HOME = {name: module for module, names in _HOMES.items() for name in names}

# Without ``enumerate``: ``from hashicnf import *`` must not replace Python's own.
__all__ = [
    "Answer",
    "Backbone",
    "Benchmark",
    "Board",
    "Bridge",
    "Certified",
    "Change",
    "Checked",
    "Claim",
    "CnfAnswer",
    "Collector",
    "Comparison",
    "Compiled",
    "Conquered",
    "Count",
    "Cube",
    "Cubes",
    "Decoded",
    "Diagnosis",
    "Explanation",
    "Form",
    "GaveUp",
    "Grid",
    "HashicnfError",
    "HeuristicCheck",
    "HeuristicReport",
    "Hint",
    "InputError",
    "InputWarning",
    "InternalError",
    "Measurement",
    "MethodRun",
    "Observer",
    "OutputWarning",
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
    "bench",
    "certify",
    "check",
    "check_certificate",
    "check_heuristic",
    "check_proof",
    "compare",
    "conquer",
    "convert",
    "count",
    "cubes",
    "decode",
    "diagnose",
    "draw",
    "encode",
    "explain",
    "explain_trace",
    "generate",
    "hint",
    "parse",
    "parse_all",
    "prove",
    "puzzle",
    "rate",
    "read",
    "read_all",
    "read_comparison",
    "read_solution",
    "sample",
    "sat",
    "solve",
    "unique",
    "view",
    "view_trace",
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
