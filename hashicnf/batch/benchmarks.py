"""Run the studies of ``bench`` and ``compare``, and read their results from the database, which may be temporary."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import nullcontext
from itertools import product
from pathlib import Path
from typing import Any

from hashicnf.backends.scratch import private_folder
from hashicnf.batch.database import UnwritableError, require_database
from hashicnf.batch.driver import Watch
from hashicnf.batch.inputs import kept_input, names_of, puzzles_in
from hashicnf.batch.studies import (
    Failure,
    OpenPool,
    failures,
    measurements,
    report,
    settings_of_bench,
    settings_of_compare,
    study,
)
from hashicnf.errors import counted
from hashicnf.files.temporary import unwritable
from hashicnf.measure.bench import Measurement, Row, Setting, confront, summarise
from hashicnf.measure.bench_tables import LEFT, exceptions, notes, table
from hashicnf.measure.comparison.measure import chosen, has_options, require_options, samples
from hashicnf.measure.comparison.process import ProcessPool
from hashicnf.measure.comparison.results import Comparison
from hashicnf.measure.comparison.runs import RunSettings
from hashicnf.pictures.shown import Tabled
from hashicnf.records import record


@record
class Benchmark(Tabled):
    """The measured ``runs``, and the ``failures``: errors because of which runs are missing, such as a file that cannot be read.

    ``interrupted``: Ctrl-C or a signal ended the work before all runs were made.
    """

    runs: tuple[Measurement, ...]
    failures: tuple[Failure, ...] = ()
    interrupted: bool = False

    def __repr__(self) -> str:
        """Count runs and failures in one line."""
        failed = f", {counted(len(self.failures), 'failure')}" if self.failures else ""
        return f"<benchmark: {counted(len(self.runs), 'run')}{failed}>"

    def _tables(self) -> Iterator[tuple[str, Sequence[Sequence[str]], int]]:
        if self.runs:
            yield "", table(self.rows()), LEFT

    def _lines(self) -> list[str]:
        failed = [failure.text for failure in self.failures]
        return [*failed, *(notes(self.rows()) if self.runs else ()), *exceptions(self.runs)]

    def rows(self) -> list[Row]:
        """Return a summary for each folder and setting."""
        return summarise(self.runs)

    def data(self) -> list[dict[str, Any]]:
        """Return the fields of each run by name, as in JSON."""
        return [run.data() for run in self.runs]


def bench(
    inputs: Sequence[str],
    matrix: Sequence[Setting],
    limits: RunSettings,
    db: str | None,
    open_pool: OpenPool,
    watch: Watch,
) -> Benchmark:
    """Make the runs that are missing in a database, which is temporary if none is named; after Ctrl-C, return the finished ones.

    Raises UsageError for a name that is no database, and the errors of ``study``.
    """
    if db is not None:
        require_database(db, "--db")
    rounds = range(1, limits.repeat + 1)
    every = [settings_of_bench(setting, limits.timeout, k) for k in rounds for setting in matrix]
    interrupted = False
    with private_folder() if db is None else nullcontext() as folder:
        base = db or str(Path(folder or "") / "bench.sqlite")
        try:
            study(inputs, every, base, open_pool, watch)
        except KeyboardInterrupt:
            interrupted = True
        except UnwritableError as problem:
            if folder is None:
                raise
            raise unwritable(str(folder.parent), problem.reason) from None
        if interrupted and not Path(base).is_file():  # it came before the first run, such as while an input was awaited
            return Benchmark((), interrupted=True)
        runs = confront(measurements(base, inputs, matrix, limits))
        return Benchmark(tuple(runs), tuple(failures(base, inputs, every)), interrupted)


def compare(
    inputs: Sequence[str],
    methods: Sequence[str] | None,
    limits: RunSettings,
    db: str,
    open_pool: OpenPool,
    watch: Watch,
) -> tuple[Comparison, list[Failure]]:
    """Make the runs that are missing in a database; return all runs, and the errors because of which runs are missing.

    Raises UsageError for methods that the families of the puzzles do not have, or not in other processes, and for a name that is no
    database, the errors of ``study``, and KeyboardInterrupt: finished runs are kept.
    """
    require_database(db, "--db")
    files = names_of(inputs)
    with kept_input(files):
        smallest = samples(puzzles_in(files))
        names = chosen(methods, smallest)
        for puzzle, name in product(smallest.values(), filter(has_options, names)):
            require_options(puzzle, name, limits, ProcessPool())
        every = [settings_of_compare(name, limits, k) for k in range(1, limits.repeat + 1) for name in names]
        before = {again.identity: one.identity for one, again in zip(every, every[len(names) :], strict=False)}
        study(inputs, every, db, open_pool, watch, before=before)
    return report(db, inputs, names, limits), failures(db, inputs, every)
