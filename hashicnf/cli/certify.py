"""``hashicnf certify``: write a certificate about the solutions of a puzzle."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from hashicnf.cli import observing, say
from hashicnf.cli.options import Format, Json, Metric, PuzzleFile, Timeout, output_to
from hashicnf.errors import Exit, printable

if TYPE_CHECKING:
    from hashicnf.families import Puzzle
    from hashicnf.proofs.outcomes import Certified


def certify(
    puzzle: PuzzleFile,
    output: Annotated[str, output_to("Write the certificate.")],
    claim: Annotated[
        str | None,
        typer.Option("--claim", metavar="CLAIM", help="unique, unsolvable or optimal. Default: whichever holds."),
    ] = None,
    solver: Annotated[
        str | None,
        typer.Option(
            "--solver",
            metavar="NAME",
            help="Solver that writes the proof, or a command with {cnf} and {proof}. Default: cadical195.",
        ),
    ] = None,
    metric: Metric = None,
    timeout: Timeout = None,
    json: Json = False,
    format: Format = None,  # noqa: A002 - the option's name
) -> int:
    """Write a certificate that a puzzle has exactly one solution, or none, or that no plan has fewer steps.

    The certificate holds the puzzle, the solution, a formula with the rule behind each clause, and a proof; for puzzles
    that are solved by plans only the puzzle and the plan. check-certificate verifies all of it, and trusts nothing in this
    program.

    Exit code 0 if the solution is unique or the plan optimal, 20 if there is no solution, 1 if there are several or
    the claim is wrong, 30 if there is no answer. If the claim does not hold, no file is written; a file of this
    name is kept, as a message reports.

    \b
    Example:
      $ hashicnf certify examples/hashi/small.puz -o small.cert
      $ hashicnf check-certificate small.cert
      $ hashicnf certify examples/klotski/near.puz --metric move -o near.cert
    """
    from hashicnf.cli.report import read_one
    from hashicnf.files.outputs import CERTIFICATE, reporting_kept, require_apart, require_output, write_text
    from hashicnf.proofs.certify import certify as certify_puzzle
    from hashicnf.proofs.outcomes import require_claim

    require_apart([output, "-" if json else None], [puzzle])
    require_output(output, *CERTIFICATE)
    wanted = None if claim is None else require_claim(claim)
    item, deadline = read_one(puzzle, format, timeout)
    with reporting_kept(output) as settle:
        with observing(puzzle) as observe:
            certified = certify_puzzle(
                item, claim=wanted, solver=solver, metric=metric, deadline=deadline, observe=observe
            )
        if certified.text is not None:
            write_text(output, certified.text)
            settle()
        (_print_json if json else _print)(item, certified, output)
    return _code(certified)


def _code(certified: Certified) -> Exit:
    if certified.stopped is not None:
        return Exit.stopped(certified.stopped.kind)
    if certified.found == "unsolvable":
        return Exit.UNSOLVABLE
    return Exit.DONE if certified.text is not None else Exit.WRONG


def _print(puzzle: Puzzle, certified: Certified, output: str) -> None:
    from hashicnf.files.outputs import destination

    name = printable(puzzle.name)
    if certified.text is None:
        say(f"{name}: no certificate: {certified.obstacle}")
    else:
        say(f"{name}: {certified.found}: {destination(output)} proves it: {certified.proves}")


def _print_json(puzzle: Puzzle, certified: Certified, output: str) -> None:
    from hashicnf.cli.objects import print_about, stopped_fields

    if certified.stopped is not None:
        print_about(puzzle, 1, **stopped_fields(certified.stopped))
    elif certified.text is None:
        print_about(puzzle, 1, status=certified.found, certificate=None)
    else:
        print_about(puzzle, 1, status=certified.found, certificate=output, proves=certified.proves)
