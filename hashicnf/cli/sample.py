"""``hashicnf sample``: draw solutions at random, uniformly from all."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from hashicnf.cli import say
from hashicnf.cli.options import Coordinates, Format, Json, PuzzleFiles, StatesMemory, Style, Timeout
from hashicnf.cli.parameters import excludes
from hashicnf.errors import Exit

if TYPE_CHECKING:
    from hashicnf.cli.report import Given
    from hashicnf.core.progress import Observer


def sample(
    puzzles: PuzzleFiles,
    number: Annotated[int, typer.Option("-n", "--number", metavar="K", min=1, help="Number of solutions to draw.")] = 1,
    seed: Annotated[int, typer.Option("--seed", metavar="S", help="The same seed draws the same solutions.")] = 0,
    timeout: Timeout = None,
    max_memory: StatesMemory = None,
    style: Annotated[Style, excludes("json")] = None,
    coordinates: Annotated[Coordinates, excludes("json")] = False,
    json: Json = False,
    format: Format = None,  # noqa: A002 - the option's name
) -> int:
    """Draw solutions at random, each uniformly from all solutions of the puzzle.

    The solutions are counted (see: count), and a random number is turned into the solution of that rank; so every solution has
    exactly the same chance. A solution may be drawn twice. If too many solutions have to be counted or listed for --max-memory,
    none is drawn (exit code 30). Each solution is checked, and printed as soon as it is drawn.

    \b
    Example:
      $ hashicnf sample examples/hashi/small.puz -n 2 --seed 7
    """
    from hashicnf.answers import counting
    from hashicnf.cli.objects import print_about
    from hashicnf.cli.report import Drawings, unsolvable
    from hashicnf.cli.runs import Run
    from hashicnf.core.limits import Limits

    run = Run(puzzles, format, timeout, part="static")
    drawings = Drawings(style, coordinates=coordinates)

    def report(given: Given, observe: Observer) -> Exit:
        item, drawn = given.puzzle, 0
        drawings.require(item)
        limits = Limits(given.deadline, None, max_memory)
        for solution in counting.sample(item, number, seed=seed, limits=limits, observe=observe):
            drawn += 1
            if json:
                print_about(item, given.index, number=drawn, solution=item.as_data(solution))
            else:
                drawings.show(given, solution)
        if json:
            print_about(item, given.index, given.deadline, status="solved" if drawn else "unsolvable")
        elif not drawn:
            say(f"{given.name}: {unsolvable(item, deadline=given.deadline)}")
        return Exit.DONE if drawn else Exit.UNSOLVABLE

    return run.report_each(report, "count", json=json)
