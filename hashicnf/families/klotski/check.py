"""Check plans from the rules of the puzzle alone: pieces are moved over a grid of letters, cell by cell.

A move takes one piece along any path; whether it counts as one move, several slides or more steps depends on the metric, not on
the rules.
"""

from __future__ import annotations

import re
from typing import Final

from hashicnf.errors import counted
from hashicnf.families import Violation
from hashicnf.families.klotski.board import Board, Plan

WAYS: Final = {"up": (-1, 0), "down": (1, 0), "left": (0, -1), "right": (0, 1)}  # rows down, columns to the right
COUNT: Final = re.compile(r"0{0,9}[1-9][0-9]{0,3}")  # the number of cells that a piece moves


def check(board: Board, plan: Plan) -> list[Violation]:
    """Carry out a plan; return a list of the first rule that it breaks, empty if it reaches the goal."""
    cells = _cells(board)
    for number, move in enumerate(plan, 1):
        words = move.split()
        ways, counts = words[1::2], words[2::2]
        is_move = len(words) >= 3 and len(ways) == len(counts) and all(way in WAYS for way in ways)
        if not is_move or not all(COUNT.fullmatch(count) for count in counts):
            return [Violation("action", f"step {number}: {move!r} is no move such as A down 1")]
        if words[0] not in cells.values():
            return [Violation("action", f"step {number}: {move!r}: there is no piece {words[0]}")]
        for way, count in zip(ways, counts, strict=True):
            for _ in range(int(count)):
                if (broken := _push(cells, board.shape, words[0], way)) is not None:
                    return [Violation(broken.rule, f"step {number}: {move!r}: {broken.message}", broken.cells)]
    name, row, column = board.goal
    at = min(place for place, piece in cells.items() if piece == name)
    if at != (row, column):
        message = (
            f"after {counted(len(plan), 'move')} piece {name} lies at row {at[0] + 1}, column {at[1] + 1} "
            f"and not at row {row + 1}, column {column + 1}"
        )
        return [Violation("goal", message, (at,))]
    return []


def _cells(board: Board) -> dict[tuple[int, int], str]:
    """Return the piece that covers a cell, by cell (row, column)."""
    return {
        (piece.row + r, piece.column + c): piece.name
        for piece in board.pieces
        for r in range(piece.height)
        for c in range(piece.width)
    }


def _push(cells: dict[tuple[int, int], str], shape: tuple[int, int], name: str, way: str) -> Violation | None:
    """Move a piece by one cell in place and return None, or return the violation if the edge or a piece blocks it."""
    mine = [place for place, piece in cells.items() if piece == name]
    down, right = WAYS[way]
    entered = [(r + down, c + right) for r, c in mine]
    for r, c in entered:
        if not (0 <= r < shape[0] and 0 <= c < shape[1]):
            return Violation("edge", f"piece {name} would leave the board", (min(mine),))
        if cells.get((r, c), name) != name:
            message = f"piece {cells[r, c]} is in the way at row {r + 1}, column {c + 1}"
            return Violation("blocked", message, ((r, c),))
    for place in mine:
        del cells[place]
    cells.update(dict.fromkeys(entered, name))
    return None
