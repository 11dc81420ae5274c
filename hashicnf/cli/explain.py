"""``hashicnf explain``: the whole way to the solution, in steps that people can follow."""

from __future__ import annotations

from typing import Annotated

import typer

from hashicnf.cli import say
from hashicnf.cli.options import Format, PuzzleFile, Style, Timeout


def explain(
    puzzle: PuzzleFile,
    style: Style = None,
    json: Annotated[bool, typer.Option("--json", help="Print one JSON object per step, then one for the end.")] = False,
    width: Annotated[
        int | None,
        typer.Option("--width", metavar="N", min=40, help="Length of lines. Default: the terminal's width."),
    ] = None,
    timeout: Timeout = None,
    format: Format = None,  # noqa: A002 - the option's name
) -> int:
    """Explain how people solve a puzzle: every step to the solution, each with its reason in a sentence.

    The steps are deductions, never guesses: always the easiest technique that concludes something, and its name in brackets.
    What none of them sees is concluded from a contradiction, or from a smallest set of rules that forces it. Exit code 1 if the
    puzzle has several solutions: then the steps end where nothing more holds in all of them. (The steps of a computer's search
    are explained by explain-trace.)

    \b
    Example:
      $ hashicnf explain examples/hashi/small.puz
    """
    import json as jsonlib

    from hashicnf.cli.steps import outcome_code, step_data, step_lines
    from hashicnf.cli.terminal import text_width
    from hashicnf.core.deadline import Deadline
    from hashicnf.deduction.walk import Walk
    from hashicnf.files.inputs import limited_waiting
    from hashicnf.pipeline.puzzles import read

    with limited_waiting(timeout) as clock:
        item = read(puzzle, format)
        deadline = Deadline.after(timeout, clock.seconds)
    columns = width or text_width()
    with Walk(item, deadline=deadline) as walk:
        for number, step in enumerate(walk.steps(), 1):
            if json:
                typer.echo(jsonlib.dumps({"step": number, **step_data(step)}))
                continue
            for line in step_lines(step, columns, f"{number:>3}. "):
                typer.echo(line)
        outcome, solution = walk.ended(), walk.position.solution()
    if json:
        end = {"puzzle": item.name, "family": item.family, "status": outcome, "solution": item.as_data(solution)}
        typer.echo(jsonlib.dumps(end))
    else:
        if outcome != "unsolvable":
            typer.echo()
            typer.echo(item.draw(solution, style).rstrip("\n"))
        if outcome != "solved":
            say(f"{item.name}: {ENDS[outcome]}")
    return outcome_code(outcome)


ENDS = {
    "several": "the puzzle has several solutions; this is all that they share",
    "unsolvable": "unsolvable: the rules contradict each other",
}
