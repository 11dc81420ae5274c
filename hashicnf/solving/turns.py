"""A puzzle as formulas with connectivity that are asked in turns, with more and more conflicts.

What takes one formula very long mostly takes the other little, and nothing tells which beforehand. A part of connectivity answers
most questions sooner than all of it does; where what is counted leaves nothing to spare, it is lost without the rest.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from types import TracebackType
from typing import Final, Self

from hashicnf.backends import is_out_of_conflicts
from hashicnf.backends.pysat import counts_conflicts
from hashicnf.core.constraints import Clauses
from hashicnf.core.deadline import NEVER, Deadline
from hashicnf.logic import Ints, Verdict
from hashicnf.passes.connectivity.choice import ConnectivityChoice, all_drawn
from hashicnf.pipeline.compiled import Compiled
from hashicnf.pipeline.whole import PART, WHOLE, compile_whole
from hashicnf.solving.flat import ASKED
from hashicnf.solving.lazy import LazyLoop

FEW: Final = 1_000  # conflicts of a question of the first turn, where a part of connectivity comes first
MANY: Final = 5_000  # where all of it does
LONGER: Final = 4  # times as many from turn to turn
MODEL: Final = 8_000  # at least, of a question for any model: what comes next takes the formula that finds one


class Turns:
    """Formulas of a puzzle in solvers, each made when its turn comes, and contracted by what is known then; a context manager.

    ``conflicts`` are those of a question in this turn, None without a limit.
    """

    def __init__(
        self,
        compiled: Compiled,
        solver: str,
        *,
        briefly: bool,
        known: Sequence[int] = (),
        cuts: Sequence[Clauses] = (),
        deadline: Deadline = NEVER,
    ) -> None:
        """Take a puzzle, literals that are ``known`` to hold, and ``cuts`` that do.

        With ``briefly`` a part of connectivity has the first turn, and a short one: it is enough for most models. Graphs that are
        not drawn, and solvers that do not count conflicts, have one formula alone.
        """
        self._puzzle, self._solver, self._deadline = compiled.puzzle, solver, deadline
        self._known = [*known]
        self._learnt: list[tuple[ConnectivityChoice | None, Clauses]] = [(None, block) for block in cuts]
        self._formulas: list[ConnectivityChoice] = [WHOLE]
        self.conflicts: int | None = None
        if counts_conflicts(solver) and compiled.connected and all_drawn(compiled.connected):
            self._formulas, self.conflicts = ([PART, WHOLE], FEW) if briefly else ([WHOLE, PART], MANY)
        self._asked: dict[ConnectivityChoice, _Asked] = {}
        self._stack = ExitStack()

    def __enter__(self) -> Self:
        """Start asking."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Free the solvers."""
        self._stack.__exit__(kind, error, trace)

    def loop(self) -> LazyLoop:
        """Return the loop of the formula that has the turn, with all that is learnt by now, but for its own cuts: those it has."""
        for other, asked in self._asked.items():
            self._learnt += [(other, block) for block in asked.loop.cuts[asked.cuts :]]
            asked.cuts = len(asked.loop.cuts)
        choice = self._formulas[0]
        if choice not in self._asked:
            compiled = compile_whole(self._puzzle, self._known, self._deadline.ending(), choice)
            loop = self._stack.enter_context(LazyLoop(compiled, self._solver, self._deadline))
            self._asked[choice] = _Asked(loop)
        now = self._asked[choice]
        now.loop.add(block for source, block in self._learnt[now.told :] if source != choice)
        now.told = len(self._learnt)
        return now.loop

    def pass_on(self) -> None:
        """End the turn; the next one has more conflicts."""
        self._formulas.append(self._formulas.pop(0))
        self.conflicts = self.conflicts and self.conflicts * LONGER

    def ask(self) -> Verdict:
        """Find a model of some formula, which keeps the turn; the conflicts of later questions are as few as at first."""
        first = self.conflicts
        while is_out_of_conflicts(verdict := self.loop().ask(conflicts=self.conflicts and max(self.conflicts, MODEL))):
            self.pass_on()
        self.conflicts = first
        return verdict

    def learn(self, literals: Ints, cuts: Sequence[Clauses] = ()) -> None:
        """Let literals, int32[k], and cuts hold that were found to do so."""
        self._known += literals.tolist()
        self._learnt += [(None, block) for block in (*cuts, Clauses.units(literals, ASKED))]


@dataclass
class _Asked:
    """A formula in a solver; it was ``told`` so many of the blocks learnt, which have so many of its ``cuts``."""

    loop: LazyLoop
    told: int = 0
    cuts: int = 0
