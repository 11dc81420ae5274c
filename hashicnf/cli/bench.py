"""``hashicnf bench``: solve all puzzles of files and folders and measure the time."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import asdict
from functools import partial
from typing import TYPE_CHECKING, Annotated

import typer

from hashicnf.batch.places import open_pool
from hashicnf.cli import say
from hashicnf.cli.options import Depth, Simplify, Timeout
from hashicnf.cli.parameters import excludes, needs
from hashicnf.cli.tables import print_table, require_form
from hashicnf.cli.terminal import show_status
from hashicnf.cli.workers import ClusterOption, Database, ProgressLine, report_failures
from hashicnf.errors import Exit, UsageError

if TYPE_CHECKING:
    from hashicnf.batch.benchmarks import Benchmark
    from hashicnf.measure.bench import Measurement, Setting
    from hashicnf.measure.comparison.runs import RunSettings


def bench(
    paths: Annotated[
        list[str] | None,
        typer.Argument(metavar="PATH...", help="Puzzle files, folders of them, URLs or game IDs."),
    ] = None,
    solver: Annotated[
        str,
        typer.Option("--solver", metavar="NAMES", help="Solvers, separated by commas."),
        excludes("phases"),
    ] = "default",
    cardinality: Annotated[
        str, typer.Option("--cardinality", metavar="NAMES", help="Encodings, separated by commas."), excludes("phases")
    ] = "direct",
    connectivity: Annotated[
        str, typer.Option("--connectivity", metavar="NAMES", help="Encodings, separated by commas."), excludes("phases")
    ] = "lazy",
    cuts: Annotated[
        str,
        typer.Option(
            "--cuts", metavar="NUMBERS", help="Values of K for cuts of sets of up to K nodes, separated by commas."
        ),
        excludes("phases"),
    ] = "0",
    at_most_one: Annotated[
        str, typer.Option("--at-most-one", metavar="NAMES", help="Encodings, separated by commas."), excludes("phases")
    ] = "pairwise",
    depth: Annotated[Depth, excludes("phases")] = None,
    simplify: Annotated[Simplify, excludes("phases")] = None,
    repeat: Annotated[
        int,
        typer.Option("--repeat", metavar="N", min=1, help="Measure every puzzle N times."),
        excludes("phases"),
    ] = 1,
    timeout: Annotated[Timeout, excludes("phases")] = None,
    form: Annotated[
        str,
        typer.Option("--as", metavar="FORM", help="text, markdown, csv or json (one record per run)."),
        excludes("json"),
    ] = "text",
    json: Annotated[bool, typer.Option("--json", help="The same as --as json.")] = False,
    plot: Annotated[
        str | None,
        typer.Option("--plot", metavar="FILE", help="Draw a cactus and a scaling plot: .png or .svg."),
        excludes("phases"),
    ] = None,
    db: Annotated[Database, excludes("phases")] = None,
    jobs: Annotated[
        int,
        typer.Option(
            "--jobs", metavar="N", min=1, help="With --db: run N worker processes. Times are reliable only with 1."
        ),
        needs("db"),
        excludes("cluster"),
    ] = 1,
    cluster: Annotated[ClusterOption, needs("db")] = None,
    phases: Annotated[
        str | None,
        typer.Option(
            "--phases",
            metavar="SIZES",
            help="Without PATH: measure the time of each phase but solving on generated puzzles of sizes N,N,...",
        ),
    ] = None,
) -> int:
    """Solve many puzzles and measure.

    Prints a table with a row per folder; times in milliseconds as mean / median / maximum, with --as csv in separate
    columns. With several solvers, encodings or cuts, every combination is measured. The solver "default" is the one that
    solve chooses without --solver: the column "used" names it, or "windows" if a wide board was solved window by window.
    Formulas are simplified if solve would simplify them, as the column "simplify" shows; to compare encodings of the same
    constraints, give --simplify or --no-simplify. Times are those of puzzles answered in all runs, each the median of its runs.
    Exit code 1 if a run failed or was wrong, 65 if a file cannot be read; a run without an answer is no error.

    Each combination runs in a process of its own, which solves the first puzzle of each family once before it is measured, and
    which is killed if it does not stop at the time limit; so no time contains the start of a process or imports. With --db FILE
    results are kept in a database: a study that is started again continues where it stopped, and repeats the runs whose solver
    failed. A solver that fails is run once more at once; this is reported, since the processor time is that of both. Ctrl-C and
    SIGTERM print the finished runs. docs/figures.md explains all figures.

    \b
    Example:
      $ hashicnf bench examples/hashi --solver default,minisat22,cadical153
      $ hashicnf bench boards/ --connectivity planar,link-elimination,lazy --simplify
      $ hashicnf bench boards/ --solver default,cadical153 --timeout 600 --db study.sqlite --plot study.svg
      $ hashicnf bench --phases 10000,100000
    """
    from hashicnf.cli.report import first_of
    from hashicnf.measure.bench import settings
    from hashicnf.measure.comparison.runs import RunSettings

    form = "json" if json else form
    require_form(form)
    if phases is not None:
        if paths:
            raise UsageError("--phases generates its boards: give it without PATH")
        return _bench_phases(phases, form)
    if not paths:
        raise UsageError("nothing to measure: give puzzle files or folders, or --phases")
    if plot is not None:
        from hashicnf.batch.inputs import names_of
        from hashicnf.measure.plotting import require_plotting

        require_plotting(plot, names_of(paths))
    matrix = settings(
        solver=_names("--solver", solver),
        cardinality=_names("--cardinality", cardinality),
        connectivity=_names("--connectivity", connectivity),
        cuts=_numbers("--cuts", cuts, "sizes of sets"),
        at_most_one=_names("--at-most-one", at_most_one),
        depth=[depth],
        simplify=[simplify],
    )
    codes: list[int] = []
    found, ended = _study(paths, matrix, RunSettings(timeout, None, repeat, jobs), db, cluster, codes)
    records = found.runs
    if not records and (codes or ended):
        return first_of([*codes, ended])
    _print(found, form)
    if plot is not None:
        from hashicnf.measure.plotting import plot_records

        plot_records(records, plot)
    return first_of([ended, *codes, _code(records)])


def _print(found: Benchmark, form: str) -> None:
    if form == "json":
        from hashicnf.cli.objects import print_objects

        print_objects(found.data())
        return
    from hashicnf.measure.bench_tables import LEFT, notes, table

    rows = found.rows()
    print_table(table(rows, apart=form == "csv"), form, left=LEFT)
    for note in notes(rows):
        say(note)


def _code(records: Sequence[Measurement]) -> Exit:
    """Print the puzzles that are not solved, errors first; return 1 if a run was wrong, 0 if there is no solution or no time."""
    from hashicnf.measure.bench import WRONG
    from hashicnf.measure.bench_tables import exceptions

    for line in exceptions(records):
        say(line)
    return Exit.WRONG if any(record.status in WRONG for record in records) else Exit.DONE


def _study(
    paths: Sequence[str],
    matrix: Sequence[Setting],
    limits: RunSettings,
    db: str | None,
    cluster: str | None,
    codes: list[int],
) -> tuple[Benchmark, int]:
    """Make the runs, and report errors because of which runs are missing, with their exit codes put into ``codes``.

    Also returns the exit code of the signal that ended the work, 0 if there was none.
    """
    from hashicnf.batch.benchmarks import bench
    from hashicnf.files.signals import code_of, interrupted_by_termination

    opened = partial(open_pool, jobs=None if cluster else limits.jobs, cluster=cluster)
    with interrupted_by_termination() as came:
        try:
            found = bench(paths, matrix, limits, db, opened, ProgressLine().watch)
        finally:
            show_status("")
    report_failures(found.failures, db, codes)
    return found, code_of(came) if found.interrupted else 0


def _bench_phases(sizes: str, form: str) -> int:
    """Print a row for each phase: microseconds per unit of the family on puzzles of each size, and their growth."""
    from hashicnf.families import FAMILIES
    from hashicnf.measure.scaling import FAMILY, measure

    unit = FAMILIES.get(FAMILY).unit
    numbers = _numbers("--phases", sizes, f"numbers of {unit}s")
    found = measure(numbers)
    if form == "json":
        from hashicnf.cli.objects import print_objects

        print_objects(map(asdict, found))
        return Exit.DONE
    head = (
        f"microseconds {'an' if unit[0] in 'aeiou' else 'a'} {unit}",
        *(f"{size:,}" for size in numbers),
        "growth",
        "of it system",
    )
    rows = [
        (row.name, *(f"{figure:.3g}" for figure in row.figures), f"{row.growth:.2f}", f"{row.system[-1]:.2f}")
        for row in found
    ]
    print_table([head, *rows], form)
    return Exit.DONE


def _names(option: str, text: str) -> list[str]:
    """Split a list of names, without repetitions. Raises UsageError for an empty list."""
    names = list(dict.fromkeys(name.strip() for name in text.split(",") if name.strip()))
    if not names:
        raise UsageError(f"{option} {text!r}: expected names, separated by commas")
    return names


def _numbers(option: str, text: str, what: str) -> list[int]:
    names = [name.strip() for name in text.split(",")]
    if not all(re.fullmatch("[0-9]{1,18}", name) for name in names):
        raise UsageError(f"{option} {text!r}: expected {what}, separated by commas")
    return list(dict.fromkeys(map(int, names)))
