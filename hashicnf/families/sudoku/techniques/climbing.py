"""How high the ladder has to be climbed for a board, without a word told: for generators, which ask that of hundreds of boards."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from hashicnf.core.techniques import EASIEST
from hashicnf.families.sudoku.board import Board
from hashicnf.families.sudoku.search.candidates import Candidates, Marks
from hashicnf.families.sudoku.techniques import RUNGS
from hashicnf.families.sudoku.techniques.rung import Rung
from hashicnf.families.sudoku.techniques.state import State, each


class Climb(NamedTuple):
    """The ``grade`` of the hardest technique beyond singles, 0 for none, and how many ``steps`` are beyond singles."""

    grade: int
    steps: int


SINGLES = Climb(0, 0)


def climb(board: Board, most: int) -> Climb | None:
    """Solve a board by singles and techniques up to the grade ``most``: then it has one solution; None if they do not solve it."""
    space = Candidates(board)
    start = next(iter(space.initial()), None)
    if start is None or space.is_goal(start):
        return None if start is None else SINGLES
    return _climbed(_state(space, start), [rung for rung in RUNGS if rung.technique.grade <= most])


def _climbed(state: State, rungs: Sequence[Rung]) -> Climb | None:
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
    return Climb(grade, steps)


def _state(space: Candidates, marks: Marks) -> State:
    """Return what is known after all singles."""
    state = State(space.rules)
    state.open = [0] * space.rules.count
    for bit, (placed, open_) in enumerate(zip(marks.placed, marks.open, strict=True)):
        for cell in each(placed):
            state.number[cell], state.open[cell] = bit + 1, 1 << bit
        for cell in each(open_):
            state.open[cell] |= 1 << bit
    return state
