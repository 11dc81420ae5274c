"""All fillings: every free cell with every number, and the rules checked only when the grid is full.

With k free cells of a board of side n that is a tree with n^k leaves: brute force, useful as an oracle and a yardstick.
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
        """Prepare the free cells in reading order."""
        self.rules = Rules(board)
        self._free = self.rules.free

    def initial(self) -> tuple[State, ...]:
        """Begin with the givens, whatever they are."""
        return ((0, 0),)

    def successors(self, state: State) -> Iterator[tuple[Action, State, float]]:
        """Fill the next free cell with each number."""
        done, digits = state
        if done < len(self._free):
            digits *= self.rules.side + 1
            for number in range(1, self.rules.side + 1):
                yield (self._free[done], number), (done + 1, digits + number), 1

    def begin(self) -> tuple[Step, ...]:
        """Yield the givens."""
        return tuple(self.rules.given())

    def narrate(self, state: State) -> Iterator[Tried[Action, State]]:
        """Yield the children as decisions about cells."""
        for (p, number), child, cost in self.successors(state):
            yield (p, number), child, cost, (self.rules.decision(p, number, number),)

    def refute(self, state: State) -> tuple[Step, ...]:
        """Name the first number that is twice in a unit of a full grid."""
        clash = self._clash(self.numbers(state))
        return () if clash is None else (clash,)

    def is_goal(self, state: State) -> bool:
        """Check every rule of a full grid."""
        return state[0] == len(self._free) and self._clash(self.numbers(state)) is None

    def key(self, state: State) -> Hashable:
        """Name a state by itself."""
        return state

    def numbers(self, state: State) -> list[int]:
        """List the numbers of all cells, 0 where a cell is empty."""
        return self.rules.numbers(*state)

    def _clash(self, numbers: list[int]) -> Conflict | None:
        rules = self.rules
        for cells in rules.units:
            held = [numbers[p] for p in cells]
            if len({*held}) < len(held):
                return next(found for p in cells if (found := rules.clash(p, numbers[p], numbers)) is not None)
        return None


def searchable(board: Board) -> Searchable[State]:
    """Offer the space; nothing can be estimated in it."""
    space = Fillings(board)
    title = "all fillings of the empty cells, checked only when the grid is full"
    return Searchable(
        space,
        {ZERO.name: ZERO},
        lambda state, _: space.rules.grid(space.numbers(state)),
        title=title,
        constructive=True,
    )
