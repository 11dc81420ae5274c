"""Name the thing that a constraint came from: an island, a bridge, a crossing."""

from __future__ import annotations

from hashicnf.families.hashi.board import UNKNOWN, Board


def blame(board: Board, kind: str, source: int) -> str:
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


def _place(row: int, column: int) -> str:
    return f"row {row + 1}, column {column + 1}"
