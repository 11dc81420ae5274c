"""``hashicnf solve``: puzzle to checked grid in one step, by the method of your choice."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from hashicnf.cli.options import (
    Branching,
    Cardinality,
    Cuts,
    Format,
    Heuristic,
    Json,
    MaxMemory,
    MaxNodes,
    Method,
    PuzzleFile,
    Space,
    Style,
    TieBreak,
    Timeout,
    Trace,
)
from hashicnf.cli.statusline import show_status

if TYPE_CHECKING:
    from hashicnf.pipeline.answer import Answer


def solve(
    puzzle: PuzzleFile,
    method: Method = "cdcl",
    solver: Annotated[
        str | None,
        typer.Option(
            "--solver", metavar="NAME", help="Solver by name, or a command such as 'mysat -q {cnf}'. See: solvers."
        ),
    ] = None,
    cardinality: Cardinality = "direct",
    connectivity: Annotated[
        str, typer.Option("--connectivity", metavar="NAME", help="How connectivity is demanded. See: encodings.")
    ] = "lazy",
    cuts: Cuts = 0,
    branching: Branching = None,
    heuristic: Heuristic = None,
    tie_break: TieBreak = None,
    space: Space = None,
    timeout: Timeout = None,
    max_nodes: MaxNodes = None,
    max_memory: MaxMemory = None,
    trace: Trace = None,
    style: Style = None,
    json: Json = False,
    stats: Annotated[bool, typer.Option("--stats", help="Print rounds, cuts, clauses and seconds to stderr.")] = False,
    format: Format = None,  # noqa: A002 - the option's name
) -> int:
    """Solve puzzles, print checked solutions.

    By default the embedded CDCL solver runs in a lazy loop: solve without connectivity, cut off what falls apart, solve
    again. With --solver the same loop runs around any SAT binary.

    The other methods can be watched. astar, idastar and greedy search partial assignments closed under propagation. With
    the heuristic residual f = g + h is the same on every path that can succeed, so propagation and the tie-break decide
    everything. components is the number of groups still to be joined, times ten, in a search edge by edge: a good guide,
    but it exceeds the true cost, so it is not admissible.

    Ctrl-C ends a search with its figures and exit code 130.

    \b
    Example:
      $ hashicnf solve examples/hashi/small.puz
      $ hashicnf solve examples/hashi/small.puz --method astar --stats
      $ hashicnf solve examples/hashi/small.puz --method astar --trace -
    """
    from hashicnf.cli.report import report_answers
    from hashicnf.cli.watching import beside, fills_stdout, tracing, watching
    from hashicnf.errors import UsageError
    from hashicnf.files.same_file import require_apart
    from hashicnf.files.waiting import limited_waiting
    from hashicnf.pipeline.puzzles import read_all
    from hashicnf.solving.dispatch import solve_with
    from hashicnf.solving.request import Request

    require_apart([trace], [puzzle])
    memory = _bytes(max_memory)
    with limited_waiting(timeout) as clock:
        puzzles = read_all(puzzle, format)
        spent = clock.seconds
    if trace is not None and len(puzzles) != 1:
        raise UsageError(f"--trace: a trace tells of one puzzle, and the file holds {len(puzzles)}")
    if json and fills_stdout(trace):
        raise UsageError(f"--json and --trace {trace}: both want standard output; give the trace a file of its own")
    with tracing(trace) as tracer, watching(trace) as progress:
        request = Request(
            method=method,
            solver=solver,
            cardinality=cardinality,
            connectivity=connectivity,
            cuts=cuts,
            branching=branching,
            space=space,
            heuristic=heuristic,
            tie_break=tie_break,
            timeout=timeout,
            spent=spent,
            max_nodes=max_nodes,
            max_memory=memory,
            tracer=tracer,
            progress=progress,
        )
        answers = ((item, _above_status(solve_with(item, request))) for item in puzzles)
        with beside(trace):
            return report_answers(answers, style=style, json=json, stats=stats)


def _bytes(size: str | None) -> int | None:
    if size is None:
        return None
    from hashicnf.cli.sizes import size_of

    return size_of(size)


def _above_status(answer: Answer) -> Answer:
    """Clear the line at the bottom of the terminal before anything else is printed there."""
    show_status("")
    return answer
