"""Small spaces for tests of searches: a graph with costs, and sliding tiles."""

from __future__ import annotations

from collections import deque
from collections.abc import Hashable, Iterator, Mapping
from dataclasses import dataclass

from hashicnf.core.statespace import Heuristic

Tiles = tuple[int, ...]


@dataclass(frozen=True)
class Graph:
    """A graph of nodes named by strings, and arcs with costs."""

    arcs: Mapping[str, Mapping[str, float]]
    starts: tuple[str, ...]
    goals: frozenset[str]

    def initial(self) -> tuple[str, ...]:
        return self.starts

    def successors(self, state: str) -> Iterator[tuple[str, str, float]]:
        for other, cost in self.arcs.get(state, {}).items():
            yield f"{state}{other}", other, cost

    def predecessors(self, state: str) -> Iterator[tuple[str, str, float]]:
        for other, row in self.arcs.items():
            if state in row:
                yield f"{other}{state}", other, row[state]

    def goal_states(self) -> list[str]:
        return sorted(self.goals)

    def is_goal(self, state: str) -> bool:
        return state in self.goals

    def key(self, state: str) -> Hashable:
        return state

    def distance(self, start: str) -> float:
        """Return the least cost to a goal, by relaxing every arc as often as there are nodes."""
        names = {*self.arcs, *self.goals, *(b for row in self.arcs.values() for b in row)}
        best = {name: 0.0 if name in self.goals else float("inf") for name in names}
        for _ in names:
            for a, row in self.arcs.items():
                for b, cost in row.items():
                    best[a] = min(best[a], cost + best[b])
        return best[start]


@dataclass(frozen=True)
class Sliding:
    """The sliding-tile puzzle with 0 as the blank and the goal 1, 2, ..., 0; an action is the tile that moves."""

    rows: int
    columns: int
    start: Tiles

    def initial(self) -> tuple[Tiles, ...]:
        return (self.start,)

    def successors(self, state: Tiles) -> Iterator[tuple[int, Tiles, float]]:
        hole = state.index(0)
        row, column = divmod(hole, self.columns)
        for dr, dc in ((0, 1), (0, -1), (1, 0), (-1, 0)):
            r, c = row + dr, column + dc
            if 0 <= r < self.rows and 0 <= c < self.columns:
                other = r * self.columns + c
                cells = list(state)
                cells[hole], cells[other] = cells[other], 0
                yield state[other], tuple(cells), 1

    def predecessors(self, state: Tiles) -> Iterator[tuple[int, Tiles, float]]:
        yield from self.successors(state)  # the tile that moves back is the one that moved

    def goal_states(self) -> tuple[Tiles, ...]:
        return ((*range(1, self.rows * self.columns), 0),)

    def is_goal(self, state: Tiles) -> bool:
        return state == (*range(1, self.rows * self.columns), 0)

    def key(self, state: Tiles) -> Hashable:
        return bytes(state)

    def manhattan(self, state: Tiles) -> int:
        total = 0
        for place, tile in enumerate(state):
            if tile:
                (r, c), (y, x) = divmod(place, self.columns), divmod(tile - 1, self.columns)
                total += abs(r - y) + abs(c - x)
        return total

    @property
    def heuristic(self) -> Heuristic[Tiles]:
        return Heuristic("manhattan", self.manhattan, admissible=True, consistent=True)


def distances(rows: int, columns: int) -> dict[Tiles, int]:
    """Return the number of moves to the goal, by state, for all that can reach it: breadth first from the goal."""
    goal = (*range(1, rows * columns), 0)
    space = Sliding(rows, columns, goal)
    found, todo = {goal: 0}, deque([goal])
    while todo:
        state = todo.popleft()
        for _, child, _ in space.successors(state):
            if child not in found:
                found[child] = found[state] + 1
                todo.append(child)
    return found


def walk(space: Sliding | Graph, path: tuple[int, ...] | tuple[str, ...]) -> tuple[Tiles | str, float]:
    """Follow actions from the first initial state; return the state and the cost at the end."""
    state: Tiles | str = space.initial()[0]
    total = 0.0
    for action in path:
        steps = {name: (child, cost) for name, child, cost in space.successors(state)}  # type: ignore[arg-type]
        state, cost = steps[action]
        total += cost
    return state, total
