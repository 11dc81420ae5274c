"""Greedy best-first search: expand the open node of least h.

Complete on finite spaces, since it keeps a closed list; usually fast; its paths can be long.
Reference: Doran and Michie 1966, "Experiments with the Graph Traverser program".
"""

from __future__ import annotations

from typing import Final, TypeVar

from hashicnf.search import Outcome, Search, Task
from hashicnf.search._bestfirst import best_first

S = TypeVar("S")
A = TypeVar("A")


def explore(task: Task[S, A]) -> Outcome[S, A]:
    """Search by h alone; cheaper paths to known states are ignored."""
    return best_first(task, lambda _, h: h, reopen=False)


SEARCH: Final[Search] = Search(
    "greedy: least h first",
    explore,
    informed=True,
    minimises=None,
    depth_first=False,
    has_open_list=True,
    usual_name="greedy best-first search",
)
