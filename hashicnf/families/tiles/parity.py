"""Decide whether the goal can be reached at all, by invariants of slides.

A slide swaps a tile with the blank and moves the blank to a neighbouring cell. So the permutation from start to goal, including the
blank, has the parity of the number of slides; and so has the distance (rows plus columns) of the blank from its cell in the goal.
If these two parities differ, there is no plan. This holds for any width and any goal: the usual tests (inversions for odd widths,
inversions and the blank's row for even ones) are its special cases for the usual goals.

Where there are at least two rows and two columns the condition is also sufficient (Johnson and Story 1879; Wilson 1974, "Graph
puzzles, homotopy, and the alternating group"), so half of all positions can be reached. In a single row or column no tile ever
passes another: there the order of the tiles decides, and n cells have n positions that can be reached.
"""

from __future__ import annotations

from hashicnf.families.tiles.board import BLANK, Board, Position


def impossible(board: Board) -> str | None:
    """Return the reason why the goal cannot be reached; None if it can be."""
    if 1 in board.shape:
        if _tiles(board.start) == _tiles(board.goal):
            return None
        line = "row" if board.shape[0] == 1 else "column"
        return f"in a single {line} no tile can pass another, and the goal has the tiles in another order"
    swaps, steps = swaps_between(board.start, board.goal), blank_distance(board)
    if swaps % 2 == steps % 2:
        return None
    odd, even = ("swaps of tiles", "steps of the blank") if swaps % 2 else ("steps of the blank", "swaps of tiles")
    return (
        f"half of all boards can be reached, and the goal is in the other half: each slide is one swap and one step of the blank, "
        f"and the goal is an odd number of {odd} away, but an even number of {even}"
    )


def swaps_between(start: Position, goal: Position) -> int:
    """Return the fewest swaps that turn one position into another: cells minus cycles of the permutation."""
    place = {tile: cell for cell, tile in enumerate(goal)}
    follows = [place[tile] for tile in start]
    seen = [False] * len(start)
    cycles = 0
    for cell in range(len(start)):
        cycles += not seen[cell]
        while not seen[cell]:
            seen[cell] = True
            cell = follows[cell]
    return len(start) - cycles


def blank_distance(board: Board) -> int:
    """Return the steps of the blank from its cell in the start to its cell in the goal."""
    (r, c), (y, x) = (divmod(cells.index(BLANK), board.shape[1]) for cells in (board.start, board.goal))
    return abs(r - y) + abs(c - x)


def _tiles(position: Position) -> list[int]:
    return [tile for tile in position if tile != BLANK]
