"""``hashicnf check-certificate``: check certificates against the rules of their puzzles."""

from __future__ import annotations

from typing import Annotated

import typer

from hashicnf.cli import observing
from hashicnf.cli.options import Json, Timeout
from hashicnf.cli.tables import print_prose
from hashicnf.errors import Exit, GaveUp, InputError, UsageError, printable
from hashicnf.files.inputs import shown


def check_certificate(
    files: Annotated[list[str], typer.Argument(metavar="FILE...", help="Certificates, or - for standard input.")],
    extract: Annotated[
        str | None,
        typer.Option(
            "--extract",
            metavar="DIR",
            help="Also write puzzle, solution, formula and proof into this folder, for other programs.",
        ),
    ] = None,
    timeout: Timeout = None,
    json: Json = False,
) -> int:
    """Check certificates that certify wrote.

    The checkers are two modules that need only Python and share no code with the rest: check_certificate.py, and
    check_plan.py for plans. They can be run without hashicnf, and are short enough to be read. Exit code 0 if every
    certificate proves its claim; 1 if not, and the message names the wrong line; 65 if a file is no certificate; 30 if the
    check needs more memory, or more time than --timeout, the limit for each certificate.

    \b
    Example:
      $ hashicnf certify examples/hashi/small.puz -o small.cert
      $ hashicnf check-certificate small.cert --extract parts
      $ hashicnf check-proof parts/formula.cnf parts/proof.drup
      $ hashicnf check-certificate certificates/*.cert
    """
    from hashicnf.cli.report import first_of, refusing

    if len(files) > 1 and extract is not None:
        raise UsageError(f"--extract: a folder has the parts of one certificate, and there are {len(files)}")
    unread, codes = list[int](), list[int]()
    for file in files:
        try:
            codes.append(_check(file, extract, timeout, several=len(files) > 1, json=json))
        except InputError as problem:
            refusing(unread)(problem)
        except GaveUp as problem:
            _give_up(file, problem, codes, json=json)
    return first_of([*unread, *codes])


def _give_up(file: str, problem: GaveUp, codes: list[int], *, json: bool) -> None:
    """Report that a limit was reached, and append the exit code to ``codes``."""
    from hashicnf.cli.report import refusing

    if not json:
        refusing(codes)(problem)
    else:
        from hashicnf.cli.objects import print_object, stopped_fields
        from hashicnf.logic import Stopped

        print_object({"certificate": file, **stopped_fields(Stopped.by(problem))})
        codes.append(problem.exit_code)


def _check(file: str, extract: str | None, timeout: float | None, *, several: bool, json: bool) -> Exit:
    from hashicnf.proofs.certificates import check

    with observing(file) as observe:
        checked = check(file, extract, timeout, observe)
    if json:
        from hashicnf.cli.objects import checked_fields, print_object

        print_object({"certificate": file, **checked_fields(checked)})
    else:
        name = f"{shown(file)}: " if several and checked.is_verified else ""  # faults begin with their place
        print_prose(printable(f"{name}{checked.message}"), indent=4)
    return Exit.DONE if checked.is_verified else Exit.WRONG
