"""The steps to the solution of a puzzle as data for a page: compact rows, so that pages of large boards stay small."""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce
from operator import or_
from typing import Final, TypeAlias

from hashicnf.core.deadline import NEVER, Deadline
from hashicnf.core.progress import Observer, unobserved
from hashicnf.core.techniques import Data, Step
from hashicnf.deduction.walk import Walk
from hashicnf.errors import GaveUp, counted
from hashicnf.families import Puzzle
from hashicnf.records import record

Row: TypeAlias = list[object]
UNKNOWN: Final = "unknown"


@record
class Reasoning:
    """The steps to the solution and their ``outcome``; for each step, the earlier steps that it rests on, as a bit mask.

    The steps are None for a family without techniques.
    """

    steps: tuple[Step, ...] | None
    needed: tuple[int, ...] = ()
    outcome: str = UNKNOWN

    @property
    def shows_contradiction(self) -> bool:
        """Return whether the steps end in a contradiction."""
        return bool(self.steps and self.steps[-1].contradiction)

    def as_data(self) -> dict[str, object]:
        """Return ``steps`` as rows, ``outcome``, and the texts to which rows refer by index: ``techniques``, ``kinds``, ``inner``.

        A row holds: technique, sentence, cells, conclusions (kind and values), whether it draws something (1 or 0), steps that it
        needs directly, the inner sentences (those under a supposition), and 1 for a contradiction (the last two only if present);
        lists of cells alternate row and column, from 0. There are no rows for a family without techniques.
        """
        if self.steps is None:
            return {"outcome": self.outcome}
        names, kinds, inner = _Numbers(), _Numbers(), _Numbers()
        rows = [_row(step, _direct(number, self.needed), names, kinds, inner) for number, step in enumerate(self.steps)]
        texts = {"techniques": names.every, "kinds": kinds.every, "inner": inner.every}
        return {"steps": rows, **texts, "outcome": self.outcome}


def reasoning(puzzle: Puzzle, deadline: Deadline = NEVER, observe: Observer = unobserved) -> Reasoning:
    """Find the steps; after the time limit return those found so far, and the outcome ``unknown``."""
    if puzzle.rules.techniques is None:
        return Reasoning(None)
    steps: list[Step] = []
    needed: list[int] = []  # for each step, the earlier steps that it rests on, as a bit mask
    outcome: str = UNKNOWN
    with Walk(puzzle, deadline=deadline) as walk:
        try:
            for step in walk.steps():
                steps.append(step)
                observe(f"look for hints, {counted(len(steps), 'step')}")
                used = () if step.contradiction else walk.position.used()
                needed.append(reduce(or_, (needed[number] | 1 << number for number in used), 0))
            outcome = walk.ended()
        except GaveUp:
            outcome = UNKNOWN  # the steps found so far remain valid
    return Reasoning(tuple(steps), tuple(needed), outcome)


def _row(step: Step, needs: list[int], names: _Numbers, kinds: _Numbers, inner: _Numbers) -> Row:
    cells = [number for cell in step.cells for number in cell]
    conclusions = [[kinds.of(",".join(found)), *_values(found)] for found in step.conclusions]
    row: Row = [names.of(step.label), step.sentence, cells, conclusions, int(step.draws), needs]
    if step.within or step.contradiction:
        row.append([inner.of(one.sentence) for one in step.within])
    if step.contradiction:
        row.append(1)
    return row


def _values(data: Data) -> list[object]:
    """List the values of a conclusion, with lists among them flattened."""
    return [one for value in data.values() for one in (value if isinstance(value, list) else [value])]


def _direct(number: int, needed: Sequence[int]) -> list[int]:
    """List the steps that a step needs directly, in ascending order, without those that they need in turn."""
    direct, left = list[int](), needed[number]
    while left:
        last = left.bit_length() - 1  # the steps that this one needs are implied by it, and dropped below
        direct.append(last)
        left &= ~needed[last] & ~(1 << last)
    return direct[::-1]


class _Numbers:
    """Consecutive numbers, from 0, for distinct texts."""

    def __init__(self) -> None:
        """Begin without texts."""
        self._of: dict[str, int] = {}

    def of(self, word: str) -> int:
        """Return the number of a text, a new one at its first occurrence."""
        return self._of.setdefault(word, len(self._of))

    @property
    def every(self) -> list[str]:
        """List the texts in the order of their numbers."""
        return list(self._of)
