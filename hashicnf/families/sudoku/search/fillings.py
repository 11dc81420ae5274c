"""All fillings: every free cell with every number, and the rules checked only when the grid is full.

With k free cells of a board of side n that is a tree with n^k leaves: brute force, useful as an oracle and a baseline.
A state is (cells filled, their numbers as digits of base n + 1); an action is (cell, number); a step costs 1.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from typing import TypeAlias

from hashicnf.core.statespace import ZERO, Searchable, Tried
from hashicnf.families.sudoku.board import Board
from hashicnf.families.sudoku.search.grid import Rules
from hashicnf.trace.steps import Conflict, Step

State: TypeAlias = tuple[int, int]
Action: TypeAlias = tuple[int, int]


class Fillings:
    """The space of one board."""

    def __init__(self, board: Board) -> None:
        """Take a board and its free cells, in reading order."""
        self.rules = Rules(board)
        self._free = self.rules.free

    def initial(self) -> tuple[State, ...]:
        """Return the one start: the givens, even if they clash."""
        return ((0, 0),)

    def successors(self, state: State) -> Iterator[tuple[Action, State, float]]:
        """Yield the children in which the next free cell holds each number."""
        done, digits = state
        if done < len(self._free):
            digits *= self.rules.side + 1
            for number in range(1, self.rules.side + 1):
                yield (self._free[done], number), (done + 1, digits + number), 1

    def begin(self) -> tuple[Step, ...]:
        """Return the steps of the givens."""
        return tuple(self.rules.given())

    def narrate(self, state: State) -> Iterator[Tried[Action, State]]:
        """Yield the children as decisions about cells."""
        for (p, number), child, cost in self.successors(state):
            yield (p, number), child, cost, (self.rules.decision(p, number, number),)

    def refute(self, state: State) -> tuple[Step, ...]:
        """Return the conflict of the first unit of a full grid that holds a number twice."""
        clash = self._clash(self.numbers(state))
        return () if clash is None else (clash,)

    def is_goal(self, state: State) -> bool:
        """Return whether the grid is full and satisfies every rule."""
        return state[0] == len(self._free) and self._clash(self.numbers(state)) is None

    def key(self, state: State) -> Hashable:
        """Return the state itself, which is hashable."""
        return state

    def numbers(self, state: State) -> list[int]:
        """Return the numbers of all cells, 0 for empty ones."""
        return self.rules.numbers(*state)

    def _clash(self, numbers: list[int]) -> Conflict | None:
        rules = self.rules
        for cells in rules.units:
            held = [numbers[p] for p in cells]
            if len({*held}) < len(held):
                return next(found for p in cells if (found := rules.clash(p, numbers[p], numbers)) is not None)
        return None


def searchable(board: Board) -> Searchable[State]:
    """Return the space of a board with the heuristic zero, as nothing can be estimated in it."""
    space = Fillings(board)
    title = "all fillings of the empty cells, checked only when the grid is full"
    return Searchable(
        space,
        {ZERO.name: ZERO},
        lambda state, _: space.rules.grid(space.numbers(state)),
        title=title,
        constructive=True,
    )
