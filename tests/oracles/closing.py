"""Which cuts of small sets there are, in plain Python: every set of nodes, every choice of loads on the edges inside."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

from tests.oracles import hashi


def cuts(ends: Sequence[hashi.Pair], capacity: Sequence[int], most: int, largest: int) -> list[tuple[int, ...]]:
    """List for each set of 2 to ``largest`` nodes, less than all, that can close, the edges that leave it.

    The sets come by their smallest node, then by size, then by their other nodes; -1 is a capacity that is not known.
    """
    sets = [some for size in range(2, largest + 1) for some in combinations(range(len(capacity)), size)]
    found = []
    for nodes in sorted(sets, key=lambda some: (some[0], len(some), some)):
        inside = [(nodes.index(u), nodes.index(v)) for u, v in ends if u in nodes and v in nodes]
        wanted = [capacity[node] for node in nodes]
        if len(nodes) < len(capacity) and hashi.connected(len(nodes), inside) and _closes(inside, wanted, most):
            found.append(tuple(e for e, (u, v) in enumerate(ends) if (u in nodes) != (v in nodes)))
    return found


def _closes(edges: Sequence[hashi.Pair], wanted: Sequence[int], most: int) -> bool:
    """Try all loads 0..most; choices that give each node the same sum are one."""
    sums = {(0,) * len(wanted)}
    for u, v in edges:
        sums = {
            tuple(s + load * (node in (u, v)) for node, s in enumerate(some))
            for some in sums
            for load in range(most + 1)
        }
    return any(all(s == w or w < 0 < s for s, w in zip(some, wanted, strict=True)) for some in sums)
