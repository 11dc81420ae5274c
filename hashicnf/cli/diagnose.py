"""``hashicnf diagnose``: explain why a puzzle has no solution or more than one, and find clues to change."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Final

import typer

from hashicnf.cli import say, say_unwritten
from hashicnf.cli.options import Coordinates, Format, Json, PuzzleFiles, Timeout, output_to
from hashicnf.cli.parameters import excludes
from hashicnf.errors import Exit

if TYPE_CHECKING:
    from collections.abc import Iterable

    from hashicnf.answers.clues import Change
    from hashicnf.answers.diagnosis import Diagnosis
    from hashicnf.cli.report import Given
    from hashicnf.core.progress import Observer

MOST_LISTED: Final = 10  # most other changes that are printed


def diagnose(
    puzzles: PuzzleFiles,
    unique: Annotated[
        bool,
        typer.Option("--unique", help="Find changes that leave exactly one solution, also for a puzzle with several."),
    ] = False,
    output: Annotated[
        str | None,
        output_to("Write the mended puzzle, or as .wcnf the MaxSAT problem."),
    ] = None,
    timeout: Timeout = None,
    coordinates: Annotated[Coordinates, excludes("json")] = False,
    json: Json = False,
    format: Format = None,  # noqa: A002 - the option's name
) -> int:
    """Explain why a puzzle has no solution, and name the clues to change.

    Draws the clues, and puts brackets around clues that contradict each other; without any one of these, the others are consistent.
    Then prints the reason, if one sentence can give it (explain prints the steps to a contradiction), and a smallest set of clues
    to change, with their new values. Other changes of as many clues follow; those that leave one solution come first. If a smallest
    set is not found in half of the time, without a limit in two minutes, a small one is printed, and that fewer changes may do.
    Exit code 20: the puzzle is unsolvable; 0: it has a solution.

    With --unique puzzles with several solutions are diagnosed too, with exit code 1, and the changes leave one solution: a single
    change if one is found, else few. Clues that are not given yet are added before others are changed.

    If the name of the output ends with .wcnf, the problem is written for a MaxSAT solver: the rules are hard clauses, each clue is
    a soft clause, and the optimum is the smallest number of clues that have to be broken.

    \b
    Example:
      $ hashicnf generate hashi --unsolvable -o wrong.puz
      $ hashicnf diagnose wrong.puz -o mended.puz
      $ hashicnf diagnose wrong.puz --unique -o unique.puz
      $ hashicnf diagnose wrong.puz -o wrong.wcnf
    """
    from hashicnf.cli.runs import Run
    from hashicnf.errors import UsageError
    from hashicnf.files.inputs import ending
    from hashicnf.files.outputs import reporting_kept, require_apart, require_place
    from hashicnf.pipeline.writing import format_to_write

    require_apart([output, "-"], puzzles)
    is_weighted = output is not None and ending(output) == ".wcnf"
    if output is not None:
        require_place(output)
        if not is_weighted:
            format_to_write(None, output)
    run = Run(puzzles, format, timeout, part="clues")
    every = run.read()
    answered: list[Given] = []
    if output is not None and len(every) > 1:
        raise UsageError(f"--output: one puzzle goes into a file, and there are {len(every)}")
    with reporting_kept(*([] if output is None else [output])) as settle:

        def report(given: Given, observe: Observer) -> Exit:
            found = _diagnosed(given, observe, unique=unique)
            answered.append(given)
            if json:
                _print_json(given, found)
            else:
                _print(given, found, unique=unique, coordinates=coordinates)
            if output is not None:
                _write(given, found, output, unique=unique, is_weighted=is_weighted)
                settle()
            return _code(found)

        code = run.report_each(report, json=json)
        if output is not None and every and not answered:
            say_unwritten(output, "there is no answer")
        settle()
    return code


def _diagnosed(given: Given, observe: Observer, *, unique: bool) -> Diagnosis | None:
    """Return the diagnosis of a puzzle; None if it has a solution, with ``unique`` exactly one. Raises GaveUp."""
    if unique:
        from hashicnf.making.mending import diagnose_unique as ask
    else:
        from hashicnf.answers.diagnosis import diagnose as ask
    return ask(given.puzzle, deadline=given.deadline, observe=observe)


def _code(found: Diagnosis | None) -> Exit:
    """Return the exit code of a diagnosis."""
    if found is None:
        return Exit.DONE
    return Exit.WRONG if found.is_solvable else Exit.UNSOLVABLE


def _write(given: Given, found: Diagnosis | None, output: str, *, unique: bool, is_weighted: bool) -> None:
    """Write the MaxSAT problem, or the mended puzzle, or report that it is not written.

    With ``unique``, the puzzle is written only if it is known to have one solution.
    """
    from hashicnf.answers.weighted import write_weighted
    from hashicnf.cli.written import chosen_format, noting
    from hashicnf.files.outputs import write_text
    from hashicnf.pipeline.writing import write_puzzles

    if is_weighted:
        write_weighted(given.puzzle, output)
    elif found is None:
        say_unwritten(output, "there is nothing to mend")
    elif found.mended is not None and (found.is_unique or not unique):
        with noting(to := chosen_format(None, output)) as note:
            write_text(output, write_puzzles([found.mended], to))
            note(found.mended)
    else:
        wanted = "that leaves one solution" if unique else "that helps"
        say_unwritten(output, f"no change was found {wanted}")


def _print(given: Given, found: Diagnosis | None, *, unique: bool, coordinates: bool) -> None:
    if found is None:
        fine = "one solution" if unique else "solvable"
        say(f"{given.name}: {fine}: there is nothing to diagnose")
        return
    from hashicnf.cli.report import family_advice

    if given.several:
        typer.echo(f"{given.name}:")
    if found.is_solvable:
        typer.echo("several solutions")
    else:
        _print_conflict(given, found, coordinates=coordinates)
        if advice := family_advice(given.puzzle):
            say(f"{given.name}: {advice}")
    _print_changes(found, unique=unique)


def _print_conflict(given: Given, found: Diagnosis, *, coordinates: bool) -> None:
    from hashicnf.answers.clues import clue_text
    from hashicnf.cli.marked import bracketed
    from hashicnf.cli.report import Drawings, cut
    from hashicnf.cli.tables import print_prose
    from hashicnf.errors import counted

    text = Drawings(coordinates=coordinates).text_of(bracketed(given.puzzle, found.conflict))
    typer.echo(cut(given, text).rstrip("\n"))
    if not found.conflict:
        typer.echo("unsolvable: the rules alone, whatever the clues are")
    elif len(found.conflict) == 1:
        row, column = found.conflict[0]
        document = given.puzzle.document
        clue = clue_text(int(document.cells[row, column]), letters=document.letters)
        print_prose(f"unsolvable: the {clue} at row {row + 1}, column {column + 1} breaks the rules alone", indent=4)
    else:
        fewer = "" if found.is_minimal else "; whether all of them are needed for that stayed open"
        print_prose(
            f"unsolvable: {counted(len(found.conflict), 'clue')} in brackets contradict each other{fewer}", indent=4
        )
    if found.reason is not None and len(found.conflict) != 1:
        print_prose(f"{'reason' if found.is_of_conflict else 'another reason'}: {found.reason}", indent=4)


def _print_changes(found: Diagnosis, *, unique: bool) -> None:
    """Print the changes that ``-o`` makes, the number of solutions that they leave, and other changes."""
    from hashicnf.cli.tables import print_prose

    if found.mended is None:
        none = (
            "no change of clues helps" if found.is_complete else "no change that helps was found within the time limit"
        )
        typer.echo("no change was found that leaves one solution" if found.is_solvable else none)
        return
    for change in found.changes:
        typer.echo(f"change {change.text}")
    typer.echo(f"this leaves {_left(found.is_unique)}")
    if not found.is_fewest:
        typer.echo("fewer changes may do")
    if unique and not found.is_unique:
        typer.echo("no change was found that leaves one solution")
    if found.alternatives:
        each = ", one for each set of clues" if len(found.changes) > 1 else ""
        typer.echo(f"other smallest changes{each}:")
    for repair in found.alternatives[:MOST_LISTED]:
        print_prose(
            f"{'; '.join(change.text for change in repair.changes)} ({_left(repair.is_unique)})", head="    ", indent=8
        )
    if (more := len(found.alternatives) - MOST_LISTED) > 0:
        typer.echo(f"    and {more:,} more")
    if not found.is_complete:
        typer.echo("not all other changes were tried")


def _left(is_unique: bool | None) -> str:
    """Return a text with the number of solutions that changes leave."""
    return {None: "one solution or more", True: "one solution", False: "several solutions"}[is_unique]


def _print_json(given: Given, found: Diagnosis | None) -> None:
    from hashicnf.cli.objects import cells_of, print_about

    if found is None:
        print_about(given.puzzle, given.index, status="solvable")
        return
    mended = None if found.mended is None else found.mended.lines
    others = [{"changes": _changes_data(repair.changes), "unique": repair.is_unique} for repair in found.alternatives]
    fields: dict[str, object] = {"changes": _changes_data(found.changes), "mended": mended, "unique": found.is_unique}
    fields |= {"alternatives": others, "complete": found.is_complete, "fewest": found.is_fewest}
    if found.is_solvable:
        print_about(given.puzzle, given.index, status="several", **fields)
        return
    why = {} if found.reason is None else {"reason": found.reason}
    conflict = {"conflict": cells_of(found.conflict), "minimal": found.is_minimal}
    print_about(given.puzzle, given.index, given.deadline, status="unsolvable", **why, **conflict, **fields)


def _changes_data(changes: Iterable[Change]) -> list[dict[str, object]]:
    from hashicnf.cli.objects import cells_of
    from hashicnf.core.document import EMPTY, UNKNOWN

    def data(clue: int, change: Change) -> int | str | None:
        return chr(clue) if change.letters and clue > EMPTY else None if clue == UNKNOWN else clue

    return [
        {"cell": cells_of([(c.row, c.column)])[0], "before": data(c.before, c), "after": data(c.after, c)}
        for c in changes
    ]
