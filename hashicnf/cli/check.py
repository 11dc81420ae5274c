"""``hashicnf check``: the independent verifier."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import typer

from hashicnf.cli.commands import Exit
from hashicnf.cli.options import Each, Format, Json, PuzzlesOrSolution

if TYPE_CHECKING:
    from hashicnf.cli.report import Given
    from hashicnf.families import Violation


def check(
    puzzles: PuzzlesOrSolution,
    each: Each = False,
    json: Json = False,
    format: Format = None,  # noqa: A002 - the option's name
) -> int:
    """Check solutions against the rules.

    Names each broken rule and its place. Reads any drawing style of the family. Files of some formats hold a solution beside
    the puzzle (see: formats); of more than two files, or with --each, these are checked. Exit code 0 if the solution is right, 1
    if a rule is broken or there is no solution.

    \b
    Example:
      $ hashicnf check examples/hashi/small.puz examples/hashi/small.sol
      $ hashicnf check examples/hashi/solved.pzpr
    """
    from hashicnf.cli.report import first_of
    from hashicnf.cli.terminal import observing

    codes: list[int] = []
    with observing("-" if "-" in puzzles else "") as observe:
        for given, solution in _solved(puzzles, format, codes, apart=len(puzzles) == 2 and not each):
            observe("check")
            broken = _broken(given, solution)
            codes.append(Exit.WRONG if broken else Exit.DONE)
            (_print_json if json else _print)(given, broken, solved=solution is not None)
    return first_of(codes)


def _solved(
    files: list[str],
    format: str | None,  # noqa: A002 - the option's name
    codes: list[int],
    *,
    apart: bool,
) -> Iterator[tuple[Given, object | None]]:
    """Yield each puzzle with the solution that its file holds, or where that is ``apart``, with that of the second file."""
    from hashicnf.cli.report import Given, each_puzzle
    from hashicnf.files.outputs import require_apart
    from hashicnf.pipeline.puzzles import read, read_solution

    if apart:
        require_apart([], files)
        item = read(files[0], format)
        yield Given(item, item.name), read_solution(item, files[1])
        return
    for given in each_puzzle(files, format, codes=codes):
        yield given, given.puzzle.solution


def _broken(given: Given, solution: object | None) -> list[Violation]:
    from hashicnf.families import Violation

    if solution is None:
        return [Violation("unsolved", "the puzzle holds no solution")]
    return given.puzzle.check(solution)


def _print(given: Given, broken: list[Violation], *, solved: bool) -> None:  # noqa: ARG001 - only JSON tells both apart
    name = f"{given.name}: " if given.several else ""
    for violation in broken:
        typer.echo(f"{name}{violation.rule}: {violation.message}")
    if not broken:
        typer.echo(f"{name}correct: every rule is kept")


def _print_json(given: Given, broken: list[Violation], *, solved: bool) -> None:
    from hashicnf.cli.objects import broken_rules, print_about

    status = "unsolved" if not solved else "broken" if broken else "solved"
    print_about(given.puzzle, given.index, status=status, correct=not broken, broken=broken_rules(broken))
