"""``hashicnf count``: count the solutions of puzzles."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from hashicnf.cli import say, terminal_width
from hashicnf.cli.options import Coordinates, Format, Json, Limit, Picture, PuzzleFiles, StatesMemory, Theme, Timeout
from hashicnf.cli.parameters import excludes, needs
from hashicnf.errors import Exit, counted

if TYPE_CHECKING:
    from hashicnf.answers.counting.result import Count
    from hashicnf.cli.report import Drawings, Given
    from hashicnf.core.progress import Observer
    from hashicnf.families import Puzzle


def count(
    puzzles: PuzzleFiles,
    limit: Limit = None,
    marginals: Annotated[
        bool,
        typer.Option("--marginals", help="Draw the share of the solutions in which each part of the puzzle is used."),
    ] = False,
    output: Annotated[Picture, needs("marginals")] = None,
    theme: Annotated[Theme, needs("output")] = None,
    coordinates: Annotated[Coordinates, needs("marginals"), excludes("json")] = False,
    timeout: Timeout = None,
    max_memory: StatesMemory = None,
    json: Json = False,
    stats: Annotated[bool, typer.Option("--stats", help="Print states, transitions and seconds to stderr.")] = False,
    format: Format = None,  # noqa: A002 - the option's name
) -> int:
    """Count the solutions of puzzles, exactly.

    Prints one number for each puzzle, after its name if there are several. A dynamic program decides the edges of the graph, or the
    numbers of a sudoku, one after the other and merges partial solutions that have the same completions, so 10^20 solutions may
    take a second. Of a sudoku, a solver first looks for a few hundred solutions. If a count needs more than --max-memory (4G unless
    given), the answer is "at least N", and the exit code is 30. With --limit such an answer is a success: --limit 2 shows whether a
    solution is the only one.

    With --marginals the board is drawn with the share of all solutions that use each pair, or have each number in a cell; with -o
    this is a picture.

    \b
    Example:
      $ hashicnf count examples/hashi/small.puz
      $ hashicnf count examples/hashi/small.puz --limit 2
      $ hashicnf count examples/hashi/small.puz --marginals -o shares.svg
    """
    from hashicnf.answers import counting
    from hashicnf.cli.objects import every_digit, print_about
    from hashicnf.cli.report import Drawings, pictures_to
    from hashicnf.cli.runs import Run
    from hashicnf.core.limits import Limits
    from hashicnf.files.outputs import require_apart

    require_apart([output], puzzles)
    run = Run(puzzles, format, timeout, part="static")
    every = run.read()
    _require_shares([given.puzzle for given in every], marginals=marginals)
    pictures = pictures_to(output, theme, len(every), coordinates=coordinates)
    drawings = Drawings(coordinates=coordinates)

    def report(given: Given, observe: Observer) -> Exit:
        limits = Limits(given.deadline, None, max_memory)
        found = counting.count(given.puzzle, limit=limit, shares=marginals, limits=limits, observe=observe)
        if pictures is not None:
            pictures.add(found)
        with every_digit():
            if json:
                print_about(given.puzzle, given.index, given.deadline, **count_fields(found))
            else:
                _print(given, found, drawings, coordinates=coordinates)
        if stats:
            from hashicnf.cli.figures import stats_table

            say(stats_table(found.stats))
        return exit_code(found)

    return run.report_each(report, "count", json=json, pictures=pictures)


def _require_shares(puzzles: list[Puzzle], *, marginals: bool) -> None:
    """Raise UsageError for shares that cannot be drawn."""
    from hashicnf.errors import UsageError

    for item in puzzles:
        if marginals and (item.rules.static is None or item.rules.static.marginals is None):
            raise UsageError(f"--marginals: {item.family} puzzles have no drawing of shares")


def exit_code(found: Count) -> Exit:
    """Return the exit code for a count."""
    if found.stopped is not None:
        return Exit.stopped(found.stopped.kind)
    return Exit.DONE if found.total else Exit.UNSOLVABLE


def count_fields(found: Count) -> dict[str, object]:
    """Return a count as data for JSON."""
    from hashicnf.cli.objects import stopped_fields

    data: dict[str, object] = {"status": "counted" if found.total else "unsolvable", "method": found.stats.method}
    data |= {"count": found.total, "exact": found.exact}
    if found.stopped is not None:
        data |= stopped_fields(found.stopped)
    if found.marginals is not None:
        data["marginals"] = found.marginals.data()
    figures = {name: value for name, value in found.stats.figures.items() if name != "solutions"}
    return data | {"stats": {**found.stats.size, **figures, "seconds": found.stats.rounded()}}


def _print(given: Given, found: Count, drawings: Drawings, *, coordinates: bool) -> None:
    from hashicnf.cli.report import cut, unsolvable

    name = given.name
    total = str(found.total) if found.exact and found.stopped is None else f"at least {found.total}"
    if found.marginals is not None and found.total and found.stopped is None:
        from hashicnf.cli.boards import margin_of

        width, margin = terminal_width(), margin_of(given.puzzle) if coordinates else 0
        layout = found.marginals.layout(None if width is None else width - margin)
        drawings.print(given, cut(given, drawings.text_of(layout)))
        say(f"{name}: {counted(found.total, 'solution')}")
    elif found.total or found.stopped is None:
        typer.echo(f"{name}: {total}" if given.several else total)
    if found.stopped is not None:
        say(f"{name}: not counted to the end: {found.stopped.reason}")
    elif found.exact and not found.total:
        say(f"{name}: {unsolvable(given.puzzle, deadline=given.deadline)}")
