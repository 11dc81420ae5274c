"""Explain the steps of a search in sentences about cells and numbers, and draw its states.

``RULES`` lists the rules of clauses that have sentences; clauses of other rules are described by the names of their variables.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from hashicnf.core.variables import Variables
from hashicnf.errors import counted
from hashicnf.families.sudoku.board import UNITS, Board
from hashicnf.families.sudoku.constraints import PLACE
from hashicnf.families.sudoku.explain.words import Fact, Vocabulary
from hashicnf.families.sudoku.page import drawn
from hashicnf.trace.narration import Marks, Narration, Reasoned, Scene, Values, listed, printable, sentence
from hashicnf.trace.steps import Conflict, Cut, Decision, Forced, Prune

PLACES: Final = tuple(kind + PLACE for kind in UNITS)
RULES: Final = ("given", "fixed", "cell", "single", *UNITS, *PLACES)
MOST_SUPPOSED: Final = 4


class SudokuNarrator:
    """Narrates searches on one board."""

    def __init__(self, board: Board, variables: Variables) -> None:
        """Take the board and the variables to which the literals of the trace refer."""
        self._board, self._variables = board, variables
        self._words = Vocabulary(board, variables["cell"].first)

    @property
    def subject(self) -> str:
        """Return the words for the board and its size."""
        return f"a sudoku of {self._board.side} by {self._board.side} cells with {counted(self._board.given, 'given')}"

    def narrate(self, step: Reasoned, values: Values) -> Narration:
        """Return the sentence for one step."""
        match step:
            case Decision():
                return self._decision(step)
            case Forced():
                return self._forced(step, values)
            case Conflict():
                return self._conflict(step, values)
            case Prune(reason, kind, sources):
                cells = tuple(p for p in sources if kind == "cell" and 0 <= p < self._words.count)
                about = f" ({listed([self._words.place(p) for p in cells])})" if cells else ""
                return Narration(sentence(f"give up here: {printable(reason)}{about}"), {"cells": cells})
            case Cut(clause, rule):
                text = (
                    listed([self._words.text(lit, self._variables) for lit in clause], link="or") or "nothing can help"
                )
                return Narration(sentence(f"to remember: {text}" + (f" ({printable(rule)})" if rule else "")))

    def joins(self, step: Forced) -> bool:
        """Return whether a step states a given, which is joined with the other givens."""
        fact = self._words.read(step.literal)
        return step.rule == "given" and fact is not None and fact.holds

    def joined(self, steps: Sequence[Forced]) -> Narration:
        """Return one sentence for all joined steps."""
        cells = [fact.cell for step in steps if (fact := self._words.read(step.literal))]
        return Narration(sentence(f"{len(steps):,} numbers are given"), {"cells": cells})

    def label(self, literals: Sequence[int]) -> str:
        """Return a short label of a decision."""
        placed = [lit for lit in literals if lit > 0] or literals  # a swap takes numbers from cells, too
        return listed([self._short(lit) for lit in placed], 2)

    def scene(self) -> Scene:
        """Return the scene that draws the search."""
        return drawn(self._board, self._words.units, self._words.first)

    def _decision(self, step: Decision) -> Narration:
        facts = [fact for lit in step.literals if (fact := self._words.read(lit))]
        stated = [self._words.text(lit, self._variables) for lit in step.literals]
        words = printable(step.text) or listed(stated, MOST_SUPPOSED) or "the next choice"
        return Narration(
            sentence(f"{'or else' if step.branch > 1 else 'suppose'} {words}"), {"cells": tuple(f.cell for f in facts)}
        )

    def _forced(self, step: Forced, values: Values) -> Narration:
        words, fact = self._words, self._words.read(step.literal)
        if fact is None:
            return self._other(step)
        name, marks = words.fact(fact), {"cells": (fact.cell,)}
        match step.rule, fact.holds:
            case "given", True:
                return Narration(sentence(f"{name}: this is given"), marks)
            case "fixed", _:
                return Narration(sentence(f"{name}: this follows from the givens"), marks)
            case "cell", True:
                return Narration(sentence(f"{name}: no other number is left for this cell"), marks)
            case "single", False:
                return self._beside(fact, values)
            case rule, False if rule in UNITS and words.has_unit(step.kind, step.source):
                return self._taken(fact, step, values)
            case rule, True if rule in PLACES and words.has_unit(step.kind, step.source):
                unit, number = words.unit(step.kind, step.source)
                text = f"{name}: {words.unit_name(unit)} has no other place for {number}"
                return Narration(sentence(text), {**marks, "units": (unit,)})
        return self._other(step, fact)

    def _beside(self, fact: Fact, values: Values) -> Narration:
        """Return the sentence for a number that a cell does not hold because it holds another."""
        held = self._words.held(fact.cell, values)
        why = f"this cell holds {held}" if held else "this cell holds another number"
        return Narration(sentence(f"{self._words.fact(fact)}: {why}"), {"cells": (fact.cell,)})

    def _taken(self, fact: Fact, step: Forced, values: Values) -> Narration:
        """Return the sentence for a number that a cell does not hold because a unit holds it elsewhere."""
        unit, number = self._words.unit(step.kind, step.source)
        where = self._words.placed(unit, number, values)
        name = self._words.unit_name(unit)
        why = (
            f"{name} has its {number} elsewhere"
            if where is None
            else f"{name} has its {number} {self._words.at(where, unit)}"
        )
        cells = (fact.cell,) if where is None else (fact.cell, where)
        return Narration(sentence(f"{self._words.fact(fact)}: {why}"), {"cells": cells, "units": (unit,)})

    def _conflict(self, step: Conflict, values: Values) -> Narration:
        words, source = self._words, step.source
        problem, marks = "", dict[str, tuple[int, ...]]()
        if step.rule in UNITS + PLACES and words.has_unit(step.kind, source):
            problem = words.unmet(step.kind, source, is_twice=step.rule in UNITS)
            marks = {"units": (words.unit(step.kind, source)[0],)}
        elif step.rule in ("cell", "single", "given") and 0 <= source < words.count:
            marks, held = {"cells": (source,)}, words.held(source, values)
            if step.rule == "given":
                problem = f"{words.place(source)} is given {words.givens[source]}" + (
                    f", and would hold {held}" if held else ""
                )
            else:
                problem = words.unmet("cell", source, is_twice=step.rule == "single")
        if not problem:
            return self._other(step)
        return Narration(sentence(f"contradiction: {problem}"), marks)

    def _other(self, step: Forced | Conflict, fact: Fact | None = None) -> Narration:
        """Return the sentence for a rule or variable that has no sentence of its own."""
        why = printable(step.rule) or "the formula"
        if isinstance(step, Conflict):
            return Narration(sentence(f"contradiction: {why}"))
        marks: Marks = {} if fact is None else {"cells": (fact.cell,)}
        name = self._words.text(step.literal, self._variables)
        return Narration(sentence(f"{name}: {why}" if fact else f"in the encoding of {why}: {name}"), marks)

    def _short(self, literal: int) -> str:
        fact = self._words.read(literal)
        if fact is None:
            return self._words.text(literal, self._variables)
        r, c = divmod(fact.cell, self._words.side)
        return f"({r + 1}, {c + 1}) {'=' if fact.holds else '≠'} {fact.number}"
