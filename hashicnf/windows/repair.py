"""Repair: make an assignment that satisfies all clauses connected, window by window.

If solutions are nearly trees, sweeps fail: the first windows use edges that the last ones need. But an assignment that satisfies
the clauses is found at once, and has some hundred gaps (``gaps``). They are closed one by one: a window around a gap is solved
anew, with all variables outside fixed. Small windows (``patching``) and large ones (``closing``) take turns: the kind that has
closed gaps for fewer conflicts of late is used. If solutions are trees, small windows are searched locally instead (``climbing``).

Where repair ends is mostly chance: on a tree of 8,000 nodes two climbs of six close the last gap soon, the others do not. So it
begins anew once it has been in vain as long as it took to get there, or longer. Before that, if few gaps are left, attempts at the
board begin with the values of the assignment: windows move what is wrong at a gap across the board until it meets another gap.

References: Shaw 1998, "Using constraint programming and local search methods to solve vehicle routing problems"; Karp 1979, "A
patching algorithm for the nonsymmetric traveling-salesman problem".
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import exp, inf
from random import Random
from typing import TypeAlias

import numpy as np

from hashicnf.logic import Bools, Ints, Sat, Unknown, Unsat, Verdict, truth
from hashicnf.windows.calls import Calls
from hashicnf.windows.climbing import Climbing
from hashicnf.windows.closing import Closing
from hashicnf.windows.effort import Effort
from hashicnf.windows.gaps import Gaps
from hashicnf.windows.patching import Patching
from hashicnf.windows.state import State
from hashicnf.windows.trees import is_tree

Attempt: TypeAlias = Callable[[Bools, int], Verdict]
"""Makes an attempt near an assignment, bool[v + 1], with so much patience, in conflicts."""


def no_attempt(near: Bools, patience: int) -> Verdict:  # noqa: ARG001
    """Make no attempt."""
    return Unknown()


@dataclass
class Kind:
    """A way to mend a gap, and its recent costs: the conflicts ``spent`` and the gaps ``closed``.

    A kind starts with one assumed gap. Both decay exponentially: after ``memory`` conflicts they count for about a third (1/e).
    """

    mend: Callable[[Gaps, int, Ints], None]
    memory: int
    spent: float = 0
    closed: float = 1

    def price(self) -> float:
        """Return the conflicts per closed gap; infinite if the gaps have decayed to nothing."""
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

    def __init__(self, state: State, effort: Effort, attempt: Attempt = no_attempt) -> None:
        """Start with the assignment of the state, which satisfies its clauses; at times ``attempt`` is called with its values."""
        self._state, self._batch, self._settings = state, state.demands.inner, state.settings.repair
        batch = self._batch
        calls, self._effort = Calls(state, effort), effort
        self._is_open = state.is_open(batch.lits)
        self._random = Random(0)  # noqa: S311 - the same places in every run
        first, limits = (Climbing, state.settings.climbing) if is_tree(state.demands) else (Patching, self._settings)
        small, large = first(state, calls, self._random).mend, Closing(state, calls, self._random).mend
        memory, self._turns = self._settings.memory, limits.turns
        self._kinds = [Kind(small, memory), Kind(large, memory, spent=limits.head_start)]
        self._share = self._turns.share_a_node * batch.nodes
        self._first, self._spent = state.model().copy(), 0  # conflicts since the first assignment
        self._attempt = attempt
        self._wait_anew()
        self.is_stuck = False

    def run(self) -> Verdict:
        """Mend the assignment until it has no gap (Sat), a gap that cannot be closed (Unsat), or a limit is reached (Unknown).

        The run's share of conflicts is restored whenever half of the gaps are closed, until few are left. The next run continues
        with twice the share. If gaps do not become fewer for long, the run begins anew with the first assignment, and ``is_stuck``
        is set: another assignment may be better.
        """
        effort, turns = self._effort, self._turns
        gaps = self._gaps()
        half, share, self._share = len(gaps), self._share, 2 * self._share
        end, fewest, self.is_stuck = effort.spent + share, self._hope(gaps), False
        while len(gaps) and not effort.is_used_up() and effort.spent < end:
            if self._are_fewer(gaps, fewest):
                fewest = self._hope(gaps)
            elif effort.is_over():
                self.is_stuck, gaps = True, self._anew()
                fewest = self._hope(gaps)
            if turns.few <= len(gaps) <= half // 2:
                half, end = len(gaps), effort.spent + share
            if self._is_due(gaps) and not isinstance(verdict := self._attempted(), Unknown):
                return verdict
            left = self._mended(gaps)
            if left is None:
                return Unsat()
            gaps = left
        return Unknown(effort.stopped()) if len(gaps) else Sat(self._state.model())

    def _hope(self, gaps: Gaps) -> int:
        """Restore patience, and return how many gaps are left."""
        self._effort.begin(self._turns.patience_at(len(gaps), self._spent))
        return len(gaps)

    def _anew(self) -> Gaps:
        """Return to the first assignment; other random numbers lead from there to another one."""
        self._state.take(self._first)
        self._spent = 0
        self._wait_anew()
        return self._gaps()

    def _wait_anew(self) -> None:
        """Let repair go on for a while before the first attempt near an assignment."""
        self._fewest, self._since, self._wait = inf, self._spent, self._turns.wait_a_node * self._batch.nodes

    def _is_due(self, gaps: Gaps) -> bool:
        """Return whether an attempt is due: few gaps are left, and have not become fewer for some time."""
        if len(gaps) < self._fewest:
            self._fewest, self._since = len(gaps), self._spent
        return len(gaps) <= self._turns.near and self._spent - self._since >= self._wait

    def _attempted(self) -> Verdict:
        """Make an attempt that begins with the assignment; the next one has to wait at least twice as long."""
        before = self._effort.spent
        with self._effort.aside():
            verdict = self._attempt(self._state.model().copy(), self._turns.near_a_node * self._batch.nodes)
        spent = self._effort.spent - before
        self._since, self._wait = self._spent, max(2 * self._wait, self._turns.wait_a_conflict * spent)
        return verdict

    def _mended(self, gaps: Gaps) -> Gaps | None:
        """Try to close a gap, one at random, by the cheaper kind of windows; return the gaps left, None if it cannot be closed."""
        gap = self._random.randrange(gaps.cycles if len(gaps.apart) else 0, len(gaps))
        edges = gaps.edges(gap)
        possible = edges[self._is_open[edges]]
        if not len(possible):
            return None
        kind, before = min(self._kinds, key=Kind.price), self._effort.spent
        kind.mend(gaps, gap, possible)
        if self._effort.spent == before:  # no window was solved, so that nothing but this call ends the run
            self._effort.spend(0)
        left, spent = self._gaps(gaps), self._effort.spent - before
        self._spent += spent
        kind.spend(spent, len(gaps) - len(left))
        for other in self._kinds:
            if other is not kind:
                other.wait(spent)
        return left

    def _are_fewer(self, gaps: Gaps, before: int) -> bool:
        """Return whether so many gaps fewer than before are left that patience is restored."""
        return len(gaps) <= before - max(1, before // self._settings.progress)

    def _gaps(self, before: Gaps | None = None) -> Gaps:
        """Return the gaps of the assignment; the object ``before`` itself if no edge has changed."""
        chosen = truth(self._state.assignment.model, self._batch.lits)
        return before if before is not None and np.array_equal(chosen, before.chosen) else Gaps(self._batch, chosen)
