"""The public functions of the library that solve formulas, and that make and check proofs and certificates."""

from __future__ import annotations

from collections.abc import Mapping
from os import PathLike, fspath
from typing import TYPE_CHECKING

from hashicnf.core.arguments import typed
from hashicnf.core.deadline import Deadline
from hashicnf.core.limits import Limits
from hashicnf.files.streams import Readable, named, stream_name, stream_text
from hashicnf.logic import uninterrupted
from hashicnf.pipeline.encodings import USUAL, Encodings
from hashicnf.pipeline.puzzles import require_puzzle
from hashicnf.trace import SILENT

if TYPE_CHECKING:
    from hashicnf.core.progress import Progress
    from hashicnf.families import Puzzle
    from hashicnf.formulas.solve import CnfAnswer
    from hashicnf.proofs.outcomes import Certifiable, Certified, Checked
    from hashicnf.proofs.write import Proved
    from hashicnf.trace import Tracer


@typed
def sat(
    cnf: Readable,
    *,
    solver: str = "cadical153",
    branching: str | None = None,
    proof: str | PathLike[str] | None = None,
    max_nodes: int | None = None,
    tracer: Tracer = SILENT,
    progress: Progress | None = None,
    timeout: float | None = None,
) -> CnfAnswer:
    """Solve a formula in DIMACS CNF or incremental CNF, from a file or stream; the model satisfies every clause.

    ``proof`` is a file for a DRUP proof that there is no model; if there is no proof, a file of that name is kept, with an
    OutputWarning. ``branching``, ``max_nodes``, ``tracer`` and ``progress`` are for the solver dpll. At a limit the verdict is
    Unknown. Raises InputError for a text of another kind, UsageError for an option that the solver does not have, SolverMissing,
    and SolverFailed for a wrong model or proof.
    """
    from hashicnf.formulas.solve import Own
    from hashicnf.proofs.formulas import decide

    deadline = Deadline.after(timeout)
    own = Own(branching, max_nodes, tracer, progress)
    with named(cnf) as name:
        return uninterrupted(decide(name, solver, deadline, own, None if proof is None else fspath(proof)))


@typed
def prove(
    puzzle: Puzzle,
    cnf: str | PathLike[str],
    proof: str | PathLike[str],
    *,
    solver: str | None = None,
    connectivity: str = "lazy",
    cardinality: str = USUAL.cardinality,
    at_most_one: str = USUAL.at_most_one,
    cuts: int = USUAL.cuts,
    simplify: bool | None = USUAL.simplify,
    horizon: int | None = None,
    metric: str | None = None,
    options: Mapping[str, str] | None = None,
    max_nodes: int | None = None,
    timeout: float | None = None,
) -> Proved:
    """Search for a solution; if there is none, write the formula to the file ``cnf`` and a DRUP proof to the file ``proof``.

    With a ``horizon`` the proof is about plans of at most so many steps. ``status`` of the result is unsolvable, solvable or
    unknown; unless it is unsolvable, no file is written, and files of these names are kept, each with an OutputWarning. ``solver``
    writes the proof, by default cadical195, or dpll with ``max_nodes``. Raises UsageError for unsuitable files and encodings,
    SolverMissing, SolverFailed.
    """
    from hashicnf.proofs.write import prove as proved

    encodings = Encodings(
        cardinality=cardinality,
        connectivity=connectivity,
        at_most_one=at_most_one,
        cuts=cuts,
        simplify=simplify,
        horizon=horizon,
        metric=metric,
        options=options,
    )
    limits = Limits(Deadline.after(timeout), max_nodes)
    files = fspath(cnf), fspath(proof)
    return uninterrupted(proved(require_puzzle(puzzle), *files, encodings, solver=solver, limits=limits))


@typed
def check_proof(cnf: Readable, proof: Readable, *, timeout: float | None = None) -> Checked:
    """Check a proof in DRUP or DRAT against a formula, each from a file or stream; the result is true if the proof is verified.

    Its message is the number of lemmas, or the first wrong one. Raises InputError, and GaveUp after ``timeout`` seconds.
    """
    from hashicnf.proofs.check import check_proof as checked

    deadline = Deadline.after(timeout)
    with named(cnf) as formula, named(proof) as steps:
        return checked(formula, steps, deadline)


@typed
def certify(
    puzzle: Puzzle,
    *,
    claim: Certifiable | None = None,
    solver: str | None = None,
    metric: str | None = None,
    timeout: float | None = None,
) -> Certified:
    """Find out whether a puzzle is unique or unsolvable, or solve it by a shortest plan; ``.text`` is a certificate of that.

    With a ``claim``, unique, unsolvable or optimal, there is only a certificate if it holds. ``solver`` writes the proof, by
    default cadical195. After ``timeout`` seconds the outcome is ``unknown``. Raises UsageError for arguments that do not fit the
    family.
    """
    from hashicnf.proofs.certify import certify as certified

    deadline = Deadline.after(timeout)
    return uninterrupted(
        certified(require_puzzle(puzzle), claim=claim, solver=solver, metric=metric, deadline=deadline)
    )


@typed
def check_certificate(source: Readable, *, timeout: float | None = None) -> Checked:
    """Check a certificate from a file or stream; the result is true if it is verified, its message is what it proves or a fault.

    Raises InputError if it is no certificate, GaveUp after ``timeout`` seconds or if there is too much to search.
    """
    from hashicnf.proofs.certificates import check, check_text

    if isinstance(source, str | PathLike):
        return check(fspath(source), timeout=timeout)
    deadline = Deadline.after(timeout)
    return check_text(stream_text(source), stream_name(source), deadline=deadline)
