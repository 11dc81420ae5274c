"""Find groups of islands that some bridges would close off; used by the techniques about isolation."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from hashicnf.families.hashi.techniques.state import State


def ways_out(state: State, start: int) -> Iterator[tuple[int, int]]:
    """Yield (island, edge) for each way in which a bridge can leave the group of island ``start``."""
    ground, label = state.ground, state.label
    for island in state.members[label[start]]:
        if state.room(island) <= 0:
            continue
        for other, edge in ground.near[island]:
            if state.high[edge] > 0 and label[other] != label[start] and state.room(other) > 0:
                yield island, edge


def at_risk(state: State, way: tuple[int, int]) -> list[int]:
    """List the edges of a group whose bridges could close a way out: edges near the way, and edges to the group beyond it."""
    ground, label = state.ground, state.label
    island, out = way
    other = ground.other(out, island)
    one, far = state.members[label[island]], state.members[label[other]]
    few = one if len(one) < len(far) else far
    pair = {label[island], label[other]}
    between = (e for i in few for next_to, e in ground.near[i] if {label[i], label[next_to]} == pair)
    near = dict.fromkeys((*ground.around[island], *ground.around[other], *ground.crossing[out], *between))
    return [edge for edge in near if label[island] in (label[end] for end in ground.ends[edge])]


def closed_off(state: State, given: Mapping[int, int], start: int) -> tuple[int, ...] | None:
    """Return the group of an island that is closed off if the ``given`` edges carry these numbers of bridges, by edge.

    Return None if a bridge can still leave the group, or if it is the whole board.
    """
    ground, label = state.ground, state.label
    groups, taken, crossed = {label[start]: None}, dict[int, int](), set[int]()
    for edge, number in given.items():
        more = number - state.low[edge]
        u, v = ground.ends[edge]
        taken[u], taken[v] = taken.get(u, 0) + more, taken.get(v, 0) + more
        if number:
            groups[label[u]] = groups[label[v]] = None
            crossed.update(ground.crossing[edge])
    if sum(len(state.members[group]) for group in groups) == len(label):
        return None
    limit, low_sum = ground.limit, state.low_sum
    for group in groups:
        for island in state.members[group]:
            room = limit[island] - low_sum[island]
            if room <= 0 or room <= taken.get(island, 0):  # no room is the usual case
                continue
            for other, edge in ground.near[island]:
                if state.high[edge] <= 0 or edge in given or edge in crossed or label[other] in groups:
                    continue
                if state.room(other) > taken.get(other, 0):
                    return None
    return tuple(sorted(i for group in groups for i in state.members[group]))
