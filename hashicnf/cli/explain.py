"""``hashicnf explain``: print all steps to the solution, as people can follow them."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Annotated

import typer

from hashicnf.cli import say
from hashicnf.cli.options import Coordinates, Format, PuzzleFiles, Style, Timeout, Width, output_to
from hashicnf.cli.parameters import excludes
from hashicnf.errors import Exit

if TYPE_CHECKING:
    from collections.abc import Sequence

    from hashicnf.cli.report import Drawings, Given
    from hashicnf.core.progress import Observer
    from hashicnf.families import Puzzle


def explain(
    puzzles: PuzzleFiles,
    style: Annotated[Style, excludes("json")] = None,
    coordinates: Annotated[Coordinates, excludes("json")] = False,
    json: Annotated[
        bool, typer.Option("--json", help="Print JSON, one object per step, then one for the end.")
    ] = False,
    width: Annotated[Width, excludes("json")] = None,
    output: Annotated[
        str | None,
        output_to("Write a page instead: the steps as a list, each shown on the board.", metavar="PAGE.html"),
        excludes("json", "style", "coordinates", "width"),
    ] = None,
    timeout: Timeout = None,
    format: Format = None,  # noqa: A002 - the option's name
) -> int:
    """Explain how people solve a puzzle: every step to the solution, each with its reason in a sentence.

    The steps are deductions, never guesses. Each uses the easiest technique that concludes something, whose name follows in
    brackets. If no technique applies, a fact is derived from a contradiction, or from a few rules that together force it. If
    the puzzle has no solution, only the steps to a contradiction are printed. Exit code 1 if the puzzle has several solutions: then
    the steps end when nothing more holds in all of them, which takes minutes on very large boards; a message reports several
    solutions as soon as they are found. (The command explain-trace explains the steps of a computer's search.)

    \b
    Example:
      $ hashicnf explain examples/hashi/small.puz
      $ hashicnf explain examples/sudoku/easy.puz -o steps.html
    """
    if output is not None:
        return _write_page(output, puzzles, format, timeout)
    from hashicnf.cli.report import Drawings
    from hashicnf.cli.runs import Run
    from hashicnf.cli.terminal import text_width

    run = Run(puzzles, format, timeout, part="techniques")
    columns = width or text_width()

    def report(given: Given, observe: Observer) -> Exit:
        drawings = Drawings(style, coordinates=coordinates)
        drawings.require(given.puzzle)
        if given.several and not json:
            typer.echo("\n" * bool(run.codes) + f"{given.name}:")
        return _explain(given, columns, drawings, observe, json=json)

    return run.report_each(report, json=json)


def _write_page(
    output: str,
    puzzles: Sequence[str],
    format: str | None,  # noqa: A002 - the option's name
    timeout: float | None,
) -> int:
    """Write the steps as a page; return the exit code of the first puzzle that the steps do not solve."""
    from hashicnf.cli.pages import made_page, write_page
    from hashicnf.cli.report import first_of
    from hashicnf.cli.steps import outcome_code

    page = made_page(output, puzzles, format, timeout, step_by_step=True)
    write_page(output, page)
    return first_of(map(outcome_code, page.outcomes))


def _explain(given: Given, columns: int, drawings: Drawings, observe: Observer, *, json: bool) -> Exit:
    """Print the steps as they are found, then the solution; return the exit code."""
    from hashicnf.cli.objects import print_about
    from hashicnf.cli.report import unsolvable
    from hashicnf.cli.steps import outcome_code, step_data
    from hashicnf.deduction.sentences import step_lines
    from hashicnf.deduction.walk import Walk
    from hashicnf.errors import counted

    item = given.puzzle
    is_said, number = json, 0
    with Walk(item, deadline=given.deadline) as walk:
        for number, step in enumerate(walk.steps(), 1):
            observe(counted(number, "step"))
            if json:
                print_about(item, given.index, step=number, **step_data(step))
                continue
            if walk.has_several and not is_said:
                say(f"{given.name}: the puzzle has several solutions; the steps go on to all that they share")
                is_said = True
            for line in step_lines(step, columns, f"{number:>3}. "):
                typer.echo(line)
        outcome, solution = walk.ended(), walk.position.solution()
    if json:
        print_about(item, given.index, given.deadline, status=outcome, solution=item.as_data(solution))
        return outcome_code(outcome)
    if outcome != "unsolvable":
        if number:
            typer.echo()
        drawings.show(replace(given, several=False), solution)
    if outcome == "several":
        say(f"{given.name}: the puzzle has several solutions; this is all that they share")
    elif outcome == "unsolvable":
        say(f"{given.name}: {unsolvable(item, otherwise=_at_fault(item), deadline=given.deadline)}")
    return outcome_code(outcome)


def _at_fault(item: Puzzle) -> str:
    """Return the sentence for a puzzle without a solution if no reason is known: about its clues, or without clues the rules."""
    has_clues = item.rules.clues is not None and bool((item.document.cells > 0).any())
    return "the clues contradict each other" if has_clues else "the rules allow no solution"
