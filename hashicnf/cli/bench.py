"""``hashicnf bench``: solve every puzzle under some paths and measure."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import asdict
from typing import TYPE_CHECKING, Annotated

import typer

from hashicnf.cli.exits import Exit
from hashicnf.cli.options import Timeout
from hashicnf.cli.statusline import show_status
from hashicnf.cli.tables import print_table, require_form
from hashicnf.errors import UsageError

if TYPE_CHECKING:
    from hashicnf.pipeline.bench import Record, Row
    from hashicnf.pipeline.phases import Phase

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
    paths: Annotated[
        list[str] | None, typer.Argument(metavar="PATH...", help="Puzzle files, or folders to search for them.")
    ] = None,
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
    phases: Annotated[
        str | None,
        typer.Option(
            "--phases", metavar="SIZES", help="No PATH: time all else but solving on boards of N,N,... islands."
        ),
    ] = None,
) -> int:
    """Solve many puzzles and measure.

    Prints a table with a row per folder; times in milliseconds as mean / median / maximum.
    With several solvers or encodings, every combination is measured. Exit code 1 if a puzzle was not solved.

    \b
    Example:
      $ hashicnf bench examples/hashi --solver minisat22,cadical153
      $ hashicnf bench --phases 10000,100000
    """
    from hashicnf.backends.choose import DEFAULT_SOLVER
    from hashicnf.pipeline.bench import find_puzzles, run, settings, summarise

    form = "json" if json else form
    require_form(form)
    if phases is not None:
        return _bench_phases(phases, form)
    if plot is not None:
        from hashicnf.pipeline.plot import require_plotting

        require_plotting(plot)
    matrix = settings(_names(solver or DEFAULT_SOLVER), _names(cardinality), _names(connectivity))
    files = find_puzzles(paths or [])
    records = list(_progress(run(files, matrix, repeat, timeout)))
    if form == "json":
        _print_json(records)
    else:
        print_table([HEAD, *map(_cells, summarise(records))], form, left=4)
    if plot is not None:
        from hashicnf.pipeline.plot import plot_records

        plot_records(records, plot)
    return Exit.DONE if all(r.status == "solved" for r in records) else Exit.WRONG


def _bench_phases(sizes: str, form: str) -> int:
    """Print a row for each phase: microseconds for an island on boards of each size, and how much they grow."""
    from hashicnf.pipeline.phases import measure

    if not all(size.isdecimal() for size in _names(sizes)):
        raise UsageError(f"{sizes!r}: expected numbers of islands, separated by commas")
    found = measure([int(size) for size in _names(sizes)])
    if form == "json":
        _print_json(found)
        return Exit.DONE
    head = ("microseconds an island", *(f"{int(size):,}" for size in _names(sizes)), "growth", "of it system")
    rows = [
        (row.name, *(f"{figure:.3g}" for figure in row.figures), f"{row.growth:.2f}", f"{row.system[-1]:.2f}")
        for row in found
    ]
    print_table([head, *rows], form)
    return Exit.DONE


def _names(text: str) -> list[str]:
    return [name.strip() for name in text.split(",") if name.strip()]


def _progress(records: Iterator[Record]) -> Iterator[Record]:
    """Pass records on; on a terminal, show how far it is."""
    for number, record in enumerate(records, 1):
        show_status(f"{number:>6}  {record.puzzle[-60:]}")
        yield record
    show_status("")


def _print_json(records: Iterable[Record | Phase]) -> None:
    import json

    for record in records:
        typer.echo(json.dumps(asdict(record)))


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
