"""The optional part of a family that a command needs, or the error that the family lacks it."""

from __future__ import annotations

from typing import Any, Final

from hashicnf.errors import UsageError
from hashicnf.families import FAMILIES, Clues, Family, Puzzle, Techniques

LACKS: Final = {
    "clues": "{} puzzles have no clues that could be wrong",
    "techniques": "there are no techniques for {} puzzles",
}


def why_not_static(family: str, rules: Family[Any, Any]) -> str:
    """Return the reason why a family has no formula whose models are the solutions."""
    return f"{family} puzzles " + ("have no formula" if rules.planning is None else "are solved by plans")


def lacking(puzzle: Puzzle, part: str) -> str | None:
    """Return a message that a puzzle's family lacks a part, such as ``static``, and which families have it; None if it has it."""
    return _fault(puzzle.family, puzzle.rules, part) if getattr(puzzle.rules, part) is None else None


def require_part(puzzle: Puzzle, part: str) -> None:
    """Raise UsageError for a puzzle whose family lacks a part."""
    if (fault := lacking(puzzle, part)) is not None:
        raise UsageError(fault)


def clues_of(puzzle: Puzzle) -> Clues[Any, Any]:
    """Return the clues of a puzzle's family. Raises UsageError if it has none."""
    if (found := puzzle.rules.clues) is None:
        raise UsageError(_fault(puzzle.family, puzzle.rules, "clues"))
    return found


def techniques_of(family: str) -> Techniques[object, object]:
    """Return the techniques of a family. Raises UsageError if it has none."""
    rules = FAMILIES.get(family)
    if (found := rules.techniques) is None:
        raise UsageError(_fault(family, rules, "techniques"))
    return found


def _fault(family: str, rules: Family[Any, Any], part: str) -> str:
    words = why_not_static(family, rules) if part == "static" else LACKS[part].format(family)
    return f"{words}; families that can be used here: {FAMILIES.having(part)}{_instead(rules, part)}"


def _instead(rules: Family[Any, Any], part: str) -> str:
    """Return the commands for puzzles solved by plans that come nearest to those of a missing part; "" if there are none."""
    if rules.planning is None or part == "clues":
        return ""
    if part == "static":
        return "; solve finds a plan, and with --proof proves that none has fewer steps"
    return "; solve finds a plan, and the page of view gives hints" if rules.planning.stage is not None else ""
