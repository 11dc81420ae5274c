"""The formula of a puzzle whose clues can be switched off one by one.

Every given clue gets a selector, which switches its clauses on. The other rules always hold, also those about clues that the puzzle
hides, such as that an island with an unknown number has a bridge. Searches in this formula are those of
``conflict``, ``needed`` and ``fewest``, and ``weighted`` writes it as a MaxSAT problem.

Reference: Bakker, Dikker, Tempelman and Wognum 1993, "Diagnosing and solving over-determined constraint satisfaction problems".
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cached_property
from math import isqrt
from typing import Final

import numpy as np

from hashicnf.answers.clues import ClueSet, given_clues
from hashicnf.answers.conflict import PATIENCE, Contradictions
from hashicnf.answers.needed import Needed
from hashicnf.asking.rotation import Rotation
from hashicnf.backends.choose import DEFAULT_SOLVER
from hashicnf.core.constraints import Clauses
from hashicnf.core.deadline import NEVER, Deadline
from hashicnf.core.progress import Observer, unobserved
from hashicnf.families import Puzzle
from hashicnf.logic import Bools, Ints, Sat, Unsat
from hashicnf.passes.connectivity.choice import LAZY, ConnectivityChoice
from hashicnf.pipeline.compile import lower, lower_batch, state
from hashicnf.pipeline.compiled import Compiled, Lowering
from hashicnf.pipeline.family_parts import clues_of
from hashicnf.registry import breach
from hashicnf.solving.flat import ASKED, differing_in_parts
from hashicnf.solving.lazy import LazyLoop

LONG: Final = 2_000  # literals of a clause from which on it is divided


class Switched:
    """The rules of a puzzle, and the clauses of its clues with their selectors. Raises UsageError for families without clues."""

    def __init__(self, puzzle: Puzzle, connectivity: str = LAZY) -> None:
        """Compile the rules without simplification, so that consequences of a clue do not remain when it is switched off."""
        clues, stated = clues_of(puzzle), state(puzzle)
        lowering = Lowering(connectivity=ConnectivityChoice(connectivity))
        about = [batch for batch in stated.batches if batch.origin.rule == clues.rule]
        others = [batch for batch in stated.batches if batch.origin.rule != clues.rule]
        blocks = [block for batch in about for block in lower_batch(batch, lowering, stated.pool)]
        self._clues: Ints = given_clues(puzzle)
        self._blocks = [block.part(np.isin(block.source, self._clues)) for block in blocks]
        hidden = [block.part(~np.isin(block.source, self._clues)) for block in blocks]
        self._compiled: Compiled = lower(replace(stated, batches=(*others, *hidden)), lowering)
        if not about and len(self._clues):
            raise breach(f"no constraint of {puzzle.family} has the rule {clues.rule!r} of its clues", [clues.cells])

    def conflict(self, deadline: Deadline, observe: Observer = unobserved) -> ClueSet | None:
        """Find clues that contradict each other, of which none can be left out; None if there is a solution. Raises GaveUp."""
        with LazyLoop(self._compiled, DEFAULT_SOLVER, deadline) as loop:
            selectors = self.load(loop)
            return Contradictions(loop, selectors, self._clues, self.rotated, observe).smallest()

    def needed(
        self,
        known: Bools,
        groups: Sequence[Sequence[int]] | None = None,
        *,
        least: int = 0,
        most: int | None = None,
        deadline: Deadline = NEVER,
        observe: Observer = unobserved,
    ) -> ClueSet | None:
        """Find clues that allow no other solution than a ``known`` one, bool[v + 1] of the problem's variables.

        None if all clues together allow another one. The clues of a group (by default each clue is one) are left out together;
        clues of no group are kept. At least ``least`` clues are kept, and all that ``most`` conflicts do not decide. Raises GaveUp.
        """
        groups = [[clue] for clue in self._clues[::-1].tolist()] if groups is None else groups
        with LazyLoop(self._compiled, DEFAULT_SOLVER, deadline if most is None else NEVER) as loop:
            always, *each = loop.auxiliaries(1 + len(groups)).tolist()
            selectors = np.full(len(self._clues), always, dtype=np.int32)
            for group, selector in zip(groups, each, strict=True):
                selectors[self.place(np.array(group, dtype=np.int32))] = selector
            loop.add(self._selected(selectors))
            own = np.arange(1, len(known), dtype=np.int32)
            parts = loop.auxiliaries(isqrt(len(own)) if len(own) > LONG else 0)
            loop.add([*differing_in_parts(known, own, parts), Clauses.units([always], ASKED)])
            sizes = dict(zip(each, map(len, groups), strict=True))
            least -= int((selectors == always).sum())
            found = Needed(loop, sizes, least, most, deadline, observe).groups()
            if found is None:
                return None
            staying, is_minimal = found
            return ClueSet(self._clues[np.isin(selectors, [always, *staying])], is_minimal)

    def single(self, clues: Ints, deadline: Deadline) -> list[int]:
        """Return those of some clues, int32[k], for which the others may have a solution without this clue, ascending.

        Undecided clues are included, at the limit of conflicts and after the deadline. Clues that a core does not contain are
        excluded without a call: without such a clue the others still contradict each other.
        """
        left: set[int] = {*clues.tolist()}
        with LazyLoop(self._compiled, DEFAULT_SOLVER) as loop:
            selectors = self.load(loop)
            loop.climb()
            shown: set[int] = set()  # by solutions
            for clue in clues.tolist():
                if clue not in left - shown or deadline.is_past():
                    continue
                others = np.delete(selectors, self.place(np.array([clue])))
                verdict = loop.ask(others, PATIENCE)
                if isinstance(verdict, Unsat) and verdict.core is not None:
                    left &= {*self._clues[np.searchsorted(selectors, np.sort(verdict.core))].tolist()}
                elif isinstance(verdict, Sat):
                    shown.update(self.rotated(verdict.model, clue, self._clues.tolist(), [*shown]))
        return sorted(left)

    def weighted(self) -> tuple[list[Clauses], Ints]:
        """Return hard clauses, and the selectors of the clues, int32[k], which are the soft literals."""
        first = self._compiled.variables.count + 1
        selectors = np.arange(first, first + len(self._clues), dtype=np.int32)
        return [*self._compiled.formula.blocks, *self._selected(selectors)], selectors

    @cached_property
    def _rotation(self) -> Rotation:
        compiled = self._compiled
        return Rotation(
            compiled.variables.count, compiled.formula.blocks, self._blocks, lambda model: not compiled.refine(model)
        )

    def rotated(self, model: Bools, clue: int, others: list[int], known: list[int]) -> Iterator[int]:
        """Yield those of ``others`` of which a model that breaks one clue alone shows by changes that they are needed, too.

        ``known`` are clues that the model does not break either, and that are known to be needed.
        """
        return self._rotation.needed(model, clue, others, known)

    @property
    def compiled(self) -> Compiled:
        """Return the formula of the rules without the clues."""
        return self._compiled

    def clue_cells(self) -> list[tuple[int, int]]:
        """Return the cell (row, column), from 0, of each clue."""
        puzzle = self._compiled.puzzle
        cells = clues_of(puzzle).cells(puzzle.board)
        return [cells[clue] for clue in self._clues.tolist()]

    def load(self, loop: LazyLoop) -> Ints:
        """Add the clauses of the clues to a loop of the other rules; return their selectors, int32[k]."""
        selectors = loop.auxiliaries(len(self._clues))
        loop.add(self._selected(selectors))
        return selectors

    def _selected(self, selectors: Ints) -> list[Clauses]:
        """Return the clauses of the clues, each of which holds if the selector of its clue is true."""
        return [
            replace(block, rows=np.concatenate((block.lits, -selectors[self.place(block.source), None]), axis=1))
            for block in self._blocks
        ]

    def place(self, clues: Ints) -> Ints:
        """Return the indices of clues, int32[k], among those that the puzzle gives."""
        place: Ints = np.searchsorted(self._clues, clues).astype(np.int32)
        return place
