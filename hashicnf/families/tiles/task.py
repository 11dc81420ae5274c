"""Sliding tiles as a planning task: a fact for each cell and tile, an action for each cell of the blank and direction.

An action needs the blank in its cell; the tile that slides is the one in the neighbouring cell: a conditional effect for each tile.
References for the hardest boards: OEIS A151944; Brüngger, Marzetta, Fukuda and Nievergelt 1999, "The parallel search bench ZRAM
and its applications" (4 x 4); Korf 2008, "Linear-time disk-based implicit graph search" (other large ones).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from hashicnf.core.options import Choices
from hashicnf.families.tiles.board import BLANK, Board
from hashicnf.families.tiles.moves import slides
from hashicnf.families.tiles.parity import blank_distance
from hashicnf.planning.task import Action, Effect, Invariant, Task

SLIDES: Final = "slides"
METRICS: Final = (SLIDES,)
# The slides that the hardest board needs if the goal has its blank in a corner, by the shorter and the longer side.
HARDEST: Final = {
    (2, 2): 6,
    (2, 3): 21,
    (2, 4): 36,
    (2, 5): 55,
    (2, 6): 80,
    (2, 7): 108,
    (2, 8): 140,
    (3, 3): 31,
    (3, 4): 53,
    (3, 5): 84,
    (4, 4): 80,
}


def describe(board: Board, metric: str, options: Choices) -> Task:
    """Return a board as a planning task; fact p * cells + k: cell p holds tile k."""
    del options
    cells = board.cells
    held = [[(cell * cells + tile,) for tile in range(cells)] for cell in range(cells)]
    places = [tuple(range(tile, cells * cells, cells)) for tile in range(cells)]
    blank, *tiles = (
        Invariant(f"one-{'tile' if tile else 'blank'}", facts, "eq", 1) for tile, facts in enumerate(places)
    )
    return Task(
        tuple(f"{f'tile {k}' if k else 'the blank'} in {_named(board, p)}" for p in range(cells) for k in range(cells)),
        tuple(cell * cells + tile for cell, tile in enumerate(board.start)),
        tuple((cell * cells + tile,) for cell, tile in enumerate(board.goal)),
        tuple(_slide(held, cell, way, other) for cell, ways in enumerate(slides(board.shape)) for way, other in ways),
        tuple(tuple(range(cell * cells, (cell + 1) * cells)) for cell in range(cells)),
        (blank, *tiles),
        least=least(board),
        stride=2,  # each slide moves the blank by one step, so the number of slides has the parity of its distance
        most=most(board),
        metric=metric,
    )


def least(board: Board) -> int:
    """Return a lower bound on the slides, the Manhattan distance of all tiles, which has the parity of their number."""
    from hashicnf.families.tiles.heuristics import distances

    cost = distances(board)
    return sum(int(cost[tile, cell]) for cell, tile in enumerate(board.start))


def most(board: Board) -> int | None:
    """Return a number of slides that suffices if the goal can be reached at all; None if none is known.

    If the goal has its blank elsewhere than in a corner, the distance of that cell from the nearest corner is added.
    """
    rows, columns = sorted(board.shape)
    if rows == 1:
        return blank_distance(board)
    if (found := HARDEST.get((rows, columns))) is None:
        return None
    r, c = divmod(board.goal.index(BLANK), board.shape[1])
    to_corner = min(r, board.shape[0] - 1 - r) + min(c, board.shape[1] - 1 - c)
    return found + to_corner


def _slide(held: Sequence[Sequence[tuple[int]]], blank: int, way: str, other: int) -> Action:
    """Return the action that slides a tile from cell ``other`` into the blank; ``held`` lists the fact of each cell and tile."""
    effects = tuple(
        Effect(there, adds=here, deletes=there) for here, there in zip(held[blank][1:], held[other][1:], strict=True)
    )
    here = held[blank][BLANK]
    return Action(way, here, adds=held[other][BLANK], deletes=here, effects=effects)


def _named(board: Board, cell: int) -> str:
    return f"row {cell // board.shape[1] + 1}, column {cell % board.shape[1] + 1}"
