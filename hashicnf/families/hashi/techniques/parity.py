"""4a, parity: bridges within a part of the board count twice in the sum of its clues, so the number that leaves it has its parity.

If only one edge leaves a part, its number of bridges is odd or even accordingly.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from hashicnf.core.techniques import Technique
from hashicnf.families.hashi.explain.words import MOST_NAMED, Vocabulary, count
from hashicnf.families.hashi.techniques.cuts import boundary, branches
from hashicnf.families.hashi.techniques.rung import Rung, amount, by_board, goes
from hashicnf.families.hashi.techniques.state import Change, Finding, State

NUMBER: Final = "4a"


def look(state: State) -> Iterator[Finding]:
    """Find the cut edges with a bound of the wrong parity."""
    for branch in branches(state) or ():
        edge = branch.edges[0]
        if len(branch.edges) > 1 or (total := branch.clues) is None:
            continue
        low, most = state.low[edge], state.most(edge)
        least, largest = low + (low - total) % 2, most - (most - total) % 2
        if (least, largest) != (low, most):
            is_possible, reads = least <= largest, boundary(state, branch.part)
            changes = (Change(edge, least, largest),) if is_possible else ()
            kind = "" if is_possible else "none"
            yield Finding(NUMBER, kind, branch.part, changes, (total, edge), reads, dead=not is_possible)


def describe(words: Vocabulary, found: Finding) -> str:
    """Return the sentence."""
    total, edge = found.facts
    kind = "odd" if total % 2 else "even"
    group = words.islands(found.islands)
    if len(found.islands) > MOST_NAMED:  # a list would be cut; the island at the only edge tells which part it is
        near = next(island for island in words.ends[edge] if island in found.islands)
        group = f"the {count(len(found.islands))} islands on the side of {words.island(near)}"
    between = f"between {words.pair(edge)}"
    what = f"the numbers of {group} add up to {total}, so an {kind} number of bridges leaves them, all {between}"
    if len(found.islands) == 1:
        what = f"{group} has an {kind} number of bridges, all {between}"
    if found.dead:
        return f"{what}, where that cannot be"
    (change,) = found.changes
    return f"{what}: {amount(change)} {goes(change)} there"


RUNG: Final = Rung(
    Technique(NUMBER, "parity", "the numbers of a part say whether the bridges on its only edge are odd or even", 7),
    by_board(NUMBER, look),
    describe,
)
