"""Pictures of boards with pieces that move: the start, beside it the goal or the board after a plan, and below a plan's moves."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Final

from hashicnf.core.picture import (
    BACKGROUND,
    LABEL,
    LABELS,
    Box,
    Look,
    Note,
    Paint,
    Picture,
    Placed,
    Shape,
    Text,
    framed,
)
from hashicnf.errors import counted
from hashicnf.planning.stage import Place, Stage, boards

GAP: Final = 0.04  # around a piece
EDGE: Final = 0.12  # of the tray
BETWEEN: Final = 1.4  # two boards, with the arrow
GOAL: Final = 0.6  # the scale of the goal
SMALL: Final = 0.3  # text of a plan
LINE: Final = 0.42
LEAST_WIDTH: Final = 20
NO_BREAK: Final = "\N{NO-BREAK SPACE}"
OF_CHARACTER: Final = 0.16  # on the average
MOST_LINES: Final = 20  # beyond, a plan would be higher than its boards
KINDS: Final = 6
WAY: Final = re.compile(r"\b(up|down|left|right)\b(?: ([0-9]+))?")
TRAY: Final = Paint("tray", fill="tray")
HOME: Final = Paint("home", stroke="home", width=0.07, dashes=(0.12, 0.09))
NAME: Final = Paint("name", fill="ink")
BLOCKS: Final = [Paint(f"piece kind{kind}", fill=f"kind{kind}", stroke="soft", width=0.03) for kind in range(KINDS)]
TILE: Final = Paint("piece", fill="land", stroke="soft", width=0.03)
AT_HOME: Final = Paint("piece home", fill="full", stroke="good", width=0.07)


def picture_of(stage: Stage, plan: Sequence[str] | None, look: Look) -> Picture:
    """Make a picture of the start; with a plan (names of actions) also of its end, and the moves as text if they are few.

    Without a plan the goal is drawn beside the start if all pieces have a place in it and are not in order there.
    """
    title = f"{stage.subject[:1].upper()}{stage.subject[1:]}"
    start = [(piece.row, piece.column) for piece in stage.pieces]
    first = framed(stage.shape, _shapes(stage, start, look), title, look)
    if plan is None:
        return first if _shows_homes(stage) or _is_in_order(stage) else _with_goal(stage, first)
    every = [*boards(stage, plan)]
    made, end = len(every) - 1, every[-1]
    title = f"{title}, before and after {counted(made, 'step')}"
    if made < len(plan):
        title += f"; step {made + 1} cannot be made"
    last = framed(stage.shape, _shapes(stage, end, look), title, look)
    middle = first.width + BETWEEN / 2
    width, height = first.width + BETWEEN + last.width, first.height
    arrow: list[Shape] = [
        Text(middle, height / 2, "→", 0.8, LABEL),
        Text(middle, height / 2 - LABELS, str(made), 0.36, LABEL),
    ]
    both = Placed(0, 0, 1, first), Placed(width - last.width, 0, 1, last)
    bare = Picture(width, height, (Box(0, 0, width, height, BACKGROUND, 0.4), *both, *arrow), title)
    return _with_moves(bare, _moves(stage, plan, every))


def _with_moves(bare: Picture, moves: str) -> Picture:
    """Write moves below a picture, as wide as it is, and as its note; return it as it is if they take too many lines."""
    lines = textwrap.wrap(moves, max(int((bare.width - 2 * EDGE) / OF_CHARACTER), LEAST_WIDTH))
    if not 0 < len(lines) <= MOST_LINES:
        return bare
    height = bare.height + (len(lines) + 0.5) * LINE
    below = [Text(bare.width / 2, bare.height + (n + 0.5) * LINE, line, SMALL, LABEL) for n, line in enumerate(lines)]
    shapes = (Box(0, 0, bare.width, height, BACKGROUND, 0.4), *bare.shapes[1:], *below)
    return replace(bare, height=height, shapes=shapes, note=Note(moves, bare))


def _with_goal(stage: Stage, start: Picture) -> Picture:
    """Place the goal, small, beside the picture of the start."""
    at = [(row, column) for _, row, column in sorted(stage.homes)]
    goal = framed(stage.shape, _shapes(replace(stage, homes=()), at, Look()), "goal", Look())
    width, height = start.width + GOAL * goal.width, max(start.height, GOAL * goal.height + 2 * LINE)
    top = (height - GOAL * goal.height) / 2
    name = Text(start.width + GOAL * goal.width / 2, top - LINE / 2, "goal", SMALL, LABEL)
    shapes = (Box(0, 0, width, height, BACKGROUND, 0.4), Placed(0, (height - start.height) / 2, 1, start))
    return Picture(width, height, (*shapes, Placed(start.width, top, GOAL, goal), name), f"{start.title}, and the goal")


def _shows_homes(stage: Stage) -> bool:
    """Return whether the places of pieces in the goal are framed on the board: there are too few to draw a board of them."""
    return len(stage.homes) < len(stage.pieces) - 1 or len(stage.homes) == 1


def _is_in_order(stage: Stage) -> bool:
    """Return whether the goal has the pieces in their order in the first cells, row by row."""
    columns = stage.shape[1]
    return all((row, column) == divmod(number, columns) for number, row, column in stage.homes)


def _moves(stage: Stage, plan: Sequence[str], every: Sequence[Sequence[Place]]) -> str:
    """List the steps that lead from board to board, none of them broken between lines."""
    made = zip(plan, pairwise(every), strict=False)
    return ", ".join(_move(stage, action, *step).replace(" ", NO_BREAK) for action, step in made)


def _move(stage: Stage, action: str, before: Sequence[Place], after: Sequence[Place]) -> str:
    """Name the piece that moves, and the ways that its action names, each with the number of cells if that is more than one."""
    moved = [(piece, old, new) for piece, old, new in zip(stage.pieces, before, after, strict=True) if old != new]
    if not moved:
        return action
    ((piece, (row, column), (to_row, to_column)),) = moved
    down, right = to_row - row, to_column - column
    straight = [("down" if down > 0 else "up", abs(down)), ("right" if right > 0 else "left", abs(right))]
    ways = [(way, int(far or 1)) for way, far in WAY.findall(action)] or [(way, far) for way, far in straight if far]
    return " ".join((piece.label, *(way if far == 1 else f"{way} {far}" for way, far in ways)))


def _shapes(stage: Stage, at: Sequence[Place], look: Look) -> list[Shape]:
    """Draw the tray, the places where pieces belong, and the pieces."""
    (rows, columns), here = stage.shape, look.margins[0]
    homes = {piece: (row, column) for piece, row, column in stage.homes}
    shapes: list[Shape] = [Box(here - EDGE, here - EDGE, columns + 2 * EDGE, rows + 2 * EDGE, TRAY, 0.15)]
    if _shows_homes(stage):
        for number, (row, column) in homes.items():
            piece = stage.pieces[number]
            shapes.append(Box(here + column, here + row, piece.width, piece.height, HOME, 0.1))
    for number, piece in enumerate(stage.pieces):
        row, column = at[number]
        is_home = homes.get(number) == at[number]
        paint = AT_HOME if is_home else TILE if _is_plain(stage) else BLOCKS[piece.kind % KINDS]
        width, height = piece.width - 2 * GAP, piece.height - 2 * GAP
        shapes.append(Box(here + column + GAP, here + row + GAP, width, height, paint, 0.1))
    for (row, column), piece in zip(at, stage.pieces, strict=True):
        middle = here + column + piece.width / 2, here + row + piece.height / 2
        shapes.append(Text(*middle, piece.label, 0.42 if len(piece.label) < 3 else 0.3, NAME, bold=True))
    return shapes


def _is_plain(stage: Stage) -> bool:
    """Return whether all pieces are of one kind, so that colours would distinguish none."""
    return len({piece.kind for piece in stage.pieces}) == 1
