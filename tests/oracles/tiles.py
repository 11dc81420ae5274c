"""Sliding tiles from the rules alone: positions as strings of characters, distances by breadth-first search."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator


def neighbours(cells: tuple[int, ...], columns: int) -> Iterator[tuple[int, ...]]:
    """Exchange the blank with each cell beside it."""
    blank = cells.index(0)
    for other in range(len(cells)):
        if abs(other // columns - blank // columns) + abs(other % columns - blank % columns) == 1:
            made = list(cells)
            made[blank], made[other] = made[other], 0
            yield tuple(made)


def distances(goal: tuple[int, ...], columns: int) -> dict[tuple[int, ...], int]:
    """Count the slides from every position that can be reached to the goal."""
    found, queue = {goal: 0}, deque([goal])
    while queue:
        cells = queue.popleft()
        for other in neighbours(cells, columns):
            if other not in found:
                found[other] = found[cells] + 1
                queue.append(other)
    return found


def shortest(start: tuple[int, ...], goal: tuple[int, ...], columns: int) -> int | None:
    """Count the slides of a shortest plan, None where there is none."""
    return distances(goal, columns).get(start)
