"""``hashicnf rate``: rate how hard puzzles are for people."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hashicnf.cli.options import Format, Json, PuzzleFiles, Timeout

if TYPE_CHECKING:
    from hashicnf.cli.report import Given
    from hashicnf.core.progress import Observer
    from hashicnf.deduction.rating import Rating
    from hashicnf.errors import Exit


def rate(
    puzzles: PuzzleFiles,
    json: Json = False,
    timeout: Timeout = None,
    format: Format = None,  # noqa: A002 - the option's name
) -> int:
    """Rate how hard puzzles are for people, from 1 to 10.

    A puzzle is solved with the easiest techniques that suffice (see: explain), in rounds: each takes all steps of the easiest
    technique that applies. Its grade is that of the hardest technique, and a little higher the more rounds need it. Printed are
    the grade, the hardest technique and the number of rounds by technique; docs/techniques.md explains the grades. A puzzle with
    several solutions has no grade: exit code 1, and the rounds are counted up to the point where no technique applies.
    --timeout is the limit of each puzzle.

    \b
    Example:
      $ hashicnf rate examples/hashi/small.puz examples/hashi/medium.puz
    """
    from hashicnf.cli.runs import Run
    from hashicnf.cli.steps import outcome_code
    from hashicnf.deduction import rate as rating_of

    def report(given: Given, observe: Observer) -> Exit:
        found = rating_of(given.puzzle, given.deadline, observe)
        (_print_json if json else _print)(given, found)
        return outcome_code(found.outcome)

    run = Run(puzzles, format, timeout, part="techniques")
    return run.report_each(report, json=json)


def _print_json(given: Given, found: Rating) -> None:
    from hashicnf.cli.objects import print_about

    best = None if found.hardest is None else {"rung": found.hardest.rung, "technique": found.hardest.name}
    fields = {"status": found.outcome, "grade": found.grade, "hardest": best, "rungs": found.rounds}
    print_about(given.puzzle, given.index, given.deadline, **fields)


def _print(given: Given, found: Rating) -> None:
    from hashicnf.cli.report import unsolvable
    from hashicnf.cli.tables import UNBROKEN, print_prose

    hardest = found.hardest
    rounds = f"({', '.join(f'{rung}:{UNBROKEN}{count}' for rung, count in found.rounds.items()) or 'no rounds'})"
    match found.outcome:
        case "several":
            shown = f"no grade, several solutions {rounds}"
        case "unsolvable":
            shown = f"no grade, {unsolvable(given.puzzle, deadline=given.deadline)}"
        case _:
            shown = f"{found.grade}, {hardest.name} {rounds}" if hardest is not None else f"{found.grade} {rounds}"
    print_prose(f"{given.name}: {shown}", indent=4)
