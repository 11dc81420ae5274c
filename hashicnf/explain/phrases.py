"""Sentences about the search itself: how it begins, where it goes on, when it goes back, how it ends."""

from __future__ import annotations

from hashicnf.explain.replay import Place
from hashicnf.trace.narration import printable, sentence
from hashicnf.trace.steps import End, Figures, Start

OUTCOMES = {
    "solved": "Solved",
    "unsolvable": "No solution: every way was tried",
}
MOST_FIGURES = 12
COUNTED = {  # how a figure of a run is said, of one and of several; with "" it is left to --stats
    "expanded": ("node expanded", "nodes expanded"),
    "generated": ("node generated", "nodes generated"),
    "propagated": ("", ""),
    "conflicts": ("contradiction", "contradictions"),
    "cuts": ("cut", "cuts"),
    "open": ("node left open", "nodes left open"),
    "closed": ("node closed", "nodes closed"),
    "rounds": ("", "rounds"),
    "peak_bytes": ("", "bytes at most"),
    "peak_entries": ("", ""),
    "best_f": ("", ""),
    "seconds": ("second", "seconds"),
}


def opening(start: Start, subject: str) -> str:
    """Say what is searched, how, and with which settings."""
    method = printable(start.method) or "some method"
    settings = figures(start.settings)
    return sentence(f"search by {method} on {subject}" + (f" ({settings})" if settings else ""))


def expanding(place: Place, *, is_here: bool) -> str:
    """Say where a search goes on."""
    if is_here:
        return "Go on from here."
    return f"Go on from step {place.step:,}." if place.depth else "Go on from the start."


def back(above: Place | None) -> str:
    """Say that a node is done with, and where the search returns to."""
    if above is None:
        return "Nothing is left to try here."
    if above.depth == 0:
        return "Back to the start."
    return f"Back to step {above.step:,}."


def outcome(end: End) -> str:
    """Say how the search ended."""
    known = OUTCOMES.get(end.outcome)
    return known or f"{printable(end.outcome) or 'over'}" + (f": {printable(end.reason)}" if end.reason else "")


def ending(end: End) -> str:
    """Say how the search ended, and what it took."""
    counts = {name: value for name, value in end.figures.items() if isinstance(value, (int, float)) and value}
    parts = [told for name, value in counts.items() if (told := _counted(name, value))]
    return sentence(outcome(end) + (f" ({', '.join(parts[:MOST_FIGURES])})" if parts else ""))


def _counted(name: str, value: float) -> str:
    """Say how many of something there were; a figure without a name of its own is said as it is."""
    if name not in COUNTED:
        return f"{printable(name).replace('_', ' ')} {_value(value)}"
    noun = COUNTED[name][value != 1]
    return noun and f"{_value(value)} {noun}"


def figures(given: Figures) -> str:
    """List names and values; zeros and what is not known are left out."""
    parts = [f"{printable(name).replace('_', ' ')} {_value(value)}" for name, value in given.items() if value]
    return ", ".join(parts[:MOST_FIGURES])


def _value(value: str | float | None) -> str:
    if isinstance(value, bool) or value is None:
        return "yes" if value else "no"
    if isinstance(value, int):
        return f"{value:,}"
    return f"{value:,.4g}" if isinstance(value, float) else printable(value)
