"""Draw plans and boards as text, and read them back.

    words    one slide per line, such as ``5 left``: tile 5 moves left, into the blank
    lrud     directions alone, in one word of L, R, U, D: that of the tile (the blank moves the other way)
    boards   the start, and the board after each slide
    json     a list of slides

The board of an unsolved puzzle is drawn in a frame, followed by its goal unless that is the default.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping
from itertools import pairwise
from typing import Final

from hashicnf.core.document import Source
from hashicnf.core.jsondata import solution_data
from hashicnf.errors import InputError
from hashicnf.families import Layout
from hashicnf.families.tiles.board import BLANK, FIRST, LAST, Board, Plan, Position, in_order
from hashicnf.families.tiles.moves import LETTERS, WAYS, plain, played, slide, split, worded
from hashicnf.formats.parsing import long_number

NUMBER: Final = re.compile(r"[0-9]+|[._]")
FRAME: Final = re.compile(r"[│┌┐└┘─┬┴├┤┼\s]+")
WORD: Final = re.compile(r"(?:[0-9]+ )?(?:left|right|up|down)")
NOTHING: Final = "# nothing to do\n"
EXPECTED: Final = "slides such as '5 left', one a line, or a word of L R U D, or the boards one after the other"


def framed(shape: tuple[int, int], position: Position) -> str:
    """Return a drawing of a position in a frame."""
    (rows, columns), width = shape, len(str(len(position) - 1))
    lines = [
        "│" + "".join(f" {position[r * columns + c] or '·':>{width}}" for c in range(columns)) + " │"
        for r in range(rows)
    ]
    bar = "─" * (columns * (width + 1) + 1)
    return "\n".join([f"┌{bar}┐", *lines, f"└{bar}┘"]) + "\n"


def frames(board: Board, plan: Plan) -> Iterator[str]:
    """Yield drawings of the start and of the position after each slide, up to the first that is not possible."""
    yield framed(board.shape, board.start)
    for _, _, position in played(board, plan):
        yield framed(board.shape, position)


def layout(board: Board, plan: Plan | None, style: str, width: int | None) -> Layout | None:  # noqa: ARG001 - one size
    """Return a drawing of the board and the places of rows and columns in it; None for plans, and for the style json."""
    if plan is not None or style == "json":
        return None
    (rows, columns), wide = board.shape, len(str(board.cells - 1)) + 1
    return Layout(_unsolved(board), tuple(range(1, rows + 1)), tuple((c + 1) * wide for c in range(columns)))


def _unsolved(board: Board) -> str:
    drawn = framed(board.shape, board.start)
    if board.goal in (in_order(board.cells, LAST), in_order(board.cells, FIRST)):
        return drawn if board.goal[-1] == BLANK else f"{drawn}goal: {FIRST}\n"
    return f"{drawn}goal:\n{framed(board.shape, board.goal)}"


def _words(board: Board, plan: Plan | None) -> str:
    if plan is None:
        return _unsolved(board)
    return "".join(f"{step}\n" for step in worded(board, plan)) or NOTHING


def _lrud(board: Board, plan: Plan | None) -> str:
    if plan is None:
        return _unsolved(board)
    letter = {way: name for name, way in LETTERS.items()}
    for step in plan:
        if split(step)[1] not in letter:
            message = f"the solution cannot be drawn: {step!r} is no slide"
            raise InputError(message, board.name, expected="5 left, or another style")
    return "".join(letter[split(step)[1]] for step in plan) + "\n" if plan else NOTHING


def _boards(board: Board, plan: Plan | None) -> str:
    return _unsolved(board) if plan is None else "\n".join(frames(board, plan))


def _json(board: Board, plan: Plan | None) -> str:
    if plan is not None:
        return json.dumps(worded(board, plan)) + "\n"
    columns = board.shape[1]
    rows = {
        name: [list(cells[at : at + columns]) for at in range(0, board.cells, columns)]
        for name, cells in (("start", board.start), ("goal", board.goal))
    }
    return json.dumps(rows) + "\n"


STYLES: Final[Mapping[str, Callable[[Board, Plan | None], str]]] = {
    "words": _words,
    "lrud": _lrud,
    "boards": _boards,
    "json": _json,
}


def read(board: Board, text: str, name: str) -> Plan:
    """Return a plan in any style. Raises InputError with line and column for a text that is no plan."""
    if text.lstrip().startswith("["):
        return plain(board, _read_json(text, name))
    lines = [(number, line, line.partition("#")[0].strip()) for number, line in enumerate(text.split("\n"), 1)]
    filled = [(number, line, words) for number, line, words in lines if words]
    if not filled:
        return ()
    if all(not set(words) - set(LETTERS) for _, _, words in filled):
        return tuple(LETTERS[letter] for _, _, words in filled for letter in words)
    if not any(symbol.isalpha() for _, _, words in filled[:2] for symbol in words):
        return _read_boards(board, lines, name)
    for number, line, words in filled:
        if (fault := _fault(board, words)) is not None:
            column = len(line) - len(line.lstrip()) + 1
            raise InputError(fault, name, number, column, line.rstrip("\r"), EXPECTED)
    return plain(board, tuple(" ".join(words.split()) for _, _, words in filled))


def _fault(board: Board, words: str) -> str | None:
    """Return a message about an invalid slide in words; None if it is valid."""
    if WORD.fullmatch(" ".join(words.split())) is None:
        return f"{words!r} is no move"
    tile, _ = split(" ".join(words.split()))
    is_known = tile == "" or tile.lstrip("0") in map(str, range(1, board.cells))
    return None if is_known else f"there is no tile {tile}"


def _read_json(text: str, name: str) -> Plan:
    data = solution_data(Source(name, text), "a list of slides")
    if not isinstance(data, list):
        raise InputError("this is no plan", name, expected='a list such as ["5 left", "2 up"]')
    for step in data:
        if not isinstance(step, str) or WORD.fullmatch(step) is None:
            raise InputError(f"{step!r} is no move", name, expected='a list such as ["5 left", "2 up"]')
    return tuple(data)


def _read_boards(board: Board, lines: list[tuple[int, str, str]], name: str) -> Plan:
    """Return the plan of successive positions. Raises InputError unless each is one slide from the position before."""
    cells = board.cells
    found: list[int] = []
    places: list[tuple[int, int, str]] = []
    for number, line, words in lines:
        plain = FRAME.sub(lambda frame: " " * len(frame[0]), line.partition("#")[0].replace("·", "."))
        if (long := long_number(plain)) is not None:
            raise InputError(long[0], name, number, long[1], line.rstrip("\r"), long[2])
        for word in NUMBER.finditer(plain):
            found.append(0 if word[0] in "._" else int(word[0]))
            places.append((number, word.start() + 1, line.rstrip("\r")))
        others = NUMBER.sub(lambda word: " " * len(word[0]), plain)
        if rest := others.lstrip():
            column = len(others) - len(rest) + 1
            raise InputError(f"{words[:20]!r} is no row of tiles", name, number, column, line.rstrip("\r"), EXPECTED)
    if not places:
        number, line, _ = next(entry for entry in lines if entry[2])
        raise InputError("a frame without tiles", name, number, 1, line.rstrip("\r"), EXPECTED)
    if len(found) % cells:
        number, column, line = places[-1]
        raise InputError("the last board is not whole", name, number, column, line, f"boards of {cells} cells")
    boards = [tuple(found[at : at + cells]) for at in range(0, len(found), cells)]
    if boards[0] != board.start:
        raise InputError("this is not the start", name, *places[0], "the board of the puzzle first")
    plan = []
    for at, (before, after) in enumerate(pairwise(boards), 1):
        if (step := _slide_between(board.shape, before, after)) is None:
            message = "this board is not one slide from the one before"
            raise InputError(message, name, *places[at * cells], "a tile moved into the blank, nothing else changed")
        plan.append(step)
    return tuple(plan)


def _slide_between(shape: tuple[int, int], before: Position, after: Position) -> str | None:
    """Return the direction of the slide that leads from one position to another; None if none does."""
    made = ((way, slide(shape, before, way)) for way in WAYS)
    return next((way for way, found in made if found is not None and found[1] == after), None)
