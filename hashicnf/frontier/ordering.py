"""The order of items, on which the number of states depends: a beam search for an order that keeps the frontier small.

Nodes are closed one by one: all their undecided items come next. The number of states is estimated from the contents of the
frontier, as a power of two (see ``weights``). The estimate of an order is the sum over its nodes. Among prefixes that decide the
same items only the best is kept, and among all prefixes of one length the best few.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import inf, log2
from typing import Final, TypeAlias

from hashicnf.core.deadline import NEVER, Deadline
from hashicnf.frontier.contraction import Open
from hashicnf.frontier.weights import Weights
from hashicnf.records import record

MOST_WEIGHT: Final = 1000.0  # larger ones count as this, so that no sum of powers of two exceeds a float

Path: TypeAlias = "tuple[Path, int] | None"  # linked list of nodes, from the last back to the first


@record
class Order:
    """An order of all items, and the logarithm to base 2 of the estimated number of states, summed over its nodes."""

    items: list[int]
    estimate: float


@record
class _Prefix:
    """Nodes closed so far: their estimate, the weight of the frontier, and the path.

    ``near`` are the nodes that may come next, ``open`` those with undecided items, as bits.
    """

    cost: float
    weight: float
    near: int
    open: int
    path: Path


def ordered(
    problem: Open,
    width: int,
    weights: Weights,
    deadline: Deadline = NEVER,
    *,
    first: int | None = None,
    below: float = inf,
) -> Order:
    """Find an order of the items with a beam of some width, beginning at the node ``first``, or anywhere. Raises GaveUp.

    Only orders with an estimate below ``below`` are looked for; if none is found, the order is empty, and its estimate infinite.
    """
    everything = (1 << problem.items) - 1
    beam = {0: _Prefix(0.0, 0.0, 0 if first is None else 1 << first, weights.open(), None)}
    best = inf if below == inf else 2.0**below
    path: Path = None
    while beam and everything:
        deadline.require()
        found = _extended(weights, beam, best)
        if (end := found.pop(everything, None)) is not None and end.cost < best:
            best, path = end.cost, end.path
        kept = sorted(found.items(), key=lambda entry: entry[1].cost)[:width]
        beam = {done: prefix for done, prefix in kept if prefix.cost < best}
    if everything and path is None:
        return Order([], inf)
    nodes = list(_nodes(path))[::-1]
    items = dict.fromkeys(item for node in nodes for item in problem.at[node])
    return Order(list(items), log2(max(1.0, best)) if everything else 0.0)


def _extended(weights: Weights, beam: dict[int, _Prefix], best: float) -> dict[int, _Prefix]:
    """Return the prefixes with one more node closed, by the items decided, as far as they cost less than ``best``."""
    costs: dict[int, float] = {}
    found: dict[int, _Prefix] = {}
    change, near_of = weights.change, weights.near
    for done, prefix in beam.items():
        for node in _bits(prefix.near & prefix.open or prefix.open):
            grown, after, closed = change(node, done)
            weight = prefix.weight + grown
            cost = prefix.cost + 2.0 ** min(MOST_WEIGHT, weight)
            if cost < costs.get(after, best):
                costs[after] = cost
                found[after] = _Prefix(
                    cost, weight, prefix.near | near_of[node], prefix.open & ~closed, (prefix.path, node)
                )
    return found


def _nodes(path: Path) -> Iterator[int]:
    while path is not None:
        path, node = path
        yield node


def _bits(number: int) -> Iterator[int]:
    while number:
        low = number & -number
        yield low.bit_length() - 1
        number ^= low
