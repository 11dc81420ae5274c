"""Compute by solvers which literals hold in all solutions of a puzzle.

Connectivity is added by a lazy loop, which finds models fastest. The rules that imply a fact are found by another solver
(``rules``), in which each rule can be switched off.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from functools import partial
from typing import Final, Self

import numpy as np

from hashicnf.asking.backbones import a_few, lasting, lasting_at_once, one_by_one
from hashicnf.asking.cores import irreducible
from hashicnf.asking.turns import Turns
from hashicnf.backends import is_out_of_conflicts, out_of_conflicts, repeatable
from hashicnf.backends.choose import DEFAULT_SOLVER, STRONG_SOLVER
from hashicnf.core.constraints import Clauses
from hashicnf.core.deadline import NEVER, Deadline
from hashicnf.families import Puzzle
from hashicnf.logic import NO_LITERALS, Bools, Ints, Sat, Unknown, Unsat, Verdict, answered, literals_of, truth
from hashicnf.passes.connectivity.choice import LAZY
from hashicnf.pipeline.compile import compile_puzzle, restated, state
from hashicnf.pipeline.encodings import Encodings
from hashicnf.pipeline.whole_formula import probe_whole
from hashicnf.refuting.by_counting import refute_by_counting
from hashicnf.refuting.necks import refute_at_necks
from hashicnf.refuting.search import Refuted, refuting
from hashicnf.solving.flat import ASKED
from hashicnf.solving.lazy import LazyLoop
from hashicnf.solving.model_search import insist, is_one_shot, persist
from hashicnf.solving.run import Run

PATIENCE: Final = 2_000  # conflicts of a call, after which refutation by counting is tried
LESS: Final = 500  # the same for puzzles with connectivity: harder calls go to a formula that encodes a part of it
LEAST: Final = 100  # the same after some calls without an answer
ENOUGH: Final = 4  # facts among which the next one is chosen
MANY: Final = 16  # the same if they are found without a search


class Solutions:
    """A puzzle in solvers. A context manager; all methods that solve raise GaveUp at the time limit."""

    def __init__(self, puzzle: Puzzle, deadline: Deadline = NEVER) -> None:
        """Compile the puzzle. Raises UsageError for a puzzle without constraints."""
        encodings = Encodings(connectivity=LAZY, simplify=True)
        self._compiled = compile_puzzle(puzzle, encodings, observe=deadline.ending())
        self._deadline = deadline
        self._loop = self._opened()
        self._last: Bools | None = None  # the model that was found last
        self._stack = ExitStack()
        self._seen: Turns | None = None  # formulas for the literals of ``seen``, if the solver gave no answer
        self._patience = PATIENCE if is_one_shot(self._compiled) else LESS

    def __enter__(self) -> Self:
        """Start using the solver."""
        self._stack.enter_context(self._loop)
        return self

    def __exit__(self, *problem: object) -> None:
        """Free the solvers."""
        self._stack.close()

    @property
    def last(self) -> Bools | None:
        """Return the model that was found last, bool[v + 1] and more, None before any."""
        return self._last

    def model(self, literals: Iterable[int]) -> Bools | None:
        """Return a model in which some literals hold, None if there is none."""
        assumed = np.array([*literals], dtype=np.int32)
        verdict = self.briefly(assumed)
        with self._turns(assumed.tolist(), briefly=True) as turns:
            return self._decided(verdict, assumed, turns)

    def briefly(self, literals: Iterable[int]) -> Verdict:
        """Search with few conflicts for a model in which some literals hold, then try to refute them by counting.

        The last model is reused if the literals hold in it. Each call without an answer lowers the limit of the next.
        """
        assumed = np.array([*literals], dtype=np.int32)
        return self._counted(self.glanced(assumed), assumed)

    def glanced(self, literals: Iterable[int]) -> Verdict:
        """Search as ``briefly`` does, without counting, which is not needed for consequences of literals that were counted."""
        assumed = np.array([*literals], dtype=np.int32)
        if (again := self._again(assumed)) is not None:
            return again
        verdict = repeatable(self._loop.ask(assumed, self._patience))
        if is_out_of_conflicts(verdict):
            self._patience = max(LEAST, self._patience // 4)
        self._keep(verdict)
        return verdict

    def seen(self, literals: Iterable[int]) -> Verdict:
        """Search as ``briefly`` does, but before counting with a formula that encodes a part of connectivity.

        Cores may contain all literals. The literals of later calls must follow from these.
        """
        assumed = np.array([*literals], dtype=np.int32)
        verdict = self.glanced(assumed)
        if is_out_of_conflicts(verdict) and not is_one_shot(self._compiled):
            self._seen = self._stack.enter_context(self._turns(assumed.tolist(), briefly=True))
            verdict = self._seen.loop().ask(conflicts=self._seen.conflicts)
            self._keep(verdict)
            if isinstance(verdict, Unsat):
                return Unsat(core=assumed)
        return self._counted(verdict, assumed)

    def _counted(self, verdict: Verdict, assumed: Ints) -> Verdict:
        """Return a verdict; if it is out of conflicts and counting refutes the literals, Unsat."""
        is_refuted = is_out_of_conflicts(verdict) and self._is_counted_out(assumed)
        return Unsat(core=assumed) if is_refuted else verdict

    def differ(self, known: Sequence[int]) -> bool:
        """Return whether two models with the known literals are found, the second near the first within ``PATIENCE`` conflicts."""
        if (model := self.model(known)) is None:
            return False
        with self._opened_after(known) as loop:
            return loop.has_another(model, PATIENCE) is True

    def forced(self, known: Sequence[int], variables: Sequence[int], *, drawing: bool = False) -> list[int] | None:
        """Return the literals of some variables that hold in every model with the known literals; None if there is no model.

        With ``drawing``, return only some of the positive ones, if the first model has any: these are the facts that a player
        draws, and finding all, or the negative ones, takes far more calls. Probing finds some without a model.
        """
        if drawing and self._seen is not None:
            return self._drawable(self._seen, known, np.array(variables, dtype=np.int32))
        probed = self._probed(known, variables)
        known = [*known, *probed.tolist()]
        assumed = np.array(known, dtype=np.int32)
        left = np.setdiff1d(variables, np.abs(probed)).astype(np.int32)
        if drawing and len(true := probed[probed > 0]):
            return list[int](true[:MANY].tolist())
        verdict = self.briefly(assumed)
        with self._turns(known, briefly=drawing) as turns:
            if (model := self._decided(verdict, assumed, turns)) is None:
                return None
            literals = literals_of(model, left)
            if drawing and (literals > 0).any():
                return self._lasting(known, literals[literals > 0], turns, ENOUGH)
            return sorted([*probed.tolist(), *self._lasting(known, literals, turns)], key=abs)

    def _drawable(self, turns: Turns, known: Sequence[int], variables: Ints) -> list[int] | None:
        """Return as ``forced`` does with ``drawing``, after ``seen`` without an answer of the solver.

        In a formula with a part of connectivity, unit propagation refutes some negations without a model. The ladder mostly
        refutes them, too, so these literals have easier reasons than those that probing finds. Either are often contradictory.
        """
        found = -turns.loop().refuted(-variables)
        if not len(found):
            found = self._probed(known, variables)
        if len(found):
            turns.learn(found)
            verdict = turns.loop().ask(conflicts=1)
            self._keep(verdict)
            if isinstance(verdict, Unsat):
                return None
        if (found > 0).any():
            return list[int](found[found > 0][:MANY].tolist())
        assumed = np.array([*known, *found.tolist()], dtype=np.int32)
        if (model := self._decided(self._again(assumed) or out_of_conflicts(0), assumed, turns)) is None:
            return None
        literals = literals_of(model, np.setdiff1d(variables, np.abs(found)).astype(np.int32))
        if (literals > 0).any():
            return list[int](a_few(literals[literals > 0], turns, ENOUGH).tolist())
        return sorted([*found.tolist(), *self._lasting(assumed.tolist(), literals, turns)], key=abs)

    def _probed(self, known: Sequence[int], variables: Sequence[int] | Ints) -> Ints:
        """Return the literals of some variables that probing derives from the known ones, int32[k]; none without connectivity."""
        if not self._compiled.connected:
            return NO_LITERALS
        found = probe_whole(restated(self._compiled), known, self._deadline.ending())
        return found[np.isin(np.abs(found), variables)]

    def _is_counted_out(self, literals: Ints) -> bool:
        """Return whether counting refutes the puzzle together with some literals."""
        return isinstance(refute_by_counting(state(self._compiled.puzzle), literals, self._deadline), Refuted)

    def _is_refuted_at_once(self, literals: Ints) -> bool:
        """Return whether one counting argument refutes the puzzle together with some literals."""
        stated = state(self._compiled.puzzle)
        return refuting(stated.batches, stated.problem.count, literals, self._deadline) is not None

    def _is_refuted_at_necks(self, literals: Ints) -> bool:
        """Return whether counting refutes all values at a neck together with some literals, which no argument refutes at once."""
        return isinstance(refute_at_necks(state(self._compiled.puzzle), literals, self._deadline), Refuted)

    def _turns(self, known: Sequence[int], *, briefly: bool) -> Turns:
        """Return formulas with connectivity in which the known literals hold."""
        return Turns(
            self._compiled, DEFAULT_SOLVER, briefly=briefly, known=known, cuts=self._loop.cuts, deadline=self._deadline
        )

    def _decided(self, verdict: Verdict, assumed: Ints, turns: Turns) -> Bools | None:
        """Return a model in which some literals hold, None if there is none; solve without limit if ``verdict`` is undecided."""
        if is_out_of_conflicts(verdict):
            verdict = self._at_length(assumed, turns)
            self._keep(verdict)
        found = answered(verdict)
        return found.model if isinstance(found, Sat) else None

    def _at_length(self, literals: Ints, turns: Turns) -> Verdict:
        """Solve without a limit of conflicts: without literals by all roads, with literals by the formulas of ``turns``.

        Puzzles without connectivity are passed to the strong solver.
        """
        if not len(literals):
            return persist(Run(self._compiled, deadline=self._deadline), self._loop)
        if not is_one_shot(self._compiled):
            return turns.ask()
        with self._opened_after(literals.tolist()) as loop:
            loop.hand_over(STRONG_SOLVER)
            return loop.ask()

    def _again(self, literals: Ints) -> Sat | None:
        """Return the last model, if some literals hold in it."""
        return Sat(self._last) if self._last is not None and truth(self._last, literals).all() else None

    def _keep(self, verdict: Verdict) -> None:
        """Keep a model for later calls."""
        if isinstance(verdict, Sat):
            self._last = verdict.model

    def _opened(self) -> LazyLoop:
        loop = LazyLoop(self._compiled, DEFAULT_SOLVER, self._deadline)
        loop.climb()
        return loop

    @contextmanager
    def _opened_after(self, known: Sequence[int]) -> Iterator[LazyLoop]:
        """Open a separate solver in which the known literals hold."""
        with self._opened() as loop:
            loop.add([Clauses.units(known, ASKED), *self._loop.cuts])
            yield loop

    def _lasting(self, known: Sequence[int], literals: Ints, turns: Turns, enough: int | None = None) -> list[int]:
        """Return the literals of a model that hold in every model with the known literals, or ``enough`` of them."""
        with self._opened_after(known) as loop:
            if is_one_shot(self._compiled):
                found = lasting_at_once(loop, literals, partial(insist, loop))
            else:
                found = lasting(loop, literals, turns, enough)
        held = {*found.tolist()}
        return [literal for literal in literals.tolist() if literal in held]

    def never(self, literals: Sequence[int], model: Bools) -> list[int]:
        """Return those of some literals that hold in no model, as far as few conflicts and counting show.

        Some of them may hold in the ``model``, bool[v + 1].
        """
        opposites = -np.array(literals, dtype=np.int32)
        opposites = opposites[truth(model, opposites)]
        self._loop.prefer(-opposites)
        found, left = one_by_one(opposites, self._loop, self._patience)
        counted = [literal for literal in left.tolist() if self._is_counted_out(np.array([-literal], dtype=np.int32))]
        wrong = {*(-found).tolist(), *(-literal for literal in counted)}
        return [literal for literal in literals if literal in wrong]

    def together(self, literals: Sequence[int]) -> list[int]:
        """Return a contradictory part of some contradictory literals, irreducible as far as few conflicts show.

        Parts are refuted by counting only as all of them are: at once, or else at necks, which takes several times as long.
        """
        every = np.array(literals, dtype=np.int32)
        refutes = next((way for way in (self._is_refuted_at_once, self._is_refuted_at_necks) if way(every)), None)

        def core(some: Sequence[int], _: int = 0) -> list[int] | Unknown:
            verdict = self.glanced(some)
            if is_out_of_conflicts(verdict) and refutes is not None and refutes(np.array(some, dtype=np.int32)):
                return [*some]
            if not isinstance(verdict, Unsat):
                return Unknown()
            found = {*([] if verdict.core is None else verdict.core.tolist())}
            return [literal for literal in some if literal in found]

        begun = core(literals)
        tried = begun if isinstance(begun, list) and begun else literals
        return irreducible(tried, core, [0], lambda _: None)[0]
