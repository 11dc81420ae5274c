"""5, what if: suppose the opposite of a fact, and apply the rungs up to 3 until they find a contradiction."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Final, NamedTuple

from hashicnf.core.ladder import Rung, findings_of_lowest
from hashicnf.core.techniques import SHORT, Technique, Trial, tried
from hashicnf.families.hashi.explain.words import Vocabulary
from hashicnf.families.hashi.techniques.state import Change, Finding, State

WHAT_IF: Final = Technique("5a", "what if", f"the opposite leads to a contradiction in at most {SHORT} rounds", 8)
LONG: Final = Technique("5b", "long what if", f"the opposite leads to a contradiction in more than {SHORT} rounds", 9)


class Supposition(NamedTuple):
    """A supposition that was tried: the state's ``mark`` then, the outcome, and the islands whose edges changed under it."""

    mark: int
    trial: Trial[Finding]
    islands: frozenset[int]


def suppose(state: State, rungs: Sequence[Rung[State, Finding, Vocabulary]], change: Change, most: int) -> Supposition:
    """Suppose new bounds of an edge, and apply rungs for up to ``most`` rounds; restore the state."""
    mark = state.mark()
    with state.supposed(change, [rung.technique.rung for rung in rungs]):
        look = partial(findings_of_lowest, rungs, state)
        trial = tried(look, lambda found: state.narrow_all(found.changes), most)
        return Supposition(mark, trial, frozenset(state.islands_changed_since(mark)))
