"""Klotski states as integers, with pieces of one shape merged.

The lowest bits are the blank cells, one bit per cell in reading order. Above them each *kind* of piece has a bit for every place
of its top left cell. Pieces of one shape form one kind, since they are interchangeable; only the piece of the goal is a kind of its
own. So a state is its own canonical form. The bits have the same numbers as the facts of the planning task.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from hashicnf.families.klotski.board import Board
from hashicnf.records import record

WAYS: Final = {"up": (-1, 0), "down": (1, 0), "left": (0, -1), "right": (0, 1)}
OPPOSITE: Final = {"up": "down", "down": "up", "left": "right", "right": "left"}


@record
class Kind:
    """The kind of ``count`` pieces of one shape; ``is_wanted`` is true for the piece of the goal."""

    height: int
    width: int
    count: int
    is_wanted: bool

    @property
    def name(self) -> str:
        """Return the shape as text: rows x columns."""
        return f"{self.height}x{self.width}"


@dataclass(frozen=True)
class Layout:
    """The kinds of a board and the masks of their places. Cells are numbered in reading order from 0, as are the bits of masks."""

    board: Board

    @cached_property
    def cells(self) -> int:
        """Return the number of cells."""
        return self.board.shape[0] * self.board.shape[1]

    @cached_property
    def kinds(self) -> tuple[Kind, ...]:
        """Return the kinds: the piece of the goal first, the others by size, the largest first."""
        counts: dict[tuple[bool, int, int], int] = {}
        for piece in self.board.pieces:
            key = piece.name != self.board.goal.name, piece.height, piece.width
            counts[key] = counts.get(key, 0) + 1
        ordered = sorted(counts, key=lambda key: (key[0], -key[1] * key[2], key[1]))
        return tuple(Kind(key[1], key[2], counts[key], not key[0]) for key in ordered)

    @cached_property
    def kind_of(self) -> dict[str, int]:
        """Return the index of each piece's kind, by the piece's name."""
        number = {(kind.height, kind.width, kind.is_wanted): k for k, kind in enumerate(self.kinds)}
        wanted = self.board.goal.name
        return {piece.name: number[piece.height, piece.width, piece.name == wanted] for piece in self.board.pieces}

    @cached_property
    def blank_mask(self) -> int:
        """Return the mask of the blank cells of a state."""
        return (1 << self.cells) - 1

    @cached_property
    def covers(self) -> tuple[dict[int, int], ...]:
        """Return, for each kind, the mask of the cells that a piece covers, by its top left cell."""
        rows, columns = self.board.shape
        found = []
        for kind in self.kinds:
            shape = sum(1 << r * columns + c for r in range(kind.height) for c in range(kind.width))
            heads = (r * columns + c for r in range(rows - kind.height + 1) for c in range(columns - kind.width + 1))
            found.append({head: shape << head for head in heads})
        return tuple(found)

    @cached_property
    def ways(self) -> tuple[dict[tuple[int, str], tuple[int, int]], ...]:
        """Return, for each kind, the mask of the cells that a step enters and the next place, by place and direction."""
        rows, columns = self.board.shape
        found = []
        for kind, covers in zip(self.kinds, self.covers, strict=True):
            mine = {}
            for head, cover in covers.items():
                r, c = divmod(head, columns)
                for way, (down, right) in WAYS.items():
                    if 0 <= r + down <= rows - kind.height and 0 <= c + right <= columns - kind.width:
                        target = head + down * columns + right
                        mine[head, way] = covers[target] & ~cover, target
            found.append(mine)
        return tuple(found)

    @cached_property
    def facts(self) -> tuple[dict[int, int], ...]:
        """Return, for each kind, the number of the bit for a place, by top left cell."""
        found, first = [], self.cells
        for covers in self.covers:
            found.append({head: first + i for i, head in enumerate(covers)})
            first += len(covers)
        return tuple(found)

    def bit(self, kind: int, head: int) -> int:
        """Return the bit that is set in states in which a piece of a kind has its top left cell at ``head``."""
        return 1 << self.facts[kind][head]

    @cached_property
    def start(self) -> int:
        """Return the state of the board."""
        columns = self.board.shape[1]
        state = self.blank_mask
        for piece in self.board.pieces:
            k = self.kind_of[piece.name]
            head = piece.row * columns + piece.column
            state = (state | self.bit(k, head)) & ~self.covers[k][head]
        return state

    def places(self, state: int) -> tuple[int, ...]:
        """Return row and column of each piece of the board in a state; pieces of one shape are numbered in reading order."""
        columns = self.board.shape[1]
        heads = [(head for head, fact in facts.items() if state >> fact & 1) for facts in self.facts]
        return tuple(at for piece in self.board.pieces for at in divmod(next(heads[self.kind_of[piece.name]]), columns))

    @cached_property
    def target(self) -> int:
        """Return the cell where the top left cell of the piece of the goal must come to lie."""
        return self.board.goal.row * self.board.shape[1] + self.board.goal.column

    def attempts(self, wanted: int | None = None) -> Iterator[int | None]:
        """Yield all states with the pieces of the board, reachable or not; with ``wanted`` only those with the goal's piece there.

        None is yielded for each failed attempt, so that callers can limit them: on crowded boards most attempts fail.
        """
        kinds = [k for k, kind in enumerate(self.kinds) for _ in range(kind.count)][1:]
        for head in self.covers[0] if wanted is None else [wanted]:
            yield from self._place(kinds, 0, -1, self.bit(0, head), self.blank_mask & ~self.covers[0][head])

    def _place(self, kinds: list[int], at: int, last: int, heads: int, free: int) -> Iterator[int | None]:
        """Yield the states with the pieces from number ``at`` on placed into free cells, those of one kind in ascending order."""
        if at == len(kinds):
            yield heads | free
            return
        kind, fits = kinds[at], False
        for head, cover in self.covers[kind].items():
            if head > last and not cover & ~free:
                fits = True
                after = head if at + 1 < len(kinds) and kinds[at + 1] == kind else -1
                yield from self._place(kinds, at + 1, after, heads | self.bit(kind, head), free & ~cover)
        if not fits:
            yield None

    def straight(self, kind: int, head: int, way: str, count: int) -> str:
        """Return the name of a step or slide: shape and place of the piece (rows and columns from 1), direction, cells."""
        return f"{self._piece(kind, head)} {way} {count}"

    def to(self, kind: int, head: int, target: int) -> str:
        """Return the name of a move along any path: shape and place of the piece, and its new place."""
        r, c = divmod(target, self.board.shape[1])
        return f"{self._piece(kind, head)} to row {r + 1}, column {c + 1}"

    def _piece(self, kind: int, head: int) -> str:
        r, c = divmod(head, self.board.shape[1])
        return f"{self.kinds[kind].name} at row {r + 1}, column {c + 1}"
