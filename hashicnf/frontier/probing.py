"""Probing: suppose that a load equals one of its bounds, and tighten the bound if that is contradictory.

Failed literal probing on bounds; each supposition is propagated by sums, exclusions and closed groups, and undone.
"""

from __future__ import annotations

from collections.abc import Callable

from hashicnf.core.deadline import Deadline
from hashicnf.frontier.bounds import LOW, Bounds, NoLoads


def probe(bounds: Bounds, deadline: Deadline) -> None:
    """Probe both bounds of all open edges until none changes. Raises NoLoads and GaveUp."""
    changed = True
    while changed:
        changed = False
        for edge in list(bounds.open_edges()):
            deadline.require()
            while bounds.low[edge] < bounds.high[edge] and _moves(bounds, edge):
                changed = True
        if changed:
            bounds.close()


def _moves(bounds: Bounds, edge: int) -> bool:
    """Tighten a bound of an edge if supposing it is refuted; return whether one was."""
    low, high = bounds.low[edge], bounds.high[edge]
    if _refuted(bounds, lambda: bounds.lower_high(edge, low)):
        _keep(bounds, lambda: bounds.raise_low(edge, low + 1))
    elif _refuted(bounds, lambda: bounds.raise_low(edge, high)):
        _keep(bounds, lambda: bounds.lower_high(edge, high - 1))
    else:
        return False
    return True


def _keep(bounds: Bounds, change: Callable[[], None]) -> None:
    change()
    bounds.settle()
    bounds.commit()


def _refuted(bounds: Bounds, suppose: Callable[[], None]) -> bool:
    try:
        suppose()
        bounds.settle()
        return bounds.groups > 1 and _closes(bounds)
    except NoLoads:
        return True
    finally:
        bounds.undo()


def _closes(bounds: Bounds) -> bool:
    """Return whether some groups, united by the loads on the trail, have no load left to place while other groups remain."""
    root: dict[int, int] = {}

    def find(group: int) -> int:
        while (above := root.setdefault(group, group)) != group:
            group = above
        return group

    joined = 0
    for kind, edge, old in bounds.trail:
        a, b = (find(bounds.group[node]) for node in bounds.ends[edge])
        if kind == LOW and not old and a != b:
            root[a] = b
            joined += 1
    need: dict[int, int] = {}
    for group in root:
        top = find(group)
        need[top] = need.get(top, 0) + bounds.group_need[group]
    return 0 in need.values() and bounds.groups - joined > 1
