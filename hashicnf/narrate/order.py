"""In which order a search takes up the nodes that it has reached: what the page of its trace lists beside the tree."""

from __future__ import annotations

from typing import Final

from hashicnf.families import FAMILIES
from hashicnf.solving.methods import methods
from hashicnf.trace.narration import printable
from hashicnf.trace.steps import Start

QUEUES: Final = ("breadthfirst",)
PATH, QUEUE, SIDES, UNKNOWN = "path", "queue", "sides", ""


def order_of(start: Start) -> dict[str, str | float]:
    """Return how a search orders its nodes: ``by`` what, ties broken by which rule, and the weight of the estimate.

    They go ``by`` "f" or "h" in open lists, in a "queue", in one queue for each of both "sides", or by the "path" that a
    depth-first search is on; "" for a method whose order nothing tells.
    """
    weight = start.settings.get("weight")
    return {
        "by": _by(start),
        "ties": printable(str(start.settings.get("tie_break", ""))),
        "weight": weight if isinstance(weight, (int, float)) else 1,
    }


def _by(start: Start) -> str:
    family = FAMILIES.get(start.family) if start.family in FAMILIES.names() else None
    method = methods(family).get(start.method)
    if method is None:
        return UNKNOWN
    if (search := method.search) is None or search.depth_first:
        return PATH
    if search.both_ways:
        return SIDES
    return search.orders_by or (QUEUE if method.name in QUEUES else UNKNOWN)
