"""``hashicnf sample``: draw solutions at random, uniformly from all."""

from __future__ import annotations

from typing import Annotated

import typer

from hashicnf.cli import say
from hashicnf.cli.commands import Exit
from hashicnf.cli.options import Format, Json, MaxMemory, PuzzleFile, Style, Timeout


def sample(
    puzzle: PuzzleFile,
    number: Annotated[int, typer.Option("-n", "--number", metavar="K", min=1, help="How many to draw.")] = 1,
    seed: Annotated[int, typer.Option("--seed", metavar="S", help="The same seed draws the same solutions.")] = 0,
    timeout: Timeout = None,
    max_memory: MaxMemory = None,
    style: Style = None,
    json: Json = False,
    format: Format = None,  # noqa: A002 - the option's name
) -> int:
    """Draw solutions at random: each one uniformly from all solutions of the puzzle, and checked.

    The solutions are counted (see: count), and a random number is turned into the solution of that rank; so every solution has
    the same chance, exactly. A solution may be drawn twice.

    \b
    Example:
      $ hashicnf sample examples/hashi/small.puz -n 2 --seed 7
    """
    import json as jsonlib

    from hashicnf.answers import counting
    from hashicnf.files.inputs import limited_waiting
    from hashicnf.pipeline.puzzles import read

    with limited_waiting(timeout) as clock:
        item = read(puzzle, format)
        spent = clock.seconds
    drawn = counting.sample(item, number, seed=seed, timeout=timeout, max_memory=max_memory, spent=spent)
    for place, solution in enumerate(drawn):
        if json:
            typer.echo(jsonlib.dumps({"puzzle": item.name, "family": item.family, "solution": item.as_data(solution)}))
            continue
        if place:
            typer.echo()
        typer.echo(item.draw(solution, style).rstrip("\n"))
    if not drawn:
        say(f"{item.name}: unsolvable")
    return Exit.DONE if drawn else Exit.UNSOLVABLE
