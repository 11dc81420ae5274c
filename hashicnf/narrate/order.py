"""The order in which a search expands the nodes that it has reached, which the page of its trace lists beside the tree."""

from __future__ import annotations

from hashicnf.families import FAMILIES
from hashicnf.solving.methods import methods
from hashicnf.solving.request import Method
from hashicnf.trace.narration import printable
from hashicnf.trace.steps import Start

PATH, QUEUE, SIDES, UNKNOWN = "path", "queue", "sides", ""


def order_of(start: Start) -> dict[str, str | float]:
    """Return the order of a search's nodes as data: ``by`` (see below), ``ties`` (the rule for ties), ``weight`` of the estimate.

    ``by`` is "f" or "h" for an open list, "queue" for a queue, "sides" for a queue from each end, "path" for the current path of
    a depth-first search, and "" if the order of the method is not known.
    """
    weight = start.settings.get("weight")
    return {
        "by": _by(start),
        "ties": printable(str(start.settings.get("tie_break", ""))),
        "weight": weight if isinstance(weight, (int, float)) else 1,
    }


def method_of(start: Start) -> Method | None:
    """Return the method of a trace; None if it is not known."""
    family = FAMILIES.get(start.family) if start.family in FAMILIES.names() else None
    return methods(family).get(start.method)


def _by(start: Start) -> str:
    if (method := method_of(start)) is None:
        return UNKNOWN
    if (search := method.search) is None or search.depth_first:
        return PATH
    if search.both_ways:
        return SIDES
    if search.has_open_list:
        return search.orders_by
    return QUEUE if search.is_queue else UNKNOWN
