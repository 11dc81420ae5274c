"""Find the hardest technique that a board needs, without sentences, for generators that test hundreds of boards."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from hashicnf.core.techniques import EASIEST
from hashicnf.families.sudoku.board import Board
from hashicnf.families.sudoku.search.candidates import Candidates, Marks
from hashicnf.families.sudoku.search.grid import each
from hashicnf.families.sudoku.techniques import RUNGS
from hashicnf.families.sudoku.techniques.rung import Rung
from hashicnf.families.sudoku.techniques.state import State


class Effort(NamedTuple):
    """The effort for a board: the ``grade`` of its hardest technique beyond singles (0: none), and the ``steps`` beyond singles."""

    grade: int
    steps: int


SINGLES = Effort(0, 0)


def effort_of(board: Board, most: int) -> Effort | None:
    """Return the effort to solve a board by singles and techniques up to the grade ``most``; None if they do not solve it.

    A board that they solve has exactly one solution.
    """
    space = Candidates(board)
    start = next(iter(space.initial()), None)
    if start is None or space.is_goal(start):
        return None if start is None else SINGLES
    return _worked_through(_state(space, start), [rung for rung in RUNGS if rung.technique.grade <= most])


def _worked_through(state: State, rungs: Sequence[Rung]) -> Effort | None:
    grade = steps = 0
    singles = {rung.technique.rung for rung in RUNGS[:2]}
    while not all(state.number):
        for rung in rungs:
            if (found := rung.find(state)) is not None:
                break
        else:
            return None
        if found.dead:
            return None
        state.use(found)
        if rung.technique.rung not in singles:
            grade, steps = max(grade, rung.technique.grade, EASIEST), steps + 1
    return Effort(grade, steps)


def _state(space: Candidates, marks: Marks) -> State:
    """Return the state of a hand solution after all singles."""
    state = State(space.rules)
    state.open = [0] * space.rules.count
    for bit, (placed, open_) in enumerate(zip(marks.placed, marks.open, strict=True)):
        for cell in each(placed):
            state.number[cell], state.open[cell] = bit + 1, 1 << bit
        for cell in each(open_):
            state.open[cell] |= 1 << bit
    return state
