"""Human solving techniques: techniques on a ladder, the steps they make, and positions that are solved step by step.

A *rung* of the ladder is a technique that people know by a name. A position always takes the lowest rung that moves something. A
step is sound: what it concludes holds in every solution of the puzzle that agrees with what was drawn at the start.
Positions speak of what is certain in literals of the puzzle's own variables, which are numbered before all auxiliaries.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Final, Protocol, TypeAlias, TypeVar

from hashicnf.records import record

S_co = TypeVar("S_co", covariant=True)

Place: TypeAlias = tuple[int, int]
Data: TypeAlias = Mapping[str, object]
EASIEST: Final = 1
HARDEST: Final = 10


@record
class Technique:
    """A rung: its number on the ladder, the name that players know, what it concludes, and the grade at which it begins.

    Grades go from 1 to 10. Techniques of one grade are equally hard.
    """

    rung: str
    name: str
    summary: str
    grade: int

    def __repr__(self) -> str:
        """Name rung and technique in one line."""
        return f"<technique {self.rung}: {self.name}>"


@record
class Step:
    """One deduction: its technique, a sentence that states it, and the cells it speaks of (row and column, 0-based).

    ``conclusions`` are certain from now on: data for JSON in the terms of the family. With ``draws`` there is something to write
    down, not only something that is ruled out. ``within`` are the steps under a supposition, up to the contradiction. With
    ``contradiction`` nothing is concluded: what was known before has no solution.
    """

    technique: Technique
    sentence: str
    cells: tuple[Place, ...] = ()
    conclusions: tuple[Data, ...] = ()
    draws: bool = False
    within: tuple[Step, ...] = ()
    contradiction: bool = False

    @property
    def label(self) -> str:
        """Name what concludes: the technique, or that nothing is concluded."""
        return "contradiction" if self.contradiction else self.technique.name

    def __repr__(self) -> str:
        """Name the technique in one line."""
        return f"<step {self.technique.rung}: {self.technique.name}>"


@record
class Rule:
    """An instance of a rule: the rule's name, its source (such as the number of a node), and a clause where it is one."""

    name: str
    source: int
    clause: tuple[int, ...] = ()


class Deductions:
    """Deductions in their order, from 0: the things on which each relies, and those that it changes."""

    def __init__(self) -> None:
        """Begin without any."""
        self._reads: list[Collection[int]] = []
        self._changes: dict[int, list[int]] = {}  # by thing: the deductions that change it, ascending

    def add(self, reads: Collection[int], changed: Iterable[int]) -> None:
        """Append a deduction."""
        for thing in changed:
            self._changes.setdefault(thing, []).append(len(self._reads))
        self._reads.append(reads)

    def used(self) -> list[int]:
        """List the deductions that change a thing on which the last one relies, without it."""
        return sorted(self._used(len(self._reads) - 1))

    def needed(self) -> list[int]:
        """List the deductions on which the last one depends, through others too, and it."""
        waiting = [len(self._reads) - 1]
        found = set(waiting)
        while waiting:
            fresh = self._used(waiting.pop()) - found
            found |= fresh
            waiting += fresh
        return sorted(found)

    def _used(self, number: int) -> set[int]:
        things = self._reads[number]
        return {one for thing in things for one in self._changes.get(thing, ()) if one < number}


class Position(Protocol[S_co]):
    """A puzzle on its way to the solution; it changes with each step."""

    def next(self) -> Step | None:
        """Make and return the next step of the lowest rung there is; None where the ladder sees nothing more."""

    def used(self) -> Sequence[int]:
        """List the earlier steps, by their numbers from 0, whose conclusions the last one takes up itself."""

    def needed(self) -> Sequence[int]:
        """List the earlier steps on which the last one depends: those that it uses, those that these use, and so on."""

    def is_solved(self) -> bool:
        """Return whether everything is decided."""

    def solution(self) -> S_co:
        """Return what is certain so far, as an unfinished solution."""

    def known(self) -> Sequence[int]:
        """List the literals that are certain, where no other certain literal implies them."""

    def drawn(self) -> Sequence[int]:
        """List the certain literals that a drawing of the solution shows: true ones, for what is ruled out is not drawn."""

    def open(self) -> Sequence[int]:
        """List the variables that are not decided."""

    def name(self, literal: int) -> str:
        """Name a fact in words, such as "a 5 in row 3, column 4"."""

    def refute(self, literal: int, most: int) -> int | None:
        """Suppose that a literal is false; return the steps to a contradiction, None if there is none within ``most``.

        The position is the same afterwards.
        """

    def suppose(self, literal: int) -> Step:
        """Make and return the step that refutes the opposite of a literal, as ``refute`` found it."""

    def learn(self, literal: int, rules: Sequence[Rule] | None) -> Step:
        """Make and return the step that a literal follows from these instances of rules alone, in the light of what is known.

        None stands for more instances than can be told.
        """
