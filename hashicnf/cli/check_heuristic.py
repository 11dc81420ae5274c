"""``hashicnf check-heuristic``: test whether a heuristic is admissible and consistent in every state of a small puzzle."""

from __future__ import annotations

from math import isfinite
from typing import TYPE_CHECKING, Annotated

import typer

from hashicnf.cli import observing
from hashicnf.cli.options import Format, Json, Precheck, Timeout, memory
from hashicnf.errors import Exit, printable

if TYPE_CHECKING:
    from collections.abc import Sequence

    from hashicnf.families import Puzzle
    from hashicnf.measure.heuristics import HeuristicCheck, HeuristicReport


def check_heuristic(
    family: Annotated[str, typer.Argument(metavar="FAMILY", help="Family of the puzzle. See: families.")],
    heuristic: Annotated[str, typer.Argument(metavar="HEURISTIC", help="Heuristic by name. See: methods.")],
    puzzle: Annotated[str, typer.Argument(metavar="PUZZLE", help="Puzzle file, or - for standard input.")],
    space: Annotated[
        str | None,
        typer.Option("--space", metavar="NAME", help="Search space. Default: the first that has the heuristic."),
    ] = None,
    metric: Annotated[
        str | None,
        typer.Option("--metric", metavar="NAME", help="What counts as a step of a plan. Default: every metric."),
    ] = None,
    precheck: Precheck = True,
    json: Json = False,
    timeout: Timeout = None,
    max_nodes: Annotated[
        int | None, typer.Option("--max-nodes", metavar="N", min=1, help="Give up after N states.")
    ] = None,
    max_memory: Annotated[
        int | None,
        typer.Option("--max-memory", metavar="SIZE", parser=memory, help="Memory for the states, such as 500M or 2G."),
    ] = None,
    format: Format = None,  # noqa: A002 - the option's name
) -> int:
    """Compare a heuristic with the true distances, in every state that a small puzzle can reach.

    The states are enumerated, and their distances found by a search backwards from the goals. The report counts the states whose
    estimate exceeds the true distance (not admissible) and the arcs along which the estimate drops by more than their cost (not
    consistent), and gives the means of estimates and distances. Exit code 1 if the heuristic is declared admissible or
    consistent and is not so on this puzzle; otherwise 20 if no state can reach a goal.

    All states are kept in memory: 3 x 3 tiles reach 181,440 of them, which takes seconds; 4 x 4 tiles reach 10^13, far too many.

    \b
    Example:
      $ hashicnf check-heuristic tiles manhattan examples/tiles/small.puz
    """
    from hashicnf.cli.report import read_one
    from hashicnf.core.limits import Limits
    from hashicnf.core.progress import searching
    from hashicnf.errors import UsageError
    from hashicnf.families import FAMILIES
    from hashicnf.files.inputs import is_there
    from hashicnf.measure.heuristics import check

    if family not in FAMILIES.names() and is_there(family):
        raise UsageError(f"{printable(family)} is a file; the order is: check-heuristic FAMILY HEURISTIC PUZZLE")
    FAMILIES.get(family)
    item, deadline = read_one(puzzle, format, timeout)
    if item.family != family:
        raise UsageError(f"{item.name} holds a {item.family} puzzle, not one of {family}")
    limits = Limits(deadline, max_nodes, max_memory)
    with observing() as observe:
        found = check(item, heuristic, space, metric, limits, searching(observe), precheck=precheck)
    (_print_json if json else _print)(item, found)
    return _code(found)


def _code(found: Sequence[HeuristicCheck]) -> int:
    if any(one.status == "broken" for one in found):
        return Exit.WRONG
    kinds = [one.stopped.kind for one in found if one.stopped is not None]
    if "interrupted" in kinds:
        return Exit.INTERRUPTED
    if kinds:
        return Exit.GAVE_UP
    return Exit.UNSOLVABLE if any(one.is_refutation for one in found) else Exit.DONE


def _print(puzzle: Puzzle, found: Sequence[HeuristicCheck]) -> None:
    for number, one in enumerate(found):
        if number:
            typer.echo()
        where = f"in the space {one.space}" + (f", metric {one.metric}" if one.metric else "")
        typer.echo(f"{printable(puzzle.name)}: {one.heuristic} {where}")
        if one.stopped is not None:
            typer.echo(f"  no answer: {one.stopped.reason}")
        if one.report is not None:
            _print_report(one.report, is_refutation=one.is_refutation)


def _print_report(report: HeuristicReport, *, is_refutation: bool) -> None:
    if not report.states:
        typer.echo(
            "  nothing to compare: the puzzle is plainly unsolvable, so that no search begins without --no-precheck"
        )
        return
    rows = _rows(report)
    width = max(len(name) for name, _ in rows) + 1
    for name, value in rows:
        typer.echo(f"  {name + ':':<{width}} {value}")
    if report.hopeless == report.states:
        typer.echo("  No state can reach a goal, so there is no distance to compare an estimate with.")
    if is_refutation:
        typer.echo("  So the puzzle is unsolvable.")
    if not report.arcs:
        typer.echo("  There is no step between states: this puzzle is decided before a search, and tests no heuristic.")


def _rows(report: HeuristicReport) -> list[tuple[str, str]]:
    """Return the figures of a report with their names."""
    broken = _most(report.worst_excess) if report.inadmissible else ""
    dropped = _most(report.worst_drop) if report.inconsistent else ""
    return [
        ("states", f"{report.states:,}"),
        ("goals", f"{report.goals:,}"),
        ("cannot reach a goal", f"{report.hopeless:,}"),
        ("arcs", f"{report.arcs:,}"),
        ("inadmissible states", f"{report.inadmissible:,}{broken}"),
        ("inconsistent arcs", f"{report.inconsistent:,}{dropped}"),
        ("mean estimate", _figure(report.mean_estimate, ".2f")),
        ("mean distance", _figure(report.mean_distance, ".2f")),
        ("farthest state", _figure(report.farthest, "g")),
        ("admissible", _promise(report.promised_admissible, report.is_admissible)),
        ("consistent", _promise(report.promised_consistent, report.is_consistent)),
    ]


def _most(value: float) -> str:
    """Return the largest of several values as the end of a line."""
    return f", by {value:g} at most" if isfinite(value) else ", some of them infinite"


def _figure(value: float | None, form: str) -> str:
    """Return a figure over the states that can reach a goal as text; None if there are none."""
    return "none" if value is None else format(value, form)


def _promise(promised: bool, holds: bool) -> str:
    """Return a text whether a property is declared, and whether it holds."""
    if promised:
        return "promised, and true here" if holds else "promised, and false"
    return "not promised, though true here" if holds else "not promised, and false here"


def _print_json(puzzle: Puzzle, found: Sequence[HeuristicCheck]) -> None:
    from hashicnf.cli.objects import print_about, stopped_fields

    for one in found:
        print_about(puzzle, 1, **one.data() | ({} if one.stopped is None else stopped_fields(one.stopped)))
