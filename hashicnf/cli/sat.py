"""``hashicnf sat``: solve a DIMACS file as other SAT solvers do, or a file of incremental CNF."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Annotated

import typer

from hashicnf.cli import observing
from hashicnf.cli.options import Timeout
from hashicnf.errors import Exit, printable

if TYPE_CHECKING:
    from collections.abc import Callable

    from hashicnf.formulas.solve import CnfAnswer

WORDS_PER_LINE = 12


def sat(
    cnf: Annotated[
        str, typer.Argument(metavar="CNF", help="File of DIMACS CNF or incremental CNF, or - for standard input.")
    ],
    solver: Annotated[
        str, typer.Option("--solver", metavar="NAME", help="Solver by name. See: solvers.")
    ] = "cadical153",
    branching: Annotated[
        str | None,
        typer.Option(
            "--branching", metavar="NAME", help="Branching rule of dpll. Default: jeroslow-wang. See: methods."
        ),
    ] = None,
    proof: Annotated[
        str | None,
        typer.Option("--proof", metavar="FILE", help="Write a DRUP proof that there is no model."),
    ] = None,
    max_nodes: Annotated[
        int | None, typer.Option("--max-nodes", metavar="N", min=1, help="Maximum number of decisions of dpll.")
    ] = None,
    trace: Annotated[
        str | None,
        typer.Option(
            "--trace",
            metavar="FILE",
            help="Write the steps of dpll to a file, or with - as sentences to stdout (then the answer goes to stderr).",
        ),
    ] = None,
    timeout: Timeout = None,
) -> int:
    """Solve a DIMACS CNF file.

    Prints s and v lines and exits with 10 (satisfiable), 20 (unsatisfiable) or 0 (unknown), like any SAT solver; with 130 after
    Ctrl-C. The model is checked against every clause before it is printed. It has a value for each variable that the header
    declares; for more than a million, and more than the clauses have literals, it has one only for each variable in a clause.

    A file of incremental CNF (p inccnf), such as cubes writes, is satisfiable if its clauses have a model under one of its cubes.
    Cubes are tried one after the other: a solver that supports assumptions keeps its learned clauses, others start anew.

    --proof needs a solver that writes proofs, inside PySAT or external; the proof of an external solver is replayed before it is
    written. dpll and solvers inside PySAT print their statistics as comments, dpll also when Ctrl-C ends it. dpll writes its steps
    to a trace for explain-trace: decisions, propagated literals, conflicts, backtracks.

    \b
    Example:
      $ hashicnf sat small.cnf
      $ hashicnf sat --solver dpll --trace small.jsonl small.cnf
    """
    from hashicnf.cli.tracing import divert_stdout, fills_stdout, tracing
    from hashicnf.core.deadline import Deadline
    from hashicnf.core.progress import searching
    from hashicnf.files.outputs import require_apart
    from hashicnf.formulas.solve import Own
    from hashicnf.proofs.formulas import decide

    deadline = Deadline.after(timeout)
    require_apart([proof, trace], [cnf])
    with tracing(trace) as tracer:
        with observing(target="-" if fills_stdout(trace) else "") as observe:
            own = Own(branching, max_nodes, tracer, searching(observe))
            answer = _answer(partial(decide, cnf, solver, deadline, own, proof))
        with divert_stdout(trace):
            return _print(answer, proof)


def _answer(solve: Callable[[], CnfAnswer]) -> CnfAnswer:
    """Return the answer; an unknown one, without figures, if Ctrl-C ends a solver that does not handle it."""
    from hashicnf.formulas.solve import CnfAnswer
    from hashicnf.logic import INTERRUPTED, Unknown

    try:
        return solve()
    except KeyboardInterrupt:
        return CnfAnswer(Unknown(INTERRUPTED))


def _figures(answer: CnfAnswer) -> list[tuple[str, str]]:
    """Return names and values of the figures, as texts."""
    cubes = [] if answer.cubes is None else [("cubes refuted", "{:,} of {:,}".format(*answer.cubes))]
    if (known := answer.statistics) is None:
        return [*cubes, *((name, f"{value:,}") for name, value in answer.counters.items())]
    return [
        *cubes,
        ("decisions", f"{known.expanded:,}"),
        ("conflicts", f"{known.conflicts:,}"),
        ("forced literals", f"{known.propagated:,}"),
        ("deepest decision", f"{known.depth:,}"),
        ("seconds", f"{known.seconds:.3f}"),
        ("decisions per second", f"{known.nodes_per_second:,.0f}"),
    ]


def _print(answer: CnfAnswer, proof: str | None) -> int:
    """Print comments, s and v lines; return the exit code."""
    from hashicnf.logic import Sat, Unknown, Unsat

    for name, value in _figures(answer):
        typer.echo(f"c {name}: {value}")
    if proof is not None and not answer.has_proof:
        typer.echo(f"c {printable(proof)} is not written: there is no proof")
    match answer.verdict:
        case Sat():
            typer.echo("s SATISFIABLE")
            words = [*map(str, answer.literals().tolist()), "0"]
            for start in range(0, len(words), WORDS_PER_LINE):
                typer.echo("v " + " ".join(words[start : start + WORDS_PER_LINE]))
            return 10
        case Unsat():
            typer.echo("s UNSATISFIABLE")
            return 20
        case Unknown(stopped):
            typer.echo(f"c {stopped.reason}")
            typer.echo("s UNKNOWN")
            return Exit.INTERRUPTED if stopped.kind == "interrupted" else 0
