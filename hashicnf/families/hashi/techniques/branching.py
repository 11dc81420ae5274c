"""4b, parity at an island: if removing an island separates parts of the board, each part needs at least one of its bridges.

The sum of a part's clues also determines whether the number of these bridges is odd or even. Together with the island's clue
that bounds the bridges into each part, and so those on each edge.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from hashicnf.core.techniques import Technique
from hashicnf.families.hashi.explain.words import Vocabulary, count
from hashicnf.families.hashi.techniques.cuts import Branch, boundary, branches, rest
from hashicnf.families.hashi.techniques.rung import Rung, by_board, ways
from hashicnf.families.hashi.techniques.state import Change, Finding, State
from hashicnf.trace.narration import listed

NUMBER: Final = "4b"
SIDES: Final = {"up": "above", "down": "below", "left": "to the left", "right": "to the right"}


def look(state: State) -> Iterator[Finding]:
    """Bound the bridges into each part behind an island with a clue.

    An island is left out if nothing was found the last time, and neither its parts nor the room for bridges at it have changed.
    """
    by_island: dict[int, list[Branch]] = {}
    for branch in branches(state) or ():
        by_island.setdefault(branch.island, []).append(branch)
    mark, parted = state.parted
    changed = {*state.islands_changed_since(mark)}
    changed.update(other for island in [*changed] for other, _ in state.ground.near[island])
    now, is_fruitless = {island: [part.edges for part in parts] for island, parts in by_island.items()}, True
    for island, parts in by_island.items():
        is_new = island in changed or now[island] != parted.get(island)
        if is_new and state.ground.need[island] == state.ground.limit[island]:
            for found in _bounded(state, island, parts):
                is_fruitless = False
                yield found
    if is_fruitless:
        state.parted = state.mark(), now


def _bounded(state: State, island: int, parts: list[Branch]) -> Iterator[Finding]:
    others = rest(state, island, parts)
    every = [*parts, others] if others else parts
    if len(every) == 1:
        return
    bounds = [_range(state, branch) for branch in every]
    for place, branch in enumerate(every):
        low, high = bounds[place]
        elsewhere = [b for i, b in enumerate(bounds) if i != place]
        room = state.ground.need[island]
        low = max(low, room - sum(b[1] for b in elsewhere))
        high = min(high, room - sum(b[0] for b in elsewhere))
        low, high = _rounded(branch, low, high)
        changes = _changes(state, branch, low, high) if low <= high else ()
        if changes or low > high:
            spare = room - sum(b[0] for b in bounds)
            shown = [(part, (b[0], min(b[1], b[0] + spare))) for part, b in zip(every, bounds, strict=True)]
            shown.append((shown.pop(place)[0], (low, high)))
            facts, reads = _facts(shown), _read(state, every)
            yield Finding(NUMBER, "", (island, *branch.part), changes, facts, reads, dead=low > high)


def _facts(every: Iterable[tuple[Branch, tuple[int, int]]]) -> tuple[int, ...]:
    """Return, for each part: its bounds, its sum (-1 if a clue is unknown), how many edges lead into it, and these edges."""
    return tuple(
        number
        for branch, bounds in every
        for number in (*bounds, -1 if branch.clues is None else branch.clues, len(branch.edges), *branch.edges)
    )


def _read(state: State, every: Iterable[Branch]) -> tuple[int, ...]:
    """List the edges that keep the parts separate, on which the finding relies."""
    return tuple(dict.fromkeys(e for branch in every for e in boundary(state, branch.part)))


def _range(state: State, branch: Branch) -> tuple[int, int]:
    low = max(1, sum(state.low[e] for e in branch.edges))
    return _rounded(branch, low, sum(state.most(e) for e in branch.edges))


def _rounded(branch: Branch, low: int, high: int) -> tuple[int, int]:
    if (total := branch.clues) is None:
        return low, high
    return low + (low - total) % 2, high - (high - total) % 2


def _changes(state: State, branch: Branch, low: int, high: int) -> tuple[Change, ...]:
    """Return new bounds of each edge into a part, from ``low`` to ``high`` bridges in all and the bounds of the other edges."""
    least, most = sum(state.low[e] for e in branch.edges), sum(state.most(e) for e in branch.edges)
    found = []
    for edge in branch.edges:
        one = max(state.low[edge], low - (most - state.most(edge)))
        other = min(state.most(edge), high - (least - state.low[edge]))
        if one > state.low[edge] or other < state.most(edge):
            found.append(Change(edge, one, other))
    return tuple(found)


def describe(words: Vocabulary, found: Finding) -> str:
    """Return the sentence."""
    island = found.islands[0]
    *others, (low, high, total, edges) = _parts(found.facts)
    name, last = words.island(island), f"the part {_place(words, island, edges)}"
    shares = [f"the part {_place(words, island, own)} takes {_values(*bounds)}" for *bounds, own in others]
    what = (
        f"{name} connects {count(len(others) + 1)} parts of the board, each by at least one bridge: {'; '.join(shares)}"
    )
    if found.dead:
        return f"{what}; {last} takes {_kind(total)}, and these cannot add up to {words.number(island)}"
    conclusion = ways(words, island, found.changes)
    if len(edges) > 1:
        return f"{what}; so {last} takes {_values(low, high, total)}: {conclusion}"
    return f"{what}{f'; {last} takes {_kind(total)}' if total >= 0 else ''}; so {conclusion}"


def _parts(facts: tuple[int, ...]) -> list[tuple[int, int, int, tuple[int, ...]]]:
    """Read the facts of a finding: bounds, sum and edges of each part, that of the conclusion last."""
    found, at = list[tuple[int, int, int, tuple[int, ...]]](), 0
    while at < len(facts):
        low, high, total, size = facts[at : at + 4]
        found.append((low, high, total, facts[at + 4 : at + 4 + size]))
        at += 4 + size
    return found


def _place(words: Vocabulary, island: int, edges: Iterable[int]) -> str:
    """Return on which sides of an island a part lies."""
    return listed([*dict.fromkeys(SIDES[words.turn(edge, island)] for edge in edges)])


def _values(low: int, high: int, total: int) -> str:
    """Return how many bridges a part can take, and why only an odd or even number if its clues are known."""
    values = [count(number) for number in range(low, high + 1, 1 if total < 0 else 2)]
    words = listed(values, link="or") if values else f"at least {count(low)}"
    return words if total < 0 else f"{words} ({_kind(total)})"


def _kind(total: int) -> str:
    """Return whether a part takes an odd or even number of bridges, and why."""
    if total < 0:
        return "at least one"
    return f"an {'odd' if total % 2 else 'even'} number, as its clues add up to {total}"


RUNG: Final = Rung(
    Technique(NUMBER, "parity at an island", "the bridges of an island are shared among the parts that meet there", 7),
    by_board(NUMBER, look),
    describe,
)
