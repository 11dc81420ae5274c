"""Clauses, the trail, and unit propagation by two watched literals.

Literals are codes (see ``propagation.codes``). A clause watches the codes at its places 0 and 1: while neither is false, or one is
true, it need not be examined. Clauses of two literals are stored separately, as implications. Backtracking changes no watches.

Clauses may be added during a search. They watch the codes that backtracking will undo first, so no propagation is missed later: a
clause can be false or unit only below the decision at which it was added, or because of earlier literals.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from itertools import chain
from typing import Final

NO_CONFLICT: Final = -1
DECIDED: Final = -1


class ClauseBase:
    """Clauses and a partial assignment; consequences are derived only by ``propagate``.

    ``truth`` has a 1 at each true code; ``trail`` lists true codes in order; ``reason[v]`` is the clause that forced variable v.
    After a call was interrupted, set ``is_torn``: the next ``undo`` restores a consistent state.
    """

    def __init__(self) -> None:
        """Start without clauses and variables."""
        self.clauses: list[list[int]] = []
        self.truth, self.reason = [0, 0], [DECIDED]
        self.trail: list[int] = []
        self.is_torn = False
        self._short: list[int] = []
        self._open = 0  # the unsatisfied clause found last
        self._head = 0
        self._watched: defaultdict[int, list[int]] = defaultdict(list)
        self._pairs: defaultdict[int, list[tuple[int, int]]] = defaultdict(list)

    def reserve(self, variable: int) -> None:
        """Allocate the variables up to this one."""
        more = max(0, variable + 1 - len(self.reason))
        self.truth += [0] * (2 * more)
        self.reason += [DECIDED] * more

    def add(self, codes: Iterable[int]) -> int:
        """Add a clause under the current assignment; return its number. The caller handles clauses that are false or unit now."""
        clause = sorted(set(codes))
        index = len(self.clauses)
        self.clauses.append(clause)
        self.reserve(max(clause, default=0) >> 1)
        if len(clause) < 2:
            self._short.append(index)
        elif any(self.truth[c ^ 1] for c in clause):
            since = {c ^ 1: i for i, c in enumerate(self.trail)}
            clause.sort(key=lambda c: since.get(c, len(self.trail)), reverse=True)
        self._watch(index)
        return index

    def _watch(self, index: int) -> None:
        """Watch the first two codes, unless the clause is too short or always true."""
        clause = self.clauses[index]
        if len(clause) < 2 or self._is_always_true(index):
            return
        first, second = clause[:2]
        if len(clause) == 2:
            self._pairs[first].append((second, index))
            self._pairs[second].append((first, index))
        else:
            self._watched[first].append(index)
            self._watched[second].append(index)

    def assign(self, code: int, reason: int) -> None:
        """Make an undecided code true."""
        self.truth[code] = 1
        self.reason[code >> 1] = reason
        self.trail.append(code)

    def undo(self, length: int) -> None:
        """Undo the assignments beyond this length of the trail; after an interruption undo all."""
        if self.is_torn:
            self._mend()
        for code in self.trail[length:]:
            self.truth[code] = 0
        del self.trail[length:]
        self._head = length

    def is_satisfied(self) -> bool:
        """Return whether every clause has a true literal; start at the clause that had none the last time."""
        truth, clauses = self.truth, self.clauses
        for index in chain(range(self._open, len(clauses)), range(min(self._open, len(clauses)))):
            for c in clauses[index]:
                if truth[c]:
                    break
            else:
                if not self._is_always_true(index):
                    self._open = index
                    return False
        return True

    def _is_always_true(self, index: int) -> bool:
        clause = self.clauses[index]
        return any(c ^ 1 in clause for c in clause)

    def assume_units(self) -> int:
        """Assign the literals of unit clauses; return a clause that is false, or NO_CONFLICT."""
        return next((i for i in self._short if self.enforce(i) != NO_CONFLICT), NO_CONFLICT)

    def enforce(self, index: int) -> int:
        """Assign the last undecided code of a clause without a true one; return the clause if it is false, else NO_CONFLICT."""
        truth, clause = self.truth, self.clauses[index]
        if any(truth[c] for c in clause):
            return NO_CONFLICT
        free = [c for c in clause if not truth[c ^ 1]]
        if len(free) == 1:
            self.assign(free[0], index)
        return NO_CONFLICT if free else index

    def propagate(self) -> int:
        """Propagate the trail to a fixed point; return the number of a clause that became false, or NO_CONFLICT."""
        truth, trail, reason, pairs, watched = self.truth, self.trail, self.reason, self._pairs, self._watched
        while self._head < len(trail):
            false = trail[self._head] ^ 1
            self._head += 1
            if false in pairs:
                for other, index in pairs[false]:
                    if truth[other]:
                        continue
                    if truth[other ^ 1]:
                        return index
                    truth[other] = 1
                    reason[other >> 1] = index
                    trail.append(other)
            if false in watched and (conflict := self._visit(false)) != NO_CONFLICT:
                return conflict
        return NO_CONFLICT

    def _visit(self, false: int) -> int:
        """Visit the clauses that watch a code which has become false: watch another literal, or propagate."""
        truth, clauses, watched = self.truth, self.clauses, self._watched
        mine = watched[false]
        kept: list[int] = []
        for position, index in enumerate(mine):
            clause = clauses[index]
            first = clause[0]
            if first == false:
                clause[0] = first = clause[1]
                clause[1] = false
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

    def _mend(self) -> None:
        """Undo every assignment, and watch all clauses anew: without assignments any two literals can be watched."""
        self.truth[:] = [0] * len(self.truth)
        self.trail.clear()
        self._watched.clear()
        self._pairs.clear()
        for index in range(len(self.clauses)):
            self._watch(index)
        self.is_torn = False
