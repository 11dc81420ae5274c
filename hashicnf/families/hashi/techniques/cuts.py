"""Cut edges and articulation islands of the graph of possible bridges, by one depth-first search (Hopcroft and Tarjan 1973)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from hashicnf.families.hashi.techniques.state import State, around_all


class Branch(NamedTuple):
    """A part of the board that hangs on one island: the island, its edges into the part, and the islands of the part.

    Where the part hangs on a cut edge, this is the one in ``edges``.
    """

    island: int
    edges: tuple[int, ...]
    part: tuple[int, ...]


def branches(state: State) -> list[Branch] | None:
    """List the parts that articulation islands separate, each from its island; None if the graph is not connected.

    Of a cut edge both sides are listed. The islands at the ends of the tree are left out as articulation islands.
    """
    n, ground = len(state.label), state.ground
    usable = [state.most(e) > 0 for e in range(len(ground.ends))]
    near = [[(other, e) for other, e in every if usable[e]] for every in ground.near]
    order, place, reach, parent = [0], [-1] * n, [0] * n, [-1] * n
    place[0] = 0
    stack = [(0, iter(near[0]))]
    end = [0] * n
    while stack:
        island, rest = stack[-1]
        for other, edge in rest:
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
    if len(order) < n:
        return None
    found = []
    for island in order[1:]:
        above = ground.other(parent[island], island)
        if reach[island] >= place[above]:
            part = order[place[island] : end[island]]
            within = set(part)
            edges = tuple(e for other, e in near[above] if other in within)
            found.append(Branch(above, edges, tuple(sorted(part))))
            if len(edges) == 1 and len(part) > 1 and edges[0] == parent[island]:
                rest_of = tuple(sorted(set(order) - within))
                found.append(Branch(island, edges, rest_of))
    return found


def boundary(state: State, part: Iterable[int]) -> tuple[int, ...]:
    """List the edges on which it depends that no others leave a part: those around the ends of all edges that leave it."""
    within = set(part)
    near, ends = state.ground.near, state.ground.ends
    leaving = (e for inside in within for other, e in near[inside] if other not in within)
    return around_all(state, dict.fromkeys(i for e in leaving for i in ends[e]))
