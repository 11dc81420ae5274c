"""Why a puzzle has no solution: clues that contradict each other, and the fewest clues to change.

Every clue gets a selector, which switches its clauses on; the other rules always hold. The solver's core of selectors is made
irreducible by leaving out one after the other: a minimal unsatisfiable subset. The fewest clues to change are what a solution that
satisfies as many as possible leaves unsatisfied (MaxSAT), with connectivity by cuts around it.
References: Bakker, Dikker, Tempelman and Wognum 1993, "Diagnosing and solving over-determined constraint satisfaction problems";
Ignatiev, Morgado and Marques-Silva 2019, "RC2: an efficient MaxSAT solver".
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from hashicnf.backends.choose import DEFAULT_SOLVER
from hashicnf.core.constraints import Clauses
from hashicnf.core.deadline import NEVER, Deadline
from hashicnf.core.document import EMPTY
from hashicnf.errors import GaveUp, InternalError, UsageError
from hashicnf.families import Clues, Puzzle
from hashicnf.logic import Bools, Ints, Sat, Unknown, Unsat
from hashicnf.passes.connectivity import LAZY, ConnectivityChoice
from hashicnf.pipeline.compile import Compiled, Lowering, lower, lower_batch, state
from hashicnf.records import record
from hashicnf.solving.lazy import LazyLoop


@record
class Change:
    """A clue to change: row and column from 0, and the number before and after."""

    row: int
    column: int
    before: int
    after: int


@record
class Diagnosis:
    """What is wrong with an unsolvable puzzle.

    ``conflict`` are the cells (row, column) from 0 of clues that cannot hold together, though any of them may be left out; none if
    the board itself has no solution, whatever its clues. ``changes`` are the fewest clues to change; ``mended`` is the puzzle with
    these changes and ``solution`` solves it, None where no change of clues helps.
    """

    conflict: tuple[tuple[int, int], ...]
    changes: tuple[Change, ...]
    mended: Puzzle | None
    solution: object


def diagnose(puzzle: Puzzle, *, deadline: Deadline = NEVER) -> Diagnosis | None:
    """Find clues that contradict each other, and the fewest to change; None if the puzzle has a solution.

    Raises UsageError for families without clues, GaveUp at the deadline.
    """
    clues = puzzle.rules.clues
    if clues is None or puzzle.rules.static is None:
        raise UsageError(f"nothing is known of the clues of {puzzle.family} puzzles")
    switched = Switched(puzzle, clues)
    conflict = switched.conflict(deadline)
    if conflict is None:
        return None
    cells = clues.cells(puzzle.board)
    where = tuple(cells[clue] for clue in conflict.tolist())
    if not len(conflict):
        return Diagnosis(where, (), None, None)
    solution = switched.nearest(deadline)
    mended = replace(puzzle, board=clues.mended(puzzle.board, solution))
    changes = changes_between(puzzle, mended)
    if mended.check(solution) or any(
        change.after == EMPTY for change in changes
    ):  # such as the number of an island alone
        return Diagnosis(where, (), None, None)
    return Diagnosis(where, changes, mended, solution)


class Switched:
    """The formula of a puzzle whose clues can be switched off: ``hard`` clauses, and those of clues with their selectors."""

    def __init__(self, puzzle: Puzzle, clues: Clues[Any, Any]) -> None:
        """Compile the rules; not simplified, for what follows from a clue must go with it, and each clue keeps all its clauses."""
        stated = state(puzzle)
        lowering = Lowering(connectivity=ConnectivityChoice(LAZY))
        given = [batch for batch in stated.batches if batch.origin.rule == clues.rule]
        others = tuple(batch for batch in stated.batches if batch.origin.rule != clues.rule)
        self._blocks = [block for batch in given for block in lower_batch(batch, lowering, stated.pool)]
        self._compiled: Compiled = lower(replace(stated, batches=others), lowering)
        sources = (block.source for block in self._blocks)
        self._clues: Ints = np.unique(np.concatenate([np.zeros(0, dtype=np.int32), *sources]))

    def conflict(self, deadline: Deadline) -> Ints | None:
        """List clues that contradict each other, int32[k], any of which may be left out; None if there is a solution."""
        with LazyLoop(self._compiled, DEFAULT_SOLVER, deadline) as loop:
            selectors = loop.auxiliaries(len(self._clues))
            loop.add(self._selected(selectors))
            if (core := _core(loop, selectors)) is None:
                return None
            needed: list[int] = []
            left = sorted(core.tolist())
            while left:
                one = left.pop()
                smaller = _core(loop, np.array([*needed, *left], dtype=np.int32))
                if smaller is None:
                    needed.append(one)
                else:
                    left = [other for other in left if other in set(smaller.tolist())]
            return self._clues[np.searchsorted(selectors, np.sort(np.array(needed, dtype=np.int32)))]

    def nearest(self, deadline: Deadline) -> object:
        """Return a solution of all other rules that breaks the fewest clues."""
        from pysat.examples.rc2 import RC2
        from pysat.formula import WCNF

        first = self._compiled.variables.count + 1
        selectors = np.arange(first, first + len(self._clues), dtype=np.int32)
        problem = WCNF()
        for block in (*self._compiled.formula.blocks, *self._selected(selectors)):
            problem.extend(block.lits.tolist())
        problem.extend(selectors[:, None].tolist(), weights=[1] * len(selectors))
        with RC2(problem) as solver:
            while True:
                if deadline.is_past():
                    raise GaveUp(deadline.stopped().reason)
                if (literals := solver.compute()) is None:
                    raise InternalError(
                        "rules that have a solution without the clues have none when these may be broken"
                    )
                model: Bools = np.zeros(first + len(selectors), dtype=np.bool_)
                model[[literal for literal in literals if 0 < literal < len(model)]] = True
                cuts = self._compiled.claim.refine(model)
                if not cuts:
                    return self._compiled.decode(model)
                for clause in (row for cut in cuts for row in cut.lits.tolist()):
                    solver.add_clause(clause)

    def _selected(self, selectors: Ints) -> list[Clauses]:
        """Let the clauses of each clue hold where its selector is true."""
        return [
            replace(block, rows=np.concatenate((block.lits, -selectors[self._place(block), None]), axis=1))
            for block in self._blocks
        ]

    def _place(self, block: Clauses) -> Ints:
        place: Ints = np.searchsorted(self._clues, block.source).astype(np.int32)
        return place


def _core(loop: LazyLoop, assumed: Ints) -> Ints | None:
    """Ask under assumptions; return those that cannot hold together, None if all can. Raises GaveUp."""
    verdict = loop.ask(assumed)
    if isinstance(verdict, Unknown):
        raise GaveUp(verdict.reason)
    if isinstance(verdict, Sat):
        return None
    core: Ints = assumed[:0] if not isinstance(verdict, Unsat) or verdict.core is None else verdict.core
    return core


def changes_between(puzzle: Puzzle, mended: Puzzle) -> tuple[Change, ...]:
    """List the cells that differ between two puzzles of one size."""
    before, after = puzzle.document.cells, mended.document.cells
    return tuple(
        Change(row, column, int(before[row, column]), int(after[row, column]))
        for row, column in np.argwhere(before != after).tolist()
    )
