"""Plans as boards, one below the other: the start, then the board after each move, headed by a comment with the move."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final, TypeAlias

from hashicnf.errors import InputError, counted
from hashicnf.families.klotski.board import Board, Plan
from hashicnf.families.klotski.draw import boxes
from hashicnf.families.klotski.plans import Places, between, positions, start_of

Grid: TypeAlias = tuple[str, ...]  # a string per row: letters, "." for a blank cell
BLANK: Final = "."
ROW: Final = re.compile(r"[A-Za-z.0_]+")
EDGES: Final = boxes.HORIZONTAL | boxes.CORNERS


def draw(board: Board, plan: Plan | None, style: str) -> str:
    """Return a drawing of the board, or of all boards of a plan up to the first move that is not possible."""
    parts = [_one(board, start_of(board), style)]
    if plan is None:
        return parts[0] if style == "letters" or boxes.shows_goal(board) else f"{parts[0]}goal: {board.goal}\n"
    for number, (move, places) in enumerate(positions(board, plan), 1):
        parts.append(f"# {number}: {move}\n{_one(board, places, style)}")
    return "\n".join(parts)


def frames(board: Board, plan: Plan) -> Iterator[str]:
    """Yield a drawing of the board, and one after each move, up to the first that is not possible."""
    yield _one(board, start_of(board), "unicode")
    for _, places in positions(board, plan):
        yield _one(board, places, "unicode")


def _one(board: Board, places: Places, style: str) -> str:
    grid = grid_of(board, places)
    return "\n".join([*(grid if style == "letters" else boxes.draw(board, grid, style)), ""])


def grid_of(board: Board, places: Places) -> Grid:
    """Return the grid of the letters of pieces at the given places."""
    rows, columns = board.shape
    cells = [[BLANK] * columns for _ in range(rows)]
    for piece in board.pieces:
        row, column = places[piece.name]
        for r in range(row, row + piece.height):
            cells[r][column : column + piece.width] = piece.name * piece.width
    return tuple("".join(row) for row in cells)


def looks_like(board: Board, text: str) -> bool:
    """Return whether the first line that is no comment is a row of letters in the board's width, or an edge of boxes."""
    first = next((line.strip() for line in text.split("\n") if line.partition("#")[0].strip()), "")
    if first and set(first) <= EDGES:
        return True
    return len(first) == board.shape[1] and ROW.fullmatch(first) is not None


def read(board: Board, text: str, name: str) -> Plan:
    """Return the moves between the boards of a drawing. Raises InputError with line and column."""
    before = start_of(board)
    plan: list[str] = []
    for number, (line, lines) in enumerate(_blocks(text)):
        after = _places(board, _grid(board, lines, line, name), line, lines[0], name)
        moves = between(board, before, after)
        if not number and moves:
            raise InputError("this is not the board of the puzzle", name, line, 1, lines[0])
        if len(moves) > 1:
            message = f"{counted(len(moves), 'piece')} moved between two boards: {', '.join(m[0] for m in moves)}"
            raise InputError(message, name, line, 1, lines[0], "one move from a board to the next")
        plan += moves
        before = after
    return tuple(plan)


def _blocks(text: str) -> Iterator[tuple[int, list[str]]]:
    """Yield the parts of a text between empty lines and comments: the number of the first line (from 1), and the lines."""
    block: list[str] = []
    number = 0
    for number, line in enumerate(text.split("\n"), 1):
        if bare := line.partition("#")[0].rstrip():
            block.append(bare)
        elif block:
            yield number - len(block), block
            block = []
    if block:
        yield number - len(block) + 1, block


def _grid(board: Board, lines: list[str], line: int, name: str) -> Grid:
    """Return the letters of one board. Raises InputError for a wrong number of rows, or a row of the wrong length."""
    is_boxes = set(lines[0].strip()) <= EDGES
    rows, columns = boxes.size_of(board) if is_boxes else board.shape
    if len(lines) != rows:
        message = f"this board has {counted(len(lines), 'line')}"
        raise InputError(message, name, line, 1, lines[0], f"{rows}, as the puzzle has when it is drawn so")
    indent = len(lines[0]) - len(lines[0].lstrip())
    bare = [row[indent:].ljust(columns) if is_boxes else row.strip() for row in lines]
    for number, row in enumerate(bare):
        if len(row) != columns:
            message = f"this line has {counted(len(row), 'character')}"
            raise InputError(message, name, line + number, indent + 1, lines[number], str(columns))
    if is_boxes:
        return boxes.read(board, bare)
    return tuple(row.replace("0", BLANK).replace("_", BLANK) for row in bare)


def _places(board: Board, grid: Grid, line: int, text: str, name: str) -> Places:
    """Return the places of the pieces in a grid of letters. Raises InputError unless it has exactly the board's pieces."""
    found: Places = {}
    for r, row in enumerate(grid):
        for c, letter in enumerate(row):
            if letter != BLANK:
                found.setdefault(letter, (r, c))
    if found.keys() != {piece.name for piece in board.pieces}:
        wrong = sorted(found.keys() ^ {piece.name for piece in board.pieces})
        message = f"this board has other pieces than the puzzle: {', '.join(wrong)}"
        raise InputError(message, name, line, 1, text)
    fits = all(
        r + piece.height <= board.shape[0] and c + piece.width <= board.shape[1]
        for piece in board.pieces
        for r, c in [found[piece.name]]
    )
    if not fits or grid_of(board, found) != grid:
        raise InputError("a piece has another shape than in the puzzle", name, line, 1, text)
    return found
