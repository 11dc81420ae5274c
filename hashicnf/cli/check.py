"""``hashicnf check``: the independent verifier."""

from __future__ import annotations

from typing import Annotated

import typer

from hashicnf.cli.commands import Exit
from hashicnf.cli.options import Format, Json, PuzzleFile


def check(
    puzzle: PuzzleFile,
    solution: Annotated[
        str | None,
        typer.Argument(
            metavar="SOLUTION",
            help="Drawing of a solution, or -. Default: that of the puzzle file.",
        ),
    ] = None,
    json: Json = False,
    format: Format = None,  # noqa: A002 - the option's name
) -> int:
    """Check a solution against the rules.

    Names each broken rule and its place. Reads any drawing style of the family. Files of some formats hold a solution beside
    the puzzle (see: formats). Exit code 0 if the solution is right, 1 if a rule is broken or there is none.

    \b
    Example:
      $ hashicnf check examples/hashi/small.puz examples/hashi/small.sol
      $ hashicnf check examples/hashi/solved.pzpr
    """
    import json as jsonlib

    from hashicnf.cli.terminal import observing
    from hashicnf.families import Violation
    from hashicnf.files import shown
    from hashicnf.files.outputs import require_apart
    from hashicnf.pipeline.puzzles import read, read_solution

    require_apart([], [puzzle, solution])
    with observing("-" if "-" in (puzzle, solution) else "") as observe:
        observe(f"read {shown(puzzle)}")
        item = read(puzzle, format)
        given = item.solution
        if solution is not None:
            observe(f"read {shown(solution)}")
            given = read_solution(item, solution)
        observe("check")
        broken = [Violation("unsolved", "the puzzle holds no solution")] if given is None else item.check(given)
    if json:
        typer.echo(
            jsonlib.dumps({"correct": not broken, "broken": [{"rule": v.rule, "message": v.message} for v in broken]})
        )
    elif broken:
        for violation in broken:
            typer.echo(f"{violation.rule}: {violation.message}")
    else:
        typer.echo("correct: every rule is kept")
    return Exit.WRONG if broken else Exit.DONE
