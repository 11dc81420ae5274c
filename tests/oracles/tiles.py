"""Sliding tiles from the rules alone: positions as strings of characters, distances by breadth-first search."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Mapping
from functools import cache, lru_cache
from types import MappingProxyType


def neighbours(cells: tuple[int, ...], columns: int) -> Iterator[tuple[int, ...]]:
    """Exchange the blank with each cell beside it."""
    blank = cells.index(0)
    for other in beside(blank, len(cells), columns):
        made = list(cells)
        made[blank], made[other] = made[other], 0
        yield tuple(made)


@cache
def beside(cell: int, cells: int, columns: int) -> list[int]:
    """List the cells of a board that have a side in common with one."""
    return [
        other
        for other in range(cells)
        if abs(other // columns - cell // columns) + abs(other % columns - cell % columns) == 1
    ]


@lru_cache(maxsize=4)
def distances(goal: tuple[int, ...], columns: int) -> Mapping[tuple[int, ...], int]:
    """Count the slides from every position that can be reached to the goal."""
    found, queue = {goal: 0}, deque([goal])
    while queue:
        cells = queue.popleft()
        for other in neighbours(cells, columns):
            if other not in found:
                found[other] = found[cells] + 1
                queue.append(other)
    return MappingProxyType(found)


def shortest(start: tuple[int, ...], goal: tuple[int, ...], columns: int) -> int | None:
    """Count the slides of a shortest plan, None where there is none."""
    return distances(goal, columns).get(start)
