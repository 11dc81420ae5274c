"""Find solutions that break the fewest clues, by MaxSAT in a loop that adds cuts for connectivity.

Reference: Ignatiev, Morgado and Marques-Silva 2019, "RC2: an efficient MaxSAT solver".
"""

from __future__ import annotations

from concurrent.futures import Future, wait
from contextlib import suppress
from threading import Thread
from typing import Final, Self

import numpy as np
from pysat.examples.rc2 import RC2
from pysat.formula import WCNF

from hashicnf.answers.switched import Switched
from hashicnf.core.deadline import Deadline
from hashicnf.errors import InternalError
from hashicnf.logic import Bools, Ints

TICK: Final = 0.5  # seconds between two checks for Ctrl-C


class Fewest:
    """A MaxSAT problem: solutions of all rules that break the fewest clues. A context manager."""

    def __init__(self, switched: Switched, conflict: Ints) -> None:
        """Load the clauses; ``conflict`` int32[k] are clues that contradict each other, which is added as a clause."""
        hard, self._selectors = switched.weighted()
        self._compiled, self._broken = switched.compiled, list[int]()
        problem = WCNF()
        problem.nv = int(self._selectors.max(initial=self._compiled.variables.count))
        for block in hard:  # not by extend, which examines each clause
            problem.hard += block.lits.tolist()
        problem.append((-self._selectors[switched.place(conflict)]).tolist())
        problem.extend(self._selectors[:, None].tolist(), weights=[1] * len(self._selectors))
        self._solver = RC2(problem)
        # A future, since joining a thread returns early on Ctrl-C and then reports the thread as ended.
        self._search: Future[list[int] | None] | None = None

    def __enter__(self) -> Self:
        """Return the problem; the solver is freed at the end."""
        return self

    def __exit__(self, *problem: object) -> None:
        """Free the solver."""
        self._interrupt()
        self._solver.delete()

    @property
    def least(self) -> int:
        """Return how many clues each solution breaks at least, as far as is known: at least one."""
        return max(1, int(self._solver.cost))

    @property
    def has_found(self) -> bool:
        """Return whether a solution was found, so that the next one is another one."""
        return bool(self._broken)

    def next(self, deadline: Deadline) -> object:
        """Return a solution that breaks the fewest clues, but not all that an earlier one breaks. Raises GaveUp at the deadline.

        None if every solution breaks all clues that some earlier one breaks.
        """
        is_first = not self.has_found
        if self._broken:
            self._solver.add_clause(self._broken)
        while True:
            if (literals := self._optimum(deadline)) is None:
                if is_first:
                    raise InternalError(
                        "rules that have a solution without the clues have none when these may be broken"
                    )
                return None
            model: Bools = np.zeros(int(self._selectors.max()) + 1, dtype=np.bool_)
            model[[literal for literal in literals if 0 < literal < len(model)]] = True
            if not (cuts := self._compiled.claim.refine(model)):
                self._broken = self._selectors[~model[self._selectors]].tolist()
                return self._compiled.decode(model)
            for clause in (row for cut in cuts for row in cut.lits.tolist()):
                self._solver.add_clause(clause)

    def _interrupt(self) -> None:
        """Interrupt the search and wait for its end even after Ctrl-C, since the solver must not be freed while it runs."""
        while self._search is not None and not (self._search.cancel() or self._search.done()):
            with suppress(KeyboardInterrupt):
                self._solver.interrupt()
                wait([self._search], TICK)

    def _optimum(self, deadline: Deadline) -> list[int] | None:
        """Compute an optimal model in a thread that the deadline or Ctrl-C interrupts; None if there is none. Raises GaveUp."""
        deadline.require()
        self._solver.clear_interrupt()  # of an earlier search, which would end this one at once
        search = self._search = Future()
        try:
            Thread(target=self._run, args=(search,), daemon=True).start()
            while not search.done() and not deadline.is_past():
                left = deadline.left()
                wait([search], TICK if left is None else min(TICK, left))
        finally:
            self._interrupt()
        literals = None if search.cancelled() else search.result()
        if literals is None:
            deadline.require()
        return literals

    def _run(self, search: Future[list[int] | None]) -> None:
        if not search.set_running_or_notify_cancel():
            return
        try:
            search.set_result(self._solver.compute(expect_interrupt=True))
        except BaseException as problem:
            search.set_exception(problem)
