"""Find clues that contradict each other, none of which can be left out.

Whether some clues have a solution is first decided by a solver with a selector for every clue, up to some conflicts. A solution
without one clue shows that this one is needed, and by changes of it that others are. Harder questions, at first about all clues
that are still undecided, are tried by counting, then by solving the puzzle with the other clues hidden: by roads, the last of which
are windows, whose rules include parities, or if the formula contains all rules by the strong solver. Whether a clue can be left out
may stay undecided; then the clue is kept.
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import Final

import numpy as np

from hashicnf.answers.clues import ClueSet
from hashicnf.answers.contradicting_sums import contradicting
from hashicnf.answers.needed import LEAVING_OUT
from hashicnf.asking.cores import AlsoNeeded, Core, core_of, holding, irreducible
from hashicnf.backends.choose import DEFAULT_SOLVER
from hashicnf.core.deadline import Deadline
from hashicnf.core.progress import Observer, unobserved
from hashicnf.errors import GaveUp
from hashicnf.families import Puzzle
from hashicnf.logic import Bools, Ints, Unknown, Unsat, Verdict
from hashicnf.passes.connectivity.choice import LAZY
from hashicnf.pipeline.compile import compile_puzzle
from hashicnf.pipeline.encodings import Encodings
from hashicnf.pipeline.family_parts import clues_of
from hashicnf.solving.lazy import LazyLoop
from hashicnf.solving.model_search import has_roads, insist, is_one_shot
from hashicnf.solving.roads.choice import Stage
from hashicnf.solving.roads.runner import StageRunner
from hashicnf.solving.run import Run

PATIENCE: Final = 2_000  # conflicts of a question before counting is tried
EFFORTS: Final = (10, 40, 160, 600, PATIENCE)  # conflicts for deciding whether a clue can be left out, round by round
EFFORT: Final = 20_000  # conflicts of a question before roads are tried
VAIN: Final = 50_000  # conflicts in a row that decide nothing, after which a round ends
FEW: Final = 3  # questions in a row that ``EFFORT`` does not decide, after which roads come first
MOST: Final = 12_000  # conflicts for leaving out all clues of a puzzle without roads
MOST_ELSEWHERE: Final = 30  # questions that are answered by roads for leaving clues out: each may take some seconds
UNANSWERED: Final = 3  # such questions in a row without an answer, after which no more are asked
STAGES: Final = (Stage("lazy", 5_000), Stage("windows", 100_000))
SHARE: Final = 0.5  # share of the remaining time for leaving clues out


class Contradictions:
    """A lazy loop with the clauses of ``clues``, ascending int32[k], each switched on by one of ``selectors``, int32[k]."""

    def __init__(
        self, loop: LazyLoop, selectors: Ints, clues: Ints, rotated: AlsoNeeded, observe: Observer = unobserved
    ) -> None:
        """Store the parts of the question; clues are left out during at most a share of the remaining time."""
        self._observe, self._is_one_shot, self._begun = observe, is_one_shot(loop.compiled), 0
        self._puzzle, self._loop, self._selectors, self._clues = loop.compiled.puzzle, loop, selectors, clues
        self._deadline, self._rotated = loop.deadline, rotated
        self._on_roads, self._unanswered, self._in_vain = 0, 0, 0
        left = self._deadline.left()
        self._soon = self._deadline if left is None else Deadline.after(SHARE * left)

    def smallest(self) -> ClueSet | None:
        """Find contradicting clues of which none can be left out; None if all clues have a solution. Raises GaveUp."""
        every: list[int] = self._selectors.tolist()
        core = self._core(every, self._deadline, PATIENCE)
        if isinstance(core, Unknown):
            core = core_of(self._loop, every, None, self._deadline)
        if not isinstance(core, list):
            return None
        self._begun = self._loop.conflicts()
        ordered = sorted(core, reverse=True)
        needed, is_minimal = irreducible(
            ordered,
            self._core_soon,
            EFFORTS,
            holding(self._loop),
            self._also,
            partial(self._observe, LEAVING_OUT),
            self._is_over,
            PATIENCE,
            VAIN,
        )
        return ClueSet(self._clues_of(needed), is_minimal)

    def _is_over(self, conflicts: int) -> bool:
        """Return whether leaving clues out has used up its time or effort; ``conflicts`` is the limit of a question now."""
        if self._soon.is_past():
            return True
        if self._is_one_shot:
            return self._loop.conflicts() - self._begun > MOST
        is_vain = self._on_roads >= MOST_ELSEWHERE or self._unanswered >= UNANSWERED
        return is_vain and conflicts >= PATIENCE

    def _core_soon(self, assumed: list[int], conflicts: int) -> Core:
        """Return the core of assumptions, or Unknown at the end of the share of the time. Raises GaveUp at the deadline."""
        if self._is_one_shot:
            return core_of(self._loop, assumed, conflicts, self._deadline)
        try:
            return self._core(assumed, self._soon, conflicts)
        except GaveUp:
            self._deadline.require()
            return Unknown()

    def _core(self, assumed: list[int], deadline: Deadline, conflicts: int) -> Core:
        """Return the core of assumptions by the loop, up to so many conflicts; with at least ``PATIENCE``, also by other methods.

        Raises GaveUp at the deadline.
        """
        core = core_of(self._loop, assumed, conflicts, deadline)
        if not isinstance(core, Unknown) or conflicts < PATIENCE:
            return core
        clues = self._clues_of(assumed)
        if (found := contradicting(self._puzzle, clues, deadline)) is not None:
            return self._selectors_of(found)
        if not self._is_one_shot and self._in_vain < FEW:
            core = core_of(self._loop, assumed, EFFORT, deadline)
            self._in_vain = self._in_vain + 1 if isinstance(core, Unknown) else 0
            if not isinstance(core, Unknown):
                return core
        self._on_roads += 1
        if (hidden := _elsewhere(self._puzzle, clues, deadline)) is None:
            return core_of(self._loop, assumed, None, deadline)
        self._unanswered = self._unanswered + 1 if isinstance(hidden, Unknown) else 0
        if isinstance(hidden, Unsat):
            self._in_vain = 0  # now the loop may find a smaller core
            return assumed
        return hidden

    def _also(self, model: Bools, part: int, undecided: list[int], needed: list[int]) -> list[int]:
        """Return the selectors of further clues of which a model without one, a selector too, shows that they are needed."""
        (clue,), others, known = (self._clues_of(some).tolist() for some in ([part], undecided, needed))
        return self._selectors_of(np.array([*self._rotated(model, clue, others, known)], dtype=np.int32))

    def _selectors_of(self, clues: Ints) -> list[int]:
        return self._selectors[np.searchsorted(self._clues, clues)].tolist()  # type: ignore[no-any-return]

    def _clues_of(self, assumed: list[int]) -> Ints:
        places = np.searchsorted(self._selectors, np.sort(np.array(assumed, dtype=np.int32)))
        clues: Ints = self._clues[places]
        return clues


def _elsewhere(puzzle: Puzzle, clues: Ints, deadline: Deadline) -> Verdict | None:
    """Solve a puzzle with only some clues, int32[k], by roads, or by the strong solver if it has none.

    Unknown at a limit; None if the formula leaves rules open and the puzzle has no roads.
    """
    compiled = compile_puzzle(
        replace(puzzle, board=clues_of(puzzle).only(puzzle.board, clues)),
        Encodings(connectivity=LAZY, simplify=True),
        observe=deadline.ending(),
    )
    if has_roads(compiled):
        with StageRunner(Run(compiled, deadline=deadline)) as runner:
            return runner.run(STAGES)
    if not is_one_shot(compiled):
        return None
    with LazyLoop(compiled, DEFAULT_SOLVER, deadline) as loop:
        return insist(loop)
