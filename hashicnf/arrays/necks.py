"""Necks of a graph: cuts of few edges between parts that are both large.

Two nodes far apart, each with a part of the graph around it, are the ends of a flow in which each edge carries at most one unit.
If few units are possible, the edges of all smallest cuts between the ends are those whose nodes lie in different strong components
of the residual graph. Then each side is searched in turn, so the time is a few traversals for each neck. Not all necks are found,
but a cut around a single node never counts as one.

References: Ford and Fulkerson 1956, "Maximal flow through a network"; Picard and Queyranne 1980, "On the structure of all minimum
cuts in a network and applications".
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, TypeAlias

import numpy as np

from hashicnf.arrays.graph import Near, neighbours
from hashicnf.arrays.strong import strong_components
from hashicnf.logic import Ints

MOST: Final = 3  # edges of a neck
LEAST: Final = 24  # nodes of a part that is searched
SHARE: Final = 8  # one node in so many belongs to the part around an end

_Flow: TypeAlias = dict[tuple[int, int], int]  # of an edge, out of one of its nodes


def necks(nodes: int, ends: Ints, enough: int) -> Ints:
    """Return edges at necks of a graph with the edges ``ends`` int32[m, 2], int32[k], those of the largest parts first.

    The search ends when there are ``enough`` edges; more are left out.
    """
    near = neighbours(nodes, ends.tolist())
    found, parts = dict[int, None](), [set(range(nodes))]
    for part in parts:
        if len(part) >= LEAST and len(found) < enough:
            side, cut = _divided(near, part)
            found |= dict.fromkeys(cut)
            parts += [side, part - side] if side else []
    return np.array([*found][:enough], dtype=np.int32)


def _divided(near: Near, part: set[int]) -> tuple[set[int], list[int]]:
    """Return one side of a neck of a part, and the edges of all necks of this size; no nodes if no neck is found.

    If the part is not connected, the side is a component, and there are no edges.
    """
    order = _order(near, _order(near, [min(part)], part)[-1:], part)
    if len(order) < len(part):
        return set(order), []
    size = len(order) // SHARE
    source, sink = order[:size], _order(near, order[-1:], part)[:size]
    last, flow = set(sink), _Flow()
    for _ in range(MOST + 1):
        came = _reach(near, source, part, flow)
        end = next((node for node in came if node in last), None)
        if end is None:
            return set(came), _cut(near, part, source, sink, flow)
        while (step := came[end]) is not None:
            before, edge = step
            flow[edge, before] = flow.get((edge, before), 0) + 1
            flow[edge, end] = -flow[edge, before]
            end = before
    return set(), []


def _cut(near: Near, part: set[int], source: Iterable[int], sink: Iterable[int], flow: _Flow) -> list[int]:
    """Return the edges of all smallest cuts between the ends of a greatest flow, ascending."""
    number = (
        {node: place for place, node in enumerate(sorted(part), 2)} | dict.fromkeys(source, 0) | dict.fromkeys(sink, 1)
    )
    arcs = [
        (number[node], number[other])
        for node in part
        for other, edge in near[node]
        if other in part and flow.get((edge, node), 0) < 1
    ]
    tail, head = np.array(arcs, dtype=np.int32).reshape(-1, 2).T
    strong = strong_components(len(part) + 2, tail, head).tolist()
    return sorted(
        edge
        for node in part
        for other, edge in near[node]
        if flow.get((edge, node), 0) == 1 and strong[number[node]] != strong[number[other]]
    )


def _order(near: Near, start: Iterable[int], part: set[int]) -> list[int]:
    """Return the nodes of a part that are connected to the start, the nearest first."""
    return list(_reach(near, start, part, {}))


def _reach(near: Near, start: Iterable[int], part: set[int], flow: _Flow) -> dict[int, tuple[int, int] | None]:
    """Return each node of a part that edges with room for more flow reach, the nearest first, with the step that reached it."""
    came: dict[int, tuple[int, int] | None] = dict.fromkeys(start)
    reached = list(came)
    for node in reached:
        for other, edge in near[node]:
            if other in part and other not in came and flow.get((edge, node), 0) < 1:
                came[other] = node, edge
                reached.append(other)
    return came
