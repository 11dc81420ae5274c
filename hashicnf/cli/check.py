"""``hashicnf check``: check solutions by the independent checker."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from hashicnf.cli import observing
from hashicnf.cli.options import Each, Format, Json, PuzzlesOrSolution
from hashicnf.errors import Exit

if TYPE_CHECKING:
    from hashicnf.cli.report import Given
    from hashicnf.families import Violation


UNSOLVED: Final = "unsolved"


def check(
    puzzles: PuzzlesOrSolution,
    each: Each = False,
    json: Json = False,
    format: Format = None,  # noqa: A002 - the option's name
) -> int:
    """Check solutions against the rules.

    Names each broken rule and its place. Reads any drawing style of the family. If a file holds several puzzles, the file of
    solutions has the drawing of each under its number, as solve prints them. Files of some formats hold a solution beside the
    puzzle (see: formats): these solutions are checked if one file is given, more than two, or --each. Exit code 0 if the solution
    is right, 1 if a rule is broken or there is no solution.

    \b
    Example:
      $ hashicnf check examples/hashi/small.puz examples/hashi/small.sol
      $ hashicnf check examples/hashi/solved.pzpr
    """
    from hashicnf.cli.report import first_of
    from hashicnf.cli.solved import solved_puzzles
    from hashicnf.files.inputs import shown

    codes: list[int] = []
    with observing("-" if "-" in puzzles else "") as observe:
        observe(f"read {shown('-' if '-' in puzzles else puzzles[0])}")
        every = list(solved_puzzles(puzzles, format, codes=codes, each=each))
        observe("check")
        checked = [(given, _broken(given, solution)) for given, solution in every]
    for given, broken in checked:
        (_print_json if json else _print)(given, broken)
    return first_of([*codes, *(Exit.WRONG if broken else Exit.DONE for _, broken in checked)])


def _broken(given: Given, solution: object | None) -> list[Violation]:
    from hashicnf.families import Violation

    if solution is None:
        return [Violation(UNSOLVED, "there is no solution to check")]
    return given.puzzle.check(solution)


def _print(given: Given, broken: list[Violation]) -> None:
    from hashicnf.cli.terminal import show_coloured

    name = f"{given.name}: " if given.several else ""
    for violation in broken:
        show_coloured(f"{name}{violation.rule}: {violation.message}", "wrong")
    if not broken:
        show_coloured(f"{name}correct: every rule is kept", "good")


def _print_json(given: Given, broken: list[Violation]) -> None:
    from hashicnf.cli.objects import broken_rules, print_about

    status = "solved" if not broken else UNSOLVED if broken[0].rule == UNSOLVED else "broken"
    print_about(given.puzzle, given.index, status=status, correct=not broken, broken=broken_rules(broken))
