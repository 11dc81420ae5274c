"""Cut edges and articulation islands of the graph of possible bridges, by one depth-first search (Hopcroft and Tarjan 1973)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import accumulate
from typing import NamedTuple

from hashicnf.families.hashi.techniques.state import Ground, State, high_of, lows_around


class DepthFirst(NamedTuple):
    """A depth-first search: the ``islands`` in the order of their discovery, and four lists by island.

    These are the island's ``place`` in the order, the first place that an edge of its subtree ``reach``es (low point), the edge to
    its ``parent``, and the place where its subtree ends.
    """

    islands: list[int]
    place: list[int]
    reach: list[int]
    parent: list[int]
    end: list[int]


@dataclass(frozen=True)
class Order:
    """The islands in the order of the search, their places in it, and before each place the sum of clues and the unknown ones."""

    islands: Sequence[int]
    place: Sequence[int]
    clues: Sequence[int]
    unknown: Sequence[int]


@dataclass(frozen=True)
class Branch:
    """A part of the board connected to the rest through one island: the island, its edges into the part, and the part's islands.

    A single edge in ``edges`` is a cut edge. The islands of the part are those of ``spans`` of the order, half-open intervals of
    places; they are listed on demand, since most parts never need that.
    """

    island: int
    edges: tuple[int, ...]
    order: Order
    spans: tuple[tuple[int, int], ...]

    @property
    def size(self) -> int:
        """Return the number of islands of the part."""
        return sum(end - first for first, end in self.spans)

    @property
    def clues(self) -> int | None:
        """Return the sum of the clues of the part; None if one is unknown."""
        unknown, clues, total = self.order.unknown, self.order.clues, 0
        for first, end in self.spans:
            if unknown[end] > unknown[first]:
                return None
            total += clues[end] - clues[first]
        return total

    @cached_property
    def part(self) -> tuple[int, ...]:
        """List the islands of the part in order."""
        return tuple(sorted(island for first, end in self.spans for island in self.order.islands[first:end]))


def branches(state: State) -> Sequence[Branch] | None:
    """Return the parts that articulation islands separate, seen from these islands; None if the graph is not connected.

    Both sides of a cut edge are listed.
    """
    return branches_of(state.ground, usable_edges(state))


@lru_cache(maxsize=1)  # several techniques ask for the branches of one state
def branches_of(ground: Ground, usable: tuple[bool, ...]) -> Sequence[Branch] | None:
    """Return the branches of the graph of the usable edges, bool[m], as ``branches`` does."""
    if not ground.need:
        return []
    islands, place, reach, parent, end = _searched(ground, usable)
    if len(islands) < len(place):
        return None
    clues = accumulate((ground.need[island] for island in islands), initial=0)
    unknown = accumulate((ground.need[island] != ground.limit[island] for island in islands), initial=0)
    order = Order(islands, place, [*clues], [*unknown])
    found = []
    for island in islands[1:]:
        above, first, last = ground.other(parent[island], island), place[island], end[island]
        if reach[island] >= place[above]:
            edges = tuple(e for other, e in ground.near[above] if first <= place[other] < last and usable[e])
            found.append(Branch(above, edges, order, ((first, last),)))
            if len(edges) == 1:
                found.append(Branch(island, edges, order, _between(((first, last),), len(islands))))
    return found


def rest(state: State, island: int, parts: Sequence[Branch]) -> Branch | None:
    """Return the board without an island and parts connected to it, as another branch; None if no islands are left."""
    order = parts[0].order
    own = order.place[island]
    spans = _between(sorted([(own, own + 1), *(span for part in parts for span in part.spans)]), len(order.islands))
    if not spans:
        return None
    into = ((order.place[other], edge) for other, edge in state.ground.near[island])
    edges = tuple(edge for place, edge in into if any(first <= place < end for first, end in spans))
    return Branch(island, edges, order, spans)


def _between(spans: Iterable[tuple[int, int]], size: int) -> tuple[tuple[int, int], ...]:
    """Return the spans of the order between the given ones, which must ascend."""
    found, done = list[tuple[int, int]](), 0
    for first, end in (*spans, (size, size)):
        if first > done:
            found.append((done, first))
        done = end
    return tuple(found)


def usable_edges(state: State) -> tuple[bool, ...]:
    """Return for each edge whether it can carry a bridge."""
    room = [limit - used for limit, used in zip(state.ground.limit, state.low_sum, strict=True)]
    bounds = zip(state.ground.ends, state.low, state.high, strict=True)
    return tuple(high > 0 and low + room[u] > 0 and low + room[v] > 0 for (u, v), low, high in bounds)


def _searched(ground: Ground, usable: Sequence[bool]) -> DepthFirst:
    """Search the graph of the usable edges depth first from island 0."""
    n, near = len(ground.need), ground.near
    found = DepthFirst([0], [-1] * n, [0] * n, [-1] * n, [0] * n)
    order, place, reach, parent, end = found
    place[0] = 0
    stack = [(0, iter(near[0]))]
    while stack:
        island, rest = stack[-1]
        for other, edge in rest:
            if not usable[edge]:
                continue
            if place[other] < 0:
                place[other] = reach[other] = len(order)
                parent[other] = edge
                order.append(other)
                stack.append((other, iter(near[other])))
                break
            if edge != parent[island] and place[other] < reach[island]:
                reach[island] = place[other]
        else:
            stack.pop()
            end[island] = len(order)
            if stack:
                above = stack[-1][0]
                reach[above] = min(reach[above], reach[island])
    return found


def boundary(state: State, part: Iterable[int]) -> tuple[int, ...]:
    """List the bounds that determine which edges leave a part, and how many bridges these carry: no others have room."""
    within = set(part)
    near, ends = state.ground.near, state.ground.ends
    leaving = [e for inside in within for other, e in near[inside] if other not in within]
    usable = [e for e in leaving if state.most(e) > 0]
    return (*map(high_of, leaving), *lows_around(state, dict.fromkeys(i for e in usable for i in ends[e])))
