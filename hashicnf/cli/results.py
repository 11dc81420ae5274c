"""``hashicnf results``: print and merge the databases of ``batch``."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Final

import typer

from hashicnf.cli import say
from hashicnf.cli.parameters import excludes
from hashicnf.errors import Exit, UsageError, nearest

MERGE: Final = "merge"


def results(
    files: Annotated[
        list[str],
        typer.Argument(
            metavar="[merge] FILE...", help="Databases of batch; after the word merge, the databases to merge."
        ),
    ],
    output: Annotated[
        str | None, typer.Option("--output", "-o", metavar="FILE", help="With merge: the database to write.")
    ] = None,
    csv: Annotated[
        bool,
        typer.Option("--csv", help="Print a row for each puzzle, with all figures."),
        excludes("json", "errors", "markdown", "output"),
    ] = False,
    json: Annotated[
        bool,
        typer.Option("--json", help="Print a line of JSON for each puzzle, with its solution."),
        excludes("errors", "markdown", "output"),
    ] = False,
    plot: Annotated[
        str | None,
        typer.Option(
            "--plot",
            metavar="FILE",
            help="Draw a chart of the runs of solve by their settings, as bench does: .png or .svg.",
        ),
        excludes("output"),
    ] = None,
    errors: Annotated[
        bool,
        typer.Option(
            "--errors", help="Print the message of each error, and the reason of each missing answer or file."
        ),
        excludes("markdown", "output"),
    ] = False,
    markdown: Annotated[
        bool, typer.Option("--markdown", help="Print the summary as a Markdown table."), excludes("output")
    ] = False,
) -> int:
    """Print the results of batches, or merge databases.

    Prints a line for each command with its settings: the number of puzzles, their results, their grades if they are rated,
    and the sum, median and maximum of the seconds. A database may be read, and a chart drawn, while a batch writes it.

    merge writes several databases, such as those of shards, into one. If two of them have results for the same puzzle and
    settings, an answer is preferred to an error, and the later of two answers is kept.

    \b
    Example:
      $ hashicnf results run.sqlite --csv > run.csv
      $ hashicnf results merge part-1.sqlite part-2.sqlite -o run.sqlite
    """
    if files[0] == MERGE:
        shown = {"--csv": csv, "--json": json, "--plot": plot, "--errors": errors, "--markdown": markdown}
        if wrong := [option for option, value in shown.items() if value]:
            raise UsageError(f"{wrong[0]}: merge prints no results; print those of the database that it writes")
        return _merge(files[1:], output)
    if nearest(files[0], [MERGE]) is not None and not Path(files[0]).exists():
        raise UsageError(f"{files[0]}: no such file; did you mean {MERGE}?")
    if output is not None:
        raise UsageError("-o is for merge: hashicnf results merge A B -o C")
    if plot is not None:
        _plot(files, plot)
    if csv:
        _print_csv(files)
        return Exit.DONE
    for place, name in enumerate(files):
        if json:
            _print_json(name)
        elif errors:
            _print_errors(name)
        else:
            _print_sums(name, markdown=markdown, apart=bool(place))
    return Exit.DONE


def _merge(files: list[str], output: str | None) -> int:
    from hashicnf.batch.database import require_database
    from hashicnf.batch.merge import merge
    from hashicnf.errors import counted
    from hashicnf.files.outputs import destination, require_apart

    if not files or output is None:
        raise UsageError("merge needs databases and an output: hashicnf results merge A B -o C")
    require_database(output)
    require_apart([output], files)
    say(f"{destination(output)}: {counted(merge(files, output), 'result')}")
    return Exit.DONE


def _plot(files: list[str], output: str) -> None:
    from hashicnf.batch.studies import solved_in
    from hashicnf.measure.plotting import plot_records, require_plotting

    require_plotting(output, files)
    records = [record for name in files for record in solved_in(name)]
    if not records:
        raise UsageError("--plot: there are no results of solve")
    plot_records(records, output)


def _print_json(name: str) -> None:
    from hashicnf.batch.tables import line_of, results_in

    for result in results_in(name):
        typer.echo(line_of(result))


def _print_errors(name: str) -> None:
    from hashicnf.batch.tables import SEVERAL, results_in, why_nothing
    from hashicnf.errors import printable_lines, puzzle_name

    for result in results_in(name):
        if message := why_nothing(result):
            puzzle = puzzle_name(result["puzzle"], result["index"], several=result[SEVERAL])
            typer.echo(printable_lines(f"{result['command']} {puzzle}: {message}"))


def _print_csv(files: list[str]) -> None:
    from hashicnf.batch.tables import rows_of
    from hashicnf.cli.tables import write_csv

    write_csv(rows_of(*files))


def _print_sums(name: str, *, markdown: bool, apart: bool) -> None:
    """Print the sums of a database, with a blank line before them if they stand ``apart`` from others."""
    from hashicnf.batch.tables import sums_of
    from hashicnf.cli.tables import print_table

    rows = list(sums_of(name))
    typer.echo("\n" * apart, nl=False)
    print_table(rows, "markdown" if markdown else "text", left=3)
