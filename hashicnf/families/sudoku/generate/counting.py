"""Find solutions of a board by search on its candidates: a random one, or one that differs from a known solution."""

from __future__ import annotations

from hashicnf.core.randomness import RandomStream
from hashicnf.families.sudoku.board import Board
from hashicnf.families.sudoku.search.candidates import Candidates, Failed, Marks, Placing
from hashicnf.logic import Ints

MOST_NODES = 2_000


def random_solution(board: Board, random: RandomStream) -> Ints | None:
    """Return a random solution, int32[n, n], by depth-first search in random order; None if none is in ``MOST_NODES`` nodes."""
    space = Candidates(board)
    waiting = list(space.initial())
    for _ in range(MOST_NODES):
        if not waiting:
            return None
        state = waiting.pop()
        if space.is_goal(state):
            return space.grid(state).cells
        children = [child for _, child, _ in space.successors(state)]
        waiting += [children[i] for i in random.order(len(children)).tolist()]
    return None


class Undecided(Exception):
    """Raised by a search that exceeds its limit of nodes."""


def is_unique(board: Board, known: tuple[int, int], effort: int | None) -> bool | None:
    """Return whether every solution has the known number in a cell, (cell, number); None if ``effort`` nodes do not decide that.

    Requires that the board with that number given has exactly one solution: then the result is whether the board has only one.
    """
    try:
        return another(board, known, effort) is None
    except Undecided:
        return None


def another(board: Board, known: tuple[int, int], effort: int | None = None) -> Ints | None:
    """Return a solution, int32[n, n], with another number than the known one in a cell, (cell, number); None if there is none.

    Raises Undecided if that takes more than ``effort`` nodes.
    """
    space, (place, number) = Candidates(board), known
    waiting: list[Marks] = []
    for state in space.initial():
        if state.placed[number - 1] >> place & 1:
            return None
        others = [k for k in range(1, board.side + 1) if k != number and state.open[k - 1] >> place & 1]
        for other in others:
            try:
                waiting.append(space.closed(state, [Placing(place, other)]))
            except Failed:
                continue
    nodes = 0
    while waiting:
        nodes += 1
        state = waiting.pop()
        if space.is_goal(state):
            return space.grid(state).cells
        if effort is not None and nodes > effort:
            raise Undecided
        waiting += [child for _, child, _ in space.successors(state)]
    return None
