"""``hashicnf compare``: run methods in fresh processes and compare them."""

from __future__ import annotations

import contextlib
import sys
import time
from functools import partial
from typing import TYPE_CHECKING, Annotated

import typer

from hashicnf.batch.places import open_pool
from hashicnf.cli import say
from hashicnf.cli.options import memory, time_limit
from hashicnf.cli.parameters import excludes, needs
from hashicnf.cli.tables import print_prose, print_table, require_form
from hashicnf.cli.terminal import show_status
from hashicnf.cli.workers import ClusterOption, Database, ProgressLine, report_failures
from hashicnf.errors import Exit, UsageError, printable
from hashicnf.measure.comparison import USUAL_METHODS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from hashicnf.measure.comparison.measure import State
    from hashicnf.measure.comparison.results import Comparison
    from hashicnf.measure.comparison.runs import RunSettings


def compare(
    puzzles: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="PUZZLE...",
            help="Puzzle files, folders of them, URLs or game IDs.",
            show_default=False,
        ),
    ] = None,
    methods: Annotated[
        str | None,
        typer.Option(
            "--methods",
            metavar="NAMES",
            help="Methods, separated by commas, each with its options: 'astar --heuristic mst'. NAME=COMMAND is another "
            "program, which reads a puzzle from standard input and prints what solve --json prints. "
            f"Default: those of {', '.join(USUAL_METHODS)} that the families of all puzzles have.",
        ),
        excludes("earlier"),
    ] = None,
    timeout: Annotated[
        float,
        time_limit("End a run after this time; 0: at once."),
        excludes("earlier"),
    ] = 300.0,
    max_memory: Annotated[
        int | None,
        typer.Option(
            "--max-memory",
            metavar="SIZE",
            parser=memory,
            help="End a run that uses more memory, such as 500M or 2G. Default: no limit.",
        ),
        excludes("earlier"),
    ] = None,
    repeat: Annotated[
        int,
        typer.Option(
            "--repeat", metavar="R", min=1, help="Run all pairs R times, one round after the other, and report medians."
        ),
        excludes("earlier"),
    ] = 1,
    jobs: Annotated[
        int,
        typer.Option("--jobs", metavar="N", min=1, help="Run N processes at a time. Times are reliable only with 1."),
        excludes("earlier", "cluster"),
    ] = 1,
    form: Annotated[
        str,
        typer.Option("--as", metavar="FORM", help="text, markdown, csv (a row per pair) or json (everything)."),
        excludes("json"),
    ] = "text",
    json: Annotated[bool, typer.Option("--json", help="The same as --as json.")] = False,
    plot: Annotated[
        str | None, typer.Option("--plot", metavar="FILE", help="Draw times and memory: .png or .svg.")
    ] = None,
    db: Annotated[Database, excludes("earlier")] = None,
    cluster: Annotated[ClusterOption, needs("db")] = None,
    earlier: Annotated[
        list[str] | None,
        typer.Option(
            "--from",
            metavar="FILE",
            help="Run nothing: show the results of an earlier --as json; those of several files side by side.",
            show_default=False,
        ),
    ] = None,
) -> int:
    """Compare methods, each run in a fresh process.

    Each method solves each puzzle in a process of its own, and the limits are enforced from outside. Every solution is
    checked against the rules. Three times are reported: of the whole process with the start of Python, as measured by the process
    itself, and of the search alone. Memory is the largest resident size of the process. Tables go to stdout; with csv and json, the
    summary goes to stderr. Exit code 1 if a run ended in an error, 65 if a file cannot be read; a run that reaches a limit is no
    error. Ctrl-C and SIGTERM print the finished runs.

    With --db FILE each method is a batch, whose results are kept in a database: a comparison that is started again continues where
    it stopped, and shows tables and chart when all runs are done.

    \b
    Example:
      $ hashicnf compare examples/hashi/small.puz --methods cdcl,astar --timeout 60
      $ hashicnf compare boards/ --methods cdcl,dpll --db study.sqlite --plot study.svg
    """
    from hashicnf.cli.report import first_of

    form = "json" if json else form
    require_form(form)
    if not earlier and not puzzles:
        raise UsageError("there is nothing to compare: name puzzles, or results of an earlier run with --from")
    if earlier and puzzles:
        raise UsageError("puzzles are run, and --from shows the results of an earlier run: give one of them")
    if plot is not None:
        from hashicnf.batch.inputs import names_of
        from hashicnf.measure.plotting import require_plotting

        require_plotting(plot, earlier or names_of(puzzles or []))
    codes: list[int] = []
    if earlier:
        from hashicnf.measure.comparison.earlier import read

        report = read(earlier)
    else:
        from hashicnf.measure.comparison.measure import split
        from hashicnf.measure.comparison.runs import RunSettings

        names = None if methods is None else split(methods)
        limits = RunSettings(timeout, max_memory, repeat, jobs)
        if db is None:
            report = _run(puzzles or [], names, limits, codes)
        else:
            report = _study(puzzles or [], names, limits, db, cluster, codes)
    if codes and not report.runs:
        return codes[0]
    _print(report, form)
    if plot is not None and report.runs:
        from hashicnf.measure.comparison.charts import draw

        draw(report, plot)
    is_wrong = any(cell.status == "error" for cell in report.cells().values())
    return first_of([*codes, Exit.WRONG if is_wrong else Exit.DONE])


def _run(paths: list[str], names: Sequence[str] | None, limits: RunSettings, codes: list[int]) -> Comparison:
    """Run all pairs of methods and puzzles; put the exit codes of files that cannot be read, and of a signal, into ``codes``."""
    from hashicnf.batch.inputs import names_of
    from hashicnf.cli.report import each_puzzle
    from hashicnf.files.signals import code_of, interrupted_by_termination
    from hashicnf.measure.comparison.measure import compare as measure
    from hashicnf.measure.comparison.results import labelled

    puzzles = labelled((one.file, one.index, one.puzzle) for one in each_puzzle(names_of(paths), codes=codes))
    with interrupted_by_termination() as came:
        try:
            report = measure(puzzles, names, limits, _watch)
        finally:
            show_status("")
        if report.interrupted:
            codes.insert(0, code_of(came))
    return report


def _study(
    paths: list[str], names: Sequence[str] | None, limits: RunSettings, db: str, cluster: str | None, codes: list[int]
) -> Comparison:
    """Make the runs missing in a database, and read the report from it; append the exit codes of errors to ``codes``.

    Raises KeyboardInterrupt or SystemExit on a signal, with a message that the finished runs are kept.
    """
    from hashicnf.batch.benchmarks import compare
    from hashicnf.files.inputs import is_there
    from hashicnf.files.outputs import destination
    from hashicnf.files.signals import interrupted_by_termination

    opened = partial(open_pool, jobs=None if cluster else limits.jobs, cluster=cluster)
    with interrupted_by_termination():
        try:
            found, failures = compare(paths, names, limits, db, opened, ProgressLine().watch)
        except KeyboardInterrupt:
            show_status("")
            if is_there(db):  # otherwise it came before the first run
                say(f"{destination(db)}: what is finished is kept: the same command goes on from there")
            raise
    show_status("")
    report_failures(failures, db, codes)
    return found


def _watch(state: State) -> None:
    now = time.monotonic()
    running = ", ".join(f"{p} {m} {now - since:.0f} s" for (p, m), since in list(state.running.items()))
    show_status(f"{state.done} of {state.total} done; {running}")


def _print(report: Comparison, form: str) -> None:
    from hashicnf.measure.comparison import tables

    if form == "csv":
        print_table(tables.long(report), "csv")
    elif form == "json":
        typer.echo(report.to_json())
    else:
        if (warning := tables.warning(report)) is not None:
            print_prose(warning)
            typer.echo()
        for title, rows in tables.wide(report):
            print_prose(f"{title}:")
            typer.echo()
            print_table(rows, form)
            typer.echo()
        typer.echo(f"{tables.SUMMARY}:\n")
        print_table(tables.summary(report), form)
        typer.echo()
        for remark in tables.remarks(report):
            print_prose(printable(remark)) if form == "text" else typer.echo(printable(f"- {remark}"))
        return
    with contextlib.redirect_stdout(sys.stderr):
        print_table(tables.summary(report), "text")
