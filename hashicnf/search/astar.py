"""A*: expand the open node of least f = g + h.

g is the cost so far, h the estimate of the rest. With an admissible h the first goal expanded is a cheapest one; with a
consistent h no state is expanded twice. Where h is exact, or f is constant along all paths to goals, the tie-break alone
decides the order: with ``deepest`` the search is depth first with a closed list, with ``fifo`` it is breadth first.
An h that overestimates makes a faster best-first search whose first goal may not be the cheapest.
Memory: every state reached. Reference: Hart, Nilsson and Raphael 1968.
"""

from __future__ import annotations

from typing import Final, TypeVar

from hashicnf.search import Outcome, Search, Task
from hashicnf.search._bestfirst import best_first

S = TypeVar("S")
A = TypeVar("A")


def explore(task: Task[S, A]) -> Outcome[S, A]:
    """Search by g + h."""
    return best_first(task, lambda g, h: g + h, reopen=True)


SEARCH: Final[Search] = Search(
    "A*: least g + h first",
    explore,
    informed=True,
    minimises="cost",
    depth_first=False,
    has_open_list=True,
    usual_name="A*",
)
