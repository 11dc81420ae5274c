"""Print answers: grids and JSON to stdout, messages and statistics to stderr."""

from __future__ import annotations

from collections.abc import Iterable

import typer

from hashicnf.cli import say
from hashicnf.cli.commands import Exit
from hashicnf.core.stats import Stats
from hashicnf.errors import counted
from hashicnf.families import Puzzle
from hashicnf.logic import Solved, Unknown, Unsat
from hashicnf.pipeline.answer import Answer


def report_answers(
    answers: Iterable[tuple[Puzzle, Answer]], *, style: str | None, json: bool, stats: bool, numbered: bool = False
) -> int:
    """Print each answer as it comes; return the exit code of the first one that is not a solution, else 0.

    Where puzzles are ``numbered``, messages name each with its number in the file, from 1.
    """
    code = Exit.DONE
    for number, (puzzle, answer) in enumerate(answers):
        if json:
            import json as jsonlib

            typer.echo(jsonlib.dumps(as_json(puzzle, answer)))
        else:
            if number:
                typer.echo()
            _print(puzzle, f"{puzzle.name} #{number + 1}" if numbered else puzzle.name, answer, style)
        interrupted = was_interrupted(answer)
        if stats or interrupted:
            say(stats_table(answer.stats))
        code = code or exit_code(answer)
        if interrupted:
            return Exit.INTERRUPTED
    return code


def was_interrupted(answer: Answer) -> bool:
    """Return whether Ctrl-C ended the search."""
    return isinstance(answer.verdict, Unknown) and answer.verdict.stopped.kind == "interrupted"


def exit_code(answer: Answer) -> Exit:
    """Translate an answer into an exit code."""
    match answer.verdict:
        case Solved():
            return Exit.WRONG if answer.broken else Exit.DONE
        case Unsat():
            return Exit.UNSOLVABLE
        case Unknown():
            return Exit.INTERRUPTED if was_interrupted(answer) else Exit.GAVE_UP


def as_json(puzzle: Puzzle, answer: Answer) -> dict[str, object]:
    """Make the JSON object of one answer."""
    stats = answer.stats
    found: dict[str, object] = {"puzzle": puzzle.name, "family": puzzle.family, "status": status(answer)}
    found["method"] = stats.method
    if isinstance(answer.verdict, Unknown):
        found |= {"reason": answer.verdict.reason, "stopped": answer.verdict.stopped.kind}
    elif isinstance(answer.verdict, Unsat) and (why := _why(puzzle, answer.verdict)) is not None:
        found["reason"] = why
    if answer.solution is not None:
        found["solution"] = puzzle.as_data(answer.solution)
    if (plan := answer.plan) is not None:
        found |= {"plan": [str(action) for action in plan.actions], "length": plan.length}
        found |= {"cost": plan.cost, "metric": plan.metric, "optimal": plan.optimal}
    if answer.stats.several is not None:
        found["several"] = answer.stats.several
    if answer.broken:
        found["broken"] = [{"rule": v.rule, "message": v.message} for v in answer.broken]
    found["stats"] = {
        "solver": stats.solver,
        "cardinality": stats.cardinality,
        "connectivity": stats.connectivity,
        **stats.size,
        "variables": stats.variables,
        "clauses": stats.clauses,
        **({"roads": stats.roads} if stats.roads else {}),
        "rounds": stats.rounds,
        "cuts": stats.cuts,
        **stats.figures,
        "seconds": {phase: round(seconds, 6) for phase, seconds in stats.seconds.items()},
    }
    return found


def status(answer: Answer) -> str:
    """Name the outcome for scripts: solved, broken, unsolvable or unknown."""
    match answer.verdict:
        case Solved():
            return "broken" if answer.broken else "solved"
        case Unsat():
            return "unsolvable"
        case Unknown():
            return "unknown"


def _print(puzzle: Puzzle, name: str, answer: Answer, style: str | None) -> None:
    match answer.verdict:
        case Solved():
            typer.echo(puzzle.draw(answer.solution, style).rstrip("\n"))
            if (plan := answer.plan) is not None:
                best = ", optimal" if plan.optimal else f", perhaps not optimal: {plan.doubt}"
                say(f"{name}: a plan of {counted(plan.length, 'step')}, {plan.metric}: {plan.cost:g}{best}")
            for violation in answer.broken:
                say(f"{name}: {violation.rule}: {violation.message}")
            if answer.stats.several:
                say(f"{name}: one of several solutions")
        case Unsat() as verdict:
            why = _why(puzzle, verdict)
            by = f" (proved by {answer.stats.solver})" if answer.stats.solver else ""
            say(f"{name}: unsolvable{by}{f': {why}' if why else ''}")
        case Unknown(stopped):
            say(f"{name}: no answer: {stopped.reason}")


def _why(puzzle: Puzzle, verdict: Unsat) -> str | None:
    """Explain why a puzzle is unsolvable, where that is short: what is wrong at one place comes first."""
    return puzzle.impossible or verdict.reason


def stats_table(stats: Stats) -> str:
    """Lay out the figures of one run as greppable lines ``name: value``."""
    rows = [
        ("method", stats.method),
        *_formula(stats),
        *(
            (name.replace("_", " "), _figure(value))
            for name, value in stats.figures.items()
            if value is not None and (value or name == "nodes")
        ),
        *((f"seconds {phase}", f"{seconds:.6f}") for phase, seconds in stats.seconds.items()),
        ("seconds total", f"{stats.total:.6f}"),
    ]
    width = max(len(name) for name, _ in rows) + 1
    return "\n".join(f"{name + ':':<{width}} {value}" for name, value in rows)


def _formula(stats: Stats) -> list[tuple[str, str]]:
    """List the statistics of the formula and of the solver, if there are any."""
    size = [(name, f"{value:,}") for name, value in stats.size.items()]
    if not stats.variables:
        return size
    called = [("solver", stats.solver)] if stats.solver != stats.method else []
    called += [("roads", ", ".join(stats.roads))] if stats.roads else []
    rounds = [("rounds", f"{stats.rounds:,}"), ("cuts", f"{stats.cuts:,}")] if stats.rounds else []
    return [
        *called,
        ("cardinality", stats.cardinality),
        *([("connectivity", stats.connectivity)] if stats.connectivity else []),
        *size,
        ("variables", f"{stats.variables:,}"),
        *((f"clauses {rule}", f"{count:,}") for rule, count in stats.clauses.items()),
        ("clauses total", f"{sum(stats.clauses.values()):,}"),
        *rounds,
    ]


def _figure(value: str | int | float) -> str:
    return value if isinstance(value, str) else f"{value:,}"
