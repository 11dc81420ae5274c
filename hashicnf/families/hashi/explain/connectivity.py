"""Sentences about connectivity: groups that are closed off, last ways out, loops.

A cut clause lists the edges that leave a group of islands. The group is computed from the clause by removing these edges: of the
two sides it is the one with the source island, or the smaller one if there is no source.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np

from hashicnf.arrays.cycles import cycles
from hashicnf.families.hashi.explain.counting import there
from hashicnf.families.hashi.explain.words import Literal, Vocabulary, count
from hashicnf.trace.narration import Narration, Values, printable, sentence
from hashicnf.trace.steps import Prune


def forced_by_connectivity(
    words: Vocabulary, literal: Literal, clause: Sequence[int], source: int, values: Values
) -> Narration:
    """Return the sentence for a bridge forced or excluded by connectivity."""
    fact = there(words, literal, values)
    edges = edges_of(words, clause)
    if not literal.holds and is_loop(words, clause):
        return Narration(sentence(f"{fact}: it would close {loop_of(words, edges)}"), {"edges": edges})
    if literal.holds and is_cut(words, clause):
        group = group_of(words, edges, source)
        text = f"{words.islands(group)} {_has(group)} one way out left: {fact}"
        return Narration(sentence(text), {"edges": (literal.edge,), "group": group})
    return Narration(sentence(f"{fact}: all islands must be connected"), {"edges": (literal.edge,)})


def broken_connectivity(words: Vocabulary, clause: Sequence[int], source: int) -> Narration:
    """Return the sentence for islands that are closed off, or bridges that form a loop."""
    edges = edges_of(words, clause)
    if not clause:
        text = "even all bridges together would leave the islands in separate groups"
        return Narration(sentence(f"contradiction: {text}"))
    if is_loop(words, clause):
        text = f"contradiction: the bridges form {loop_of(words, edges)}"
        return Narration(sentence(text), {"edges": edges})
    if is_cut(words, clause):
        group = group_of(words, edges, source)
        return Narration(sentence(f"contradiction: {_closed_off(words, group)}"), {"group": group})
    return Narration(sentence("contradiction: the islands can no longer all be connected"), {"edges": edges})


def learned(words: Vocabulary, clause: Sequence[int], sources: Sequence[int]) -> Narration:
    """Return the sentence for a connectivity clause that is kept for the rest of the search."""
    edges = edges_of(words, clause)
    if is_loop(words, clause):
        text = f"to remember: there must not be {loop_of(words, edges)}"
        return Narration(sentence(text), {"edges": edges})
    group = tuple(s for s in sources if 0 <= s < len(words.clue)) or group_of(words, edges, -1)
    if not group:
        return Narration("To remember: the islands must be connected.", {"edges": edges})
    ways = f"one of the {count(len(edges))} ways out of" if len(edges) > 1 else "the one way out of"
    text = f"to remember: {ways} {words.islands(group)} must be used"
    return Narration(sentence(text), {"edges": edges, "group": group})


def pruned(words: Vocabulary, step: Prune, values: Values) -> Narration:
    """Return the sentence for a pruned branch; the reason of the step may be the name of the rule, or begin with it."""
    islands = tuple(s for s in step.sources if step.kind == "island" and 0 <= s < len(words.clue))
    edges = tuple(s for s in step.sources if step.kind == "edge" and 0 <= s < len(words.ends))
    if islands and _is_closed(words, islands, values):
        return Narration(sentence(f"give up here: {_closed_off(words, islands)}"), {"group": islands})
    used = [] if words.board.loops else [e for e in range(len(words.ends)) if words.range(e, values)[0] > 0]
    if ring := ring_of(words, used):
        text = f"give up here: the bridges form {loop_of(words, used)}"
        return Narration(sentence(text), {"islands": ring})
    reason = printable(step.reason).removeprefix("connectivity: ")
    if reason == "connectivity":
        reason = "the islands cannot be connected as the rules demand"
    about = ""
    if islands:
        about = f" ({words.islands(islands)})"
    elif edges:
        about = f" (between {words.pair(edges[0])}" + (f", and {len(edges) - 1:,} more)" if len(edges) > 1 else ")")
    group = "islands" if len(islands) == 1 else "group"
    marks = {name: found for name, found in ((group, islands), ("edges", edges)) if found}
    return Narration(sentence(f"give up here: {reason}{about}"), marks)


def is_cut(words: Vocabulary, clause: Sequence[int]) -> bool:
    """Return whether a clause demands that one of some edges is used."""
    return bool(clause) and all((fact := words.read(lit)) and fact.holds and fact.least == 1 for lit in clause)


def is_loop(words: Vocabulary, clause: Sequence[int]) -> bool:
    """Return whether a clause forbids that all of some edges are used."""
    return bool(clause) and all((fact := words.read(lit)) and not fact.holds and fact.least == 1 for lit in clause)


def edges_of(words: Vocabulary, clause: Sequence[int]) -> tuple[int, ...]:
    """List the edges in a clause."""
    return tuple(dict.fromkeys(fact.edge for lit in clause if (fact := words.read(lit))))


def group_of(words: Vocabulary, edges: Sequence[int], source: int) -> tuple[int, ...]:
    """Return the islands on one side of a cut of these edges: that of the island ``source``, or (-1) the smaller side."""
    if not edges:
        return ()
    start = source if 0 <= source < len(words.clue) else words.ends[edges[0]][0]
    side = _reach(words, start, frozenset(edges))
    if source < 0 and 2 * len(side) > len(words.clue):
        side = set(range(len(words.clue))) - side
    return tuple(sorted(side))


def _reach(words: Vocabulary, start: int, without: frozenset[int]) -> set[int]:
    found, todo = {start}, [start]
    while todo:
        island = todo.pop()
        for edge in words.around[island]:
            if edge not in without and (other := words.other(edge, island)) not in found:
                found.add(other)
                todo.append(other)
    return found


def loop_of(words: Vocabulary, edges: Iterable[int]) -> str:
    """Return the words for the shortest loop of these edges."""
    ring = ring_of(words, edges)
    return f"the loop {words.ring(ring)}" if ring else "a loop"


def ring_of(words: Vocabulary, edges: Iterable[int]) -> tuple[int, ...]:
    """Return the islands of the shortest loop of these edges, in order from the smallest one; none if there is no loop."""
    ends = np.array([words.ends[edge] for edge in edges], dtype=np.int32).reshape(-1, 2)
    if not (found := cycles(len(words.clue), ends)):
        return ()
    near: dict[int, list[int]] = {}
    for u, v in ends[min(found, key=len)].tolist():
        near.setdefault(u, []).append(v)
        near.setdefault(v, []).append(u)
    first = min(near)
    ring, island = [first], min(near[first])
    while island != first:
        one, other = near[island]
        ring.append(island)
        island = other if one == ring[-2] else one
    return tuple(ring)


def _is_closed(words: Vocabulary, group: Sequence[int], values: Values) -> bool:
    """Return whether no bridge can leave a group any more."""
    inside = frozenset(group)
    leaving = (e for i in group for e in words.around[i] if words.other(e, i) not in inside)
    return len(inside) < len(words.clue) and all(words.range(edge, values)[1] == 0 for edge in leaving)


def _closed_off(words: Vocabulary, group: Sequence[int]) -> str:
    rest = len(words.clue) - len(group)
    others = "another one remains" if rest == 1 else f"{count(rest)} others remain"
    return f"{words.islands(group)} would be closed off while {others}"


def _has(group: Sequence[int]) -> str:
    return "has" if len(group) == 1 else "have"
