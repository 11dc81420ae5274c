"""``hashicnf draw`` and ``hashicnf convert``: draw puzzles and solutions, and convert puzzle files."""

from __future__ import annotations

from typing import Annotated

import typer

from hashicnf.cli.commands import Exit
from hashicnf.cli.options import Format, Output, PuzzleFile, Style, To


def draw(
    puzzle: PuzzleFile,
    solution: Annotated[str | None, typer.Argument(metavar="SOLUTION", help="A solution in any drawing style.")] = None,
    style: Style = None,
    format: Format = None,  # noqa: A002 - the option's name
) -> int:
    """Draw puzzles, solved or not.

    A solution is drawn as given, without checking it.

    \b
    Example:
      $ hashicnf draw examples/hashi/small.puz
    """
    from hashicnf.pipeline.puzzles import read, read_all, read_solution

    if solution is not None:
        item = read(puzzle, format)
        given = read_solution(item, solution)
        typer.echo(item.draw(given, style).rstrip("\n"))
        return Exit.DONE
    for number, item in enumerate(read_all(puzzle, format)):
        if number:
            typer.echo()
        typer.echo(item.draw(None, style).rstrip("\n"))
    return Exit.DONE


def convert(
    puzzle: PuzzleFile,
    to: To = None,
    output: Output = "-",
    format: Format = None,  # noqa: A002 - the option's name
) -> int:
    """Rewrite puzzle files in another format.

    Settings that equal the defaults are left out. A puzzle that the format cannot express is an error.

    \b
    Example:
      $ hashicnf convert examples/hashi/small.puz --to csv
    """
    from hashicnf.cli.terminal import observing
    from hashicnf.files import destination, shown, write_text
    from hashicnf.files.outputs import require_apart
    from hashicnf.pipeline.puzzles import format_to_write, read_all, write_puzzles

    require_apart([output], [puzzle])
    wanted = format_to_write(to, output)
    with observing(puzzle, output) as observe:
        observe(f"read {shown(puzzle)}")
        puzzles = read_all(puzzle, format)
        observe(f"write {destination(output)}")
        write_text(output, write_puzzles(puzzles, wanted))
    return Exit.DONE
