"""Conflict analysis of DPLL: the decisions that imply a conflict, and the core of failed assumptions.

A forced literal is implied by the other literals of its clause; a flipped decision by the decisions behind the conflict that
flipped it. The remaining ones are open decisions and assumptions.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from hashicnf.backends import out_of_conflicts
from hashicnf.backends.dpll.clauses import DECIDED, ClauseBase
from hashicnf.logic import Unknown


@dataclass(slots=True)
class Question:
    """The assumptions of a call, and the core, both as codes; ``conflicts`` is its limit, not counting those ``before``."""

    assumptions: tuple[int, ...]
    conflicts: int | None
    before: int
    core: frozenset[int] = frozenset()

    def limit(self, conflicts: int) -> Unknown | None:
        """Return Unknown if so many conflicts of the session exceed the limit of the call, otherwise None."""
        if self.conflicts is None or conflicts - self.before < self.conflicts:
            return None
        return out_of_conflicts(self.conflicts)


def decisions_behind(base: ClauseBase, codes: Iterable[int], flipped: Mapping[int, frozenset[int]]) -> frozenset[int]:
    """Return the decided codes that imply the true ``codes``; ``flipped`` maps flipped codes to those that imply them."""
    waiting = list(codes)
    seen, found = set(waiting), set[int]()
    while waiting:
        code = waiting.pop()
        if (reason := base.reason[code >> 1]) != DECIDED:
            behind = [other ^ 1 for other in base.clauses[reason] if other != code]
        elif code in flipped:
            behind = list(flipped[code])
        else:
            found.add(code)
            continue
        fresh = set(behind) - seen
        seen |= fresh
        waiting += fresh
    return frozenset(found)
