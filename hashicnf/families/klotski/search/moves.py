"""The moves of a board as a state space: a state is one integer, and moves are looked up in tables.

Whether a move is possible depends on the blank cells, and on whether its piece is there. So there is one table for each set of
blank cells that occurs; for each move it holds the bit of the piece, the bits of the state that it flips, and its name. The
successors of a state are the rows, in the table of its blank cells, whose bit is set in the state.

    step     a piece moves by one cell
    slide    a piece moves straight, by any number of cells
    move     a piece moves along any path of blank cells
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import Final, TypeAlias

from hashicnf.errors import no_such
from hashicnf.families.klotski.layout import OPPOSITE, Layout

STEP, SLIDE, MOVE = "step", "slide", "move"
METRICS: Final = (STEP, SLIDE, MOVE)
MOST_BYTES: Final = 1 << 26  # of the tables that are kept; further ones are made anew each time
ROW_BYTES: Final = 160  # of a row and its name, without the bits of a state
Row: TypeAlias = tuple[int, int, str]
Route: TypeAlias = tuple[int, str, str]


class Moves:
    """The space of one board in one metric. Every move costs 1, and can be undone."""

    def __init__(self, layout: Layout, metric: str) -> None:
        """Take the layout of a board and a metric. Raises UsageError for an unknown metric."""
        if metric not in METRICS:
            raise no_such("metric", metric, METRICS)
        self.layout, self.metric = layout, metric
        self._blanks = layout.blank_mask
        self._goal = layout.bit(0, layout.target)
        self._tables: dict[int, list[Row]] = {}
        self._backward: dict[int, list[Row]] = {}
        # On a large board a row is as long as a state, hundreds of words, and most states have blank cells that no other has.
        self._room = MOST_BYTES // (ROW_BYTES + sys.getsizeof(layout.start))  # rows that may still be kept

    def initial(self) -> tuple[int, ...]:
        """Return the start of the board as the only initial state."""
        return (self.layout.start,)

    def successors(self, state: int) -> list[tuple[str, int, float]]:
        """List each possible move with the state after it."""
        blanks = state & self._blanks
        table = self._tables.get(blanks)
        if table is None:
            table = self._make(blanks, self._tables, backward=False)
        return [(name, state ^ flips, 1) for bit, flips, name in table if state & bit]

    def predecessors(self, state: int) -> list[tuple[str, int, float]]:
        """List each move that leads to a state, with the state before it."""
        blanks = state & self._blanks
        table = self._backward.get(blanks)
        if table is None:
            table = self._make(blanks, self._backward, backward=True)
        return [(name, state ^ flips, 1) for bit, flips, name in table if state & bit]

    def goal_states(self) -> Iterator[int | None]:
        """Yield all placements of the pieces that satisfy the goal, reachable or not; None for each failed attempt."""
        return self.layout.attempts(self.layout.target)

    def places(self, state: int) -> tuple[int, ...]:
        """Return row and column of each piece; pieces of one shape are numbered in reading order."""
        return self.layout.places(state)

    def is_goal(self, state: int) -> bool:
        """Return whether the piece of the goal is at its place."""
        return state & self._goal != 0

    def key(self, state: int) -> int:
        """Return the state itself, which is its own canonical form."""
        return state

    def _make(self, blanks: int, tables: dict[int, list[Row]], *, backward: bool) -> list[Row]:
        """Return the table of a set of blank cells, and keep it if there is room."""
        layout = self.layout
        rows = []
        for kind, head in self._present(blanks):
            here, cover = layout.bit(kind, head), layout.covers[kind][head]
            for target, name, back in self._routes(kind, head, blanks):
                flips = here | layout.bit(kind, target) | (cover ^ layout.covers[kind][target])
                rows.append((here, flips, back if backward else name))
        if len(rows) <= self._room:
            self._room -= len(rows)
            tables[blanks] = rows
        return rows

    def _present(self, blanks: int) -> Iterator[tuple[int, int]]:
        """Yield (kind, top left cell) for all pieces that may lie on the cells that are not blank."""
        heads = self._blanks & ~blanks
        while heads:
            head = (heads & -heads).bit_length() - 1
            heads &= heads - 1
            for kind, covers in enumerate(self.layout.covers):
                if head in covers and not covers[head] & blanks:
                    yield kind, head

    def _routes(self, kind: int, head: int, blanks: int) -> Iterator[Route]:
        """Yield each place to which a piece can move, with the name of the move and that of the reverse move."""
        free = blanks | self.layout.covers[kind][head]
        return self._anywhere(kind, head, free) if self.metric == MOVE else self._straight(kind, head, free)

    def _straight(self, kind: int, head: int, free: int) -> Iterator[Route]:
        layout = self.layout
        ways = layout.ways[kind]
        for way, back in OPPOSITE.items():
            count, step = 1, ways.get((head, way))
            while step is not None and not step[0] & ~free:
                target = step[1]
                yield target, layout.straight(kind, head, way, count), layout.straight(kind, target, back, count)
                count, step = count + 1, ways.get((target, way)) if self.metric == SLIDE else None

    def _anywhere(self, kind: int, head: int, free: int) -> Iterator[Route]:
        ways, found = self.layout.ways[kind], {head: None}
        queue = [head]
        for at in queue:  # the list grows during the loop
            for way in OPPOSITE:
                step = ways.get((at, way))
                if step is not None and step[1] not in found and not step[0] & ~free:
                    found[step[1]] = None
                    queue.append(step[1])
        for target in queue[1:]:
            yield target, self.layout.to(kind, head, target), self.layout.to(kind, target, head)
