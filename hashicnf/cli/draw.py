"""``hashicnf draw``: draw puzzles and solutions."""

from __future__ import annotations

from typing import Annotated

import typer

from hashicnf.cli.commands import Exit
from hashicnf.cli.options import Format, PuzzleFile, Style


def draw(
    puzzle: PuzzleFile,
    solution: Annotated[str | None, typer.Argument(metavar="SOLUTION", help="A solution in any drawing style.")] = None,
    style: Style = None,
    play: Annotated[
        bool,
        typer.Option("--play", help="Show the board at the start and after each step of a plan, one after the other."),
    ] = False,
    speed: Annotated[
        float | None, typer.Option("--speed", metavar="N", help="Steps per second of --play. Default: 3.")
    ] = None,
    format: Format = None,  # noqa: A002 - the option's name
) -> int:
    """Draw puzzles, solved or not.

    A solution is drawn as given, without checking it; so is the one that a puzzle file holds. On a terminal --play draws each
    board over the one before; elsewhere the boards come one below the other.

    \b
    Example:
      $ hashicnf draw examples/hashi/small.puz
      $ hashicnf solve examples/tiles/small.puz | hashicnf draw examples/tiles/small.puz - --play
    """
    from hashicnf.errors import UsageError
    from hashicnf.files.outputs import require_apart
    from hashicnf.pipeline.puzzles import read, read_all, read_solution

    if play and (solution is None or style is not None):
        raise UsageError("--play shows a plan: it needs a SOLUTION and no --style")
    if speed is not None and not (play and 0 < speed <= 1000):
        raise UsageError("--speed is a number of steps per second for --play, more than 0 and at most 1000")
    require_apart([], [puzzle, solution])
    if solution is not None:
        item = read(puzzle, format)
        given = read_solution(item, solution)
        if play:
            from hashicnf.cli.play import play as play_plan

            play_plan(item, given, 3 if speed is None else speed)
            return Exit.DONE
        typer.echo(item.draw(given, style).rstrip("\n"))
        return Exit.DONE
    for number, item in enumerate(read_all(puzzle, format)):
        if number:
            typer.echo()
        typer.echo(item.draw(item.solution, style).rstrip("\n"))
    return Exit.DONE
