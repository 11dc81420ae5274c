"""Find the cut edges that appear when a connected graph loses a few edges, from one depth-first search before the loss.

Each edge outside the search tree has a random label, and each tree edge the exclusive or of the labels of those that bypass it.
The labels of the edges between a part and the rest cancel out; those of any other set do with a probability of 2^-128.
Reference: Pritchard and Thurimella 2011, "Fast computation of small cuts via cycle space sampling".
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Final

from hashicnf.families.hashi.techniques.cuts import Branch, between, ordered, searched
from hashicnf.families.hashi.techniques.state import Ground, Whole

FEW: Final = 6  # the most lost edges, as the labels of all subsets of them are looked up
BITS: Final = 128


class Labels:
    """The labels of the usable edges of a connected graph, and the part of the search order below each tree edge."""

    def __init__(self, ground: Ground, usable: Sequence[bool]) -> None:
        """Search the graph and label its edges."""
        islands, place, _, parent, end = searched(ground, usable)
        self._ground, self._order = ground, ordered(ground, islands, place)
        self._below = {parent[island]: (place[island], end[island]) for island in islands[1:]}
        self._label, bypass, random = dict[int, int](), [0] * len(islands), Random(0)  # noqa: S311 - no secret
        for edge, (u, v) in enumerate(ground.ends):
            if usable[edge] and edge not in self._below:
                self._label[edge] = label = random.getrandbits(BITS)
                bypass[u] ^= label
                bypass[v] ^= label
        for island in reversed(islands[1:]):
            self._label[parent[island]] = bypass[island]
            bypass[ground.other(parent[island], island)] ^= bypass[island]
        self._edges: dict[int, list[int]] = {}
        for edge, label in self._label.items():
            self._edges.setdefault(label, []).append(edge)

    def cut_by(self, lost: Sequence[int]) -> list[Branch] | None:
        """Return both sides of each edge that is a cut edge without the lost ones, but was none; None if they separate a part."""
        sums: dict[int, tuple[int, ...]] = {0: ()}
        for edge in lost:
            more = {label ^ self._label[edge]: (*edges, edge) for label, edges in sums.items()}
            if not more.keys().isdisjoint(sums):
                return None
            sums |= more
        del sums[0]
        return [
            side for label, edges in sums.items() for e in self._new(label, edges) for side in self._sides(e, edges)
        ]

    def _new(self, label: int, lost: Sequence[int]) -> list[int]:
        """List the edges with a label, other than a lost one alone with that label."""
        return [edge for edge in self._edges.get(label, ()) if edge not in lost]

    def _sides(self, edge: int, lost: Sequence[int]) -> tuple[Branch, Branch]:
        """Return the two sides of an edge that, with these lost ones, separates a part."""
        points = set[int]()
        for one in (edge, *lost):
            points ^= {*self._below.get(one, ())}
        ascending = sorted(points)
        spans = tuple(zip(ascending[::2], ascending[1::2], strict=True))
        u, v = self._ground.ends[edge]
        within = any(first <= self._order.place[u] < end for first, end in spans)
        rest = between(spans, len(self._order.islands))
        inner, outer = (u, v) if within else (v, u)
        return Branch(outer, (edge,), self._order, spans), Branch(inner, (edge,), self._order, rest)


def labels_of(ground: Ground, whole: Whole) -> Labels:
    """Return the labels of the edges at a moment, made at the first call."""
    if not isinstance(whole.labels, Labels):
        whole.labels = Labels(ground, whole.usable)
    return whole.labels
