"""The difficulty of puzzles for people: the hardest technique that a puzzle needs, and how often.

    grade = g + min(0.9, log10(c) / 2)

where g is the grade of the hardest technique (1 to 10), and c the number of rounds of that grade: each round takes all
steps of the easiest technique that applies. The grade is rounded to a tenth, and at most 10. A sum over all rounds would mostly
measure the size of the puzzle, and the number of steps depends on their order.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import log10
from typing import Final

from hashicnf.core.techniques import HARDEST, Technique
from hashicnf.deduction.walk import Outcome
from hashicnf.records import record

MOST: Final = 0.9  # largest addition for repetition


@record
class Rating:
    """A puzzle's ``grade`` from 1 to 10 (None without exactly one solution), and ``hardest`` technique.

    ``outcome`` is solved, several (solutions) or unsolvable. ``used`` lists the rungs of the techniques, from the easiest, each
    with its number of rounds.
    """

    outcome: Outcome
    grade: float | None
    hardest: Technique | None
    used: tuple[tuple[str, int], ...]

    @property
    def rounds(self) -> dict[str, int]:
        """Return the number of rounds by rung, from the easiest."""
        return dict(self.used)

    def __repr__(self) -> str:
        """Return grade and hardest technique in one line, or the outcome of a puzzle without a grade."""
        if self.grade is None:
            return f"<rating: {self.outcome}>"
        return f"<rating: {self.grade}{'' if self.hardest is None else f', {self.hardest.name}'}>"


def rated(outcome: Outcome, rounds: Mapping[Technique, int]) -> Rating:
    """Return the rating of a puzzle, given its outcome and the number of rounds of each technique."""
    used = tuple((technique.rung, rounds[technique]) for technique in sorted(rounds, key=lambda t: (t.grade, t.rung)))
    if not rounds:
        return Rating(outcome, 1.0 if outcome == "solved" else None, None, used)
    grade = max(technique.grade for technique in rounds)
    hardest = max((t for t in rounds if t.grade == grade), key=lambda t: (rounds[t], t.rung))
    often = sum(count for technique, count in rounds.items() if technique.grade == grade)
    shown = min(float(HARDEST), round(grade + min(MOST, log10(often) / 2), 1))
    return Rating(outcome, shown if outcome == "solved" else None, hardest, used)
