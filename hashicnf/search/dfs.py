"""Depth-first search, which on partial assignments is called backtracking.

Children are taken in the order in which the space gives them; states on the current path are not entered again, so it ends
on every finite space, if not soon where there are many paths to a state. Memory grows with depth alone. With a limit of depth it is
depth-limited search: it ends with a solution, with none, or, where it cut nodes off, without knowing.
Reference: Golomb and Baumert 1965, "Backtrack programming".
"""

from __future__ import annotations

from typing import Final, TypeVar

from hashicnf.search import Outcome, Search, Task
from hashicnf.search._depthfirst import dive

S = TypeVar("S")
A = TypeVar("A")


def explore(task: Task[S, A]) -> Outcome[S, A]:
    """Enter everything."""
    return dive(task)


SEARCH: Final[Search] = Search(
    "depth first, with a path check", explore, informed=False, minimises=None, depth_first=True, limits_depth=True
)
