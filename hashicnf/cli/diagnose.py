"""``hashicnf diagnose``: what is wrong with an unsolvable puzzle."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from hashicnf.cli import say
from hashicnf.cli.commands import Exit
from hashicnf.cli.options import Format, Json, PuzzleFiles, Timeout

if TYPE_CHECKING:
    from hashicnf.answers.diagnosis import Diagnosis
    from hashicnf.cli.report import Given
    from hashicnf.core.deadline import Deadline
    from hashicnf.core.progress import Observer
    from hashicnf.families import Puzzle


def diagnose(
    puzzles: PuzzleFiles,
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
    """Explain why a puzzle has no solution, and name the clues to change.

    Draws the clues, in brackets those that contradict each other: without any one of them the others do not. Then gives the reason
    where one sentence can, and the fewest clues to change, and what to. Exit code 20: the puzzle is unsolvable; 0: it has a
    solution.

    An output that ends with .wcnf gets the question for a MaxSAT solver: the rules are hard clauses, each clue is a soft one, and
    the optimum is the fewest clues that have to be broken.

    \b
    Example:
      $ hashicnf generate hashi --unsolvable -o wrong.puz
      $ hashicnf diagnose wrong.puz -o mended.puz
      $ hashicnf diagnose wrong.puz -o wrong.wcnf
    """
    from hashicnf.cli.report import each_puzzle, first_of, gave_up, observed
    from hashicnf.errors import GaveUp, UsageError
    from hashicnf.files.inputs import ending
    from hashicnf.files.outputs import require_apart
    from hashicnf.pipeline.puzzles import format_to_write

    require_apart([output], puzzles)
    is_weighted = output is not None and ending(output) == ".wcnf"
    if output is not None and not is_weighted:
        format_to_write(None, output)
    codes: list[int] = []
    every = list(each_puzzle(puzzles, format, timeout, codes=codes))
    if output is not None and len(every) > 1:
        raise UsageError(f"--output: one puzzle goes into a file, and there are {len(every)}")
    for given, observe in observed(every, puzzles, "solve"):
        try:
            found = _diagnosed(given, observe, unique=unique)
        except GaveUp as stop:
            codes.append(gave_up(given, stop, json=json))
            continue
        (_print_json if json else _print)(given, found)
        codes.append(Exit.DONE if found is None else Exit.UNSOLVABLE)
        if output is not None and is_weighted:
            from hashicnf.answers.weighted import write_weighted

            write_weighted(given.puzzle, output)
        elif found is not None and found.mended is not None and output is not None:
            _write(found.mended, output)
    return first_of(codes)


def _diagnosed(given: Given, observe: Observer, *, unique: bool) -> Diagnosis | None:
    """Find out what is wrong, and how to mend it; None for a puzzle with a solution."""
    from hashicnf.answers.diagnosis import diagnose as ask

    found = ask(given.puzzle, deadline=given.deadline, observe=observe)
    if found is None or not unique:
        return found
    observe("look for other solutions")
    return _made_unique(given.puzzle, found, given.deadline)


def _write(mended: Puzzle, output: str) -> None:
    from hashicnf.files import write_text
    from hashicnf.pipeline.puzzles import format_to_write, write_puzzles

    write_text(output, write_puzzles([mended], format_to_write(None, output)))


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


def _print(given: Given, found: Diagnosis | None) -> None:
    from hashicnf.answers.drawing import bracketed, clue_text
    from hashicnf.cli.tables import print_prose
    from hashicnf.errors import counted

    if found is None:
        say(f"{given.name}: solvable: there is nothing to diagnose")
        return
    if given.several:
        typer.echo(f"{given.name}:")
    typer.echo(bracketed(given.puzzle, found.conflict).rstrip("\n"))
    if not found.conflict:
        typer.echo("unsolvable: the rules alone, whatever the clues are")
    elif len(found.conflict) == 1:
        row, column = found.conflict[0]
        clue = clue_text(int(given.puzzle.document.cells[row, column]))
        typer.echo(f"unsolvable: the {clue} at row {row + 1}, column {column + 1} breaks the rules alone")
    else:
        fewer = "" if found.is_minimal else "; whether all of them are needed for that stayed open"
        typer.echo(f"unsolvable: {counted(len(found.conflict), 'clue')} in brackets contradict each other{fewer}")
        if found.reason is not None:
            print_prose(f"reason: {found.reason}", indent=4)
    if found.mended is None:
        typer.echo("no change of clues helps")
    for change in found.changes:
        before, after = clue_text(change.before), clue_text(change.after)
        typer.echo(f"change row {change.row + 1}, column {change.column + 1}: {before} to {after}")


def _print_json(given: Given, found: Diagnosis | None) -> None:
    from hashicnf.cli.objects import cells_of, print_about

    if found is None:
        print_about(given.puzzle, given.index, status="solvable")
        return
    changes = [{"cell": cells_of([(c.row, c.column)])[0], "before": c.before, "after": c.after} for c in found.changes]
    mended = None if found.mended is None else found.mended.lines
    conflict = cells_of(found.conflict)
    why = {} if found.reason is None else {"reason": found.reason}
    fields = {"conflict": conflict, "minimal": found.is_minimal, "changes": changes, "mended": mended}
    print_about(given.puzzle, given.index, status="unsolvable", **why, **fields)
