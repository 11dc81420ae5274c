"""Greedy depth-first search: the child of least h first, with a path check.

Only the children of one node are compared, so like any depth-first search it may miss near goals and find far ones. Complete on
finite spaces through the path check; memory grows with depth alone. Children of equal h are taken in the order of the space.
Reference: Pearl 1984, "Heuristics", 2.2 (hill climbing with backtracking).
"""

from __future__ import annotations

from typing import Final, TypeVar

from hashicnf.core.statespace import DEAD_END
from hashicnf.search import HOPELESS, Outcome, Search, Task
from hashicnf.search._depthfirst import dive

S = TypeVar("S")
A = TypeVar("A")


def explore(task: Task[S, A]) -> Outcome[S, A]:
    """Search depth first; children are sorted by h, and dead ends are not entered."""
    estimate = task.estimate
    return dive(
        task,
        lambda state, _, __: None if estimate(state) < DEAD_END else HOPELESS,
        order=lambda children: sorted(children, key=lambda child: estimate(child[1])),
    )


SEARCH: Final[Search] = Search(
    "greedy depth first: the child of least h first, with a path check",
    explore,
    informed=True,
    minimises=None,
    depth_first=True,
    limits_depth=True,
    usual_name="greedy depth-first search",
)
