"""Klotski states as one integer, with pieces of one shape merged.

The lowest bits are the blank cells, a bit a cell in reading order. Above them each *kind* of piece has as many bits: bit c is set
where a piece of the kind has its top left cell in cell c. Pieces of one shape are one kind, since which of them lies where matters to
nobody; only the piece of the goal is a kind of its own. So a state is its own canonical form.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Final, NamedTuple

from hashicnf.families.klotski.board import Board

WAYS: Final = {"up": (-1, 0), "down": (1, 0), "left": (0, -1), "right": (0, 1)}
OPPOSITE: Final = {"up": "down", "down": "up", "left": "right", "right": "left"}


class Kind(NamedTuple):
    """The pieces of one shape; ``is_wanted``: the piece of the goal."""

    height: int
    width: int
    count: int
    is_wanted: bool

    @property
    def name(self) -> str:
        """Name the shape: rows x columns."""
        return f"{self.height}x{self.width}"


class Step(NamedTuple):
    """A piece goes on by one cell: from which cell, the way, the cells that must be blank, and the cell that it comes to."""

    head: int
    way: str
    entered: int
    target: int


@dataclass(frozen=True)
class Layout:
    """The kinds of a board and the masks of their places. Cells are numbered in reading order from 0; masks have a bit a cell."""

    board: Board

    @cached_property
    def cells(self) -> int:
        """Count the cells."""
        return self.board.shape[0] * self.board.shape[1]

    @cached_property
    def kinds(self) -> tuple[Kind, ...]:
        """List the kinds, the piece of the goal first, then by size."""
        counts: dict[tuple[bool, int, int], int] = {}
        for piece in self.board.pieces:
            key = piece.name != self.board.goal.name, piece.height, piece.width
            counts[key] = counts.get(key, 0) + 1
        ordered = sorted(counts, key=lambda key: (key[0], -key[1] * key[2], key[1]))
        return tuple(Kind(key[1], key[2], counts[key], not key[0]) for key in ordered)

    @cached_property
    def blank_mask(self) -> int:
        """Return the mask of the blank cells of a state."""
        return (1 << self.cells) - 1

    @cached_property
    def covers(self) -> tuple[dict[int, int], ...]:
        """Map for each kind every possible top left cell to the mask of the cells that a piece there covers."""
        rows, columns = self.board.shape
        found = []
        for kind in self.kinds:
            shape = sum(1 << r * columns + c for r in range(kind.height) for c in range(kind.width))
            heads = (
                r * columns + c for r in range(rows - kind.height + 1) for c in range(columns - kind.width + 1)
            )
            found.append({head: shape << head for head in heads})
        return tuple(found)

    @cached_property
    def steps(self) -> tuple[tuple[Step, ...], ...]:
        """List for each kind all steps by one cell on an empty board."""
        rows, columns = self.board.shape
        found = []
        for kind, covers in zip(self.kinds, self.covers, strict=True):
            mine = []
            for head, cover in covers.items():
                r, c = divmod(head, columns)
                for way, (down, right) in WAYS.items():
                    if 0 <= r + down <= rows - kind.height and 0 <= c + right <= columns - kind.width:
                        target = head + down * columns + right
                        mine.append(Step(head, way, covers[target] & ~cover, target))
            found.append(tuple(mine))
        return tuple(found)

    def bit(self, kind: int, head: int) -> int:
        """Return the bit of a state that says that a piece of a kind has its top left cell here."""
        return 1 << self.cells * (kind + 1) + head

    @cached_property
    def start(self) -> int:
        """Return the state of the board."""
        rows, columns = self.board.shape
        number = {(kind.height, kind.width, kind.is_wanted): k for k, kind in enumerate(self.kinds)}
        state = self.blank_mask
        for piece in self.board.pieces:
            k = number[piece.height, piece.width, piece.name == self.board.goal.name]
            head = piece.row * columns + piece.column
            state = (state | self.bit(k, head)) & ~self.covers[k][head]
        return state

    @cached_property
    def target(self) -> int:
        """Return the cell where the top left cell of the piece of the goal must come to lie."""
        return self.board.goal.row * self.board.shape[1] + self.board.goal.column

    def placed(self, state: int) -> Iterator[tuple[int, int]]:
        """Yield kind and top left cell of each piece of a state."""
        for k in range(len(self.kinds)):
            heads = state >> self.cells * (k + 1) & self.blank_mask
            while heads:
                head = heads & -heads
                heads ^= head
                yield k, head.bit_length() - 1

    def placements(self, wanted: int | None = None) -> Iterator[int]:
        """Yield all states with the pieces of the board, reachable or not; only those with the goal's piece at a cell, if given."""
        heads = list(self.covers[0]) if wanted is None else [wanted]
        counts = [kind.count for kind in self.kinds]
        counts[0] = 0
        for head in heads:
            yield from self._fill(0, self.blank_mask & ~self.covers[0][head], self.bit(0, head), counts, 0)

    def _fill(self, cell: int, free: int, heads: int, counts: list[int], blank: int) -> Iterator[int]:
        """Place the pieces that are left, their top left cells in reading order; ``blank`` are the cells left out so far."""
        while cell < self.cells and not free >> cell & 1:
            cell += 1
        if cell >= self.cells:
            if not any(counts):
                yield heads | blank
            return
        for k, count in enumerate(counts):
            cover = self.covers[k].get(cell, 0) if count else 0
            if cover and cover & ~free == 0:
                counts[k] -= 1
                yield from self._fill(cell + 1, free & ~cover, heads | self.bit(k, cell), counts, blank)
                counts[k] += 1
        if blank.bit_count() < self.board.blanks:
            yield from self._fill(cell + 1, free & ~(1 << cell), heads, counts, blank | 1 << cell)

    def write(self, kind: int, head: int, route: tuple[str, ...]) -> str:
        """Name a move: the shape of the piece, its place (rows and columns from 1), and its way such as ``down 1 right 2``."""
        r, c = divmod(head, self.board.shape[1])
        return f"{self.kinds[kind].name} at row {r + 1}, column {c + 1} {shorten(route)}"


def shorten(route: tuple[str, ...]) -> str:
    """Write steps by one cell as ways with numbers: ``down 1 right 2``."""
    words: list[tuple[str, int]] = []
    for way in route:
        if words and words[-1][0] == way:
            words[-1] = way, words[-1][1] + 1
        else:
            words.append((way, 1))
    return " ".join(f"{way} {count}" for way, count in words)
