"""Name the thing that a constraint came from: an island, a bridge, a crossing."""

from __future__ import annotations

import numpy as np

from hashicnf.families.hashi.board import UNKNOWN, Board


def name_source(board: Board, kind: str, source: int) -> str:
    """Name the thing of the given kind that a constraint came from; rows and columns count from 1."""
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
    """Name an island by clue and place."""
    clue = int(board.clue[number])
    shown = "?" if clue == UNKNOWN else clue
    return f"island {shown} at {_place(int(board.row[number]), int(board.column[number]))}"


def impossible(board: Board) -> str | None:
    """Name the first island that asks for more bridges than all its neighbours together can take, None if there is none."""
    room = np.bincount(board.edge.ravel(), minlength=board.islands) * board.max_bridges
    crowded = np.flatnonzero(board.clue > room)
    if not len(crowded):
        return None
    most = int(room[crowded[0]])
    return (
        f"{island(board, int(crowded[0]))} can have {f'at most {most:,}' if most else 'no'} bridge{'s' * (most != 1)}"
    )


def _place(row: int, column: int) -> str:
    return f"row {row + 1}, column {column + 1}"
