"""Clauses, the trail, and unit propagation by two watched literals.

Literals are codes (see ``theory``). A clause watches the codes at its places 0 and 1: while both are not false, or one is true, it
needs no look. Clauses of two literals are kept apart, as implications. Backtracking touches no watches.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

NO_CONFLICT: Final = -1
DECIDED: Final = -1


class ClauseBase:
    """Clauses over variables 1 to ``variables``, and a partial assignment closed under nothing until ``propagate``.

    ``truth`` has a 1 at each true code; ``trail`` lists true codes in order; ``reason[v]`` is the clause that forced variable v.
    """

    def __init__(self, variables: int) -> None:
        """Start without clauses."""
        self.variables = variables
        self.clauses: list[list[int]] = []
        self.truth = [0] * (2 * variables + 2)
        self.trail: list[int] = []
        self.reason = [DECIDED] * (variables + 1)
        self._head = 0
        self._watched: list[list[int]] = [[] for _ in range(2 * variables + 2)]
        self._pairs: list[list[tuple[int, int]]] = [[] for _ in range(2 * variables + 2)]

    def add(self, codes: Iterable[int]) -> int:
        """Add a clause under the current assignment and return its number.

        It is watched at its best places: codes that are not false, else those that became false last. The caller deals with
        clauses that are false or unit by now.
        """
        clause = sorted(set(codes))
        index = len(self.clauses)
        self.clauses.append(clause)
        if any(c ^ 1 in clause for c in clause):
            return index
        if any(self.truth[c ^ 1] for c in clause):
            since = {c ^ 1: i for i, c in enumerate(self.trail)}
            clause.sort(key=lambda c: since.get(c, len(self.trail)), reverse=True)
        if len(clause) == 2:
            first, second = clause
            self._pairs[first].append((second, index))
            self._pairs[second].append((first, index))
        elif len(clause) > 2:
            self._watched[clause[0]].append(index)
            self._watched[clause[1]].append(index)
        return index

    def assign(self, code: int, reason: int) -> None:
        """Make an undecided code true."""
        self.truth[code] = 1
        self.reason[code >> 1] = reason
        self.trail.append(code)

    def undo(self, length: int) -> None:
        """Take back the trail to this length."""
        for code in self.trail[length:]:
            self.truth[code] = 0
        del self.trail[length:]
        self._head = length

    def propagate(self) -> int:
        """Draw all consequences of the trail; return the number of a clause that became false, or NO_CONFLICT."""
        truth, trail, reason = self.truth, self.trail, self.reason
        while self._head < len(trail):
            false = trail[self._head] ^ 1
            self._head += 1
            for other, index in self._pairs[false]:
                if truth[other]:
                    continue
                if truth[other ^ 1]:
                    return index
                truth[other] = 1
                reason[other >> 1] = index
                trail.append(other)
            if (conflict := self._visit(false)) != NO_CONFLICT:
                return conflict
        return NO_CONFLICT

    def _visit(self, false: int) -> int:
        """Look at the clauses that watch a code which has become false; watch another place, or draw the consequence."""
        truth, clauses, watched = self.truth, self.clauses, self._watched
        mine = watched[false]
        kept: list[int] = []
        for position, index in enumerate(mine):
            clause = clauses[index]
            if clause[0] == false:
                clause[0], clause[1] = clause[1], false
            first = clause[0]
            if truth[first]:
                kept.append(index)
                continue
            for k in range(2, len(clause)):
                other = clause[k]
                if not truth[other ^ 1]:
                    clause[1], clause[k] = other, false
                    watched[other].append(index)
                    break
            else:
                kept.append(index)
                if truth[first ^ 1]:
                    watched[false] = kept + mine[position + 1 :]
                    return index
                truth[first] = 1
                self.reason[first >> 1] = index
                self.trail.append(first)
        watched[false] = kept
        return NO_CONFLICT

    def state_of(self, clause: Sequence[int]) -> tuple[bool, list[int]]:
        """Tell of a clause whether it is true, and which of its codes are undecided."""
        truth = self.truth
        return any(truth[c] for c in clause), [c for c in clause if not truth[c] and not truth[c ^ 1]]
