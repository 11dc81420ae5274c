"""The counting problem: loads on the edges of a graph, or on other items that take part in sums."""

from __future__ import annotations

from typing import Final

from hashicnf.logic import Ints
from hashicnf.records import record

FREE: Final = -1  # the demand of a node that takes any load from 1


class Misfit(Exception):
    """Constraints are no counting problem of loads; the text names the obstacle."""


@record
class Problem:
    """Loads of a graph: a solution gives each edge a load so that all of this holds.

    The load of edge e is from 0 to ``most[e]``, int32[m]. The loads at node i sum to ``demand[i]``, int32[n], or are not all 0
    where that is FREE. Of each pair ``exclusive``, int32[x, 2], at most one edge has a load. The edges with a load connect all
    nodes; if ``acyclic``, they also form a tree. ``ends`` is int32[m, 2], 0-based; an edge has two different ends.

    If not ``connected``, there is no rule about connections, no node is FREE, and an edge has any number of ends, at least one:
    ``ends`` is int32[m, k], where -1 is no node.
    """

    demand: Ints
    ends: Ints
    most: Ints
    exclusive: Ints
    acyclic: bool = False
    connected: bool = True

    @property
    def nodes(self) -> int:
        """Count the nodes."""
        return len(self.demand)

    @property
    def edges(self) -> int:
        """Count the edges."""
        return len(self.ends)
