"""What the solutions of a puzzle share, asked of a solver.

Connectivity is demanded as models break it: on dense boards with many solutions, asking about each fact a formula that has all of
it takes twenty times as long, and nowhere less. There a solver that backtracks chronologically finds a first solution in a fifth of
the time, and takes longer for hundreds of questions. Which rules a fact follows from is asked of another one (``rules``), in
which each rule can be switched off.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final, Self

import numpy as np

from hashicnf.backends.choose import DEFAULT_SOLVER
from hashicnf.core.deadline import NEVER, Deadline
from hashicnf.errors import GaveUp
from hashicnf.families import Puzzle
from hashicnf.logic import Bools, Ints, Sat, Unknown
from hashicnf.passes.connectivity import LAZY
from hashicnf.pipeline.compile import compile_puzzle
from hashicnf.solving.backbones import always
from hashicnf.solving.cores import irreducible
from hashicnf.solving.lazy import LazyLoop
from hashicnf.solving.questions import clauses_of

QUICK: Final = "maplechrono"  # backtracks chronologically: most of a model stays from one round to the next


class Solutions:
    """A puzzle in a solver. A context manager; all questions raise GaveUp at the time limit."""

    def __init__(self, puzzle: Puzzle, deadline: Deadline = NEVER, solver: str = DEFAULT_SOLVER) -> None:
        """Compile the puzzle. ``QUICK`` is the solver for a single question. Raises UsageError for a puzzle without constraints."""
        self._loop = LazyLoop(compile_puzzle(puzzle, connectivity=LAZY, simplify=True), solver, deadline)

    def __enter__(self) -> Self:
        """Start using the solver."""
        self._loop.__enter__()
        return self

    def __exit__(self, *problem: object) -> None:
        """Free the solver."""
        self._loop.__exit__(None, None, None)

    def model(self, literals: Iterable[int]) -> Bools | None:
        """Return a model in which some literals hold, None if there is none."""
        verdict = self._loop.ask(np.array([*literals], dtype=np.int32))
        if isinstance(verdict, Unknown):
            raise GaveUp(verdict.reason)
        return verdict.model if isinstance(verdict, Sat) else None

    def forced(self, known: Sequence[int], variables: Iterable[int]) -> list[int] | None:
        """List the literals of some variables that hold in every model with the known literals; None if there is none."""
        if (model := self.model(known)) is None:
            return None
        waiting = np.array([v if model[v] else -v for v in variables], dtype=np.int32)
        self._loop.prefer(-waiting)
        return [*map(int, always(waiting, lambda portion: self.model([*known, self._some_fails(portion)])))]

    def _some_fails(self, literals: Ints) -> int:
        """Return a fresh literal that implies that some of these literals are false."""
        (selector,) = self._loop.auxiliaries(1).tolist()
        self._loop.add([clauses_of(np.append(-selector, -literals)[None].astype(np.int32))])
        return int(selector)

    def contradicted(self, literals: Sequence[int]) -> list[int]:
        """Return a smallest set of some literals that no model has together; none if a model has them all."""
        if self.model(literals) is not None:
            return []
        return irreducible(literals, lambda some: some if self.model(some) is None else None)
