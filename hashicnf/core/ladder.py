"""Climb a ladder of techniques: the part of a position that is the same in all families.

The lowest rung that finds something is chosen, its findings become steps, and the earlier steps that each one needs are recorded.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Sequence
from typing import Generic, TypeVar

from hashicnf.core.techniques import Data, Deductions, Found, Place, Round, Step, Technique
from hashicnf.records import record
from hashicnf.trace.narration import sentence

S = TypeVar("S")
F = TypeVar("F", bound=Found)
W = TypeVar("W")


@record
class Rung(Generic[S, F, W]):
    """A technique: ``findings`` yields all it finds in a state, ``describe`` returns the sentence, without capital and full stop.

    A caller must use all findings that it takes, since what they are about is not examined again before it changes.
    """

    technique: Technique
    findings: Callable[[S], Iterator[F]]
    describe: Callable[[W, F], str]

    def find(self, state: S) -> F | None:
        """Return the first finding in a state, None if there is none."""
        return next(self.findings(state), None)


def findings_of_lowest(rungs: Sequence[Rung[S, F, W]], state: S) -> list[F]:
    """List all findings of the lowest rung that has any."""
    return next((found for rung in rungs if (found := [*rung.findings(state)])), [])


class Climber(ABC, Generic[S, F, W]):
    """A state on which the rungs of a ladder are applied, and the words for their findings; a base of positions."""

    def __init__(self, rungs: Sequence[Rung[S, F, W]], state: S, words: W) -> None:
        """Begin without steps."""
        self._rungs, self._state, self._words = rungs, state, words
        self._by_name = {rung.technique.rung: rung for rung in rungs}
        self._deductions = Deductions()

    @abstractmethod
    def _use(self, findings: Sequence[F]) -> list[int]:
        """Apply findings to the state; return the things that changed, for ``Deductions``."""

    @abstractmethod
    def _shown(self, found: F) -> tuple[tuple[Place, ...], tuple[Data, ...]]:
        """Return the cells that a finding mentions and its conclusions, as in ``Step``."""

    @abstractmethod
    def _draws(self, found: F) -> bool:
        """Return whether the player can write something down once a finding is known, which is not used yet."""

    def next(self) -> Step | None:
        """Make and return the next step of the lowest rung that applies; None if none applies."""
        for rung in self._rungs:
            if (found := rung.find(self._state)) is not None:
                return self._step(rung.technique, found, rung.describe(self._words, found))
        return None

    def round(self) -> Round | None:
        """Make the steps of the lowest rung that applies, all at once; None if none applies."""
        if not (found := findings_of_lowest(self._rungs, self._state)):
            return None
        self._use(found)
        return Round(self._by_name[found[0].rung].technique, any(one.dead for one in found))

    def used(self) -> list[int]:
        """List the earlier steps, by their numbers from 0, whose conclusions the last one uses directly."""
        return self._deductions.used()

    def needed(self) -> list[int]:
        """List the earlier steps on which the last one depends, directly or through others."""
        return self._deductions.needed()[:-1]

    def _step(self, technique: Technique, found: F, text: str) -> Step:
        """Record a finding, apply it, and return it as a step."""
        step = self._as_step(technique, found, text, draws=self._draws(found))
        self._deductions.add(found.reads, self._use([found]))
        return step

    def _as_step(self, technique: Technique, found: F, text: str, *, draws: bool = False) -> Step:
        """Return a finding as a step; those under a supposition draw nothing."""
        inner = [(self._by_name[one.rung], one) for one in found.within]
        within = tuple(self._as_step(rung.technique, one, rung.describe(self._words, one)) for rung, one in inner)
        return Step(technique, sentence(text), *self._shown(found), draws, within, found.dead)
