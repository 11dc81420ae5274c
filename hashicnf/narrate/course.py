"""The course of a search: state of the steps so far that sentences about the next steps need, such as rounds and bounds."""

from __future__ import annotations

from collections.abc import Mapping
from math import inf, isclose
from typing import Final

from hashicnf.narrate.order import method_of
from hashicnf.trace.narration import printable
from hashicnf.trace.steps import Goals, Record, Round, SkipKind, Start

SKIPPED: Final[Mapping[SkipKind, str]] = {  # labels of nodes that are not entered
    "above": "above the bound",
    "known": "reached before",
    "cycle": "on the path already",
    "hopeless": "hopeless",
    "other": "not entered",
}


class Course:
    """Tracks the records of a search; ``round`` is the current one, None for a search without rounds.

    ``is_both_ways``: the search also goes backwards from goals. ``least`` is the value, "f" or "h", by which the search takes the
    least open node, and "" if that is not known.
    """

    def __init__(self) -> None:
        """Start before the first record."""
        self.round: Round | None = None
        self.is_both_ways = False
        self.least = self._first_bound = ""
        self.weight: object = None
        self._above = inf  # the least f above the bound of the round
        self._defined: set[str] = set()

    def note(self, record: Record) -> None:
        """Update the state by a record, after its sentence was made."""
        match record.step:
            case Start() as start:
                method = method_of(start)
                search = None if method is None else method.search
                self.least = search.orders_by if search is not None and search.has_open_list else ""
                self._first_bound = printable(search.first_bound) if search is not None else ""
                self.weight = start.settings.get("weight")
            case Goals():
                self.is_both_ways = True
            case Round() as step:
                self.round, self._above = step, inf
        if (
            self.round is not None
            and self.round.measure == "f"
            and record.f is not None
            and record.f > self.round.bound
        ):
            self._above = min(self._above, record.f)

    def defines(self, measure: str) -> bool:
        """Return whether a measure is named for the first time, and note that it was named."""
        is_first = measure not in self._defined
        self._defined.add(measure)
        return is_first

    def reason(self, step: Round) -> str:
        """Return the words for the origin of a new round's bound; "" if it is not known."""
        before = self.round
        if before is None:
            return self._first_bound if step.number == 1 else ""
        if step.measure == "f" and isclose(step.bound, self._above):
            return f"the least f above the bound of round {before.number:,}"
        is_next = step.measure == before.measure == "steps" and step.bound == before.bound + 1
        return f"one more than in round {before.number:,}" if is_next else ""
