"""6, rules together: what no rung sees, but a small set of clues and groups forces; the set is found by a solver."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from hashicnf.core.techniques import Rule, Technique
from hashicnf.families.hashi.constraints import CAPACITY, CONNECTIVITY
from hashicnf.families.hashi.explain.connectivity import edges_of, group_of, is_loop, loop_of
from hashicnf.families.hashi.explain.words import Vocabulary
from hashicnf.trace.narration import listed

TOGETHER: Final = Technique("6", "rules together", "a few clues and groups leave nothing else, taken all together", 10)


def islands_of(words: Vocabulary, rules: Sequence[Rule]) -> tuple[int, ...]:
    """List the islands that some rules speak of."""
    found = dict.fromkeys(rule.source for rule in rules if rule.name == CAPACITY.rule)
    for rule in rules:
        if rule.name == CONNECTIVITY.rule and not is_loop(words, rule.clause):
            found.update(dict.fromkeys(group_of(words, edges_of(words, rule.clause), -1)))
    return tuple(found)


def loop_edges(words: Vocabulary, rules: Sequence[Rule]) -> tuple[int, ...]:
    """List the edges of the loops that some rules forbid."""
    clauses = (rule.clause for rule in rules if rule.name == CONNECTIVITY.rule and is_loop(words, rule.clause))
    return tuple(dict.fromkeys(edge for clause in clauses for edge in edges_of(words, clause)))


def told(words: Vocabulary, rules: Sequence[Rule]) -> str:
    """Name the rules, as the subject of a sentence."""
    islands = [words.island(rule.source) for rule in rules if rule.name == CAPACITY.rule]
    parts = [f"the numbers of {listed(islands, 12)}"] if len(islands) > 1 else [f"the number of {i}" for i in islands]
    for rule in rules:
        if rule.name == CONNECTIVITY.rule:
            edges = edges_of(words, rule.clause)
            if is_loop(words, rule.clause):
                parts.append(f"that there is not {loop_of(words, edges)}")
            else:
                parts.append(f"that {words.islands(group_of(words, edges, -1))} must not be closed off")
    return listed(parts, 12) if parts else "the bridges drawn so far"
