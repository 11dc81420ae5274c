"""Find the unused edges that have become cut edges since a moment without any, by searches near the edges lost since then.

An unused edge that has become a cut edge separates the two ends of a lost edge, so every path between these contains it. A path is
found first, and from its start whatever can be reached if the path's edges are used backwards only. If that is not the end of the
path, one edge of the path leads out of it, and is a cut edge; the search goes on beyond it. The same is done from the end, and both
take turns, edge by edge, until they meet: so they take the time of small parts, however large the rest of the board is. Groups of
connected islands are contracted to single nodes, since no cut goes through them.
Reference: Ford and Fulkerson 1956, "Maximal flow through a network".
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import chain, cycle
from types import MappingProxyType
from typing import Final, NamedTuple

from hashicnf.families.hashi.techniques.state import State

NOTHING: Final[Mapping[int, int]] = MappingProxyType({})


class OutOfEffort(Exception):
    """The searches took more effort than allowed."""


class Effort:
    """How many ways out of groups may still be followed, in all searches together."""

    def __init__(self, left: int) -> None:
        """Begin with so many."""
        self._left = left

    def spend(self) -> None:
        """Count one way. Raises OutOfEffort if none is left."""
        self._left -= 1
        if self._left < 0:
            raise OutOfEffort


class Path(NamedTuple):
    """A path of groups, and the edges from each to the next."""

    groups: Sequence[int]
    edges: Sequence[int]


class Front:
    """A search from one end of a path: the groups reached, each with the group from which and the edge on which it was.

    Edges that are ``barred`` from a group are not followed from there.
    """

    def __init__(self, state: State, effort: Effort, start: int, barred: Mapping[int, int] = NOTHING) -> None:
        """Begin at a group, given its label."""
        self.came = dict[int, tuple[int, int]]()
        self._state, self._effort, self._barred = state, effort, barred
        self.begin(start, (start, -1))

    def begin(self, group: int, came: tuple[int, int]) -> None:
        """Go on from a group, after the groups reached so far have no further way out."""
        self.came[group] = came
        self._waiting = [group]
        self._ways = self._followed(self._waiting)

    def advance(self) -> int | None:
        """Reach a further group and return it; None if no way leads to one."""
        for group, other, edge in self._ways:
            self._effort.spend()
            if other not in self.came and self._barred.get(edge) != group:
                self.came[other] = group, edge
                self._waiting.append(other)
                return other
        return None

    def _followed(self, waiting: list[int]) -> Iterator[tuple[int, int, int]]:
        """Yield (group, other, edge) for each way out of the groups that wait, while others are added to these."""
        state = self._state
        near, label, high = state.ground.near, state.label, state.high
        for group in waiting:
            for island in [*state.fringe(group)]:  # a search of the other front may shorten it
                for other, edge in near[island] if state.room(island) > 0 else ():
                    if high[edge] > 0 and label[other] != group and state.room(other) > 0:
                        yield group, label[other], edge


def new_cuts(state: State, lost: Sequence[int], effort: Effort) -> Mapping[int, tuple[int, ...]] | None:
    """Return the unused cut edges that separate the ends of ``lost`` edges, each with the islands of one side in order.

    Return None if the ends of a lost edge are not connected. Raises OutOfEffort.
    """
    found = dict[int, tuple[int, ...]]()
    for edge in lost:
        start, goal = (state.label[end] for end in state.ground.ends[edge])
        if start != goal:
            if (path := _path(state, start, goal, effort)) is None:
                return None
            found |= _cuts_on(state, path, effort)
    return found


def _path(state: State, start: int, goal: int, effort: Effort) -> Path | None:
    """Return a path from a group to another, given their labels; None if there is none."""
    one, other = Front(state, effort, start), Front(state, effort, goal)
    for front, opposite in cycle(((one, other), (other, one))):
        if (group := front.advance()) is None:
            return None
        if group in opposite.came:
            before, after = _way_back(one, group), _way_back(other, group)
            return Path((*before.groups[::-1], *after.groups[1:]), (*before.edges[::-1], *after.edges))
    return None


def _way_back(front: Front, group: int) -> Path:
    """Return the path from a group that a front has reached to the group where it began."""
    groups, edges = [group], list[int]()
    while (came := front.came[groups[-1]])[1] >= 0:
        groups.append(came[0])
        edges.append(came[1])
    return Path(groups, edges)


def _cuts_on(state: State, path: Path, effort: Effort) -> dict[int, tuple[int, ...]]:
    """Return the cut edges on a path, each with the islands of one side in order."""
    found, (groups, edges) = dict[int, tuple[int, ...]](), path
    ends = [0, len(edges)]  # the last groups of the path that were reached from its start, and from its end
    barred = dict(zip(edges, groups, strict=False)), dict(zip(edges, groups[1:], strict=True))
    fronts = [Front(state, effort, groups[end], bars) for end, bars in zip(ends, barred, strict=True)]
    for turn in cycle((0, 1)):
        front, opposite, step = fronts[turn], fronts[1 - turn], 1 - 2 * turn
        if (group := front.advance()) is None:
            while groups[ends[turn] + step] in front.came:
                ends[turn] += step
            last, edge = groups[ends[turn]], edges[ends[turn] - turn]
            found[edge] = tuple(sorted(chain.from_iterable(state.members[label] for label in front.came)))
            ends[turn] += step
            group = groups[ends[turn]]
            front.begin(group, (last, edge))
        if group in opposite.came:
            break
    return found


def lost_since(state: State, mark: int) -> list[int]:
    """List the edges that could carry bridges at a mark and can carry none now."""
    ground, before = state.ground, state.before(mark)
    added = dict.fromkeys((island for edge in before for island in ground.ends[edge]), 0)
    for edge, (low, _) in before.items():
        for island in ground.ends[edge]:
            added[island] += state.low[edge] - low
    found = []
    for edge in dict.fromkeys(edge for island in added for edge in ground.around[island]):
        if state.most(edge) <= 0:
            low, high = before.get(edge, (state.low[edge], state.high[edge]))
            rooms = (low + state.room(island) + added.get(island, 0) for island in ground.ends[edge])
            if min(high, *rooms) > 0:
                found.append(edge)
    return found
