"""The exit codes of outcomes, and steps of deduction as JSON, for ``hint`` and ``explain``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from hashicnf.errors import Exit

if TYPE_CHECKING:
    from hashicnf.core.techniques import Step

CODES: Final = {
    "solved": Exit.DONE,
    "several": Exit.WRONG,
    "unsolvable": Exit.UNSOLVABLE,
    "unknown": Exit.GAVE_UP,
}


def outcome_code(outcome: str | None) -> Exit:
    """Return the exit code of an outcome; None means that a step was found."""
    return Exit.DONE if outcome is None else CODES[outcome]


def step_data(step: Step) -> dict[str, object]:
    """Return a step as data for JSON; cells count from 1."""
    from hashicnf.cli.objects import cells_of

    data: dict[str, object] = {
        "rung": step.technique.rung,
        "technique": step.technique.name,
        "sentence": step.sentence,
        "cells": cells_of(step.cells),
        "conclusions": [dict(conclusion) for conclusion in step.conclusions],
    }
    if step.within:
        data["within"] = [step_data(inner) for inner in step.within]
    if step.contradiction:
        data["contradiction"] = True
    return data
