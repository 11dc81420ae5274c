"""5, what if: suppose the opposite of a fact, and follow the rungs up to 3 to a contradiction."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from hashicnf.core.techniques import Technique
from hashicnf.families.hashi.techniques.rung import Rung
from hashicnf.families.hashi.techniques.state import Change, Finding, State

SHORT: Final = 6  # steps that people can keep in mind
WHAT_IF: Final = Technique("5a", "what if", f"the opposite leads to a contradiction in at most {SHORT} steps", 8)
LONG: Final = Technique("5b", "long what if", f"the opposite leads to a contradiction in more than {SHORT} steps", 9)


def refutation(state: State, rungs: Sequence[Rung], supposed: Change, most: int) -> tuple[Finding, ...] | None:
    """Follow a supposition to a contradiction; return the findings that lead there, None if there is none within ``most``.

    The state is the same afterwards.
    """
    found: list[Finding] = []
    changed: list[list[int]] = []
    with state.supposed(supposed, [rung.technique.rung for rung in rungs]):
        while len(found) < most:
            finding = next((f for rung in rungs if (f := rung.find(state)) is not None), None)
            if finding is None:
                return None
            found.append(finding)
            if finding.dead:
                return relevant(found, changed)
            mark = state.mark()
            for change in finding.changes:
                state.narrow(change)
            changed.append(state.changed_since(mark))
    return None


def relevant(found: Sequence[Finding], changed: Sequence[Sequence[int]]) -> tuple[Finding, ...]:
    """Return the last finding and the earlier ones on which it depends; ``changed`` are the edges that each earlier one changed."""
    wanted, kept = set(found[-1].reads), [found[-1]]
    for finding, edges in zip(reversed(found[:-1]), reversed(changed), strict=True):
        if not wanted.isdisjoint(edges):
            wanted.update(finding.reads)
            kept.append(finding)
    return tuple(reversed(kept))
