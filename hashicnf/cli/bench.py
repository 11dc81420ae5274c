"""``hashicnf bench``: solve all puzzles of files and folders and measure the time."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict
from itertools import chain, islice
from typing import TYPE_CHECKING, Annotated, Any, Final

import typer

from hashicnf.cli import say
from hashicnf.cli.options import Depth, Simplify, Timeout
from hashicnf.cli.parameters import excludes, needs
from hashicnf.cli.tables import print_table, require_form
from hashicnf.cli.terminal import show_status
from hashicnf.cli.workers import ClusterOption, Database, Progress, open_pool, report_failures
from hashicnf.errors import Exit, UsageError, counted

if TYPE_CHECKING:
    from hashicnf.measure.bench import Measurement, Row, Setting

SETTING = ("folder", "solver", "used", "cardinality", "connectivity", "cuts", "simplify")
RUNS = ("runs", "solved")
TIMES = ("parse", "encode", "solve", "total")
MEANS = ("cpu", "rounds", "conflicts", "variables", "clauses")
MOST_NAMED = 10  # most puzzles without a solution that are named
WRONG = ("error", "broken")  # statuses that indicate a fault


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
        str, typer.Option("--as", metavar="FORM", help="text, markdown, csv or json (one record per run).")
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
    constraints, give --simplify or --no-simplify. Exit code 1 if a puzzle was not solved, 65 if a file cannot be read.

    With --db FILE each combination is a batch, whose results are kept in a database: a study that is started again continues where
    it stopped, and shows table and chart when all runs are done.

    \b
    Example:
      $ hashicnf bench examples/hashi --solver default,minisat22,cadical153
      $ hashicnf bench boards/ --connectivity planar,link-elimination,lazy --simplify
      $ hashicnf bench boards/ --solver default,cadical153 --timeout 600 --db study.sqlite --plot study.svg
      $ hashicnf bench --phases 10000,100000
    """
    from hashicnf.cli.report import first_of, refusing
    from hashicnf.measure.bench import confront, find_puzzles, run, settings, summarise

    form = "json" if json else form
    require_form(form)
    if phases is not None:
        if paths:
            raise UsageError("--phases generates its boards: give it without PATH")
        return _bench_phases(phases, form)
    if not paths:
        raise UsageError("nothing to measure: give puzzle files or folders, or --phases")
    if plot is not None:
        from hashicnf.measure.plotting import require_plotting

        require_plotting(plot)
    solvers = _names("--solver", solver)
    names = _names("--cardinality", cardinality), _names("--connectivity", connectivity)
    others = _numbers("--cuts", cuts, "sizes of sets"), _names("--at-most-one", at_most_one)
    matrix = settings(solvers, *names, *others, depth=depth, simplify=simplify)
    codes: list[int] = []
    if db is None:
        records, is_interrupted = _measured(run(find_puzzles(paths), matrix, repeat, timeout, refusing(codes)))
    else:
        records, is_interrupted = _study(paths, matrix, timeout, db, jobs, cluster, repeat, codes), False
    if codes and not records:
        return codes[0]
    records = confront(records)
    if form == "json":
        _print_json(record.data() for record in records)
    else:
        rows = summarise(records)
        print_table(_table(rows, apart=form == "csv"), form, left=5)
        _print_notes(rows)
    if plot is not None:
        from hashicnf.measure.plotting import plot_records

        plot_records(records, plot)
    return Exit.INTERRUPTED if is_interrupted else first_of([*codes, _code(records)])


def _code(records: Iterable[Measurement]) -> Exit:
    """Print the puzzles that are not solved, errors first; return 1 if a run was wrong, 0 if there is no solution or no time."""
    unsolved = sorted(
        (record for record in records if record.status != "solved"), key=lambda one: one.status != "error"
    )
    runs = Counter((record.puzzle, _outcome(record)) for record in unsolved)
    for (puzzle, status), times in islice(runs.items(), MOST_NAMED):
        say(f"{puzzle}: {status}" + (f" in {times} runs" if times > 1 else ""))
    if len(runs) > MOST_NAMED:
        say(f"and {counted(len(runs) - MOST_NAMED, 'other puzzle')}")
    return Exit.WRONG if any(record.status in WRONG for record in unsolved) else Exit.DONE


def _outcome(record: Measurement) -> str:
    """Return the outcome of a run without a solution, as text."""
    if record.status != "error":
        return record.status
    return f"error: {record.setting.label} reports unsolvable, but another run found a correct solution"


def _study(
    paths: Sequence[str],
    matrix: Sequence[Setting],
    timeout: float | None,
    db: str,
    jobs: int,
    cluster: str | None,
    repeat: int,
    codes: list[int],
) -> list[Measurement]:
    """Make the runs missing in a database, and read the records from it; append the exit codes of errors to ``codes``."""
    from hashicnf.batch.database import require_database
    from hashicnf.batch.studies import failures, measurements, settings_of_bench, study

    require_database(db)
    every = [settings_of_bench(setting, timeout, k) for k in range(1, repeat + 1) for setting in matrix]
    study(paths, every, db, lambda settings: open_pool(settings, None if cluster else jobs, cluster), Progress().watch)
    show_status("")
    report_failures(failures(db, paths, every), db, codes)
    return measurements(db, paths, matrix, timeout, repeat)


def _bench_phases(sizes: str, form: str) -> int:
    """Print a row for each phase: microseconds per unit of the family on puzzles of each size, and their growth."""
    from hashicnf.families import FAMILIES
    from hashicnf.measure.scaling import FAMILY, measure

    unit = FAMILIES.get(FAMILY).unit
    numbers = _numbers("--phases", sizes, f"numbers of {unit}s")
    found = measure(numbers)
    if form == "json":
        _print_json(map(asdict, found))
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


def _measured(runs: Iterator[Measurement]) -> tuple[list[Measurement], bool]:
    """Collect runs until all are done or Ctrl-C; return them, and whether Ctrl-C ended them. Shows the progress on a terminal."""
    records: list[Measurement] = []
    try:
        for record in runs:
            records.append(record)
            show_status(f"{len(records):>6}  {record.puzzle[-60:]}")
    except KeyboardInterrupt:
        if not records:
            raise
        return records, True
    finally:
        show_status("")
    return records, False


def _print_json(lines: Iterable[dict[str, Any]]) -> None:
    from hashicnf.cli.objects import print_object

    for line in lines:
        print_object(line)


def _print_notes(rows: Sequence[Row]) -> None:
    """Print notes about a table: the meaning of its figures, the version, and whether different formulas are compared."""
    versions = ", ".join(dict.fromkeys(version for row in rows for version in row.versions))
    say(f"times in milliseconds: mean, median and maximum; cpu: processor time, mean; {versions or 'version unknown'}")
    if len({one for row in rows for one in row.simplified}) > 1:
        say("some formulas are simplified and others are not; --simplify or --no-simplify treats all alike")


def _table(rows: Sequence[Row], *, apart: bool) -> list[Sequence[str]]:
    """Return the head and the rows; with ``apart`` each figure has its own column, with plain numbers for programs.

    Errors, versions, and rarely used options have columns only if they occur.
    """
    times = [f"{phase} {kind}" for phase in TIMES for kind in ("mean", "median", "max")] if apart else TIMES
    further = [name for name, cell in FURTHER.items() if apart or any(cell(row) != cell(rows[0]) for row in rows)]
    errors = ["errors"] if any(row.errors for row in rows) else []
    return [
        (*SETTING, *further, *RUNS, *errors, *times, *MEANS),
        *(_cells(row, further, bool(errors), apart=apart) for row in rows),
    ]


def _cells(row: Row, further: Sequence[str], has_errors: bool, *, apart: bool) -> tuple[str, ...]:
    setting = row.setting
    spread = [[f"{value * 1000:.1f}" for value in row.times[phase]] for phase in TIMES]
    return (
        row.folder,
        setting.solver,
        ", ".join(row.used),
        *((setting.cardinality, setting.connectivity) if row.means["clauses"] else ("-", "-")),
        str(setting.static_cuts),
        " and ".join("yes" if one else "no" for one in row.simplified) or "-",
        *(FURTHER[name](row) for name in further),
        str(row.count),
        str(row.solved),
        *([str(row.errors)] if has_errors else []),
        *(chain.from_iterable(spread) if apart else map(" / ".join, spread)),
        *(_mean(name, row.means[name], apart=apart) for name in MEANS),
    )


def _mean(name: str, value: float | None, *, apart: bool) -> str:
    """Return a mean as text: milliseconds of processor time, or a count."""
    if value is None:
        return "" if apart else "-"
    if name == "cpu":
        return f"{value * 1000:.1f}"
    digits = 1 if name == "rounds" else 0
    return f"{value:.{digits}f}" if apart else f"{value:,.{digits}f}"


FURTHER: Final[Mapping[str, Callable[[Row], str]]] = {
    "at most one": lambda row: row.setting.at_most_one,
    "depth": lambda row: "-" if row.setting.depth is None else str(row.setting.depth),
    "version": lambda row: ", ".join(row.versions),
}
