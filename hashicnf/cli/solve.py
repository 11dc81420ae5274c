"""``hashicnf solve``: solve puzzles by any method, check and print the solutions."""

from __future__ import annotations

import sys
from contextlib import AbstractContextManager, nullcontext
from dataclasses import replace
from typing import TYPE_CHECKING, Annotated, Final

import typer

from hashicnf.cli import complain, is_screen, observing
from hashicnf.cli.options import PLANS, REQUEST, Coordinates, Format, Json, Picture, PuzzleFiles, Style, Theme, Trace
from hashicnf.cli.parameters import excludes, gathered, needs
from hashicnf.errors import Exit, UsageError
from hashicnf.solving.request import Request
from hashicnf.trace import SILENT, Tracer

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from hashicnf.cli.pictured import Pictures
    from hashicnf.cli.report import Given
    from hashicnf.cli.shortest import ShortestProof
    from hashicnf.core.progress import Observer
    from hashicnf.pipeline.answer import Answer


USUAL: Final = Request()


@gathered("request", REQUEST)
def solve(
    puzzles: PuzzleFiles,
    request: Request = USUAL,
    trace: Trace = None,
    style: Annotated[Style, excludes("json")] = None,
    coordinates: Annotated[Coordinates, excludes("json")] = False,
    output: Picture = None,
    theme: Annotated[Theme, needs("output")] = None,
    json: Json = False,
    stats: Annotated[bool, typer.Option("--stats", help="Print rounds, cuts, clauses and seconds to stderr.")] = False,
    all_answers: Annotated[
        bool,
        typer.Option(
            "--all-answers/--no-all-answers",
            help="Report whether there are other solutions, if that takes no longer than finding the first.",
        ),
    ] = True,
    proof: Annotated[
        str | None,
        typer.Option(
            "--proof",
            metavar="FILE",
            rich_help_panel=PLANS,
            help="Write a proof that no plan has fewer steps; needs --cnf.",
        ),
        needs("cnf"),
    ] = None,
    cnf: Annotated[
        str | None,
        typer.Option(
            "--cnf", metavar="FILE", rich_help_panel=PLANS, help="Write the formula that the proof of --proof refutes."
        ),
        needs("proof"),
    ] = None,
    format: Format = None,  # noqa: A002 - the option's name
) -> int:
    """Solve puzzles and print the checked solutions.

    Unless the family has another default method (see: families), the embedded CDCL solver runs in a lazy loop: solve without
    connectivity, add cut clauses for the components of the model, solve again. With --solver the same loop runs around any SAT
    binary, which is started in every round; with --connectivity auto it is started once. Without --solver, small boards are solved
    by a solver that needs no clauses for counts, and boards on which the loop takes long in other ways (--road): by counting
    arguments, window by window, or with connectivity encoded. --stats names the way that was taken, and --jobs N runs several at
    once.

    The steps of the other methods can be recorded (--trace). On Hashiwokakero, astar, idastar and greedy search partial
    assignments closed under propagation. With the heuristic residual, on a board without ?, f = g + h is the same on every path
    that can succeed, so propagation and the tie-break determine the order. In the space grid, which decides edge by edge, the
    heuristic components is ten times the number of components still to be connected: it guides well but exceeds the true cost, so
    it is not admissible.

    For puzzles that are solved by plans, the method cdcl raises the horizon from a lower bound until there is a plan, which is then
    a shortest one. With --cnf and --proof, which work with every method, solve also writes a formula that states that a shorter
    plan exists, and a refutation of it for check-proof. If there is no such proof, files of these names are kept, as messages
    report, and the exit code is 30.

    With -o the solution is also written as a picture, .svg, .png or .pdf.

    Ctrl-C ends a search, prints its statistics and exits with code 130.

    \b
    Example:
      $ hashicnf solve examples/hashi/small.puz
      $ hashicnf solve examples/hashi/small.puz -o small.svg
      $ hashicnf solve examples/hashi/small.puz --method astar --stats
      $ hashicnf solve examples/hashi/small.puz --method astar --trace -
      $ hashicnf solve examples/tiles/small.puz --method astar --heuristic manhattan
    """
    from hashicnf.cli.report import Drawings, each_puzzle, first_of, pictures_to, report_answers

    if trace is not None or proof is not None or output is not None:
        from hashicnf.files.outputs import require_apart

        require_apart([trace, proof, cnf, output], puzzles)
    codes: list[int] = []
    every = list(each_puzzle(puzzles, format, request.timeout, codes=codes))
    if not every:
        return first_of(codes)
    if trace is not None and len(every) != 1:
        raise UsageError(f"--trace: a trace is of one puzzle, and there are {len(every)}")
    drawings = Drawings(style, coordinates=coordinates)
    for given in every:
        drawings.require(given.puzzle)
    proving = _proving(every, proof, cnf)
    pictures = pictures_to(output, theme, len(every), coordinates=coordinates)
    tracing, diverted, watching = _tracing(trace, style, json=json)
    with tracing as tracer, watching as observe, proving as shortest:
        watched = replace(request, all_answers=all_answers, tracer=tracer)
        if is_screen(sys.stderr):  # elsewhere nobody sees it, and one module more would be entered
            from hashicnf.core.progress import searching

            watched = replace(watched, progress=searching(observe), observe=observe)
        answers = _each_solved(every, watched, codes)
        if shortest is not None:
            answers = ((given, shortest.add(given, answer, watched)) for given, answer in answers)
        if pictures is not None:
            answers = _drawn(answers, pictures)
        with diverted:
            codes.append(report_answers(answers, drawings, json=json, stats=stats))
    if pictures is not None:
        pictures.finish()
    return first_of([*codes, Exit.DONE if shortest is None else shortest.code])


def _proving(
    every: Sequence[Given], proof: str | None, cnf: str | None
) -> AbstractContextManager[ShortestProof | None]:
    """Return the writer of formula and proof that plans are shortest, None if none is requested. Raises UsageError."""
    if proof is None or cnf is None:
        return nullcontext()
    from hashicnf.cli.shortest import proving_shortest, require_provable

    require_provable([given.puzzle for given in every], proof, cnf)
    return proving_shortest(cnf, proof)


def _drawn(answers: Iterable[tuple[Given, Answer]], pictures: Pictures) -> Iterator[tuple[Given, Answer]]:
    """Yield the answers, and draw their solutions."""
    for given, answer in answers:
        pictures.add(answer)
        yield given, answer


def _tracing(
    trace: str | None, style: str | None, *, json: bool
) -> tuple[AbstractContextManager[Tracer], AbstractContextManager[None], AbstractContextManager[Observer]]:
    """Return contexts: the trace, the answer redirected if the trace needs stdout, progress. Raises UsageError for JSON there."""
    if trace is None:
        return nullcontext(SILENT), nullcontext(), observing()
    from hashicnf.cli.tracing import divert_stdout, fills_stdout, tracing

    fills = fills_stdout(trace)
    if json and fills:
        raise UsageError(f"--json and --trace {trace}: both want standard output; give the trace a file of its own")
    return tracing(trace, style), divert_stdout(trace), observing(target="-" if fills else "")


def _each_solved(every: Sequence[Given], request: Request, codes: list[int]) -> Iterator[tuple[Given, Answer]]:
    """Solve puzzles; if they are of several families, report those to which the request does not apply, and go on."""
    is_mixed = len({given.puzzle.family for given in every}) > 1
    for given in (one.begun() for one in every):
        try:
            answer = _solved(given, request)
        except UsageError as problem:
            if not is_mixed:
                raise
            complain(UsageError(f"{given.name}: {problem}"))
            codes.append(problem.exit_code)
        else:
            yield given, answer


def _solved(given: Given, request: Request) -> Answer:
    """Solve a puzzle."""
    from hashicnf.solving.methods import solve_with

    if request.observe is not None:
        request.observe("solve")
    return solve_with(given.puzzle, replace(request, spent=given.spent))
