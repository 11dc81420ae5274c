"""``hashicnf hint``: print the next step that can be drawn, with its reason."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from hashicnf.cli import observing, say
from hashicnf.cli.options import Coordinates, Format, Json, Picture, PuzzleFile, Style, Theme, Timeout, Width
from hashicnf.cli.parameters import excludes, needs
from hashicnf.errors import Exit

if TYPE_CHECKING:
    from hashicnf.cli.report import Drawings, Given
    from hashicnf.deduction import Hint


def hint(
    puzzle: PuzzleFile,
    partial: Annotated[
        str | None,
        typer.Argument(metavar="[PARTIAL]", help="Drawing of an unfinished solution, or - for standard input."),
    ] = None,
    style: Annotated[Style, excludes("json")] = None,
    coordinates: Annotated[Coordinates, excludes("json")] = False,
    width: Annotated[Width, excludes("json")] = None,
    output: Picture = None,
    theme: Annotated[Theme, needs("output")] = None,
    json: Json = False,
    timeout: Timeout = None,
    format: Format = None,  # noqa: A002 - the option's name
) -> int:
    """Give the next step to the solution, with the simplest reason.

    The step uses the easiest technique that applies (see: explain, rate); steps that only prepare it are printed before it.
    PARTIAL is an unfinished solution from which the hint starts, drawn in any style of the family; without it, the hint starts
    from the drawing in the puzzle's file, if there is one. PARTIAL may also be a copy of the puzzle's file with cells filled in;
    for Hashiwokakero, - and = stand for one and two horizontal bridges, | and " for one and two vertical ones. If PARTIAL cannot be
    completed, and a short search shows that, the hint names the fault, and the exit code is 1. It is also 1 if the puzzle has
    several solutions that share nothing more. In a picture (-o) new parts have dashed lines or dashed rings; so do
    the faults of PARTIAL, in another colour.

    \b
    Example:
      $ hashicnf hint examples/hashi/small.puz
      $ printf '2.3.3\\n.....\\n2...2\\n' > board.puz
      $ printf '2-3.3\\n|....\\n2...2\\n' | hashicnf hint board.puz -
    """
    from hashicnf.cli.report import Drawings, Given, pictures_to
    from hashicnf.cli.runs import gave_up
    from hashicnf.cli.steps import outcome_code
    from hashicnf.core.deadline import Deadline
    from hashicnf.deduction import hint as find
    from hashicnf.errors import GaveUp
    from hashicnf.files.inputs import limited_waiting
    from hashicnf.files.outputs import require_apart
    from hashicnf.pipeline.puzzles import read
    from hashicnf.pipeline.solutions import read_solution

    require_apart([output], [puzzle, partial])
    with limited_waiting(timeout) as clock:
        item = read(puzzle, format)
        drawn = item.solution if partial is None else read_solution(item, partial)
        deadline = Deadline.after(timeout, clock.seconds)
    given, drawings = Given(item, item.name, deadline=deadline), Drawings(style, coordinates=coordinates)
    drawings.require(item)
    pictures = pictures_to(output, theme, 1, coordinates=coordinates)
    try:
        with observing("-" if "-" in (puzzle, partial) else "") as observe:
            observe("look for a step")
            found = find(item, drawn, deadline, observe)
    except GaveUp as stop:
        code = gave_up(given, stop, json=json)
    else:
        if pictures is not None:
            pictures.add(found)
        if json:
            _print_json(given, found)
        else:
            _print(given, found, drawings, drawn, width)
        code = Exit.WRONG if found.outcome == "wrong" else outcome_code(found.outcome)
    if pictures is not None:
        pictures.finish()
    return code


def _print(given: Given, found: Hint, drawings: Drawings, drawn: object | None, width: int | None) -> None:
    """Print the steps in lines of a ``width`` and the drawing after them, or the reason why there is no hint."""
    from hashicnf.cli.terminal import text_width
    from hashicnf.deduction.sentences import lines_of

    for line in lines_of(found.steps, width or text_width(), numbered=len(found.steps) > 1):
        typer.echo(line)
    if found.outcome is not None:
        say(f"{given.name}: {_message(given, found)}")
        return
    typer.echo()
    drawings.show(given, found.solution, drawn)


def _message(given: Given, found: Hint) -> str:
    """Return the message why there is no hint."""
    from hashicnf.cli.report import unsolvable

    match found.outcome:
        case "solved":
            return "nothing is left to draw: the puzzle is solved"
        case "several":
            return "no hint: the puzzle has several solutions, and they share nothing more"
        case "unsolvable":
            return unsolvable(given.puzzle, otherwise="no drawing leads to a solution", deadline=given.deadline)
    return f"wrong: {found.fault}"


def _print_json(given: Given, found: Hint) -> None:
    from hashicnf.cli.objects import print_about
    from hashicnf.cli.steps import step_data

    wrong: dict[str, object] = {"wrong": list(found.wrong)} if found.wrong else {}
    wrong |= {} if found.reason is None else {"reason": found.reason}
    steps, solution = [step_data(step) for step in found.steps], given.puzzle.as_data(found.solution)
    status = found.outcome or "hint"
    print_about(given.puzzle, given.index, given.deadline, status=status, steps=steps, **wrong, solution=solution)
