"""The formula of a puzzle whose clues can be switched off one by one.

Every clue gets a selector, which switches its clauses on; the other rules always hold. The solver's core of selectors is made
irreducible: a minimal unsatisfiable subset. What the fewest clues are that a solution breaks is
a question of MaxSAT.
Reference: Bakker, Dikker, Tempelman and Wognum 1993, "Diagnosing and solving over-determined constraint satisfaction problems".
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from hashicnf.answers.conflict import PATIENCE, Conflict, Contradictions
from hashicnf.backends.choose import DEFAULT_SOLVER
from hashicnf.core.constraints import Clauses
from hashicnf.core.deadline import Deadline
from hashicnf.core.stats import Observer, unobserved
from hashicnf.errors import UsageError
from hashicnf.families import Puzzle
from hashicnf.logic import Bools, Ints, Unsat
from hashicnf.passes.connectivity.choice import LAZY, ConnectivityChoice
from hashicnf.pipeline.compile import lower, lower_batch, state
from hashicnf.pipeline.compiled import Compiled, Lowering
from hashicnf.pipeline.parts import lacking
from hashicnf.solving.flat import differing
from hashicnf.solving.lazy import LazyLoop


class Switched:
    """The rules of a puzzle, and the clauses of its clues with their selectors. Raises UsageError for families without clues."""

    def __init__(self, puzzle: Puzzle, connectivity: str = LAZY) -> None:
        """Compile the rules; not simplified, for what follows from a clue must go with it, and each clue keeps all its clauses."""
        clues = puzzle.rules.clues
        if clues is None:
            raise UsageError(lacking(puzzle.family, puzzle.rules, "clues"))
        stated = state(puzzle)
        lowering = Lowering(connectivity=ConnectivityChoice(connectivity))
        given = [batch for batch in stated.batches if batch.origin.rule == clues.rule]
        others = tuple(batch for batch in stated.batches if batch.origin.rule != clues.rule)
        self._blocks = [block for batch in given for block in lower_batch(batch, lowering, stated.pool)]
        self._compiled: Compiled = lower(replace(stated, batches=others), lowering)
        sources = (block.source for block in self._blocks)
        self._clues: Ints = np.unique(np.concatenate([np.zeros(0, dtype=np.int32), *sources]))

    def conflict(
        self, deadline: Deadline, known: Bools | None = None, observe: Observer = unobserved
    ) -> Conflict | None:
        """Find clues that contradict each other, where none can be left out; None if there is a solution. Raises GaveUp.

        With a ``known`` solution, bool[v + 1] of the problem's variables: that allow no other one; None if there is another.
        """
        with LazyLoop(self._compiled, DEFAULT_SOLVER, deadline) as loop:
            selectors = loop.auxiliaries(len(self._clues))
            loop.add(self._selected(selectors))
            if known is not None:
                loop.add([differing(known, np.arange(1, len(known), dtype=np.int32))])

            return Contradictions(
                self._compiled.puzzle, loop, selectors, self._clues, deadline, observe, elsewhere=known is None
            ).smallest()

    def single(self, clues: Ints, deadline: Deadline) -> list[int]:
        """List those of some clues, int32[k], without any one of which all others may have a solution.

        A clue that takes long, or whose turn comes after the deadline, is listed too. What a core leaves out needs no question:
        without that clue the others still contradict each other.
        """
        left: set[int] = {*clues.tolist()}
        with LazyLoop(self._compiled, DEFAULT_SOLVER) as loop:
            selectors = loop.auxiliaries(len(self._clues))
            loop.add(self._selected(selectors))
            loop.climb()
            for clue in clues.tolist():
                if clue not in left or deadline.is_past():
                    continue
                others = np.delete(selectors, self.place(np.array([clue])))
                verdict = loop.ask(others, PATIENCE)
                if isinstance(verdict, Unsat) and verdict.core is not None:
                    left &= {*self._clues[np.searchsorted(selectors, np.sort(verdict.core))].tolist()}
        return sorted(left)

    def weighted(self) -> tuple[list[Clauses], Ints]:
        """Return hard clauses, and the selectors of the clues, int32[k]: literals of which as many as possible shall hold."""
        first = self._compiled.variables.count + 1
        selectors = np.arange(first, first + len(self._clues), dtype=np.int32)
        return [*self._compiled.formula.blocks, *self._selected(selectors)], selectors

    @property
    def compiled(self) -> Compiled:
        """Return the formula of the rules without the clues."""
        return self._compiled

    def clue_cells(self) -> list[tuple[int, int]]:
        """List the cell (row, column), from 0, of each clue."""
        puzzle = self._compiled.puzzle
        cells = [] if puzzle.rules.clues is None else puzzle.rules.clues.cells(puzzle.board)
        return [cells[clue] for clue in self._clues.tolist()]

    def _selected(self, selectors: Ints) -> list[Clauses]:
        """Let the clauses of each clue hold where its selector is true."""
        return [
            replace(block, rows=np.concatenate((block.lits, -selectors[self.place(block.source), None]), axis=1))
            for block in self._blocks
        ]

    def place(self, clues: Ints) -> Ints:
        """Return the places of clues, int32[k], among all that the puzzle gives."""
        place: Ints = np.searchsorted(self._clues, clues).astype(np.int32)
        return place
