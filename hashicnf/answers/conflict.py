"""Clues that contradict each other, none of which can be left out.

Each question, whether some clues have a solution, goes to a solver that has a selector for every clue, for some conflicts. What
takes it longer is counted, and then solved with the other clues hidden, at last by windows, which know of parities. Whether a clue
can be left out may stay open; then it is kept.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final, TypeAlias

import numpy as np

from hashicnf.answers.contradicting_sums import contradicting
from hashicnf.backends import is_out_of_conflicts
from hashicnf.core.deadline import Deadline
from hashicnf.core.stats import Observer, unobserved
from hashicnf.errors import GaveUp
from hashicnf.families import Puzzle
from hashicnf.logic import Ints, Sat, Unknown, Unsat, Verdict
from hashicnf.passes.connectivity.choice import LAZY
from hashicnf.pipeline.compile import compile_puzzle
from hashicnf.pipeline.encodings import Encodings
from hashicnf.records import record
from hashicnf.solving.cores import irreducible
from hashicnf.solving.lazy import LazyLoop
from hashicnf.solving.roads.choice import Stage
from hashicnf.solving.roads.runner import StageRunner
from hashicnf.solving.run import Run
from hashicnf.solving.searching import has_roads

PATIENCE: Final = 2_000  # conflicts of a question before its clues are counted
EFFORT: Final = 20_000  # conflicts of a question before roads are taken
STAGES: Final = (Stage("lazy", 5_000), Stage("windows", 100_000))
SHARE: Final = 0.5  # of the time that is left, for leaving clues out

Core: TypeAlias = list[int] | Unknown | None  # None where there is a solution


@record
class Conflict:
    """Clues that contradict each other, int32[k], ascending; ``is_minimal`` if each is proved to be needed for that."""

    clues: Ints
    is_minimal: bool = True


class Contradictions:
    """A loop with clauses that hold under ``selectors``, int32[k], those of ``clues``, int32[k], ascending.

    Without ``elsewhere`` only the loop is asked: it has clauses that the puzzle has not.
    """

    def __init__(
        self,
        puzzle: Puzzle,
        loop: LazyLoop,
        selectors: Ints,
        clues: Ints,
        deadline: Deadline,
        observe: Observer = unobserved,
        *,
        elsewhere: bool,
    ) -> None:
        """Take what is asked; leaving clues out ends when a share of the time is over."""
        self._observe, self._tried, self._most = observe, 0, 1
        self._puzzle, self._loop, self._selectors, self._clues = puzzle, loop, selectors, clues
        self._deadline, self._elsewhere, self._is_minimal = deadline, elsewhere, True
        left = deadline.left()
        self._soon = deadline if left is None else Deadline.after(SHARE * left)

    def smallest(self) -> Conflict | None:
        """Find clues of which none can be left out; None if all have a solution. Raises GaveUp."""
        every: list[int] = self._selectors.tolist()
        core = self._core(every, self._deadline)
        if isinstance(core, Unknown):
            core = self._answered(self._loop.ask(self._selectors))
        if core is None:
            return None
        self._most = len(core) or 1
        needed = irreducible(sorted(core, reverse=True), self._smaller)
        return Conflict(self._clues_of(needed), self._is_minimal)

    def _smaller(self, assumed: list[int]) -> list[int] | None:
        """Return those of some selectors that cannot hold together; None if all can, or that stays open."""
        self._observe("look for clues that can be left out", self._tried / self._most)
        self._tried += 1
        if not self._elsewhere:
            return self._answered(self._loop.ask(np.array(assumed, dtype=np.int32)))
        if isinstance(core := self._core_soon(assumed), Unknown):
            self._is_minimal = False
            return None
        return core

    def _core_soon(self, assumed: list[int]) -> Core:
        """Ask within the share of the time; Unknown where that is over, whatever was at work. Raises GaveUp where all of it is."""
        if self._soon.is_past():
            return Unknown()
        try:
            return self._core(assumed, self._soon)
        except GaveUp:
            self._deadline.require()
            return Unknown()

    def _core(self, assumed: list[int], deadline: Deadline) -> Core:
        """Ask the loop for some conflicts, then elsewhere. Raises GaveUp."""
        verdict = self._loop.ask(np.array(assumed, dtype=np.int32), PATIENCE if self._elsewhere else None)
        if not is_out_of_conflicts(verdict):
            return self._answered(verdict)
        clues = self._clues_of(assumed)
        if (found := contradicting(self._puzzle, clues, deadline)) is not None:
            places = np.searchsorted(self._clues, found)
            return [int(selector) for selector in self._selectors[places]]
        if not is_out_of_conflicts(verdict := self._loop.ask(np.array(assumed, dtype=np.int32), EFFORT)):
            return self._answered(verdict)
        if (hidden := _on_roads(self._puzzle, clues, deadline)) is None:
            return self._answered(self._loop.ask(np.array(assumed, dtype=np.int32)))
        if isinstance(hidden, Unknown):
            return hidden
        return assumed if isinstance(hidden, Unsat) else None

    def _answered(self, verdict: Verdict) -> list[int] | None:
        """Return the core of a verdict, None for a model. Raises GaveUp for neither."""
        if isinstance(verdict, Unknown):
            raise verdict.stopped.error()
        if isinstance(verdict, Sat):
            return None
        return [] if not isinstance(verdict, Unsat) or verdict.core is None else verdict.core.tolist()

    def _clues_of(self, assumed: list[int]) -> Ints:
        places = np.searchsorted(self._selectors, np.sort(np.array(assumed, dtype=np.int32)))
        clues: Ints = self._clues[places]
        return clues


def _on_roads(puzzle: Puzzle, clues: Ints, deadline: Deadline) -> Verdict | None:
    """Solve a puzzle with some clues, int32[k], the others being hidden; Unknown where that takes long, None if it has one road."""
    rules = puzzle.rules.clues
    if rules is None:
        return None
    compiled = compile_puzzle(
        replace(puzzle, board=rules.only(puzzle.board, clues)),
        Encodings(connectivity=LAZY, simplify=True),
        observe=deadline.ending(),
    )
    if not has_roads(compiled):
        return None
    with StageRunner(Run(compiled, deadline=deadline)) as runner:
        return runner.run(STAGES)
