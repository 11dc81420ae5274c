"""``hashicnf draw``: draw puzzles and solutions, as text and as pictures."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Annotated, Final

import typer

from hashicnf.cli import observing, say, say_unwritten
from hashicnf.cli.options import Coordinates, Each, Format, Json, PuzzlesOrSolution, Style, Theme, output_to, time_limit
from hashicnf.cli.parameters import excludes, needs
from hashicnf.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from hashicnf.cli.report import Given
    from hashicnf.core.progress import Observer
    from hashicnf.pipeline.pictures import Style as Looks

FASTEST: Final = 1000  # most steps of a plan per second


def draw(
    puzzles: PuzzlesOrSolution,
    each: Each = False,
    style: Annotated[Style, excludes("output")] = None,
    coordinates: Coordinates = False,
    output: Annotated[
        str | None,
        output_to("Write a picture: .svg, or .png and .pdf with the extra 'pictures'; or a page to play: .html."),
    ] = None,
    theme: Annotated[Theme, needs("output")] = None,
    sheet: Annotated[
        str | None,
        typer.Option(
            "--sheet",
            metavar="RxC",
            help="Make worksheets: pages with R rows of C unsolved puzzles each. Two files are read as two puzzles.",
        ),
        needs("output"),
    ] = None,
    paper: Annotated[
        str, typer.Option("--paper", metavar="NAME", help="Paper of worksheets: a4 or letter."), needs("sheet")
    ] = "a4",
    solutions: Annotated[
        bool,
        typer.Option("--solutions", help="Add pages with smaller pictures of the solutions to worksheets."),
        needs("sheet"),
    ] = False,
    timeout: Annotated[
        float | None,
        time_limit("With --solutions: give up if finding one takes longer. Default: never."),
        needs("solutions"),
    ] = None,
    heading: Annotated[
        str | None,
        typer.Option("--heading", metavar="TEXT", help="The heading of worksheets.", show_default=False),
        needs("sheet"),
    ] = None,
    play: Annotated[
        bool,
        typer.Option("--play", help="Show the board at the start and after each step of a plan, one after the other."),
        excludes("style", "coordinates", "output", "each", "json"),
    ] = False,
    speed: Annotated[
        float | None,
        typer.Option("--speed", metavar="N", help="Steps per second of --play. Default: 3."),
        needs("play"),
    ] = None,
    json: Json = False,
    format: Format = None,  # noqa: A002 - the option's name
) -> int:
    """Draw puzzles, solved or not.

    A solution is drawn as given, even if it breaks rules; a solution inside the puzzle file is drawn too. A plan is printed as
    moves; --play and -o draw the boards, up to the first step that cannot be made. -o writes a picture; PNG and PDF
    need the extra 'pictures'. An .html file is the page that view makes, with the solution drawn on it. On a terminal boards are
    coloured and fitted to its width, and --play draws each board over the one before (space: pause, n: next step, q: quit);
    elsewhere the boards are printed one below the other.

    \b
    Example:
      $ hashicnf draw examples/hashi/small.puz
      $ hashicnf draw examples/hashi/small.puz examples/hashi/small.sol -o small.svg
      $ hashicnf draw examples/hashi/links.url --sheet 2x2 --solutions -o sheet.pdf
      $ hashicnf solve examples/tiles/small.puz | hashicnf draw examples/tiles/small.puz - --play
    """
    from hashicnf.cli.report import Drawings, first_of
    from hashicnf.cli.solved import solved_puzzles
    from hashicnf.files.outputs import require_apart

    if play and len(puzzles) != 2:
        raise UsageError("--play shows the plan of a puzzle that is solved by one: name puzzle and plan")
    if speed is not None and not 0 < speed <= FASTEST:
        raise UsageError(f"--speed: expected a number of steps per second, more than 0 and at most {FASTEST:,}")
    require_apart([output], puzzles)
    codes: list[int] = []
    every = list(solved_puzzles(puzzles, format, codes=codes, each=each or sheet is not None, timeout=timeout))
    if not every:
        return first_of(codes)
    _say_faults(every)
    if play:
        _play(every, 3 if speed is None else speed)
        return first_of(codes)
    if output is not None:
        from hashicnf.pipeline.pictures import Style as Looks
        from hashicnf.pipeline.pictures import parse_sheet

        pages = None if sheet is None else parse_sheet(sheet)
        looks = Looks(theme, coordinates, pages, paper, solutions, heading)
        _report_written(output, every, _written(output, every, looks, puzzles, codes), json=json)
        return first_of(codes)
    drawings = Drawings(style, coordinates=coordinates)
    if json:
        _print_json(every, [{"text": drawings.plain(given, solution)} for given, solution in every])
    else:
        for given, solution in every:
            drawings.show(given, solution)
    return first_of(codes)


def _say_faults(every: Sequence[tuple[Given, object | None]]) -> None:
    """Report faults of plans: drawings end at a step that cannot be made."""
    for given, plan in every:
        if plan is not None and given.puzzle.rules.planning is not None:
            for fault in given.puzzle.check(plan):
                say(f"{given.name}: {fault.rule}: {fault.message}")


def _print_json(every: Sequence[tuple[Given, object | None]], results: Sequence[Mapping[str, object]]) -> None:
    """Print an object for each puzzle."""
    from hashicnf.cli.objects import print_about

    for (given, solution), result in zip(every, results, strict=True):
        print_about(given.puzzle, given.index, status="drawn", solved=solution is not None, **result)


def _play(every: Sequence[tuple[Given, object | None]], speed: float) -> None:
    """Play the plan of a single puzzle. Raises UsageError for several puzzles."""
    from hashicnf.cli.play import play

    if len(every) > 1:
        raise UsageError(f"--play shows the plan of one puzzle, and there are {len(every)}")
    ((given, plan),) = every
    play(given.puzzle, plan, speed)


def _report_written(
    output: str, every: Sequence[tuple[Given, object | None]], names: Sequence[str] | None, *, json: bool
) -> None:
    """Report the written files, or that nothing is written."""
    from hashicnf.files.outputs import written_facts

    if names is None:
        say_unwritten(output, "not every puzzle has a solution to print")
    elif json:
        _print_json(every, [{"files": [written_facts(name) for name in names]}] * len(every))
    elif names != [output]:
        say(f"hashicnf: {len(names)} pages: {names[0]} to {names[-1]}")


def _written(
    output: str,
    every: Sequence[tuple[Given, object | None]],
    looks: Looks,
    sources: Sequence[str],
    codes: list[int],
) -> list[str] | None:
    """Write pictures, or a page to play the puzzles with the solutions drawn; return the names of the files.

    If a solution that is to be printed is not found, nothing is written, None is returned, and ``codes`` get its exit code.
    """
    from hashicnf.files.outputs import PAGES

    drawn = [(given.puzzle, solution) for given, solution in every]
    if not output.endswith(PAGES):
        from hashicnf.pipeline.pictures import require_drawable, write_pictures

        require_drawable(output, len(drawn), looks)
        with observing() as observe:
            if looks.solutions:
                solved = [_solution(given, known, observe, codes) for given, known in every]
                if None in solved:
                    return None
                drawn = [(given.puzzle, solution) for (given, _), solution in zip(every, solved, strict=True)]
            observe("draw")
            return write_pictures(output, drawn, looks, sources)
    from hashicnf.files.outputs import write_text
    from hashicnf.pipeline.pictures import Style as Looks
    from hashicnf.playing import page_of

    if looks != Looks():
        raise UsageError("--theme, --coordinates and --sheet are for pictures, and a page is played")
    with observing() as observe:
        page = page_of(drawn, observe=observe).html
    write_text(output, page)
    return [output]


def _solution(given: Given, known: object | None, observe: Observer, codes: list[int]) -> object | None:
    """Return the solution of a puzzle of a worksheet, solved unless it is known; report if there is none, or several."""
    if known is not None:
        return known
    from hashicnf.cli.report import exit_code, unsolvable
    from hashicnf.cli.runs import under_name
    from hashicnf.core.progress import searching
    from hashicnf.logic import Unknown
    from hashicnf.solving.methods import solve_for
    from hashicnf.solving.request import Request

    show, begun = under_name(observe, given.name), given.begun()
    show("solve")
    limit = Request(timeout=begun.deadline.seconds, spent=begun.spent, all_answers=True)
    answer = solve_for(given.puzzle, replace(limit, progress=searching(show), observe=show))
    if answer.solution is None:
        stopped = answer.verdict.stopped if isinstance(answer.verdict, Unknown) else None
        codes.append(exit_code(answer))
        why = unsolvable(given.puzzle, deadline=begun.deadline) if stopped is None else f"no answer: {stopped.reason}"
        say(f"{given.name}: {why}")
    elif answer.stats.several:
        say(f"{given.name}: one of several solutions")
    return answer.solution
