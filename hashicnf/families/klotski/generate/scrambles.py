"""Scrambles: placements of given pieces whose shortest plans have a known length.

A breadth-first search backwards from all placements that satisfy the goal finds the distance of every placement from which there
is a plan. One of them is drawn at random, and a plan is found by descending along the distances.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from typing import Final

import numpy as np

from hashicnf.core.document import Document, Source
from hashicnf.core.options import Choices
from hashicnf.errors import UsageError, counted
from hashicnf.families import Generated
from hashicnf.families.klotski.board import LETTERS, Board, Goal, Piece, Plan, build, named_pieces
from hashicnf.families.klotski.layout import Layout
from hashicnf.families.klotski.plans import named
from hashicnf.families.klotski.search.moves import Moves

MOST_PLACEMENTS: Final = 500_000
ATTEMPTS_EACH: Final = 10  # attempts to place the pieces that count as one placement for the limit
Sizes = tuple[tuple[int, int], ...]  # rows and columns of each piece


def scramble(shape: tuple[int, int], sizes: Sizes, metric: str, depth: int | None, seed: int) -> Generated[Board, Plan]:
    """Return a random placement with a plan: any that is not solved, or one whose shortest plans have ``depth`` moves.

    Raises UsageError for pieces that do not fit or of which several are the largest (the piece of the goal must be unique), for a
    depth that no placement has, and for more than MOST_PLACEMENTS placements.
    """
    space = Moves(Layout(_template(shape, sizes)), metric)
    distance = _distances(space)
    deepest = max(distance.values(), default=-1)
    if deepest < 0:
        raise UsageError("--pieces: no placement satisfies the goal; give fewer pieces, or a larger --size")
    if depth is None and not deepest:
        raise UsageError(
            "every placement from which a plan leads to the goal satisfies it already; --depth 0 generates such a board"
        )
    chosen = [state for state, far in distance.items() if (far == depth if depth is not None else far)]
    if not chosen:
        steps = counted(depth or 0, "step")
        raise UsageError(f"no placement has a shortest plan of {steps} (metric {metric}); the longest has {deepest}")
    state = chosen[int(np.random.Generator(np.random.PCG64(seed)).integers(len(chosen)))]
    board = _board(space.layout, state)
    optimum = f"a shortest plan has {counted(distance[state], 'step')} (metric {metric})"
    title = f"{shape[0]} x {shape[1]} cells, {counted(len(sizes), 'piece')}, seed {seed}; {optimum}"
    return Generated(board, named(board, _descent(space, distance, state)), title)


def shortest(board: Board, metric: str) -> Plan:
    """Return a shortest plan. Requires that there is one. Raises UsageError for more than MOST_PLACEMENTS placements."""
    space = Moves(Layout(board), metric)
    return named(board, _descent(space, _distances(space), space.layout.start))


def _template(shape: tuple[int, int], sizes: Sizes) -> Board:
    """Return a board with these pieces, at no meaningful places, and the default goal. Raises UsageError."""
    if len(sizes) > len(LETTERS):
        raise UsageError(f"--pieces: {len(sizes):,} are too many, since there are {len(LETTERS)} letters")
    largest = max(height * width for height, width in sizes)
    wanted = [(height, width) for height, width in sizes if height * width == largest]
    if len(wanted) > 1:
        raise UsageError(f"--pieces: {len(wanted)} are the largest; one must be larger than all others")
    _require_room(shape, sizes)
    ((height, width),) = wanted
    rows, columns = shape
    if (columns - width) % 2:
        raise UsageError(
            f"--pieces: the largest, {height}x{width}, cannot lie in the middle of the bottom row of {rows}x{columns} cells, where "
            f"its goal is; give it an {'odd' if columns % 2 else 'even'} number of columns, or another --size"
        )
    ordered = sorted(sizes, key=lambda size: size != (height, width))
    pieces = tuple(Piece(name, 0, 0, *size) for name, size in zip(LETTERS, ordered, strict=False))
    return Board(shape, pieces, Goal(LETTERS[0], rows - height, (columns - width) // 2))


def _require_room(shape: tuple[int, int], sizes: Sizes) -> None:
    """Raise UsageError for a piece that is longer than the board, and for pieces with more cells than the board."""
    rows, columns = shape
    for height, width in sizes:
        if height > rows or width > columns:
            raise UsageError(
                f"--pieces: a piece of {height}x{width} does not fit on {rows}x{columns} cells; "
                "give a smaller one, or a larger --size"
            )
    cells = sum(height * width for height, width in sizes)
    if cells > rows * columns:
        raise UsageError(
            f"--pieces: they cover {counted(cells, 'cell')}, and {rows}x{columns} are {rows * columns:,}; "
            "give fewer pieces, or a larger --size"
        )


def _distances(space: Moves) -> dict[int, int]:
    """Return the length of a shortest plan for every placement from which there is one, by state."""
    distance: dict[int, int] = {}
    for attempts, state in enumerate(space.goal_states()):
        _require_few(max(len(distance), attempts // ATTEMPTS_EACH))
        if state is not None:
            distance[state] = 0
    level, far = list(distance), 0
    while level:
        level, far, before = [], far + 1, level
        for state in before:
            for _, other, _ in space.predecessors(state):
                if other not in distance:
                    distance[other] = far
                    level.append(other)
        _require_few(len(distance))
    return distance


def _require_few(placements: int) -> None:
    if placements > MOST_PLACEMENTS:
        raise UsageError(
            f"these pieces have more than {MOST_PLACEMENTS:,} placements; give a smaller --size, or more pieces"
        )


def _descent(space: Moves, distance: dict[int, int], state: int) -> list[str]:
    """List the moves of a shortest plan: each reduces the distance to the goal."""
    found = []
    while distance[state]:
        name, state = next((n, s) for n, s, _ in space.successors(state) if distance[s] < distance[state])
        found.append(name)
    return found


def _board(layout: Layout, state: int) -> Board:
    """Return the board of a state."""
    shape = layout.board.shape
    rectangles = [
        (*divmod(head, shape[1]), kind.height, kind.width)
        for kind, facts in zip(layout.kinds, layout.facts, strict=True)
        for head, fact in facts.items()
        if state >> fact & 1
    ]
    return build(Document(named_pieces(shape, rectangles), Source("klotski", ""), letters=True), Choices())


def show_sizes(sizes: Sequence[tuple[int, int]]) -> str:
    """Return sizes as text, such as ``2x2,1x1*4``."""
    runs = ((size, len([*same])) for size, same in groupby(sizes))
    return ",".join(f"{height}x{width}" + (f"*{count}" if count > 1 else "") for (height, width), count in runs)
