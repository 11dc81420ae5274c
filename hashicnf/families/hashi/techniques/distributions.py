"""2b, distributions: of all distributions of an island's bridges over its edges, those that close off a group are impossible.

If loops are forbidden, distributions that close a loop are impossible, too. Bounds that hold in all others are certain.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain, product
from math import prod
from typing import Final

from hashicnf.core.techniques import Technique
from hashicnf.families.hashi.explain.words import Vocabulary, bridges
from hashicnf.families.hashi.techniques.closing import Closing, can_leave, closed_off
from hashicnf.families.hashi.techniques.rung import Rung, by_group, total, ways
from hashicnf.families.hashi.techniques.state import Change, Finding, State, connection, low_of, lows_around
from hashicnf.trace.narration import listed

NUMBER: Final = "2b"
MOST: Final = 256  # distributions that are tried


def look(state: State, island: int) -> Iterator[Finding]:
    """Find new bounds from the distributions of the islands of a group, and of the neighbours of the group."""
    ground = state.ground
    tried = dict.fromkeys(state.members[state.label[island]])
    for inside in list(tried):
        if state.room(inside) > 0:
            tried.update((ground.other(e, inside), None) for e in ground.around[inside] if state.is_open(e))
    for one in tried:
        if ground.need[one] != ground.limit[one] or state.is_quiet(one, state.fruitless[one]):
            continue
        if (found := _shared(state, one)) is not None:
            yield found
        else:
            state.fruitless[one] = state.now


def _shared(state: State, island: int) -> Finding | None:
    """Find bounds common to all possible distributions."""
    edges = [e for e in state.ground.around[island] if state.is_open(e)]
    if not edges or prod(state.most(e) - state.low[e] + 1 for e in edges) > MOST:
        return None
    if (leading_out := _leading_out(state, island)) is None:
        return None
    kept, doubtful, loops = _sorted_ways(state, island, edges, leading_out)
    if kept and not _new(state, edges, kept):
        return None
    closing = dict[tuple[int, ...], tuple[int, ...]]()
    for way in doubtful:
        if (group := closed_off(state, dict(zip(edges, way, strict=True)), island)) is None:
            kept.append(way)
        else:
            closing[way] = group
    if not closing and not loops:
        return None
    found = _new(state, edges, kept) if kept else ()
    return None if kept and not found else _finding(state, island, edges, found, len(kept), closing, loops)


def _finding(
    state: State,
    island: int,
    edges: list[int],
    found: tuple[Change, ...],
    kept: int,
    closing: Mapping[tuple[int, ...], tuple[int, ...]],
    loops: Sequence[tuple[int, ...]],
) -> Finding:
    """Return the finding of new bounds, or without any of a contradiction, given the distributions ``closing`` a group or loops.

    It relies on those that the new bounds exclude. The facts are the numbers kept, closing off a group, closing a loop, then an
    excluded distribution as (edge, bridges) pairs; the islands after the first are those that it closes off.
    """
    groups = {way: group for way, group in closing.items() if _is_excluded(edges, way, found)}
    rings = [way for way in loops if _is_excluded(edges, way, found)]
    reads = [*state.ground.around[island]]
    reads += lows_around(state, [state.ground.other(e, island) for e in edges])
    for way, group in groups.items():
        reads += Closing(state, group, dict(zip(edges, way, strict=True)))
    for way in rings:
        if (ends := _connected_again(state, island, zip(edges, way, strict=True))) is not None:
            reads += map(low_of, connection(state, *ends))
    facts = kept, len(groups), len(rings)
    if not found:
        return Finding(NUMBER, "none", (island,), facts=facts, reads=tuple(reads), dead=True)
    way, group = next(iter(groups.items())) if groups else (rings[0], ())
    bridges_of = {**{e: state.low[e] for e in state.ground.around[island]}, **dict(zip(edges, way, strict=True))}
    example = chain.from_iterable((e, k) for e, k in bridges_of.items() if k)
    islands = (island, *(other for other in group if other != island))
    return Finding(NUMBER, "", islands, found, facts=(*facts, *example), reads=tuple(reads))


def _is_excluded(edges: Sequence[int], way: Sequence[int], changes: Sequence[Change]) -> bool:
    """Return whether new bounds exclude a distribution over edges; without any, all are excluded."""
    number = dict(zip(edges, way, strict=True))
    return not changes or any(not c.least <= number[c.edge] <= c.most for c in changes)


def _sorted_ways(
    state: State, island: int, edges: list[int], leading_out: set[int]
) -> tuple[list[tuple[int, ...]], list[tuple[int, ...]], list[tuple[int, ...]]]:
    """Return the distributions that close nothing, those that may close off a group, and those that close a loop."""
    kept, doubtful, loops = list[tuple[int, ...]](), list[tuple[int, ...]](), list[tuple[int, ...]]()
    for way in _ways(state, island, edges):
        if not state.ground.loops and _connected_again(state, island, zip(edges, way, strict=True)) is not None:
            loops.append(way)
        elif any(k and e in leading_out for e, k in zip(edges, way, strict=True)):
            kept.append(way)
        else:
            doubtful.append(way)
    return kept, doubtful, loops


def _new(state: State, edges: list[int], ways: list[tuple[int, ...]]) -> tuple[Change, ...]:
    """Return the new bounds that are common to some distributions over edges."""
    bounds = (Change(e, min(values), max(values)) for e, values in zip(edges, zip(*ways, strict=True), strict=True))
    return tuple(c for c in bounds if c.least > state.low[c.edge] or c.most < state.most(c.edge))


def _leading_out(state: State, island: int) -> set[int] | None:
    """Return the edges of an island to groups that stay open under every distribution; None if no distribution closes anything.

    A distribution may close off a group if all of the island's bridges fit on the other edges.
    """
    ground, label = state.ground, state.label
    near = [(other, e) for other, e in ground.near[island] if state.high[e] > 0]
    most = {e: state.most(e) for _, e in near}
    groups = dict.fromkeys((label[island], *(label[other] for other, _ in near)))
    taken = {other: most[e] - state.low[e] for other, e in near}
    taken[island] = state.room(island)
    crossed = {f for _, e in near if state.low[e] == 0 for f in ground.crossing[e]}
    may_loop = not ground.loops and len(groups) <= len(near)
    leading_out, elsewhere = set[int](), sum(most.values())  # the bridges that fit on the other edges
    for group in groups:
        if not may_loop and elsewhere < ground.need[island]:
            return None
        if can_leave(state, (group,), groups, taken, crossed):
            new = {e for other, e in near if group in (label[island], label[other])} - leading_out
            elsewhere -= sum(most[e] for e in new)
            leading_out |= new
    return leading_out if may_loop or elsewhere >= ground.need[island] else None


def _ways(state: State, island: int, edges: list[int]) -> Iterator[tuple[int, ...]]:
    """Yield the distributions over open edges, with which the island has as many bridges as its clue."""
    wanted = state.room(island) + sum(state.low[e] for e in edges)
    ranges = [range(state.low[e], state.most(e) + 1) for e in edges]
    return (way for way in product(*ranges) if sum(way) == wanted)


def _connected_again(state: State, island: int, way: Iterable[tuple[int, int]]) -> tuple[int, int] | None:
    """Return two connected islands that a distribution, (edge, bridges) pairs at an island, would connect again, closing a loop."""
    reached = {state.label[island]: island}
    for edge, number in way:
        if number and not state.low[edge]:
            other = state.ground.other(edge, island)
            if (first := reached.setdefault(state.label[other], other)) != other:
                return first, other
    return None


def describe(words: Vocabulary, found: Finding) -> str:
    """Return the sentence."""
    island, (kept, groups, loops) = found.islands[0], found.facts[:3]
    name, its, go = words.island(island), total(words, island), ways(words, island, found.changes)
    fault = " or ".join(["close off a group of islands"] * bool(groups) + ["close a loop"] * bool(loops))
    if found.dead:
        return f"every way to give {name} {its} would {fault}"
    example = f"{'for example, ' * (groups + loops > 1)}{_excluded(words, found)}"
    if kept == 1:
        drawn = words.clue[island] > sum(change.most for change in found.changes)
        return f"only one way to give {name} {its} does not {fault}: {'beside what is drawn, ' * drawn}{go}; {example}"
    return f"however {name} gets {its} without {fault.replace('close', 'closing')}, {go}; {example}"


def _excluded(words: Vocabulary, found: Finding) -> str:
    """Return a clause about the excluded distribution of the facts."""
    island, example = found.islands[0], found.facts[3:]
    each = [f"{bridges(k)} {words.turn(e, island)}" for e, k in zip(example[::2], example[1::2], strict=True)]
    group = tuple(sorted(found.islands))
    return f"{listed(each)} would {f'close off {words.islands(group)}' if len(group) > 1 else 'close a loop'}"


RUNG: Final = Rung(
    Technique(NUMBER, "isolation by cases", "of all ways to serve an island, those that close off a group are out", 5),
    by_group(NUMBER, look),
    describe,
    wide=True,
)
