"""``hashicnf solve``: puzzle to checked grid in one step."""

from __future__ import annotations

from typing import Annotated

import typer

from hashicnf.cli.options import Cardinality, Cuts, Format, Json, PuzzleFile, Style, Timeout


def solve(
    puzzle: PuzzleFile,
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
    timeout: Timeout = None,
    style: Style = None,
    json: Json = False,
    stats: Annotated[bool, typer.Option("--stats", help="Print rounds, cuts, clauses and seconds to stderr.")] = False,
    format: Format = None,  # noqa: A002 - the option's name
) -> int:
    """Solve puzzles, print checked solutions.

    The embedded solver runs in a lazy loop: solve without connectivity, cut off what falls apart, solve again. With --solver the
    same loop runs around any SAT binary.

    \b
    Example:
      $ hashicnf solve examples/hashi/small.puz
    """
    from hashicnf.cli.report import report_answers
    from hashicnf.pipeline.puzzles import read_all
    from hashicnf.pipeline.solve import solve_puzzle

    return report_answers(
        (
            (
                item,
                solve_puzzle(
                    item,
                    solver=solver,
                    cardinality=cardinality,
                    connectivity=connectivity,
                    cuts=cuts,
                    timeout=timeout,
                ),
            )
            for item in read_all(puzzle, format)
        ),
        style=style,
        json=json,
        stats=stats,
    )
