"""Solve a puzzle by the techniques of people, step by step.

The family's ladder of techniques comes first. If it finds no step, a solver computes the facts that hold in every solution. The
next step is the fact whose negation the ladder refutes in the fewest rounds; if there is none, the fact that is implied by the
smallest set of rules, if a set is small enough to be stated. If no further fact holds in every solution, the puzzle has several
solutions. Ratings take all such facts at once, as in any round (``core.techniques``), so that no choice affects a grade. If only
facts that can be drawn are wanted, and the ladder makes many steps without one, a solver that is fast on the puzzle first decides
whether there is any.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from functools import cached_property
from itertools import count
from typing import Final, Literal, Self, TypeAlias

from hashicnf.backends import is_out_of_conflicts
from hashicnf.core.deadline import NEVER, Deadline
from hashicnf.core.techniques import SHORT, Length, Position, Step, Technique
from hashicnf.deduction.checking import position_of
from hashicnf.deduction.rules import Rules
from hashicnf.deduction.solutions import Solutions
from hashicnf.errors import InternalError
from hashicnf.families import Puzzle
from hashicnf.logic import Unsat
from hashicnf.pipeline.family_parts import techniques_of
from hashicnf.registry import breach, is_foreign

Outcome: TypeAlias = Literal["solved", "several", "unsolvable"]
EFFORTS: Final = (SHORT, 20)  # limits of rounds to a contradiction, tried one after the other
FRUITLESS: Final = 16  # steps that draw nothing, after which a solver decides whether anything can be drawn
REASONS: Final = 4  # most facts for which reasons are searched, of which the smallest is chosen


class Walk:
    """The steps of one puzzle, from the start or from an unfinished solution; a context manager that frees its solvers."""

    def __init__(
        self,
        puzzle: Puzzle,
        drawn: object | None = None,
        deadline: Deadline = NEVER,
        *,
        drawing: bool = False,
    ) -> None:
        """Start from the clues, or from an unfinished solution ``drawn``.

        With ``drawing``, only facts that can be drawn follow the ladder, and the steps end if there are none.
        Raises UsageError for a family without techniques, InputError for an invalid drawing.
        """
        self._techniques = techniques_of(puzzle.family)
        self.position: Position[object] = position_of(self._techniques, puzzle.board, drawn)
        self._puzzle, self._deadline, self._drawing = puzzle, deadline, drawing
        self._is_drawn = bool(self.position.drawn())
        self._solvers = ExitStack()
        self._forced: list[int] | None = None
        self._is_refuted: bool | None = None
        self.outcome: Outcome | None = None
        self.has_several = False  # whether several solutions are known before the steps have ended

    def __enter__(self) -> Self:
        """Return the walk; solvers are created when they are needed."""
        return self

    def __exit__(self, *problem: object) -> None:
        """Free the solvers."""
        self._solvers.close()

    @cached_property
    def solutions(self) -> Solutions:
        """Return the puzzle in a solver."""
        return self._solvers.enter_context(Solutions(self._puzzle, self._deadline))

    @cached_property
    def rules(self) -> Rules:
        """Return the rules of the puzzle in a solver."""
        return self._solvers.enter_context(Rules(self._puzzle, self._techniques.reasons, self._deadline))

    def steps(self) -> Iterator[Step]:
        """Make and yield the steps until ``outcome`` is known. Raises GaveUp at the time limit."""
        for number in count():
            if self.position.is_solved() and self._is_right():
                return
            self._deadline.require()
            if number == FRUITLESS and self._can_end() and not self._forced_facts():
                return
            step = self.position.next() or self._beyond()
            if step is None:
                return
            if step.contradiction:
                self._refute()
            yield step
            if step.contradiction:
                return

    def rounds(self, most_open: int | None = None) -> Iterator[Technique]:
        """Make rounds until ``outcome`` is known; yield their techniques. Raises GaveUp at the time limit.

        They end also when the ladder finds no step and two solutions are found, and without an outcome when it finds none and more
        than ``most_open`` variables are not decided.
        """
        while not self.position.is_solved():
            self._deadline.require()
            if (made := self.position.round()) is None:
                if most_open is not None and len(self.position.open()) > most_open:
                    return
                if not (facts := self._forced_facts(grading=True)):
                    return
                rounds, facts = self._refuted(facts) or (None, facts)
                yield self.position.conclude(facts, rounds)
            elif made.contradiction:
                self._refute()
                return
            else:
                yield made.technique
        if not self._is_right():
            self._refute()

    def _is_right(self) -> bool:
        """Return whether a position in which everything is decided is the solution, and set the outcome if it is."""
        if self._puzzle.check(self.position.solution()):
            return False
        self.outcome = "solved"
        return True

    def _refute(self) -> None:
        """Set the outcome to unsolvable. Raises PluginError if techniques of another package refute what has a solution."""
        self.outcome = "unsolvable"
        position = self._techniques.position
        if is_foreign(position) and self.solutions.model(self.position.drawn()) is not None:
            raise breach("its techniques lead to a contradiction, though there is a solution", [position])

    def ended(self) -> Outcome:
        """Return the outcome. Raises InternalError before all steps are made."""
        if self.outcome is None:
            raise InternalError("the outcome of a puzzle was asked for before its steps had ended")
        return self.outcome

    def _beyond(self) -> Step | None:
        """Make the next step if the ladder finds none; None at the end, when the outcome is known."""
        if self.position.is_solved():  # though not rightly
            self._refute()
            return None
        facts = self._forced_facts()
        return (self._supposed(facts) or self._together(facts)) if facts else None

    def is_refuted(self) -> bool:
        """Return whether a short search proves that the drawing is part of no solution."""
        if self._is_refuted is None:
            self._is_refuted = isinstance(self.solutions.seen(self.position.known()), Unsat)
        return self._is_refuted

    def _can_end(self) -> bool:
        """Return whether a solver is to decide if anything can be drawn.

        If nothing is open, the ladder ends soon by itself; if the solver takes more than a few conflicts, the ladder may be faster.
        """
        if not self._drawing or not self.position.open():
            return False
        return not is_out_of_conflicts(self.solutions.glanced(self.position.known()))

    def _forced_facts(self, *, grading: bool = False) -> list[int]:
        """Return facts that hold in every solution and are not known yet; if there are none, set the outcome.

        With ``grading`` there are none, either, if two solutions are found.
        """
        undecided = self.position.open()
        if self._forced is None:
            known = self.position.known()
            if self._drawing and self.is_refuted():
                self._refute()
                return []
            if not self._is_drawn:
                self.solutions.model([])  # a model contains all known facts, and this finds one by more roads
            if grading and self.solutions.differ(known):
                self.outcome = "several"
                return []
            self._forced = self.solutions.forced(known, undecided, drawing=self._drawing)
            if self._forced is None:
                self._refute()
                return []
            self.has_several = len(self._forced) < len(undecided) and not self._drawing
        still = {*undecided}
        facts = [literal for literal in self._forced if abs(literal) in still]
        if not facts:
            self.outcome = "several"
        return facts

    def _supposed(self, facts: list[int]) -> Step | None:
        """Refute the negation of the fact for which this takes the fewest rounds, then the fewest steps; None if of none."""
        found = self._refuted(facts)
        return None if found is None else self.position.suppose(found[1][0])

    def _refuted(self, facts: list[int]) -> tuple[int, list[int]] | None:
        """Return the fewest rounds that refute the negation of a fact, and all such facts, by steps; None if it takes too many.

        All facts are tried with the same limit, so that the order of facts changes nothing.
        """
        for effort in EFFORTS:
            lengths: dict[int, Length] = {}
            for literal in facts:
                self._deadline.require()
                if (length := self.position.refute(literal, effort)) is not None:
                    lengths[literal] = length
            if lengths:
                least = min(lengths.values()).rounds
                found = [literal for literal, length in lengths.items() if length.rounds == least]
                return least, sorted(found, key=lambda literal: lengths[literal].steps)
        return None

    def _together(self, facts: list[int]) -> Step:
        """Learn the fact that the fewest rules imply; the first fact, without rules, if these are too many to be stated."""
        if (model := self.solutions.last) is not None:
            self.rules.prefer(model)
        found = self.rules.fewest(self.position.known(), facts[:REASONS])
        return self.position.learn(facts[0], None) if found is None else self.position.learn(*found)
