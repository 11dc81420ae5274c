"""Sliding tiles as a family from outside the package: two grids, plans as solutions, a horizon.

A tile next to the blank slides into it. A second grid after an empty line is the goal; without one the tiles go in order and the
blank comes ``last`` or ``first``.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

import numpy as np

from hashicnf.core.document import Document, Source
from hashicnf.core.options import Choices, Option, one_of, whole
from hashicnf.core.planning import Action, Actions, Invariant, State, Task, read_plan, replay, write_plan
from hashicnf.core.statespace import Heuristic
from hashicnf.families import Family, Generated, Generator, Planning, Violation, written

BLANK: Final = Option("blank", one_of("last", "first"), "last", "last or first", "Where the blank ends.")
SIDE: Final = Option("side", whole(2, 4), 2, "a number from 2 to 4", "Rows; there is one column more.", metavar="N")
STEPS: Final = Option("steps", whole(0), 6, "a number from 0", "How many tiles to slide at random.", metavar="N")
SEED: Final = Option("seed", whole(0), 0, "a number from 0", "Same seed, same board.", metavar="S")
WAYS: Final = {"left": (0, -1), "right": (0, 1), "up": (-1, 0), "down": (1, 0)}
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
    return Document(cells, Source("sliding", ""), written(Choices({BLANK: board.blank})), starts=starts)


def slides(board: Board, tiles: Tiles) -> Iterator[tuple[str, Tiles]]:
    """Slide each tile that can: the way is the tile's."""
    at = tiles.index(0)
    for way, other in neighbours(board.shape, at):
        after = list(tiles)
        after[at], after[other] = tiles[other], 0
        yield f"{tiles[other]} {way}", tuple(after)


def neighbours(shape: tuple[int, int], blank: int) -> Iterator[tuple[str, int]]:
    rows, columns = shape
    for way, (down, right) in WAYS.items():
        r, c = blank // columns - down, blank % columns - right
        if 0 <= r < rows and 0 <= c < columns:
            yield way, r * columns + c


def describe(board: Board, options: Choices) -> Task:
    """Facts: cell p holds tile k, numbered p * cells + k."""
    del options
    cells = len(board.start)
    names = tuple(f"{f'tile {k}' if k else 'the blank'} in cell {p + 1}" for p in range(cells) for k in range(cells))
    actions = []
    for blank in range(cells):
        for way, other in neighbours(board.shape, blank):
            for k in range(1, cells):
                before, after = (blank * cells, other * cells + k), (blank * cells + k, other * cells)
                actions.append(Action(f"{k} {way} {other + 1}", before, after, before))
    return Task(
        names,
        tuple(p * cells + k for p, k in enumerate(board.start)),
        tuple((p * cells + k,) for p, k in enumerate(board.goal)),
        tuple(actions),
        tuple(tuple(range(p * cells, (p + 1) * cells)) for p in range(cells)),
        tuple(Invariant("tile", tuple(range(k, cells * cells, cells)), "eq", 1) for k in range(cells)),
        least=manhattan(board),
        stride=2,  # a slide changes the sum of distances by one
        most={4: 6, 6: 21}.get(cells),  # the most slides that a board of 2 x 2 and one of 2 x 3 need
        heuristics=(
            Heuristic("misplaced", lambda state: misplaced(board, state), True, True, "tiles that are not at home"),
        ),
        metrics=("slides",),
    )


def manhattan(board: Board) -> int:
    columns = board.shape[1]
    homes = {k: divmod(p, columns) for p, k in enumerate(board.goal)}
    places = {k: divmod(p, columns) for p, k in enumerate(board.start) if k}
    return sum(abs(r - homes[k][0]) + abs(c - homes[k][1]) for k, (r, c) in places.items())


def misplaced(board: Board, state: State) -> int:
    cells = len(board.goal)
    return sum(k > 0 and not state >> p * cells + k & 1 for p, k in enumerate(board.goal))


def check(board: Board, plan: Actions) -> list[Violation]:
    return [Violation(*broken) for broken in replay(describe(board, Choices()), plan)]


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
    tiles = [goal]
    for _ in range(options[STEPS]):
        ways = [after for _, after in slides(board, tiles[-1])]
        tiles.append(ways[int(rng.integers(len(ways)))])
    made = Board(shape, tiles[-1], goal)
    columns = shape[1]
    back = dict[str, tuple[int, int]](WAYS)
    plan = []
    for before, after in zip(tiles[:0:-1], tiles[-2::-1], strict=True):
        blank, other = before.index(0), after.index(0)
        moved = blank // columns - other // columns, blank % columns - other % columns
        way = next(name for name, delta in back.items() if delta == moved)
        plan.append(f"{before[other]} {way} {other + 1}")
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
    read=lambda board, text, name: read_plan(describe(board, Choices()), text, name),
    size=lambda board: {"cells": len(board.start)},
    unit="cell",
    settings=(BLANK,),
    planning=Planning(describe, lambda _, actions: actions),
    generators=generators,
)


def shortest(board: Board) -> int | None:
    """Count the slides of a shortest plan by breadth-first search, None where there is no plan."""
    queue, seen = deque([(board.start, 0)]), {board.start}
    while queue:
        tiles, steps = queue.popleft()
        if tiles == board.goal:
            return steps
        for _, after in slides(board, tiles):
            if after not in seen:
                seen.add(after)
                queue.append((after, steps + 1))
    return None
