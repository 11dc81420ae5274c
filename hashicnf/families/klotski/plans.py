"""Plans as text: one move per line, such as ``A down 1 right 2``, a piece and its route.

Searches and formulas do not distinguish pieces of one shape. Their moves name the place of a piece, such as ``2x1 at row 3,
column 1 down 1`` or ``1x1 at row 5, column 1 to row 4, column 2``; ``named`` follows them from the start and finds the piece and
the route of each.
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import Final, NamedTuple, TypeAlias

from hashicnf.errors import InputError
from hashicnf.families.klotski.board import Board, Piece, Plan
from hashicnf.families.klotski.layout import WAYS

Cell: TypeAlias = tuple[int, int]  # row and column, from 0
Places: TypeAlias = dict[str, Cell]  # the top left cell of each piece, by its letter
WAY: Final = f"(?:{'|'.join(WAYS)})"
COUNT: Final = "[0-9]{1,4}"
PLACE: Final = f"row ({COUNT}), column ({COUNT})"
PLACED: Final = re.compile(f"([0-9]+x[0-9]+) at {PLACE} (?:to {PLACE}|({WAY} {COUNT}))")
PART: Final = re.compile(rf"({WAY})\s+({COUNT})")
NAMED: Final = re.compile(rf"([A-Za-z])((?:\s+{WAY}\s+{COUNT})+)")
# As pictures name moves, a way without a number is one cell.
READ: Final = re.compile(rf"([A-Za-z])(?:\s+{WAY}(?:\s+{COUNT})?)+")
NO_NUMBER: Final = re.compile(rf"({WAY})(?!\s+[0-9])")
EXPECTED: Final = "a move a line: a piece, then ways with numbers of cells, such as A down 1 right 2"


class PlacedMove(NamedTuple):
    """A move by the place of its piece: the shape, the top left cell before and after, and the route, "" if it is left open."""

    shape: str
    at: Cell
    target: Cell
    route: str


def placed_move(action: str) -> PlacedMove | None:
    """Return a move that names the place of its piece; None if the action is no such move."""
    if (found := PLACED.fullmatch(action)) is None:
        return None
    shape, row, column, to_row, to_column, route = found.groups()
    at = int(row) - 1, int(column) - 1
    target = moved(at, route) if route else (int(to_row) - 1, int(to_column) - 1)
    return PlacedMove(shape, at, target, route or "")


def named(board: Board, actions: Iterable[str]) -> Plan:
    """Return a plan with the pieces of moves that are given by places named; other actions are left unchanged."""
    places = start_of(board)
    pieces = {piece.name: piece for piece in board.pieces}
    piece_at = {at: name for name, at in places.items()}
    found = []
    for action in actions:
        move = placed_move(action)
        if move is None or move.at not in piece_at or move.shape != pieces[piece_at[move.at]].shape:
            found.append(action)
            continue
        name = piece_at.pop(move.at)
        found.append(f"{name} {move.route or shorten(_route(board, pieces[name], places, move.target))}")
        piece_at[move.target], places[name] = name, move.target
    return tuple(found)


def moved(at: Cell, route: str) -> Cell:
    """Return the cell to which a route leads, also outside the board."""
    row, column = at
    for way, count in PART.findall(route):
        down, right = WAYS[way]
        row, column = row + down * int(count), column + right * int(count)
    return row, column


def start_of(board: Board) -> Places:
    """Return the places of the pieces at the start."""
    return {piece.name: (piece.row, piece.column) for piece in board.pieces}


def positions(board: Board, plan: Plan) -> Iterator[tuple[str, Places]]:
    """Yield each move with the places of all pieces after it, until a move is invalid or ends where there is no room."""
    places = start_of(board)
    pieces = {piece.name: piece for piece in board.pieces}
    for move in plan:
        match = NAMED.fullmatch(move)
        if match is None or match[1] not in places:
            return
        places = {**places, match[1]: moved(places[match[1]], match[2])}
        if not is_free(board, pieces[match[1]], places):
            return
        yield move, places


def is_free(board: Board, piece: Piece, places: Places) -> bool:
    """Return whether a piece lies on the board without overlapping another piece."""
    (r, c), (rows, columns) = places[piece.name], board.shape
    if not (0 <= r <= rows - piece.height and 0 <= c <= columns - piece.width):
        return False
    others = ((other, *places[other.name]) for other in board.pieces if other.name != piece.name)
    return all(
        y + other.height <= r or r + piece.height <= y or x + other.width <= c or c + piece.width <= x
        for other, y, x in others
    )


def write(plan: Plan) -> str:
    """Return a plan as text, one move per line."""
    return "".join(f"{move}\n" for move in plan) or "# nothing to do\n"


def read(board: Board, text: str, name: str) -> Plan:
    """Return the plan of a text with one move per line, comments after ``#``; a way without a number is one cell.

    Raises InputError with line and column.
    """
    names = {piece.name for piece in board.pieces}
    found = []
    for number, line in enumerate(text.split("\n"), 1):
        word = line.partition("#")[0].strip()
        if not word:
            continue
        match = READ.fullmatch(word)
        if match is None or match[1] not in names:
            column = len(line) - len(line.lstrip()) + 1
            message = f"{word!r} is no move" if match is None else f"there is no piece {match[1]}"
            raise InputError(message, name, number, column, line.rstrip("\r"), EXPECTED)
        found.append(" ".join(NO_NUMBER.sub(r"\1 1", word).split()))
    return tuple(found)


def between(board: Board, before: Places, after: Places) -> list[str]:
    """List a move for each piece whose place differs between two positions, along blank cells if that is possible."""
    pieces = {piece.name: piece for piece in board.pieces}
    changed = [name for name, at in before.items() if after[name] != at]
    return [f"{name} {shorten(_route(board, pieces[name], before, after[name]))}" for name in changed]


def _route(board: Board, piece: Piece, places: Places, target: Cell) -> Sequence[str]:
    """Return the steps of a shortest path of a piece along blank cells; without a path, straight down or up, then aside."""
    routes: dict[Cell, tuple[str, ...]] = {places[piece.name]: ()}
    queue = deque(routes)
    while queue and target not in routes:
        at = queue.popleft()
        for way, (down, right) in WAYS.items():
            next_ = at[0] + down, at[1] + right
            if next_ not in routes and is_free(board, piece, {**places, piece.name: next_}):
                routes[next_] = (*routes[at], way)
                queue.append(next_)
    return routes[target] if target in routes else _straight(places[piece.name], target)


def _straight(at: Cell, target: Cell) -> list[str]:
    down, right = target[0] - at[0], target[1] - at[1]
    return ["down" if down > 0 else "up"] * abs(down) + ["right" if right > 0 else "left"] * abs(right)


def shorten(route: Iterable[str]) -> str:
    """Return steps by one cell as directions with numbers: ``down 1 right 2``."""
    return " ".join(f"{way} {len([*same])}" for way, same in groupby(route))
