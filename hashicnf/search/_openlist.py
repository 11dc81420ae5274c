"""The open list of best-first searches: a heap of nodes, with the tie-break that the user chose.

    deepest      the node with most steps from the start; among those as lifo
    lifo         the children of the node expanded last, the first child first
    fifo         the oldest node
    shallowest   the node with fewest steps from the start, the oldest first

The children of one node are a *family*. A path is a linked list that shares its tail with other paths, so a dead branch is freed as
soon as no open node is below it.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from heapq import heappop, heappush
from typing import Any, Final, Generic, TypeAlias, TypeVar

S = TypeVar("S")
Link: TypeAlias = tuple[Any, Any] | None
Order: TypeAlias = Callable[[int, int, int], tuple[int, int]]
MOST_CHILDREN: Final = 1 << 32

ORDERS: Final[dict[str, Order]] = {
    "deepest": lambda depth, family, child: (-depth, child - family * MOST_CHILDREN),
    "lifo": lambda _, family, child: (0, child - family * MOST_CHILDREN),
    "fifo": lambda _, family, child: (0, family * MOST_CHILDREN + child),
    "shallowest": lambda depth, family, child: (depth, family * MOST_CHILDREN + child),
}


class OpenList(Generic[S]):
    """Nodes waiting to be expanded. Each push belongs to the family of the last pop."""

    def __init__(self, tie_break: str) -> None:
        """Start empty."""
        self._heap: list[tuple[float, tuple[int, int], float, int, S, Hashable, Link]] = []
        self._order = ORDERS[tie_break]
        self._family = self._child = 0

    def __len__(self) -> int:
        """Count the waiting nodes, superseded ones included."""
        return len(self._heap)

    def push(self, priority: float, g: float, depth: int, state: S, key: Hashable, link: Link) -> None:
        """Add a node."""
        self._child += 1
        order = self._order(depth, self._family, self._child)
        heappush(self._heap, (priority, order, g, depth, state, key, link))

    def pop(self) -> tuple[float, float, int, S, Hashable, Link]:
        """Remove and return the best node: priority, g, depth, state, key, link."""
        priority, _, g, depth, state, key, link = heappop(self._heap)
        self._family += 1
        self._child = 0
        return priority, g, depth, state, key, link


def path_of(link: Link) -> tuple[Any, ...]:
    """List the actions of a linked path from its beginning."""
    actions = []
    while link is not None:
        link, action = link
        actions.append(action)
    return tuple(reversed(actions))
