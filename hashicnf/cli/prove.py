"""``hashicnf prove``: write a proof that a puzzle has no solution."""

from __future__ import annotations

from typing import Annotated

import typer

from hashicnf.cli import say
from hashicnf.cli.commands import Exit
from hashicnf.cli.options import Cardinality, Format, PuzzleFile, Timeout


def prove(
    puzzle: PuzzleFile,
    cnf: Annotated[str, typer.Option("--cnf", metavar="FILE", help="Where to write the formula.")],
    proof: Annotated[str, typer.Option("--proof", metavar="FILE", help="Where to write the proof, in DRUP text.")],
    cardinality: Cardinality = "direct",
    connectivity: Annotated[
        str, typer.Option("--connectivity", metavar="NAME", help="lazy, or a complete encoding. See: encodings.")
    ] = "lazy",
    max_nodes: Annotated[
        int | None, typer.Option("--max-nodes", metavar="N", min=1, help="Give up after N decisions.")
    ] = None,
    timeout: Timeout = None,
    format: Format = None,  # noqa: A002 - the option's name
) -> int:
    """Prove that a puzzle has no solution.

    The built-in solver writes a formula and a DRUP proof that it has no model, for check-proof or any other
    checker. With lazy connectivity the formula ends with the connectivity clauses that the proof needs, each of
    them checked. Exit code 20 if there is no solution; 0 if there is one, and then no file is written.

    \b
    Example:
      $ hashicnf generate --unsolvable > none.puz
      $ hashicnf prove none.puz --cnf none.cnf --proof none.drup
      $ hashicnf check-proof none.cnf none.drup
    """
    from hashicnf.cli.terminal import watching
    from hashicnf.core.deadline import Deadline
    from hashicnf.core.limits import Limits
    from hashicnf.files.inputs import limited_waiting
    from hashicnf.files.outputs import require_apart
    from hashicnf.logic import Sat, Unknown, Unsat
    from hashicnf.pipeline.emit import require_dimacs
    from hashicnf.pipeline.puzzles import read
    from hashicnf.proofs.write import prove as prove_puzzle

    require_apart([cnf, proof], [puzzle])
    require_dimacs(cnf)
    with limited_waiting(timeout) as clock:
        item = read(puzzle, format)
        limits = Limits(Deadline.after(timeout, clock.seconds), max_nodes)
    with watching() as progress:
        proved = prove_puzzle(
            item, cnf, proof, cardinality=cardinality, connectivity=connectivity, limits=limits, progress=progress
        )
    match proved.verdict:
        case Unsat():
            ends = f", which ends with {proved.axioms:,} of connectivity" if proved.axioms else ""
            say(f"{item.name}: unsolvable: {proof} refutes the clauses of {cnf}{ends}")
            return Exit.UNSOLVABLE
        case Sat():
            say(f"{item.name}: solvable: there is nothing to prove")
            return Exit.DONE
        case Unknown(stopped):
            say(f"{item.name}: no proof: {stopped.reason}")
            return Exit.INTERRUPTED if stopped.kind == "interrupted" else Exit.GAVE_UP
