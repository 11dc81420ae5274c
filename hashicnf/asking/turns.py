"""Formulas of a puzzle with a part or all of connectivity, which take turns with growing limits of conflicts.

A call that takes one formula very long mostly takes the other little time, and this cannot be predicted. A part of connectivity
decides most calls faster than all of it; but if the sums leave nothing to spare, it decides little without the rest.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from typing import Any, Final, Self

from hashicnf.backends import is_out_of_conflicts
from hashicnf.backends.choose import has
from hashicnf.core.constraints import Clauses
from hashicnf.core.deadline import NEVER, Deadline
from hashicnf.logic import Ints, Verdict
from hashicnf.passes.connectivity.choice import ConnectivityChoice, all_drawn
from hashicnf.pipeline.compiled import Compiled
from hashicnf.pipeline.whole_formula import PART, WHOLE, compile_whole
from hashicnf.solving.flat import ASKED
from hashicnf.solving.lazy import LazyLoop

FEW: Final = 1_000  # conflicts per call in the first turn, if it is that of a part of connectivity
MANY: Final = 5_000  # the same if the first turn is that of all of connectivity
LONGER: Final = 4  # factor of the conflicts from turn to turn
MODEL: Final = 8_000  # least conflicts of a call for any model: later calls use the formula that finds one


class Turns:
    """Formulas of a puzzle in solvers, each compiled at its first turn with the literals known then; a context manager.

    ``conflicts`` is the limit of a call in this turn, None without limit.
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
        """Start with a puzzle, ``known`` literals, and valid ``cuts``.

        With ``briefly``, the first turn is a short one with a part of connectivity, which suffices for most models. For graphs
        without an embedding, and solvers that do not count conflicts, there is only one formula.
        """
        self._puzzle, self._solver, self._deadline = compiled.puzzle, solver, deadline
        self._known = [*known]
        self._learnt: list[tuple[ConnectivityChoice | None, Clauses]] = [(None, block) for block in cuts]
        self._formulas: list[ConnectivityChoice] = [WHOLE]
        self.conflicts: int | None = None
        if compiled.connected and all_drawn(compiled.connected) and has(solver, "conflict limits"):
            self._formulas, self.conflicts = ([PART, WHOLE], FEW) if briefly else ([WHOLE, PART], MANY)
        self._asked: dict[ConnectivityChoice, _Asked] = {}
        self._stack = ExitStack()

    def __enter__(self) -> Self:
        """Return the turns; solvers are opened when needed."""
        return self

    def __exit__(self, *problem: Any) -> None:
        """Free the solvers."""
        self._stack.__exit__(*problem)

    def loop(self) -> LazyLoop:
        """Return the loop of the current formula, after adding the literals and cuts learnt since, except its own cuts."""
        for other, asked in self._asked.items():
            self._learnt += [(other, block) for block in asked.loop.cuts[asked.cuts :]]
            asked.cuts = len(asked.loop.cuts)
        choice = self._formulas[0]
        if choice not in self._asked:
            compiled = compile_whole(self._puzzle, self._known, self._deadline.ending(), choice)
            loop = self._stack.enter_context(LazyLoop(compiled, self._solver, self._deadline))
            self._asked[choice] = _Asked(loop)
        now = self._asked[choice]
        now.loop.add(block for source, block in self._learnt[now.loaded :] if source != choice)
        now.loaded = len(self._learnt)
        return now.loop

    def pass_on(self) -> None:
        """End the turn; the next one has more conflicts."""
        self._formulas.append(self._formulas.pop(0))
        self.conflicts = self.conflicts and self.conflicts * LONGER

    def ask(self) -> Verdict:
        """Find a model by some formula, which stays the current one; then reset the limit of conflicts to that before the call."""
        first = self.conflicts
        while is_out_of_conflicts(verdict := self.loop().ask(conflicts=self.conflicts and max(self.conflicts, MODEL))):
            self.pass_on()
        self.conflicts = first
        return verdict

    def learn(self, literals: Ints, cuts: Sequence[Clauses] = ()) -> None:
        """Add proved literals, int32[k], and cuts to all formulas."""
        self._known += literals.tolist()
        self._learnt += [(None, block) for block in (*cuts, Clauses.units(literals, ASKED))]


@dataclass
class _Asked:
    """A formula in a solver; ``loaded`` counts the learnt blocks that were added, ``cuts`` its own cuts that were collected."""

    loop: LazyLoop
    loaded: int = 0
    cuts: int = 0
