"""Local search in a window: find assignment after assignment, each near the best so far, until one has no gap.

The variables outside the window are fixed. Clauses that close the shortest gaps are added, and the solver, which prefers the values
of the current assignment, changes few of them. An assignment with fewer gaps becomes the current one; so does one with as many gaps
whose components are nearer to cycles, or not much farther, since a gap closes where the two meet. This leads from some hundred gaps
to a few within a hundred calls. After a number of calls without progress some variables near a gap are flipped, and the search
goes on from the resulting assignment: it has more gaps at first, and different ones at the end.

This needs a solver that keeps the values it prefers: a solver that replaces them by the values it tried last, as MiniSat does,
opens gaps elsewhere as fast as it closes these.

References: Lourenço, Martin and Stützle 2003, "Iterated local search"; Demirović and Stuckey 2019, "Techniques inspired by local
search for incomplete MaxSAT and the linear algorithm: varying resolution and solution-guided search".
"""

from __future__ import annotations

from random import Random

import numpy as np

from hashicnf.backends import AssumingSession
from hashicnf.logic import Bools, Ints, Sat, Unsat, literals_of
from hashicnf.records import record
from hashicnf.windows.calls import Calls
from hashicnf.windows.gaps import Gaps
from hashicnf.windows.neighbourhood import Neighbourhood
from hashicnf.windows.settings import ClimbingLimits
from hashicnf.windows.subformula import window_clauses


@record
class Found:
    """An assignment ``values``, bool[1 + v], that satisfies the clauses, its gaps, and its rank (lower is better)."""

    values: Bools
    gaps: Gaps
    rank: tuple[int, int]


class LocalSearch:
    """A search in a window; ``best`` is the best assignment so far, with at most as many gaps as the first."""

    def __init__(
        self,
        near: Neighbourhood,
        values: Bools,
        session: AssumingSession,
        calls: Calls,
        settings: ClimbingLimits,
        random: Random,
    ) -> None:
        """Start with values of all variables, bool[1 + v]; the session contains the clauses, and prefers these values."""
        self._near, self._session, self._calls = near, session, calls
        self._settings, self._random = settings, random
        self._selector = len(values)  # the next free variable: selectors of clauses that close gaps
        self._refusals = 0
        self._now = self.best = self._found(values)

    def run(self, shakes: int) -> bool:
        """Search until no gap is left, or no progress is made after so many ``shakes``; return whether there are fewer gaps."""
        before, goes_on = len(self.best.gaps), self._descend()
        for _ in range(shakes):
            goes_on = goes_on and self._shake() and self._descend()
        return len(self.best.gaps) < before

    def _descend(self) -> bool:
        """Improve the assignment until calls make no progress; return False if the search is over: no gap, or no answer."""
        last, fewest, vain = self._now, len(self._now.gaps), 0
        while vain < self._settings.vain:
            if not len(last.gaps) or (found := self._closed(self._shortest(last.gaps))) is None:
                return False
            last, (gaps, moves) = found, self._now.rank
            vain = 0 if len(last.gaps) < fewest else vain + 1
            fewest = min(fewest, len(last.gaps))
            if len(last.gaps) <= gaps and last.rank <= (gaps, moves + self._settings.slack):
                self._take(last)
        return True

    def _shake(self) -> bool:
        """Flip some variables near a gap, and go on from a model with these values; return whether there is one."""
        gaps, lots, settings = self._now.gaps, self._random, self._settings
        edges = gaps.edges(lots.randrange(len(gaps)))
        place = lots.choice(self._near.place[edges if len(edges) else slice(None)].tolist())
        free = self._near.around(int(self._near.places[place]), lots.choice(settings.moves)).tolist()
        some = np.array(lots.sample(free, min(len(free), lots.choice(settings.flips))), dtype=np.int32)
        flipped = literals_of(~self._now.values, some)
        while (verdict := self._decided(flipped)) is not None and not isinstance(verdict, Sat) and len(verdict):
            flipped = flipped[flipped != lots.choice(verdict.tolist())]
        if not isinstance(verdict, Sat):
            return False
        self._take(self._found(verdict.model))
        return True

    def _closed(self, cuts: list[Ints]) -> Found | None:
        """Find a model that also satisfies the clauses ``cuts``, each int32[k], except a few in a core; None if none is found."""
        selectors = np.arange(self._selector, self._selector + len(cuts), dtype=np.int32)
        self._selector += len(cuts)
        self._session.add(
            [window_clauses(np.append(cut, -one)[None]) for cut, one in zip(cuts, selectors, strict=True)]
        )
        self._calls.effort.spend(len(self._near.free) // self._settings.variables_a_conflict)
        while (verdict := self._decided(selectors)) is not None:
            if isinstance(verdict, Sat):
                self._session.add([window_clauses(selectors[:, None])])
                return self._found(verdict.model)
            self._refusals += 1
            if not len(verdict) or self._refusals > self._settings.refusals:
                break
            selectors = selectors[selectors != self._random.choice(verdict.tolist())]
        return None

    def _decided(self, assumed: Ints) -> Sat | Ints | None:
        """Call the solver under assumptions; return the model, the core int32[k] if they are refuted, or None without an answer."""
        verdict = self._calls.decide(self._session, assumed, self._settings.conflicts, self._settings.portion)
        if isinstance(verdict, Unsat) and verdict.core is not None:
            return verdict.core
        return verdict if isinstance(verdict, Sat) else None

    def _shortest(self, gaps: Gaps) -> list[Ints]:
        """Return the shortest clauses that close gaps, each int32[k]: a share of all, at least ``fewest`` of the settings."""
        cuts = sorted((gaps.cut(gap) for gap in self._near.closable(gaps)), key=len)
        return cuts[: max(self._settings.fewest, len(cuts) // self._settings.share)]

    def _found(self, model: Bools) -> Found:
        values = model[: len(self._near.tile_of)]
        gaps = self._near.gaps(values)
        return Found(values, gaps, self._near.rank(gaps))

    def _take(self, found: Found) -> None:
        """Make an assignment the current one, whose values the solver prefers from now on."""
        self._session.prefer(
            literals_of(found.values, np.flatnonzero(found.values != self._now.values).astype(np.int32))
        )
        self._now = found
        if len(found.gaps) <= len(self.best.gaps):
            self.best = found
