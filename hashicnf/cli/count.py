"""``hashicnf count``: count the solutions of puzzles."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from hashicnf.cli import say
from hashicnf.cli.commands import Exit
from hashicnf.cli.options import Format, Json, MaxMemory, Picture, PuzzleFile, Theme, Timeout

if TYPE_CHECKING:
    from hashicnf.core.picture import Picture as Shapes
    from hashicnf.families import Puzzle
    from hashicnf.solving.counting import Count


def count(
    puzzle: PuzzleFile,
    limit: Annotated[
        int | None, typer.Option("--limit", metavar="N", min=1, help="Stop where there are N solutions or more.")
    ] = None,
    marginals: Annotated[
        bool, typer.Option("--marginals", help="Draw in how many of the solutions each part of the puzzle is used.")
    ] = False,
    output: Picture = None,
    theme: Theme = None,
    timeout: Timeout = None,
    max_memory: MaxMemory = None,
    json: Json = False,
    stats: Annotated[bool, typer.Option("--stats", help="Print states, transitions and seconds to stderr.")] = False,
    format: Format = None,  # noqa: A002 - the option's name
) -> int:
    """Count the solutions of puzzles, exactly.

    Prints one number for each puzzle. A dynamic program decides one pair after the other and merges what makes no
    difference any more, so that 10^20 solutions may take a second. What needs more than --max-memory (4G unless given) is
    answered with "at least", and exit code 30. With --limit that is the answer asked for: 2 tells whether a solution is the
    only one. Puzzles that are no graphs, such as sudoku, are counted one solution after the other by a solver.

    With --marginals the board is drawn with the share of all solutions that use each pair, with -o as a picture.

    \b
    Example:
      $ hashicnf count examples/hashi/small.puz
      $ hashicnf count examples/hashi/small.puz --limit 2
      $ hashicnf count examples/hashi/small.puz --marginals -o shares.svg
    """
    import json as jsonlib

    from hashicnf.answers import counting
    from hashicnf.cli.report import stats_table
    from hashicnf.errors import UsageError
    from hashicnf.files.inputs import limited_waiting
    from hashicnf.files.outputs import require_apart
    from hashicnf.pipeline.puzzles import read_all

    require_apart([output], [puzzle])
    with limited_waiting(timeout) as clock:
        puzzles = read_all(puzzle, format)
        spent = clock.seconds
    for item in puzzles:
        if marginals and (item.rules.static is None or item.rules.static.marginals is None):
            raise UsageError(f"--marginals: {item.family} puzzles have no drawing of shares")
    _require_drawable(output, theme, len(puzzles), marginals=marginals)
    drawn: list[Shapes] = []
    code = Exit.DONE
    for number, item in enumerate(puzzles):
        found = counting.count(item, limit=limit, shares=marginals, timeout=timeout, max_memory=max_memory, spent=spent)
        if json:
            typer.echo(jsonlib.dumps(as_json(item, found)))
        else:
            _print(item, f"{item.name} #{number + 1}" if len(puzzles) > 1 else item.name, found)
        if output is not None and found.marginals is not None and found.total:
            drawn.append(found.marginals.picture())
        if stats:
            say(stats_table(found.stats))
        code = code or exit_code(found)
        if code == Exit.INTERRUPTED:
            break
    if output is not None and drawn:
        from hashicnf.pipeline.pictures import write_drawn

        write_drawn(output, drawn, theme)
    return code


def _require_drawable(output: str | None, theme: str | None, puzzles: int, *, marginals: bool) -> None:
    """Raise UsageError for a picture of shares that cannot be made."""
    from hashicnf.errors import UsageError

    if output is None and theme is not None:
        raise UsageError("--theme is for pictures: it needs --output FILE")
    if output is not None:
        if not marginals:
            raise UsageError("--output is for pictures of shares: it needs --marginals")
        from hashicnf.pipeline.pictures import Style, require_drawable

        require_drawable(output, puzzles, Style(theme))


def exit_code(found: Count) -> Exit:
    """Translate a count into an exit code."""
    if found.stopped is not None:
        return Exit.INTERRUPTED if found.stopped.kind == "interrupted" else Exit.GAVE_UP
    return Exit.DONE if found.total else Exit.UNSOLVABLE


def as_json(puzzle: Puzzle, found: Count) -> dict[str, object]:
    """Make the JSON object of one count."""
    status = "unknown" if found.stopped is not None else "counted" if found.total else "unsolvable"
    data: dict[str, object] = {"puzzle": puzzle.name, "family": puzzle.family, "status": status}
    data |= {"method": found.stats.method, "solutions": found.total, "exact": found.exact}
    if found.stopped is not None:
        data |= {"reason": found.stopped.reason, "stopped": found.stopped.kind}
    if found.marginals is not None:
        data["marginals"] = found.marginals.data()
    figures = {name: value for name, value in found.stats.figures.items() if name != "solutions"}
    seconds = {phase: round(value, 6) for phase, value in found.stats.seconds.items()}
    return data | {"stats": {**found.stats.size, **figures, "seconds": seconds}}


def _print(puzzle: Puzzle, name: str, found: Count) -> None:
    if found.stopped is not None:
        if found.total:
            typer.echo(f"at least {found.total}")
        say(f"{name}: not counted to the end: {found.stopped.reason}")
    elif found.marginals is not None and found.total:
        typer.echo(found.marginals.draw().rstrip("\n"))
        say(f"{name}: {found.total:,} solution{'s' * (found.total != 1)}")
    else:
        typer.echo(str(found.total) if found.exact else f"at least {found.total}")
    if found.exact and not found.total:
        why = puzzle.impossible
        say(f"{name}: unsolvable{f': {why}' if why else ''}")
