"""Heuristics for Klotski; whether each is admissible and consistent depends on the metric and the board.

    manhattan            rows and columns between the piece of the goal and its target
    obstacles            manhattan, plus 1 for each other piece that overlaps the target area
    obstacles-distance   manhattan, plus for each other piece in the target area the fewest cells by which it can leave the area

In the published definition of ``obstacles`` the piece of the goal counts among the pieces in the target area, so that the estimate
of a solved board is 1. Here it does not count.

Each estimate is the sum of a number per piece that depends on the place of that piece alone. So it is consistent if no single move
lowers the number of its piece by more than 1, the cost of a move; since all numbers are 0 at the goal, it is then admissible, too.
A step moves a piece by one cell and never lowers its number by more. In the other metrics that depends on the number of blank
cells: a piece of h x w cells that moves by (a, b) enters at least a w + b h blank cells, since each further row that it reaches
takes w new cells and each further column h. If the board has enough blank cells for a move that lowers a number by more than 1,
the heuristic is declared neither admissible nor consistent.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeAlias

from hashicnf.core.statespace import ZERO, Heuristic
from hashicnf.families.klotski.layout import Kind, Layout
from hashicnf.families.klotski.search.moves import MOVE, STEP

Numbers: TypeAlias = dict[int, int]  # the number of a piece by its top left cell; 0 if it is missing

TITLES = {
    "manhattan": "cells between the piece of the goal and its place",
    "obstacles": "manhattan, and the other pieces in the target area",
    "obstacles-distance": "manhattan, and the cells by which each other piece in the target area must move to leave it",
}


def heuristics(layout: Layout, metric: str) -> Mapping[str, Heuristic[int]]:
    """Return the heuristics of a board by name, with their properties in a metric; inconsistent ones come last."""
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
        """Compute the numbers of the goal's piece by bit, and the masks of the other pieces' places by number."""
        self._own = {layout.bit(0, head): number for head, number in own.items()}
        self._mask = sum(self._own)
        by_number: dict[int, int] = {}
        for kind, numbers in enumerate(others[1:], 1):
            for head, number in numbers.items():
                if number:
                    by_number[number] = by_number.get(number, 0) | layout.bit(kind, head)
        self._others = tuple(by_number.items())

    def __call__(self, state: int) -> int:
        """Return the estimate of a state."""
        total = self._own[state & self._mask]
        for number, mask in self._others:
            total += number * (state & mask).bit_count()
        return total


def _homeward(layout: Layout) -> Numbers:
    """Return, for each place of the goal's piece, its Manhattan distance from the target."""
    columns = layout.board.shape[1]
    row, column = divmod(layout.target, columns)
    return {head: abs(head // columns - row) + abs(head % columns - column) for head in layout.covers[0]}


def _leaving(layout: Layout, kind: Kind) -> Numbers:
    """Return, for each place where a piece overlaps the target area, the fewest cells by which it can leave the area.

    Only straight moves within the board count. Places from which none leaves the area have no number.
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

    Only moves by two cells are tested: if any move can, one by two cells can, which enters no more cells, since along a line the
    numbers first rise, then stay, then fall.
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
