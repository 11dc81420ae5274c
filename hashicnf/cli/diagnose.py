"""``hashicnf diagnose``: what is wrong with an unsolvable puzzle."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from hashicnf.cli import say
from hashicnf.cli.commands import Exit
from hashicnf.cli.options import Format, Json, PuzzleFile, Timeout

if TYPE_CHECKING:
    from hashicnf.answers.diagnosis import Diagnosis
    from hashicnf.core.deadline import Deadline
    from hashicnf.families import Puzzle


def diagnose(
    puzzle: PuzzleFile,
    unique: Annotated[
        bool, typer.Option("--unique", help="Change the mended puzzle further, until it has exactly one solution.")
    ] = False,
    output: Annotated[
        str | None,
        typer.Option(
            "--output",
            "-o",
            metavar="FILE",
            help="Where to write the mended puzzle, or as .wcnf the question of MaxSAT.",
        ),
    ] = None,
    timeout: Timeout = None,
    json: Json = False,
    format: Format = None,  # noqa: A002 - the option's name
) -> int:
    """Say why a puzzle has no solution, and which clues to change.

    Draws the clues, in brackets those that contradict each other: without any one of them the others do not. Then names the fewest
    clues to change, and what to. Exit code 20: the puzzle is unsolvable, and that is why; 0: it has a solution.

    An output that ends with .wcnf gets the question for a MaxSAT solver: the rules are hard clauses, each clue is a soft one, and
    the optimum is the fewest clues that have to be broken.

    \b
    Example:
      $ hashicnf generate hashi --unsolvable -o wrong.puz
      $ hashicnf diagnose wrong.puz -o mended.puz
      $ hashicnf diagnose wrong.puz -o wrong.wcnf
    """
    from hashicnf.answers.diagnosis import diagnose as ask
    from hashicnf.cli.terminal import observing
    from hashicnf.core.deadline import Deadline
    from hashicnf.files.inputs import ending
    from hashicnf.files.outputs import require_apart
    from hashicnf.pipeline.puzzles import format_to_write, read

    require_apart([output], [puzzle])
    is_weighted = output is not None and ending(output) == ".wcnf"
    if output is not None and not is_weighted:
        format_to_write(None, output)
    deadline = Deadline.after(timeout)
    with observing("-" if puzzle == "-" else "") as observe:
        item = read(puzzle, format)
        observe("look for clues that contradict each other")
        found = ask(item, deadline=deadline)
        if found is not None and unique:
            observe("look for other solutions")
            found = _made_unique(item, found, deadline)
    if json:
        import json as jsonlib

        typer.echo(jsonlib.dumps(_as_json(item, found)))
    else:
        _print(item, found)
    if output is not None and is_weighted:
        from hashicnf.answers.weighted import write_weighted

        write_weighted(item, output)
    elif found is not None and found.mended is not None and output is not None:
        from hashicnf.files import write_text
        from hashicnf.pipeline.puzzles import write_puzzles

        write_text(output, write_puzzles([found.mended], format_to_write(None, output)))
    return Exit.DONE if found is None else Exit.UNSOLVABLE


def _made_unique(item: Puzzle, found: Diagnosis, deadline: Deadline) -> Diagnosis:
    from dataclasses import replace

    from hashicnf.answers.diagnosis import changes_between
    from hashicnf.families import Generated
    from hashicnf.making.unique import made_unique

    if found.mended is None:
        return found
    start = Generated(found.mended.board, found.solution, found.mended.name)
    puzzle, made = made_unique(found.mended, start, deadline)
    return replace(found, changes=changes_between(item, puzzle), mended=puzzle, solution=made.solution)


def _print(puzzle: Puzzle, found: Diagnosis | None) -> None:
    from hashicnf.answers.drawing import bracketed
    from hashicnf.errors import counted

    if found is None:
        say(f"{puzzle.name}: solvable: there is nothing to diagnose")
        return
    typer.echo(bracketed(puzzle, found.conflict).rstrip("\n"))
    clues = puzzle.document.cells
    if not found.conflict:
        typer.echo("unsolvable: the rules alone, whatever the clues are")
    elif len(found.conflict) == 1:
        row, column = found.conflict[0]
        typer.echo(f"unsolvable: the {clues[row, column]} at row {row + 1}, column {column + 1} breaks the rules alone")
    else:
        typer.echo(f"unsolvable: {counted(len(found.conflict), 'clue')} in brackets contradict each other")
    if found.mended is None:
        typer.echo("no change of clues helps")
    for change in found.changes:
        typer.echo(
            f"change row {change.row + 1}, column {change.column + 1}: {change.before or 'empty'} to {change.after}"
        )


def _as_json(puzzle: Puzzle, found: Diagnosis | None) -> dict[str, object]:
    known: dict[str, object] = {"puzzle": puzzle.name, "family": puzzle.family}
    if found is None:
        return {**known, "status": "solvable"}
    return {
        **known,
        "status": "unsolvable",
        "conflict": [{"row": row + 1, "column": column + 1} for row, column in found.conflict],
        "changes": [
            {"row": c.row + 1, "column": c.column + 1, "before": c.before, "after": c.after} for c in found.changes
        ],
        "mended": None if found.mended is None else found.mended.lines,
    }
