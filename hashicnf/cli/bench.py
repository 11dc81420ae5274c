"""``hashicnf bench``: solve every puzzle under some paths and measure."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from dataclasses import asdict
from typing import TYPE_CHECKING, Annotated

import typer

from hashicnf.cli.exits import Exit
from hashicnf.cli.options import Timeout
from hashicnf.errors import UsageError

if TYPE_CHECKING:
    from hashicnf.pipeline.bench import Record, Row

HEAD = (
    "folder",
    "solver",
    "cardinality",
    "connectivity",
    "puzzles",
    "solved",
    "parse",
    "encode",
    "solve",
    "total",
    "rounds",
    "clauses",
)


def bench(
    paths: Annotated[list[str], typer.Argument(metavar="PATH...", help="Puzzle files, or folders to search for them.")],
    solver: Annotated[str, typer.Option("--solver", metavar="NAMES", help="Solvers, separated by commas.")] = "",
    cardinality: Annotated[
        str, typer.Option("--cardinality", metavar="NAMES", help="Encodings, by commas.")
    ] = "direct",
    connectivity: Annotated[
        str, typer.Option("--connectivity", metavar="NAMES", help="Encodings, by commas.")
    ] = "lazy",
    repeat: Annotated[int, typer.Option("--repeat", metavar="N", min=1, help="Measure every puzzle N times.")] = 1,
    timeout: Timeout = None,
    form: Annotated[
        str, typer.Option("--as", metavar="FORM", help="text, markdown, csv or json (one record a run).")
    ] = "text",
    json: Annotated[bool, typer.Option("--json", help="The same as --as json.")] = False,
    plot: Annotated[
        str | None, typer.Option("--plot", metavar="FILE", help="Draw a cactus and a scaling plot: .png or .svg.")
    ] = None,
) -> int:
    """Solve many puzzles and measure.

    Prints a table with a row per folder; times in milliseconds as mean / median / maximum.
    With several solvers or encodings, every combination is measured. Exit code 1 if a puzzle was not solved.

    \b
    Example:
      $ hashicnf bench examples/hashi --solver minisat22,cadical153
    """
    from hashicnf.backends.choose import DEFAULT_SOLVER
    from hashicnf.pipeline.bench import find_puzzles, run, settings, summarise

    form = "json" if json else form
    if form not in ("text", "markdown", "csv", "json"):
        raise UsageError(f"no form is named {form!r}; there are: text, markdown, csv, json")
    if plot is not None:
        from hashicnf.pipeline.plot import require_plotting

        require_plotting(plot)
    matrix = settings(_names(solver or DEFAULT_SOLVER), _names(cardinality), _names(connectivity))
    files = find_puzzles(paths)
    records = list(_progress(run(files, matrix, repeat, timeout)))
    if form == "json":
        _print_json(records)
    else:
        _print_table(summarise(records), form)
    if plot is not None:
        from hashicnf.pipeline.plot import plot_records

        plot_records(records, plot)
    return Exit.DONE if all(r.status == "solved" for r in records) else Exit.WRONG


def _names(text: str) -> list[str]:
    return [name.strip() for name in text.split(",") if name.strip()]


def _progress(records: Iterator[Record]) -> Iterator[Record]:
    """Pass records on; on a terminal, show how far it is."""
    shown = sys.stderr.isatty()
    for number, record in enumerate(records, 1):
        if shown:
            print(f"\r\x1b[K{number:>6}  {record.puzzle[-60:]}", end="", file=sys.stderr, flush=True)
        yield record
    if shown:
        print("\r\x1b[K", end="", file=sys.stderr, flush=True)


def _print_json(records: Iterable[Record]) -> None:
    import json

    for record in records:
        typer.echo(json.dumps(asdict(record)))


def _print_table(rows: Iterable[Row], form: str) -> None:
    lines = [HEAD, *(_cells(row) for row in rows)]
    if form == "csv":
        import csv

        csv.writer(sys.stdout, lineterminator="\n").writerows(lines)
        return
    widths = [max(len(line[i]) for line in lines) for i in range(len(HEAD))]
    left = 4
    padded = [
        [cell.ljust(w) if i < left else cell.rjust(w) for i, (cell, w) in enumerate(zip(line, widths, strict=True))]
        for line in lines
    ]
    if form == "markdown":
        rule = ["-" * w if i < left else "-" * (w - 1) + ":" for i, w in enumerate(widths)]
        for line in [padded[0], rule, *padded[1:]]:
            typer.echo("| " + " | ".join(line) + " |")
        return
    for line in padded:
        typer.echo("  ".join(line).rstrip())


def _cells(row: Row) -> tuple[str, ...]:
    times = [
        " / ".join(f"{value * 1000:.1f}" for value in row.times[phase])
        for phase in ("parse", "encode", "solve", "total")
    ]
    setting = row.setting
    return (
        row.folder,
        setting.solver,
        setting.cardinality,
        setting.connectivity,
        str(row.count),
        str(row.solved),
        *times,
        f"{row.rounds:.1f}",
        f"{row.clauses:,.0f}",
    )
