"""Clauses derived from theories during a search.

A theory is examined when propagation has reached a fixed point, and only if a code that concerns it has become true since the last
time: backtracking adds no clauses of theories. Each clause is added once, permanently, and propagated from then on.
"""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from hashicnf.backends.dpll.clauses import ClauseBase
from hashicnf.core.constraints import Clauses
from hashicnf.propagation.codes import code
from hashicnf.propagation.theory import Explained, Theory


class Cuts:
    """The theories of a session and the clauses derived from them; ``axioms`` are their clauses in order, a block each."""

    def __init__(self, base: ClauseBase) -> None:
        """Start without theories."""
        self.axioms: list[Clauses] = []
        self._base = base
        self._theories: tuple[Theory, ...] = ()
        self._index: dict[tuple[int, ...], int] = {}
        self._asked = 0
        self._new = True

    def __bool__(self) -> bool:
        """Return whether there are theories."""
        return bool(self._theories)

    def attach(self, theories: Iterable[Theory]) -> None:
        """Add theories."""
        self._theories += tuple(theories)
        self._new = True

    @property
    def concerns(self) -> frozenset[int]:
        """Return the union of the codes that concern the theories."""
        return frozenset[int]().union(*(theory.concerns for theory in self._theories))

    def undone(self, length: int) -> None:
        """Record that the trail was undone to this length."""
        self._asked = min(self._asked, length)

    def ask(self) -> list[tuple[Theory, Explained]]:
        """Examine the theories that new assignments concern, the first time all of them; return their clauses."""
        fresh = self._base.trail[self._asked :]
        first_time, self._new = self._new, False
        self._asked = len(self._base.trail)
        return [
            (theory, explained)
            for theory in self._theories
            if first_time or not theory.concerns.isdisjoint(fresh)
            for explained in theory.examine(self._base.truth)
        ]

    def keep(self, theory: Theory, explained: Explained) -> tuple[int, bool]:
        """Add a clause of a theory unless it exists; return its number, and whether it is new."""
        key = tuple(sorted(explained.clause))
        if key in self._index:
            return self._index[key], False
        index = self._index[key] = self._base.add(map(code, explained.clause))
        source = np.array(explained.sources[:1] or (-1,), dtype=np.int32)
        self.axioms.append(Clauses(np.array([explained.clause], dtype=np.int32), theory.origin, source))
        return index, True
