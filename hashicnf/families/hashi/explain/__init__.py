"""Explain the steps of a search in sentences about islands and bridges, and draw its states.

``RULES`` lists the rules of clauses that have sentences; clauses of other rules are described by the names of their variables.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from hashicnf.core.variables import Variables
from hashicnf.errors import counted
from hashicnf.families.hashi.board import Board
from hashicnf.families.hashi.explain.connectivity import broken_connectivity, forced_by_connectivity, learned, pruned
from hashicnf.families.hashi.explain.counting import (
    broken_crossing,
    broken_number,
    broken_run,
    forced_by_crossing,
    forced_by_number,
    forced_by_run,
    there,
)
from hashicnf.families.hashi.explain.sources import name_source
from hashicnf.families.hashi.explain.words import Literal, Vocabulary
from hashicnf.families.hashi.page import drawn
from hashicnf.trace.narration import Narration, Reasoned, Scene, Values, listed, printable, sentence
from hashicnf.trace.steps import Conflict, Cut, Decision, Forced, Prune

RULES: Final = ("dependency", "crossing", "capacity", "connectivity")
MOST_SUPPOSED: Final = 4


class HashiNarrator:
    """Narrates searches on one board."""

    def __init__(self, board: Board, variables: Variables) -> None:
        """Take the board and the variables to which the literals of the trace refer."""
        self._board, self._variables = board, variables
        self._words = Vocabulary(board, variables["bridge"].first if board.edges else 1)

    @property
    def subject(self) -> str:
        """Return the words for the board and its size."""
        rows, columns = self._board.shape
        return f"a Hashiwokakero board of {rows:,} by {columns:,} with {counted(self._board.islands, 'island')}"

    def narrate(self, step: Reasoned, values: Values) -> Narration:
        """Return the sentence for one step."""
        match step:
            case Decision():
                return self._decision(step, values)
            case Forced():
                return self._forced(step, values)
            case Conflict():
                return self._conflict(step, values)
            case Prune():
                return pruned(self._words, step, values)
            case Cut(clause, rule, _, sources):
                return learned(self._words, clause, sources) if rule == "connectivity" else self._other(step)

    def label(self, literals: Sequence[int]) -> str:
        """Return a short label of a decision."""
        facts = [fact for lit in literals if (fact := self._words.read(lit))]
        edges = dict.fromkeys(fact.edge for fact in facts)
        parts = [self._short(edge, [fact for fact in facts if fact.edge == edge]) for edge in edges]
        return listed(parts or [self._text(lit) for lit in literals], 2)

    def scene(self) -> Scene:
        """Return the scene that draws the search."""
        return drawn(self._board, self._words.first)

    def _decision(self, step: Decision, values: Values) -> Narration:
        facts = [fact for lit in step.literals if (fact := self._words.read(lit))]
        known = dict(values)
        for fact in facts:
            known[self._words.variable(fact.edge, fact.least)] = fact.holds
        facts_by_edge = {fact.edge: there(self._words, fact, known) for fact in facts}
        others = [self._truth(lit) for lit in step.literals if not self._words.read(lit)]
        words = listed([*facts_by_edge.values(), *others], MOST_SUPPOSED) or printable(step.text) or "the next choice"
        return Narration(
            sentence(f"{'or else' if step.branch > 1 else 'suppose'} {words}"), {"edges": tuple(facts_by_edge)}
        )

    def _forced(self, step: Forced, values: Values) -> Narration:
        words, fact, source = self._words, self._words.read(step.literal), step.source
        if fact is None:
            return self._other(step)
        match step.rule:
            case "capacity" if 0 <= source < len(words.clue):
                return forced_by_number(words, source, fact, values)
            case "dependency":
                return forced_by_run(words, fact)
            case "crossing" if 0 <= source < len(words.crossing) and fact.edge in words.crossing[source]:
                return forced_by_crossing(words, source, fact)
            case "connectivity":
                island = source if step.kind == "island" else -1
                return forced_by_connectivity(words, fact, step.clause, island, values)
        return self._other(step, fact, values)

    def _conflict(self, step: Conflict, values: Values) -> Narration:
        words, source = self._words, step.source
        match step.rule:
            case "capacity" if 0 <= source < len(words.clue):
                return broken_number(words, source, values)
            case "dependency" if 0 <= source < len(words.ends):
                return broken_run(words, source)
            case "crossing" if 0 <= source < len(words.crossing):
                return broken_crossing(words, source)
            case "connectivity":
                return broken_connectivity(words, step.clause, source if step.kind == "island" else -1)
        return self._other(step)

    def _other(
        self, step: Forced | Conflict | Cut, fact: Literal | None = None, values: Values | None = None
    ) -> Narration:
        """Return the sentence for a rule or variable that has no sentence of its own."""
        why = printable(step.rule) or "the formula"
        if isinstance(step, Cut):
            clause = listed([self._text(lit) for lit in step.clause], link="or")
            return Narration(sentence(f"to remember: {clause or 'nothing can help'} ({why})"))
        why += self._cause(step.kind, step.source)
        if isinstance(step, Conflict):
            return Narration(sentence(f"contradiction: {why}"))
        if fact is None:
            return Narration(sentence(f"in the encoding of {why}: {self._truth(step.literal)}"))
        return Narration(sentence(f"{there(self._words, fact, values or {})}: {why}"), {"edges": (fact.edge,)})

    def _cause(self, kind: str, source: int) -> str:
        """Return " for" and the island, bridge or crossing of a constraint; "" for any other source."""
        words = self._words
        sizes = {"island": len(words.clue), "edge": len(words.ends), "crossing": len(words.crossing)}
        return f" for {name_source(self._board, kind, source)}" if 0 <= source < sizes.get(kind, 0) else ""

    def _text(self, literal: int) -> str:
        """Return the words for any literal by the name of its variable."""
        if 1 <= abs(literal) <= self._variables.count:
            return ("not " if literal < 0 else "") + self._variables.text(abs(literal))
        return f"{'not ' if literal < 0 else ''}variable {abs(literal)}"

    def _truth(self, literal: int) -> str:
        return f"{self._text(abs(literal))} is {'true' if literal > 0 else 'false'}"

    def _short(self, edge: int, facts: list[Literal]) -> str:
        words, (u, v) = self._words, self._words.ends[edge]
        low, high = words.range(edge, {words.variable(edge, fact.least): fact.holds for fact in facts})
        if words.row[u] == words.row[v]:
            where = f"row {words.row[u] + 1}, {words.column[u] + 1}–{words.column[v] + 1}"
        else:
            where = f"col {words.column[u] + 1}, {words.row[u] + 1}–{words.row[v] + 1}"
        if high == 0:
            return f"{where}: none"
        return f"{where}: " + (f"= {low}" if low == high else f"≥ {low}" if low else f"≤ {high}")
