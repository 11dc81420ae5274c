"""The public functions of the library that split puzzles into cubes and solve these."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hashicnf.core.arguments import typed
from hashicnf.core.deadline import Deadline
from hashicnf.errors import UsageError, too_small
from hashicnf.pipeline.encodings import USUAL, Encodings
from hashicnf.pipeline.puzzles import require_puzzle

if TYPE_CHECKING:
    from hashicnf.core.progress import Observer
    from hashicnf.cubing.conquer import Conquered
    from hashicnf.cubing.cubes import Cubes
    from hashicnf.families import Puzzle


@typed
def cubes(
    puzzle: Puzzle,
    number: int = 16,
    *,
    cardinality: str = USUAL.cardinality,
    connectivity: str = USUAL.connectivity,
    at_most_one: str = USUAL.at_most_one,
    cuts: int = USUAL.cuts,
    simplify: bool | None = USUAL.simplify,
    timeout: float | None = None,
) -> Cubes:
    """Split a puzzle into about ``number`` cubes, of which each solution is in exactly one; ``.write`` writes their formulas.

    Encodings are those of ``encode``, and have to be complete. Raises UsageError for others, and for puzzles that are solved by
    plans; GaveUp at the time limit in seconds.
    """
    from hashicnf.cubing.cubes import cubes_of

    if number < 1:
        raise too_small("--number", number, 1)
    encodings = Encodings(
        cardinality=cardinality, connectivity=connectivity, at_most_one=at_most_one, cuts=cuts, simplify=simplify
    )
    return cubes_of(require_puzzle(puzzle), number, encodings, Deadline.after(timeout))


@typed
def conquer(
    cubes: Cubes,
    *,
    jobs: int = 1,
    solver: str = "cadical153",
    certificate: bool = False,
    observe: Observer | None = None,
    timeout: float | None = None,
) -> Conquered:
    """Solve cubes in processes, ``jobs`` at a time, until one has a solution or all are refuted.

    With ``certificate``, ``text`` of the result is a certificate that there is no solution, for ``check_certificate``. ``observe``
    is called with the share that is refuted. At the time limit in seconds the status is unknown. Raises UsageError, SolverMissing,
    SolverFailed, and GaveUp if the limit is reached while the certificate is made.
    """
    from hashicnf.core.progress import unobserved
    from hashicnf.cubing.cubes import Cubes, conquer_all

    if not isinstance(cubes, Cubes):
        raise UsageError(f"expected the result of cubes, not {type(cubes).__name__}")
    if jobs < 1:
        raise too_small("--jobs", jobs, 1)
    watch = unobserved if observe is None else observe
    return conquer_all(cubes, solver, jobs, certify=certificate, deadline=Deadline.after(timeout), observe=watch)
