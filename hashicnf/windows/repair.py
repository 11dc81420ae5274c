"""Repair: make an assignment that satisfies all clauses connected, window by window.

If solutions are nearly trees, sweeps fail: the first windows use edges that the last ones need. But an assignment that satisfies
the clauses is found at once, and has some hundred gaps (``gaps``). A window around one of them is solved anew, with all variables
outside fixed: this gap must be closed, and no new one may open. A model found on the way that has fewer gaps, or as many at other
places, replaces the assignment: since sums fix the number of edges, a surplus component implies a surplus cycle elsewhere, and gaps
move until they meet one. After a model with fewer gaps, the window has to close another one. A window without a model grows along
the core, as in sweeps. Every second window, at random, also grows while it can only move its gap: otherwise, where moving is easy,
gaps would move about at one place for ever. Large windows (``closing``) take turns with the small ones: the kind that has closed
gaps for fewer conflicts of late is used. If solutions are trees, windows are searched locally instead (``climbing``).

References: Shaw 1998, "Using constraint programming and local search methods to solve vehicle routing problems"; Karp 1979, "A
patching algorithm for the nonsymmetric traveling-salesman problem".
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import exp, inf
from random import Random

import numpy as np

from hashicnf.backends import AssumingSession
from hashicnf.logic import Bools, Ints, Sat, Unknown, Unsat, Verdict, truth
from hashicnf.records import record
from hashicnf.windows.calls import Calls, open_session
from hashicnf.windows.climbing import Climbing
from hashicnf.windows.closing import Closing
from hashicnf.windows.effort import Effort
from hashicnf.windows.gaps import Gaps, WindowGaps
from hashicnf.windows.state import State
from hashicnf.windows.subformula import renamed, window_clauses
from hashicnf.windows.trees import is_tree


@record
class Patch:
    """A window that is solved anew: its variables ``originals`` int32[1 + v], and their values ``before``, bool[1 + v].

    The variables with ``is_free``, bool[1 + v], may change. ``gaps`` and ``cut``, int32[1, k], the clause that closes the gap, use
    the numbers of the session.
    """

    originals: Ints
    before: Bools
    is_free: Bools
    gaps: WindowGaps
    cut: Ints


@dataclass
class _Kind:
    """A way to mend a gap, and its recent costs: the conflicts ``spent`` and the gaps ``closed``.

    Both decay exponentially: after ``memory`` conflicts they count for about a third (1/e).
    """

    mend: Callable[[Gaps, int, Ints], None]
    memory: int
    spent: float = 0
    closed: float = 1

    def price(self) -> float:
        """Return the conflicts per closed gap; infinite if none was closed."""
        return self.spent / self.closed if self.closed else inf

    def spend(self, conflicts: int, closed: int) -> None:
        """Add the conflicts of a window, and the number of gaps that it has closed."""
        kept = exp(-conflicts / self.memory)
        self.spent = kept * self.spent + conflicts
        self.closed = kept * self.closed + max(0, closed)

    def wait(self, conflicts: int) -> None:
        """Let the conflicts decay while another kind spends some, so that this kind is tried again."""
        self.spent *= exp(-conflicts / self.memory)


class GapRepair:
    """An assignment to all variables of a state, whose gaps are closed in place."""

    def __init__(self, state: State, effort: Effort) -> None:
        """Start with the assignment of the state, which satisfies its clauses."""
        self._state, self._batch, self._settings = state, state.demands.connected, state.demands.settings.mending
        batch = self._batch
        self._calls, self._effort = Calls(state, effort), effort
        self._is_open = state.is_open(batch.lits)
        self._edge = np.full(len(state.tile_of), -1, dtype=np.int32)
        self._edge[np.abs(batch.lits)] = np.arange(len(batch.lits), dtype=np.int32)
        self._random = Random(0)  # noqa: S311 - the same places in every run
        memory, head_start = self._settings.memory, self._settings.head_start
        if is_tree(state.demands):
            self._kinds = [_Kind(Climbing(state, self._calls, self._random).mend, memory)]
            self._turns = state.demands.settings.climbing.turns
        else:
            large = Closing(state, self._calls, self._random).mend
            self._kinds = [_Kind(self._mend, memory), _Kind(large, memory, spent=head_start)]
            self._turns = self._settings.turns
        self._share = self._turns.share_a_node * batch.nodes
        self.is_stuck = False

    def run(self) -> Verdict:
        """Mend the assignment until it has no gap (Sat), a gap that cannot be closed (Unsat), or a limit is reached (Unknown).

        The run's share of conflicts is restored whenever half of the gaps are closed, until few are left. The next run continues
        with twice the share. If this run has closed hardly any gap, ``is_stuck`` is set, and the next is of little use.
        """
        effort, turns = self._effort, self._turns
        gaps = self._gaps()
        first = fewest = half = len(gaps)
        share, self._share = self._share, 2 * self._share
        end = effort.spent + share
        effort.begin(turns.patience_at(fewest))
        while not effort.is_over() and effort.spent < end:
            if not len(gaps):
                return Sat(self._state.model())
            if self._are_fewer(gaps, fewest):
                fewest = len(gaps)
                effort.begin(turns.patience_at(fewest))
            if turns.few <= len(gaps) <= half // 2:
                half, end = len(gaps), effort.spent + share
            gap = self._random.randrange(gaps.cycles if len(gaps.apart) else 0, len(gaps))
            edges = gaps.edges(gap)
            possible = edges[self._is_open[edges]]
            if not len(possible):
                return Unsat()
            kind, before = min(self._kinds, key=_Kind.price), effort.spent
            kind.mend(gaps, gap, possible)
            left = self._gaps(gaps)
            kind.spend(effort.spent - before, len(gaps) - len(left))
            for other in self._kinds:
                if other is not kind:
                    other.wait(effort.spent - before)
            gaps = left
        self.is_stuck = effort.is_over() and not self._are_fewer(gaps, first)
        return Unknown(effort.stopped())

    def _are_fewer(self, gaps: Gaps, before: int) -> bool:
        """Return whether so many gaps fewer than before are left that patience is restored."""
        return len(gaps) <= before - max(1, before // self._settings.progress)

    def _gaps(self, before: Gaps | None = None) -> Gaps:
        """Return the gaps of the assignment; the object ``before`` itself if no edge has changed."""
        chosen = truth(self._state.assignment.model, self._batch.lits)
        return before if before is not None and np.array_equal(chosen, before.chosen) else Gaps(self._batch, chosen)

    def _mend(self, gaps: Gaps, gap: int, edges: Ints) -> None:
        """Close a gap by a window around one of its edges, int32[k]; the window grows while the gap cannot be closed in it."""
        tiles, cut = self._state.tiles, gaps.cut(gap)
        center = int(self._state.tile_of[abs(self._batch.lits[self._random.choice(edges.tolist())])])
        window = tiles.around(np.array([center], dtype=np.int32), self._random.choice(self._settings.moves))
        insists = self._random.random() < self._settings.insistence
        while len(window) <= self._settings.tiles:
            core = self._solve(window, cut, insists=insists)
            if core is None:
                return
            window = self._state.grown(window, core, center)

    def _solve(self, window: Ints, cut: Ints, *, insists: bool) -> Ints | None:
        """Solve a window anew; return the variables of the core if it cannot close the gap, otherwise None.

        If the window ``insists``, a model that only moves the gap does not count.
        """
        model = self._state.assignment.model
        with self._state.opened(window), open_session(self._calls.stats) as session:
            self._calls.load(session, window, model)
            patch = self._patch(cut)
            model[patch.originals], core = self._search(session, patch, insists=insists)
        return core

    def _patch(self, cut: Ints) -> Patch:
        """Return the window whose clauses the subformula contains, as a patch."""
        originals, assignment, batch = self._state.subformula.originals, self._state.assignment, self._batch
        is_free = ~assignment.decided[originals]
        is_free[0] = False
        number = np.zeros(len(assignment.model), dtype=np.int32)
        number[originals] = np.where(is_free, np.arange(len(originals), dtype=np.int32), 0)
        edges = self._edge[originals[is_free]]
        edges = edges[edges >= 0]
        chosen = truth(assignment.model, batch.lits)
        gaps = WindowGaps.seen(batch, chosen, edges, renamed(batch.lits[edges], number))
        near = renamed(cut, number)
        return Patch(originals, assignment.model[originals], is_free, gaps, near[near != 0][None])

    def _search(self, session: AssumingSession, patch: Patch, *, insists: bool) -> tuple[Bools, Ints | None]:
        """Return the values found with the fewest gaps, bool[1 + v], and None; or the old ones and the core, as original variables.

        The core is returned if no values have at most as many gaps as before; if the search ``insists``, also if none have fewer.
        """
        best, base, cuts, left = None, patch.before, patch.cut, self._settings.conflicts
        (most, _), held = patch.gaps.broken(base), self._state.held()
        while left > 0 and not self._effort.is_over():
            session.add([window_clauses(cuts)])
            verdict, spent = self._calls.ask(session, held, left)
            left -= spent
            has_none = base is patch.before and (insists or best is None)
            if has_none and isinstance(verdict, Unsat) and verdict.core is not None:
                return patch.before, patch.originals[np.abs(verdict.core)]
            if not isinstance(verdict, Sat):
                break
            model = np.where(patch.is_free, verdict.model[: len(patch.is_free)], patch.before)
            with self._calls.stats.phase("refine"):
                found, clauses = patch.gaps.broken(model)
            if found <= most:
                best = model
            if not len(clauses):  # none left, or no edge of the window closes any
                break
            if found < most:
                most, base, cuts = found, model, clauses[[self._random.randrange(len(clauses))]]
                left = min(left, self._settings.conflicts - left)
            else:
                cuts = clauses[truth(base, clauses).any(axis=1)]
        return patch.before if best is None else best, None
