"""Depth-first search, which on partial assignments is called backtracking.

Children are tried in the order of the space; states on the current path are not entered again, so the search ends on every
finite space, though it may take long where many paths lead to a state. Memory grows with depth alone. With a limit of depth it is
depth-limited search: the outcome is a solution, none, or, where nodes were cut off, unknown.
Reference: Golomb and Baumert 1965, "Backtrack programming".
"""

from __future__ import annotations

from typing import Final

from hashicnf.search import Search
from hashicnf.search._depthfirst import dive

SEARCH: Final[Search] = Search(
    "depth first, with a path check",
    dive,
    informed=False,
    minimises=None,
    depth_first=True,
    limits_depth=True,
    usual_name="depth-first search",
)
