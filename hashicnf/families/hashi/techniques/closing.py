"""Groups of islands that some bridges would close off: shared by the techniques of isolation."""

from __future__ import annotations

from collections.abc import Mapping

from hashicnf.families.hashi.techniques.state import State


def closed_off(state: State, given: Mapping[int, int], start: int) -> tuple[int, ...] | None:
    """Return the group of an island that would be closed off if the ``given`` edges carried these numbers of bridges.

    None if a bridge can still leave it, or if it is the whole board.
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
