"""Random spanning trees of a drawn graph, without two edges that cross.

Prim's algorithm with random weights, over the edges that no chosen edge crosses: the tree grows from a random node, always by
the lightest edge that leaves it. Nodes that crossings cut off stay out of the tree; without crossings it spans all nodes that can
be reached.
Reference: Prim 1957, "Shortest connection networks and some generalizations".
"""

from __future__ import annotations

from heapq import heappop, heappush

import numpy as np

from hashicnf.core.randomness import RandomStream
from hashicnf.logic import Bools, Ints


def random_tree(nodes: int, ends: Ints, crossing: Ints, random: RandomStream) -> Bools:
    """Return the edges of a tree, bool[m], in a graph of ``nodes`` >= 1 with ``ends`` int32[m, 2] and ``crossing`` int32[x, 2]."""
    weight = random.order(len(ends)).tolist()
    near: list[list[tuple[int, int, int]]] = [[] for _ in range(nodes)]
    for edge, (u, v) in enumerate(ends.tolist()):
        near[u].append((weight[edge], edge, v))
        near[v].append((weight[edge], edge, u))
    rivals: list[list[int]] = [[] for _ in range(len(ends))]
    for one, other in crossing.tolist():
        rivals[one].append(other)
        rivals[other].append(one)
    chosen, possible, inside = np.zeros(len(ends), dtype=np.bool_), bytearray(b"\1") * len(ends), bytearray(nodes)
    root = int(random.below(nodes, 1)[0])
    inside[root] = 1
    border = sorted(near[root])
    while border:
        _, edge, node = heappop(border)
        if inside[node] or not possible[edge]:
            continue
        chosen[edge] = inside[node] = 1
        for rival in rivals[edge]:
            possible[rival] = 0
        for way in near[node]:
            heappush(border, way)
    return chosen
