"""``hashicnf solve``: solve puzzles by any method, check and print the solutions."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Annotated

import typer

from hashicnf.cli.options import Format, Json, PuzzleFile, Style, Trace, requesting
from hashicnf.cli.terminal import divert_stdout, fills_stdout, phases, show_status, tracing, watching
from hashicnf.errors import counted
from hashicnf.solving.request import Request

if TYPE_CHECKING:
    from hashicnf.families import Puzzle
    from hashicnf.pipeline.answer import Answer


@requesting
def solve(
    puzzle: PuzzleFile,
    request: Request,
    trace: Trace = None,
    style: Style = None,
    json: Json = False,
    stats: Annotated[bool, typer.Option("--stats", help="Print rounds, cuts, clauses and seconds to stderr.")] = False,
    proof: Annotated[
        str | None,
        typer.Option(
            "--proof", metavar="FILE", help="Where to write a proof that no plan has fewer steps; needs --cnf."
        ),
    ] = None,
    cnf: Annotated[
        str | None,
        typer.Option("--cnf", metavar="FILE", help="Where to write the formula that --proof refutes."),
    ] = None,
    format: Format = None,  # noqa: A002 - the option's name
) -> int:
    """Solve puzzles and print the checked solutions.

    Unless the family has another default method (see: families), the embedded CDCL solver runs in a lazy loop: solve without
    connectivity, add cut clauses for the components of the model, solve again. With --solver the same loop runs around any SAT
    binary.

    The other methods can be traced. astar, idastar and greedy search partial assignments closed under propagation. With
    the heuristic residual, f = g + h is the same on every path that can succeed, so propagation and the tie-break
    determine the order. components is ten times the number of groups still to be connected, in a search edge by edge: it
    guides well but exceeds the true cost, so it is not admissible.

    Of puzzles that are solved by plans, the method cdcl raises the horizon from a lower bound until there is a plan, which is then
    a shortest one. With --proof and --cnf a formula that asks for a shorter plan is written, and a proof for check-proof that there
    is none, whatever the method.

    Ctrl-C ends a search, prints its statistics and exits with code 130.

    \b
    Example:
      $ hashicnf solve examples/hashi/small.puz
      $ hashicnf solve examples/hashi/small.puz --method astar --stats
      $ hashicnf solve examples/hashi/small.puz --method astar --trace -
      $ hashicnf solve examples/tiles/small.puz --method astar --heuristic manhattan
    """
    from hashicnf.cli.report import report_answers
    from hashicnf.errors import UsageError
    from hashicnf.files.inputs import limited_waiting
    from hashicnf.pipeline.puzzles import read_all
    from hashicnf.solving.methods import solve_with

    if (proof is None) != (cnf is None):
        raise UsageError("--proof and --cnf belong together: the proof refutes the formula")
    if trace is not None or proof is not None:
        from hashicnf.files.outputs import require_apart

        require_apart([trace, proof, cnf], [puzzle])
    with limited_waiting(request.timeout) as clock:
        puzzles = read_all(puzzle, format)
        spent = clock.seconds
    if trace is not None and len(puzzles) != 1:
        raise UsageError(f"--trace: a trace is of one puzzle, and the file holds {len(puzzles)}")
    if proof is not None and cnf is not None:
        _require_provable(puzzles, proof, cnf)
    if json and fills_stdout(trace):
        raise UsageError(f"--json and --trace {trace}: both want standard output; give the trace a file of its own")
    with tracing(trace) as tracer, watching(trace) as progress:
        watched = replace(request, tracer=tracer, progress=progress, observe=phases(trace), spent=spent)
        answers = ((item, _above_status(solve_with(item, watched))) for item in puzzles)
        if proof is not None and cnf is not None:
            answers = ((item, _proved(item, answer, watched, cnf, proof)) for item, answer in answers)
        with divert_stdout(trace):
            return report_answers(answers, style=style, json=json, stats=stats, numbered=len(puzzles) > 1)


def _above_status(answer: Answer) -> Answer:
    """Clear the line at the bottom of the terminal before anything else is printed there."""
    show_status("")
    return answer


def _require_provable(puzzles: list[Puzzle], proof: str, cnf: str) -> None:
    """Raise UsageError where a proof of a shortest plan cannot be written."""
    from hashicnf.errors import UsageError
    from hashicnf.pipeline.emit import require_dimacs
    from hashicnf.proofs.write import require_files

    require_files(cnf, proof)
    require_dimacs(cnf)
    if len(puzzles) != 1:
        raise UsageError(f"--proof: a proof is about one puzzle, and the file holds {len(puzzles)}")
    if puzzles[0].rules.planning is None:
        raise UsageError(f"--proof: {puzzles[0].family} puzzles are not solved by plans; see prove for unsolvable ones")


def _proved(puzzle: Puzzle, answer: Answer, request: Request, cnf: str, proof: str) -> Answer:
    """Write the proof that a plan is a shortest one, and report it."""
    from hashicnf.cli import say
    from hashicnf.core.deadline import Deadline
    from hashicnf.core.limits import Limits
    from hashicnf.logic import Sat, Unknown, Unsat
    from hashicnf.proofs.shortest import prove_shortest

    plan = answer.plan
    if plan is None or not plan.length:
        say(f"{puzzle.name}: no proof: there is no plan of a step or more")
        return answer
    deadline = Deadline.after(request.timeout, request.spent + answer.stats.total)
    with answer.stats.phase("prove"):
        proved = prove_shortest(puzzle, answer, request, cnf, proof, limits=Limits(deadline))
    match proved.verdict:
        case Unsat():
            answer.stats.figures |= {"refuted_horizon": plan.length - 1, "lemmas": proved.lemmas}
            say(f"{puzzle.name}: no plan has fewer than {counted(plan.length, 'step')}: {proof} refutes {cnf}")
        case Sat():
            say(f"{puzzle.name}: no proof: there is a plan of fewer than {counted(plan.length, 'step')}")
        case Unknown(stopped):
            say(f"{puzzle.name}: no proof: {stopped.reason}")
    return answer
