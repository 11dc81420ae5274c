"""Sliding tiles as a family from outside the package: two grids, plans as solutions, two metrics, a horizon.

A tile next to the blank slides into it, or in the metric ``pushes`` all tiles between a cell and the blank at once. A plan names
the ways: ``left``, or ``left 2`` for two tiles. A second grid after an empty line is the goal; without one the tiles go in order
and the blank comes ``last`` or ``first``.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Hashable, Iterator, Mapping
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

import numpy as np

from hashicnf.core.document import Document, Source
from hashicnf.core.options import Choices, OneOf, Option, whole
from hashicnf.core.statespace import ZERO, Heuristic, Searchable
from hashicnf.families import Family, Generated, Generator, Planning, Violation
from hashicnf.planning.plans import read_plan, replay, write_plan
from hashicnf.planning.task import Action, Actions, Effect, Invariant, State, Task

BLANK: Final = Option("blank", OneOf("last", "first"), "last", "last or first", "Where the blank ends.")
SIDE: Final = Option("side", whole(2, 4), 2, "a number from 2 to 4", "Rows; there is one column more.", metavar="N")
STEPS: Final = Option("steps", whole(0), 6, "a number from 0", "How many tiles to slide at random.", metavar="N")
SEED: Final = Option("seed", whole(0), 0, "a number from 0", "Same seed, same board.", metavar="S")
WAYS: Final = {"left": (0, -1), "right": (0, 1), "up": (-1, 0), "down": (1, 0)}
SLIDES: Final = "slides"
PUSHES: Final = "pushes"
METRICS: Final = (SLIDES, PUSHES)
Tiles = tuple[int, ...]


@dataclass(frozen=True)
class Board:
    """Start and goal, row by row, 0 for the blank."""

    shape: tuple[int, int]
    start: Tiles
    goal: Tiles
    blank: str = "last"


def in_order(count: int, blank: str) -> Tiles:
    return (0, *range(1, count)) if blank == "first" else (*range(1, count), 0)


def build(document: Document, settings: Choices) -> Board:
    start, *others = document.grids
    line, column = document.place
    if len(others) > 1 or any(other.shape != start.shape for other in others):
        raise document.source.error("start and goal are wanted, of one shape", line, column)
    tiles = tuple(start.ravel().tolist())
    goal = tuple(others[0].ravel().tolist()) if others else in_order(len(tiles), settings[BLANK])
    for grid in (tiles, goal):
        if sorted(grid) != list(range(len(tiles))):
            raise document.source.error("each tile is wanted once", line, column, f"0 to {len(tiles) - 1}")
    rows, columns = start.shape
    return Board((rows, columns), tiles, goal, settings[BLANK])


def document_of(board: Board) -> Document:
    is_usual = board.goal == in_order(len(board.goal), board.blank)
    grids = [np.array(grid, dtype=np.int32).reshape(board.shape) for grid in (board.start, board.goal)]
    cells = grids[0] if is_usual else np.concatenate(grids)
    starts = () if is_usual else (board.shape[0],)
    return Document(cells, Source("sliding", ""), Choices({BLANK: board.blank}).settings(), starts=starts)


def moves(board: Board, tiles: Tiles, metric: str = SLIDES) -> Iterator[tuple[str, Tiles]]:
    """Push tiles into the blank: the way is theirs."""
    for name, cells in lines(board.shape, tiles.index(0), metric):
        after = list(tiles)
        for cell, other in pairwise(cells):
            after[cell] = tiles[other]
        after[cells[-1]] = 0
        yield name, tuple(after)


def lines(shape: tuple[int, int], blank: int, metric: str) -> Iterator[tuple[str, tuple[int, ...]]]:
    """Give each move with the cells that it shifts, the blank first."""
    rows, columns = shape
    for way, (down, right) in WAYS.items():
        cells = [blank]
        for count in range(1, max(shape) if metric == PUSHES else 2):
            r, c = blank // columns - down * count, blank % columns - right * count
            if 0 <= r < rows and 0 <= c < columns:
                cells.append(r * columns + c)
                yield f"{way} {count}" if count > 1 else way, tuple(cells)


def describe(board: Board, metric: str, options: Choices) -> Task:
    """Facts: cell p holds tile k, numbered p * cells + k."""
    del options
    cells = len(board.start)
    names = tuple(f"{f'tile {k}' if k else 'the blank'} in cell {p + 1}" for p in range(cells) for k in range(cells))
    tiles = [tuple(range(k, cells * cells, cells)) for k in range(cells)]
    return Task(
        names,
        tuple(p * cells + k for p, k in enumerate(board.start)),
        tuple((p * cells + k,) for p, k in enumerate(board.goal)),
        tuple(actions(board, metric)),
        tuple(tuple(range(p * cells, (p + 1) * cells)) for p in range(cells)),
        tuple(Invariant("tile", places, "eq", 1) for places in tiles),
        least=manhattan(board, board.start) if metric == SLIDES else 0,
        stride=2 if metric == SLIDES else 1,  # a slide changes the sum of distances by one
        most={4: 6, 6: 21}.get(cells),  # the most slides that a board of 2 x 2 and one of 2 x 3 need
        heuristics=(
            Heuristic(
                "misplaced",
                lambda state: misplaced(board, state),
                metric == SLIDES,
                metric == SLIDES,
                "tiles that are not at home",
            ),
        ),
        metric=metric,
    )


def actions(board: Board, metric: str) -> Iterator[Action]:
    """One for each cell of the blank and move: whichever tiles there are shift."""
    count = len(board.start)
    for blank in range(count):
        for name, cells in lines(board.shape, blank, metric):
            shifts = tuple(
                Effect((other * count + k,), (cell * count + k,), (other * count + k,))
                for cell, other in pairwise(cells)
                for k in range(1, count)
            )
            ends = (blank * count,), (cells[-1] * count,)
            yield Action(name, ends[0], adds=ends[1], deletes=ends[0], effects=shifts)


@dataclass(frozen=True)
class Space:
    """The tiles as they lie, a move a step."""

    board: Board
    metric: str

    def initial(self) -> tuple[Tiles, ...]:
        return (self.board.start,)

    def successors(self, state: Tiles) -> Iterator[tuple[str, Tiles, float]]:
        for name, after in moves(self.board, state, self.metric):
            yield name, after, 1

    def is_goal(self, state: Tiles) -> bool:
        return state == self.board.goal

    def key(self, state: Tiles) -> Hashable:
        return state


def space(board: Board, metric: str) -> Searchable[Tiles]:
    """Offer the tiles as they lie for search."""
    is_sure = metric == SLIDES  # a push brings several tiles nearer at once
    guide: Heuristic[Tiles] = Heuristic(
        "manhattan", lambda tiles: manhattan(board, tiles), is_sure, is_sure, "the sum of distances"
    )
    known = {"zero": ZERO, "manhattan": guide} if not is_sure else {"manhattan": guide, "zero": ZERO}
    return Searchable(
        Space(board, metric), known, lambda _, path: path, title="the tiles", metric=metric, unit_costs=True
    )


def manhattan(board: Board, tiles: Tiles) -> int:
    columns = board.shape[1]
    homes = {k: divmod(p, columns) for p, k in enumerate(board.goal)}
    places = {k: divmod(p, columns) for p, k in enumerate(tiles) if k}
    return sum(abs(r - homes[k][0]) + abs(c - homes[k][1]) for k, (r, c) in places.items())


def misplaced(board: Board, state: State) -> int:
    cells = len(board.goal)
    return sum(k > 0 and not state >> p * cells + k & 1 for p, k in enumerate(board.goal))


def check(board: Board, plan: Actions) -> list[Violation]:
    return [Violation(*broken) for broken in replay(describe(board, PUSHES, Choices()), plan)]


def draw(board: Board, plan: Actions | None) -> str:
    if plan is not None:
        return write_plan(plan) or "# nothing to do\n"
    rows, columns = board.shape
    return "".join(
        " ".join(f"{k or '.':>2}" for k in board.start[r * columns : (r + 1) * columns]) + "\n" for r in range(rows)
    )


def generate(options: Choices) -> Generated[Board, Actions]:
    shape = options[SIDE], options[SIDE] + 1
    goal = in_order(shape[0] * shape[1], "last")
    rng = np.random.Generator(np.random.PCG64(options[SEED]))
    board = Board(shape, goal, goal)
    tiles = goal
    back = dict(zip(WAYS, ("right", "left", "down", "up"), strict=True))
    plan: list[str] = []
    for _ in range(options[STEPS]):
        ways = list(moves(board, tiles))
        way, tiles = ways[int(rng.integers(len(ways)))]
        plan.insert(0, back[way])
    made = Board(shape, tiles, goal)
    return Generated(made, tuple(plan), f"{shape[0]} x {shape[1]} cells, {options[STEPS]} slides from the goal")


def generators() -> Mapping[str, Generator[Board, Actions]]:
    """List the ways to make boards."""
    return {"scrambled": Generator("The goal, with tiles slid at random.", generate, (SIDE, STEPS, SEED))}


FAMILY: Final[Family[Board, Actions]] = Family(
    title="Sliding tiles",
    example="family: sliding\n1.3\n425\n",
    build=build,
    document=document_of,
    check=check,
    styles={"plan": draw},
    read=lambda board, text, name: read_plan(describe(board, PUSHES, Choices()), text, name),
    size=lambda board: {"cells": len(board.start)},
    unit="cell",
    settings=(BLANK,),
    planning=Planning(describe, lambda _, actions: actions, METRICS, spaces={"tiles": space}),
    generators=generators,
)


def shortest(board: Board, metric: str = SLIDES) -> int | None:
    """Count the moves of a shortest plan by breadth-first search, None where there is no plan."""
    queue, seen = deque([(board.start, 0)]), {board.start}
    while queue:
        tiles, steps = queue.popleft()
        if tiles == board.goal:
            return steps
        for _, after in moves(board, tiles, metric):
            if after not in seen:
                seen.add(after)
                queue.append((after, steps + 1))
    return None
