"""``hashicnf draw``: draw puzzles and solutions, as text and as pictures."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Final

import typer

from hashicnf.cli import say
from hashicnf.cli.options import Coordinates, Each, Format, PuzzlesOrSolution, Style, Theme

if TYPE_CHECKING:
    from collections.abc import Sequence

    from hashicnf.families import Puzzle
    from hashicnf.pipeline.pictures import Style as Looks

PAGES: Final = (".html", ".htm")


def draw(
    puzzles: PuzzlesOrSolution,
    each: Each = False,
    style: Style = None,
    coordinates: Coordinates = False,
    output: Annotated[
        str | None,
        typer.Option(
            "--output",
            "-o",
            metavar="FILE",
            help="Write a picture: .svg, or .png and .pdf with the extra 'pictures'; or a page to play: .html.",
        ),
    ] = None,
    theme: Theme = None,
    sheet: Annotated[
        str | None,
        typer.Option("--sheet", metavar="RxC", help="Make worksheets: pages with R rows of C unsolved puzzles each."),
    ] = None,
    paper: Annotated[str, typer.Option("--paper", metavar="NAME", help="Paper of worksheets: a4 or letter.")] = "a4",
    solutions: Annotated[bool, typer.Option("--solutions", help="Add pages with the solutions to worksheets.")] = False,
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

    A solution is drawn as given, without checking it; so is the one that a puzzle file holds. With -o a picture is made; PNG and
    PDF need the extra 'pictures'. An .html file is the page that view makes, with the solution drawn on it. On a terminal boards
    are coloured and fitted to its width, and --play draws each board over the one before; elsewhere the boards come one below
    the other.

    \b
    Example:
      $ hashicnf draw examples/hashi/small.puz
      $ hashicnf draw examples/hashi/small.puz examples/hashi/small.sol -o small.svg
      $ hashicnf draw examples/hashi/links.url --sheet 2x2 --solutions -o sheet.pdf
      $ hashicnf solve examples/tiles/small.puz | hashicnf draw examples/tiles/small.puz - --play
    """
    from hashicnf.cli.report import Drawings, first_of, solved_puzzles
    from hashicnf.files.outputs import require_apart

    _require_sense(puzzles, each, style, output, theme, sheet, play, speed, solutions)
    require_apart([output], puzzles)
    codes: list[int] = []
    every = list(solved_puzzles(puzzles, format, codes=codes, each=each))
    if output is not None and every:
        from hashicnf.pipeline.pictures import Style as Looks
        from hashicnf.pipeline.pictures import parse_sheet

        pages = None if sheet is None else parse_sheet(sheet)
        drawn = [(given.puzzle, solution) for given, solution in every]
        if output.endswith(PAGES):
            _write_page(output, drawn, is_plain=not (theme or coordinates or sheet or solutions))
            return first_of(codes)
        _write(output, drawn, Looks(theme, coordinates, pages, paper, solutions))
        return first_of(codes)
    if play:
        from hashicnf.cli.play import play as play_plan

        (given, plan), *_ = every
        play_plan(given.puzzle, plan, 3 if speed is None else speed)
        return first_of(codes)
    drawings = Drawings(style, coordinates=coordinates)
    for given, solution in every:
        drawings.show(given, solution)
    return first_of(codes)


def _require_sense(
    puzzles: list[str],
    each: bool,
    style: str | None,
    output: str | None,
    theme: str | None,
    sheet: str | None,
    play: bool,
    speed: float | None,
    solutions: bool,
) -> None:
    """Raise UsageError for options that contradict each other."""
    from hashicnf.errors import UsageError

    if play and (len(puzzles) != 2 or each or style is not None or output is not None):
        raise UsageError("--play shows a plan: it needs a SOLUTION, and neither --style nor --output")
    if speed is not None and not (play and 0 < speed <= 1000):
        raise UsageError("--speed is a number of steps per second for --play, more than 0 and at most 1000")
    if output is None and (theme or sheet or solutions):
        raise UsageError("--theme, --sheet and --solutions are for pictures: they need --output FILE")
    if output is not None and style is not None:
        raise UsageError("--style is for text, and --output makes a picture")


def _write_page(output: str, drawn: Sequence[tuple[Puzzle, object | None]], *, is_plain: bool) -> None:
    """Write a page to play the puzzles, on which the solutions are drawn."""
    from hashicnf.errors import UsageError
    from hashicnf.files.outputs import writing
    from hashicnf.playing import page_of

    if not is_plain:
        raise UsageError("--theme, --coordinates, --sheet and --solutions are for pictures, and a page is played")
    page = page_of(drawn)
    with writing(output) as stream:
        stream.write(page.encode())


def _write(output: str, drawn: Sequence[tuple[Puzzle, object | None]], looks: Looks) -> None:
    """Write pictures, and name the files where they are several."""
    from hashicnf.pipeline.pictures import write_pictures

    names = write_pictures(output, drawn, looks, _solved)
    if names != [output]:
        say(f"hashicnf: {len(names)} pages: {names[0]} to {names[-1]}")


def _solved(puzzle: Puzzle) -> object | None:
    from hashicnf.solving.methods import solve_with
    from hashicnf.solving.request import Request

    return solve_with(puzzle, Request()).solution
