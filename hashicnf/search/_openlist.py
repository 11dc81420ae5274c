"""The open list of best-first searches: a heap of nodes, with the tie-break that the user chose.

    deepest      the node with most steps from the start; among those as lifo
    lifo         the children of the node expanded last, the first child first
    fifo         the oldest node
    shallowest   the node with fewest steps from the start, the oldest first

The children of one node are a *family*. A path is a linked list that shares its tail with other paths, so a dead branch is freed as
soon as no open node is below it.
"""

from __future__ import annotations

from collections.abc import Hashable
from heapq import heappop, heappush
from typing import Any, Final, Generic, NamedTuple, TypeAlias, TypeVar

S = TypeVar("S")
Link: TypeAlias = tuple[Any, Any] | None
# Priority, two numbers that break ties, g, depth, state, key, path: flat, as a tuple within would be made, kept and compared, too.
Entry: TypeAlias = tuple[float, int, int, float, int, S, Hashable, Link]
MOST_CHILDREN: Final = 1 << 32


class Order(NamedTuple):
    """A tie-break as signs: of the depth (0 if it does not matter), and of the number of the family."""

    depth: int
    family: int


ORDERS: Final = {"deepest": Order(-1, -1), "lifo": Order(0, -1), "fifo": Order(0, 1), "shallowest": Order(1, 1)}


class OpenList(Generic[S]):
    """Nodes waiting to be expanded. Each push belongs to the family of the last pop."""

    def __init__(self, tie_break: str) -> None:
        """Start empty."""
        self._heap: list[Entry[S]] = []
        self._depth, family = ORDERS[tie_break]
        self._generation = family * MOST_CHILDREN
        self._serial = 0
        self._first = 0

    def __len__(self) -> int:
        """Count the waiting nodes, superseded ones included."""
        return len(self._heap)

    def push(self, priority: float, g: float, depth: int, state: S, key: Hashable, link: Link) -> None:
        """Add a node."""
        self._serial = serial = self._serial + 1
        heappush(self._heap, (priority, self._depth * depth, serial, g, depth, state, key, link))

    def pop(self) -> Entry[S] | None:
        """Remove and return the best node; None if there is none."""
        self._first = self._serial = self._first + self._generation
        return heappop(self._heap) if self._heap else None


def path_of(link: Link) -> tuple[Any, ...]:
    """List the actions of a linked path from its beginning."""
    actions = []
    while link is not None:
        link, action = link
        actions.append(action)
    return tuple(reversed(actions))
