"""``hashicnf check-proof``: replay a proof that a formula has no model."""

from __future__ import annotations

from typing import Annotated

import typer

from hashicnf.cli import observing
from hashicnf.cli.options import Json, Timeout
from hashicnf.cli.tables import print_prose
from hashicnf.errors import Exit, GaveUp, printable


def check_proof(
    cnf: Annotated[str, typer.Argument(metavar="CNF", help="DIMACS CNF file, or - for standard input.")],
    proof: Annotated[str, typer.Argument(metavar="PROOF", help="Proof in DRUP or DRAT, or - for standard input.")],
    timeout: Timeout = None,
    json: Json = False,
) -> int:
    """Check a proof that a formula has no model.

    Every lemma must follow from the clauses before it by unit propagation (RUP); the checker shares no code
    with any solver. Reads DRUP, and DRAT whose lemmas all have the RUP property, both as text or in binary.
    Exit code 0 if the proof is verified, 1 if not; the first wrong line is then named. 30 after --timeout.

    \b
    Example:
      $ hashicnf generate --unsolvable > none.puz
      $ hashicnf prove none.puz --cnf none.cnf --proof none.drup
      $ hashicnf check-proof none.cnf none.drup
    """
    from hashicnf.core.deadline import Deadline
    from hashicnf.proofs.check import check_proof as check

    deadline = Deadline.after(timeout)
    try:
        with observing("-" if "-" in (cnf, proof) else "") as observe:
            checked = check(cnf, proof, deadline, observe)
    except GaveUp as stop:
        if not json:
            raise
        from hashicnf.cli.objects import print_object, stopped_fields
        from hashicnf.logic import Stopped

        print_object({"proof": proof, **stopped_fields(Stopped.by(stop))})
        return stop.exit_code
    if json:
        from hashicnf.cli.objects import checked_fields, print_object

        print_object({"proof": proof, **checked_fields(checked)})
    else:
        print_prose(printable(checked.message), indent=4)
    return Exit.DONE if checked.is_verified else Exit.WRONG
