"""Backtracking over the cells: in reading order, numbers from 1 up, while no unit holds a number twice.

That is the textbook recursion over cells. In a state the first free cells are filled, so the space is a tree, the depth of every
goal is the number of free cells, and every step costs 1.

The numbers that units hold are stored in one integer, n bits per unit. So the numbers that a cell may hold are found by a shift for
each of its units, and a cell is filled by one "or".
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from typing import NamedTuple, TypeAlias

from hashicnf.core.statespace import ZERO, Heuristic, Searchable, Tried
from hashicnf.families.sudoku.board import Board, Grid
from hashicnf.families.sudoku.search.grid import Rules
from hashicnf.trace.steps import Conflict, Step

Action: TypeAlias = tuple[int, int]


class Filled(NamedTuple):
    """A state with ``done`` free cells filled: numbers as digits of base n + 1 after a 1, numbers taken by units as bits."""

    done: int
    digits: int
    taken: int


class Cells:
    """The space of one board; an action is (cell, number)."""

    def __init__(self, board: Board) -> None:
        """Compute the tables of a board's free cells, in reading order."""
        self.rules = rules = Rules(board)
        n = rules.side
        self.free = rules.free
        self._shifts = [[unit * n for unit in rules.around[p]] for p in self.free]
        # The bit of number 1 in each unit.
        self._marks = [sum(1 << shift for shift in shifts) for shifts in self._shifts]
        self._clash = self._given_twice()
        held = [{rules.givens[p] for p in cells} - {0} for cells in rules.units]
        self._start = sum(1 << unit * n + k - 1 for unit, numbers in enumerate(held) for k in numbers)

    def _given_twice(self) -> Conflict | None:
        givens = self.rules.givens
        clashes = (self.rules.clash(p, k, givens) for p, k in enumerate(givens) if k)
        return next((clash for clash in clashes if clash is not None), None)

    def initial(self) -> tuple[Filled, ...]:
        """Return the start with the givens; no start if these clash."""
        return () if self._clash is not None else (Filled(0, 1, self._start),)

    def successors(self, state: Filled) -> Iterator[tuple[Action, Filled, float]]:
        """Yield the children in which the next free cell holds each number that its units do not hold yet."""
        done, digits, taken = state
        if done == len(self.free):
            return
        seen = 0
        for shift in self._shifts[done]:
            seen |= taken >> shift
        mark, p, digits = self._marks[done], self.free[done], digits * (self.rules.side + 1)
        for k in range(self.rules.side):
            if not seen >> k & 1:
                yield (p, k + 1), Filled(done + 1, digits + k + 1, taken | mark << k), 1

    def is_goal(self, state: Filled) -> bool:
        """Return whether every cell is filled; no state breaks a rule."""
        return state.done == len(self.free)

    def key(self, state: Filled) -> Hashable:
        """Return the digits of a state, which identify it."""
        return state.digits

    def begin(self) -> tuple[Step, ...]:
        """Return the steps of the givens, and their clash if there is one."""
        return (*self.rules.given(), *([] if self._clash is None else [self._clash]))

    def narrate(self, state: Filled) -> Iterator[Tried[Action, Filled]]:
        """Yield every number for the next cell as a decision, with the conflict in the unit that excludes it."""
        if state.done == len(self.free):
            return
        children = {action: child for action, child, _ in self.successors(state)}
        p, numbers = self.free[state.done], self.numbers(state)
        for k in range(1, self.rules.side + 1):
            steps: list[Step] = [self.rules.decision(p, k, k)]
            child = children.get((p, k))
            if child is None and (clash := self.rules.clash(p, k, numbers)) is not None:
                steps.append(clash)
            yield (p, k), child, 1, tuple(steps)

    def numbers(self, state: Filled) -> list[int]:
        """List the numbers of all cells, 0 where a cell is empty."""
        return self.rules.numbers(state.done, state.digits)

    def grid(self, state: Filled) -> Grid:
        """Return the grid of a state."""
        return self.rules.grid(self.numbers(state))


def searchable(board: Board) -> Searchable[Filled]:
    """Return the space of a board; its heuristic, the number of empty cells, is the exact cost of a solution."""
    space = Cells(board)
    free = len(space.free)

    def empty(state: Filled) -> float:
        return free - state.done

    known = (Heuristic("empty", empty, admissible=True, consistent=True, title="empty cells"), ZERO)
    return Searchable(
        space,
        {h.name: h for h in known},
        lambda state, _: space.grid(state),
        title="cells filled in reading order, no number twice in a unit",
        constructive=True,
    )
