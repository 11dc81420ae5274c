"""The positions of a board as a state space: a position is a string of one byte per cell; and the same space over arrays.

An action is the direction of a slide; traces also name the tile. In arrays it is a number, and n positions have the columns

    tiles    uint8[n, cells]
    blank    int32[n], its cell
    last     int32[n], the number of the last slide, 4 at the start, so that its reverse is not generated

and those of the heuristic's guide, which computes the estimate of a child from that of its parent (``guides``).
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from hashicnf.core.statespace import ZERO, Columns, Expansion, Searchable, Tried
from hashicnf.families.tiles.board import BLANK, Board
from hashicnf.families.tiles.heuristics import heuristics
from hashicnf.families.tiles.heuristics.guides import Guide
from hashicnf.families.tiles.moves import OPPOSITE, WAYS, slides
from hashicnf.logic import Bools
from hashicnf.trace.steps import Decision, Step

NONE: Final = len(WAYS)  # the number for no slide
# Lengths of cycles without reversals; the shortest moves three tiles around a square, three times (Taylor and Korf 1993).
CYCLES: Final = range(12, sys.maxsize, 2)


@dataclass(frozen=True)
class Positions:
    """The space of all positions that can be reached from the start."""

    board: Board
    _slides: tuple[tuple[tuple[str, int], ...], ...] = field(init=False)
    _swaps: tuple[bytes, ...] = field(init=False)
    _goal: bytes = field(init=False)

    def __post_init__(self) -> None:
        """Look the slides up, and make for each tile the translation of positions that swaps it with the blank."""
        swaps = (bytes.maketrans(bytes((BLANK, tile)), bytes((tile, BLANK))) for tile in range(self.board.cells))
        object.__setattr__(self, "_slides", slides(self.board.shape))
        object.__setattr__(self, "_swaps", tuple(swaps))
        object.__setattr__(self, "_goal", bytes(self.board.goal))

    def initial(self) -> tuple[bytes, ...]:
        """Return the start as the only initial state."""
        return (bytes(self.board.start),)

    def successors(self, state: bytes) -> Iterator[tuple[str, bytes, int]]:
        """Yield the slides (left, right, up, down) with the positions after them, at cost 1."""
        swaps = self._swaps
        for way, cell in self._slides[state.index(BLANK)]:
            yield way, state.translate(swaps[state[cell]]), 1

    def goal_states(self) -> tuple[bytes, ...]:
        """Return the goal as the only goal state."""
        return (self._goal,)

    def predecessors(self, state: bytes) -> Iterator[tuple[str, bytes, int]]:
        """Yield the slides that lead to a position, the reverses of those that lead away from it."""
        return ((OPPOSITE[way], before, cost) for way, before, cost in self.successors(state))

    def places(self, state: bytes) -> tuple[int, ...]:
        """Return row and column of each tile."""
        columns = self.board.shape[1]
        return tuple(at for tile in range(1, len(state)) for at in divmod(state.index(tile), columns))

    def begin(self) -> tuple[Step, ...]:
        """Return no steps: there is nothing to narrate before the first slide."""
        return ()

    def narrate(self, state: bytes) -> Iterator[Tried[str, bytes]]:
        """Yield the slides as decisions, each with its tile."""
        blank = state.index(BLANK)
        for branch, (way, after, cost) in enumerate(self.successors(state), 1):
            yield way, after, cost, (Decision((), f"{after[blank]} {way}", branch),)

    def is_goal(self, state: bytes) -> bool:
        """Return whether a position is the goal."""
        return state == self._goal

    def key(self, state: bytes) -> bytes:
        """Return the position itself, which is hashable."""
        return state


class PositionBatches:
    """The space of positions over arrays, with the guide of a heuristic."""

    def __init__(self, board: Board, guide: Guide) -> None:
        """Compute the tables of slides."""
        self.actions, self.cycles = NONE, CYCLES
        self._space, self._guide = Positions(board), guide
        self._ways = tuple(reversed(WAYS))  # so that the first is on top of a stack
        number = {way: i for i, way in enumerate(self._ways)}
        self._from = np.full((board.cells, NONE), -1, dtype=np.int32)
        for at, ways in enumerate(slides(board.shape)):
            for way, cell in ways:
                self._from[at, number[way]] = cell
        exists = self._from >= 0
        forbidden = np.array([number[OPPOSITE[way]] for way in self._ways] + [NONE])
        self._legal = exists[:, None, :] & (np.arange(NONE) != forbidden[:, None])
        self._degree = exists.sum(axis=1, dtype=np.int32)
        self._left = exists.cumsum(axis=1, dtype=np.int32) - 1  # the first slide has the highest number
        self._goal = np.array(board.goal, dtype=np.uint8)
        self._goal_blank = board.goal.index(BLANK)

    def initial(self) -> tuple[Columns, NDArray[np.number[Any]]]:
        """Return the start as a batch, with its estimate."""
        states = self._space.initial()
        tiles = np.frombuffer(b"".join(states), dtype=np.uint8).reshape(len(states), len(self._goal))
        blank = np.array([state.index(BLANK) for state in states], dtype=np.int32)
        h, columns = self._guide.start(tiles)
        return (tiles, blank, np.full(len(states), NONE, dtype=np.int32), *columns), h

    def expand(self, states: Columns) -> Expansion:
        """Return the children of a batch by all slides except reversals of the last one."""
        tiles, blank, last, *columns = states
        parent, way = np.divmod(np.flatnonzero(self._legal[blank, last]), NONE)
        there = blank.take(parent)
        slide = there * NONE + way
        here = self._from.take(slide)
        tile = tiles.take(parent * tiles.shape[1] + here)
        h, after = self._guide.follow(tuple(columns), parent, tile, here, there)

        def take(rows: NDArray[np.integer[Any]]) -> Columns:
            made, blank = tiles.take(parent.take(rows), axis=0), here.take(rows)
            first = np.arange(0, made.size, made.shape[1])
            made.put(first + there.take(rows), tile.take(rows))
            made.put(first + blank, BLANK)
            return made, blank, way.take(rows).astype(np.int32), *after(rows)

        costs = np.ones(len(parent), dtype=np.int32)
        return Expansion(parent, way, costs, h, take, self._degree[blank], self._left.take(slide))

    def goals(self, states: Columns) -> Bools:
        """Return which positions are the goal, bool[n]."""
        found: Bools = states[1] == self._goal_blank
        found[found] = (states[0][found] == self._goal).all(axis=1)
        return found

    def names(self, states: Columns) -> NDArray[np.uint8]:
        """Return the tiles of positions, which identify them."""
        return states[0]

    def retrace(self, start: int, actions: Sequence[int]) -> tuple[bytes, tuple[str, ...]]:
        """Return the position after slides from a start, given by their numbers, and the names of the slides."""
        state, path = self._space.initial()[start], tuple(self._ways[number] for number in actions)
        for taken in path:
            state = next(after for way, after, _ in self._space.successors(state) if way == taken)
        return state, path


def searchable(board: Board, metric: str) -> Searchable[bytes]:
    """Return the space of a board's positions with its heuristics."""
    return Searchable(
        Positions(board),
        {**heuristics(board, lambda guide: PositionBatches(board, guide)), ZERO.name: ZERO},
        lambda _, path: path,
        title="positions of the tiles, one slide per step",
        metric=metric,
        unit_costs=True,
    )
