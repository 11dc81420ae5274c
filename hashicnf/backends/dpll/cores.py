"""Conflict analysis of DPLL: the decisions that a conflict rests on, and the core of failed assumptions.

A forced literal rests on the other literals of the clause that forced it; a decision that was flipped rests on the decisions
behind the conflict that flipped it. The rest are decisions that stand: open ones, and assumptions.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from hashicnf.backends import out_of_conflicts
from hashicnf.backends.dpll.clauses import DECIDED, ClauseBase
from hashicnf.logic import Unknown


@dataclass(slots=True)
class Question:
    """The assumptions of a call, and the core; both in codes. ``conflicts`` is a limit beyond the number made ``before``."""

    assumptions: tuple[int, ...]
    conflicts: int | None
    before: int
    core: frozenset[int] = frozenset()

    def limit(self, conflicts: int) -> Unknown | None:
        """Return the verdict if so many conflicts, all in all, are too many."""
        if self.conflicts is None or conflicts - self.before < self.conflicts:
            return None
        return out_of_conflicts(self.conflicts)


def decisions_behind(base: ClauseBase, codes: Iterable[int], flipped: Mapping[int, frozenset[int]]) -> frozenset[int]:
    """Collect the decided codes from which true ``codes`` follow; ``flipped`` has what the flipped codes rest on."""
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
