"""Latin squares as a family from outside the package: letters in the grid, a setting, options of the constraints, a notation.

Every row and column holds each of the first n letters once; with ``diagonals`` the two long diagonals do too.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final, TypeAlias

import numpy as np

from hashicnf.core.constraints import Batch, Cardinality, Exclusive, Implies, Origin
from hashicnf.core.document import EMPTY, Document, Source
from hashicnf.core.options import Choices, OneOf, Option, show_yes_or_no, whole, yes_or_no
from hashicnf.core.statespace import ZERO, Searchable
from hashicnf.core.variables import VariablePool, Variables
from hashicnf.errors import InputError, UsageError
from hashicnf.families import LETTERS, Family, Generated, Generator, Static, Violation
from hashicnf.formats import Format
from hashicnf.logic import Bools

Square: TypeAlias = tuple[str, ...]
ROW, COLUMN, CELL, GIVEN, DIAGONAL = (Origin(name, "cell") for name in ("row", "column", "cell", "given", "diagonal"))
DIAGONALS: Final = Option("diagonals", yes_or_no, False, "yes or no", "Whether diagonals count.", show_yes_or_no)
MODEL: Final = Option(
    "model", OneOf("minimal", "extended"), "extended", "minimal or extended", "Whether to state what follows."
)
SIZE: Final = Option("size", whole(1, 26), 4, "a number from 1 to 26", "Rows.", metavar="N")
HOLES: Final = Option("holes", whole(0), 8, "a number from 0", "How many cells to leave empty.", metavar="N")
SEED: Final = Option("seed", whole(0), 0, "a number from 0", "Same seed, same board.", metavar="S")


@dataclass(frozen=True)
class Board:
    """A partly filled square: a string a row, ``.`` for an empty cell."""

    rows: Square
    diagonals: bool = False

    @property
    def size(self) -> int:
        return len(self.rows)


def build(document: Document, settings: Choices) -> Board:
    rows, columns = document.cells.shape
    line, column = document.place
    if rows != columns or rows > 26:
        raise document.source.error(f"{rows} x {columns} cells are no square of at most 26", line, column)
    wrong = np.argwhere(document.cells >= ord("A") + rows)
    if len(wrong) or ((document.cells > EMPTY) & (document.cells < ord("A"))).any():
        raise document.source.error(f"letters beyond {chr(ord('A') + rows - 1)}", line, column)
    grid = document.cells.tolist()
    return Board(tuple("".join(chr(cell) if cell > 0 else "." for cell in row) for row in grid), settings[DIAGONALS])


def document_of(board: Board) -> Document:
    cells = np.array([[EMPTY if cell == "." else ord(cell) for cell in row] for row in board.rows], dtype=np.int32)
    return Document(cells, Source("latin", ""), Choices({DIAGONALS: board.diagonals}).settings())


def constraints(board: Board, pool: VariablePool, options: Choices) -> Iterator[Batch]:
    n = board.size
    x = pool.declare("cell", n, n, n, meaning="row r, column c holds letter k").lits
    source = np.arange(n * n, dtype=np.int32)
    exactly = Cardinality(x.reshape(-1, n), "eq", 1, CELL, source)
    yield exactly
    for lits, origin in ((x.transpose(0, 2, 1), ROW), (x.transpose(1, 2, 0), COLUMN)):
        rows = np.ascontiguousarray(lits).reshape(-1, n)
        yield Exclusive(rows, origin, source)
        if options[MODEL] == "extended":
            yield Implies(np.empty((n * n, 0), dtype=np.int32), rows, origin, source, redundant=True)
    if board.diagonals:
        at = np.arange(n)
        rows = np.concatenate([x[at, at].T, x[at, n - 1 - at].T])
        yield Cardinality(np.ascontiguousarray(rows), "eq", 1, DIAGONAL, np.arange(2 * n, dtype=np.int32))
    givens = [x[r, c, ord(k) - ord("A")] for r, row in enumerate(board.rows) for c, k in enumerate(row) if k != "."]
    heads = np.array(givens, dtype=np.int32).reshape(-1, 1)
    yield Implies(np.empty((len(heads), 0), dtype=np.int32), heads, GIVEN, np.arange(len(heads), dtype=np.int32))


def decode(board: Board, variables: Variables, model: Bools) -> Square:
    letters = variables["cell"].values(model).argmax(axis=2)
    return tuple("".join(chr(ord("A") + k) for k in row) for row in letters.tolist())


def check(board: Board, square: Square) -> list[Violation]:
    n = board.size
    if len(square) != n or any(len(row) != n for row in square):
        return [Violation("shape", f"a square of {n} x {n} letters is wanted")]
    wanted = sorted(chr(ord("A") + k) for k in range(n))
    lines = {f"row {i + 1}": row for i, row in enumerate(square)}
    lines |= {f"column {i + 1}": "".join(row[i] for row in square) for i in range(n)}
    if board.diagonals:
        lines |= {"the falling diagonal": "".join(square[i][i] for i in range(n))}
        lines |= {"the rising diagonal": "".join(square[i][n - 1 - i] for i in range(n))}
    found = [Violation("line", f"{name} is {line}") for name, line in lines.items() if sorted(line) != wanted]
    places = ((r, c) for r in range(n) for c in range(n) if board.rows[r][c] not in (".", square[r][c]))
    return found + [Violation("given", f"row {r + 1}, column {c + 1} was changed") for r, c in places]


def draw(board: Board, square: Square | None) -> str:
    return "".join(" ".join(row) + "\n" for row in (board.rows if square is None else square))


def read(board: Board, text: str, name: str) -> Square:
    rows = tuple(line.replace(" ", "").strip() for line in text.splitlines() if line.strip())
    for number, row in enumerate(rows, 1):
        if not row.isalpha():
            raise InputError("this is no row of letters", name, number, 1, row)
    if len(rows) != board.size:
        raise InputError(f"the drawing has {len(rows)} rows", name, expected=f"{board.size} rows")
    return rows


def generate(options: Choices) -> Generated[Board, Square]:
    n, holes = options[SIZE], options[HOLES]
    if holes > n * n:
        raise UsageError(f"a square of {n} x {n} cells has no {holes} to leave empty")
    order = np.random.Generator(np.random.PCG64(options[SEED])).permutation(n)
    square = ["".join(chr(ord("A") + int(order[(r + c) % n])) for c in range(n)) for r in range(n)]
    cells = [*"".join(square)]
    for at in np.random.Generator(np.random.PCG64(options[SEED])).permutation(n * n)[:holes].tolist():
        cells[at] = "."
    rows = tuple("".join(cells[r * n : (r + 1) * n]) for r in range(n))
    return Generated(Board(rows), tuple(square), f"latin square of {n} x {n} with {holes} empty cells")


class Cells:
    """Squares filled cell by cell, in reading order, with letters that the row and the column do not hold."""

    def __init__(self, board: Board) -> None:
        self.board, self.n = board, board.size

    def initial(self) -> tuple[str, ...]:
        return ("".join(self.board.rows),)

    def successors(self, state: str) -> Iterator[tuple[str, str, float]]:
        at = state.find(".")
        if at < 0:
            return
        r, c = divmod(at, self.n)
        for k in range(self.n):
            letter = chr(ord("A") + k)
            if letter not in state[r * self.n : (r + 1) * self.n] + state[c :: self.n]:
                yield f"row {r + 1}, column {c + 1}: {letter}", state[:at] + letter + state[at + 1 :], 1

    def is_goal(self, state: str) -> bool:
        return "." not in state and check(self.board, self.square(state)) == []

    def key(self, state: str) -> str:
        return state

    def square(self, state: str) -> Square:
        return tuple(state[r * self.n : (r + 1) * self.n] for r in range(self.n))


def cells(board: Board) -> Searchable[str]:
    space = Cells(board)
    return Searchable(space, {ZERO.name: ZERO}, lambda state, _: space.square(state), title="cell by cell")


def parse_line(source: Source) -> list[Document]:
    lines = [(number, line.strip()) for number, line in enumerate(source.text.splitlines(), 1) if line.strip()]
    if not lines:
        raise source.error("the file is empty", 1)
    return [square_of(line, number, source) for number, line in lines]


def square_of(line: str, number: int, source: Source) -> Document:
    text = line.removeprefix("latin:")
    n = round(len(text) ** 0.5)
    if not text or n * n != len(text) or not text.replace(".", "A").isalpha():
        raise source.error("this is no square", number, 1, "latin: and n x n letters")
    grid = np.array([EMPTY if cell == "." else ord(cell) for cell in text], dtype=np.int32).reshape(n, n)
    return Document(grid, source, family="latin", letters=True, place=(number, 7))


def write_line(document: Document) -> str:
    if document.settings:
        raise UsageError(f"the line format cannot express {next(iter(document.settings))}; use native")
    return "latin:" + "".join("." if cell <= 0 else chr(cell) for cell in document.cells.ravel().tolist()) + "\n"


LINE: Final = Format(
    summary="a latin square in a line",
    suffixes=(".latin",),
    example="latin:A..B\n",
    looks_like=lambda text: text.lstrip().startswith("latin:"),
    parse=parse_line,
    write=write_line,
    separator="",
)


def generators() -> Mapping[str, Generator[Board, Square]]:
    """List the ways to make boards."""

    def of_size(count: int) -> Choices:
        side = max(1, min(26, round(count**0.5)))
        return Choices({SIZE: side, HOLES: side})

    return {"shuffled": Generator("A cyclic square with its letters shuffled.", generate, (SIZE, HOLES, SEED), of_size)}


def size(board: Board) -> Mapping[str, int]:
    return {"cells": board.size**2, "empty": "".join(board.rows).count(".")}


FAMILY: Final[Family[Board, Square]] = Family(
    title="Latin squares",
    example="family: latin\nAB.\n...\nC..\n",
    build=build,
    document=document_of,
    check=check,
    styles={"letters": draw},
    read=read,
    size=size,
    unit="cell",
    symbols=LETTERS,
    settings=(DIAGONALS,),
    static=Static(constraints, decode, (MODEL,)),
    spaces={"cells": cells},
    formats=lambda: {"line": LINE},
    generators=generators,
)


def oracle(board: Board) -> list[Square]:
    """List all solutions, by brute force."""
    space = Cells(board)
    found, open_states = [], list(space.initial())
    while open_states:
        state = open_states.pop()
        if space.is_goal(state):
            found.append(space.square(state))
        open_states += [child for _, child, _ in space.successors(state)]
    return sorted(found)
