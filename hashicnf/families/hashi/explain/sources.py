"""Words for the source of a constraint: an island, a bridge or a crossing, with its place."""

from __future__ import annotations

import numpy as np

from hashicnf.families.hashi.board import UNKNOWN, Board


def name_source(board: Board, kind: str, source: int) -> str:
    """Return the words for the source of a constraint, by kind and number; rows and columns count from 1."""
    match kind:
        case "island":
            return island(board, source)
        case "edge":
            u, v = board.edge[source]
            return f"the bridge between {island(board, int(u))} and {island(board, int(v))}"
        case "crossing":
            h, v = board.crossing[source]
            return f"the crossing at {_place(int(board.row[board.edge[h, 0]]), int(board.column[board.edge[v, 0]]))}"
        case _:
            return f"{kind} {source}"


def island(board: Board, number: int) -> str:
    """Return the words for an island: its clue and place."""
    return f"island {clue(board, number)} at {_place(int(board.row[number]), int(board.column[number]))}"


def clue(board: Board, number: int) -> str:
    """Return the clue of an island as it is drawn."""
    return "?" if board.clue[number] == UNKNOWN else f"{board.clue[number]}"


def impossible(board: Board) -> str | None:
    """Return a sentence about the first island that needs more bridges than it can have (``?`` needs one), or None."""
    room = np.bincount(board.edge.ravel(), minlength=board.islands) * board.max_bridges
    crowded = np.flatnonzero(np.where(board.clue == UNKNOWN, 1, board.clue) > room)
    if not len(crowded):
        return None
    first = int(crowded[0])
    most = int(room[first])
    can = f"{island(board, first)} can have {f'at most {most:,}' if most else 'no'} bridge{'s' * (most != 1)}"
    return f"{can}, and every island needs at least one" if board.clue[first] == UNKNOWN else can


def _place(row: int, column: int) -> str:
    return f"row {row + 1}, column {column + 1}"
