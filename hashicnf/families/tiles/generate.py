"""Generate boards: positions from which the goal can be reached.

For boards of up to nine cells, and of one row or column, all positions are found by breadth-first search from the goal: the board
is a random one of them, or one at the given depth, and its title states the length of a shortest plan. Other boards are scrambled
by random slides, none undone at once. With a depth, several scrambles of that many slides are tried until a lower bound (linear
conflict) equals the depth: then the depth is the length of a shortest plan. Otherwise the title states bounds on that length; the
upper one is the length of the scramble, or the most slides that any board of the size needs (``task.HARDEST``) if that is known
and less. The same arguments give the same board on every machine.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

import numpy as np

from hashicnf.core.options import SEED, Choices, Option, size_option, whole
from hashicnf.errors import UsageError, counted
from hashicnf.families import Generated, Generator
from hashicnf.families.tiles.board import BLANK, FIRST, GOAL, LAST, MOST_CELLS, Board, Plan, Position, in_order
from hashicnf.families.tiles.moves import OPPOSITE, slides, swapped
from hashicnf.families.tiles.task import most
from hashicnf.records import record

FEW: Final = 9  # up to so many cells, all positions of a board are listed; a board of one line has no more than cells
SLIDES_PER_CELL: Final = 40
ATTEMPTS: Final = 200
LONG: Final = 60  # slides; lower bounds never reach the length of longer scrambles

SIZE: Final = size_option((4, 4), "3x4", 1, 999)
ORDER: Final = replace(GOAL, expected=f"{LAST} or {FIRST}")  # a file may have another goal
DEPTH: Final[Option[int | None]] = Option(
    "depth",
    whole(0, 100_000),
    None,
    "a number from 0 to 100000",
    "Slides from the goal: the length of a shortest plan on up to 9 cells or in one line, else of the scramble. Default: any.",
    metavar="D",
)


def scrambled(options: Choices) -> Generated[Board, Plan]:
    """Return a board with a plan. Raises UsageError for boards that are too large, and for depths that no position has."""
    shape, depth = options[SIZE], options[DEPTH]
    cells = shape[0] * shape[1]
    if cells > MOST_CELLS:
        raise UsageError(f"--size: a board with {cells:,} cells; at most {MOST_CELLS}")
    goal = in_order(cells, options[ORDER])
    rng = np.random.Generator(np.random.PCG64(options[SEED]))
    name = f"tiles-{shape[0]}x{shape[1]}-{options[SEED]}"
    title = f"{shape[0]} x {shape[1]} cells, seed {options[SEED]}"
    if cells <= FEW or 1 in shape:
        start, plan = _listed(shape, goal, depth, rng)
        return Generated(Board(shape, start, goal, name), plan, f"{title}; {counted(len(plan), 'slide')}, optimal")
    made = _scramble(shape, goal, SLIDES_PER_CELL * cells if depth is None else depth, rng)
    for _ in range(0 if depth is None or depth > LONG else ATTEMPTS):
        if made.least == depth:
            break
        other = _scramble(shape, goal, depth or 0, rng)
        made = max(made, other, key=lambda one: (one.least == depth, len(one.plan)))
    board = Board(shape, made.start, goal, name)
    words = f"{counted(made.least, 'slide')}, optimal"
    if made.least < len(made.plan):
        words = f"a shortest plan has {_range(most(board), made, is_asked=depth is not None)}"
    return Generated(board, made.plan, f"{title}; {words}")


@record
class Scramble:
    """A position, a plan from it to the goal, and a lower bound on the slides of any plan."""

    start: Position
    plan: Plan
    least: int


def _range(known: int | None, made: Scramble, *, is_asked: bool) -> str:
    """Return the words for bounds on a shortest plan; ``known`` is the length for the hardest board, None if it is not known.

    The length of the scramble is an upper bound as well, but a weak one, which is omitted unless that length was asked for.
    """
    if known is None and not is_asked:
        return f"at least {counted(made.least, 'slide')}"
    most = len(made.plan) if known is None else min(known, len(made.plan))
    most -= (len(made.plan) - most) % 2  # all plans of a board are odd, or all even
    return f"{made.least} to {most} slides" if made.least < most else f"{counted(most, 'slide')}"


def _scramble(shape: tuple[int, int], goal: Position, steps: int, rng: np.random.Generator) -> Scramble:
    from hashicnf.families.tiles.heuristics.lines import estimate_of

    start, plan = _back(shape, goal, _walk(shape, goal, steps, rng))
    return Scramble(start, plan, estimate_of(Board(shape, start, goal))(bytes(start)))


def _listed(
    shape: tuple[int, int], goal: Position, depth: int | None, rng: np.random.Generator
) -> tuple[Position, Plan]:
    """Return a random position, of all or of those at a depth, with a shortest plan."""
    reached: dict[Position, tuple[int, Position | None, str]] = {goal: (0, None, "")}
    order = [goal]
    for position in order:  # the list grows during the loop
        steps, blank = reached[position][0], position.index(BLANK)
        for way, cell in slides(shape)[blank]:
            if (after := swapped(position, blank, cell)) not in reached:
                reached[after] = steps + 1, position, OPPOSITE[way]
                order.append(after)
    some = order if depth is None else [position for position in order if reached[position][0] == depth]
    if not some:
        needed, most = counted(depth or 0, "slide"), reached[order[-1]][0]
        raise UsageError(f"--depth: no board of {shape[0]} x {shape[1]} cells needs {needed}; at most {most}")
    start = some[int(rng.integers(len(some)))]
    ways = list[str]()
    _, before, way = reached[start]
    while before is not None:
        ways.append(way)
        _, before, way = reached[before]
    return start, tuple(ways)


def _walk(shape: tuple[int, int], goal: Position, steps: int, rng: np.random.Generator) -> list[str]:
    """Return the directions of random slides, none of which undoes the one before. Requires: more than one row and column."""
    ways = list[str]()
    blank = goal.index(BLANK)
    for _ in range(steps):
        onward = [step for step in slides(shape)[blank] if not ways or step[0] != OPPOSITE[ways[-1]]]
        way, blank = onward[int(rng.integers(len(onward)))]
        ways.append(way)
    return ways


def _back(shape: tuple[int, int], goal: Position, ways: list[str]) -> tuple[Position, Plan]:
    """Carry slides out from the goal; return the position that they reach and the plan back to the goal, without detours."""
    position, path, seen = goal, list[str](), {goal: 0}
    passed = [goal]
    for way in ways:
        blank = position.index(BLANK)
        position = swapped(position, blank, dict(slides(shape)[blank])[way])
        if position in seen:
            for left in passed[seen[position] + 1 :]:
                del seen[left]
            del path[seen[position] :], passed[seen[position] + 1 :]
            continue
        path.append(way)
        seen[position] = len(path)
        passed.append(position)
    return position, tuple(OPPOSITE[way] for way in reversed(path))


GENERATORS: Final[Mapping[str, Generator[Board, Plan]]] = {
    "scrambled": Generator(
        "Positions from which the goal can be reached, chosen at random on up to 9 cells or in one line, else scrambled by slides.",
        scrambled,
        (SIZE, SEED, DEPTH, ORDER),
    )
}
