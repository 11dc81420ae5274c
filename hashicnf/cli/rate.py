"""``hashicnf rate``: how hard puzzles are for people."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from hashicnf.cli.commands import Exit
from hashicnf.cli.options import Format, Json, Timeout

if TYPE_CHECKING:
    from hashicnf.deduction.rating import Rating
    from hashicnf.families import Puzzle


def rate(
    puzzles: Annotated[list[str], typer.Argument(metavar="PUZZLE...", help="Puzzle files, or - for standard input.")],
    json: Json = False,
    timeout: Timeout = None,
    format: Format = None,  # noqa: A002 - the option's name
) -> int:
    """Rate how hard puzzles are for people, from 1 to 10.

    A puzzle is solved with the easiest techniques that get on (see: explain). Its grade is that of the hardest technique, and a
    little more the more often that is needed; printed with it are the hardest technique and the number of steps by rung.
    docs/techniques.md has the meaning of the grades. A puzzle with several solutions has none: exit code 1. --timeout is for each
    puzzle.

    \b
    Example:
      $ hashicnf rate examples/hashi/small.puz examples/hashi/medium.puz
    """
    from hashicnf.cli.steps import outcome_code
    from hashicnf.core.deadline import Deadline
    from hashicnf.deduction import rate as rating_of
    from hashicnf.files.inputs import limited_waiting
    from hashicnf.files.outputs import require_apart
    from hashicnf.pipeline.puzzles import read_all

    require_apart([], puzzles)
    code = Exit.DONE
    for path in puzzles:
        with limited_waiting(timeout) as clock:
            items = read_all(path, format)
            spent = clock.seconds
        for number, item in enumerate(items, 1):
            found = rating_of(item, Deadline.after(timeout, spent if number == 1 else 0.0))
            name = f"{item.name} #{number}" if len(items) > 1 else item.name
            _print(item, name, found, json)
            code = code or outcome_code(found.outcome)
    return code


def _print(item: Puzzle, name: str, found: Rating, json: bool) -> None:
    hardest = found.hardest
    if json:
        import json as jsonlib

        data = {"puzzle": name, "family": item.family, "status": found.outcome, "grade": found.grade}
        best = None if hardest is None else {"rung": hardest.rung, "technique": hardest.name}
        typer.echo(jsonlib.dumps(data | {"hardest": best, "steps": dict(found.steps)}))
        return
    steps = ", ".join(f"{rung}: {count}" for rung, count in found.steps.items()) or "no steps"
    match found.outcome:
        case "several":
            shown = "no grade, several solutions"
        case "unsolvable":
            shown = "no grade, unsolvable"
        case _:
            shown = f"{found.grade}, {hardest.name}" if hardest is not None else f"{found.grade}"
    typer.echo(f"{name}: {shown} ({steps})")
