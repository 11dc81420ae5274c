"""Small boards with all their solutions, and the solutions that agree with a partial assignment of their bridges."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any, TypeVar

from hashicnf.core.statespace import StateSpace
from hashicnf.families import Puzzle
from hashicnf.pipeline.compile import compile_puzzle
from hashicnf.pipeline.compiled import Compiled
from hashicnf.pipeline.encodings import Encodings
from tests.oracles import hashi
from tests.oracles.puzzles import puzzle_of

Counts = tuple[int, ...]
S = TypeVar("S")


@dataclass(frozen=True)
class Small:
    """A board, its puzzle, and all its solutions, by brute force."""

    grid: hashi.Grid
    puzzle: Puzzle
    solutions: frozenset[Counts]
    most: int
    loops: bool

    def compiled(self, **how: str) -> Compiled:
        return compile_puzzle(self.puzzle, Encodings(**{"connectivity": "lazy", **how}))  # type: ignore[arg-type]

    @property
    def has_unknowns(self) -> bool:
        return any(-1 in row for row in self.grid)


def small(grid: hashi.Grid, most: int = 2, *, loops: bool = True) -> Small:
    solutions = frozenset(hashi.solutions(grid, most, loops=loops))
    return Small(grid, puzzle_of(grid, most, loops=loops), solutions, most, loops)


def boards(seed: int, number: int) -> Iterator[Small]:
    """Return planted boards of all kinds, half of them with a crossing; in a third one number is changed, mostly to no solution."""
    rng = random.Random(seed)
    for turn in range(number):
        most, loops = rng.choice((1, 2, 2, 2, 3)), rng.random() < 0.75
        while True:
            grid = hashi.planted(rng, 5, 5, rng.randint(2, 8), most, loops=loops, largest=9)
            if turn % 2 or hashi.crosses(grid):
                break
        if rng.random() < 0.33:
            row, column = rng.choice(hashi.islands(grid))
            grid[row][column] = rng.randint(1, 5)
        yield small(grid, most, loops=loops)


def lattice() -> Small:
    """Return three rows of three islands: with loops, and with choices."""
    return small(hashi.drawn("232 343 232"))


def ring() -> Small:
    """Return a board whose numbers require a loop while loops are forbidden."""
    return small(hashi.drawn("222 2.2 222"), 1, loops=False)


NUMBER = 102


@cache
def every() -> tuple[Small, ...]:
    """Return the boards of most tests."""
    return (*boards(7, NUMBER - 2), lattice(), ring())


def every_state(space: StateSpace[S, Any]) -> Iterator[S]:
    """Yield all states of a space that is a tree."""
    todo = [*space.initial()]
    while todo:
        state = todo.pop()
        yield state
        todo += [child for _, child, _ in space.successors(state)]
