"""Lower bounds for Klotski, each with its promises for the metric and the board at hand.

    manhattan            rows and columns between the piece of the goal and its place
    obstacles            manhattan, and 1 for each other piece that meets the target area
    obstacles-distance   manhattan, and for each other piece in the target area the fewest cells by which it can leave it

In the published definition of ``obstacles`` the piece of the goal counts among the pieces that meet the target area, so that the
estimate is 1 where nothing is left to do. Here it does not count.

All of them are sums of a number for each piece, which depends on the place of this piece alone. So an estimate is consistent if no
one move of one piece lowers its number by more than 1, the cost of a move, and since all numbers are 0 at the goal it is admissible
then too. A step goes by one cell and never does. In the other metrics it depends on the blank cells whether a move can: a piece of
h x w cells that goes by (a, b) enters at least a w + b h cells that were blank, for each time that it goes further down or further
aside than before it enters a row of w cells or a column of h cells for the first time. Where that many cells are blank, nothing is
promised.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeAlias

from hashicnf.core.statespace import ZERO, Heuristic
from hashicnf.families.klotski.layout import Kind, Layout
from hashicnf.families.klotski.search.moves import MOVE, STEP

Numbers: TypeAlias = dict[int, int]  # of a piece by its top left cell; 0 where none is given

TITLES = {
    "manhattan": "cells between the piece of the goal and its place",
    "obstacles": "manhattan, and the other pieces in the target area",
    "obstacles-distance": "manhattan, and the cells by which each other piece in the target area must move to leave it",
}


def heuristics(layout: Layout, metric: str) -> Mapping[str, Heuristic[int]]:
    """Make the heuristics of a board with what they promise in a metric: the best first, those that promise nothing last."""
    own = _homeward(layout)
    leaving = [_leaving(layout, kind) for kind in layout.kinds]
    meeting = [dict.fromkeys(numbers, 1) for numbers in leaving]
    none: list[Numbers] = [{} for _ in layout.kinds]
    found: dict[str, Heuristic[Any]] = {}
    for name, others in (("obstacles-distance", leaving), ("obstacles", meeting), ("manhattan", none)):
        promised = all(
            _falls_by_one(layout, kind, numbers, metric)
            for kind, numbers in [(0, own), *((k, others[k]) for k in range(1, len(others)))]
        )
        estimate = _Sum(layout, own, others)
        found[name] = Heuristic(name, estimate, admissible=promised, consistent=promised, title=TITLES[name])
    found[ZERO.name] = ZERO
    return dict(sorted(found.items(), key=lambda item: not item[1].consistent))


class _Sum:
    """The sum of the numbers of all pieces, as an estimate."""

    def __init__(self, layout: Layout, own: Numbers, others: list[Numbers]) -> None:
        """Prepare masks: of the piece of the goal, and of the places of others by their number."""
        self._own = {layout.bit(0, head): number for head, number in own.items()}
        self._mask = sum(self._own)
        by_number: dict[int, int] = {}
        for kind, numbers in enumerate(others[1:], 1):
            for head, number in numbers.items():
                if number:
                    by_number[number] = by_number.get(number, 0) | layout.bit(kind, head)
        self._others = tuple(by_number.items())

    def __call__(self, state: int) -> int:
        """Estimate the moves that are left."""
        total = self._own[state & self._mask]
        for number, mask in self._others:
            total += number * (state & mask).bit_count()
        return total


def _homeward(layout: Layout) -> Numbers:
    """Return rows and columns between each place of the goal's piece and its target."""
    columns = layout.board.shape[1]
    row, column = divmod(layout.target, columns)
    return {head: abs(head // columns - row) + abs(head % columns - column) for head in layout.covers[0]}


def _leaving(layout: Layout, kind: Kind) -> Numbers:
    """Return for each place where a piece meets the target area the fewest cells by which it can leave it.

    That is a way straight on. Places from where there is none have no number.
    """
    (rows, columns), (_, top, left), wanted = layout.board.shape, layout.board.goal, layout.kinds[0]
    found = {}
    for row in range(max(0, top - kind.height + 1), min(rows - kind.height, top + wanted.height - 1) + 1):
        for column in range(max(0, left - kind.width + 1), min(columns - kind.width, left + wanted.width - 1) + 1):
            ways = (
                (row - (top - kind.height), top >= kind.height),
                (top + wanted.height - row, top + wanted.height + kind.height <= rows),
                (column - (left - kind.width), left >= kind.width),
                (left + wanted.width - column, left + wanted.width + kind.width <= columns),
            )
            if open_ := [cells for cells, is_open in ways if is_open]:
                found[row * columns + column] = min(open_)
    return found


def _falls_by_one(layout: Layout, kind: int, numbers: Numbers, metric: str) -> bool:
    """Return whether no move of a piece of this kind can lower its number by more than 1.

    If any move can, one by two cells can, which enters no more cells: along a line numbers only rise, then stay, then fall.
    """
    if metric == STEP:
        return True
    columns, blanks, one = layout.board.shape[1], layout.board.blanks, layout.kinds[kind]
    by_two = [(2, 0), (-2, 0), (0, 2), (0, -2)] + [(1, 1), (1, -1), (-1, 1), (-1, -1)] * (metric == MOVE)
    for down, right in by_two:
        if abs(down) * one.width + abs(right) * one.height > blanks:
            continue
        for head, number in numbers.items():
            target = head + down * columns + right
            on_board = 0 <= head % columns + right < columns and target in layout.covers[kind]
            if on_board and number - numbers.get(target, 0) > 1:
                return False
    return True
