"""The public functions of the library that measure many runs under many settings, in processes of their own."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict
from functools import partial
from os import PathLike, fspath
from typing import TYPE_CHECKING, Any, TypeVar

from hashicnf.batch.inputs import Input, named
from hashicnf.batch.places import open_pool
from hashicnf.core.arguments import typed
from hashicnf.core.deadline import require_seconds
from hashicnf.errors import UsageError, too_small
from hashicnf.families import Puzzle
from hashicnf.logic import INTERRUPTED, is_iterable, pass_on_interrupt
from hashicnf.measure.bench import USUAL
from hashicnf.pipeline.shared_plugins import require_shared

if TYPE_CHECKING:
    from hashicnf.batch.benchmarks import Benchmark
    from hashicnf.batch.state import State
    from hashicnf.batch.studies import OpenPool
    from hashicnf.core.limits import Bytes
    from hashicnf.core.progress import Observer
    from hashicnf.measure.comparison.measure import State as ComparisonState
    from hashicnf.measure.comparison.results import Comparison
    from hashicnf.measure.comparison.runs import RunSettings

T = TypeVar("T", str, int)


@typed
def bench(
    puzzles: Input | Iterable[Input],
    *,
    solver: str | Sequence[str] = USUAL.solver,
    cardinality: str | Sequence[str] = USUAL.cardinality,
    connectivity: str | Sequence[str] = USUAL.connectivity,
    cuts: int | Sequence[int] = USUAL.cuts,
    at_most_one: str | Sequence[str] = USUAL.at_most_one,
    depth: int | None = None,
    simplify: bool | None = None,
    repeat: int = 1,
    timeout: float | None = None,
    plot: str | PathLike[str] | None = None,
    db: str | PathLike[str] | None = None,
    jobs: int = 1,
    cluster: str | None = None,
    observe: Observer | None = None,
) -> Benchmark:
    """Solve puzzles, or those of files and folders, and measure the time under each combination of settings.

    Runs are made in ``jobs`` processes (times are reliable only with 1), or on a Dask ``cluster``; ``timeout`` is in seconds for
    each. ``plot`` names a file for a chart, ``db`` a database that keeps the results: runs that it holds are not made again; only
    with it there may be a ``cluster``. A run without an answer is no error; ``failures`` of the result are errors because of which
    runs are missing. Raises UsageError if all runs end in the same error, InputError for a name that does not exist, SolverMissing
    without packages for chart or cluster.
    """
    from hashicnf.batch import benchmarks
    from hashicnf.measure.bench import settings
    from hashicnf.measure.comparison.runs import RunSettings

    matrix = settings(
        solver=_each(solver),
        cardinality=_each(cardinality),
        connectivity=_each(connectivity),
        cuts=_each(cuts),
        at_most_one=_each(at_most_one),
        depth=[depth],
        simplify=[simplify],
    )
    for setting in matrix:
        require_shared(asdict(setting))
    given, limits = _inputs(puzzles), RunSettings(timeout, None, repeat, jobs)
    target = _checked(given, limits, plot, db, cluster)
    base = None if db is None else fspath(db)
    with named(given) as inputs:
        found = benchmarks.bench(inputs, matrix, limits, base, _pool(jobs, cluster), _batch(observe))
    pass_on_interrupt(INTERRUPTED if found.interrupted else None)
    if target is not None and found.runs:
        from hashicnf.measure.plotting import plot_records

        plot_records(found.runs, target)
    return found


@typed
def compare(
    puzzles: Input | Iterable[Input],
    methods: str | Sequence[str] | None = None,
    *,
    timeout: float | None = 300.0,
    max_memory: Bytes | None = None,
    repeat: int = 1,
    jobs: int = 1,
    plot: str | PathLike[str] | None = None,
    db: str | PathLike[str] | None = None,
    cluster: str | None = None,
    observe: Observer | None = None,
) -> Comparison:
    """Compare methods of ``solve``, each with its options, and other programs, each run in a fresh process.

    ``methods`` is a list, or a text with commas; ``NAME=COMMAND`` is another program. The default are the usual methods that the
    families of all puzzles have. ``timeout`` in seconds and ``max_memory`` in bytes are enforced from outside. ``plot`` names a
    file for a chart, ``db`` a database that keeps the results: runs that it holds are not made again; only with it there may be a
    ``cluster``. A run that reaches a limit is no error. Raises UsageError for methods that cannot be run, InputError for a file
    that cannot be read, SolverMissing without packages for chart or cluster.
    """
    from hashicnf.measure.comparison.measure import split
    from hashicnf.measure.comparison.runs import RunSettings

    names = None if methods is None else split(methods)
    limits = RunSettings(timeout, max_memory, repeat, jobs)
    inputs = _inputs(puzzles)
    target = _checked(inputs, limits, plot, db, cluster)
    if db is not None:
        found = _studied(inputs, names, limits, fspath(db), _pool(jobs, cluster), observe)
    else:
        from hashicnf.batch.inputs import names_of
        from hashicnf.measure.comparison import measure
        from hashicnf.measure.comparison.results import labelled
        from hashicnf.pipeline.puzzles import read_all

        with named(inputs) as given:
            every = labelled((name, *one) for name in names_of(given) for one in enumerate(read_all(name), 1))
        found = measure.compare(every, names, limits, _pairs(observe))
    pass_on_interrupt(INTERRUPTED if found.interrupted else None)
    if target is not None and found.runs:
        from hashicnf.measure.comparison.charts import draw

        draw(found, target)
    return found


def _studied(
    inputs: Sequence[Input],
    methods: Sequence[str] | None,
    limits: RunSettings,
    db: str,
    open_pool: OpenPool,
    observe: Observer | None,
) -> Comparison:
    """Compare by means of a database. Raises UsageError if runs are missing because of an error."""
    from hashicnf.batch import benchmarks

    with named(inputs) as names:
        found, failures = benchmarks.compare(names, methods, limits, db, open_pool, _batch(observe))
    if failures:
        raise UsageError(f"{failures[0].puzzles[0]}: {failures[0].message}")
    return found


def _each(given: T | Sequence[T]) -> list[T]:
    """Return the values of a setting, one or many, without repetitions. Raises UsageError for none."""
    values: Sequence[T] = [given] if isinstance(given, str | int) else given
    if not values:
        raise UsageError("a list of settings is empty: give at least one value, or leave it out")
    return list(dict.fromkeys(values))


def _inputs(given: Input | Iterable[Input]) -> list[Input]:
    """Return the given puzzles and names, one or many. Raises UsageError for anything else, and for families of this process."""
    every: list[Any] = [given] if isinstance(given, Puzzle | str | PathLike) or not is_iterable(given) else [*given]
    for puzzle in every:
        if isinstance(puzzle, Puzzle):
            require_shared({"family": puzzle.family})
    if wrong := [one for one in every if not isinstance(one, Puzzle | str | PathLike)]:
        raise UsageError(f"expected puzzles and names of files and folders, not {type(wrong[0]).__name__}")
    if not every:
        raise UsageError("there is no puzzle to be measured")
    return every


def _checked(
    inputs: Sequence[Input],
    limits: RunSettings,
    plot: str | PathLike[str] | None,
    db: str | PathLike[str] | None,
    cluster: str | None,
) -> str | None:
    """Return the name of the file for a chart.

    Raises UsageError for invalid numbers, a chart that cannot be drawn, and a cluster without a database.
    """
    if cluster is not None and db is None:
        raise UsageError("--cluster has no effect without --db")
    require_seconds(limits.timeout)
    for name, value in (("--repeat", limits.repeat), ("--jobs", limits.jobs)):
        if value is not None and value < 1:
            raise too_small(name, value, 1)
    if plot is None:
        return None
    from hashicnf.batch.inputs import names_of
    from hashicnf.measure.plotting import require_plotting

    files = [fspath(one) for one in inputs if not isinstance(one, Puzzle)]
    require_plotting(fspath(plot), names_of(files) if files else ())
    return fspath(plot)


def _pool(jobs: int, cluster: str | None) -> OpenPool:
    """Return the function that opens the workers. It raises UsageError for several processes and a cluster."""
    return partial(open_pool, jobs=None if cluster is not None and jobs == 1 else jobs, cluster=cluster)


def _batch(observe: Observer | None) -> Callable[[State], None]:
    """Return a function that reports the share of a batch that is done."""
    if observe is None:
        return lambda _: None
    return lambda state: observe("measure", (state.done + state.before) / max(state.total, 1))


def _pairs(observe: Observer | None) -> Callable[[ComparisonState], None] | None:
    """Return a function that reports the share of the pairs that are done."""
    return None if observe is None else lambda state: observe("measure", state.done / max(state.total, 1))
