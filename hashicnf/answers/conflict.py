"""Clues that contradict each other, none of which can be left out.

Each question, whether some clues have a solution, goes to a solver that has a selector for every clue, for some conflicts. What
takes it longer is counted, and then solved with the other clues hidden, at last by windows, which know of parities, or where the
formula says all of the rules by the strong solver. Whether a clue can be left out may stay open; then it is kept.
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import Final

import numpy as np

from hashicnf.answers.contradicting_sums import contradicting
from hashicnf.answers.needed import LEAVING_OUT
from hashicnf.backends.choose import DEFAULT_SOLVER
from hashicnf.core.deadline import Deadline
from hashicnf.core.stats import Observer, unobserved
from hashicnf.errors import GaveUp
from hashicnf.families import Puzzle
from hashicnf.logic import Ints, Unknown, Unsat, Verdict
from hashicnf.passes.connectivity.choice import LAZY
from hashicnf.pipeline.compile import compile_puzzle
from hashicnf.pipeline.compiled import Compiled
from hashicnf.pipeline.encodings import Encodings
from hashicnf.records import record
from hashicnf.solving.cores import Core, core_of, holding, irreducible_in_rounds
from hashicnf.solving.lazy import LazyLoop
from hashicnf.solving.roads.choice import Stage
from hashicnf.solving.roads.runner import StageRunner
from hashicnf.solving.run import Run
from hashicnf.solving.searching import has_roads, insist, is_one_shot

PATIENCE: Final = 2_000  # conflicts of a question before its clues are counted
EFFORTS: Final = (10, 40, 160, 600, PATIENCE)  # conflicts of questions whether a clue can be left out, round by round
EFFORT: Final = 20_000  # conflicts of a question before roads are taken
MOST: Final = 12_000  # conflicts for leaving out clues of a puzzle that has no roads
MOST_ELSEWHERE: Final = 30  # clues that are tried to be left out on roads: each may take some seconds
STAGES: Final = (Stage("lazy", 5_000), Stage("windows", 100_000))
SHARE: Final = 0.5  # of the time that is left, for leaving clues out


@record
class Conflict:
    """Clues that contradict each other, int32[k], ascending; ``is_minimal`` if each is proved to be needed for that."""

    clues: Ints
    is_minimal: bool = True


class Contradictions:
    """A loop with clauses that hold under ``selectors``, int32[k], those of ``clues``, int32[k], ascending."""

    def __init__(
        self,
        compiled: Compiled,
        loop: LazyLoop,
        selectors: Ints,
        clues: Ints,
        deadline: Deadline,
        observe: Observer = unobserved,
    ) -> None:
        """Take what is asked; leaving clues out ends when a share of the time is over."""
        self._observe, self._is_one_shot, self._begun = observe, is_one_shot(compiled), 0
        self._puzzle, self._loop, self._selectors, self._clues = compiled.puzzle, loop, selectors, clues
        self._deadline, self._on_roads = deadline, 0
        left = deadline.left()
        self._soon = deadline if left is None else Deadline.after(SHARE * left)

    def smallest(self) -> Conflict | None:
        """Find clues of which none can be left out; None if all have a solution. Raises GaveUp."""
        every: list[int] = self._selectors.tolist()
        core = self._core(every, self._deadline, PATIENCE)
        if isinstance(core, Unknown):
            core = core_of(self._loop, every, None, self._deadline)
        if core is None or isinstance(core, Unknown):
            return None
        self._begun = self._loop.conflicts()
        ordered = sorted(core, reverse=True)
        told = partial(self._observe, LEAVING_OUT)
        needed, is_minimal = irreducible_in_rounds(
            ordered, self._core_soon, EFFORTS, holding(self._loop), told, self._is_over
        )
        return Conflict(self._clues_of(needed), is_minimal)

    def _is_over(self, conflicts: int) -> bool:
        """Return whether the share of the time is over, or the effort that questions of so many conflicts may take together."""
        if self._soon.is_past():
            return True
        if self._is_one_shot:
            return self._loop.conflicts() - self._begun > MOST
        return self._on_roads >= MOST_ELSEWHERE and conflicts >= PATIENCE

    def _core_soon(self, assumed: list[int], conflicts: int) -> Core:
        """Ask within the share of the time; Unknown where that is over, whatever was at work. Raises GaveUp where all of it is."""
        if self._is_one_shot:
            return core_of(self._loop, assumed, conflicts, self._deadline)
        try:
            return self._core(assumed, self._soon, conflicts)
        except GaveUp:
            self._deadline.require()
            return Unknown()

    def _core(self, assumed: list[int], deadline: Deadline, conflicts: int) -> Core:
        """Ask the loop for some conflicts, then, where these are the most, elsewhere. Raises GaveUp."""
        core = core_of(self._loop, assumed, conflicts, deadline)
        if not isinstance(core, Unknown) or conflicts < PATIENCE:
            return core
        clues = self._clues_of(assumed)
        if (found := contradicting(self._puzzle, clues, deadline)) is not None:
            places = np.searchsorted(self._clues, found)
            return [int(selector) for selector in self._selectors[places]]
        if not self._is_one_shot and not isinstance(core := core_of(self._loop, assumed, EFFORT, deadline), Unknown):
            return core
        self._on_roads += 1
        if (hidden := _elsewhere(self._puzzle, clues, deadline)) is None:
            return core_of(self._loop, assumed, None, deadline)
        if isinstance(hidden, Unknown):
            return hidden
        return assumed if isinstance(hidden, Unsat) else None

    def _clues_of(self, assumed: list[int]) -> Ints:
        places = np.searchsorted(self._selectors, np.sort(np.array(assumed, dtype=np.int32)))
        clues: Ints = self._clues[places]
        return clues


def _elsewhere(puzzle: Puzzle, clues: Ints, deadline: Deadline) -> Verdict | None:
    """Solve a puzzle with some clues, int32[k], the others being hidden: on roads, or by the strong solver where it has none.

    Unknown where that takes long; None if the formula leaves rules open that no road is for.
    """
    rules = puzzle.rules.clues
    if rules is None:
        return None
    compiled = compile_puzzle(
        replace(puzzle, board=rules.only(puzzle.board, clues)),
        Encodings(connectivity=LAZY, simplify=True),
        observe=deadline.ending(),
    )
    if has_roads(compiled):
        with StageRunner(Run(compiled, deadline=deadline)) as runner:
            return runner.run(STAGES)
    if not is_one_shot(compiled):
        return None
    with LazyLoop(compiled, DEFAULT_SOLVER, deadline) as loop:
        return insist(compiled, loop)
