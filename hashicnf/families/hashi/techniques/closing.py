"""Find groups of islands that some bridges would close off; used by the techniques about isolation."""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from itertools import chain
from types import MappingProxyType
from typing import Final

from hashicnf.families.hashi.techniques.state import State, high_of, lows_around

NOTHING: Final[Mapping[int, int]] = MappingProxyType({})


def ways_out(
    state: State,
    group: int,
    beside: Container[int] = (),
    taken: Mapping[int, int] = NOTHING,
    barred: Container[int] = (),
) -> Iterator[tuple[int, int]]:
    """Yield (island, edge) for each way in which a bridge can leave a group, given its label.

    It must lead to none of the groups ``beside``, on no ``barred`` edge, after islands have ``taken`` so many bridges.
    """
    near, limit = state.ground.near, state.ground.limit
    label, high, low_sum = state.label, state.high, state.low_sum
    for island in state.fringe(group):
        room = limit[island] - low_sum[island]
        if 0 < room <= taken.get(island, 0):
            continue
        has_way = False
        for other, edge in near[island] if room > 0 else ():
            if high[edge] > 0 and label[other] != group and (space := limit[other] - low_sum[other]) > 0:
                has_way = True
                if label[other] not in beside and edge not in barred and space > taken.get(other, 0):
                    yield island, edge
        if not has_way:
            state.leave(island)


def can_leave(
    state: State, some: Iterable[int], groups: Container[int], taken: Mapping[int, int], barred: Container[int]
) -> bool:
    """Return whether ``ways_out`` beside ``groups`` yields any way of ``some`` of them, of which the last ways are tried first."""
    for group in some:
        if _is_way_out(state, group, groups, taken, barred):
            return True
    for group in some:
        if (way := next(ways_out(state, group, groups, taken, barred), None)) is not None:
            state.last_way[group] = way
            return True
    return False


def _is_way_out(
    state: State, group: int, groups: Container[int], taken: Mapping[int, int], barred: Container[int]
) -> bool:
    """Return whether the last way found out of a group still is one."""
    if (way := state.last_way[group]) is None:
        return False
    island, edge = way
    other, label = state.ground.other(edge, island), state.label
    return (
        label[island] == group
        and label[other] not in groups
        and edge not in barred
        and state.high[edge] > 0
        and state.room(island) > max(0, taken.get(island, 0))
        and state.room(other) > max(0, taken.get(other, 0))
    )


def at_risk(state: State, way: tuple[int, int]) -> list[int]:
    """List the edges of a group whose bridges could close a way out: edges near the way, and edges to the group beyond it."""
    ground, label = state.ground, state.label
    island, out = way
    other = ground.other(out, island)
    own, far = label[island], label[other]
    few, many = (own, far) if len(state.members[own]) < len(state.members[far]) else (far, own)
    between = [e for i in state.members[few] for next_to, e in ground.near[i] if label[next_to] == many]
    near = dict.fromkeys((*ground.around[island], *ground.around[other], *ground.crossing[out], *between))
    ends = ((edge, *ground.ends[edge]) for edge in near)
    return [edge for edge, u, v in ends if label[u] == own or label[v] == own]


def closed_off(state: State, given: Mapping[int, int], start: int) -> tuple[int, ...] | None:
    """Return the group of an island that is closed off if the ``given`` edges carry these numbers of bridges, by edge.

    Return None if a bridge can still leave the group, or if it is the whole board.
    """
    ground, label = state.ground, state.label
    groups, taken, barred = {label[start]}, dict[int, int](), {*given}
    for edge, number in given.items():
        more = number - state.low[edge]
        u, v = ground.ends[edge]
        taken[u], taken[v] = taken.get(u, 0) + more, taken.get(v, 0) + more
        if number:
            groups |= {label[u], label[v]}
            barred.update(ground.crossing[edge])
    if can_leave(state, groups, groups, taken, barred):
        return None
    closed = [*chain.from_iterable(state.members[group] for group in groups)]
    return tuple(sorted(closed)) if len(closed) < len(label) else None


class Closing:
    """The bounds on which it relies that ``given`` bridges close off some islands, as in ``closed_off``, listed only where read.

    Islands that are complete then cannot be left whatever the upper bounds of their edges are.
    """

    def __init__(self, state: State, islands: Sequence[int], given: Mapping[int, int] = NOTHING) -> None:
        """Keep which of the islands have room left then."""
        taken = Counter[int]()
        for edge, number in given.items():
            taken.update(dict.fromkeys(state.ground.ends[edge], number - state.low[edge]))
        self._state, self._islands, self._given = state, islands, given
        self._roomy = [island for island in islands if state.room(island) > taken[island]]

    def __iter__(self) -> Iterator[int]:
        """Iterate over lower bounds around the islands, and upper bounds of the edges out of those with room and of the given."""
        within, near = {*self._islands}, self._state.ground.near
        leaving = (edge for island in self._roomy for other, edge in near[island] if other not in within)
        return chain(lows_around(self._state, self._islands), map(high_of, leaving), map(high_of, self._given))
