"""``hashicnf unique``, ``enumerate`` and ``backbone``: all answers of a puzzle."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Annotated

import typer

from hashicnf.cli import is_coloured, say, terminal_width
from hashicnf.cli.options import Coordinates, Format, Json, Picture, PuzzleFiles, Solver, Style, Theme, Timeout
from hashicnf.cli.parameters import excludes, needs
from hashicnf.errors import Exit

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hashicnf.answers.backbone import Backbone
    from hashicnf.cli.pictured import Pictures
    from hashicnf.cli.report import Drawings, Given
    from hashicnf.core.stats import Observer
    from hashicnf.families import Puzzle

Limit = Annotated[
    int | None, typer.Option("--limit", metavar="N", min=1, help="Stop after this many solutions. Default: never.")
]


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

    Draws the solution. If there are several, two are compared, and * marks where they differ; a picture has dashed lines there,
    pale lines for the second solution, and numbers in dashed rings. Exit code 0: one solution; 1: several; 20: none; 30: gave up.

    \b
    Example:
      $ hashicnf unique examples/hashi/small.puz
      $ hashicnf unique examples/hashi/small.puz -o differs.svg
    """
    from hashicnf.answers.drawing import DIFFERS, differing
    from hashicnf.answers.unique import unique as ask
    from hashicnf.cli.colour import marked
    from hashicnf.cli.objects import print_about
    from hashicnf.cli.report import Drawings, cut, each_puzzle, first_of, gave_up, observed, unsolvable
    from hashicnf.errors import GaveUp

    codes: list[int] = []
    drawings = Drawings(style, coordinates=coordinates)
    every = each_puzzle(puzzles, format, timeout, codes=codes, part="static")
    pictures, every = _pictures(output, theme, every, puzzles, coordinates=coordinates)
    for given, _ in observed(every, puzzles, "solve"):
        item = given.puzzle
        drawings.require(item)
        try:
            found = ask(item, solver=solver, deadline=given.deadline).solutions
        except GaveUp as stop:
            codes.append(gave_up(given, stop, json=json))
            continue
        codes.append((Exit.UNSOLVABLE, Exit.DONE, Exit.WRONG)[len(found)])
        if pictures is not None and found:
            pictures.add_compared(item, found[0], found[-1])
        if json:
            outcome = ("unsolvable", "unique", "several")[len(found)]
            print_about(item, given.index, status=outcome, solutions=[item.as_data(solution) for solution in found])
            continue
        if len(found) == 1:
            drawings.show(given, found[0])
        elif found:
            text = cut(given, drawings.text_of(differing(item, found[0], found[-1], style, terminal_width())))
            drawings.print(given, marked(text, DIFFERS) if is_coloured(sys.stdout) else text)
        several = f"several solutions: two differ where {DIFFERS} stands"
        say(f"{given.name}: {(several if found[1:] else 'one solution') if found else unsolvable(item, by=solver)}")
    if pictures is not None:
        pictures.finish()
    return first_of(codes)


def _pictures(
    output: str | None, theme: str | None, every: Iterator[Given], files: list[str], *, coordinates: bool
) -> tuple[Pictures | None, Iterator[Given]]:
    """Return the pictures to be made, None if no file is named, and the puzzles: only for pictures all are read before."""
    if output is None:
        return None, every
    from hashicnf.cli.report import pictures_to
    from hashicnf.files.outputs import require_apart

    require_apart([output], files)
    known = list(every)
    return pictures_to(output, theme, len(known), coordinates=coordinates), iter(known)


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
    from hashicnf.cli.report import Drawings, each_puzzle, first_of, observed

    codes: list[int] = []
    drawings = Drawings(style, coordinates=coordinates)
    for given, observe in observed(each_puzzle(puzzles, format, timeout, codes=codes, part="static"), puzzles, "solve"):
        drawings.require(given.puzzle)
        codes.append(_list_solutions(given, limit, solver, drawings, observe, json=json))
        if codes[-1] == Exit.INTERRUPTED:
            break
    return first_of(codes)


def _list_solutions(
    given: Given, limit: int | None, solver: str | None, drawings: Drawings, observe: Observer, *, json: bool
) -> Exit:
    """Print the solutions of a puzzle as they are found, then how many there are; return the exit code."""
    from hashicnf.answers.enumeration import enumerate_solutions
    from hashicnf.cli.objects import print_about
    from hashicnf.cli.report import unsolvable
    from hashicnf.core.limits import at_most
    from hashicnf.errors import GaveUp, counted
    from hashicnf.logic import INTERRUPTED

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
        stopped = stop
    except KeyboardInterrupt:
        stopped = INTERRUPTED.error()
    if json:
        ended = "complete" if number else "unsolvable"
        ended = "unknown" if stopped is not None else "limited" if number == limit else ended
        why = {} if stopped is None else {"stopped": stopped.kind, "reason": str(stopped)}
        print_about(item, given.index, status=ended, count=number, **why)
    else:
        end = "" if stopped is None else f", perhaps more: {stopped}"
        end = ", perhaps more: --limit reached" if number == limit else end
        say(f"{given.name}: {counted(number, 'solution') + end if number or end else unsolvable(item, by=solver)}")
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
    from hashicnf.cli.objects import print_about
    from hashicnf.cli.report import Drawings, each_puzzle, first_of, gave_up, observed, unsolvable
    from hashicnf.errors import GaveUp

    codes: list[int] = []
    drawings = Drawings(style, coordinates=coordinates)
    every = each_puzzle(puzzles, format, timeout, codes=codes, part="static")
    pictures, every = _pictures(output, theme, every, puzzles, coordinates=coordinates)
    for given, _ in observed(every, puzzles, "solve"):
        item = given.puzzle
        drawings.require(item)
        try:
            found = ask(item, solver=solver, deadline=given.deadline)
        except GaveUp as stop:
            codes.append(gave_up(given, stop, json=json))
            continue
        codes.append(Exit.UNSOLVABLE if found is None else Exit.DONE)
        if found is None:
            if json:
                print_about(item, given.index, status="unsolvable")
            else:
                say(f"{given.name}: {unsolvable(item, by=solver)}")
            continue
        if pictures is not None:
            pictures.add(item, found.partial, partial=True)
        shared, total = int(found.shared.sum()), len(found.shared) - 1
        if json:
            data = item.as_data(found.partial)
            print_about(item, given.index, status="solved", shared=shared, variables=total, backbone=data)
            continue
        drawings.show(given, found.partial)
        for line in _shared(item, found) or [f"{shared:,} of {total:,} variables have the same value in all solutions"]:
            say(f"{given.name}: {line}")
    if pictures is not None:
        pictures.finish()
    return first_of(codes)


def _shared(item: Puzzle, found: Backbone) -> list[str]:
    """Return lines, in the words of the puzzle, about what all solutions share; none where its family has no such words."""
    words = None if item.rules.static is None else item.rules.static.shared
    return [] if words is None else words(item.board, found.partial, found.shared)
