"""``hashicnf unique``, ``enumerate`` and ``backbone``: all answers of a puzzle."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Annotated

from hashicnf.cli import is_coloured, say, terminal_width
from hashicnf.cli.options import Coordinates, Format, Json, Limit, Picture, PuzzleFiles, Solver, Style, Theme, Timeout
from hashicnf.cli.parameters import excludes, needs
from hashicnf.errors import Exit

if TYPE_CHECKING:
    from collections.abc import Sequence

    from hashicnf.answers.backbone import Backbone
    from hashicnf.cli.pictured import Pictures
    from hashicnf.cli.report import Drawings, Given
    from hashicnf.cli.runs import Run
    from hashicnf.core.progress import Observer
    from hashicnf.families import Puzzle


def unique(
    puzzles: PuzzleFiles,
    solver: Solver = None,
    timeout: Timeout = None,
    style: Annotated[Style, excludes("json")] = None,
    coordinates: Annotated[Coordinates, excludes("json")] = False,
    output: Picture = None,
    theme: Annotated[Theme, needs("output")] = None,
    json: Json = False,
    format: Format = None,  # noqa: A002 - the option's name
) -> int:
    """Find out whether puzzles have exactly one solution.

    Draws the solution. If there are several, two are compared, and * marks where they differ; a picture shows both, with dashed
    lines and rings there. Exit code 0: one solution; 1: several; 20: none; 30: gave up.

    \b
    Example:
      $ hashicnf unique examples/hashi/small.puz
      $ hashicnf unique examples/hashi/small.puz -o differs.svg
    """
    from hashicnf.answers.unique import unique as ask
    from hashicnf.cli.report import Drawings
    from hashicnf.cli.runs import Run

    run = Run(puzzles, format, timeout, part="static")
    drawings = Drawings(style, coordinates=coordinates)
    pictures = _pictures(output, theme, run, coordinates=coordinates)

    def report(given: Given, _: Observer) -> Exit:
        drawings.require(given.puzzle)
        found = ask(given.puzzle, solver=solver, deadline=given.deadline)
        if pictures is not None:
            pictures.add(found)
        _print_solutions(given, found.solutions, solver, style, drawings, json=json)
        return (Exit.UNSOLVABLE, Exit.DONE, Exit.WRONG)[len(found.solutions)]

    return run.report_each(report, json=json, pictures=pictures)


def _print_solutions(
    given: Given, found: Sequence[object], solver: str | None, style: str | None, drawings: Drawings, *, json: bool
) -> None:
    """Print the only solution, or that there is none, or two solutions that are compared."""
    from hashicnf.cli.colour import marked
    from hashicnf.cli.marked import DIFFERS, differing
    from hashicnf.cli.objects import print_about
    from hashicnf.cli.report import cut, unsolvable

    item = given.puzzle
    if json:
        outcome = ("unsolvable", "unique", "several")[len(found)]
        solutions = [item.as_data(solution) for solution in found]
        print_about(item, given.index, given.deadline, status=outcome, solutions=solutions)
        return
    if len(found) == 1:
        drawings.show(given, found[0])
    elif found:
        text = cut(given, drawings.text_of(differing(item, found[0], found[-1], style, terminal_width())))
        drawings.print(given, marked(text, DIFFERS) if is_coloured(sys.stdout) else text)
    some = f"several solutions: two differ where {DIFFERS} stands" if found[1:] else "one solution"
    say(f"{given.name}: {some if found else unsolvable(item, by=solver, deadline=given.deadline)}")


def _pictures(output: str | None, theme: str | None, run: Run, *, coordinates: bool) -> Pictures | None:
    """Return the pictures to write, for which all puzzles are read first; None without a file."""
    if output is None:
        return None
    from hashicnf.cli.report import pictures_to
    from hashicnf.files.outputs import require_apart

    require_apart([output], run.files)
    return pictures_to(output, theme, len(run.read()), coordinates=coordinates)


def enumerate(  # noqa: A001 - the command's name
    puzzles: PuzzleFiles,
    limit: Limit = None,
    solver: Solver = None,
    timeout: Timeout = None,
    style: Annotated[Style, excludes("json")] = None,
    coordinates: Annotated[Coordinates, excludes("json")] = False,
    json: Json = False,
    format: Format = None,  # noqa: A002 - the option's name
) -> int:
    """List all solutions of puzzles, each once, as they are found.

    Solutions count as different if they differ in the puzzle's own variables; auxiliary variables of encodings do not matter. With
    --json each solution is one line, and a last line has the status. Exit code 20 if there is no solution, 30 if the time limit
    came before the last one.

    \b
    Example:
      $ hashicnf enumerate examples/hashi/small.puz --limit 10
    """
    from hashicnf.cli.report import Drawings
    from hashicnf.cli.runs import Run

    run = Run(puzzles, format, timeout, part="static")
    drawings = Drawings(style, coordinates=coordinates)

    def report(given: Given, observe: Observer) -> Exit:
        drawings.require(given.puzzle)
        return _list_solutions(given, limit, solver, drawings, observe, json=json)

    return run.report_each(report, json=json)


def _list_solutions(
    given: Given, limit: int | None, solver: str | None, drawings: Drawings, observe: Observer, *, json: bool
) -> Exit:
    """Print the solutions of a puzzle as they are found, then their number; return the exit code."""
    from hashicnf.answers.enumeration import enumerate_solutions
    from hashicnf.cli.objects import print_about, stopped_fields
    from hashicnf.cli.report import unsolvable
    from hashicnf.core.limits import at_most
    from hashicnf.errors import GaveUp, counted
    from hashicnf.logic import INTERRUPTED, Stopped

    item, number, stopped = given.puzzle, 0, None
    try:
        for solution in at_most(enumerate_solutions(item, solver=solver, deadline=given.deadline), limit):
            number += 1
            observe(counted(number, "solution"))
            if json:
                print_about(item, given.index, number=number, solution=item.as_data(solution))
            else:
                drawings.show(given, solution)
    except GaveUp as stop:
        stopped = Stopped.by(stop)
    except KeyboardInterrupt:
        stopped = INTERRUPTED
    if json:
        ended = "limited" if number == limit else "complete" if number else "unsolvable"
        fields = {"status": ended, "count": number} | ({} if stopped is None else stopped_fields(stopped))
        print_about(item, given.index, given.deadline, **fields)
    else:
        end = "" if stopped is None else f", perhaps more: {stopped.reason}"
        end = ", perhaps more: --limit reached" if number == limit else end
        listed = f"{counted(number, 'solution')}{end}" if number or end else ""
        say(f"{given.name}: {listed or unsolvable(item, by=solver, deadline=given.deadline)}")
    if stopped is not None:
        return Exit.stopped(stopped.kind)
    return Exit.DONE if number else Exit.UNSOLVABLE


def backbone(
    puzzles: PuzzleFiles,
    solver: Solver = None,
    timeout: Timeout = None,
    style: Annotated[Style, excludes("json")] = None,
    coordinates: Annotated[Coordinates, excludes("json")] = False,
    output: Picture = None,
    theme: Annotated[Theme, needs("output")] = None,
    json: Json = False,
    format: Format = None,  # noqa: A002 - the option's name
) -> int:
    """Draw what all solutions of puzzles share.

    Every part of the drawing is in every solution. Lines below it list parts that are larger in some solutions, or in none.
    Exit code 20 if there is no solution.

    \b
    Example:
      $ hashicnf backbone examples/hashi/small.puz
      $ hashicnf backbone examples/hashi/small.puz -o shared.svg
    """
    from hashicnf.answers.backbone import backbone as ask
    from hashicnf.cli.report import Drawings
    from hashicnf.cli.runs import Run

    run = Run(puzzles, format, timeout, part="static")
    drawings = Drawings(style, coordinates=coordinates)
    pictures = _pictures(output, theme, run, coordinates=coordinates)

    def report(given: Given, _: Observer) -> Exit:
        drawings.require(given.puzzle)
        found = ask(given.puzzle, solver=solver, deadline=given.deadline)
        if pictures is not None and found is not None:
            pictures.add(found)
        _print_backbone(given, found, solver, drawings, json=json)
        return Exit.UNSOLVABLE if found is None else Exit.DONE

    return run.report_each(report, json=json, pictures=pictures)


def _print_backbone(
    given: Given, found: Backbone | None, solver: str | None, drawings: Drawings, *, json: bool
) -> None:
    from hashicnf.cli.objects import print_about
    from hashicnf.cli.report import unsolvable

    item = given.puzzle
    if found is None and json:
        print_about(item, given.index, given.deadline, status="unsolvable")
    elif found is None:
        say(f"{given.name}: {unsolvable(item, by=solver, deadline=given.deadline)}")
    else:
        shared, total = int(found.shared.sum()), len(found.shared) - 1
        if json:
            data = None if found.partial is None else item.as_data(found.partial)
            print_about(item, given.index, status="solved", shared=shared, variables=total, backbone=data)
            return
        drawings.show(given, found.partial)
        usual = f"{shared:,} of {total:,} variables have the same value in all solutions"
        if found.partial is None:
            usual = f"{usual}; {item.family} puzzles have no drawing of them"
        for line in _shared(item, found) or [usual]:
            say(f"{given.name}: {line}")


def _shared(item: Puzzle, found: Backbone) -> list[str]:
    """Return lines about the parts that all solutions share, in the terms of the puzzle; none if its family has no such lines."""
    from hashicnf.registry import returned

    words = None if item.rules.static is None else item.rules.static.shared
    return [] if words is None else returned(words(item.board, found.partial, found.shared), list, words, of=str)
