"""What a family must have for what is asked of its puzzles, in words about one that lacks it."""

from __future__ import annotations

from typing import Any, Final

from hashicnf.errors import UsageError
from hashicnf.families import FAMILIES, Family

LACKS: Final = {
    "clues": "{} puzzles have no clues that could be wrong",
    "techniques": "there are no techniques for {} puzzles",
}


def why_not_static(family: str, rules: Family[Any, Any]) -> str:
    """Return why there is no formula of which every model is a solution."""
    return f"{family} puzzles " + ("have no formula" if rules.planning is None else "are solved by plans")


def lacking(family: str, rules: Family[Any, Any], part: str) -> str | None:
    """Return the sentence that a family lacks a part, such as static, and which families have it; None if this one has."""
    if getattr(rules, part) is not None:
        return None
    words = why_not_static(family, rules) if part == "static" else LACKS[part].format(family)
    instead = (
        "; solve finds a plan, and the page of view gives hints" if part == "techniques" and _is_played(rules) else ""
    )
    return f"{words}; this is for {FAMILIES.having(part)}{instead}"


def _is_played(rules: Family[Any, Any]) -> bool:
    """Return whether plans can be made by hand on a page."""
    return rules.planning is not None and rules.planning.stage is not None


def require_part(family: str, rules: Family[Any, Any], part: str) -> None:
    """Raise UsageError for a family that lacks a part."""
    if (fault := lacking(family, rules, part)) is not None:
        raise UsageError(fault)
