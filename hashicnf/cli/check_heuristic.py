"""``hashicnf check-heuristic``: test whether a heuristic is admissible and consistent in every state of a small puzzle."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Annotated

import typer

from hashicnf.cli.options import Format, Json, MaxMemory, MaxNodes, Precheck, Timeout
from hashicnf.errors import Exit, printable

if TYPE_CHECKING:
    from hashicnf.core.limits import Limits, Progress
    from hashicnf.families import Puzzle
    from hashicnf.logic import Stopped
    from hashicnf.measure.heuristics import Report
    from hashicnf.solving.spaces import SearchProblem


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
    max_nodes: MaxNodes = None,
    max_memory: MaxMemory = None,
    format: Format = None,  # noqa: A002 - the option's name
) -> int:
    """Compare a heuristic with the true distances, in every state that a small puzzle can reach.

    The states are enumerated, and their distances found by a search backwards from the goals. The report counts the states whose
    estimate exceeds the true distance (not admissible) and the arcs along which the estimate drops by more than their cost (not
    consistent), and gives the means of estimates and distances. Exit code 1 if the heuristic is declared admissible or
    consistent and is not so on this puzzle.

    \b
    Example:
      $ hashicnf check-heuristic tiles manhattan examples/tiles/small.puz
    """
    from hashicnf.cli.searches import watching
    from hashicnf.core.deadline import Deadline
    from hashicnf.core.limits import Limits
    from hashicnf.errors import UsageError
    from hashicnf.families import FAMILIES
    from hashicnf.files.inputs import limited_waiting
    from hashicnf.pipeline.puzzles import read
    from hashicnf.solving.methods import require_precheck

    FAMILIES.get(family)
    with limited_waiting(timeout) as clock:
        item = read(puzzle, format)
        limits = Limits(Deadline.after(timeout, clock.seconds), max_nodes, max_memory)
    if item.family != family:
        raise UsageError(f"{item.name} holds a {item.family} puzzle, not one of {family}")
    require_precheck(item, precheck=precheck)
    with watching() as (progress, _):
        is_known = precheck and item.rules.planning is not None and item.impossible is not None
        found = _examined(item, heuristic, space, metric, limits, progress, begins=not is_known)
    (_print_json if json else _print)(item, found)
    return _code([report for _, report in found])


def _examined(
    puzzle: Puzzle,
    heuristic: str,
    space: str | None,
    metric: str | None,
    limits: Limits,
    progress: Progress | None,
    *,
    begins: bool,
) -> list[tuple[SearchProblem, Report | Stopped]]:
    """Examine the heuristic in each metric; without any state if a search would not begin."""
    from hashicnf.measure.heuristics import examine
    from hashicnf.solving.spaces import find_heuristic

    planning = puzzle.rules.planning
    metrics = [metric] if metric is not None or planning is None else [*planning.metrics]
    problems = [find_heuristic(puzzle, heuristic, space, name) for name in metrics]
    return [
        (problem, examine(problem.searchable, problem.heuristic, limits, progress, begins=begins))
        for problem in problems
    ]


def _code(reports: list[Report | Stopped]) -> int:
    from hashicnf.logic import Stopped

    if any(not isinstance(report, Stopped) and not report.keeps_its_promises for report in reports):
        return Exit.WRONG
    kinds = [report.kind for report in reports if isinstance(report, Stopped)]
    if "interrupted" in kinds:
        return Exit.INTERRUPTED
    if kinds:
        return Exit.GAVE_UP
    has_states = any(not isinstance(report, Stopped) and report.states for report in reports)
    return Exit.DONE if has_states else Exit.UNSOLVABLE


def _print(puzzle: Puzzle, found: list[tuple[SearchProblem, Report | Stopped]]) -> None:
    from hashicnf.logic import Stopped

    for number, (problem, report) in enumerate(found):
        metric = problem.searchable.metric
        if number:
            typer.echo()
        where = f"in the space {problem.name}" + (f", metric {metric}" if metric else "")
        typer.echo(f"{printable(puzzle.name)}: {problem.heuristic.name} {where}")
        if isinstance(report, Stopped):
            typer.echo(f"  no answer: {report.reason}")
            continue
        if not report.states:
            typer.echo(
                "  nothing to compare: the puzzle is plainly unsolvable, so that no search begins without --no-precheck"
            )
            continue
        rows = _rows(report)
        width = max(len(name) for name, _ in rows) + 1
        for name, value in rows:
            typer.echo(f"  {name + ':':<{width}} {value}")
        if not report.arcs:
            typer.echo(
                "  There is no step between states: this puzzle is decided before a search, and tests no heuristic."
            )


def _rows(report: Report) -> list[tuple[str, str]]:
    """Return the figures of a report with their names."""
    broken = f", by {report.worst_excess:g} at most" if report.inadmissible else ""
    dropped = f", by {report.worst_drop:g} at most" if report.inconsistent else ""
    return [
        ("states", f"{report.states:,}"),
        ("goals", f"{report.goals:,}"),
        ("cannot reach a goal", f"{report.hopeless:,}"),
        ("arcs", f"{report.arcs:,}"),
        ("inadmissible states", f"{report.inadmissible:,}{broken}"),
        ("inconsistent arcs", f"{report.inconsistent:,}{dropped}"),
        ("mean estimate", f"{report.mean_estimate:.2f}"),
        ("mean distance", f"{report.mean_distance:.2f}"),
        ("farthest state", f"{report.farthest:g}"),
        ("admissible", _promise(report.promised_admissible, report.is_admissible)),
        ("consistent", _promise(report.promised_consistent, report.is_consistent)),
    ]


def _promise(promised: bool, holds: bool) -> str:
    """Return a text whether a property is declared, and whether it holds."""
    if promised:
        return "promised, and true here" if holds else "promised, and false"
    return "not promised, though true here" if holds else "not promised, and false here"


def _print_json(puzzle: Puzzle, found: list[tuple[SearchProblem, Report | Stopped]]) -> None:
    from hashicnf.cli.objects import print_about, stopped_fields
    from hashicnf.logic import Stopped

    for problem, report in found:
        fields: dict[str, object] = {"heuristic": problem.heuristic.name, "space": problem.name}
        fields["metric"] = problem.searchable.metric
        if isinstance(report, Stopped):
            fields |= stopped_fields(report)
        else:
            fields |= {"status": "kept" if report.keeps_its_promises else "broken", **asdict(report)}
            fields |= {"admissible": report.is_admissible, "consistent": report.is_consistent}
        print_about(puzzle, 1, **fields)
