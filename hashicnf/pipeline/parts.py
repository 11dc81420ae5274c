"""Check that a family has the optional part that a command needs, and describe a missing part."""

from __future__ import annotations

from typing import Any, Final

from hashicnf.errors import UsageError
from hashicnf.families import FAMILIES, Family

LACKS: Final = {
    "clues": "{} puzzles have no clues that could be wrong",
    "techniques": "there are no techniques for {} puzzles",
}


def why_not_static(family: str, rules: Family[Any, Any]) -> str:
    """Return the reason why a family has no formula whose models are the solutions."""
    return f"{family} puzzles " + ("have no formula" if rules.planning is None else "are solved by plans")


def lacking(family: str, rules: Family[Any, Any], part: str) -> str | None:
    """Return a message that a family lacks a part, such as ``static``, and which families have it; None if this one has it."""
    if getattr(rules, part) is not None:
        return None
    words = why_not_static(family, rules) if part == "static" else LACKS[part].format(family)
    return f"{words}; families that can be used here: {FAMILIES.having(part)}{_instead(rules, part)}"


def _instead(rules: Family[Any, Any], part: str) -> str:
    """Return the commands for puzzles solved by plans that come nearest to those of a missing part; "" if there are none."""
    if rules.planning is None or part == "clues":
        return ""
    if part == "static":
        return "; solve finds a plan, and with --proof proves that none has fewer steps"
    return "; solve finds a plan, and the page of view gives hints" if rules.planning.stage is not None else ""


def require_part(family: str, rules: Family[Any, Any], part: str) -> None:
    """Raise UsageError for a family that lacks a part."""
    if (fault := lacking(family, rules, part)) is not None:
        raise UsageError(fault)
