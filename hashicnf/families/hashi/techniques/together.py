"""6, rules together: a fact that no rung finds, forced by a small set of clues and groups that a solver finds."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from hashicnf.core.techniques import Rule, Technique
from hashicnf.families.hashi.constraints import CAPACITY, CONNECTIVITY
from hashicnf.families.hashi.explain.connectivity import edges_of, group_of, is_loop, ring_of
from hashicnf.families.hashi.explain.words import MOST_NAMED, Vocabulary, count
from hashicnf.families.hashi.techniques.state import high_of, low_of
from hashicnf.trace.narration import listed

TOGETHER: Final = Technique("6", "rules together", "a few clues and groups leave nothing else, taken all together", 10)


def islands_of(words: Vocabulary, rules: Sequence[Rule]) -> tuple[int, ...]:
    """Return the islands to which some rules refer."""
    found = dict.fromkeys(rule.source for rule in rules if rule.name == CAPACITY.rule)
    for rule in rules:
        if rule.name == CONNECTIVITY.rule and not is_loop(words, rule.clause):
            found.update(dict.fromkeys(group_of(words, edges_of(words, rule.clause), -1)))
    return tuple(found)


def bounds_under(words: Vocabulary, rules: Sequence[Rule]) -> tuple[int, ...]:
    """List the bounds that decide what some rules leave open, as numbers for ``reads`` of a finding.

    These are those around islands with a clue, the upper ones of the ways out of groups, and the lower ones of loops.
    """
    around = (edge for rule in rules if rule.name == CAPACITY.rule for edge in words.around[rule.source])
    clauses = [rule.clause for rule in rules if rule.name == CONNECTIVITY.rule]
    shown = (
        (low_of if is_loop(words, clause) else high_of)(edge) for clause in clauses for edge in edges_of(words, clause)
    )
    return tuple(dict.fromkeys((*around, *shown)))


def as_subject(words: Vocabulary, rules: Sequence[Rule]) -> str:
    """Return the words for rules, as the subject of a sentence."""
    islands = sorted(rule.source for rule in rules if rule.name == CAPACITY.rule)
    clauses = [rule.clause for rule in rules if rule.name == CONNECTIVITY.rule]
    loops = [_corners(words, edges_of(words, clause)) for clause in clauses if is_loop(words, clause)]
    groups = _groups(words, rules)
    parts = [f"the clue{'s' * (len(islands) > 1)} of {words.islands(islands)}"] if islands else []
    parts += [f"the ban on the loop{'s' * (len(loops) > 1)} {listed(loops, MOST_NAMED)}"] if loops else []
    which = groups[0] if len(groups) == 1 else f"each of {count(len(groups))} groups"
    parts += [f"the need to connect {which} with the rest"] if groups else []
    return listed(parts) if parts else "the bridges drawn so far"


def further(words: Vocabulary, rules: Sequence[Rule]) -> str:
    """Return a sentence that lists the groups that the subject only counts, since lists within a list are hard to tell apart."""
    groups = _groups(words, rules)
    if len(groups) < 2:
        return ""
    more = len(groups) - MOST_NAMED
    return f". The groups are {'; '.join(groups[:MOST_NAMED] + [f'{count(more)} more'] * (more > 0))}"


def _groups(words: Vocabulary, rules: Sequence[Rule]) -> list[str]:
    """Return the words for the groups that some rules forbid to close off."""
    clauses = [rule.clause for rule in rules if rule.name == CONNECTIVITY.rule]
    return [_group(words, clause) for clause in clauses if not is_loop(words, clause)]


def _corners(words: Vocabulary, edges: Sequence[int]) -> str:
    """Return the words for a loop by its corners: all its other islands lie on the straight lines between them."""
    if not (ring := ring_of(words, edges)):
        return f"of {count(len(edges))} bridges"
    turns = zip(ring[-1:] + ring[:-1], ring, ring[1:] + ring[:1], strict=True)
    corners = [words.at(at) for before, at, after in turns if not _is_straight(words, before, after)]
    return f"with the corners {listed(corners, MOST_NAMED)}"


def _is_straight(words: Vocabulary, one: int, other: int) -> bool:
    return words.row[one] == words.row[other] or words.column[one] == words.column[other]


def _group(words: Vocabulary, clause: Sequence[int]) -> str:
    """Return the words for the group that a clause forbids to close off; of a large one only some islands are listed.

    A group of two is named as one, since it may stand in a list of groups.
    """
    group = group_of(words, edges_of(words, clause), -1)
    if len(group) == 1:
        return words.island(group[0])
    return f"the {count(len(group))} islands at {listed(group, MOST_NAMED, name=words.at)}"
