"""JSON for programs: one object on each line, as docs/json.md and the schema beside this file describe it.

Every object has the number of the schema. It changes when a field changes its meaning or is removed; fields may be added.
Objects about a puzzle have its file, its place in the file, its family, and a status. Rows and columns count from 1.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import TYPE_CHECKING

import typer

from hashicnf.core.deadline import NEVER, Deadline
from hashicnf.families import Puzzle, Violation
from hashicnf.logic import Stopped, Unknown, Unsat
from hashicnf.version import JSON_SCHEMA

if TYPE_CHECKING:
    from hashicnf.pipeline.answer import Answer
    from hashicnf.proofs.outcomes import Checked


@contextmanager
def every_digit() -> Iterator[None]:
    """Allow conversions of numbers of any length within the block, for numbers that hashicnf itself writes."""
    most = sys.get_int_max_str_digits()
    sys.set_int_max_str_digits(0)
    try:
        yield
    finally:
        sys.set_int_max_str_digits(most)


def print_object(fields: Mapping[str, object]) -> None:
    """Print one object on a line of its own."""
    typer.echo(json.dumps({"schema": JSON_SCHEMA, **fields}))


def print_objects(objects: Iterable[Mapping[str, object]]) -> None:
    """Print each object on a line of its own."""
    for fields in objects:
        print_object(fields)


def print_about(puzzle: Puzzle, index: int, deadline: Deadline = NEVER, /, **fields: object) -> None:
    """Print one object about the puzzle with the number ``index`` in its file; if unsolvable, with the reason, if found in time."""
    if fields.get("status") == "unsolvable":
        from hashicnf.refuting.by_counting import why_unsolvable

        known = fields.pop("reason", None)
        if (why := why_unsolvable(puzzle, known if isinstance(known, str) else None, deadline=deadline)) is not None:
            fields["reason"] = why
            fields |= {"verified": True} if "verified" in fields else {}
    print_object({"puzzle": puzzle.name, "index": index, "family": puzzle.family, **fields})


def cells_of(cells: Iterable[tuple[int, int]]) -> list[list[int]]:
    """Return cells, which count from 0, as places, which count from 1."""
    return [[row + 1, column + 1] for row, column in cells]


def broken_rules(violations: Iterable[Violation]) -> list[dict[str, object]]:
    """Return violations with their cells as data for JSON."""
    return [{"rule": v.rule, "message": v.message, "cells": cells_of(v.cells)} for v in violations]


def stopped_fields(stopped: Stopped) -> dict[str, object]:
    """Return the status of work that ended early, the kind of its cause, and the reason as text."""
    return {"status": "unknown", "stopped": stopped.kind, "reason": stopped.reason}


def checked_fields(checked: Checked) -> dict[str, object]:
    """Return the outcome of checking a proof or certificate as data for JSON."""
    return {"status": "verified" if checked.is_verified else "refused", "message": checked.message}


def answer_fields(puzzle: Puzzle, answer: Answer) -> dict[str, object]:
    """Return an answer as data for JSON."""
    stats = answer.stats
    found: dict[str, object] = {"status": answer.status, "method": stats.method}
    if isinstance(answer.verdict, Unknown):
        found |= stopped_fields(answer.verdict.stopped)
    elif isinstance(answer.verdict, Unsat):
        found |= {} if answer.verdict.reason is None else {"reason": answer.verdict.reason}
        found["verified"] = not stats.solver  # or if a reason is found later
    if answer.solution is not None:
        found["solution"] = puzzle.as_data(answer.solution)
    if (plan := answer.plan) is not None:
        found |= {"plan": [str(action) for action in plan.actions], "length": plan.length}
        found |= {"cost": plan.cost, "metric": plan.metric, "optimal": plan.optimal}
    if stats.several is not None:
        found["several"] = stats.several
    if answer.broken:
        found["broken"] = broken_rules(answer.broken)
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
        **({} if stats.simplify is None else {"simplify": stats.simplify}),
        **stats.counters,
        **stats.figures,
        "seconds": stats.rounded(),
    }
    return found
