"""The public functions of the library that test heuristics, and read earlier comparisons."""

from __future__ import annotations

from os import PathLike, fspath
from typing import TYPE_CHECKING

from hashicnf.core.arguments import typed
from hashicnf.core.deadline import Deadline
from hashicnf.core.limits import Bytes, Limits
from hashicnf.errors import UsageError
from hashicnf.logic import pass_on_interrupt
from hashicnf.pipeline.puzzles import require_puzzle

if TYPE_CHECKING:
    from hashicnf.core.progress import Progress
    from hashicnf.families import Puzzle
    from hashicnf.measure.comparison.results import Comparison
    from hashicnf.measure.heuristics import HeuristicCheck


@typed
def check_heuristic(
    puzzle: Puzzle,
    heuristic: str,
    *,
    space: str | None = None,
    metric: str | None = None,
    precheck: bool = True,
    max_nodes: int | None = None,
    max_memory: Bytes | None = None,
    progress: Progress | None = None,
    timeout: float | None = None,
) -> list[HeuristicCheck]:
    """Compare a heuristic with the true distances in every state that a small puzzle can reach; one check for each ``metric``.

    The default of ``space`` is the first that has the heuristic. A check that ends at a limit has no report, but the reason why it
    ``stopped``. Raises UsageError for names that do not apply to the puzzle.
    """
    from hashicnf.measure.heuristics import check

    limits = Limits(Deadline.after(timeout), max_nodes, max_memory)
    found = check(require_puzzle(puzzle), heuristic, space, metric, limits, progress, precheck=precheck)
    for one in found:
        pass_on_interrupt(one.stopped)
    return [*found]


@typed
def read_comparison(*files: str | PathLike[str]) -> Comparison:
    """Read a comparison that ``to_json`` or ``hashicnf compare --json`` has written; those of several files side by side.

    Raises InputError for a file that holds none, UsageError for files of different puzzles, and without files.
    """
    from hashicnf.measure.comparison.earlier import read

    if not files:
        raise UsageError("name at least one file of a comparison")
    return read([fspath(file) for file in files])
