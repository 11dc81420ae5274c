"""Sudokus by trying every number in every cell, in plain Python and from the rules: the oracle that everything is held against."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

Rows = Sequence[Sequence[int]]


def together(side: int, box: tuple[int, int], *, diagonals: bool = False) -> list[list[set[tuple[int, int]]]]:
    """For each cell, the cells that must hold another number."""
    tall, wide = box
    cells = [(r, c) for r in range(side) for c in range(side)]

    def meet(one: tuple[int, int], other: tuple[int, int]) -> bool:
        (r, c), (y, x) = one, other
        same_box = r // tall == y // tall and c // wide == x // wide
        crossed = (r == c and y == x) or (r + c == side - 1 == y + x)
        return one != other and (r == y or c == x or same_box or (diagonals and crossed))

    return [[{other for other in cells if meet((r, c), other)} for c in range(side)] for r in range(side)]


def solutions(givens: Rows, box: tuple[int, int], *, diagonals: bool = False) -> Iterator[list[list[int]]]:
    """All fillings that keep the givens and hold no number twice where it may be once."""
    side = len(givens)
    others, rows = together(side, box, diagonals=diagonals), [list(row) for row in givens]

    def fits(r: int, c: int, number: int) -> bool:
        return all(rows[y][x] != number for y, x in others[r][c])

    if any(rows[r][c] and not fits(r, c, rows[r][c]) for r in range(side) for c in range(side)):
        return
    free = [(r, c) for r in range(side) for c in range(side) if not rows[r][c]]

    def fill(at: int) -> Iterator[list[list[int]]]:
        if at == len(free):
            yield [list(row) for row in rows]
            return
        r, c = free[at]
        for number in range(1, side + 1):
            if fits(r, c, number):
                rows[r][c] = number
                yield from fill(at + 1)
                rows[r][c] = 0

    yield from fill(0)
