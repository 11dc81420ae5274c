"""``hashicnf check-certificate``: check a certificate against the rules of its puzzle."""

from __future__ import annotations

from typing import Annotated

import typer

from hashicnf.cli import observing
from hashicnf.cli.options import Json
from hashicnf.cli.tables import print_prose
from hashicnf.errors import Exit, printable


def check_certificate(
    file: Annotated[str, typer.Argument(metavar="FILE", help="Certificate, or - for standard input.")],
    extract: Annotated[
        str | None,
        typer.Option(
            "--extract",
            metavar="DIR",
            help="Besides, write puzzle, solution, formula and proof into this folder, for other programs.",
        ),
    ] = None,
    json: Json = False,
) -> int:
    """Check a certificate that certify wrote.

    The checkers are two modules that need Python alone and share no code with the rest: check_certificate.py, and
    check_plan.py for plans. They can be run without hashicnf, and are short enough to be read. Exit
    code 0 if the certificate proves what it claims, 1 if not: the line is named; 65 if it is no certificate; 30
    if there is more to search than fits into memory.

    \b
    Example:
      $ hashicnf certify examples/hashi/small.puz -o small.cert
      $ hashicnf check-certificate small.cert --extract parts
      $ hashicnf check-proof parts/formula.cnf parts/proof.drup
    """
    from hashicnf.proofs.certificates import check

    with observing(file) as observe:
        checked = check(file, extract, observe)
    if json:
        from hashicnf.cli.objects import print_object

        status = "verified" if checked.is_verified else "refused"
        print_object({"certificate": file, "status": status, "message": checked.message})
    else:
        print_prose(printable(checked.message), indent=4)
    return Exit.DONE if checked.is_verified else Exit.WRONG
