"""``hashicnf unique``, ``enumerate`` and ``backbone``: all answers of a puzzle."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated

import typer

from hashicnf.cli import say
from hashicnf.cli.commands import Exit
from hashicnf.cli.options import Format, Json, PuzzleFile, Solver, Style, Timeout

if TYPE_CHECKING:
    from hashicnf.core.deadline import Deadline
    from hashicnf.core.progress import Observer
    from hashicnf.families import Puzzle

Limit = Annotated[
    int | None, typer.Option("--limit", metavar="N", min=1, help="Stop after this many solutions. Default: never.")
]


def unique(
    puzzle: PuzzleFile,
    solver: Solver = None,
    timeout: Timeout = None,
    style: Style = None,
    json: Json = False,
    format: Format = None,  # noqa: A002 - the option's name
) -> int:
    """Find out whether puzzles have exactly one solution.

    Draws the solution. If there are several, two are compared, and ? stands where they differ. Exit code 0: one solution;
    1: several; 20: none; 30: gave up.

    \b
    Example:
      $ hashicnf unique examples/hashi/small.puz
    """
    from hashicnf.answers.drawing import DIFFERS, differing
    from hashicnf.answers.unique import unique as ask

    code = Exit.DONE
    for name, item, deadline, _ in _puzzles(puzzle, format, timeout):
        found = ask(item, solver=solver, deadline=deadline).solutions
        outcome = (Exit.UNSOLVABLE, Exit.DONE, Exit.WRONG)[len(found)]
        words = ("unsolvable", "one solution", f"several solutions: two differ where {DIFFERS} stands")[len(found)]
        if json:
            _print_json(item, status=("unsolvable", "unique", "several")[len(found)], solutions=_data(item, found))
        else:
            if found:
                typer.echo(differing(item, found[0], found[-1], style).rstrip("\n"))
            say(f"{name}: {words}")
        code = code or outcome
    return code


def enumerate(  # noqa: A001 - the command's name
    puzzle: PuzzleFile,
    limit: Limit = None,
    solver: Solver = None,
    timeout: Timeout = None,
    style: Style = None,
    json: Json = False,
    format: Format = None,  # noqa: A002 - the option's name
) -> int:
    """List all solutions of puzzles, each once, as they are found.

    Solutions are different if the puzzle's own variables are, whatever auxiliary variables of encodings do. With --json each is
    one line. Exit code 20 if there is none, 30 if the time limit came before the last one.

    \b
    Example:
      $ hashicnf enumerate examples/hashi/small.puz --limit 10
    """
    from itertools import islice

    from hashicnf.answers.enumeration import enumerate_solutions
    from hashicnf.errors import GaveUp, counted

    code = Exit.DONE
    for name, item, deadline, observe in _puzzles(puzzle, format, timeout):
        number, end = 0, ""
        try:
            for solution in islice(enumerate_solutions(item, solver=solver, deadline=deadline), limit):
                number += 1
                observe(f"{name}: {counted(number, 'solution')}")
                if json:
                    _print_json(item, number=number, solution=item.as_data(solution))
                else:
                    typer.echo(("\n" if number > 1 else "") + item.draw(solution, style).rstrip("\n"))
        except GaveUp as stop:
            end, code = f", perhaps more: {stop}", code or Exit.GAVE_UP
        if number == limit:
            end = ", perhaps more: --limit reached"
        say(f"{name}: {counted(number, 'solution') if number or end else 'unsolvable'}{end}")
        code = code or (Exit.DONE if number else Exit.UNSOLVABLE)
    return code


def backbone(
    puzzle: PuzzleFile,
    solver: Solver = None,
    timeout: Timeout = None,
    style: Style = None,
    json: Json = False,
    format: Format = None,  # noqa: A002 - the option's name
) -> int:
    """Draw what all solutions of puzzles share.

    What stands in the drawing stands in every solution; a bridge drawn single may be double in some. Exit code 20 if there is no
    solution.

    \b
    Example:
      $ hashicnf backbone examples/hashi/small.puz
    """
    from hashicnf.answers.backbone import backbone as ask

    code = Exit.DONE
    for name, item, deadline, _ in _puzzles(puzzle, format, timeout):
        found = ask(item, solver=solver, deadline=deadline)
        if found is None:
            if json:
                _print_json(item, status="unsolvable")
            say(f"{name}: unsolvable")
            code = code or Exit.UNSOLVABLE
            continue
        shared, every = int(found.shared.sum()), len(found.shared) - 1
        if json:
            _print_json(item, status="solved", shared=shared, variables=every, backbone=item.as_data(found.partial))
            continue
        typer.echo(item.draw(found.partial, style).rstrip("\n"))
        say(f"{name}: {shared:,} of {every:,} variables have the same value in all solutions")
    return code


def _puzzles(file: str, format: str | None, timeout: float | None) -> Iterator[tuple[str, Puzzle, Deadline, Observer]]:  # noqa: A002
    """Read the puzzles of a file; yield the name of each, the puzzle, its deadline, and the observer of its progress."""
    from hashicnf.cli.terminal import observing
    from hashicnf.core.deadline import Deadline
    from hashicnf.pipeline.puzzles import read_all

    with observing("-" if file == "-" else "") as observe:
        puzzles = read_all(file, format)
        for number, item in zip(range(1, len(puzzles) + 1), puzzles, strict=True):
            name = f"{item.name} #{number}" if len(puzzles) > 1 else item.name
            observe(f"{name}: solve")
            yield name, item, Deadline.after(timeout), observe


def _data(puzzle: Puzzle, solutions: tuple[object, ...]) -> list[object]:
    return [puzzle.as_data(solution) for solution in solutions]


def _print_json(puzzle: Puzzle, **fields: object) -> None:
    import json

    typer.echo(json.dumps({"puzzle": puzzle.name, "family": puzzle.family, **fields}))
