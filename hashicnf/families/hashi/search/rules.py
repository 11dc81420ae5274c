"""The rules of a board as plain numbers for searches on the grid: clues, crossings, connectivity.

A configuration is one number: its digits in base ``load + 1`` are the bridges of each edge, the first edge in the highest digit;
digits above that are ignored. Sets of edges are bit masks, bit e for edge e.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from hashicnf.families.hashi.board import UNKNOWN, Board, Solution, solution_of
from hashicnf.families.hashi.constraints import CAPACITY, CROSSING
from hashicnf.trace.steps import Conflict, Decision, Prune


class Rules:
    """A board, prepared for deciding one edge at a time, in reading order.

    ``room[i]`` is the most bridges of island i, ``spare[i]`` how many of these may be missing: none, or all but one for "?".
    ``later[e]`` is the most bridges that edges after e can add to each end of e; ``cross[e]`` the edges that cross e, as bits.
    """

    def __init__(self, board: Board) -> None:
        """Compute the tables of a board."""
        most = board.load
        self.board, self.base, self.edges, self.islands = board, most + 1, board.edges, board.islands
        self.ends: list[tuple[int, int]] = [(int(u), int(v)) for u, v in board.edge.tolist()]
        after = (np.bincount(board.edge.ravel(), minlength=board.islands) * most).tolist()
        clues = board.clue.tolist()
        self.room = [after[i] if clue == UNKNOWN else clue for i, clue in enumerate(clues)]
        self.spare = [after[i] - 1 if clue == UNKNOWN else 0 for i, clue in enumerate(clues)]
        self.lacking = [i for i in range(self.islands) if self.room[i] - after[i] > self.spare[i]]
        self.later: list[tuple[int, int]] = []
        for u, v in self.ends:
            after[u], after[v] = after[u] - most, after[v] - most
            self.later.append((after[u], after[v]))
        self.cross = [0] * self.edges
        self._crossing: dict[tuple[int, int], int] = {}
        for number, (h, v) in enumerate(board.crossing.tolist()):
            self.cross[h] |= 1 << v
            self.cross[v] |= 1 << h
            self._crossing[h, v] = self._crossing[v, h] = number

    def counts(self, number: int) -> list[int]:
        """Return the bridges of each edge in a complete configuration."""
        digits = []
        for _ in range(self.edges):
            number, digit = divmod(number, self.base)
            digits.append(digit)
        return digits[::-1]

    def solution(self, number: int) -> Solution:
        """Return a complete configuration as a solution."""
        return solution_of(self.board, np.array(self.counts(number), dtype=np.int32))

    def groups(self, used: int) -> tuple[int, list[int]]:
        """Return the number of components under the used edges, and the union-find parent of each island."""
        leader = list(range(self.islands))
        count = self.islands
        while used:
            low = used & -used
            used ^= low
            u, v = (_root(leader, end) for end in self.ends[low.bit_length() - 1])
            if u != v:
                leader[v] = u
                count -= 1
        return count, leader

    def is_connected(self, used: int) -> bool:
        """Return whether the used edges connect all islands, as a tree where loops are forbidden."""
        return self.groups(used)[0] <= 1 and (self.board.loops or used.bit_count() <= max(0, self.islands - 1))

    def disconnected(self, used: int) -> Prune | None:
        """Return the step for islands not connected to island 0, or for a forbidden loop."""
        if self.is_connected(used):
            return None
        _, leader = self.groups(used)
        roots = [_root(leader, island) for island in range(self.islands)]
        apart = tuple(island for island, root in enumerate(roots) if root != roots[0])
        reason = "these islands are not connected to the others" if apart else "the bridges form a loop"
        return Prune(reason, CAPACITY.kind, apart)

    def crossed(self, edge: int, used: int) -> Conflict | None:
        """Return the step for a used edge that crosses this one; None if there is none."""
        if not (across := used & self.cross[edge]):
            return None
        other = (across & -across).bit_length() - 1
        return Conflict(CROSSING.rule, CROSSING.kind, self._crossing[edge, other])


def decision(bridge: Sequence[int], count: int, branch: int) -> Decision:
    """Return the decision that an edge with these literals, for at least 1, 2, ... bridges, carries exactly ``count``."""
    return Decision((*bridge[:count], *(-lit for lit in bridge[count : count + 1])), "", branch)


def _root(leader: list[int], island: int) -> int:
    """Return the root of an island by following leaders, with path halving."""
    while leader[island] != island:
        leader[island] = island = leader[leader[island]]
    return island
