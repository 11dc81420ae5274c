"""5, what if: suppose the opposite of a fact, and apply the rungs up to 3 until they find a contradiction."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from hashicnf.core.techniques import Deductions, Technique
from hashicnf.families.hashi.techniques.rung import Rung
from hashicnf.families.hashi.techniques.state import Change, Finding, State
from hashicnf.records import record

SHORT: Final = 6  # steps that people can keep in mind
WHAT_IF: Final = Technique("5a", "what if", f"the opposite leads to a contradiction in at most {SHORT} steps", 8)
LONG: Final = Technique("5b", "long what if", f"the opposite leads to a contradiction in more than {SHORT} steps", 9)


@record
class Trial:
    """The outcome of a supposition: the findings that lead to a contradiction, None if there was none within ``most`` findings.

    ``islands`` are those whose edges changed: as long as nothing else changes there, the outcome remains valid. ``ended``: no
    rung found anything more, so the limit ``most`` was not reached.
    """

    findings: tuple[Finding, ...] | None
    islands: frozenset[int]
    most: int
    ended: bool = True


def refutation(state: State, rungs: Sequence[Rung], supposed: Change, most: int) -> Trial:
    """Return the outcome of a supposition, followed to a contradiction, a fixpoint, or ``most`` findings; restore the state."""
    found: list[Finding] = []
    deductions = Deductions()
    start = state.mark()

    def trial(findings: tuple[Finding, ...] | None, *, ended: bool = True) -> Trial:
        ends = (state.ground.ends[edge] for edge in state.changed_since(start))
        return Trial(findings, frozenset(island for pair in ends for island in pair), most, ended)

    with state.supposed(supposed, [rung.technique.rung for rung in rungs]):
        while len(found) < most:
            finding = next((f for rung in rungs if (f := rung.find(state)) is not None), None)
            if finding is None:
                return trial(None)
            found.append(finding)
            if finding.dead:
                deductions.add(finding.reads, ())
                return trial(tuple(found[number] for number in deductions.needed()))
            mark = state.mark()
            for change in finding.changes:
                state.narrow(change)
            deductions.add(finding.reads, state.changed_since(mark))
        return trial(None, ended=False)
