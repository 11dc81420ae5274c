"""``hashicnf draw`` and ``hashicnf convert``: look at puzzles and solutions, and change their notation."""

from __future__ import annotations

from typing import Annotated

import typer

from hashicnf.cli.commands import Exit
from hashicnf.cli.options import Format, Output, PuzzleFile, Style


def draw(
    puzzle: PuzzleFile,
    solution: Annotated[str | None, typer.Argument(metavar="SOLUTION", help="A solution in any drawing style.")] = None,
    style: Style = None,
    format: Format = None,  # noqa: A002 - the option's name
) -> int:
    """Draw puzzles, solved or not.

    A solution is drawn as it is given; nothing is checked.

    \b
    Example:
      $ hashicnf draw examples/hashi/small.puz
    """
    from hashicnf.files import read_text
    from hashicnf.pipeline.puzzles import read, read_all

    if solution is not None:
        item = read(puzzle, format)
        given = item.read(read_text(solution), solution)
        typer.echo(item.draw(given, style).rstrip("\n"))
        return Exit.DONE
    for number, item in enumerate(read_all(puzzle, format)):
        if number:
            typer.echo()
        typer.echo(item.draw(None, style).rstrip("\n"))
    return Exit.DONE


def convert(
    puzzle: PuzzleFile,
    to: Annotated[str, typer.Option("--to", metavar="NAME", help="Output format. See: formats.")] = "native",
    output: Output = "-",
    format: Format = None,  # noqa: A002 - the option's name
) -> int:
    """Rewrite puzzle files in another format.

    Settings that equal the defaults are left out. What a format cannot express is refused.

    \b
    Example:
      $ hashicnf convert examples/hashi/small.puz --to csv
    """
    from hashicnf.cli.terminal import observing
    from hashicnf.files import destination, shown, write_text
    from hashicnf.files.same_file import require_apart
    from hashicnf.pipeline.puzzles import read_all, write_puzzles

    require_apart([output], [puzzle])
    with observing(puzzle, output) as observe:
        observe(f"read {shown(puzzle)}")
        puzzles = read_all(puzzle, format)
        observe(f"write {destination(output)}")
        write_text(output, write_puzzles(puzzles, to))
    return Exit.DONE
