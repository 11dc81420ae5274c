"""``hashicnf prove``: write a proof that a puzzle has no solution."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Final

import typer

from hashicnf.cli import observing, say
from hashicnf.cli.options import ENCODINGS, Format, Json, PuzzleFile, Timeout
from hashicnf.cli.parameters import gathered
from hashicnf.pipeline.encodings import Encodings

if TYPE_CHECKING:
    from hashicnf.families import Puzzle
    from hashicnf.proofs.write import Proved


DEFAULTS: Final = Encodings(connectivity="lazy")
CONNECTIVITY: Final = typer.Option(
    "--connectivity", metavar="NAME", help="lazy, or a complete encoding of connectivity. See: encodings."
)
FIELDS: Final = ("cardinality", "connectivity", "at_most_one", "cuts", "simplify", "horizon", "metric", "options")
OPTIONS: Final = {name: ENCODINGS[name] for name in FIELDS} | {"connectivity": Annotated[str, CONNECTIVITY]}


@gathered("encodings", OPTIONS)
def prove(
    puzzle: PuzzleFile,
    cnf: Annotated[str, typer.Option("--cnf", metavar="FILE", help="Write the formula.")],
    proof: Annotated[str, typer.Option("--proof", metavar="FILE", help="Write the proof, in DRUP text.")],
    encodings: Encodings = DEFAULTS,
    solver: Annotated[
        str | None,
        typer.Option(
            "--solver",
            metavar="NAME",
            help="Solver that writes the proof, or a command with {cnf} and {proof}. Default: cadical195; with --max-nodes dpll.",
        ),
    ] = None,
    max_nodes: Annotated[
        int | None, typer.Option("--max-nodes", metavar="N", min=1, help="Give up after N decisions of dpll.")
    ] = None,
    timeout: Timeout = None,
    json: Json = False,
    format: Format = None,  # noqa: A002 - the option's name
) -> int:
    """Prove that a puzzle has no solution, or with --horizon T that no plan has at most T steps.

    Writes a formula and a DRUP proof that it has no model, for check-proof or any other checker. The proof of an external solver is
    replayed before it is written. With lazy connectivity the formula ends with the connectivity clauses that the proof needs, each
    of them checked; unless the solver is dpll, the lazy loop finds these clauses first. Exit code 20 if there is no solution, 0 if
    there is one. Without a proof no file is written; files of these names are kept, as messages report. Sums that contradict each
    other may have no short proof by clauses; certify can add them up.

    \b
    Example:
      $ hashicnf generate --unsolvable > none.puz
      $ hashicnf prove none.puz --cnf none.cnf --proof none.drup
      $ hashicnf check-proof none.cnf none.drup
      $ hashicnf generate tiles --seed 1 > tiles.puz
      $ hashicnf prove tiles.puz --horizon 30 --cnf short.cnf --proof short.drup
    """
    from hashicnf.cli.report import exit_code_of, read_one
    from hashicnf.core.limits import Limits
    from hashicnf.files.outputs import require_apart
    from hashicnf.pipeline.emit import require_dimacs
    from hashicnf.proofs.write import prove as prove_puzzle

    require_apart([cnf, proof], [puzzle])
    require_dimacs(cnf)
    item, deadline = read_one(puzzle, format, timeout)
    limits = Limits(deadline, max_nodes)
    with observing(puzzle) as observe:
        observe("look for a proof")
        proved = prove_puzzle(item, cnf, proof, encodings, solver=solver, limits=limits, observe=observe)
    (_print_json if json else _print)(item, proved, cnf, proof, encodings.horizon)
    return exit_code_of(proved.verdict)


def _print(puzzle: Puzzle, proved: Proved, cnf: str, proof: str, horizon: int | None) -> None:
    from hashicnf.errors import counted
    from hashicnf.logic import Sat, Unknown, Unsat

    plan = "" if horizon is None else f"plan of at most {counted(horizon, 'step')}"
    match proved.verdict:
        case Unsat():
            ends = _axioms(proved.axioms)
            what = f"no {plan}" if plan else "unsolvable"
            say(f"{puzzle.name}: {what}: {proof} refutes the clauses of {cnf}{ends}")
        case Sat():
            what = f"there is a {plan}" if plan else "solvable"
            say(f"{puzzle.name}: {what}: there is nothing to prove")
        case Unknown(stopped):
            say(
                f"{puzzle.name}: no proof: {stopped.reason}{_instead(puzzle) if not plan and stopped.kind == 'time' else ''}"
            )


def _instead(puzzle: Puzzle) -> str:
    """Return the advice to certify puzzles whose certificates can add up sums, "" for others."""
    static = puzzle.rules.static
    if static is None or static.certifying is None or static.certifying().sums is None:
        return ""
    return "; sums that contradict each other may have no short proof by clauses: certify can add them up"


def _axioms(count: int) -> str:
    """Return a remark which clauses enforce connectivity, if any."""
    if count < 2:
        return ", the last of which demands connectivity" * count
    return f", the last {count:,} of which demand connectivity"


def _print_json(puzzle: Puzzle, proved: Proved, cnf: str, proof: str, horizon: int | None) -> None:
    from hashicnf.cli.objects import print_about, stopped_fields
    from hashicnf.logic import Unknown, Unsat

    found: dict[str, object] = {"status": proved.status, "horizon": horizon}
    match proved.verdict:
        case Unsat():
            found |= {"cnf": cnf, "proof": proof, "lemmas": proved.lemmas, "axioms": proved.axioms}
        case Unknown(stopped):
            found |= stopped_fields(stopped)
    print_about(puzzle, 1, **found)
